package pairing

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/clones"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// textSink collects the texts of files.
type textSink struct {
	settings analyzer.Settings
	makers   sync.Pool // of *clones.Maker
	mu       sync.Mutex
	texts    map[*units.File]*clones.Text
}

// add makes a text of the file: see [units.Sink].
func (s *textSink) add(f *units.File, text []byte, n *analyzer.Analysis, no units.NoEvidence) {
	m, _ := s.makers.Get().(*clones.Maker)
	if m == nil {
		m = new(clones.Maker)
	}
	t := m.New(text, n.Tokens, seedsOf(n), s.settings.Structure.K, no.Boilerplate, no.Imports)
	s.makers.Put(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[f] = t
}

// cloneSearch holds the files in the order in which they are compared.
type cloneSearch struct {
	min      int
	files    []*units.File
	texts    []*clones.Text
	firstNew int    // number of the first file that is not old
	rest     []bool // by file: pairs.CloneOptions.Only does not name it
}

// nothing returns why there is nothing to compare; empty if there is something.
func (s *cloneSearch) nothing(r *pairs.CloneReport) []answer.Warning {
	switch {
	case r.Only && len(s.files) > 0:
		if !slices.Contains(s.rest, false) {
			return warning.One(option.NothingNamed, option.ClonesOnly)
		}
	case s.firstNew == len(s.files):
		return []answer.Warning{nothingRead(r.Skipped, option.ClonesSkipped)}
	case r.Total.Files == 0:
		return warning.One(option.NothingWritten)
	}
	return nil
}

// bothGenerated reports whether both places are in files that look generated or minified. A
// generator repeats itself; a copy that hides behind such looks has an original that does not.
func (s *cloneSearch) bothGenerated(c clones.Clone) bool {
	return s.files[c.Copy.Text].Looks != document.Kept && s.files[c.Original.Text].Looks != document.Kept
}

// withoutTwice drops clones between the programs that two texts show, if other clones have the same
// lines: the texts are the same as texts, too.
func (s *cloneSearch) withoutTwice(found []clones.Clone) []clones.Clone {
	type sides struct{ copied, original, distance int } // texts, and lines between the places
	place := func(c clones.Clone) (sides, analyzer.Span) {
		first, last := s.texts[c.Copy.Text].Lines(c.Copy.From, c.Tokens)
		from, _ := s.texts[c.Original.Text].Lines(c.Original.From, 1)
		return sides{c.Copy.Text, c.Original.Text, first - from}, analyzer.Span{From: first, To: last + 1}
	}
	quoted := func(p clones.Place) bool { first := s.files[p.Text].Quoted; return first > 0 && p.From >= first }
	lines := map[sides][]analyzer.Span{}
	for _, c := range found {
		if s.files[c.Copy.Text].Quoted > 0 && s.files[c.Original.Text].Quoted > 0 && !quoted(c.Copy) && !quoted(c.Original) {
			key, span := place(c)
			lines[key] = append(lines[key], span)
		}
	}
	for key, spans := range lines {
		lines[key] = analyzer.MergeSpans(spans)
	}
	return slices.DeleteFunc(found, func(c clones.Clone) bool {
		if !quoted(c.Copy) || !quoted(c.Original) {
			return false
		}
		key, span := place(c)
		all := lines[key]
		i := sort.Search(len(all), func(i int) bool { return all[i].To >= span.To })
		return i < len(all) && all[i].From <= span.From
	})
}

// result describes the clones, the largest first.
func (s *cloneSearch) result(found []clones.Clone) *pairs.CloneReport {
	r := &pairs.CloneReport{MinTokens: s.min, Clones: make([]pairs.Clone, len(found))}
	for i, c := range found {
		r.Clones[i] = pairs.Clone{
			Tokens: c.Tokens, Kind: c.Kind.String(),
			Copy: s.place(c.Copy, c.Tokens), Original: s.place(c.Original, c.Tokens),
			Content: contentOf(s.texts[c.Copy.Text].Prints(c.Copy.From, c.Tokens)),
		}
	}
	slices.SortStableFunc(r.Clones, largestFirst)
	return r
}

// restrict keeps the clones with a place in a file that is named. If that is the original only, it
// becomes the copy.
func (s *cloneSearch) restrict(r *pairs.CloneReport) {
	r.Only, r.NewClones = true, 0
	r.Clones = slices.DeleteFunc(r.Clones, func(c pairs.Clone) bool { return s.rest[c.Copy.Number] && s.rest[c.Original.Number] })
	for _, c := range r.Clones {
		if c.New {
			r.NewClones++
		}
	}
	s.swapSides(r, func(c *pairs.Clone) bool { return s.rest[c.Copy.Number] })
}

// swapSides exchanges the copy and the original of the clones that do so.
func (s *cloneSearch) swapSides(r *pairs.CloneReport, does func(*pairs.Clone) bool) {
	for i := range r.Clones {
		if c := &r.Clones[i]; does(c) {
			c.Copy, c.Original = c.Original, c.Copy
		}
	}
	slices.SortStableFunc(r.Clones, largestFirst)
}

func (s *cloneSearch) place(p clones.Place, tokens int) pairs.ClonePlace {
	f, t := s.files[p.Text], s.texts[p.Text]
	first, last := t.Lines(p.From, tokens)
	return pairs.ClonePlace{Path: f.Path, Content: f.Content, Lines: answer.Lines{From: first, To: last}, Number: p.Text, Token: p.From}
}

// counted returns the clones whose copies count in the totals, ordered by them: not copies in old
// files.
func (s *cloneSearch) counted(r *pairs.CloneReport) (all []pairs.Clone) {
	for _, c := range r.Clones {
		if c.Copy.Number >= s.firstNew {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, byCopy)
	return all
}

// addTotals counts files, lines and tokens, and those that are copies. Each counts once, in however
// many clones it is. A file that looks generated or minified counts if it has a copy.
func (s *cloneSearch) addTotals(r *pairs.CloneReport) {
	by := map[string]*pairs.CloneTotal{}
	total := func(n int) *pairs.CloneTotal {
		name := s.files[n].Language.Name
		if by[name] == nil {
			by[name] = &pairs.CloneTotal{Language: name}
		}
		return by[name]
	}
	counted := s.counted(r)
	for n := s.firstNew; n < len(s.files); n++ {
		if !s.rest[n] && (s.files[n].Looks == document.Kept || hasCopy(counted, n)) {
			t, text := total(n), s.texts[n]
			t.Files, t.Lines, t.Tokens = t.Files+1, t.Lines+text.LineCount(), t.Tokens+text.Tokens()-text.Borders()
		}
	}
	lines := map[int][]analyzer.Span{} // of copies, by text; code in a comment follows that after it
	last, token := -1, 0               // the text of the last copy, and its counted part
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
	r.Languages = []pairs.CloneTotal{}
	for _, t := range by {
		t.Percent = percentOf(t)
		r.Languages = append(r.Languages, *t)
		addTotal(&r.Total, *t)
	}
	r.Total.Percent = percentOf(&r.Total)
	order.Short(r.Languages, func(x, y pairs.CloneTotal) int {
		return cmp.Or(cmp.Compare(y.Lines, x.Lines), strings.Compare(x.Language, y.Language))
	})
}

func addTotal(t *pairs.CloneTotal, u pairs.CloneTotal) {
	t.Files, t.Lines, t.Tokens = t.Files+u.Files, t.Lines+u.Lines, t.Tokens+u.Tokens
	t.Clones, t.DuplicatedLines = t.Clones+u.Clones, t.DuplicatedLines+u.DuplicatedLines
	t.DuplicatedTokens += u.DuplicatedTokens
}

func percentOf(t *pairs.CloneTotal) float64 {
	return 100 * float64(t.DuplicatedLines) / float64(max(1, t.Lines))
}

// seedsOf returns the fingerprints that are seeds, in the order of the tokens: structure of
// code, exact tokens of prose. [pairs.CloneOptions.settings] gives both the same length.
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

func largestFirst(x, y pairs.Clone) int {
	return cmp.Or(cmp.Compare(y.Tokens, x.Tokens), byCopy(x, y))
}

func byCopy(x, y pairs.Clone) int {
	return cmp.Or(cmp.Compare(x.Copy.Number, y.Copy.Number), cmp.Compare(x.Copy.Token, y.Copy.Token))
}

// contentOf writes the fingerprints as hexadecimal digits, eight each.
func contentOf(prints []uint32) string {
	var b []byte
	for _, p := range prints {
		b = binary.BigEndian.AppendUint32(b, p)
	}
	return hex.EncodeToString(b)
}

// hasCopy reports whether a clone has its copy in the file. The clones are ordered by their copies.
func hasCopy(all []pairs.Clone, file int) bool {
	_, is := slices.BinarySearchFunc(all, file, func(c pairs.Clone, file int) int { return cmp.Compare(c.Copy.Number, file) })
	return is
}
