package report

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
)

func TestBar_ShowsWhereMatchesLie(t *testing.T) {
	lines := func(from, to int) answer.Lines { return answer.Lines{From: from, To: to} }
	matches := []answer.Match{
		{Question: lines(11, 20), Kind: "verbatim"}, {Question: lines(41, 41), Kind: "renamed"},
		{Question: lines(101, 110), Kind: "edited"},
	}
	for _, c := range []struct {
		question answer.Lines
		columns  int
		want     string
	}{
		{lines(11, 110), 10, "=··~·····!"}, {lines(1, 110), 11, "·=··~·····!"}, {lines(11, 110), 1, "!"},
		{lines(11, 60), 5, "=··~!"}, // counted otherwise than the lexer does: the bar still holds all
	} {
		if got := bar(matches, c.question, c.columns); got != c.want {
			t.Errorf("lines %s: %q, not %q", c.question, got, c.want)
		}
	}
}
