package index

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/query"
)

// WFPState has the methods that a question by SCANOSS fingerprints needs beyond a [State].
type WFPState interface {
	// ContentsOfMD5 returns the ids of the contents with that MD5, sorted.
	ContentsOfMD5(ctx context.Context, sum wfp.Sum) ([]string, error)
	// SearchWFP returns the best contents that have some of the hashes, by containment. The hash of
	// a term of the result is its upper 32 bits.
	SearchWFP(ctx context.Context, prints []wfp.Print, top int) (*query.Result, error)
	// WFP returns the fingerprints of a content. The error wraps [ErrUnknownContent] if there is
	// none of that id.
	WFP(ctx context.Context, id string) (wfp.Sum, []wfp.Print, error)
}

// ErrNoWFP means that an index has no SCANOSS fingerprints.
var ErrNoWFP = option.Fail(option.NoScanoss, option.Scanoss)

// WFPStateOf returns s as a [WFPState], or [ErrNoWFP] if it has no SCANOSS fingerprints.
func WFPStateOf(s State, settings Settings) (WFPState, error) {
	if w, ok := s.(WFPState); ok && settings.Scanoss {
		return w, nil
	}
	return nil, ErrNoWFP
}
