package analyzer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Another program computed the values in this file, from the definitions in the comments of
// representation.go and winnow/gram.go. If a test of them fails, existing indexes are useless:
// raise Version.

func TestSymbol_KnownAnswers(t *testing.T) {
	for _, c := range []struct {
		kind             lex.Kind
		text             string
		structure, exact uint64
	}{
		{lex.Keyword, "if", 0x2385d693c3de65a7, 0x2385d693c3de65a7},
		{lex.Operator, "+", 0xfdcdf23f9eace6e0, 0xfdcdf23f9eace6e0},
		{lex.Identifier, "total", 0x717862700fd88d2e, 0x9b5a89f96755404a},
		{lex.Number, "total", 0x6e40637eb2ac2d20, 0x9b5a89f96755404a},
		{lex.String, "total", 0x54731a9acb6a588a, 0x9b5a89f96755404a},
		{lex.Char, "total", 0xfbf83ed1e9a0d266, 0x9b5a89f96755404a},
		{lex.Word, "total", 0x9b5a89f96755404a, 0x9b5a89f96755404a},
		{0, "total", 0x9b5a89f96755404a, 0x9b5a89f96755404a},
		{255, "total", 0x9b5a89f96755404a, 0x9b5a89f96755404a},
	} {
		token := lex.Token{Hash: xxhash.Sum64String(c.text), Kind: c.kind}
		if got := Structure.Symbol(token); got != c.structure {
			t.Errorf("structure: symbol of %s %s is %#x, want %#x", c.kind, c.text, got, c.structure)
		}
		if got := Exact.Symbol(token); got != c.exact {
			t.Errorf("exact: symbol of %s %s is %#x, want %#x", c.kind, c.text, got, c.exact)
		}
	}
}

// vectorSource has a token of every kind in a program.
const vectorSource = `if x1 > 42 { s = "a" + 'b' }`

// vectors are the 5-grams of vectorSource: hash, levelled hash and index term.
var vectors = [Representations][]struct {
	hash, levelled uint64
	term           string
}{
	Structure: {
		{0x5852171ae71e44ea, 0x2c357cd607387283, "5gqnplg7"},
		{0x5e466f9c95452afa, 0x6525ad4846dcfc1c, "ckiqqi26"},
		{0x14521e65673f9a83, 0xd94b2f0c50b57a5a, "r55iu32g"},
		{0x68fa11e84dc5848e, 0x95b73052ed03e3e3, "imrj0knd"},
		{0x6098d31e070b7f5, 0x31e039c6f38ecd54, "67g3jhnj"},
		{0xeeed8a8fb26d34d, 0x413c2410f0e810af, "84u2847g"},
		{0xafb3c820047298d0, 0x4856ba0453a68ef, "0i2mn825"},
	},
	Exact: {
		{0x1ca4f2fd217c118b, 0x65181952ea934ffa, "ckc1ikna"},
		{0x43ce0b84e33e48e1, 0x2517c0fa2d6866b6, "4kbs1uhd"},
		{0x7b315f1c0fae67c2, 0x8490ab69174ad3e2, "gi8amq8n"},
		{0xa1667148d61d3498, 0x8df91857f2a2c53, "13fp31bv"},
		{0xaba0b62d3477f0c0, 0x23276651084f109b, "4cjmck88"},
		{0x4ea0fefdd0bb6b3a, 0x421d362eddd5c22, "0ggt6ond"},
		{0x19044352d8fd68fb, 0x1f4d120b4f4dfec, "07qd285k"},
	},
}

func TestGrams_KnownAnswers(t *testing.T) {
	tokens := mustLookup(t, "Go").Lex(nil, []byte(vectorSource))
	for r := range Representation(Representations) {
		levelled := gramsOf(t, tokens, r, 5)
		if len(levelled) != len(vectors[r]) {
			t.Fatalf("%s: %d 5-grams, want %d", r, len(levelled), len(vectors[r]))
		}
		for i, want := range vectors[r] {
			if got := levelled[i].Hash; got != want.levelled {
				t.Errorf("%s: levelled hash %d is %#x, want %#x", r, i, got, want.levelled)
			}
			if got := string(winnow.AppendTerm(nil, levelled[i].Hash)); got != want.term {
				t.Errorf("%s: term %d is %s, want %s", r, i, got, want.term)
			}
		}
	}
}

// symbolsOf returns the symbols of the tokens.
func symbolsOf(tokens []lex.Token, r Representation) (symbols []uint64) {
	for _, t := range tokens {
		symbols = append(symbols, r.Symbol(t))
	}
	return symbols
}

// gramsOf returns a fingerprint for every k-gram of the tokens.
func gramsOf(tb testing.TB, tokens []lex.Token, r Representation, k int) []winnow.Fingerprint {
	tb.Helper()
	w, err := winnow.New(winnow.Scheme{K: k, W: 1})
	if err != nil {
		tb.Fatal(err)
	}
	return w.AppendGrams(nil, sumsOf(nil, symbolsOf(tokens, r)), &winnow.Memory{})
}

// sumsOf appends the sums that package winnow takes for the symbols.
func sumsOf(sums, symbols []uint64) []uint64 {
	sums = append(sums, 0)
	for _, s := range symbols {
		sums = append(sums, sums[len(sums)-1]*winnow.Base+s)
	}
	return sums
}

// The fused loop gives the same sums as one pass for the symbols and one for the sums.
func TestAppendSums_EqualsSymbols(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		tokens := randomTokens(random, random.IntN(100), 1+random.IntN(20))
		r := Representation(random.IntN(Representations))
		got := r.appendSums([]uint64{7}, tokens)
		if want := sumsOf([]uint64{7}, symbolsOf(tokens, r)); !slices.Equal(got, want) {
			t.Fatalf("%s, %d tokens: got %x, want %x", r, len(tokens), got, want)
		}
	}
}

func TestRepresentation_NamesRoundTrip(t *testing.T) {
	for r := range Representation(Representations) {
		if got, err := ParseRepresentation(r.String()); err != nil || got != r {
			t.Errorf("%s is read as %s, %v", r, got, err)
		}
	}
	for _, name := range []string{"", "Structure", "both", Representation(7).String()} {
		if _, err := ParseRepresentation(name); err == nil {
			t.Errorf("%q is read as a representation", name)
		}
	}
}

// mustLookup returns the language with that name.
func mustLookup(tb testing.TB, name string) *lex.Language {
	tb.Helper()
	l, ok := lex.Lookup(name)
	if !ok {
		tb.Fatalf("no language %q", name)
	}
	return l
}
