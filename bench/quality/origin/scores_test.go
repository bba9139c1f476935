package origin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestScoreCells_Cases(t *testing.T) {
	scores := []float64{.9, .05, .5, .07, .3, 0, .8, .1, .2, .4}
	got := strings.Join(scoreCells(renamed, 20, scores, 7), " ")
	if want := "renamed 20 10 0.700 0.00 0.07 0.20 0.50 0.90 80.0% 50.0% 30.0% 20.0%"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Questions without an origin come from the other corpus, and have the requested lengths.
func TestRun_ScoresByLength(t *testing.T) {
	corpus, other := writeCorpus(t), t.TempDir()
	for d := range 8 {
		writeTestFile(t, filepath.Join(other, fmt.Sprintf("x%d.py", d)), invented(randomFor(uint64(d)+99), ".py", 700))
		writeTestFile(t, filepath.Join(other, fmt.Sprintf("x%d.c", d)), invented(randomFor(uint64(d)+999), ".c", 700))
	}
	var out bytes.Buffer
	err := Run(context.Background(), []string{
		"-n", "5", "-lines", "5,20", "-ext", ".py", "-foreign", other, corpus,
	}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"72 files to index, 16 held out or foreign", "origin: Python 10\n",
		"\nverbatim      5          5  ", "\nedited       20          5  ", "\nforeign      20          5      -  0.0",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
}
