package report

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
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
