package align

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Weight returns the match's evidence of a common origin, in rare tokens of a. It is from 0 to the
// sum of the rarity of the tokens in its tiles. For [ForOrigin] runs that disagree weigh less.
func (m Match) Weight(a, b *Document, rarity Rarity) float64 {
	agreed, _ := m.agreed(nil, a, b)
	origin := a.dampingAt(m.A.From, dampingOrigin)
	if a.use == ForOrigin {
		memory := repeatsMemories.Get().(*repeatsMemory)
		defer repeatsMemories.Put(memory)
		rarity = rarity.within(m.Tiles, memory)
		agreed.countOnce(m, a, rarity.once)
		return agreed.weighRuns(m, rarity, origin)
	}
	return agreed.weigh(m, rarity, origin, origin, inA).origin
}

// Alone returns the match without the mapping of names that whole documents share.
func (m Match) Alone() Match {
	m.mapping = nil
	return m
}

// Greatest returns the match's weight for [ForOrigin] if all its tokens had the same text. It is
// the larger one of both sides.
func (m Match) Greatest(a, b *Document, rarityA, rarityB Rarity) float64 {
	sumA, sumB := 0.0, 0.0
	dampingA, dampingB := a.dampingAt(m.A.From, dampingOrigin), b.dampingAt(m.B.From, dampingOrigin)
	for _, t := range m.Tiles {
		sumA += rarityA.Sum(span(t.A, t.endA())) * damped(t.Length, dampingA)
		sumB += rarityB.Sum(span(t.B, t.endB())) * damped(t.Length, dampingB)
	}
	return max(sumA, sumB)
}

// share is how much of a token's class weight and text weight counts.
type share struct{ class, text float64 }

// whole is the share of a token with the same text.
var whole = share{1, 1}

// grammatical and established mark shares until they are known. grammatical is of keywords and
// operators, established of names that are renamed alike [often].
const grammatical, established = -1, -2

// of returns the weight of a token with those weights of its class and text.
func (s share) of(class, text float64) float64 { return class*s.class + text*s.text }

// agreed contains the shares of the tokens in the tiles of a match, in order. They are the same for
// both sides.
type agreed []share

// agreed returns the match's shares, and its kind as far as tokens tell. It uses the memory of
// used.
func (m Match) agreed(used agreed, a, b *Document) (all agreed, kind Kind) {
	all = slices.Grow(used[:0], m.Tokens)
	if len(m.Tiles) > 1 {
		kind = Edited // otherwise the tiles would be joined
	}
	if m.Identical == m.Tokens {
		for range m.Tokens {
			all = append(all, whole)
		}
		return all, kind
	}
	countNames(a, b, func(c *counter) {
		c.choose(c.names)
		all, kind = m.agreedBy(c, all, kind, a, b)
	}, m)
	return all, kind
}

// agreedBy is agreed for a match that is not equal throughout, given its names.
func (m Match) agreedBy(c *counter, all agreed, kind Kind, a, b *Document) (agreed, Kind) {
	own, alike := 0, 0.0 // names and literals; matching ones
	at := c.at
	for _, t := range m.Tiles {
		for i := range t.Length {
			s := whole
			x := &a.tokens[t.A+i]
			var n *name // nil if it is not a name
			if x.Kind == lex.Identifier {
				n, at = &c.names[at[0]], at[1:]
			}
			switch {
			case isGrammar(*x):
				s.class = grammatical
			case a.sameText(t.A+i, b, t.B+i):
				own++
				alike++
				if n != nil && !n.meant {
					kind = Edited // it is kept here, and renamed elsewhere
				}
			case renamedPieces(a, t.A+i, b, t.B+i, c.counterparts):
				own++
				alike++
				kind = max(kind, Renamed)
			case a.hashes[t.A+i] == b.hashes[t.B+i]: // a constructed collision
				s = share{}
				own++
				kind = Edited
			default:
				here := m.shareOf(n)
				s = share{class: here.class}
				own++
				alike += here.alike
				if n == nil || !n.meant {
					kind = Edited
				}
				kind = max(kind, Renamed)
			}
			all = append(all, s)
		}
	}
	alike /= float64(max(1, own))
	rest := all
	for _, t := range m.Tiles {
		floor := grammarFloor(a.use, t.Length)
		grammar := floor + (1-floor)*alike
		for i := range rest[:t.Length] {
			switch rest[i].class {
			case grammatical:
				rest[i] = share{grammar, grammar}
			case established:
				rest[i].class = renamed + (1-renamed)*max(0, 2*alike-1)
			}
		}
		rest = rest[t.Length:]
	}
	return all, kind
}

// countOnce lowers the text weight of keywords and operators in repeated structure. The names and
// literals of the structure have other texts. The marks that rows of two tables have in common
// count once.
func (g agreed) countOnce(m Match, a *Document, once []float64) {
	if once == nil || m.Identical == m.Tokens {
		return
	}
	each := func(f func(grammar bool, s *share, token int)) {
		n := 0
		for _, t := range m.Tiles {
			for i := range t.Length {
				f(isGrammar(a.tokens[t.A+i]), &g[n], t.A+i)
				n++
			}
		}
	}
	own, same := 0, 0
	each(func(grammar bool, s *share, _ int) {
		if !grammar {
			own++
			if s.text == 1 {
				same++
			}
		}
	})
	if same == own {
		return
	}
	alike := float64(same) / float64(own)
	each(func(grammar bool, s *share, token int) {
		if grammar {
			s.text *= alike + (1-alike)*once[token]
		}
	})
}

// isGrammar reports whether the token belongs to the language rather than to the author.
func isGrammar(t lex.Token) bool {
	return t.Kind == lex.Keyword || t.Kind == lex.Operator
}

// agreement returns the class weight share of two tokens with different texts. It also returns
// their contribution to the agreement of the author's own tokens, given how often the two are
// counterparts.
func agreement(count int) (class, alike float64) {
	switch {
	case count == 0:
		return 0, 0
	case count == 1:
		return single, single
	case count < often:
		return renamed, 1
	}
	return established, 1
}

// nameShare is the result of [agreement].
type nameShare struct{ class, alike float64 }

// shareOf returns the share of a token with another text, given its name.
func (m Match) shareOf(n *name) nameShare {
	if n == nil {
		return nameShare{}
	}
	if !n.asked {
		here := 0
		if n.meant {
			here = int(n.count)
		}
		n.asked = true
		n.share.class, n.share.alike = agreement(m.everywhere(here, n.a, n.b))
	}
	return n.share
}

// weights are the token weights of one match on the side of one document.
type weights struct {
	tokens        float64 // undamped
	tiles, origin float64 // every tile damped by its own length, for pairs and for origins
}

// weigh sums the weights on one side of the match, damped twice. One damping is for pairs, one for
// origins. at returns the start of a tile on that side.
func (g agreed) weigh(m Match, rarity Rarity, pair, origin float64, at func(Tile) int) weights {
	var w weights
	for _, t := range m.Tiles {
		tile := 0.0
		from := at(t)
		class, text := rarity.Class[from:from+t.Length], rarity.Text[from:from+t.Length]
		for i := range class {
			tile += g[i].of(class[i], text[i])
		}
		g = g[t.Length:]
		w.tokens += tile
		w.tiles += tile * damped(t.Length, pair)
		w.origin += tile * damped(t.Length, origin)
	}
	return w
}

// weighRuns sums the weights on the side of a, for [ForOrigin]. A tile is divided where a name or
// literal does not agree, and each run is damped by its own length: names agree in copies, and in
// code that is alike by chance they rarely do so for long. Of the length of a run, a token counts
// half, and the other half as far as it agrees.
func (g agreed) weighRuns(m Match, rarity Rarity, damping float64) (sum float64) {
	for _, t := range m.Tiles {
		run, length := 0.0, 0.0
		for i, s := range g[:t.Length] {
			if s.class == 0 {
				sum += run * dampedBy(length, damping)
				run, length = 0, 0
				continue
			}
			run += s.of(rarity.Class[t.A+i], rarity.Text[t.A+i])
			length += (1 + s.class) / 2
		}
		sum += run * dampedBy(length, damping)
		g = g[t.Length:]
	}
	return sum
}

// inA and inB return the start of a tile on one side.
func inA(t Tile) int { return t.A }
func inB(t Tile) int { return t.B }
