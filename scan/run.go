package scan

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// DefaultMinScore is the default of [Options.MinScore]. docs/scan.md explains how much is found and
// how much is false at this score.
const DefaultMinScore = threshold.ListedFinding

// Options are the options of [Run]. Only Tree must be set.
type Options struct {
	// Tree is the project: a folder, a file, or any other source, as [index.Source.Root].
	Tree   string
	Corpus document.Options
	// CountImports counts import lines like all other code: see [chaffinch.SearchOptions].
	CountImports bool
	// SkipGenerated skips generated and minified files, unless the options of Corpus keep them.
	SkipGenerated bool
	// Language is the language of all files, by name or alias; empty detects it.
	Language string
	// MinScore is the minimum score of a finding, from 0 to 1; 0 is [DefaultMinScore].
	MinScore float64
	// Collection and Filter restrict the documents that are searched: see
	// [chaffinch.SearchOptions].
	Collection string
	Filter     chaffinch.Filter
	// Own selects documents that are the project's own, its forks or their origins: the names of
	// collections, the addresses of repositories, or paths. Material that they explain is
	// not a copy. Documents below Tree never count.
	Own []string
	// Since is a revision of the git repository that Tree is in. Only lines that changed since are
	// searched for.
	Since string
	// Decisions come from earlier scans: see [ReadDecisions].
	Decisions []Decision
	// DecisionsFolder is the folder of their file, from which it names files. Empty is the working
	// folder.
	DecisionsFolder string
	// Baseline is the baseline of an earlier scan, whose findings are known; may be nil.
	Baseline *Baseline
	Policy   Policy
	// NoMarks disregards marks in the files of the project, such as chaffinch:ignore-next.
	NoMarks bool
	// By names the files and flags that decide, for [Report.DecidedBy].
	By By
	// NarrowedBy names the settings that the caller read in a file, for [Report.NarrowedBy]. They
	// have no other effect.
	NarrowedBy []NarrowedBy
	// Earlier is the report of an earlier scan. Files that are unchanged since are not searched
	// again, if its [Report.Basis] is the same. It may be nil.
	Earlier *Report
	// Sources is how many bytes of the sources of files with findings the report keeps for
	// [Report.SourceOf].
	Sources int
	// Reports are the paths of files that the caller reads and writes. They are skipped if git does
	// not track them, or if they are a baseline or the JSON of a scan.
	Reports []string
	// Strict counts every file of [Report.LeftOut] as one that could not be read.
	Strict bool
	// Checksums sets the checksums of files, for formats that need them.
	Checksums bool
	// Progress is called after each file, if it is not nil, one call at a time.
	Progress func(files int)
	// Skipped is called for every file that is not read, with the reason; nil for none.
	Skipped func(path string, reason document.Reason, err error)
}

// Check returns the error that [Run] would return for these options before it reads anything.
func (o Options) Check() error {
	if o.Tree == "" {
		return option.Errorf(option.ScanTree, "is empty: name a project")
	}
	if err := option.Within(option.ScanMinScore, o.MinScore, 0, 1); err != nil {
		return err
	}
	if _, err := lex.ParseLanguage(o.Language); err != nil {
		return err
	}
	if err := o.Filter.Check(); err != nil {
		return err
	}
	return o.Policy.Check()
}

// Run asks the index for all files of a project. It fails if [Options.Check] fails, if the index
// has no document to ask, or if reading the project or the index fails. It returns ctx's error,
// which is checked once per file. Files that cannot be read are in [Report.Unread].
func Run(ctx context.Context, x *chaffinch.Index, o Options) (*Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.MinScore == 0 {
		o.MinScore = DefaultMinScore
	}
	state, err := x.State()
	if err != nil {
		return nil, err
	}
	defer state.Close()
	s := &scanner{Options: o, x: x, state: state, asker: evidence.New(state, x.Analyzer()), report: newReport(x, state, o), gone: map[string]bool{}}
	if info, err := os.Stat(o.Tree); err == nil {
		s.isFile = info.Mode().IsRegular() && !corpus.KindOf(o.Tree).Several
	}
	if s.base, s.root, err = namesOf(o.Tree, o.Corpus); err != nil {
		return nil, err
	}
	s.report.root, s.report.decided = s.root, o.DecisionsFolder
	if s.report.base = s.base; s.base == "."+string(filepath.Separator) {
		s.report.base, s.base = "", ""
	}
	if !document.IsAddress(s.report.base) {
		s.report.top, s.report.below = workTreeOf(filepath.Clean(s.report.base))
	}
	if o.Since != "" && s.report.top == "" && o.Corpus.Git != (document.GitOptions{}) {
		return nil, fmt.Errorf("%s is read from its repository, not from its work tree, so no lines changed since %s: omit the history, branches or revision, or the revision since", o.Tree, o.Since)
	}
	if o.Since != "" && s.report.top == "" {
		return nil, fmt.Errorf("%s is not in a work tree of git, so no lines changed since %s: omit the revision", o.Tree, o.Since)
	}
	if s.own, err = newOwners(ctx, state, o.Own); err != nil {
		return nil, err
	}
	if err := cmp.Or(s.checkSelection(ctx), s.nameOwn(ctx), s.nameTracked(ctx)); err != nil {
		return nil, err
	}
	s.report.Basis = basisOf(state, o, s.root, s.own)
	s.earlier = newEarlier(o.Earlier, s.report.Basis)
	if o.Since != "" {
		if s.since, err = s.openRevision(ctx); err != nil {
			return nil, err
		}
		defer s.since.close()
	}
	if err := s.askAll(ctx); err != nil {
		return nil, err
	}
	if s.since != nil && !s.isFile {
		if err := s.leaveAbsent(ctx); err != nil {
			return nil, err
		}
	}
	s.addLinks()
	if err := s.settle(ctx, s.report.finish(o)); err != nil {
		return nil, err
	}
	s.report.warnOfMarks()
	if err := s.nameVersions(ctx); err != nil {
		return nil, err
	}
	if len(s.report.Files) == 0 && o.Since == "" && len(s.report.Unread) == 0 {
		s.report.Warnings = append(s.report.Warnings, warning.Of(option.NothingScanned))
	}
	for _, id := range o.Policy.unknownIDs(s.report.Findings) {
		s.report.Warnings = append(s.report.Warnings, warning.Of(option.PolicyUnknown, id))
	}
	return s.report, nil
}

func newReport(x *chaffinch.Index, state index.State, o Options) *Report {
	r := &Report{
		Tree: o.Tree, Since: o.Since, Date: time.Now().UTC().Truncate(time.Second), MinScore: o.MinScore,
		Index: Index{Path: x.Path(), Contents: state.Contents(), Guarantee: x.Settings().Analyzer.Guarantee()},
		Files: []File{}, Findings: []Finding{}, Stale: []Decision{}, Unseen: []Decision{}, Skipped: map[document.Reason]int{}, DecidedBy: []DecidedBy{},
		NarrowedBy: append([]NarrowedBy{}, o.NarrowedBy...), LeftOut: []LeftOut{}, Unread: []Unread{}, Gone: []Gone{},
		Warnings: []answer.Warning{}, marks: map[string][]mark{},
	}
	if x.Settings().HashOnly {
		r.Warnings = append(r.Warnings, warning.Of(option.ScanHashesOnly))
	}
	return r
}

// scanner is one call of [Run].
type scanner struct {
	Options
	x      *chaffinch.Index
	state  index.State
	asker  *evidence.Asker // for files with the bytes of a document
	report *Report
	base   string // begins the names of files; their paths are below it
	root   string // of the project, as occurrences have it
	own    *owners
	since  *revision // nil if all lines count
	kept   int       // bytes of sources
	isFile bool      // the project is a single file, which must be read
	links  []link    // that changed and look like source

	decided map[string][]*Decision // by the base name of their file
	share   map[*Decision]float64  // of the runs of a key that are in the file; of files that were read

	tracking   sync.Mutex
	tracked    []git.Entry // nil until they are needed: see trackedEntries
	trackedErr error
	gone       map[string]bool // contents of the last element of Report.Gone
	earlier    earlier
}

// checkSelection returns an error if the collection is missing, or selects no document.
func (s *scanner) checkSelection(ctx context.Context) error {
	selects := s.Filter.Matcher()
	any, err := index.AnyOccurrence(ctx, s.state, index.Where{Collection: s.Collection}, func(o index.Occurrence) bool {
		return (selects == nil || selects(index.Content{}, o)) && s.outside(index.Content{}, o)
	})
	if any || err != nil {
		return err
	}
	if s.Collection != "" {
		catalog, err := index.CatalogOf(s.state)
		if err != nil {
			return err
		}
		collections, err := catalog.Collections(ctx)
		if err != nil {
			return err
		}
		if !slices.Contains(collections, s.Collection) {
			return option.Errorf(option.ScanCollection, "names nothing: the index has no collection %s: %v", s.Collection, option.Say(option.SeeCollections))
		}
	}
	return errors.New("nothing to search: no document outside of the project matches the options: index the code that the project may come from, or change the filter")
}

// nameOwn warns of collections that are the project's own and not asked. Their root is the project,
// or in it.
func (s *scanner) nameOwn(ctx context.Context) error {
	return index.EachRoot(ctx, s.state, func(collection, root string) error {
		if (s.Collection == "" || collection == s.Collection) && document.IsBelow(root, "", s.root) {
			s.report.Warnings = append(s.report.Warnings, warning.Of(option.OwnCollection, collection, root))
		}
		return nil
	})
}

// nameTracked warns of an index that the repository of the project has brought. It decides the
// findings.
func (s *scanner) nameTracked(ctx context.Context) error {
	if s.report.top == "" || index.IsAddress(s.x.Path()) {
		return nil
	}
	top, folder := corpus.RealPath(s.report.top), corpus.RealPath(s.x.Path())
	if !document.IsBelow(folder, "", top) {
		return nil
	}
	rel, err := filepath.Rel(filepath.Join(top, filepath.FromSlash(s.report.below)), folder)
	if err != nil {
		return err
	}
	tracked, err := s.tracks(ctx, filepath.ToSlash(rel))
	if tracked {
		s.report.Warnings = append(s.report.Warnings, warning.Of(option.IndexOfProject, s.x.Path()))
	}
	return err
}

// mostOrigins is how many documents may explain a file.
const mostOrigins = 20

func (s *scanner) searchOptions() chaffinch.SearchOptions {
	return chaffinch.SearchOptions{
		Cover: true, Promising: true, Alignments: true, Top: mostOrigins, MinScore: s.MinScore, Likely: threshold.LikelyCopy,
		CountImports: s.CountImports, Collection: s.Collection, Filter: s.Filter, Select: s.outside,
	}
}

// outside selects the documents outside of the project itself.
func (s *scanner) outside(_ index.Content, o index.Occurrence) bool {
	return !o.Below(s.root)
}

// askAll reads the project, and asks for files that their ids do not identify.
func (s *scanner) askAll(ctx context.Context) error {
	return s.x.SearchEach(ctx, s.questions(ctx), s.searchOptions(), func(d chaffinch.Document, a *answer.Answer, err error) error {
		if err != nil {
			err = s.unread(ctx, d, err)
		} else {
			err = s.addAnswer(ctx, d, a)
		}
		s.keep(d)
		s.noteDecided(d)
		return err
	})
}

// questions yields the project's files that are not documents of the index. With a revision it
// yields changed lines.
func (s *scanner) questions(ctx context.Context) iter.Seq2[chaffinch.Document, error] {
	return func(yield func(chaffinch.Document, error) bool) {
		o := s.corpusOptions()
		reports := s.reportPaths()
		for d, err := range s.x.Files(ctx, s.Tree, o) {
			if err == nil {
				err = s.ofChaffinch(ctx, s.path(d), d.Source, reports)
			}
			d.Language, d.File = s.Language, ""
			for _, part := range s.parts(ctx, d, err) {
				if !yield(part.Document, part.err) {
					return
				}
			}
		}
	}
}

// corpusOptions returns the options by which files are read.
func (s *scanner) corpusOptions() document.Options {
	o := s.Corpus.Skipping(s.SkipGenerated)
	o.NoOffice = true // a project's licences are of its code
	return o
}

// languageOf returns the language of a file. This is the options' language, or the name's if the
// content looks like it. It is empty for other files: they may have several languages, or a
// different one. So it is for a page, and for a script that may write a program.
func (s *scanner) languageOf(d chaffinch.Document) string {
	if s.Language != "" || d.Source == nil || detect.IsNameless(d.Name) {
		return s.Language
	}
	text := corpus.Decode(d.Source).UTF8
	l := detect.Language(d.Name, text)
	if !parts.NewDoubts(d.Name, l, text).Sure() {
		return ""
	}
	return l.Name
}

// asked is a question, or the reason why a file is not searched.
type asked struct {
	chaffinch.Document
	err error
}

// unaskedError is the error of a file that cannot be a question.
type unaskedError struct{ error }

func (e unaskedError) Unwrap() error { return e.error }

// known is the error of a file that needs no question.
type known struct {
	identical *index.Described
	earlier   *earlierFile
}

func (known) Error() string { return "known" }

// parts returns the questions for a file.
func (s *scanner) parts(ctx context.Context, d chaffinch.Document, err error) []asked {
	if err != nil {
		return []asked{{d, err}}
	}
	if err := d.Check(); err != nil {
		return []asked{{d, unaskedError{err}}}
	}
	var lines []answer.Lines
	if s.since != nil {
		if lines, err = s.since.changed(ctx, s.path(d), d.Source); err != nil || len(lines) == 0 {
			return []asked{{d, cmpErr(err, known{})}}
		}
		if lines[0] == (answer.Lines{From: 1, To: countLines(d.Source)}) { // all is new: as without a revision
			lines = nil
		}
		lines = joinedOverComments(lines, s.languageOf(d), d.Source)
	}
	if before := s.earlier.file(s.path(d), d.Source); before != nil {
		return []asked{{d, known{earlier: before}}}
	}
	if same, err := s.identical(ctx, d.Source); err != nil || same != nil && lines == nil {
		return []asked{{d, cmpErr(err, known{identical: same})}}
	}
	d.Language = s.languageOf(d)
	if lines == nil {
		return []asked{{Document: d}}
	}
	var all []asked
	for _, l := range lines {
		d.Lines = l
		all = append(all, asked{Document: d})
	}
	return all
}

func cmpErr(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// unread notes a file that was not asked for.
func (s *scanner) unread(ctx context.Context, d chaffinch.Document, err error) error {
	path := s.path(d)
	var same known
	skip := new(chaffinch.SkippedError)
	switch {
	case errors.As(err, &same):
		if same.earlier != nil {
			s.addEarlier(d, same.earlier)
			return nil
		}
		return s.addIdentical(ctx, d, same.identical)
	case errors.Is(err, errOfChaffinch):
		s.skipped(path, errOfChaffinch.Reason, nil)
		return nil
	case errors.Is(err, errReport):
		s.skipped(path, errReport.Reason, nil)
		return s.leaveOut(ctx, path, errReport.Reason)
	case errors.As(err, &skip) && !skip.Reason.IsFault() && !hides(skip):
		return s.leave(ctx, path, skip)
	case errors.As(err, &skip) || errors.As(err, new(unaskedError)):
		s.report.Unread = append(s.report.Unread, Unread{path, err.Error()})
		return nil
	}
	return err
}

// hides reports whether a skipped file has contents that count. Such a file is the second file of a
// path in an archive.
func hides(skip *chaffinch.SkippedError) bool {
	return skip.Reason == document.Duplicate && skip.Err != nil
}

// skipped notes a file that is not read.
func (s *scanner) skipped(path string, reason document.Reason, err error) {
	s.report.Skipped[reason]++
	if s.Skipped != nil {
		s.Skipped(path, reason, err)
	}
}

// namesOf returns the prefix of a source's file names, and its name.
func namesOf(tree string, o document.Options) (base, root string, err error) {
	from, err := corpus.Open(tree, o)
	if err != nil {
		return "", "", err
	}
	defer from.Close()
	address, is := document.Address(from.Root())
	switch {
	case is:
		return address + "/", from.Name(), nil
	case from.Name() != from.Root():
		return filepath.Clean(filepath.Dir(tree)) + string(filepath.Separator), from.Name(), nil
	}
	return filepath.Clean(tree) + string(filepath.Separator), from.Name(), nil
}

// path returns the path of a file in the project.
func (s *scanner) path(d chaffinch.Document) string {
	return filepath.ToSlash(strings.TrimPrefix(d.Name, s.base))
}

// file returns the entry of a project's file. It adds the entry unless that is the last one added.
func (s *scanner) file(d chaffinch.Document) *File {
	path, all := s.path(d), &s.report.Files
	if n := len(*all); n == 0 || (*all)[n-1].Path != path {
		*all = append(*all, File{
			Path: path, Content: index.BlobID(d.Source), Lines: countLines(d.Source),
			Copied: []answer.Lines{}, Own: []answer.Lines{}, Common: []answer.Lines{},
		})
		if !s.NoMarks {
			if marks := marksOf(d.Source); marks != nil {
				s.report.marks[path] = marks
			}
		}
		if s.Checksums {
			(*all)[len(*all)-1].setChecksums(d.Source)
		}
		if s.Progress != nil {
			s.Progress(len(*all))
		}
	}
	return &(*all)[len(*all)-1]
}

func (f *File) setChecksums(source []byte) {
	one, two := sha1.Sum(source), sha256.Sum256(source)
	f.SHA1, f.SHA256 = hex.EncodeToString(one[:]), hex.EncodeToString(two[:])
}

// countLines returns the number of lines of the decoded text, as matches have them. The last one
// may lack its end.
func countLines(source []byte) int {
	text := corpus.Decode(source).UTF8
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
