package chaffinch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/shares"
)

// agree fails unless all processes of a [split.Split] have read the same. Otherwise they would have other candidates, and
// take the scores of one pair for those of another.
func (p *pairing) agree(ctx context.Context) error {
	share := split.From(ctx)
	if share.Exchange == nil {
		return nil
	}
	read := sha256.New()
	for _, u := range p.units {
		fmt.Fprintf(read, "%q %v %d\n", u.Name, u.Old, u.Prints)
		for _, f := range u.Files {
			fmt.Fprintf(read, "%q %s %v %d %d\n", f.Path, f.Content, f.Language, f.Tokens, f.Boilerplate())
		}
	}
	parts, err := gather(ctx, share, read.Sum(nil))
	if err == nil && slices.ContainsFunc(parts, func(rest []byte) bool { return len(rest) > 0 }) {
		err = errExchange
	}
	return err
}

// gather passes on a digest, and what this process found. It returns what each process found. All must have the same
// digest.
func gather(ctx context.Context, s split.Split, digest []byte, found ...byte) ([][]byte, error) {
	parts, err := s.Exchange(ctx, append(digest, found...))
	if err != nil {
		return nil, err
	}
	if len(parts) != s.Of {
		return nil, fmt.Errorf("%d of %d processes passed on what they found", len(parts), s.Of)
	}
	all := make([][]byte, len(parts))
	for n, part := range parts {
		if !bytes.HasPrefix(part, digest) {
			return nil, split.ErrChanged
		}
		all[n] = part[len(digest):]
	}
	return all, nil
}

// exchange passes on the scores and facts of the candidates that this process aligned, and fills in those of the
// others. All processes have the same candidates in the same order, and have read the same files again.
func (p *pairing) exchange(ctx context.Context, s split.Split, all []*candidate) error {
	same := sha256.New()
	for _, k := range all {
		fmt.Fprintln(same, k.a, k.b)
	}
	fmt.Fprintf(same, "%q\n", p.files.Warnings())
	from, to := s.Range(s.Part, len(all))
	var found []byte
	for _, k := range all[from:to] {
		found = k.appendFound(found)
	}
	parts, err := gather(ctx, s, same.Sum(nil), found...)
	if err != nil {
		return err
	}
	for n, part := range parts {
		from, to := s.Range(n, len(all))
		if n == s.Part {
			continue
		}
		for _, k := range all[from:to] {
			if part, err = k.takeFound(part); err != nil {
				return err
			}
		}
		if len(part) > 0 {
			return errExchange
		}
	}
	return nil
}

// factsSize is the number of bytes of facts, without the kind.
const factsSize = 2*4 + 4*8

// appendFound appends the score and, if they are kept, the facts: fields of fixed size, and the name of the kind.
func (k *candidate) appendFound(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(k.score))
	f := k.facts
	if f == nil {
		return append(b, 0)
	}
	b = append(b, 1)
	b = binary.LittleEndian.AppendUint32(b, uint32(f.longest))
	b = binary.LittleEndian.AppendUint32(b, uint32(f.tokens))
	for _, x := range []float64{f.coverA, f.coverB, f.shares.ShareOfSmaller, f.shares.ShareOfLarger} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return append(append(b, byte(len(f.kind))), f.kind...)
}

var errExchange = errors.New("what another process found is damaged")

// takeFound reads what appendFound wrote, and returns the rest.
func (k *candidate) takeFound(b []byte) ([]byte, error) {
	if len(b) < 9 {
		return nil, errExchange
	}
	k.score = math.Float64frombits(binary.LittleEndian.Uint64(b))
	has := b[8] == 1
	if b = b[9:]; !has {
		return b, nil
	}
	if len(b) < factsSize+1 {
		return nil, errExchange
	}
	number := func(at int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[at:])) }
	k.facts = &facts{
		longest: int(binary.LittleEndian.Uint32(b)), tokens: int(binary.LittleEndian.Uint32(b[4:])),
		coverA: number(8), coverB: number(16), shares: shares.Shares{ShareOfSmaller: number(24), ShareOfLarger: number(32)},
	}
	end := factsSize + 1 + int(b[factsSize])
	if len(b) < end {
		return nil, errExchange
	}
	k.facts.kind = string(b[factsSize+1 : end])
	return b[end:], nil
}
