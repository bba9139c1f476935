package index

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// BoilerplateOptions say which files become boilerplate. The zero value is the default.
type BoilerplateOptions struct {
	// Language is how to lex every file; nil tells it from each one's name and content.
	Language *lex.Language
	// Corpus says which files are worth reading.
	Corpus corpus.Options
	// Skipped is called for every file and folder that is not added. Path is as in [corpus.Skip].
	Skipped func(path, reason string, err error)
}

// BoilerplateReport is what became of one root. Its counts are of files, but for Contents.
type BoilerplateReport struct {
	Root      string `json:"root"`      // absolute; for a file, the folder it is in
	Added     int    `json:"added"`     // under a name that was not known
	Changed   int    `json:"changed"`   // other content, or another language, than before
	Unchanged int    `json:"unchanged"` // boilerplate already
	Contents  int    `json:"contents"`  // distinct contents that were no boilerplate yet
	// Skipped counts files and folders that are not added, by reason.
	Skipped map[string]int `json:"skipped"`
}

// AddBoilerplate makes the files below the roots, which are folders or files, boilerplate of the
// index, and returns a report for each root. A file that was added before and has changed is
// replaced. All is written at the end, in one batch: an error before that, or ctx that is done,
// leaves the index as it was.
func (x *Index) AddBoilerplate(ctx context.Context, roots []string, o BoilerplateOptions) ([]BoilerplateReport, error) {
	if x.readOnly {
		return nil, errReadOnly
	}
	if err := x.writing.lock(ctx); err != nil {
		return nil, fmt.Errorf("adding boilerplate to index %s: %w", x.path, err)
	}
	defer x.writing.unlock()
	s, err := x.editBoilerplate()
	if err != nil {
		return nil, fmt.Errorf("adding boilerplate to index %s: %w", x.path, err)
	}
	var reports []BoilerplateReport
	for _, root := range roots {
		report, err := s.addAll(ctx, root, o)
		if err != nil {
			return nil, fmt.Errorf("adding boilerplate from %s: %w", root, err)
		}
		reports = append(reports, report)
	}
	if err := s.write(ctx); err != nil {
		return nil, fmt.Errorf("adding boilerplate to index %s: %w", x.path, advised(err))
	}
	return reports, nil
}

// RemoveBoilerplate takes away the boilerplate of every name for which match returns true, and
// returns how many names those were. It writes as [Index.AddBoilerplate] does.
func (x *Index) RemoveBoilerplate(ctx context.Context, match func(name string) bool) (int, error) {
	if x.readOnly {
		return 0, errReadOnly
	}
	if err := x.writing.lock(ctx); err != nil {
		return 0, fmt.Errorf("removing boilerplate from index %s: %w", x.path, err)
	}
	defer x.writing.unlock()
	s, err := x.editBoilerplate()
	if err != nil {
		return 0, fmt.Errorf("removing boilerplate from index %s: %w", x.path, advised(err))
	}
	removed := 0
	for _, name := range slices.Sorted(maps.Keys(s.at)) {
		if match(name) {
			s.remove(name)
			removed++
		}
	}
	if err := s.write(ctx); err != nil {
		return 0, fmt.Errorf("removing boilerplate from index %s: %w", x.path, advised(err))
	}
	return removed, nil
}

// boilerplateEdit is all boilerplate of an index, to be changed and then written as one batch.
// There is little of it, so it is held in memory.
type boilerplateEdit struct {
	x       *Index
	items   map[string]*Boilerplate // by id
	at      map[string]string       // id by name
	changed map[string]bool         // by id
}

func (x *Index) editBoilerplate() (*boilerplateEdit, error) {
	snapshot, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer snapshot.Close()
	s := &boilerplateEdit{x, map[string]*Boilerplate{}, map[string]string{}, map[string]bool{}}
	err = snapshot.EachBoilerplate(func(b Boilerplate) error {
		s.items[b.ID] = &b
		for _, name := range b.Names {
			s.at[name] = b.ID
		}
		return nil
	})
	return s, err
}

// addAll adds the files below the root.
func (s *boilerplateEdit) addAll(ctx context.Context, path string, o BoilerplateOptions) (BoilerplateReport, error) {
	root, file, err := resolveRoot(path)
	if err != nil {
		return BoilerplateReport{}, err
	}
	a := &addition{boilerplateEdit: s, o: o, root: root}
	a.report = BoilerplateReport{Root: root, Skipped: map[string]int{}}
	a.o.Corpus.Exclude = excludeIndex(o.Corpus.Exclude, root, s.x.path)
	err = corpus.Walk(ctx, filepath.Join(root, file), a.o.Corpus, func(f corpus.File) error { return a.file(ctx, f) }, func(skip corpus.Skip) {
		a.skip(skip.Path, skip.Reason.String(), skip.Err)
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

func (a *addition) skip(path, reason string, err error) {
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
	if reason != corpus.Kept {
		a.skip(f.Path, reason.String(), err)
		return nil
	}
	text := corpus.Decode(content)
	language, r := Source{Language: a.o.Language}.choice(f.Path, text.UTF8)
	a.x.analyzer.Analyze(language, text.UTF8, &a.analysis)
	if !hasFingerprints(&a.analysis) {
		a.skip(f.Path, ReasonTooShort, nil)
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

// add puts a file's content in place of what the name stood for before.
func (a *addition) add(name string, r languageChoice, content []byte) {
	id := BlobID(content)
	old, known := a.at[name]
	if known && old != id {
		a.remove(name)
	}
	item := a.items[id]
	if item == nil {
		a.report.Contents++
		item = &Boilerplate{ID: id, Size: int64(len(content)), choices: map[string]languageChoice{}, packed: compress(content)}
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

// write writes what has changed in one batch.
func (s *boilerplateEdit) write(ctx context.Context) error {
	if len(s.changed) == 0 { // but a killed process may have written it, and not published
		return s.x.publishUnless(ctx, ctx.Err())
	}
	batch := s.x.bleve.NewBatch()
	for _, id := range slices.Sorted(maps.Keys(s.changed)) {
		item := s.items[id]
		if len(item.Names) == 0 {
			batch.Delete(boilerplatePrefix + id)
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := item.lex(); err != nil {
			return err
		}
		doc, err := item.document()
		if err != nil {
			return err
		}
		if err := batch.IndexAdvanced(doc); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.x.writeBatch(batch); err != nil {
		return err
	}
	return s.x.publishUnless(ctx, s.x.mergeSmall(ctx))
}

// lex sets the language, and counts the tokens in it.
func (b *Boilerplate) lex() error {
	l, err := b.choice().lookup()
	if err != nil {
		return fmt.Errorf("boilerplate %s: %w", b.ID, err)
	}
	source, err := b.Source()
	if err != nil {
		return err
	}
	b.Language, b.Tokens = l.Name, len(l.Lex(nil, corpus.Decode(source).UTF8))
	return nil
}
