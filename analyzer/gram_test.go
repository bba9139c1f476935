package analyzer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// The values in this file were computed by another program, from the definitions in the comments of
// gram.go and representation.go. Where a test of them fails, indexes that were written before are
// worth nothing any more: raise Version.

func TestMixAndLevelKeepTheirValues(t *testing.T) {
	for _, c := range []struct{ in, mixed, levelled uint64 }{
		{0, 0, 0xe220a8397b1dcdaf},
		{1, 0x5692161d100b05e5, 0x910a2dec89025cc1},
		{0xffffffffffffffff, 0xb4d055fcf2cbbd7b, 0xe4d971771b652c20},
		{0x0123456789abcdef, 0xb2c058e4ebb5112c, 0x157a3807a48faa9d},
	} {
		if got := mix(c.in); got != c.mixed {
			t.Errorf("mix(%#x) = %#x, want %#x", c.in, got, c.mixed)
		}
		if got := level(c.in); got != c.levelled {
			t.Errorf("level(%#x) = %#x, want %#x", c.in, got, c.levelled)
		}
	}
}

// unmix undoes mix: each of its three steps can be undone, so mix is a bijection.
func unmix(h uint64) uint64 {
	h = (h ^ h>>31 ^ h>>62) * inverse(0x94D049BB133111EB)
	h = (h ^ h>>27 ^ h>>54) * inverse(0xBF58476D1CE4E5B9)
	return h ^ h>>30 ^ h>>60
}

// inverse returns the inverse of an odd number modulo 2^64, by Newton's iteration.
func inverse(n uint64) uint64 {
	x := n
	for range 5 {
		x *= 2 - n*x
	}
	return x
}

func TestMixAndLevelAreBijections(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		h := random.Uint64() >> random.IntN(64)
		if got := unmix(mix(h)); got != h {
			t.Fatalf("mix(%#x) comes from %#x", h, got)
		}
		if got := unmix(level(h)) - gramBase; got != h {
			t.Fatalf("level(%#x) comes from %#x", h, got)
		}
	}
}

func TestSymbolsKeepTheirValues(t *testing.T) {
	for _, c := range []struct {
		kind             Kind
		text             string
		structure, exact uint64
	}{
		{Keyword, "if", 0x2385d693c3de65a7, 0x2385d693c3de65a7},
		{Operator, "+", 0xfdcdf23f9eace6e0, 0xfdcdf23f9eace6e0},
		{Identifier, "total", 0x717862700fd88d2e, 0x9b5a89f96755404a},
		{Number, "total", 0x6e40637eb2ac2d20, 0x9b5a89f96755404a},
		{String, "total", 0x54731a9acb6a588a, 0x9b5a89f96755404a},
		{Char, "total", 0xfbf83ed1e9a0d266, 0x9b5a89f96755404a},
		{Word, "total", 0x9b5a89f96755404a, 0x9b5a89f96755404a},
		{0, "total", 0x9b5a89f96755404a, 0x9b5a89f96755404a},
		{255, "total", 0x9b5a89f96755404a, 0x9b5a89f96755404a},
	} {
		token := Token{Hash: xxhash.Sum64String(c.text), Kind: c.kind}
		if got := Structure.Symbol(token); got != c.structure {
			t.Errorf("structure: symbol of %s %s is %#x, want %#x", c.kind, c.text, got, c.structure)
		}
		if got := Exact.Symbol(token); got != c.exact {
			t.Errorf("exact: symbol of %s %s is %#x, want %#x", c.kind, c.text, got, c.exact)
		}
	}
}

// vectorSource has a token of every kind of a program.
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

func TestGramsKeepTheirValues(t *testing.T) {
	tokens := mustLookup(t, "Go").Lex(nil, []byte(vectorSource))
	for r := range Representation(Representations) {
		grams := Grams(nil, tokens, r, 5)
		if len(grams) != len(vectors[r]) {
			t.Fatalf("%s: %d 5-grams, want %d", r, len(grams), len(vectors[r]))
		}
		for i, want := range vectors[r] {
			if grams[i] != want.hash {
				t.Errorf("%s: hash %d is %#x, want %#x", r, i, grams[i], want.hash)
			}
			if got := level(grams[i]); got != want.levelled {
				t.Errorf("%s: levelled hash %d is %#x, want %#x", r, i, got, want.levelled)
			}
			if got := string(AppendTerm(nil, level(grams[i]))); got != want.term {
				t.Errorf("%s: term %d is %s, want %s", r, i, got, want.term)
			}
		}
	}
}

// mustLookup returns the language of that name.
func mustLookup(tb testing.TB, name string) *Language {
	tb.Helper()
	l, ok := Lookup(name)
	if !ok {
		tb.Fatalf("no language %q", name)
	}
	return l
}

// randomTokens returns n tokens with at most so many different texts, of all kinds if several are
// wanted. Their byte ranges are made up.
func randomTokens(random *rand.Rand, n, alphabet int) []Token {
	tokens := make([]Token, n)
	for i := range tokens {
		letter := random.IntN(alphabet)
		tokens[i] = Token{
			Hash:  mix(uint64(letter) + 1),
			Start: uint32(2 * i), End: uint32(2*i + 1),
			Kind: Keyword + Kind(letter)%Word,
		}
	}
	return tokens
}

func TestGramsRollTheHashOfEveryGram(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		k := 1 + random.IntN(40)
		tokens := randomTokens(random, random.IntN(100), 1+random.IntN(20))
		r := Representation(random.IntN(Representations))
		before := []uint64{7}
		got := Grams(before, tokens, r, k)
		want := []uint64{7}
		for i := 0; i+k <= len(tokens); i++ {
			var sum uint64
			for _, token := range tokens[i : i+k] {
				sum = sum*gramBase + r.Symbol(token)
			}
			want = append(want, mix(sum))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s, k=%d, %d tokens: got %x, want %x", r, k, len(tokens), got, want)
		}
	}
}

// TestGramsOfLongestGram takes the largest k there may be, at the lengths around it.
func TestGramsOfLongestGram(t *testing.T) {
	tokens := randomTokens(rand.New(rand.NewPCG(3, 3)), MaxK+1, 50)
	for n, want := range map[int]int{0: 0, 1: 0, MaxK - 1: 0, MaxK: 1, MaxK + 1: 2} {
		if got := len(Grams(nil, tokens[:n], Exact, MaxK)); got != want {
			t.Errorf("%d tokens have %d k-grams, want %d", n, got, want)
		}
	}
}

func TestRepresentationNamesAreReadBack(t *testing.T) {
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
