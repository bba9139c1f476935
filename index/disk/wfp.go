package disk

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

var _ index.WFPState = (*bleveState)(nil)

// ContentsOfMD5 implements [index.WFPState].
func (s *bleveState) ContentsOfMD5(ctx context.Context, sum wfp.Sum) (ids []string, err error) {
	key := string(winnow.AppendTerm(nil, md5Key(sum)))
	err = s.each(fieldMD5, key, func(documentID string, stored storedValues) error {
		id, _ := ContentOf(documentID)
		has, _, err := wfp.Unpack(stored.wfp)
		if err != nil {
			return fmt.Errorf("content %s: %w", id, err)
		}
		if has == sum {
			ids = append(ids, id)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("looking up the MD5 %s: %w", sum, err)
	}
	slices.Sort(ids)
	return ids, nil
}

// SearchWFP implements [index.WFPState].
func (s *bleveState) SearchWFP(ctx context.Context, prints []wfp.Print, top int) (*query.Result, error) {
	terms := make([]query.Term, len(prints))
	for i, p := range prints {
		terms[i] = query.Term{Representation: analyzer.Exact, Hash: wfpHash(p)}
	}
	if len(terms) == 0 || s.n == 0 {
		return &query.Result{}, nil
	}
	result, err := blevequery.Search(ctx, s.Reader(), query.NewVector(terms), query.Options{
		Top: top, Documents: s.n, Fields: map[analyzer.Representation]string{analyzer.Exact: fieldWFP},
	})
	if errors.Is(err, blevequery.ErrNoField) { // all contents are too short
		return &query.Result{}, nil
	}
	if err != nil {
		return nil, err
	}
	nameContents(result.Hits)
	return result, nil
}

// WFP implements [index.WFPState].
func (s *bleveState) WFP(ctx context.Context, id string) (wfp.Sum, []wfp.Print, error) {
	_, stored, err := s.content(id)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return wfp.Sum{}, nil, err
	}
	sum, prints, err := wfp.Unpack(stored.wfp)
	if err != nil {
		return sum, nil, fmt.Errorf("content %s: %w", id, err)
	}
	return sum, prints, nil
}

// wfpHashes returns the hashes in the form of terms, which have 40 bits.
func wfpHashes(prints []wfp.Print) []uint64 {
	hashes := make([]uint64, len(prints))
	for i, p := range prints {
		hashes[i] = wfpHash(p)
	}
	return hashes
}

func wfpHash(p wfp.Print) uint64 { return uint64(p.Hash) << 32 }

// md5Key is the term that finds the contents of an MD5. Several may share it.
func md5Key(sum wfp.Sum) uint64 { return binary.BigEndian.Uint64(sum[:]) }
