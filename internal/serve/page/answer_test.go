package page

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/hittest"
)

// A single line is no range.
func TestSamePlace(t *testing.T) {
	one, some := answer.Lines{From: 26, To: 26}, answer.Lines{From: 3, To: 9}
	for want, sides := range map[string][2]answer.Lines{
		"Line 26 of the question is its line 26":    {one, one},
		"Line 26 of the question is its lines 3–9":  {one, some},
		"Lines 3–9 of the question are its line 26": {some, one},
	} {
		if got := samePlace(sides[0], sides[1]); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestPage_ShowsFieldsOfHits(t *testing.T) {
	pages := templates(false)
	hittest.Shows(t, "page", func(h *answer.Hit) string {
		var b strings.Builder
		v := view{Body: asked{Answer: &shownAnswer{Hits: []hit{newHit(1, h, cover, "")}}}}
		if err := pages.ExecuteTemplate(&b, "ask.html", v); err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
}
