package align

import (
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// This file defines the scores and weights of aligned documents, and which of them count, in the
// order in which they build on each other:
//
//  1. the rarity of a token: [Rarity]
//  2. the weight of a match: [Match.Weight]
//  3. the score of a search: [Explained] and [Origin], and which candidates and matches are worth
//     aligning and showing
//  4. the similarity of two documents: [Similarity] and [Assess]
//  5. the similarity of two wholes of several documents: [Whole], [WholeSimilarity]
//  6. estimates of a similarity from fingerprints: [EstimateSimilarity]
//
// A shared token is stronger evidence of a common origin if its surroundings are rarer, if its run
// is longer, and if its text matches and not only its class. The weights express this in one unit,
// the rare token: a token with the same text, of rarity 1, in a long run, weighs 1.
//
// A search is ranked by the heaviest match, because the sum of all matches favours long documents
// that share idioms: it put 79% of the origins first, the heaviest match 97%. Counting every token
// that matches by class alike, or no discount for keywords between different names, lost as well.
// The overall similarity of documents is the geometric mean of two sums. Damping by tiles alone
// ranks lightly edited small programs best, and by matches alone obfuscated ones.
//
// Elsewhere are measures of the index alone (package query), thresholds of relations between files
// (package trees), and bounds of work and of what is listed or counted (the callers).
//
// docs/scoring.md explains the formulas to users. docs/decisions/evidence-score.md has the
// measurements behind the constants.

// 1. The rarity of a token

// Rarity gives the weight of every token of a document if another document has it: the weight of
// its class, and the additional weight if the text also matches. Their sum is from 0 to 1.
type Rarity struct{ Class, Text []float64 }

// exactShare is the share of the exact representation in a token's weight.
const exactShare = 0.25

// IDF returns, for a representation, a function from the hash of a k-gram to its inverse document
// frequency; ok is false if that is unknown.
type IDF func(analyzer.Representation) func(hash uint64) (idf float64, known bool)

// Use is what documents are aligned for.
type Use uint8

const (
	// ForOrigin is to find where a part of a document comes from: a k-gram that the document repeats
	// weighs less, because rows of tables are not evidence each.
	ForOrigin Use = iota
	// ForSimilarity is to compare whole documents: what one repeats, its copy repeats.
	ForSimilarity
)

// NewRarity returns the weights of the tokens of the analysed document. For each representation a
// weight is the mean over the token's k-grams of their idf, divided by most, the idf of a term in
// one document, and for [ForOrigin] by the square root of the k-gram's frequency in the document
// itself. Structure gives the weight of the class, at most 0.75; the exact text adds at most 0.25. If
// only one of them is indexed, it gives up to 1.
//
// Unknown k-grams are skipped; a token without a known one gets the mean of the document. If idf is
// nil, as without an index, all k-grams count as rare.
func NewRarity(a *analyzer.Analyzer, doc *analyzer.Analysis, most float64, idf IDF, use Use) Rarity {
	if idf == nil {
		all := func(uint64) (float64, bool) { return most, true }
		idf = func(analyzer.Representation) func(uint64) (float64, bool) { return all }
	}
	if doc.Parted() {
		return rarityOfParts(a, doc, most, idf, use)
	}
	var means [analyzer.Representations][]float64
	for r := range analyzer.Representation(analyzer.Representations) {
		if scheme, ok := a.Settings().Scheme(doc.Language, r); ok {
			grams := a.AppendGrams(nil, doc, r)
			means[r] = meanIDF(len(doc.Tokens), scheme.K, grams, repeatsOf(grams, use), idf(r), most, 1)
		}
	}
	return newRarity(means, len(doc.Tokens))
}

// newRarity returns the weights, given the means in both representations; nil for one that is not
// indexed.
func newRarity(means [analyzer.Representations][]float64, tokens int) Rarity {
	rarity := Rarity{Class: means[analyzer.Structure], Text: means[analyzer.Exact]}
	if rarity.Class != nil && rarity.Text != nil {
		for i := range tokens {
			rarity.Class[i] *= 1 - exactShare
			rarity.Text[i] *= exactShare
		}
	}
	for _, one := range []*[]float64{&rarity.Class, &rarity.Text} {
		if *one == nil {
			*one = make([]float64, tokens)
		}
	}
	return rarity
}

// rarityOfParts is NewRarity for a document of several parts. Repetitions are those of the document.
// Borders, and parts too short for a k-gram, weigh nothing.
func rarityOfParts(a *analyzer.Analyzer, doc *analyzer.Analysis, most float64, idf IDF, use Use) Rarity {
	all := newRarity([analyzer.Representations][]float64{}, len(doc.Tokens))
	var repeats [analyzer.Representations]map[uint64]int
	for r := range repeats {
		repeats[r] = repeatsOf(a.AppendGrams(nil, doc, analyzer.Representation(r)), use)
	}
	for _, p := range doc.Parts() {
		var means [analyzer.Representations][]float64
		for r := range analyzer.Representation(analyzer.Representations) {
			if scheme, ok := a.Settings().Scheme(p.Language, r); ok {
				grams := a.AppendPartGrams(nil, doc, p, r)
				for i := range grams {
					grams[i].Token -= uint32(p.From)
				}
				means[r] = meanIDF(p.Len(), scheme.K, grams, repeats[r], idf(r), most, 0)
			}
		}
		part := newRarity(means, p.Len())
		copy(all.Class[p.From:], part.Class)
		copy(all.Text[p.From:], part.Text)
	}
	return all
}

// repeatsOf returns the frequencies of k-grams, or nil if they do not count.
func repeatsOf(grams []winnow.Fingerprint, use Use) map[uint64]int {
	if use == ForSimilarity {
		return nil
	}
	repeats := make(map[uint64]int, len(grams))
	for _, g := range grams {
		repeats[g.Hash]++
	}
	return repeats
}

// meanIDF returns, for every token, the mean weight of the known k-grams that contain it. most is
// the highest idf, mean the weight if no k-gram is known.
func meanIDF(tokens, k int, grams []winnow.Fingerprint, repeats map[uint64]int,
	idf func(hash uint64) (float64, bool), most, mean float64) []float64 {
	sums, counts := make([]float64, tokens+1), make([]int, tokens+1) // differences to the token before
	total, all := 0.0, 0
	for _, g := range grams {
		v, ok := idf(g.Hash)
		if !ok {
			continue
		}
		v = min(1, v/most)
		if repeats != nil {
			v /= math.Sqrt(float64(repeats[g.Hash]))
		}
		total += v
		all++
		from, to := int(g.Token), int(g.Token)+k
		sums[from] += v
		sums[to] -= v
		counts[from]++
		counts[to]--
	}
	if all > 0 {
		mean = total / float64(all)
	}
	sum, count := 0.0, 0
	for i := range tokens {
		sum += sums[i]
		count += counts[i]
		sums[i] = mean
		if count > 0 {
			sums[i] = min(1, max(0, sum/float64(count)))
		}
	}
	return sums[:tokens]
}

// Sum returns the weight of the tokens of the span.
func (r Rarity) Sum(s analyzer.Span) float64 {
	sum := 0.0
	for i := s.From; i < s.To; i++ {
		sum += r.Class[i] + r.Text[i]
	}
	return sum
}

// Ignore sets the weight of the tokens of the spans to 0.
func (r Rarity) Ignore(spans []analyzer.Span) {
	for _, s := range spans {
		clear(r.Class[s.From:s.To])
		clear(r.Text[s.From:s.To])
	}
}

// 2. The weight of a match

const (
	// The share of the class weight of a token that matches by class only: renamed if the same name
	// is renamed the same way more than once, single if it has one counterpart but occurs once, and
	// otherwise 0. Copies keep names distinct; tables and idioms do not.
	renamed, single = 0.7, 0.3
	// A run of that many tokens counts 1-1/e = 0.63 of them, because short runs occur by chance. An
	// origin is searched for among all documents of an index, where chance matches are more likely
	// than between two documents. For prose the constants are halved.
	dampingOrigin, dampingPair = 24, 10
)

// Keywords and operators match wherever the structure does. They have a share of their weight if none of
// the names and literals around them match, as in two tables, and all of it if all match. Whole documents
// have much grammar in common by chance, so there that share grows with the length of the run: from less
// than that of a search to more, because long runs agree by chance less.
const (
	originGrammar                     = 0.3
	leastPairGrammar, mostPairGrammar = 0.1, 0.5
	grammarRun                        = 80 // tokens, of a run with 1-1/e of the growth
)

// grammarFloor returns the share of keywords and operators in a run of that many tokens if no name
// matches.
func grammarFloor(use Use, length int) float64 {
	if use == ForOrigin {
		return originGrammar
	}
	return leastPairGrammar + (mostPairGrammar-leastPairGrammar)*damped(length, grammarRun)
}

// damping returns the damping constant for the kind of the document, given that for code.
func (d *Document) damping(code float64) float64 { return code * float64(d.seed) / codeSeed }

// dampingAt is damping for a match that begins at a token of the document.
func (d *Document) dampingAt(token int, code float64) float64 {
	return code * float64(d.seedAt(token)) / codeSeed
}

// dampedTables hold what damped returns for most lengths.
var dampedTables = [...]struct {
	damping float64
	by      [128]float64
}{{damping: dampingPair}, {damping: dampingOrigin}, {damping: grammarRun}}

func init() {
	for i := range dampedTables {
		t := &dampedTables[i]
		for length := range t.by {
			t.by[length] = dampedBy(float64(length), t.damping)
		}
	}
}

// damped returns the share of its tokens that a run of that length counts.
func damped(length int, damping float64) float64 {
	for i := range dampedTables {
		if t := &dampedTables[i]; t.damping == damping && length < len(t.by) {
			return t.by[length]
		}
	}
	return dampedBy(float64(length), damping)
}

func dampedBy(length, damping float64) float64 { return 1 - math.Exp(-length/damping) }

// Weight returns the evidence of a common origin in the match, in rare tokens of a. It is from 0 to
// the sum of the rarity of the tokens in its tiles. For [ForOrigin] runs that disagree weigh less.
func (m Match) Weight(a, b *Document, rarity Rarity) float64 {
	agreed, _ := m.agreed(nil, a, b)
	origin := a.dampingAt(m.A.From, dampingOrigin)
	if a.use == ForOrigin {
		return agreed.weighRuns(m, rarity, origin)
	}
	return agreed.weigh(m, rarity, origin, origin, inA).origin
}

// share is the part of the class weight and of the text weight of a token that counts.
type share struct{ class, text float64 }

// whole is the share of a token with the same text.
var whole = share{1, 1}

// grammatical marks the share of keywords and operators until it is known.
const grammatical = -1

// of returns the weight of a token with those weights of its class and text.
func (s share) of(class, text float64) float64 { return class*s.class + text*s.text }

// agreed contains the shares of the tokens in the tiles of a match, in order. They are the same for
// both sides.
type agreed []share

// agreed returns the shares of the match, in the memory of used, and its kind as far as tokens tell.
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

// agreedBy is agreed for a match of which not all is equal, given its names.
func (m Match) agreedBy(c *counter, all agreed, kind Kind, a, b *Document) (agreed, Kind) {
	own, alike := 0, 0.0 // names and literals; matching ones
	at := c.at
	for _, t := range m.Tiles {
		for i := range t.Length {
			s := whole
			x := &a.tokens[t.A+i]
			var n *name // nil if it is no name
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
			if rest[i].class == grammatical {
				rest[i] = share{grammar, grammar}
			}
		}
		rest = rest[t.Length:]
	}
	return all, kind
}

// isGrammar reports whether the token belongs to the language rather than to the author.
func isGrammar(t lex.Token) bool {
	return t.Kind == lex.Keyword || t.Kind == lex.Operator
}

// agreement returns the share of the class weight of two tokens with different texts, and their
// contribution to the agreement of the author's own tokens, given how often they are counterparts. A
// consistently renamed name counts as equal there.
func agreement(count int) (class, alike float64) {
	switch count {
	case 0:
		return 0, 0
	case 1:
		return single, single
	}
	return renamed, 1
}

// nameShare is the result of [agreement].
type nameShare struct{ class, alike float64 }

// shareOf returns the share of a token with another text, given its name in the match.
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

// weigh sums the weights on one side of the match, with the damping of pairs and of origins. at
// returns the start of a tile on that side.
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

// 3. The score of a search

const (
	// beyond is the weight from which a second match adds to the first one: long documents have
	// many slight ones.
	beyond = 40
	// shareExponent gives the explained share of a question a small influence.
	shareExponent = 0.1
	// Even is the weight, in rare tokens, with a score of one half: some seven lines.
	Even = 30
)

// Explained returns the weight that matches of those weights together explain of a question of that
// many tokens: the best one, and half of the excess of the others over 40 rare tokens.
func Explained(weights []float64, tokens int) float64 {
	best, rest := 0.0, 0.0
	for _, w := range weights {
		if w > best {
			best, w = w, best
		}
		rest += max(0, w-beyond) / 2
	}
	total := best + rest
	return total * math.Pow(min(1, total/float64(tokens+1)), shareExponent)
}

// Origin converts the weight that explains a question to a score from 0 to 1. It depends on nothing
// else, so it means the same for every question and corpus.
func Origin(explained float64) float64 {
	return explained * explained / (explained*explained + Even*Even)
}

// Which candidates are aligned. The figures are in docs/decisions/candidates.md.
const (
	// MoreCandidates is the least number of candidates aligned beyond the requested documents.
	MoreCandidates = 10
	// MostCandidates bounds the number of aligned candidates while better ones may come.
	MostCandidates = 40
	// originMargin is the factor by which an origin may be better than the index estimates.
	originMargin = 1.5
)

// Promise returns the greatest weight, in rare tokens, that alignment is likely to find for a
// candidate with that containment. question is the weight of the question.
func Promise(containment, question float64) float64 { return originMargin * containment * question }

// Unproved returns the weight, in rare tokens, of a candidate that cannot be read: half of what its
// containment stands for.
func Unproved(containment, question float64) float64 { return containment * question / 2 }

// UnprovedSimilarity is the similarity of a candidate that cannot be read.
func UnprovedSimilarity(cosine float64) float64 { return cosine / 2 }

// Which matches are shown or counted: by search and pairs those of [Notable], between two files
// those of LeastMatch, between two trees those that are not [Slight].
const (
	// LeastMatch is the least weight, in rare tokens, of a match that is shown if there are heavier
	// ones. Long documents have heavier ones by chance: see [Slight].
	LeastMatch = 2
	// slightMatch and slightPart are the bounds of [Slight]: a weight, in rare tokens, and a share
	// of the heaviest match.
	slightMatch, slightPart = 10, 0.2
	// LeastGain is the least weight, in rare tokens, that each document of a cover must explain:
	// some two lines.
	LeastGain = 8
)

// Slight reports whether a match of that weight may be chance, if another match between the same
// documents has the weight heaviest. Long documents have many slight matches.
func Slight(weight, heaviest float64) bool {
	return weight < min(slightMatch, heaviest*slightPart)
}

// Notable returns the indexes of the matches, given by their weights, that are unlikely to be
// chance, and of slight ones that closely follow or precede one of those on both sides.
func Notable(matches []Match, weights []float64) []int {
	if len(weights) == 0 {
		return nil
	}
	most := slices.Max(weights)
	least := min(most, LeastMatch)
	keep := make([]bool, len(weights))
	for i, w := range weights {
		keep[i] = w >= least && !Slight(w, most)
	}
	for i := 1; i < len(keep); i++ {
		keep[i] = keep[i] || weights[i] >= LeastMatch && keep[i-1] && follows(matches[i-1], matches[i])
	}
	for i := len(keep) - 2; i >= 0; i-- {
		keep[i] = keep[i] || weights[i] >= LeastMatch && keep[i+1] && follows(matches[i], matches[i+1])
	}
	var kept []int
	for i := range matches {
		if keep[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

// follows reports whether the second match follows the first within some lines, on both sides.
func follows(x, y Match) bool {
	const most = 40 // tokens
	a, b := y.A.From-x.A.To, y.B.From-x.B.To
	return a >= 0 && a <= most && b >= 0 && b <= most
}

// 4. The similarity of two documents

// partial is the weight of the smaller document, in rare tokens, at which the larger share has half of
// its full influence: a copy of a few lines may be chance.
const partial = 200

// Similarity returns the overall similarity of the documents, from 0 to 1. It is 1 for documents
// with the same tokens, if they are long enough to match, and about 0.8 if all names are changed.
//
// It is the matched share of the weight of both documents, damped once by the length of the tiles
// and once by that of the matches. The larger of both shares counts more, the heavier the lighter
// document is, so that a file inside a larger one is found. Ignored tokens must have weight 0: see [Rarity.Ignore].
func Similarity(a, b *Document, matches []Match, rarityA, rarityB Rarity) float64 {
	score, _ := Assess(a, b, matches, rarityA, rarityB)
	return score
}

const (
	// shortWhole is the number of tokens of a question from which the cosine does not count, and
	// cosineShare the share that it has for the shortest.
	shortWhole, cosineShare = 300, 2. / 3
)

// SimilarityInIndex returns the similarity of a document to a question of that many tokens, given
// [Similarity] and the cosine of their fingerprints. Short documents, such as methods, are often alike
// by chance. A lower cosine then lowers the score; a higher one is no evidence, because it can be forged.
func SimilarityInIndex(similarity, cosine float64, tokens int) float64 {
	share := cosineShare * max(0, 1-float64(tokens)/shortWhole)
	return similarity + min(0, cosine-similarity)*share
}

// Assessment is the weights and the kind of a match.
type Assessment struct {
	// Weights are [Match.Weight] of the match and of the mirrored match, for [ForSimilarity].
	Weights [2]float64
	// Kind is the kind of [Match.Changes].
	Kind Kind
}

// Weight returns the larger weight, so that the order of the documents makes no difference.
func (s Assessment) Weight() float64 { return max(s.Weights[0], s.Weights[1]) }

// Assess returns the [Similarity] of the documents, and an assessment of every match.
func Assess(a, b *Document, matches []Match,
	rarityA, rarityB Rarity) (score float64, of []Assessment) {
	x, y := NewWhole([]Size{SizeOf(a, rarityA)}).side, NewWhole([]Size{SizeOf(b, rarityB)}).side
	of = make([]Assessment, len(matches))
	var agreed agreed
	for i, m := range matches {
		var kind Kind
		agreed, kind = m.agreed(agreed, a, b)
		damping, origin := a.dampingAt(m.A.From, dampingPair), a.dampingAt(m.A.From, dampingOrigin)
		long := damped(m.Tokens, damping)
		wa, wb := agreed.weigh(m, rarityA, damping, origin, inA), agreed.weigh(m, rarityB, damping, origin, inB)
		x.add(wa, long)
		y.add(wb, long)
		x.total += a.addedBy(m.A, rarityA)
		y.total += b.addedBy(m.B, rarityB)
		of[i].Weights = [2]float64{wa.origin, wb.origin}
		if kind == Verbatim && !m.sameTexts(a, b) || kind != Edited && len(m.invisible(a, b)) > 0 {
			kind = Edited
		}
		of[i].Kind = kind
	}
	return similarity(x, y), of
}

// sameTexts reports whether all tokens of the match have the same texts in both documents. Hashes,
// which the match may have been made from, can be forged.
func (m Match) sameTexts(a, b *Document) bool {
	for _, t := range m.Tiles {
		for i := range t.Length {
			if !a.sameText(t.A+i, b, t.B+i) {
				return false
			}
		}
	}
	return true
}

// side is one of two wholes in a comparison: the weight of all its tokens, and of the matched
// tokens, damped by the length of the tiles and of the matches.
type side struct {
	total, tiles, whole float64
	tokens              int
	damping             float64
	parted              float64 // damping of the rest if all of it matches; 0 without ignored tokens
}

// addedBy returns the weight that a match adds to that of the document: code inside comments and
// strings counts only as far as it matches. It is evidence of a copy, but lacking it, as after comments
// are stripped, is not evidence against one.
func (d *Document) addedBy(s analyzer.Span, rarity Rarity) float64 {
	if s.From < d.outside().To {
		return 0
	}
	return rarity.Sum(s)
}

func (s *side) add(w weights, damped float64) {
	s.tiles += w.tiles
	s.whole += w.tokens * damped
}

// full returns the damping if all of the weight matches.
func (s side) full(damping float64) float64 {
	if s.parted > 0 {
		return s.parted
	}
	return damped(s.tokens, damping)
}

func similarity(a, b side) float64 {
	damping := max(a.damping, b.damping)
	full := min(a.full(damping), b.full(damping)) // for a match of the whole smaller side
	totalA, totalB := full*a.total, full*b.total
	if totalA == 0 || totalB == 0 {
		return 0
	}
	alike := geometric((a.tiles+b.tiles)/(totalA+totalB), (a.whole+b.whole)/(totalA+totalB))
	part := geometric(max(a.tiles/totalA, b.tiles/totalB), max(a.whole/totalA, b.whole/totalB))
	return combined(alike, part, min(a.total, b.total))
}

// combined returns the similarity for the matched share of both documents, that of the document of
// which more is matched, and the weight of the lighter one. A larger share below one half counts in
// proportion: idioms make up such a part of small documents.
func combined(alike, part, lighter float64) float64 {
	return min(1, alike+(part-alike)*min(1, 2*part)*lighter/(lighter+partial))
}

func geometric(x, y float64) float64 { return math.Sqrt(x * y) }

// 5. The similarity of two wholes of several documents

// Whole is one of two compared wholes of several documents, such as the submissions of two
// students. It records how matches cover each document, without keeping the documents. If a token
// is in several matches the heaviest counts, so a part with two copies on the other side counts
// once.
type Whole struct {
	side
	parts map[int][]covered
}

// Size is the contribution of a document to its whole.
type Size struct {
	Tokens  int
	weight  float64 // of all tokens
	most    float64 // the greatest weight, damped, that can match
	parted  bool    // has ignored tokens
	damping float64
}

// SizeOf returns the size of a document with that rarity.
func SizeOf(d *Document, r Rarity) Size {
	damping := d.damping(dampingPair)
	return Size{
		Tokens: d.Own(), weight: r.Sum(d.outside()),
		most: d.matchable(r, damping), parted: len(d.ignored) > 0, damping: damping,
	}
}

// matchable returns the greatest weight that can match: that of the parts between ignored tokens,
// each damped by its length. Parts shorter than a seed cannot match.
func (d *Document) matchable(rarity Rarity, damping float64) float64 {
	sum := 0.0
	d.eachOwn(func(part analyzer.Span) {
		if part.Len() >= seedFor(d.seedAt(part.From), d.use) && part.From < d.outside().To {
			sum += rarity.Sum(part) * damped(part.Len(), damping)
		}
	})
	return sum
}

// NewWhole returns a whole of documents of those sizes, without any match.
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

// covered are the largest weights that matches give a token, damped by the length of its tile and
// of the match.
type covered struct{ tiles, whole float64 }

// Cover adds a match of the document with that index with a document of the other whole, which is
// the second side of the match.
func (w *Whole) Cover(part int, here, there *Document, rarity Rarity, m Match) {
	if w.parts[part] == nil {
		w.parts[part] = make([]covered, here.Len())
	}
	damping := here.dampingAt(m.A.From, dampingPair)
	long := damped(m.Tokens, damping)
	shares, _ := m.agreed(nil, here, there)
	for _, t := range m.Tiles {
		tile := damped(t.Length, damping)
		for i := range t.Length {
			at := t.A + i
			weight := shares[i].of(rarity.Class[at], rarity.Text[at])
			if w.parts[part][at] == (covered{}) {
				w.total += here.addedBy(span(at, at+1), rarity)
			}
			w.cover(&w.parts[part][at], weight*tile, weight*long)
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

// WholeSimilarity returns the similarity of two wholes, from 0 to 1. For wholes of one document
// each it equals [Similarity].
func WholeSimilarity(a, b *Whole) float64 { return similarity(a.side, b.side) }

// 6. Names and literals that two documents share anywhere

// CommonNames is the cosine of names and literals that unrelated documents of one project often have.
const CommonNames = 0.2

// WithMaterial returns a similarity that is raised by the cosine, by tf-idf, of the names and literals of both
// documents. They say most where matches say little for sure: a copy whose statements were rewritten keeps its
// names and texts. Alone they say nothing, because solutions of one task share them, too: only what is beyond
// common counts, the cosine that others of the collection often have.
func WithMaterial(similarity, cosine, common float64) float64 {
	if common >= 1 {
		return similarity
	}
	own := max(0, cosine-common) / (1 - common)
	return similarity + own*similarity*(1-similarity)
}

// LeastWithMaterial returns the least similarity that [WithMaterial] can raise to a score.
func LeastWithMaterial(score float64) float64 { return 1 - math.Sqrt(max(0, 1-score)) }

// 7. Estimates of a similarity from fingerprints

// pairMargin is the factor by which two documents may be more similar than their estimate. What it
// loses is in docs/decisions/prefix-filtering.md.
const pairMargin = 1.7

// EstimateSimilarity returns [Similarity] without its damping, for documents that share exactly the
// material of their common fingerprints, unchanged. shared is the sum of the idf of the common
// fingerprints, a and b are those of all fingerprints of each document, and tokens is the number of
// rare tokens for an idf of 1.
func EstimateSimilarity(shared, a, b, tokens float64) float64 {
	return combined(2*shared/(a+b), shared/min(a, b), min(a, b)*tokens)
}

// HighestSimilarity returns the greatest similarity that is likely for a pair with that estimate.
// Fingerprints miss copies with changes, the more so the less of them is left: hence the root.
func HighestSimilarity(estimate float64) float64 { return pairMargin * math.Sqrt(estimate) }

// LeastEstimate is the inverse of [HighestSimilarity]: the least estimate of a pair that may have
// the similarity.
func LeastEstimate(similarity float64) float64 {
	return similarity / pairMargin * similarity / pairMargin
}
