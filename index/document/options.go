package document

import (
	"io"
	"slices"
	"sync"
)

// Options select the files to read. The zero value is the default.
type Options struct {
	// MaxSize is the largest size of a file in bytes. 0 or less means 4 MiB; larger values than 256
	// MiB mean 256 MiB.
	MaxSize int64
	// NoIgnore disables .gitignore, .chaffinchignore and the excludes of git. Include and Exclude
	// still apply.
	NoIgnore bool
	// OuterIgnore disables ignore files of the folders below the root. A submission must not choose
	// which of its files are compared.
	OuterIgnore bool
	// Exclude lists patterns in .gitignore's syntax, relative to the root; the last match decides.
	// Matching files are skipped as Excluded, whatever the ignore files contain. "./" and the
	// absolute path of the root at the beginning mean the root; a backslash before a letter
	// separates folders.
	Exclude []string
	// Include lists patterns of the same form. If there are any, a file is skipped as Excluded
	// unless they match it or a folder of it. They do not restore ignored or excluded files. `*.go`
	// includes Go files at any depth, `/cmd/` everything in the folder cmd of the root.
	Include []string
	// Use notes which patterns match something; nil notes nothing.
	Use *PatternUse
	// KeepGenerated keeps generated files.
	KeepGenerated bool
	// KeepMinified keeps minified files.
	KeepMinified bool
	// Archives lets Walk visit archives of any size. Patterns see them as folders: Include applies
	// to the files in them. Package corpus says how to read them.
	Archives bool
	// LargeArchives lets an archive unpack to 64 GiB and 2 million files. Otherwise the limits are
	// 1 GiB and 100,000 files. The largest takes 300 MB of memory for the names of its files.
	LargeArchives bool
	// NoOffice treats documents of word processors as binary: DOCX, ODT, PPTX and ODP. Otherwise
	// their text is read: MaxSize bounds the text, and the document may have 32 MiB.
	NoOffice bool
	// PDF reads the text of PDF files by the program pdftotext, which runs for each. Without the
	// program they are skipped as Unsupported, and without PDF as Binary. The limits are those of
	// documents.
	PDF bool
	// Input is what standard input reads; nil is os.Stdin.
	Input io.Reader
	// Git selects what to read of a git repository.
	Git GitOptions
}

// KeepingAll returns the options that also keep generated and minified files.
func (o Options) KeepingAll() Options {
	o.KeepGenerated, o.KeepMinified = true, true
	return o
}

// Skipping returns the options, or [Options.KeepingAll] unless generated and minified files are
// skipped.
func (o Options) Skipping(generated bool) Options {
	if generated {
		return o
	}
	return o.KeepingAll()
}

// GitOptions specify what to read of a git repository. The zero value is the commit that HEAD
// names.
type GitOptions struct {
	// Revision is the commit to read: a tag, a branch, an id.
	Revision string
	// Branches reads the last commits of all branches and tags, Revision excluded.
	Branches bool
	// History reads all commits. Each content is read once, in the first commit that has it.
	History bool
}

// PatternUse notes which patterns of [Options.Include] and [Options.Exclude] match a file or a
// folder. Several goroutines may use it at a time. A nil one notes nothing.
type PatternUse struct {
	mu      sync.Mutex
	used    map[string]bool
	partial bool
}

// Unused returns the patterns that have matched nothing, not even parts that were left out. It is
// empty if something was not walked because nothing in it has changed.
func (u *PatternUse) Unused(patterns []string) []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.partial {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return u.used[p] })
}

// SetPartial records that something is not walked because nothing in it has changed.
func (u *PatternUse) SetPartial() {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.partial = true
}

// Note calls f with a function that notes a pattern as used. Calls exclude each other.
func (u *PatternUse) Note(f func(used func(pattern string))) {
	u.mu.Lock()
	defer u.mu.Unlock()
	f(func(pattern string) {
		if u.used == nil {
			u.used = map[string]bool{}
		}
		u.used[pattern] = true
	})
}
