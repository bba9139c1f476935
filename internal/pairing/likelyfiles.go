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
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query"
)

// likelyFiles are an index's files, and the contents that may have a clone with a named file, or
// are most like it.
type likelyFiles struct {
	options   *pairs.Options
	minTokens int // of a clone; 0 for pairs
	analyzer  *analyzer.Analyzer
	language  *lex.Language               // of all files; nil if each has its own
	files     map[string]index.Occurrence // on disk, by absolute path
	languages map[string]string           // of contents, by id
	ids       map[string]bool             // of likely contents

	mu    sync.Mutex
	named [][]query.Term          // the terms of each named file
	runs  [][]query.Term          // the terms of documents with a run, for each run
	fails bool                    // the fingerprints of a run are unknown
	lists map[query.Term][]string // contents with a term, sorted
	terms map[query.Term]int      // df, in all contents
	all   int                     // the number of contents
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
	if f.minTokens == 0 {
		return f.search(ctx, s)
	}
	return f.lookUp(ctx, s, catalog)
}

// mostLike is the number of contents that are read for each named file. mostHolding is the number
// of contents that are read because they have leastHeld or more of it. mostNamed bounds the named
// files. If there are more, all files are read.
const (
	mostLike, mostHolding = 100, 30
	leastHeld             = 0.05
	mostNamed             = 100
)

// search finds the contents that are most like the named files, and those that have most of them.
func (f *likelyFiles) search(ctx context.Context, s index.State) error {
	if len(f.named) > mostNamed {
		return errNotByIndex
	}
	var vectors []*query.Vector
	for _, terms := range f.named {
		vectors = append(vectors, query.NewVector(terms))
	}
	for _, o := range []query.Options{{Measure: query.Cosine, Top: mostLike}, {Measure: query.Containment, Top: mostHolding, MinScore: leastHeld}} {
		results, err := s.Search(ctx, vectors, o)
		if err != nil {
			return err
		}
		for _, r := range results {
			for _, hit := range r.Hits {
				f.ids[hit.ID] = true
			}
		}
	}
	return f.lookUpTerms(ctx, s, slices.Concat(f.named...))
}

// lookUpTerms fills in the df of the terms.
func (f *likelyFiles) lookUpTerms(ctx context.Context, s index.State, terms []query.Term) error {
	stats, err := s.LookUp(ctx, query.NewVector(terms))
	if err != nil {
		return err
	}
	f.terms, f.all = map[query.Term]int{}, s.Contents()
	for _, t := range stats {
		f.terms[query.Term{Representation: t.Representation, Hash: t.Hash}] = t.DF
	}
	return nil
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
	po := *f.options
	po.Progress, po.Skipped = nil, nil
	how, err := reading(&po)
	if err != nil {
		return err
	}
	how.NoUnits, how.DropArchived, how.SkipGenerated, how.Boilerplate = true, true, false, nil
	how.Quoted = f.minTokens > 0
	read, err := units.Read(ctx, f.analyzer, units.Paths(only, nil, nil), how, f.add)
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
	if f.minTokens == 0 {
		f.addNamed(n)
		return
	}
	var runs [][]query.Term
	fails := false
	for _, p := range n.Parts() {
		r := analyzer.Structure
		if p.Language == lex.Prose {
			r = analyzer.Exact
		}
		scheme, ok := f.analyzer.Settings().Scheme(p.Language, r)
		first, last := scheme.W-1, f.minTokens-scheme.K-scheme.W+1 // of a run's k-grams
		if !ok || scheme.W == 0 || last-first+1 < scheme.W {
			fails = fails || p.To-p.From >= f.minTokens
			continue
		}
		prints := n.Fingerprints[r]
		from, to := 0, 0
		before := [2]int{-1, -1}
		for run := p.From; run+f.minTokens <= p.To; run++ {
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

// addNamed adds the terms of a named file.
func (f *likelyFiles) addNamed(n *analyzer.Analysis) {
	var terms []query.Term
	for r, prints := range n.Fingerprints {
		for _, print := range prints {
			terms = append(terms, query.Term{Representation: analyzer.Representation(r), Hash: print.Hash})
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.named = append(f.named, terms)
}

// lookUp finds the contents that have all terms of a run.
func (f *likelyFiles) lookUp(ctx context.Context, s index.State, catalog index.Catalog) error {
	if err := f.lookUpTerms(ctx, s, slices.Concat(f.runs...)); err != nil {
		return err
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

// openLikely finds the files of the index that are likely for the options. It returns nil if the
// index cannot decide this.
func openLikely(ctx context.Context, by pairs.OpenIndex, f *likelyFiles, named *selection) (*likelyFiles, error) {
	x, ok := by.(OpenIndex)
	if !ok || x.Settings().Unlocked() != nil {
		return nil, nil
	}
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	f.analyzer, f.ids, f.lists = x.Analyzer(), map[string]bool{}, map[query.Term][]string{}
	f.language, _ = lex.ParseLanguage(f.options.Language) // which Check has accepted
	switch err = f.find(ctx, s, named.roots); {
	case errors.Is(err, errNotByIndex):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return f, nil
}

// omitUnlikely returns a function that reports whether a file has no clone of the named files. It
// returns nil if the index cannot decide this.
func omitUnlikely(ctx context.Context, o *pairs.CloneOptions, named *selection) (func(string, corpus.File) bool, error) {
	po := pairsOptions(o)
	f, err := openLikely(ctx, o.Index, &likelyFiles{options: &po, minTokens: o.MinTokens}, named)
	if f == nil {
		return nil, err
	}
	return func(path string, file corpus.File) bool {
		content, known := f.content(path, file, named)
		return known && !f.ids[content]
	}, nil
}

// content returns the content of a file that is not named, if the index knows its present state. It
// is empty if the file is too short to be compared.
func (f *likelyFiles) content(path string, file corpus.File, named *selection) (id string, known bool) {
	if _, isTarget := named.targets[path]; isTarget || named.selects(path) {
		return "", false
	}
	o, has := f.files[file.Abs]
	if !has {
		return "", false
	}
	asked, is := indexed(o, file, f.language, f.analyzer.Key())
	switch {
	case !is:
		return "", false
	case o.Skipped != "":
		return "", o.Skipped == document.TooShort
	}
	if l, _ := lex.Lookup(asked); f.minTokens > 0 && l != nil && parts.MayQuote(path, l) { // the index has other tokens
		return "", false
	}
	return o.Content, f.languages[o.Content] == asked
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

// isWithin reports whether a path is a folder, or below it.
func isWithin(path, folder string) bool {
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}

// mostListed bounds the contents listed for a term to narrow a rarer one's.
const mostListed = 2000
