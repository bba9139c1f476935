package align

import "github.com/chaffinch-search/chaffinch/analyzer"

// Whole is one of two things that are compared as wholes and consist of several documents, such as
// the submissions of two students. It holds what matches cover of each document, not the documents
// themselves. Of several matches of a token the one that weighs most counts, so what stands once on
// one side is not counted twice because the other has two copies of it.
type Whole struct {
	side
	parts map[int][]covered
}

// Size is what a document adds to the whole that it is a part of.
type Size struct {
	Tokens  int
	weight  float64 // of all tokens
	most    float64 // of it, damped, that can match
	parted  bool    // some is ignored
	damping float64
}

// SizeOf returns the size of a document with that rarity.
func SizeOf(d *Document, r Rarity) Size {
	s := Size{Tokens: d.Own(), weight: r.Sum(analyzer.Span{From: 0, To: d.Len()}), damping: d.damping(dampingPair)}
	s.most, s.parted = d.matchable(r, s.damping), len(d.ignored) > 0
	return s
}

// NewWhole returns a whole of documents of those sizes, of which nothing is covered yet.
func NewWhole(parts []Size) *Whole {
	w := &Whole{parts: map[int][]covered{}}
	most, parted := 0.0, false
	for _, p := range parts {
		most += p.most
		parted = parted || p.parted
		w.total += p.weight
		w.tokens += p.Tokens
		w.damping = max(w.damping, p.damping)
	}
	if parted && w.total > 0 {
		w.parted = most / w.total
	}
	return w
}

// covered are the largest weights that matches give to a token, damped by the length of its tile and
// by that of the match.
type covered struct{ tiles, whole float64 }

// Cover notes a match of the part of that number with a document of the other whole, which is on the
// second side of the match.
func (w *Whole) Cover(part int, here, there *Document, rarity Rarity, m Match) {
	if w.parts[part] == nil {
		w.parts[part] = make([]covered, here.Len())
	}
	damping := here.damping(dampingPair)
	whole := damped(m.Tokens, damping)
	shares := m.agreed(here, there)
	for _, t := range m.Tiles {
		tile := damped(t.Length, damping)
		for i := range t.Length {
			at := t.A + i
			weight := rarity.Class[at]*shares[i].class + rarity.Text[at]*shares[i].text
			w.cover(&w.parts[part][at], weight*tile, weight*whole)
		}
		shares = shares[t.Length:]
	}
}

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

// Share returns the share of the whole's weight that is covered, from 0 to 1.
func (w *Whole) Share() float64 {
	if w.total == 0 {
		return 0
	}
	return min(1, w.tiles/w.total)
}

// WholeSimilarity returns how much two wholes are alike, from 0 to 1: what [Similarity] says of wholes
// of one document each.
func WholeSimilarity(a, b *Whole) float64 { return similarity(a.side, b.side) }
