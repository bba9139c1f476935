package analyzer

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Each part of a document has the fingerprints and k-grams that it has as a document. So the
// guarantee holds inside parts, and no k-gram extends over a border.
func TestFingerprints_OfPartsAreThoseOfDocuments(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 2))
	markdown := mustLookup(t, "Markdown")
	names := []string{"Go", "Python", "Rust", "Text"}
	for range 200 {
		var schemes []winnow.Scheme
		for range 3 {
			all := guaranteeing(random)
			schemes = append(schemes, all[random.IntN(len(all))])
		}
		a := mustNew(t, Settings{Structure: schemes[0], Exact: schemes[1], Text: schemes[2]})
		var src []byte
		var alone []*Analysis
		for i := range 1 + random.IntN(8) {
			name := names[random.IntN(len(names))]
			text := layOut(random, randomPieces(random, vocabulary[name], 1+random.IntN(80), 1+random.IntN(30)))
			text = append([]byte(strings.TrimSpace(string(text))), '\n')
			l := mustLookup(t, name)
			src = append(src, "```"+name+"\n"+string(text)+"```\n"...)
			if i%2 == 1 { // prose without a fence, which is a part of its own
				src = append(src, "it was the best of times, it was the worst of times\n"...)
			}
			alone = append(alone, new(Analysis))
			a.Analyze(l, text, alone[len(alone)-1])
			if i%2 == 1 {
				alone = append(alone, new(Analysis))
				a.Analyze(lex.Prose, []byte("it was the best of times, it was the worst of times\n"), alone[len(alone)-1])
			}
		}
		var n Analysis
		a.Analyze(markdown, src, &n)
		parts := n.Parts()
		if len(parts) != len(alone) || n.Len() != len(n.Tokens)-len(parts) {
			t.Fatalf("%d parts and %d of %d tokens, want %d parts of:\n%s", len(parts), n.Len(), len(n.Tokens), len(alone), src)
		}
		guarantee := 0
		for _, p := range alone {
			guarantee = max(guarantee, a.Guarantee(p.Language))
		}
		if got := a.GuaranteeOf(&n); got != guarantee {
			t.Fatalf("guarantee of %d tokens, want %d", got, guarantee)
		}
		for r := range Representation(Representations) {
			var prints, grams []winnow.Fingerprint
			for i, p := range parts {
				prints = append(prints, moved(alone[i].Fingerprints[r], p.From)...)
				grams = append(grams, moved(a.AppendGrams(nil, alone[i], r), p.From)...)
			}
			if !slices.Equal(n.Fingerprints[r], prints) || !slices.Equal(a.AppendGrams(nil, &n, r), grams) {
				t.Fatalf("%s: other fingerprints or k-grams than the parts alone:\n%s", r, src)
			}
		}
	}
}

func moved(prints []winnow.Fingerprint, by int) []winnow.Fingerprint {
	prints = slices.Clone(prints)
	shift(prints, by)
	return prints
}

// Tokens within a range of a document have the border of their part before them.
func TestAnalysis_WithinKeepsTheBorder(t *testing.T) {
	src := "words\n```go\na b\nc d\n```\nmore\n"
	var n Analysis
	n.Lex(mustLookup(t, "Markdown"), []byte(src))
	n.Within(strings.Index(src, "c d"), len(src))
	if len(n.Tokens) != 5 || n.Tokens[0].Kind != lex.Border || n.Tokens[0].Language().Name != "Go" || n.LanguageAt(4) != lex.Prose {
		t.Errorf("tokens %v", n.Tokens)
	}
}
