package scan

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
)

// Source is an origin of copies: a package, repository or folder, under one licence.
type Source struct {
	Name string `json:"name"`
	// Public is the name for readers elsewhere, with a collection instead of a local folder.
	Public  string `json:"public"`
	License string `json:"license"` // empty if unknown
	Files   int    `json:"files"`   // of the project
	Lines   int    `json:"lines"`
	Open    int    `json:"open"` // findings
}

// Origins adds up the copies by their source, most lines first. A line of the project counts once
// for a source, though several matches may have it.
func (r *Report) Origins() []Source {
	type id struct{ name, license string }
	all := map[id]*Source{}
	lines := map[id]textlines.Ranges{}
	for _, f := range r.Findings {
		if f.Class != Copy {
			continue
		}
		of := id{f.Origin.Source(), f.Origin.License}
		if all[of] == nil {
			all[of], lines[of] = &Source{Name: of.name, Public: f.Origin.PublicSource(), License: of.license}, textlines.Ranges{}
		}
		if f.Open {
			all[of].Open++
		}
		for _, m := range f.Matches {
			lines[of].Add(f.File, m.File.From, m.File.To)
		}
	}
	for of, s := range all {
		s.Files, s.Lines = len(lines[of]), lines[of].Lines()
	}
	return slices.SortedFunc(func(yield func(Source) bool) {
		for s := range maps.Values(all) {
			if !yield(*s) {
				return
			}
		}
	}, func(x, y Source) int {
		return cmp.Or(cmp.Compare(y.Lines, x.Lines), cmp.Compare(x.Name, y.Name), cmp.Compare(x.License, y.License))
	})
}

// Source returns the name of the document's [Source]. It is the package, the repository, or the
// document's folder below the root.
func (o Origin) Source() string {
	if name := cmp.Or(purl.WithoutVersion(o.Package), o.Repository); name != "" {
		return name
	}
	if document.IsAddress(o.Root) {
		return o.Root
	}
	first, _, isBelow := strings.Cut(o.Path, "/")
	if !isBelow {
		return o.Root
	}
	return filepath.Join(o.Root, filepath.FromSlash(path.Clean(first)))
}

// PublicSource is Source without a local folder.
func (o Origin) PublicSource() string {
	if o.Package != "" || o.Repository != "" || !o.isLocal() {
		return o.Source()
	}
	first, _, isBelow := strings.Cut(o.Path, "/")
	if root, is := document.Address(o.Root); is {
		first = strings.TrimSuffix(path.Base(root), ".git")
		isBelow = first != o.Collection
	}
	if !isBelow {
		return o.Collection
	}
	return o.Collection + ": " + first
}

// isLocal reports whether the document is of a source on this machine.
func (o Origin) isLocal() bool {
	return !document.IsAddress(o.Root) || document.IsRepositoryAddress(o.Root)
}

// Public names the document for readers elsewhere, as the index has it. The name is the address, or
// the collection and the path.
func (o Origin) Public() string {
	if o.isLocal() {
		return o.Collection + ": " + o.Name()
	}
	return o.File()
}

// Place names the document for readers elsewhere: its page, or as [Origin.Document] does.
func (o Origin) Place() string { return cmp.Or(o.URL, o.Document()) }

// Document names the document for readers on any machine. It uses package or repository, or the
// collection, and the path.
func (o Origin) Document() string {
	switch {
	case o.Package != "":
		return o.Package + " " + o.Path
	case o.Repository != "":
		return o.Repository + " " + o.Name()
	}
	return o.Public()
}

// SWHIDOf returns the identifier of some of the document's lines; "" with a key.
func (o Origin) SWHIDOf(lines answer.Lines) string { return o.swhid(o.Occurrence, lines) }

// SWHIDOfContent returns the document's identifier without qualifiers, or "" if the index has a
// key.
func (o Origin) SWHIDOfContent() string { return o.swhid(index.Occurrence{}, answer.Lines{}) }

func (o Origin) swhid(at index.Occurrence, lines answer.Lines) string {
	if o.Keyed {
		return ""
	}
	return answer.SWHID(o.Content, at, lines)
}

// Heaviest returns the match of the largest weight.
func (f *Finding) Heaviest() Match {
	return slices.MaxFunc(f.Matches, func(x, y Match) int { return cmp.Compare(x.Weight, y.Weight) })
}

// IsForeign reports whether a finding is a copy not decided as own or false.
func (f *Finding) IsForeign() bool {
	verdict := verdictOf(f.Decision)
	return f.Class == Copy && verdict != OwnWork && verdict != False
}

// Name returns the path of a project's file, as the project was named. It can be opened if the
// project is a folder.
func (r *Report) Name(file string) string { return r.base + filepath.FromSlash(file) }
