package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/hittest"
)

func TestAnswers_ShowFieldsOfHits(t *testing.T) {
	answerOf := func(h *answer.Hit) *answer.Answer {
		return &answer.Answer{Question: answer.Question{Name: "q.go", Language: "Go"}, Hits: []answer.Hit{*h}}
	}
	options := []AnswerOptions{{Sure: true, Collections: true, Explain: true, Copies: true}, {Adds: true}, {Shares: true}}
	hittest.Shows(t, "text", func(h *answer.Hit) string {
		var b strings.Builder
		for _, o := range options {
			if err := AnswerText(&b, answerOf(h), o); err != nil {
				t.Fatal(err)
			}
			several := NewAnswers(&b, o)
			if err := several.Add(answerOf(h)); err != nil {
				t.Fatal(err)
			}
			if err := several.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	})
	hittest.Shows(t, "browser", func(h *answer.Hit) string {
		return fmt.Sprint(h.Occurrences[0].Path, len(h.Occurrences), WordsOfHits([]answer.Hit{*h}, true), WordsOfHits([]answer.Hit{*h}, false))
	})
	hittest.Shows(t, "editor", func(h *answer.Hit) string {
		var b strings.Builder
		for _, isFile := range []bool{true, false} {
			if err := Vimgrep(&b, answerOf(h), isFile); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	})
}

// A hit that only has the same comments has no figures: no face shows a score of 0, or an unknown
// probability.
func TestAnswers_OfCommentsHaveNoFigures(t *testing.T) {
	place := answer.Place{Lines: answer.Lines{From: 3, To: 9}}
	h := answer.Hit{
		Content: "1", Aligned: true, Kind: "comments", Occurrences: []document.Occurrence{{Path: "a.go"}},
		SameComments: []answer.SharedComment{{A: place, B: place, Words: 12, Text: "words"}},
	}
	a := &answer.Answer{Question: answer.Question{Name: "q.go", Language: "Go"}, Hits: []answer.Hit{h}}
	var b strings.Builder
	for _, o := range []AnswerOptions{{Sure: true}, {Shares: true}} {
		if err := AnswerText(&b, a, o); err != nil {
			t.Fatal(err)
		}
	}
	if err := Vimgrep(&b, a, true); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.Contains(text, "comments") || strings.ContainsAny(text, "%?") || strings.Contains(text, "0.000") {
		t.Errorf("%s", text)
	}
	for _, f := range HitFigures(&h, false) {
		if slices.Contains([]string{"Score", "Sure", "Of the question"}, f.Label) {
			t.Errorf("%s: %s", f.Label, f.Text)
		}
	}
}
