package units

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
	"github.com/chaffinch-search/chaffinch/internal/collection/platform"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// export is what the names of a root say, if it is an export of a learning platform.
type export struct {
	*platform.Names
	metadata []byte // of an archive, and its path; it is read before the names are known
	path     string
	forms    []form
	listed   bool   // info.csv lists submissions: the names are not read
	within   string // the folder of an archive that has the submissions
}

// form is a form of an attempt: its path, and whether there is a text in it.
type form struct {
	path string
	text bool
}

// submission returns the name of the submission of a file or folder at the root's top.
func (r root) submission(name string) string {
	if r.export == nil {
		return name
	}
	return r.export.Submission(name)
}

// isRepositoryPart reports whether a folder with a file or folder of that name is a repository.
func isRepositoryPart(name string) bool {
	switch name {
	case ".git", ".github", ".gitea", ".forgejo":
		return true
	}
	return false
}

// recognise reads the names below a folder.
func (r root) recognise(ctx context.Context) {
	if r.export.listed {
		return
	}
	listed, err := os.ReadDir(r.path)
	if err != nil {
		return // it is a file, or corpus.Walk will report it
	}
	entries := entriesOf(r.path, listed)
	r.export.Names = platform.Recognise(baseName(r.path), entries)
	for _, e := range entries {
		if r.export.IsExtra(e.Name) {
			content, _, _ := corpus.Read(corpus.File{Path: e.Name, Abs: filepath.Join(r.path, e.Name)}, document.Options{MaxSize: platform.MostMetadata}, nil)
			r.export.Read(ctx, content)
			break
		}
	}
}

// note keeps the metadata of a platform in an archive. The metadata are at the archive's top, or
// below the folders that everything is in.
func (e *export) note(name string, content []byte) {
	depth := strings.Count(name, "/")
	if depth <= mostNested && (e.path == "" || depth < strings.Count(e.path, "/")) && platform.IsMetadata(path.Base(name)) && len(content) <= platform.MostMetadata {
		e.path, e.metadata = name, slices.Clone(content)
	}
}

// recogniseIn reads the names in an archive: all paths in it, as they are shown. Metadata in a
// submission is its student's.
func (r root) recogniseIn(ctx context.Context, paths []string, tops topFolders) {
	if r.export.listed {
		return
	}
	at := map[string]int{}
	var entries []platform.Entry
	for _, p := range paths {
		p = tops.omit(p)
		first, below, nested := strings.Cut(p, "/")
		if isSystemFile(first) || first == infocsv.FileName {
			continue
		}
		if _, known := at[first]; !known {
			at[first] = len(entries)
			entries = append(entries, platform.Entry{Name: first, Folder: nested && !corpus.IsArchive(first)})
		}
		second, _, _ := strings.Cut(below, "/")
		entries[at[first]].Repository = entries[at[first]].Repository || isRepositoryPart(second)
	}
	r.export.Names = platform.Recognise(corpus.CutArchive(baseName(r.path)), entries)
	if r.export.IsExtra(tops.omit(r.export.path)) {
		r.export.Read(ctx, r.export.metadata)
	}
}

// takePlatformFile takes in a file that the platform made, and reports whether it is one. The file
// is not compared, but the text that a form has.
func (l *loader) takePlatformFile(r root, f corpus.File, content []byte) (text []byte, is bool) {
	if r.export == nil || r.export.Names == nil || strings.Contains(f.Path, "/") {
		return nil, false
	}
	if r.export.IsExtra(f.Path) {
		l.meet(l.unitName(r, f.Path))
		return nil, true
	}
	if !r.export.IsForm(f.Path) {
		return nil, false
	}
	if content == nil {
		var reason document.Reason
		if content, reason, _ = corpus.Read(f, l.o.Corpus.KeepingAll(), nil); reason != document.Kept {
			return nil, false
		}
	}
	text, read := r.export.Form(f.Path, corpus.Decode(content).UTF8)
	if !read {
		return nil, false
	}
	if len(text) == 0 {
		l.meet(l.unitName(r, f.Path))
	}
	r.export.forms = append(r.export.forms, form{f.Path, len(text) > 0})
	return text, true
}

// some returns a clause about n submissions; it is empty without any.
func some(code option.Code, n int) any {
	if n == 0 {
		return ""
	}
	return option.Say(code, n)
}

// applyPlatforms sets what the names of exports say of units, with a warning.
func (l *loader) applyPlatforms() {
	for _, u := range l.units.All {
		r := l.in.roots[u.Root]
		if r.export == nil || len(u.Files) == 0 {
			continue
		}
		below := strings.TrimPrefix(u.Files[0].Path, r.prefix)
		first, _, _ := strings.Cut(below, "/")
		a, known := r.export.About(r.submission(first))
		if !known {
			continue
		}
		u.Author, u.Label, u.Late, u.student = a.Author, a.Group, a.Late, a.Student
		if !a.Date.IsZero() {
			u.Date = &a.Date
		}
		for _, f := range u.Files {
			if d := r.export.DateOf(path.Base(f.Path)); !d.IsZero() && (u.Date == nil || d.After(*u.Date)) {
				u.Date = &d
			}
		}
		u.Late = u.Late || slices.ContainsFunc(u.Files, func(f *File) bool { return r.export.IsLate(path.Base(f.Path)) })
	}
	for i, r := range l.in.roots {
		if r.export == nil {
			continue
		}
		if within := path.Join(r.within, r.export.within); within != "" && r.export.Names == nil && !l.o.NoUnits {
			l.warn(option.NestedUnits, cmp.Or(r.outer, r.nameOf("")), within)
		}
		if r.export.Names == nil {
			continue
		}
		several, further := r.export.Joined()
		if l.o.By != ByFolder {
			several = 0
		}
		if !l.o.NoUnits {
			l.warn(option.PlatformNames, r.nameOf(""), r.export.Platform(), len(r.export.Submissions()),
				some(option.PlatformJoined, several), some(option.PlatformAttempts, further))
		}
		if l.o.By != ByFolder {
			continue
		}
		for _, f := range r.export.forms {
			name := l.unitName(r, f.path)
			a, _ := r.export.About(strings.TrimPrefix(name, r.prefix))
			l.authors[name] = cmp.Or(l.authors[name], a.Author)
			if _, handedIn := l.number[unitKey{i, name}]; !f.text && !handedIn {
				l.skip(name, name, document.Empty, nil)
			}
		}
	}
}

// joinStudents finds the units of one student: attempts. They are not compared with each other, and
// of those with the same contents only the first is kept.
func (l *loader) joinStudents() {
	type student struct {
		root int
		name string
	}
	of := map[student][]*Unit{}
	for _, u := range l.units.All {
		if u.student != "" && len(u.Files) > 0 {
			key := student{u.Root, u.student}
			of[key] = append(of[key], u)
		}
	}
	for _, all := range of {
		slices.SortStableFunc(all, func(x, y *Unit) int { return x.when().Compare(y.when()) })
		first, known, attempts := all[0].Whole, map[string]bool{}, map[int]int{}
		for _, u := range all {
			if _, part := attempts[u.Whole]; !part {
				attempts[u.Whole] = len(attempts) + 1
			}
			u.Attempt, u.again, u.Whole = attempts[u.Whole], u.Whole != first, first
			if contents := u.Contents(); known[contents] {
				u.Files, u.Prints = nil, 0
			} else {
				known[contents] = true
			}
		}
		for _, u := range all {
			if len(attempts) < 2 || u.Date == nil || l.o.By == ByFile {
				u.Attempt = 0
			}
		}
	}
}

// when returns the date; the zero time if it is unknown.
func (u *Unit) when() time.Time {
	if u.Date == nil {
		return time.Time{}
	}
	return *u.Date
}
