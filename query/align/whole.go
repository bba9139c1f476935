package align

import "github.com/chaffinch-search/chaffinch/analyzer"

// Whole is one side of a comparison of several documents, such as a submission. It records how
// matches cover each document, without keeping the documents. If a token is in several matches the
// heaviest counts, so a part with two copies on the other side counts once. Duplicates count on
// neither side.
type Whole struct {
	side
	parts   map[int][]covered
	matched []float64 // of each document, [Size].matched
}

// Size is the contribution of a document to its whole.
type Size struct {
	Tokens  int
	weight  float64 // of the tokens that count even if they do not match
	matched float64 // share of the weight of code inside comments and strings that counts only if it matches
	most    float64 // the greatest weight, damped, that can match
	parted  bool    // has ignored tokens
	damping float64
}

// SizeOf returns the size of a document with that rarity.
func SizeOf(d *Document, r Rarity) Size {
	damping := d.damping(dampingPair)
	outside, inside := r.Sum(d.outside()), r.Sum(span(d.outside().To, d.Len()))
	matched := onlyMatched(outside, inside)
	return Size{
		Tokens: d.Own(), weight: outside + inside*(1-matched), matched: matched,
		most: d.matchable(r, damping, matched), parted: len(d.ignored) > 0, damping: damping,
	}
}

// onlyMatched returns how much of the inside weight counts only if it matches. Inside is code in
// comments and strings. The arguments are the weights of the code outside and inside. The share is
// 1 up to half of the document, then less, and 0 if all code is inside. Otherwise any match of a
// program that is one string would be all of it.
func onlyMatched(outside, inside float64) float64 {
	if inside <= outside {
		return 1
	}
	return 2 * outside / (outside + inside)
}

// matchable returns the greatest weight that can match. This is the weight of the parts between
// ignored tokens, each damped by its length. Parts shorter than a seed cannot match. Code inside
// comments and strings that counts only if it matches is left out.
func (d *Document) matchable(rarity Rarity, damping, matched float64) float64 {
	sum := 0.0
	d.eachOwn(func(part analyzer.Span) {
		if part.Len() < seedFor(d.seedAt(part.From), d.use) {
			return
		}
		weight := rarity.Sum(part) * damped(part.Len(), damping)
		if part.From >= d.outside().To {
			weight *= 1 - matched
		}
		sum += weight
	})
	return sum
}

// NewWhole returns a whole of documents of those sizes, without any match.
func NewWhole(parts []Size) *Whole {
	w := &Whole{parts: map[int][]covered{}}
	for _, p := range parts {
		w.most += p.most
		w.parted = w.parted || p.parted
		w.total += p.weight
		w.tokens += p.Tokens
		w.matched = append(w.matched, p.matched)
		w.damping = max(w.damping, p.damping)
	}
	return w
}

// covered are a token's largest weights from matches, damped by length. The lengths are its tile's
// and the match's.
type covered struct{ tiles, whole float64 }

// Cover adds a match of the document with that index. The second side of the match is a document of
// the other whole.
func (w *Whole) Cover(part int, here, there *Document, rarity Rarity, m Match) {
	if m.DuplicateB {
		return
	}
	if w.parts[part] == nil {
		w.parts[part] = make([]covered, here.Len())
	}
	damping := here.dampingAt(m.A.From, dampingPair)
	long := damped(m.Tokens, damping)
	shares, _ := m.agreed(nil, here, there)
	if m.Duplicate {
		here.eachRepeated(m, shares.weigh(m, rarity, damping, damping, inA), rarity, w.matched[part], func(token int, weight float64) {
			if at := &w.parts[part][token]; *at == (covered{}) {
				*at = repeated
				w.repeated += weight
			}
		})
		return
	}
	for _, t := range m.Tiles {
		tile := damped(t.Length, damping)
		for i := range t.Length {
			at := t.A + i
			weight := shares[i].of(rarity.Class[at], rarity.Text[at])
			switch w.parts[part][at] {
			case repeated:
				w.parts[part][at] = covered{}
				w.repeated -= here.sizeAt(at, rarity, w.matched[part])
				fallthrough
			case covered{}:
				w.addInside(here, span(at, at+1), rarity, w.matched[part])
			}
			w.cover(&w.parts[part][at], weight*tile, weight*long)
		}
		shares = shares[t.Length:]
	}
}

// repeated marks a token that only duplicates have.
var repeated = covered{tiles: -1}

func (w *Whole) cover(at *covered, tiles, whole float64) {
	if more := tiles - at.tiles; more > 0 {
		at.tiles += more
		w.tiles += more
	}
	if more := whole - at.whole; more > 0 {
		at.whole += more
		w.whole += more
	}
}

// WholeSimilarity returns the similarity of two wholes, from 0 to 1. For wholes of one document
// each it equals [Similarity].
func WholeSimilarity(a, b *Whole) float64 { return similarity(a.side, b.side) }
