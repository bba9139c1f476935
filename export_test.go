package chaffinch

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
)

// Request and Asker let tests ask in ways that the options of the package do not offer.
type Request = evidence.Request

// Asker asks questions of one state of an index.
type Asker struct{ *evidence.Asker }

// New returns an asker for the present state of the index.
func New(x *index.Index) (*Asker, error) {
	a, err := evidence.Open(x)
	return &Asker{a}, err
}

// Ask answers the question.
func (a *Asker) Ask(ctx context.Context, r Request) (*Answer, error) {
	return answerOf(ctx, a.Asker, r)
}
