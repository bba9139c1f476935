package analyzer

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// The guarantee: every run of t = w+k-1 tokens that two documents share is found, whatever
// surrounds it. These tests check it on random documents with random shared runs of exactly t
// tokens.

// vocabulary has, by language, texts that are one token each between blanks. The first ones are
// names, many of which are one symbol in Structure, so ties are common.
var vocabulary = map[string][]string{
	"Go":         strings.Fields(`a b total x1 if for return func { } ( ) [ ] , ; := = + - * <= != 1 42 0x1F 1.5 "s" "tt" 'c' .`),
	"C":          strings.Fields(`a b total x1 if for return int { } ( ) [ ] , ; = + - * <= != 1 42 0x1F 1.5 "s" "tt" 'c' -> .`),
	"Java":       strings.Fields(`a b total x1 if for return class { } ( ) [ ] , ; = + - * <= != 1 42 0x1F 1.5 "s" "tt" 'c' .`),
	"Python":     strings.Fields(`a b total x1 if for return def ( ) [ ] : , = + - * ** <= != 1 42 0x1F 1.5 "s" "tt" 'c' .`),
	"JavaScript": strings.Fields(`a b total x1 if for return function { } ( ) [ ] , ; = + - * <= !== 1 42 0x1F 1.5 "s" "tt" => .`),
	"Rust":       strings.Fields(`a b total x1 if for return fn { } ( ) [ ] , ; = + - * <= != 1 42 0x1F 1.5 "s" "tt" 'c' ->`),
	"Shell":      strings.Fields(`a b total x1 if for return done ; ( ) [ ] = + - && || | 1 42 "s" "tt" 's'`),
	"Text":       strings.Fields(`a b total x1 it was the best of times worst age wisdom 1 42 don't`),
}

// randomPieces returns n texts from the first alphabet words.
func randomPieces(random *rand.Rand, words []string, n, alphabet int) []string {
	pieces := make([]string, n)
	for i := range pieces {
		pieces[i] = words[random.IntN(min(alphabet, len(words)))]
	}
	return pieces
}

// layOut writes pieces with random blanks between them.
func layOut(random *rand.Rand, pieces []string) []byte {
	var src []byte
	for _, piece := range pieces {
		src = append(src, piece...)
		src = append(src, []string{" ", "\n", "  ", "\t", " \n  "}[random.IntN(5)]...)
	}
	return src
}

// guaranteeing returns a random scheme for each selection.
func guaranteeing(random *rand.Rand) []winnow.Scheme {
	k, w := 1+random.IntN(10), 1+random.IntN(12)
	if random.IntN(20) == 0 {
		w = 60 + random.IntN(20)
	}
	return []winnow.Scheme{
		{K: k, W: w, Selection: "winnowing"},
		{K: k, W: w, Selection: winnow.SelectRobust},
		{K: k, W: w, Selection: winnow.SelectOpenClosed},
	}
}

func TestGuarantee_SharedRunInSources(t *testing.T) {
	for name, words := range vocabulary {
		t.Run(name, func(t *testing.T) {
			l := mustLookup(t, name)
			random := rand.New(rand.NewPCG(1, 11))
			for range 60 {
				alphabet := []int{1, 2, 5, 1000}[random.IntN(4)]
				for _, scheme := range guaranteeing(random) {
					checkSharedRun(t, random, l, scheme, words, alphabet)
				}
			}
		})
	}
}

// checkSharedRun puts one run of guaranteed length into two sources.
func checkSharedRun(t *testing.T, random *rand.Rand, l *lex.Language, scheme winnow.Scheme, words []string, alphabet int) {
	t.Helper()
	a := mustNew(t, Settings{Structure: scheme, Exact: scheme, Text: scheme})
	length := a.Guarantee(l)
	if length != scheme.Guarantee() {
		t.Fatalf("%s: guarantee of %d tokens, want %d", l, length, scheme.Guarantee())
	}
	run := randomPieces(random, words, length, alphabet)
	var docs [2]Analysis
	var from [2]int
	for i := range docs {
		before := randomPieces(random, words, random.IntN(40), alphabet)
		after := randomPieces(random, words, random.IntN(40), alphabet)
		from[i] = len(before)
		pieces := append(append(before, run...), after...)
		src := layOut(random, pieces)
		a.Analyze(l, src, &docs[i])
		if len(docs[i].Tokens) != len(pieces) {
			t.Fatalf("%s: %d tokens of %d pieces: the vocabulary is wrong: %q", l, len(docs[i].Tokens), len(pieces), src)
		}
	}
	for r := range Representation(Representations) {
		if _, ok := a.Settings().Scheme(l, r); !ok {
			continue
		}
		found := map[uint64]int{} // by hash, a bit for each document with that fingerprint in the run
		for i := range docs {
			for _, f := range docs[i].Fingerprints[r] {
				if at := int(f.Token) - from[i]; at >= 0 && at+scheme.K <= length {
					found[f.Hash] |= 1 << i
				}
			}
		}
		if !slices.Contains(slices.Collect(maps.Values(found)), 3) {
			t.Errorf("%s, %s, %+v: the run %q is missed", l, r, scheme, run)
		}
	}
}

// randomTokens returns n tokens with a limited number of different texts, of all kinds if several
// are requested. Their byte ranges are made up.
func randomTokens(random *rand.Rand, n, alphabet int) []lex.Token {
	tokens := make([]lex.Token, n)
	for i := range tokens {
		letter := random.IntN(alphabet)
		tokens[i] = lex.Token{
			Hash:  uint64(letter+1) * winnow.Base,
			Start: uint32(2 * i), End: uint32(2*i + 1),
			Kind: lex.Keyword + lex.Kind(letter)%lex.Word,
		}
	}
	return tokens
}

func fingerprints(tokens []lex.Token, r Representation, s winnow.Scheme) []winnow.Fingerprint {
	w, err := winnow.New(s)
	if err != nil {
		panic(err)
	}
	n := Analysis{Tokens: tokens}
	n.fingerprint(r, w)
	return n.Fingerprints[r]
}

// A question of k tokens finds the fingerprint of these tokens, however far it is below the
// guarantee.
func TestAppendGrams_ShortQuestionHitsEveryFingerprint(t *testing.T) {
	for _, settings := range allSettings() {
		checkShortQuestions(t, mustNew(t, settings))
	}
}

func checkShortQuestions(t *testing.T, a *Analyzer) {
	t.Helper()
	random := rand.New(rand.NewPCG(4, 11))
	for name, words := range vocabulary {
		l := mustLookup(t, name)
		src := layOut(random, randomPieces(random, words, 200, 1000))
		var document, question Analysis
		a.Analyze(l, src, &document)
		for r := range Representation(Representations) {
			scheme, _ := a.Settings().Scheme(l, r)
			for _, f := range document.Fingerprints[r] {
				first, last := document.Tokens[f.Token], document.Tokens[int(f.Token)+scheme.K-1]
				a.Analyze(l, src[first.Start:last.End], &question)
				grams := a.AppendGrams(nil, &question, r)
				if len(grams) != 1 || grams[0] != (winnow.Fingerprint{Hash: f.Hash, Token: 0}) {
					t.Fatalf("%s, %s: asking for %q gives %v, want %x", l, r, src[first.Start:last.End], grams, f.Hash)
				}
			}
		}
	}
}

func TestAppendGrams_KeepsDst(t *testing.T) {
	a := mustNew(t, Settings{Exact: winnow.Scheme{K: 2, W: 3}})
	var n Analysis
	a.Analyze(mustLookup(t, "Go"), []byte("a + b"), &n)
	grams := a.AppendGrams([]winnow.Fingerprint{{Hash: 1, Token: 2}}, &n, Exact)
	if len(grams) != 3 || grams[0] != (winnow.Fingerprint{Hash: 1, Token: 2}) || grams[2].Token != 1 {
		t.Errorf("got %v", grams)
	}
	if grams := a.AppendGrams(nil, &n, Structure); len(grams) != 0 {
		t.Errorf("a representation that is off has %v", grams)
	}
	a.Analyze(lex.Prose, []byte("a b c d"), &n)
	if grams := a.AppendGrams(nil, &n, Exact); len(grams) != 0 {
		t.Errorf("text that is off has %v", grams)
	}
}
