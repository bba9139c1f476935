package answer

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// Collections returns the names of the index's collections, sorted. It reads no document.
func Collections(ctx context.Context, x *index.Index) ([]string, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	names := []string{}
	err = query.EachTerm(ctx, s.Reader(), index.FieldCollection, func(term []byte, _ int) error {
		names = append(names, string(term))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing collections of %s: %w", x.Path(), err)
	}
	return names, nil
}
