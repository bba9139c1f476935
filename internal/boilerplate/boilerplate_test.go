package boilerplate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
)

const given = `package main

func readInput(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	lines := make([]string, 0, 128)
	for scanner.Scan() {
		lines = append(lines, strings.TrimSpace(scanner.Text()))
	}
	return lines, scanner.Err()
}
`

const own = `
func solve(lines []string, limit int) (total float64) {
	for i := 0; i < len(lines) && i < limit; i++ {
		value := parse(lines[i]) * 3
		if value > 17 { total += value / 2 } else { total -= 1 }
	}
	return total
}
`

func marked(t *testing.T, source string) (tokens int, spans []analyzer.Span, left analyzer.Analysis) {
	t.Helper()
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	l, _ := lex.Lookup("Go")
	b := New(a)
	var base analyzer.Analysis
	a.Analyze(l, []byte(given), &base)
	b.Add(&base)
	a.Analyze(l, []byte(source), &left)
	spans = b.Spans(&left)
	query.WithoutSpans(a, &left, spans)
	return len(base.Tokens), spans, left
}

func TestSpans_MarkBoilerplate(t *testing.T) {
	base, spans, left := marked(t, given+own)
	if len(spans) != 1 || spans[0].From != 0 || spans[0].To < base || spans[0].To > base+2 {
		t.Errorf("verbatim: %v of %d tokens given", spans, base)
	}
	for r, prints := range left.Fingerprints {
		if len(prints) == 0 {
			t.Errorf("representation %d has nothing left", r)
		}
		for _, f := range prints {
			if int(f.Token)+10 < base {
				t.Errorf("fingerprint at token %d of %d given ones is left", f.Token, base)
			}
		}
	}
	if _, spans, _ = marked(t, own); len(spans) != 0 {
		t.Errorf("own code is taken for what was given: %v", spans)
	}
}

func TestSpans_FindRenamed(t *testing.T) {
	renamed := strings.NewReplacer("readInput", "load", "path", "p", "file", "f", "scanner", "s", "lines", "out", "err", "e").Replace(given)
	base, spans, _ := marked(t, renamed+own)
	if len(spans) != 1 || spans[0].From != 0 || spans[0].To < base {
		t.Errorf("%v of %d tokens given", spans, base)
	}
}

func TestSpans_EmptySet(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var doc analyzer.Analysis
	l, _ := lex.Lookup("Go")
	a.Analyze(l, []byte(given), &doc)
	if spans := New(a).Spans(&doc); spans != nil {
		t.Errorf("%v", spans)
	}
}

// No k-gram of boilerplate is looked up, neither as a fingerprint nor as a spare term; all others
// are.
func TestSpareTerms_LeaveSpansOut(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	_, spans, left := marked(t, own+given+own)
	if len(spans) != 1 {
		t.Fatalf("%v", spans)
	}
	s := spans[0]
	want := 0
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, _ := a.Settings().Scheme(left.Language, r)
		inside := s.Len() - scheme.K + 1
		want += len(left.Tokens) - scheme.K + 1 - inside
	}
	all, without := query.SpareTerms(a, &left, nil), query.SpareTerms(a, &left, []analyzer.Span{s})
	if len(without) != want || len(all) <= want {
		t.Errorf("%d of %d k-grams are asked for, not %d", len(without), len(all), want)
	}
}

// Skipping k-grams finds the same runs as looking up every one of them.
func TestEachRun_EqualsLookingUpAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		grams := make([]winnow.Fingerprint, r.IntN(60))
		b := &Set{}
		b.grams[0] = map[uint64]struct{}{1: {}}
		unknown := 2 + r.IntN(12)
		for i := range grams {
			grams[i].Hash = 1
			if r.IntN(unknown) == 0 {
				grams[i].Hash = 2
			}
		}
		least := 1 + r.IntN(20)
		var want, got [][2]int
		for i := 0; i < len(grams); i++ {
			from := i
			for i < len(grams) && grams[i].Hash == 1 {
				i++
			}
			if i-from >= least {
				want = append(want, [2]int{from, i})
			}
		}
		b.eachRun(0, grams, least, func(from, to int) { got = append(got, [2]int{from, to}) })
		if !slices.Equal(got, want) {
			t.Fatalf("runs %v of at least %d, not %v: %v", got, least, want, grams)
		}
	}
}
