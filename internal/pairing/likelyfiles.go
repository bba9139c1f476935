package pairing

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query"
)

// likelyFiles are an index's files and the contents that may share a run. They share it with a
// named file.
type likelyFiles struct {
	options   *pairs.CloneOptions
	analyzer  *analyzer.Analyzer
	files     map[string]index.Occurrence // on disk, by absolute path
	languages map[string]string           // of contents, by id
	ids       map[string]bool             // of likely contents

	mu    sync.Mutex
	runs  [][]query.Term          // the terms of documents with a run, for each run
	fails bool                    // the fingerprints of a run are unknown
	lists map[query.Term][]string // contents with a term, sorted
	terms map[query.Term]int      // df
}

// find fills in the files, and the likely contents. roots are the folders and files that are
// compared.
func (f *likelyFiles) find(ctx context.Context, s index.State, roots []string) error {
	catalog, err := index.CatalogOf(s)
	if err != nil {
		return errNotByIndex
	}
	if err := f.readFiles(ctx, s, catalog, roots); err != nil {
		return err
	}
	if err := f.readNamed(ctx); err != nil {
		return err
	}
	f.languages = map[string]string{}
	err = catalog.EachContent(ctx, func(c index.Content) error {
		f.languages[c.ID] = c.Language
		return nil
	})
	if err != nil {
		return err
	}
	return f.lookUp(ctx, s, catalog)
}

// readFiles reads the index's records of the files below the roots.
func (f *likelyFiles) readFiles(ctx context.Context, s index.State, catalog index.Catalog, roots []string) error {
	f.files = map[string]index.Occurrence{}
	collections, err := catalog.Collections(ctx)
	if err != nil {
		return err
	}
	for _, name := range collections {
		known, err := catalog.Roots(ctx, name)
		if err != nil {
			return err
		}
		for _, root := range known {
			if !slices.ContainsFunc(roots, func(r string) bool { return isWithin(root, r) || isWithin(r, root) }) {
				continue
			}
			err := s.Occurrences(ctx, index.Where{Collection: name, Root: root, Both: true}, func(o index.Occurrence) error {
				f.files[o.File()] = o
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	if len(f.files) == 0 {
		return errNotByIndex
	}
	return nil
}

// readNamed analyses the named files, and finds which documents have their runs. It analyses as the
// index does.
func (f *likelyFiles) readNamed(ctx context.Context) error {
	only := slices.DeleteFunc(slices.Clone(f.options.Only), func(name string) bool {
		_, err := os.Lstat(name)
		return err != nil
	})
	po := pairsOptions(f.options)
	po.Progress, po.Skipped = nil, nil
	how, err := reading(&po)
	if err != nil {
		return err
	}
	how.NoUnits, how.DropArchived, how.SkipGenerated, how.Boilerplate = true, true, false, nil
	read, err := units.Read(ctx, f.analyzer, units.Paths(only, nil), how, f.add)
	if err != nil {
		return cmp.Or(ctx.Err(), errNotByIndex) // the comparison itself reports the reason
	}
	if f.fails {
		return errors.Join(errNotByIndex, read.Close())
	}
	return read.Close()
}

// add is a [units.Sink].
func (f *likelyFiles) add(_ *units.File, _ []byte, n *analyzer.Analysis, _ units.NoEvidence) {
	var runs [][]query.Term
	fails := false
	for _, p := range n.Parts() {
		r := analyzer.Structure
		if p.Language == lex.Prose {
			r = analyzer.Exact
		}
		scheme, ok := f.analyzer.Settings().Scheme(p.Language, r)
		first, last := scheme.W-1, f.options.MinTokens-scheme.K-scheme.W+1 // of a run's k-grams
		if !ok || scheme.W == 0 || last-first+1 < scheme.W {
			fails = fails || p.To-p.From >= f.options.MinTokens
			continue
		}
		prints := n.Fingerprints[r]
		from, to := 0, 0
		before := [2]int{-1, -1}
		for run := p.From; run+f.options.MinTokens <= p.To; run++ {
			for from < len(prints) && int(prints[from].Token) < run+first {
				from++
			}
			for to = max(to, from); to < len(prints) && int(prints[to].Token) <= run+last; to++ {
			}
			if before == [2]int{from, to} {
				continue
			}
			before = [2]int{from, to}
			var terms []query.Term
			for _, print := range prints[from:to] {
				terms = append(terms, query.Term{Representation: r, Hash: print.Hash})
			}
			fails = fails || len(terms) == 0
			runs = append(runs, terms)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs, f.fails = append(f.runs, runs...), f.fails || fails
}

// lookUp finds the contents that have all terms of a run.
func (f *likelyFiles) lookUp(ctx context.Context, s index.State, catalog index.Catalog) error {
	vector := query.NewVector(slices.Concat(f.runs...))
	stats, err := s.LookUp(ctx, vector)
	if err != nil {
		return err
	}
	f.terms = map[query.Term]int{}
	for _, t := range stats {
		f.terms[query.Term{Representation: t.Representation, Hash: t.Hash}] = t.DF
	}
	for _, terms := range f.runs {
		terms = query.NewVector(terms).Terms()
		slices.SortStableFunc(terms, func(x, y query.Term) int { return cmp.Compare(f.terms[x], f.terms[y]) })
		var all []string
		for i, t := range terms {
			df := f.terms[t]
			if i > 0 && (df > mostListed || len(all) == 0) {
				break
			}
			ids, err := f.contentsWith(ctx, catalog, t, df)
			if err != nil {
				return err
			}
			if i == 0 {
				all = slices.Clone(ids)
				continue
			}
			all = slices.DeleteFunc(all, func(id string) bool {
				_, has := slices.BinarySearch(ids, id)
				return !has
			})
		}
		for _, id := range all {
			f.ids[id] = true
		}
	}
	return nil
}

// contentsWith returns the sorted ids of the contents with a term.
func (f *likelyFiles) contentsWith(ctx context.Context, catalog index.Catalog, t query.Term, df int) ([]string, error) {
	if ids, known := f.lists[t]; known || df == 0 {
		return ids, nil
	}
	ids, err := catalog.ContentsWith(ctx, t.Representation, t.Text(), df)
	slices.Sort(ids)
	f.lists[t] = ids
	return ids, err
}

// errNotByIndex means that an index cannot decide which files may have clones.
var errNotByIndex = errors.New("the index cannot decide")

// omitUnlikely returns a function that reports whether a file has no clone of the named files. It
// returns nil if the index cannot decide this.
func omitUnlikely(ctx context.Context, o *pairs.CloneOptions, named *selection) (func(string, corpus.File) bool, error) {
	x, ok := o.Index.(OpenIndex)
	if !ok || x.Settings().Unlocked() != nil {
		return nil, nil
	}
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	f := &likelyFiles{options: o, analyzer: x.Analyzer(), ids: map[string]bool{}, lists: map[query.Term][]string{}}
	err = f.find(ctx, s, named.roots)
	switch {
	case errors.Is(err, errNotByIndex):
		return nil, nil
	case err != nil:
		return nil, err
	}
	language := languageOf(f.options)
	return func(path string, file corpus.File) bool {
		if _, isTarget := named.targets[path]; isTarget || named.selects(path) {
			return false
		}
		o, has := f.files[file.Abs]
		if !has {
			return false
		}
		asked, is := indexed(o, file, language, f.analyzer.Key())
		switch {
		case !is:
			return false
		case o.Skipped != "":
			return o.Skipped == document.TooShort
		}
		return f.languages[o.Content] == asked && !f.ids[o.Content]
	}, nil
}

// indexed reports whether an occurrence is of the present file in the wanted language. This is l,
// or the language that the file's name and content suggest if l is nil. A file with another time,
// as in a new checkout, is read for its id, in a tenth of the time of lexing; k is the key of the
// index. It is false for files in archives and repositories.
func indexed(o index.Occurrence, f corpus.File, l *lex.Language, k *analyzer.Key) (language string, is bool) {
	language = o.Reading.Choice.Language
	if f.Held() > 0 || f.Blob != "" || o.Revision != "" || o.Reading.Size != f.Size || o.Reading.Version != f.ModTime.UnixNano() && !holds(o, f, k) {
		return language, false
	}
	if l != nil {
		return language, l.Name == language
	}
	return language, !o.Reading.Choice.Forced
}

// mostHashed is from which size files are not read for their ids.
const mostHashed = 16 << 20

// holds reports whether a file has the content of the occurrence.
func holds(o index.Occurrence, f corpus.File, k *analyzer.Key) bool {
	if o.Content == "" || f.Size >= mostHashed {
		return false
	}
	content, reason, _ := corpus.Read(f, document.Options{KeepGenerated: true, KeepMinified: true, MaxSize: mostHashed}, nil)
	return reason == document.Kept && index.ContentID(k, content) == o.Content
}

func languageOf(o *pairs.CloneOptions) *lex.Language {
	l, _ := lex.ParseLanguage(o.Language) // which Check has accepted
	return l
}

// isWithin reports whether a path is a folder, or below it.
func isWithin(path, folder string) bool {
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}

// mostListed bounds the contents listed for a term to narrow a rarer one's.
const mostListed = 2000
