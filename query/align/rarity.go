package align

import (
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Rarity gives the weight of every token of a document if another document has it. Class is the
// weight of its class, and Text the additional weight if the text also matches. Their sum is from 0
// to 1.
type Rarity struct {
	Class, Text []float64
	// once is the mean weight of each token's structure as a repeat (see repeats). It is nil if
	// repeats do not count.
	once []float64
	// parts are the k-grams of the parts of the document by representation, in order. They are nil
	// if repeats do not count.
	parts [analyzer.Representations][]*known
}

// exactShare is the share of the exact representation in a token's weight.
const exactShare = 0.25

// IDF returns the inverse document frequency of k-gram hashes in a representation. ok is false if
// it is unknown.
type IDF func(analyzer.Representation) func(hash uint64) (idf float64, known bool)

// Use is the purpose of an alignment.
type Use uint8

const (
	// ForOrigin is to find the origin of a part of a document. A k-gram that the document repeats
	// weighs less, because rows of tables are not evidence each.
	ForOrigin Use = iota
	// ForSimilarity is to compare whole documents: what one repeats, its copy repeats.
	ForSimilarity
)

// NewRarity returns the weights of the tokens of the analysed document. For each representation a
// weight is the mean over the token's k-grams of their idf, divided by most, the idf of a term in
// one document, and for [ForOrigin] multiplied by the weight of a repeat (see repeats). Structure
// gives the weight of the class, at most 0.75; the exact text adds at most 0.25. If only one of
// them is indexed, it gives up to 1.
//
// Unknown k-grams are skipped; a token without a known one gets the mean of its part of the
// document. If idf is nil, as without an index, all k-grams count as rare.
func NewRarity(a *analyzer.Analyzer, doc *analyzer.Analysis, most float64, idf IDF, use Use) Rarity {
	if idf == nil {
		all := func(uint64) (float64, bool) { return most, true }
		idf = func(analyzer.Representation) func(uint64) (float64, bool) { return all }
	}
	rarity := Rarity{Class: make([]float64, len(doc.Tokens)), Text: make([]float64, len(doc.Tokens))}
	otherwise := 0.0 // of borders, and of parts that are too short for a k-gram
	if !doc.Parted() {
		otherwise = 1
	}
	if use == ForOrigin {
		rarity.once = make([]float64, len(doc.Tokens))
	}
	parts := doc.Parts()
	for r := range analyzer.Representation(analyzer.Representations) {
		all := newKnown(a, doc, parts, r, most, idf(r))
		if use == ForOrigin {
			countRepeats(all, r)
			rarity.parts[r] = all
		}
		for _, n := range all {
			values := n.rarity
			if use == ForOrigin {
				values = n.weights()
				if r == analyzer.Structure {
					copy(rarity.once[n.From:], n.mean(values, 1))
				}
				for i := range values {
					values[i] *= n.rarity[i]
				}
			}
			for i, mean := range n.mean(values, otherwise) {
				rarity.of(r)[n.From+i] = mean * n.share
			}
		}
	}
	rarity.weighCharacters(doc.Tokens)
	return rarity
}

// characterWeight is the weight of a character of running text that is written without spaces. A
// translation has 1.6 characters of Chinese, and 2 of Japanese, for each word of English or German.
const characterWeight = 0.6

// weighCharacters lowers the weights of characters that are tokens. Nothing separates these, and
// something separates words.
func (r *Rarity) weighCharacters(tokens []lex.Token) {
	for i, t := range tokens {
		if t.Kind == lex.Word && (i > 0 && tokens[i-1].Kind == lex.Word && tokens[i-1].End == t.Start ||
			i+1 < len(tokens) && tokens[i+1].Kind == lex.Word && tokens[i+1].Start == t.End) {
			r.Class[i] *= characterWeight
			r.Text[i] *= characterWeight
		}
	}
}

// of returns the weights of a representation.
func (r *Rarity) of(rep analyzer.Representation) []float64 {
	if rep == analyzer.Structure {
		return r.Class
	}
	return r.Text
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
