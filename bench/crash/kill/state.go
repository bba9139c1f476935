package kill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/answer"
)

// state is all that an index lists, one line each, sorted.
type state struct{ lines []string }

func stateOf(x *index.Index) (*state, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	got := &state{}
	add := func(format string, values ...any) error {
		got.lines = append(got.lines, fmt.Sprintf(format, values...))
		return nil
	}
	err = errors.Join(
		s.EachContent(func(c index.Content) error {
			return add("content %s %s %d %d %v", c.ID, c.Language, c.Size, c.Tokens, c.Fingerprints)
		}),
		s.EachOccurrence("", func(o index.Occurrence) error { return add("at %s %q %s", o.Collection, o.File(), o.Content) }),
		s.EachSkipped(func(o index.Occurrence) error { return add("skipped %s %q %s", o.Collection, o.File(), o.Skipped) }),
		s.EachBoilerplate(func(b index.Boilerplate) error { return add("boilerplate %s %s %q", b.ID, b.Language, b.Names) }),
	)
	slices.Sort(got.lines)
	return got, err
}

// difference says where two sorted lists part, and is empty where they do not.
func difference(got, want []string) string {
	if slices.Equal(got, want) {
		return ""
	}
	n := 0
	for n < min(len(got), len(want)) && got[n] == want[n] {
		n++
	}
	line := func(list []string) string {
		if n < len(list) {
			return list[n]
		}
		return "nothing"
	}
	return fmt.Sprintf("%d lines for %d; the first that differs is %s for %s", len(got), len(want), line(got), line(want))
}

// question is a part of a file.
type question struct{ name, text string }

// questionCount is how many questions an index is asked at the end.
const questionCount = 100

// ask cuts questions of 10 to 30 lines from the files.
func (w *world) ask() error {
	for range questionCount {
		name := w.tree.names[w.tree.r.IntN(len(w.tree.names))]
		text, err := os.ReadFile(w.tree.path(name))
		if err != nil {
			return err
		}
		lines := strings.SplitAfter(string(text), "\n")
		from := w.tree.r.IntN(max(1, len(lines)-10))
		to := min(len(lines), from+10+w.tree.r.IntN(20))
		w.questions = append(w.questions, question{name, strings.Join(lines[from:to], "")})
	}
	return nil
}

// answered returns what an index answers, and the document frequencies of what is asked for.
func (w *world) answered(x *index.Index) (answers, df []string, err error) {
	a, err := answer.New(x)
	if err != nil {
		return nil, nil, err
	}
	defer a.Close()
	for i, q := range w.questions {
		got, err := a.Ask(context.Background(), answer.Request{Name: q.name, Source: []byte(q.text), Top: 10, Evidence: i%2 == 0})
		if err != nil {
			return nil, nil, err
		}
		hits, err := json.Marshal(got.Hits)
		if err != nil {
			return nil, nil, err
		}
		answers = append(answers, fmt.Sprintf("%d: %s", i, hits))
		frequencies, err := frequencies(a.Snapshot(), x.Analyzer(), q)
		if err != nil {
			return nil, nil, err
		}
		df = append(df, frequencies)
	}
	return answers, df, nil
}

// frequencies lists the df of a question's terms.
func frequencies(s *index.Snapshot, a *analyzer.Analyzer, q question) (string, error) {
	var n analyzer.Analysis
	a.Analyze(analyzer.Detect(q.name, []byte(q.text)), []byte(q.text), &n)
	var b strings.Builder
	for r, prints := range n.Fingerprints {
		for _, p := range prints {
			df, err := s.DF(analyzer.Representation(r).String(), string(analyzer.AppendTerm(nil, p.Hash)))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%x=%d ", p.Hash, df)
		}
	}
	return b.String(), nil
}
