// Package units reads units of comparison: files, or submissions of several files.
//
// [Read] finds the units below paths or in an index, analyses every file once, and hands the
// analyses to a [Sink]. A [Preparer] reads files a second time and makes them ready to be
// aligned. Package chaffinch compares all units with each other, package trees the units of two
// folders.
package units

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// By is the kind of units.
type By uint8

const (
	// ByFile makes every file a unit.
	ByFile By = iota
	// ByFolder makes a unit of every folder and archive directly below a root. A file there is a
	// unit, too.
	ByFolder
	// ByFunction makes a unit of every function: see [lex.Language.Functions].
	ByFunction
)

var byNames = [...]string{ByFile: pairs.ByFile, ByFolder: pairs.ByFolder, ByFunction: pairs.ByFunction}

// String returns the name: "file", "dir" or "function".
func (b By) String() string {
	if int(b) < len(byNames) {
		return byNames[b]
	}
	return fmt.Sprintf("by(%d)", uint8(b))
}

// ParseBy returns the By of that name.
func ParseBy(name string) (By, error) {
	if i := slices.Index(byNames[:], name); i >= 0 {
		return By(i), nil
	}
	return 0, fmt.Errorf("unknown unit %q: use %s", name, option.OneOf(byNames[:]))
}

// Options select the files to read, and how.
type Options struct {
	By By
	// Corpus selects the files to read. The files of an index were selected when it was updated.
	// Files that look generated or minified are marked, unless KeepGenerated or KeepMinified treats
	// them like all others.
	Corpus document.Options
	// SkipGenerated skips the files that would be marked, except those for which Keep returns true.
	// Keep may be nil, and is called from one goroutine at a time.
	SkipGenerated bool
	Keep          func(path string) bool
	// Omit is called for each file on disk, from one goroutine. Files for which it returns true are
	// neither read nor counted. It may be nil.
	Omit func(path string, f corpus.File) bool
	// Language is the language of all files. Nil detects it from each file's name and content.
	Language *lex.Language
	// Boilerplate are folders, files and archives of code that is ignored.
	Boilerplate []string
	// Results are files to skip because a comparison wrote them. They need not exist.
	Results []string
	// DropArchived does not keep contents of archives. Their source is then an error.
	DropArchived bool
	// Distinct analyses only one of the files with the same content and language.
	Distinct bool
	// Common are files that a first reading found in most submissions. They are boilerplate, too.
	Common *Common
	// NoLicenses ignores texts of licences, as boilerplate.
	NoLicenses bool
	// CountImports counts import lines like all other code: see [analyzer.Analysis.Imports].
	CountImports bool
	// MinTokens is the least number of tokens of a function that is a unit.
	MinTokens int
	// NoUnits is set if the files are not compared as units. No file is skipped as too short, and a
	// table of submissions may name others.
	NoUnits bool
	// Quoted also reads the programs that texts and pages show: see [parts.MayQuote]. With
	// Selected, such a file may be read as these programs instead.
	Quoted bool
	// Selected returns the fingerprints of all units, by unit, of the files passed to the sink so
	// far. It is nil if files are only read as their names and contents say: see
	// [loader.readDoubtful].
	Selected func() *candidates.Set
	// Named reports whether a file is compared. All others are compared only with those for which
	// it is true. It is nil if all are compared. It must be safe for concurrent use.
	Named func(path string) bool
	// Progress is called now and then with the number of files read, and of all. Calls come from
	// one goroutine at a time. In folders an archive counts as a file. All is 0 if it is not known.
	// The files are counted first, if Progress is not nil.
	Progress func(read, all int)
	// Skipped is called for every file that is not compared, from one goroutine at a time.
	Skipped func(path string, reason document.Reason, err error)
}

// Unit is a unit of comparison. Its files are in the order in which they were found. A unit whose
// files were all skipped has none. See [loader.divide] for submissions with generated files.
type Unit struct {
	Name string // below the root, with the root's prefix
	// Submission is the name of the submission that it is a part of. It is empty if it is all of
	// it.
	Submission string
	// Whole is the number of the submission's unit with the files written by hand. It may be the
	// unit itself, or that of the first unit of the student. Units with the same Whole are not
	// compared with each other.
	Whole int
	// Looks is document.Generated or document.Minified if all its files look generated or minified.
	Looks document.Reason
	Root  int  // number of the root
	Old   bool // of an archive of earlier units, which are not compared with each other
	Rest  bool // not named by the caller; units of the rest are not compared with each other
	Files []*File
	// Prints counts the fingerprints of all files.
	Prints int
	// Author, Label and Date are from info.csv or else from the names of an export. They are empty
	// or nil if these do not give them. Author and Date of a unit of one file in an index are the
	// file's.
	Author, Label string
	Date          *time.Time
	// Late and Attempt, counted from 1, are what an export of a learning platform says. Attempt is
	// 0 if the student has no other.
	Late    bool
	Attempt int

	// Function is the name of the function that the unit is, or empty.
	Function string

	student string // who handed it in: see [loader.joinStudents]; empty if that is unknown
	again   bool   // it is not the first of the student
}

// submission returns the name of the unit's submission, which may be the unit.
func (u *Unit) submission() string { return cmp.Or(u.Submission, u.Name) }

// File is a file of a unit.
type File struct {
	Path    string // as in [Unit.Name]
	Unit    int
	Content string // git blob id
	parts.Reading
	Lines  int
	Tokens int
	// Slots is the number of tokens and borders.
	Slots int
	// Quoted is the first token of the programs that it also shows, with [Options.Quoted]. It is 0
	// if there are none.
	Quoted int
	// Program is the programming language of most of its tokens, which may be inside a page, a mail
	// or a string. It is nil if it has no such tokens.
	Program *lex.Language
	// First is the analysed file of the same content and language, with [Options.Distinct]. If it
	// is not the file itself, Lines, Tokens and Slots are 0.
	First *File
	// Looks is document.Generated or document.Minified if it looks so: see [Options.SkipGenerated].
	Looks document.Reason
	// Origin is the origin in an index; nil if that is unknown.
	Origin *document.Origin

	source  source // never nil once all files are read
	part    *part  // nil if it is all of the source
	prints  int
	long    bool         // it has boilerplate or, with its import lines, a fingerprint
	ignored atomic.Int64 // tokens of boilerplate; complete once the file is prepared
	own     atomic.Int64 // tokens that may be evidence, likewise
}

// Boilerplate returns the number of ignored tokens. Material common to many units is included once
// the file is prepared.
func (f *File) Boilerplate() int { return int(f.ignored.Load()) }

// Own returns the number of tokens that are neither boilerplate nor import lines.
func (f *File) Own() int { return int(f.own.Load()) }

// Contents identifies the contents of all files, regardless of their paths.
func (u *Unit) Contents() string {
	var ids []string
	for _, f := range u.Files {
		ids = append(ids, f.id())
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// Own returns the number of tokens of its files that are neither boilerplate nor import lines.
func (u *Unit) Own() (n int) {
	for _, f := range u.Files {
		n += f.Own()
	}
	return n
}

// Share returns tokens as a fraction of the unit's own tokens, at most 1.
func (u *Unit) Share(tokens int) float64 {
	return min(1, float64(tokens)/float64(max(1, u.Own())))
}
