package disk

import (
	"context"
	"maps"
	"os"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch/index"
)

// boilerplateLoss is the boilerplate that the next step of a repair removes.
type boilerplateLoss struct {
	names   []string
	unknown bool // there may be more, in what cannot be read
}

// findLoss notes the boilerplate that only broken segments and condemned documents hold. The names
// are from these, as far as they can be read, and from the published state.
func (r *repair) findLoss(ctx context.Context, x *Index, c *checker) {
	r.loss = boilerplateLoss{}
	known, kept := map[string]bool{}, map[string]bool{}
	add := func(s *scorch.SegmentSnapshot, broken bool) (ok bool) {
		return eachBoilerplate(s, func(b index.Boilerplate) {
			for _, name := range b.Names {
				known[name] = true
				kept[name] = kept[name] || !broken && !c.condemned[boilerplatePrefix+b.ID]
			}
		})
	}
	reader, err := x.read()
	if err != nil {
		r.loss.unknown = true
		return
	}
	defer reader.Close()
	for _, s := range reader.Segments() {
		if !add(s, slices.Contains(c.broken, segmentName(s))) {
			r.loss.unknown = true
		}
	}
	if b, err := r.dir.openPublished(ctx); b != nil && err == nil {
		defer b.Close()
		if reader, err := scorchReader(b); err == nil {
			defer reader.Close()
			for _, s := range reader.Segments() {
				add(s, true)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if !kept[name] {
			r.loss.names = append(r.loss.names, name)
		}
	}
}

// lose reports the loss that findLoss has noted. The command names the files that still exist.
func (r *repair) lose() {
	r.report.BoilerplateUnknown = r.report.BoilerplateUnknown || r.loss.unknown
	for _, name := range r.loss.names {
		if !slices.Contains(r.report.Boilerplate, name) {
			r.report.Boilerplate = append(r.report.Boilerplate, name)
		}
	}
	var left []string
	for _, name := range r.report.Boilerplate {
		if _, err := os.Stat(name); err == nil {
			left = append(left, name)
		}
	}
	if len(left) > 0 {
		r.addAgain = []index.Remedy{{Kind: index.RemedyBoilerplate, Index: r.path, Files: left}}
	}
}

// eachBoilerplate calls f for the boilerplate in a segment, which may be damaged. ok is false if
// not all could be read.
func eachBoilerplate(s *scorch.SegmentSnapshot, f func(index.Boilerplate)) (ok bool) {
	defer func() { ok = recover() == nil && ok }() // zap panics on some damaged bytes
	from, done := untrusted(s)
	if from == nil {
		return false
	}
	defer done()
	dict, err := from.Dictionary(fieldKind)
	if err != nil {
		return false
	}
	list, err := dict.PostingsList([]byte(kindBoilerplate), s.Deleted(), nil)
	if err != nil {
		return false
	}
	ok = true
	it := list.Iterator(false, false, false, nil)
	for {
		p, err := it.Next()
		if p == nil || err != nil {
			return ok && err == nil
		}
		id, stored, err := readStored(from, p.Number())
		b, perr := storedBoilerplate(id, stored)
		if err != nil || perr != nil {
			ok = false
			continue
		}
		f(b)
	}
}
