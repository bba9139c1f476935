package chaffinch

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/clones"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// Clones finds the blocks of at least [ClonesOptions].MinTokens tokens that the files below the paths
// contain twice or more, also within one file. Names and literals may be changed, one to one. It
// lists the largest clones first. Paths are folders, files and archives. It checks ctx once per
// file.
func Clones(ctx context.Context, paths []string, o ClonesOptions) (*CloneResult, error) {
	return input{paths: paths}.clones(ctx, o)
}

// Clones finds the clones in the contents of a collection, or of the whole index if collection is
// empty. See the function [Clones]. The boilerplate of the index and of the options is ignored.
func (x *Index) Clones(ctx context.Context, collection string, o ClonesOptions) (*CloneResult, error) {
	return input{index: x.opened, collection: collection}.clones(ctx, o)
}

func (in input) clones(ctx context.Context, o ClonesOptions) (_ *CloneResult, err error) {
	start := time.Now()
	if err := o.Check(); err != nil {
		return nil, err
	}
	o = o.Filled()
	in.settings = cloneSettings(&o, in.index != nil || len(o.Base) > 0)
	sink := &textSink{texts: map[*units.File]*clones.Text{}, settings: in.settings}
	in.ofClones = true
	if in.index == nil {
		in.omit = func(named *selection) (func(string, corpus.File) bool, error) { return omitUnlikely(ctx, &o, named) }
	}
	po := pairsOptions(&o)
	po.Settings = in.settings
	read, err := in.read(ctx, &po, func(*analyzer.Analyzer) units.Sink { return sink.add })
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, read.Close()) }()
	s := newCloneSearch(read.units.All, sink, o.MinTokens)
	tell(&po, "comparing", 0, len(s.texts))
	found, err := clones.Find(ctx, s.texts, o.MinTokens, s.firstNew)
	if err != nil {
		return nil, err
	}
	generated := 0
	r := s.result(slices.DeleteFunc(found, func(c clones.Clone) bool {
		if !s.bothGenerated(c) {
			return false
		}
		if !s.rest[c.Copy.Text] || !s.rest[c.Original.Text] {
			generated++
		}
		return true
	}))
	r.Generated = generated
	r.Skipped, r.Unread, r.UnreadSources, r.Warnings, r.Roots = read.Skipped, read.Unread, read.UnreadSources, read.Warnings, read.Roots
	if why := s.nothing(o.Only != nil, r.Skipped); why != "" {
		r.Warnings = append(r.Warnings, "nothing to compare: "+why)
	}
	for _, f := range s.files {
		r.Compared = append(r.Compared, ClonePlace{Path: f.Path, Content: f.Content})
	}
	if o.Baseline != nil { // compares all clones, so that those of other files take what they are known by
		o.Baseline.Mark(r, o.BaselineName)
		s.turn(r, func(c *Clone) bool {
			return c.New && o.Baseline.Compared(c.Copy) && !o.Baseline.Compared(c.Original) && c.Original.Number >= s.firstNew
		})
	}
	if o.Only != nil {
		s.restrict(r)
	}
	s.addTotals(r)
	r.Cut(o.Top)
	r.Stats.Microseconds = time.Since(start).Microseconds()
	return r, nil
}

// textSink collects the texts of files.
type textSink struct {
	settings analyzer.Settings
	makers   sync.Pool // of *clones.Maker
	mu       sync.Mutex
	texts    map[*units.File]*clones.Text
}

// add makes a text of the file: see [units.Sink].
func (s *textSink) add(f *units.File, text []byte, n *analyzer.Analysis, boilerplate []analyzer.Span) {
	m, _ := s.makers.Get().(*clones.Maker)
	if m == nil {
		m = new(clones.Maker)
	}
	t := m.New(text, n.Tokens, seedsOf(n), s.settings.Structure.K, boilerplate)
	s.makers.Put(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[f] = t
}

// seedsOf returns the fingerprints that are seeds, in the order of the tokens: those of the structure of
// code, and exact ones of prose. [ClonesOptions.settings] gives both the same length.
func seedsOf(n *analyzer.Analysis) (seeds []winnow.Fingerprint) {
	for _, p := range n.Parts() {
		prints := n.Fingerprints[analyzer.Structure]
		if p.Language == lex.Prose {
			prints = n.Fingerprints[analyzer.Exact]
		}
		from := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= p.From })
		to := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= p.To })
		seeds = append(seeds, prints[from:to]...)
	}
	return seeds
}

// cloneSearch holds the files in the order in which they are compared.
type cloneSearch struct {
	min      int
	files    []*units.File
	texts    []*clones.Text
	firstNew int    // number of the first file that is not old
	rest     []bool // by file: ClonesOptions.Only does not name it
}

// newCloneSearch puts old files first. All others are in the order in which they were found.
func newCloneSearch(all []*units.Unit, sink *textSink, min int) *cloneSearch {
	s := &cloneSearch{min: min}
	for _, old := range []bool{true, false} {
		if !old {
			s.firstNew = len(s.files)
		}
		for _, u := range all {
			for _, f := range u.Files {
				if t := sink.texts[f]; t != nil && u.Old == old {
					s.files, s.texts, s.rest = append(s.files, f), append(s.texts, t), append(s.rest, u.Rest)
				}
			}
		}
	}
	return s
}

// nothing returns why there is nothing to compare; empty if there is something.
func (s *cloneSearch) nothing(only bool, skipped map[string]int) string {
	switch {
	case only && len(s.files) > 0:
		if !slices.Contains(s.rest, false) {
			return "ClonesOptions.Only names nothing that is compared"
		}
	case s.firstNew == len(s.files):
		return skips.Why(skipped, "ClonesOptions.Skipped")
	}
	return ""
}

// bothGenerated reports whether both places are in files that look generated or minified. A generator
// repeats itself; a copy that hides behind such looks has an original that does not.
func (s *cloneSearch) bothGenerated(c clones.Clone) bool {
	return s.files[c.Copy.Text].Looks != corpus.Kept && s.files[c.Original.Text].Looks != corpus.Kept
}

// result describes the clones, the largest first.
func (s *cloneSearch) result(found []clones.Clone) *CloneResult {
	r := &CloneResult{MinTokens: s.min, Clones: make([]Clone, len(found))}
	for i, c := range found {
		r.Clones[i] = Clone{
			Tokens: c.Tokens, Kind: c.Kind.String(),
			Copy: s.place(c.Copy, c.Tokens), Original: s.place(c.Original, c.Tokens),
			Content: contentOf(s.texts[c.Copy.Text].Prints(c.Copy.From, c.Tokens)),
		}
	}
	slices.SortStableFunc(r.Clones, largestFirst)
	return r
}

func largestFirst(x, y Clone) int {
	return cmp.Or(cmp.Compare(y.Tokens, x.Tokens), byCopy(x, y))
}

func byCopy(x, y Clone) int {
	return cmp.Or(cmp.Compare(x.Copy.Number, y.Copy.Number), cmp.Compare(x.Copy.Token, y.Copy.Token))
}

// restrict keeps the clones with a place in a file that is named. If that is the original only, it
// becomes the copy.
func (s *cloneSearch) restrict(r *CloneResult) {
	r.Only, r.NewClones = true, 0
	r.Clones = slices.DeleteFunc(r.Clones, func(c Clone) bool { return s.rest[c.Copy.Number] && s.rest[c.Original.Number] })
	for _, c := range r.Clones {
		if c.New {
			r.NewClones++
		}
	}
	s.turn(r, func(c *Clone) bool { return s.rest[c.Copy.Number] })
}

// turn exchanges the copy and the original of the clones that do so.
func (s *cloneSearch) turn(r *CloneResult, does func(*Clone) bool) {
	for i := range r.Clones {
		if c := &r.Clones[i]; does(c) {
			c.Copy, c.Original = c.Original, c.Copy
		}
	}
	slices.SortStableFunc(r.Clones, largestFirst)
}

func (s *cloneSearch) place(p clones.Place, tokens int) ClonePlace {
	f, t := s.files[p.Text], s.texts[p.Text]
	first, last := t.Lines(p.From, tokens)
	return ClonePlace{Path: f.Path, Content: f.Content, Lines: answer.Lines{From: first, To: last}, Number: p.Text, Token: p.From}
}

// contentOf writes the fingerprints as hexadecimal digits, eight each.
func contentOf(prints []uint32) string {
	var b []byte
	for _, p := range prints {
		b = binary.BigEndian.AppendUint32(b, p)
	}
	return hex.EncodeToString(b)
}

// counted returns the clones whose copies count in the totals, ordered by them: not those of old files.
func (s *cloneSearch) counted(r *CloneResult) (all []Clone) {
	for _, c := range r.Clones {
		if c.Copy.Number >= s.firstNew {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, byCopy)
	return all
}

// hasCopy reports whether a clone, of those ordered by their copies, has its copy in the file.
func hasCopy(all []Clone, file int) bool {
	_, is := slices.BinarySearchFunc(all, file, func(c Clone, file int) int { return cmp.Compare(c.Copy.Number, file) })
	return is
}

// addTotals counts files, lines and tokens, and those that are copies: each once, in however many
// clones it is. A file that looks generated or minified counts if it has a copy.
func (s *cloneSearch) addTotals(r *CloneResult) {
	by := map[string]*CloneTotal{}
	total := func(n int) *CloneTotal {
		name := s.files[n].Language.Name
		if by[name] == nil {
			by[name] = &CloneTotal{Language: name}
		}
		return by[name]
	}
	counted := s.counted(r)
	for n := s.firstNew; n < len(s.files); n++ {
		if !s.rest[n] && (s.files[n].Looks == corpus.Kept || hasCopy(counted, n)) {
			t, text := total(n), s.texts[n]
			t.Files, t.Lines, t.Tokens = t.Files+1, t.Lines+text.LineCount(), t.Tokens+text.Tokens()-text.Borders()
		}
	}
	lines := map[int][]analyzer.Span{} // of copies, by text; code in a comment follows that after it
	last, token := -1, 0               // the text of the last copy, and what is counted of it
	for _, c := range counted {
		if c.Copy.Number != last {
			last, token = c.Copy.Number, 0
		}
		t := total(last)
		from, to := s.texts[last].Lines(c.Copy.Token, c.Tokens)
		t.Clones++
		lines[last] = append(lines[last], analyzer.Span{From: from - 1, To: to})
		t.DuplicatedTokens += max(0, c.Copy.Token+c.Tokens-max(token, c.Copy.Token))
		token = max(token, c.Copy.Token+c.Tokens)
	}
	for n, spans := range lines {
		for _, s := range analyzer.MergeSpans(spans) {
			total(n).DuplicatedLines += s.Len()
		}
	}
	r.Languages = []CloneTotal{}
	for _, t := range by {
		t.Percent = t.percent()
		r.Languages = append(r.Languages, *t)
		r.Total.add(*t)
	}
	r.Total.Percent = r.Total.percent()
	slices.SortFunc(r.Languages, func(x, y CloneTotal) int {
		return cmp.Or(cmp.Compare(y.Lines, x.Lines), strings.Compare(x.Language, y.Language))
	})
}
