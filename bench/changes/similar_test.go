package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query/align"
)

func TestWithoutCosine_IsTheInverse(t *testing.T) {
	for _, tokens := range []int{0, 40, 299, 300, 5000} {
		for _, cosine := range []float64{0, .3, .7, 1} {
			for _, want := range []float64{0, .2, .3, .9, 1} {
				score := align.SimilarityInIndex(want, cosine, tokens)
				if got := withoutCosine(score, cosine, tokens); math.Abs(got-want) > 1e-9 {
					t.Errorf("%d tokens, cosine %g: %g, want %g", tokens, cosine, got, want)
				}
			}
		}
	}
}

// Listed are scores from 0.15: with the cosine one document that is no copy, without it two.
func TestSimilarity_Counts(t *testing.T) {
	hit := func(path string, score, cosine float64) answer.Hit {
		return answer.Hit{Score: score, Cosine: cosine, Occurrences: []index.Occurrence{{Path: path}}}
	}
	found := &answer.Answer{Hits: []answer.Hit{hit("0/a.go", .9, .9), hit("files/b.go", .2, .1), hit("1/a.go", .15, .2), hit("files/c.go", .14, .05)}}
	found.Question.Tokens = 60
	var s similarity
	s.count(found, []string{"0/a.go", "1/a.go", "2/a.go"})
	var out bytes.Buffer
	if err := s.write(&out, "Go"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\nscore                             1       3  0.556  1.000       2              1\n",
		"\nscore without the cosine          1       3  0.500  1.000       2              2\n",
		"\ncosine                            1       3  0.667  1.000       2              0\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
}

// Every function finds all of its copies, and the cosine keeps others from the list.
func TestRun_Similar(t *testing.T) {
	var out bytes.Buffer
	err := run(context.Background(), []string{"-similar", "-functions", "-n", "4", generate(t, 6)}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	_, total, _ := strings.Cut(out.String(), "all languages")
	var questions, copies, listed, others [2]int
	for i, name := range []string{"score", "score without the cosine"} {
		var ap, first float64
		row := strings.TrimPrefix(strings.Split(total, "\n")[i+1], name)
		if _, err := fmt.Sscan(row, &questions[i], &copies[i], &ap, &first, &listed[i], &others[i]); err != nil || ap < .98 || first != 1 {
			t.Fatalf("%v in\n%s", err, &out)
		}
	}
	if questions[0] != 4 || copies[0] < 4*12 || listed != copies || others[0] >= others[1] {
		t.Errorf("%s", &out)
	}
}
