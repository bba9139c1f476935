package scan

import (
	"encoding/json"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/hittest"
)

func TestFinding_ShowsFieldsOfHits(t *testing.T) {
	d := chaffinch.Document{Name: "q.go", Source: []byte("a\nb\nc\nd\ne\nf\ng\n")}
	hittest.Shows(t, "scan", func(h *answer.Hit) string {
		text, err := json.Marshal(NewJudge(d, answer.Question{Tokens: 3}, 100).Findings(h))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	})
}
