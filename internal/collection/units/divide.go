package units

import "github.com/chaffinch-search/chaffinch/index/document"

// generatedPart ends the name of the unit of the generated files of a submission.
const generatedPart = " (generated)"

// divides reports whether the generated files of a submission are a unit of their own.
func (l *loader) divides() bool { return l.o.By == ByFolder && !l.o.NoUnits }

// addUnit adds a unit and returns its number. If submissions are divided, the unit of its generated
// files follows.
func (l *loader) addUnit(key unitKey, old bool) int {
	n := len(l.units.All)
	l.number[key] = n
	l.units.All = append(l.units.All, &Unit{Name: key.name, Root: key.root, Old: old, Whole: n})
	if l.divides() {
		l.units.All = append(l.units.All, &Unit{Root: key.root, Old: old, Whole: n})
	}
	return n
}

// partsOf returns the units with files of a submission.
func (l *loader) partsOf(key unitKey) (parts []*Unit) {
	n, known := l.number[key]
	if !known {
		return nil
	}
	last := n
	if l.divides() {
		last++
	}
	for _, u := range l.units.All[n : last+1] {
		if len(u.Files) > 0 {
			parts = append(parts, u)
		}
	}
	return parts
}

// divide moves the generated files of each submission to the unit after it. The copies of a bundle
// in two submissions, such as of a library in one line, would otherwise be most of what both have
// in common, and hide what their authors wrote. A submission without other files is not divided.
func (l *loader) divide() {
	if !l.divides() {
		return
	}
	names := map[string]bool{}
	for _, u := range l.units.All {
		names[u.Name] = true
	}
	for n := 0; n < len(l.units.All); n += 2 {
		written, made := l.units.All[n], l.units.All[n+1]
		all := written.Files
		written.Files = nil
		for _, f := range all {
			if f.Unit == n {
				written.Files = append(written.Files, f)
			} else {
				made.Files = append(made.Files, f)
			}
		}
		switch {
		case len(made.Files) == 0:
		case len(written.Files) == 0:
			made.Name, written.Name = written.Name, ""
		default:
			made.Name, made.Submission = distinct(names, written.Name+generatedPart), written.Name
		}
	}
}

// looksOf returns whether all files look generated or minified, the more frequent reason of both.
// It is document.Kept if a file looks written by hand, or if there are none.
func looksOf(files []*File) document.Reason {
	minified := 0
	for _, f := range files {
		switch f.Looks {
		case document.Kept:
			return document.Kept
		case document.Minified:
			minified++
		}
	}
	switch {
	case len(files) == 0:
		return document.Kept
	case 2*minified > len(files):
		return document.Minified
	}
	return document.Generated
}
