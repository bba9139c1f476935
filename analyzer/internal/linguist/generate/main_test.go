package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-enry/go-enry/v2/data"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestTables_AreUpToDate(t *testing.T) {
	all, err := tables()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range all {
		got, err := os.ReadFile(filepath.Join("..", "data", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what go-enry says: run go generate ./analyzer/...", name)
		}
	}
	files, err := os.ReadDir(filepath.Join("..", "data"))
	if err != nil || len(files) != len(all) {
		t.Errorf("%d files for %d tables, %v", len(files), len(all), err)
	}
}

// TestSamples_AreExact: not rounded, so that sums of them are those of go-enry's.
func TestSamples_AreExact(t *testing.T) {
	for _, l := range lex.Languages() {
		number, ok := linguist.Sampled(l.Name)
		if ok != (len(data.TokensLogProbabilities[l.Name]) > 0) {
			t.Fatalf("Sampled(%s) = %v", l, ok)
		}
		for token, want := range data.TokensLogProbabilities[l.Name] {
			got := math.NaN()
			linguist.Probability(token, func(n int, log float64) {
				if n == number {
					got = log
				}
			})
			if got != want {
				t.Fatalf("%s in %s: %v, want %v", token, l, got, want)
			}
		}
	}
}

func TestWrite_Errors(t *testing.T) {
	if err := write(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("tables were written into a folder that does not exist")
	}
}
