package mcp

import (
	"encoding/json"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/hittest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

func TestHit_ShowsFieldsOfHits(t *testing.T) {
	s := &Server{}
	hittest.Shows(t, "assistant", func(h *answer.Hit) string {
		text, err := json.Marshal(s.hitOf(&serve.Held{Name: "corpus"}, *h))
		must(t, err)
		return string(text)
	})
}
