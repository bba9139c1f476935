package units

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
)

// shortSet adds texts of Java to a set of at most that many k-grams, each to its unit. It ignores
// the tokens of the spans.
func shortSet(t *testing.T, most int, units []int, texts []string, ignored ...analyzer.Span) *ShortSet {
	t.Helper()
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	java, err := lex.ParseLanguage("java")
	if err != nil {
		t.Fatal(err)
	}
	s := NewShortSet(a)
	s.most = most
	var n analyzer.Analysis
	for i, text := range texts {
		a.Analyze(java, []byte(text), &n)
		s.Add(&File{Unit: units[i]}, nil, &n, NoEvidence{Boilerplate: ignored})
	}
	return s
}

// sharing returns the pairs of units in the table, and which units are short.
func (s *ShortSet) sharing(t *testing.T, units int) (all [][2]int, short []bool) {
	t.Helper()
	table, short, err := s.Table(t.Context(), candidates.Options{Documents: units, Skip: func(unit int) bool { return unit == 5 }})
	if err != nil {
		t.Fatal(err)
	}
	err = table.Candidates(t.Context(), 0, func(c candidates.Candidate) error {
		all = append(all, [2]int{c.A, c.B})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	return all, short
}

// words returns n tokens: different identifiers.
func words(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "w%d ", rng.Uint64())
	}
	return b.String()
}

func TestShortSet_HoldsShortUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	shared := words(rng, 30)
	// Unit 1 is too long as a file, unit 2 as a whole, and unit 5 is skipped.
	units := []int{0, 1, 2, 2, 3, 4, 5}
	texts := []string{
		shared, shared + words(rng, ShortTokens), shared, words(rng, ShortTokens-20),
		shared + words(rng, ShortTokens-30), shared, shared,
	}
	all, short := shortSet(t, 1<<20, units, texts).sharing(t, 6)
	if !slices.Equal(short, []bool{true, false, false, true, true, false}) {
		t.Errorf("short: %v", short)
	}
	if !slices.Equal(all, [][2]int{{0, 3}, {0, 4}, {3, 4}}) {
		t.Errorf("%v", all)
	}
}

// Which k-grams are kept does not depend on the order of the files: those of the shortest that
// together have at most so many.
func TestShortSet_Limit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	shared := words(rng, 30)
	const grams = 2*30 - 9 - 4 // k is 10 and 5
	var texts []string
	for i := range 5 {
		texts = append(texts, shared+words(rng, 10*i))
	}
	most := grams
	for kept := 1; kept <= 5; kept++ {
		for _, m := range []int{most, most + 2*10*(kept) + grams - 1} {
			for range 4 {
				units, in := rng.Perm(5), make([]string, 5)
				for i, n := range units {
					in[i] = texts[n]
				}
				s := shortSet(t, m, units, in)
				warnings := s.Warnings()
				all, short := s.sharing(t, 5)
				for n := range short {
					if short[n] != (n < kept) {
						t.Errorf("at most %d: %v", m, short)
					}
				}
				if len(all) != kept*(kept-1)/2 || (len(warnings) > 0) != (kept < 5) {
					t.Errorf("at most %d: %v, %v", m, all, warnings)
				}
			}
		}
		most += grams + 2*10*kept
	}
}

func TestShortSet_OmitsBoilerplate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	shared := words(rng, 30)
	s := shortSet(t, 1<<20, []int{0, 1}, []string{shared + "+", shared + "-"}, analyzer.Span{From: 0, To: 30})
	if all, _ := s.sharing(t, 2); len(all) != 0 {
		t.Errorf("%v", all)
	}
}
