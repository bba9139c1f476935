package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

var statements = []string{"x = y + 1\n", "if a < b { c() }\n", "for i := range n { p(i, \"s\") }\n", "return\n"}

// randomSource returns a program of n statements.
func randomSource(random *rand.Rand, n int) []byte {
	b := []byte("package p\n\nfunc f() {\n")
	for range n {
		b = append(b, statements[random.IntN(len(statements))]...)
	}
	return append(b, '}', '\n')
}

// TestCensusCountsWhatTheAnalyzerKeeps holds every figure against the analyzer's own fingerprints.
func TestCensusCountsWhatTheAnalyzerKeeps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	sources := [][]byte{randomSource(random, 50), randomSource(random, 5), randomSource(random, 200)}
	l, _ := lex.Lookup("Go")
	c := newCensus(1)
	for _, source := range sources {
		c.add(l, source)
	}
	checked := 0
	for _, p := range c.parts {
		if p.prose {
			continue
		}
		for _, r := range p.rows {
			for i, n := range r.counts {
				s := winnow.Scheme{K: r.k, W: r.w, Selection: compared[i]}
				checkCount(t, s, p.representation, sources, n)
				checked++
			}
		}
	}
	if checked != len(compared)*(15+10) {
		t.Errorf("%d counts, want those of all k and w", checked)
	}
}

func checkCount(t *testing.T, s winnow.Scheme, r analyzer.Representation, sources [][]byte, got count) {
	t.Helper()
	a, err := analyzer.New(analyzer.Settings{Structure: s, Exact: s})
	if err != nil {
		t.Fatal(err)
	}
	l, _ := lex.Lookup("Go")
	var n analyzer.Analysis
	prints, postings := 0, 0
	terms := map[uint64]bool{}
	for _, source := range sources {
		a.Analyze(l, source, &n)
		prints += len(n.Fingerprints[r])
		var hashes []uint64
		for _, f := range n.Fingerprints[r] {
			hashes = append(hashes, f.Hash)
			terms[f.Hash] = true
		}
		slices.Sort(hashes)
		postings += len(slices.Compact(hashes))
	}
	if got.prints != prints || got.postings != postings || len(got.terms) != len(terms) {
		t.Errorf("%s, %+v: %d, %d, %d, want %d, %d, %d", r, s,
			got.prints, got.postings, len(got.terms), prints, postings, len(terms))
	}
}

func TestFilesOfTheSameBytesCountOnce(t *testing.T) {
	dir := t.TempDir()
	source := randomSource(rand.New(rand.NewPCG(2, 9)), 50)
	prose := []byte("It was a bright cold day in April.")
	for name, content := range map[string][]byte{"a.go": source, "b.go": source, "c.txt": prose} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := newCensus(1)
	if err := c.read(context.Background(), dir); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"structure: 1 files, ", "any run of 17 is found", "exact: 1 files, ", "text: 1 files, 8 tokens", "open-closed prints",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in\n%s", want, &out)
		}
	}
}
