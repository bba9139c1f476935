// Package option has the options that texts of the library name, and its messages. The words are
// those of each face: one row an option, and one row a message.
package option

import (
	"fmt"
	"slices"
	"strings"
)

// Option is an option of the library. A name is empty where a face does not have the option.
type Option struct {
	Field  string   // of Go
	Flags  []string // of the command. Of several the one that was given is meant, or else the first.
	Key    string   // in JSON: of the API, and of JavaScript
	Call   string   // of JavaScript, if it differs
	Reader string   // words for readers of a report, who set no options
}

// String returns the field of Go.
func (o *Option) String() string { return o.Field }

var all []*Option

func add(field, flags, key, reader string) *Option {
	o := &Option{Field: field, Flags: strings.Fields(flags), Key: key, Reader: reader}
	all = append(all, o)
	return o
}

// All returns all options.
func All() []*Option { return all }

// Of questions.
var (
	Language     = add("Document.Language", "lang", "language", "the language")
	Source       = add("Document.Source", "", "source", "the source")
	Content      = add("Document.Content", "", "content", "the content")
	Prints       = add("Document.Prints", "", "", "")
	Cover        = add("SearchOptions.Cover", "cover", "cover", "")
	CountImports = add("SearchOptions.CountImports", "count-imports", "countImports", "")
	GroupBy      = add("SearchOptions.GroupBy", "group-by", "groupBy", "")
	Likely       = add("SearchOptions.Likely", "", "", "")
	MaxTerms     = add("SearchOptions.MaxTerms", "max-terms", "maxTerms", "")
	Measure      = add("SearchOptions.Measure", "measure", "measure", "")
	MinScore     = add("SearchOptions.MinScore", "min-score", "minScore", "the minimum score")
	Promising    = add("SearchOptions.Promising", "promising", "promising", "")
	Sort         = add("SearchOptions.Sort", "sort", "sort", "")
	Top          = add("SearchOptions.Top", "top", "top", "")
	After        = add("Filter.After", "after", "after", "")
	Before       = add("Filter.Before", "before", "before", "")
	Append       = add("ExportOptions.Append", "append", "", "")
)

// Of pairs and groups.
var (
	PairsBase         = add("pairs.Options.Base", "base", "base", "the starter code")
	PairsBaseline     = add("pairs.Options.Baseline", "baseline", "", "")
	PairsDeadline     = add("pairs.Options.Deadline", "deadline", "deadline", "the deadline")
	PairsCountCommon  = add("pairs.Options.CountCommon", "count-common", "countCommon", "")
	PairsLinkScore    = add("pairs.Options.LinkScore", "link-score", "linkScore", "the score that links")
	PairsLinkage      = add("pairs.Options.Linkage", "linkage", "linkage", "the linkage")
	PairsLater        = add("pairs.Options.MatchesLater", "", "", "")
	PairsMaxShare     = add("pairs.Options.MaxShare", "max-share base-from-corpus", "maxShare", "the limit of common code")
	PairsMinScore     = add("pairs.Options.MinScore", "min-score", "minScore", "the minimum score")
	PairsMinInstances = add("pairs.Options.MinInstances", "min-instances", "minInstances", "the least size of a group")
	PairsMinTokens    = add("pairs.Options.MinTokens", "min-tokens", "minTokens", "the least size of a function")
	PairsOld          = add("pairs.Options.Old", "archive", "archive", "the earlier work")
	PairsOnly         = add("pairs.Options.Only", "only", "", "")
	PairsSkipped      = called("onSkipped", add("pairs.Options.Skipped", "list-skipped", "", ""))
	PairsSort         = add("pairs.Options.Sort", "sort", "sort", "the order")
	PairsTop          = add("pairs.Options.Top", "top", "top", "")
	PairsUnit         = add("pairs.Options.Unit", "unit", "unit", "the unit")
)

// Of indexes.
var (
	Store    = add("index.Settings.Store", "store", "", "")
	HashOnly = add("index.Settings.HashOnly", "hash-only", "", "")
	Scanoss  = add("index.Settings.Scanoss", "scanoss", "", "")
	Shards   = add("index.Settings.Shards", "shards", "", "")
	TermBits = add("analyzer.Settings.TermBits", "term-bits", "", "")
	Key      = add("index.Options.Key", "key-file", "", "")
	Wait     = add("index.Options.Wait", "wait", "", "")
	Include  = called("include", add("document.Options.Include", "include", "", ""))
	NoIgnore = called("noIgnore", add("document.Options.NoIgnore", "no-ignore", "", ""))
)

// Of matches of their own.
var (
	ClonesBaseline  = add("pairs.CloneOptions.Baseline", "baseline", "", "")
	ClonesMinTokens = add("pairs.CloneOptions.MinTokens", "min-match", "minTokens", "")
	ClonesOnly      = add("pairs.CloneOptions.Only", "only", "", "")
	ClonesSkipped   = add("pairs.CloneOptions.Skipped", "list-skipped", "", "")
)

// Of scans.
var (
	ScanTree       = add("scan.Options.Tree", "", "", "")
	ScanMinScore   = add("scan.Options.MinScore", "min-score", "minScore", "the minimum score")
	ScanCollection = add("scan.Options.Collection", "collection", "collection", "the collection")
	ScanOwn        = add("scan.Options.Own", "own", "own", "")
	PolicyAllow    = add("scan.Policy.Allow", "allow", "", "")
	PolicyDeny     = add("scan.Policy.Deny", "deny", "", "")
	PolicyReview   = add("scan.Policy.Review", "review-license", "", "")
)

// Of deduplication.
var (
	DedupMeasure   = add("dedup.Options.Measure", "measure", "measure", "")
	DedupThreshold = add("dedup.Options.Threshold", "threshold", "", "")
	DedupShingle   = add("dedup.Options.Shingle", "shingle", "", "")
	DedupOverlap   = add("dedup.Options.Overlap", "overlap", "", "")
	DedupPrefer    = add("dedup.Options.Prefer", "prefer", "", "")
)

func called(call string, o *Option) *Option {
	o.Call = call
	return o
}

// Within returns an error for a value that is out of its range, as NaN is.
func Within[N int | float64](o *Option, v, least, most N) error {
	if v >= least && v <= most {
		return nil
	}
	return Errorf(o, "is %v: use %v to %v", v, least, most)
}

// Share returns an error for a share out of its range. 0 stands for a default, or for no limit.
func Share(o *Option, v float64) error {
	if v >= 0 && v <= 1 {
		return nil
	}
	return Errorf(o, "is %v: use more than 0 and at most 1", v)
}

// Among returns an error for a value that is not one of the possible ones.
func Among(o *Option, v string, values []string) error {
	if slices.Contains(values, v) {
		return nil
	}
	return Errorf(o, "is %q: use %s", v, OneOf(values))
}

// OneOf lists the values of an option, such as "file or dir".
func OneOf(values []string) string {
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// Error is the error for an option, or for one that contradicts another. Faces word it: see
// [ErrorIn].
type Error struct {
	option *Option
	format string
	values []any
}

// Errorf returns the error for an option. Values may be options, and others that faces word.
func Errorf(o *Option, format string, values ...any) error { return &Error{o, format, values} }

// Error starts with the field of the option.
func (e *Error) Error() string { return e.in(Library) }

func (e *Error) in(face Face) string {
	name, _ := face.said(e.option)
	said, _ := inFace(face, e.values)
	return fmt.Sprintf("%v "+e.format, append([]any{name}, said...)...)
}

// ErrorIn returns the text of an error in the words of a face.
func ErrorIn(err error, face Face) string {
	if worded, ok := err.(interface{ in(Face) string }); ok {
		return worded.in(face)
	}
	if face.value != nil {
		if words, ok := face.value(err); ok {
			return words
		}
	}
	text := err.Error()
	for _, part := range wrapped(err) {
		own := part.Error()
		words := ErrorIn(part, face)
		// Package fmt keeps only the text; a wrapped error is mostly at its end.
		if at := strings.LastIndex(text, own); at >= 0 && words != own {
			text = text[:at] + words + text[at+len(own):]
		}
	}
	return text
}

// wrapped returns the errors that an error wraps itself.
func wrapped(err error) []error {
	switch err := err.(type) {
	case interface{ Unwrap() []error }:
		return err.Unwrap()
	case interface{ Unwrap() error }:
		if part := err.Unwrap(); part != nil {
			return []error{part}
		}
	}
	return nil
}
