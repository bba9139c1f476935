package changes

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
)

// Listed are scores from 0.15.
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
		"          1       3  0.556  1.000       2              1\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
}

// Every function finds all of its copies.
func TestRun_Similar(t *testing.T) {
	var out bytes.Buffer
	err := Run(context.Background(), []string{"-similar", "-functions", "-n", "4", generate(t, 6)}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	_, total, _ := strings.Cut(out.String(), "all languages")
	var questions, copies, listed, others int
	var ap, first float64
	row := strings.Split(total, "\n")[1]
	if _, err := fmt.Sscan(row, &questions, &copies, &ap, &first, &listed, &others); err != nil || ap < .98 || first != 1 {
		t.Fatalf("%v in\n%s", err, &out)
	}
	if questions != 4 || copies < 4*12 || listed != copies {
		t.Errorf("%s", &out)
	}
}
