package align

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Hashes of tokens are public and unkeyed, so collisions can be constructed. This test simply
// assigns equal hashes. For any kind of token, such a match is not verbatim.
func TestChanges_CollidingTextsAreNotVerbatim(t *testing.T) {
	const source = `total = sum(values, "first") + weight * factor - offset(index, 17) / scale`
	for _, word := range []string{"values", "first", "17"} {
		a := lexed(t, "Go", source)
		b := lexed(t, "Go", strings.Replace(source, word, strings.Repeat("9", len(word)), 1))
		for i := range b.tokens {
			b.tokens[i].Hash = a.tokens[i].Hash
			b.tokens[i].Kind = a.tokens[i].Kind
		}
		b.Reset(nil, b.source, b.tokens)
		matches := Align(a, b)
		if len(matches) != 1 || matches[0].Tokens != a.Len() || matches[0].Identical != a.Len()-1 {
			t.Fatalf("%s: %+v: this tests nothing", word, matches)
		}
		if c := matches[0].Changes(a, b); c.Kind != Edited || len(c.Edits) != 1 || !strings.Contains(a.Text(c.Edits[0].A.From), word) {
			t.Errorf("%s: it is taken for %v, with edits %v", word, c.Kind, c.Edits)
		}
		if _, of := Assess(a, b, matches, evenRarity(a), evenRarity(b)); of[0].Kind != Edited {
			t.Errorf("%s: of a pair it is taken for %v", word, of[0].Kind)
		}
		same := Align(a, a)
		if is, most := matches[0].Weight(a, b, evenRarity(a)), same[0].Weight(a, a, evenRarity(a)); is >= most {
			t.Errorf("%s: it weighs %g, and the same text %g", word, is, most)
		}
	}
	a, b := lexed(t, "SQL", strings.ToLower(sqlSource)), lexed(t, "SQL", sqlSource)
	if m := Align(a, b); len(m) != 1 || m[0].Changes(a, b).Kind != Verbatim {
		t.Errorf("case makes a difference in SQL: %+v", m)
	}
}

const sqlSource = "SELECT A.NAME, B.SIZE FROM FILES A JOIN SIZES B ON A.ID = B.ID WHERE B.SIZE > 10 ORDER BY A.NAME"

// evenRarity is a rarity of 1 for every token.
func evenRarity(d *Document) Rarity {
	r := Rarity{Class: make([]float64, d.Len()), Text: make([]float64, d.Len())}
	for i := range d.Len() {
		r.Class[i] = 1
	}
	return r
}

// Different k-grams with the same hash share a fingerprint, and are candidates but no match,
// because alignment compares every token.
func TestAlign_CollidingSeedsAreNoMatch(t *testing.T) {
	a := lexed(t, "Go", strings.Repeat("a + b * (c - d) / e\n", 3))
	b := lexed(t, "Go", strings.Repeat("if x { return y }; go f()\n", 3))
	hash := func(symbols []uint64) *seedTable {
		hashes := seedHashes(symbols, codeSeed)
		for i := range hashes {
			hashes[i] = 0
		}
		return newSeedTable(hashes)
	}
	a.seeds[0] = hash(a.symbols)
	s := new(scanner)
	s.begin(a, b, b.seed)
	s.hits = s.hits[:0]
	for i := range b.Len() - codeSeed + 1 {
		s.hits = append(s.hits, hit{int32(i), 0})
	}
	if found := s.matches(); len(s.seeds.in(0)) == 0 || len(found) > 0 {
		t.Errorf("of seeds in one bucket %v are taken for matches", found)
	}
}

// These words have the hashes 1 and 2, which mark taken tokens in the scanner. They match no such
// token.
func TestAlign_NoTokenPassesForATakenOne(t *testing.T) {
	const shared = " and all of these words stand in both"
	words := map[uint64]string{takenInA: "mbfspiwcebe99tj6 ", takenInB: "ewucptlpzuj59o19 "}
	for hash, word := range words {
		for _, n := range []int{11, 12, 13} { // the shorter document is the scanner's first
			plain := lexed(t, "Text", "these are twelve plain words that nobody is to find once more"+shared)
			made := lexed(t, "Text", strings.Repeat(word, n)+shared)
			if made.tokens[0].Hash != hash {
				t.Fatalf("%q has the hash %d: this tests nothing", word, made.tokens[0].Hash)
			}
			plain.Ignore([]analyzer.Span{{From: 0, To: 12}})
			inPlain, inMade := analyzer.Span{From: 12, To: plain.Len()}, analyzer.Span{From: n, To: made.Len()}
			if m := Align(plain, made); len(m) != 1 || m[0].A != inPlain || m[0].B != inMade {
				t.Errorf("hash %d, %d words: the matches are %+v", hash, n, m)
			}
			if m := Align(made, plain); len(m) != 1 || m[0].A != inMade || m[0].B != inPlain {
				t.Errorf("hash %d, %d words, mirrored: the matches are %+v", hash, n, m)
			}
		}
	}
}
