package index

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// BoilerplateOptions specify which files become boilerplate. The zero value is the default.
type BoilerplateOptions struct {
	// Language is the language of every file; nil detects each file's language.
	Language *lex.Language
	// Corpus selects the files to read.
	Corpus document.Options
	// Skipped is called for every file and folder that is not added. The path of a
	// folder ends in a slash.
	Skipped func(path string, reason document.Reason, err error)
}

// BoilerplateReport counts the material added from one root. It counts files, except for Contents.
type BoilerplateReport struct {
	Root      string `json:"root"`      // absolute; the folder of a file
	Added     int    `json:"added"`     // under a new name
	Changed   int    `json:"changed"`   // with another content or language than before
	Unchanged int    `json:"unchanged"` // boilerplate already
	Contents  int    `json:"contents"`  // distinct and new
	// Skipped counts files and folders by the reason why they are not added.
	Skipped map[document.Reason]int `json:"skipped"`
}

// AddBoilerplate makes the files below the roots boilerplate and returns a report for each root. A
// root is a folder or a file. Changed files are replaced. Everything is written in one batch at the
// end: if there is an error before that, or ctx is done, nothing changes.
func AddBoilerplate(ctx context.Context, w Writer, roots []string, o BoilerplateOptions) ([]BoilerplateReport, error) {
	reports, err := addBoilerplate(ctx, w, roots, o)
	if err != nil {
		return nil, fmt.Errorf("adding boilerplate: %w", err)
	}
	return reports, nil
}

func addBoilerplate(ctx context.Context, w Writer, roots []string, o BoilerplateOptions) ([]BoilerplateReport, error) {
	if w.Settings().HashOnly {
		return nil, option.Fail(option.SourceAsBase, option.HashOnly)
	}
	var reports []BoilerplateReport
	err := editBoilerplate(ctx, w, func(s *boilerplateEdit) error {
		for _, root := range roots {
			own := o
			own.Corpus.Exclude = excludeIndex(w, root, o.Corpus.Exclude)
			report, err := s.addAll(ctx, root, own)
			if err != nil {
				return fmt.Errorf("reading %s: %w", root, err)
			}
			reports = append(reports, report)
		}
		return nil
	})
	return reports, err
}

// RemoveBoilerplate removes the names for which match returns true, and returns their number. It
// writes like [AddBoilerplate].
func RemoveBoilerplate(ctx context.Context, w Writer, match func(name string) bool) (int, error) {
	removed, err := removeBoilerplate(ctx, w, match)
	if err != nil {
		err = fmt.Errorf("removing boilerplate: %w", err)
	}
	return removed, err
}

func removeBoilerplate(ctx context.Context, w Writer, match func(name string) bool) (int, error) {
	removed := 0
	err := editBoilerplate(ctx, w, func(s *boilerplateEdit) error {
		for _, name := range slices.Sorted(maps.Keys(s.at)) {
			if match(name) {
				s.remove(name)
				removed++
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return removed, nil
}

// boilerplateEdit is all boilerplate of an index, in memory. After changes it is written in one
// batch.
type boilerplateEdit struct {
	to       Writer
	analyzer *analyzer.Analyzer
	items    map[string]*Boilerplate // by id
	at       map[string]string       // id by name
	changed  map[string]bool         // by id
}

// editBoilerplate loads the boilerplate, calls edit, and writes the changes.
func editBoilerplate(ctx context.Context, to Writer, edit func(*boilerplateEdit) error) error {
	if err := to.Begin(ctx, "", ""); err != nil {
		return err
	}
	s, err := loadBoilerplate(ctx, to)
	if err != nil {
		return err
	}
	if err := edit(s); err != nil {
		return err
	}
	return s.write(ctx)
}

func loadBoilerplate(ctx context.Context, to Writer) (*boilerplateEdit, error) {
	a, err := to.Settings().NewAnalyzer()
	if err != nil {
		return nil, err
	}
	state, err := to.State()
	if err != nil {
		return nil, err
	}
	defer state.Close()
	s := &boilerplateEdit{to, a, map[string]*Boilerplate{}, map[string]string{}, map[string]bool{}}
	err = state.EachBoilerplate(ctx, func(b Boilerplate) error {
		s.items[b.ID] = &b
		for _, name := range b.Names {
			s.at[name] = b.ID
		}
		return nil
	})
	return s, err
}

// addAll adds the files below the root.
func (s *boilerplateEdit) addAll(ctx context.Context, path string,
	o BoilerplateOptions) (BoilerplateReport, error) {
	from, err := corpus.Open(path, o.Corpus)
	if err != nil {
		return BoilerplateReport{}, err
	}
	defer from.Close()
	a := &addition{boilerplateEdit: s, o: o, root: from.Root()}
	a.report = BoilerplateReport{Root: a.root, Skipped: map[document.Reason]int{}}
	err = from.Each(ctx, corpus.Visitor{
		Visit: func(f corpus.File) error { return a.file(ctx, f) },
		Skip:  func(skip corpus.Skip) { a.skip(skip.Path, skip.Reason, skip.Err) },
	})
	return a.report, err
}

// addition is how one root is added.
type addition struct {
	*boilerplateEdit
	o        BoilerplateOptions
	root     string
	report   BoilerplateReport
	buf      []byte
	analysis analyzer.Analysis
}

func (a *addition) skip(path string, reason document.Reason, err error) {
	a.report.Skipped[reason]++
	if a.o.Skipped != nil {
		a.o.Skipped(path, reason, err)
	}
}

func (a *addition) file(ctx context.Context, f corpus.File) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	content, reason, err := corpus.Read(f, a.o.Corpus, a.buf)
	a.buf = content[:0]
	if reason != document.Kept {
		a.skip(f.Path, reason, err)
		return nil
	}
	text := corpus.Decode(content)
	language, r := Source{Language: a.o.Language}.choice(f, text.UTF8)
	a.analyzer.Analyze(language, text.UTF8, &a.analysis)
	if !hasFingerprints(&a.analysis) {
		a.skip(f.Path, document.TooShort, nil)
		return nil
	}
	a.add(boilerplateName(a.root, f.Path), r, content)
	return nil
}

func hasFingerprints(n *analyzer.Analysis) bool {
	for _, prints := range n.Fingerprints {
		if len(prints) > 0 {
			return true
		}
	}
	return false
}

// add makes a content the boilerplate of that name.
func (a *addition) add(name string, r document.LanguageChoice, content []byte) {
	id := BlobID(content)
	old, known := a.at[name]
	if known && old != id {
		a.remove(name)
	}
	item := a.items[id]
	if item == nil {
		a.report.Contents++
		item = &Boilerplate{
			ID: id, Size: int64(len(content)), choices: map[string]document.LanguageChoice{}, Packed: compress(content),
		}
		a.items[id] = item
	}
	a.at[name] = id
	switch changes := item.named(name, r); {
	case !known:
		a.report.Added++
	case changes:
		a.report.Changed++
	default:
		a.report.Unchanged++
		return
	}
	a.changed[id] = true
}

func (s *boilerplateEdit) remove(name string) {
	id := s.at[name]
	delete(s.at, name)
	s.items[id].unnamed(name)
	s.changed[id] = true
}

// write writes the changes in one batch.
func (s *boilerplateEdit) write(ctx context.Context) error {
	if len(s.changed) == 0 { // a killed process may have written them and not published
		return publishUnless(ctx, s.to, ctx.Err())
	}
	batch := new(Batch)
	for _, id := range slices.Sorted(maps.Keys(s.changed)) {
		item := s.items[id]
		if len(item.Names) == 0 {
			batch.NoBoilerplate = append(batch.NoBoilerplate, id)
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := item.lex(); err != nil {
			return err
		}
		batch.Boilerplate = append(batch.Boilerplate, *item)
	}
	if err := s.to.Write(ctx, batch); err != nil {
		return err
	}
	return publishUnless(ctx, s.to, s.to.Merge(ctx, true))
}

// lex sets the language and counts the tokens.
func (b *Boilerplate) lex() error {
	l, err := lookUp(b.choice())
	if err != nil {
		return fmt.Errorf("boilerplate %s: %w", b.ID, err)
	}
	source, err := b.Source()
	if err != nil {
		return err
	}
	var n analyzer.Analysis
	n.Lex(l, corpus.Decode(source).UTF8)
	b.Language, b.Tokens = l.Name, n.Len()
	return nil
}
