package pairing

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// selection finds the units that [pairs.Options.Only] names. A path is a key: its name among the
// files below the roots.
type selection struct {
	paths []onlyPath
	roots []string          // the real paths of the roots
	found map[string]bool   // by key: whether a compared file is there
	why   map[string]string // by key or a folder above one: why it was skipped
	// targets are the keys of the files that named links lead to: whether they were read.
	targets map[string]bool
	// inside are the skipped files in named archives. A scan of the archive would not pass them.
	inside []string
}

// selects reports whether a file, or a folder above it, is named.
func (s *selection) selects(file string) (is bool) {
	eachAbove(file, func(at string) {
		_, named := s.found[at]
		is = is || named
	})
	return is
}

// names reports whether the file itself is named, not only a folder above it.
func (s *selection) names(file string) bool {
	_, is := s.found[file]
	return is
}

// skipped notes why named files are skipped, and then calls next, which may be nil.
func (s *selection) skipped(next func(string, document.Reason, error)) func(string, document.Reason, error) {
	return func(name string, reason document.Reason, err error) {
		if _, is := s.why[path.Clean(name)]; is {
			s.why[path.Clean(name)] = string(reason)
		}
		if _, is := s.targets[path.Clean(name)]; is && reason == document.TooShort {
			s.targets[path.Clean(name)] = true
		}
		if len(s.inside) < units.MaxUnread && s.hides(path.Clean(name), reason) {
			s.inside = append(s.inside, fmt.Sprintf("%s (%s)", name, reason))
		}
		if next != nil {
			next(name, reason, err)
		}
	}
}

// hides reports whether a skipped file of a named archive may have code. Nobody compares this code:
// it is a source, a folder of version control, or a part that cannot be read.
func (s *selection) hides(name string, reason document.Reason) (is bool) {
	if reason == document.OwnReport || reason.IsIntended() {
		return false
	}
	eachAbove(name, func(at string) { is = is || s.names(at) && corpus.IsArchive(at) })
	return is && (reason.IsFault() || reason == document.Duplicate || reason == document.VCS || reason == document.Reserved ||
		detect.IsSource(path.Base(name)))
}

// mark marks the units that are not named as the rest.
func (s *selection) mark(all []*units.Unit) {
	for _, u := range all {
		u.Rest = true
		for _, f := range u.Files {
			if _, is := s.targets[f.Path]; is {
				s.targets[f.Path] = true
			}
			eachAbove(f.Path, func(at string) {
				if _, named := s.found[at]; named {
					u.Rest, s.found[at] = false, true
				}
			})
		}
	}
}

// missed names the paths of the option without a compared file, with the reasons.
func (s *selection) missed(o *option.Option) []answer.Warning {
	const named = 5
	var all []string
	for _, p := range s.paths {
		if why := s.whyNot(p); why != "" {
			all = append(all, fmt.Sprintf("%s (%s)", p.path, why))
		}
	}
	if len(all) == 0 {
		return nil
	}
	text := strings.Join(all[:min(named, len(all))], ", ")
	if more := len(all) - named; more > 0 {
		text += fmt.Sprintf(" and %s more", terminal.Thousands(more))
	}
	return warning.One(option.OnlyMisses, o, terminal.Plural(len(all), "path is", "paths are"), text)
}

// unreadSources returns the skipped source files that are named, or in named archives. They look
// like source. Files that an option or ignore file leaves out are not among them, nor are links to
// files that were read, and files that a change deletes: git does not track them.
func (s *selection) unreadSources(ctx context.Context) (files []string) {
	var gone []string
	for _, p := range s.paths {
		if p.gone && detect.IsSource(filepath.Base(p.path)) {
			gone = append(gone, p.path)
		}
		if !detect.IsSource(filepath.Base(p.path)) || p.gone || len(p.keys) == 0 {
			continue
		}
		why := s.whyNot(p)
		reason := document.Reason(why)
		isLeftOut := slices.Contains(document.Reasons(), reason) && !reason.ExcusesSource()
		if isLeftOut && !(reason == document.Symlink && s.leadsToRead(p)) {
			files = append(files, fmt.Sprintf("%s (%s)", p.path, why))
		}
	}
	for _, name := range corpus.Absent(ctx, gone) {
		files = append(files, name+" (absent)")
	}
	return append(files, s.inside...)
}

// leadsToRead reports whether a link leads to a file that was read.
func (s *selection) leadsToRead(p onlyPath) bool {
	return slices.ContainsFunc(p.targets, func(key string) bool { return s.targets[key] })
}

// whyNot returns why nothing at the path is compared; empty if something is.
func (s *selection) whyNot(p onlyPath) (why string) {
	switch {
	case p.gone:
		return "does not exist"
	case len(p.keys) == 0:
		return "outside"
	}
	why = "not among the files"
	for _, key := range p.keys {
		if s.found[key] {
			return ""
		}
		eachAbove(key, func(at string) {
			if reason := s.why[at]; reason != "" {
				why = reason
			}
		})
	}
	return why
}

// onlyPath is a path of [pairs.Options.Only].
type onlyPath struct {
	path string
	keys []string // in each root that it is in
	gone bool
	// targets are the keys of the file that it leads to, if it is a link.
	targets []string
}

func newSelection(only []string, roots []pairs.Root) *selection {
	s := &selection{found: map[string]bool{}, why: map[string]string{}, targets: map[string]bool{}}
	real := make([]string, len(roots))
	for i, r := range roots {
		real[i] = corpus.RealPath(r.Path)
	}
	s.roots = real
	for _, name := range only {
		info, err := os.Lstat(name)
		p := onlyPath{path: name, gone: err != nil}
		if err == nil {
			p.keys = keysOf(whereIs(name, info), roots, real)
		}
		if target := corpus.LinkTarget(name); target != "" {
			p.targets = keysOf(target, roots, real)
		}
		for _, key := range p.targets {
			s.targets[key] = false
		}
		for _, key := range p.keys {
			s.found[key] = false
			eachAbove(key, func(at string) { s.why[at] = "" })
		}
		s.paths = append(s.paths, p)
	}
	return s
}

// whereIs returns the real path of a file or folder. A symbolic link itself is not followed: its
// place is returned.
func whereIs(name string, info fs.FileInfo) string {
	if info.Mode()&fs.ModeSymlink != 0 {
		return filepath.Join(corpus.RealPath(filepath.Dir(name)), filepath.Base(name))
	}
	return corpus.RealPath(name)
}

// keysOf returns the keys of a path in the roots, whose real paths are given.
func keysOf(where string, roots []pairs.Root, real []string) (keys []string) {
	for i, r := range roots {
		if below, err := filepath.Rel(real[i], where); err == nil && filepath.IsLocal(below) {
			keys = append(keys, path.Join(r.Prefix, filepath.ToSlash(below)))
		}
	}
	return keys
}

// eachAbove calls f for a file's name and every folder above, the last ".".
func eachAbove(name string, f func(string)) {
	for f(name); name != path.Dir(name); f(name) {
		name = path.Dir(name)
	}
}
