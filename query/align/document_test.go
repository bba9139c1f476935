package align

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A reused document aligns as a new one does.
func TestDocument_ResetLeavesNothingBehind(t *testing.T) {
	language, _ := lex.Lookup("Go")
	lexed := func(src string) (*lex.Language, []byte, []lex.Token) {
		return language, []byte(src), language.Lex(nil, []byte(src))
	}
	question := NewDocument(lexed("func f(a int) int {\n\treturn a*a + 2*a + 1\n}\n"))
	sources := []string{
		"package p\n\n\nfunc g(b int) int {\n\treturn b*b + 2*b + 1\n}\n\nvar x = []int{1, 2, 3}\n",
		"func g(b int) int {\n\n\n\n\treturn b*b + 2*b + 1\n}\n",
		"",
		"package q\nfunc f(a int) int { return a*a + 2*a + 1 }",
	}
	used := &Document{}
	used.Ignore([]analyzer.Span{{From: 0, To: 1}})
	for range 2 {
		for _, source := range sources {
			used.Reset(lexed(source))
			fresh := NewDocument(lexed(source))
			got, want := Align(question, used), Align(question, fresh)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: matches %v, want %v", source, got, want)
			}
			for _, m := range want {
				if got, want := used.Range(m.B), fresh.Range(m.B); got != want {
					t.Errorf("%q: range %v, want %v", source, got, want)
				}
			}
			if source != "" && len(want) == 0 {
				t.Errorf("%q: no match", source)
			}
			used.Ignore([]analyzer.Span{{From: 0, To: 2}})
		}
	}
}

// Positions equal those of counting from the beginning, also around the ends of blocks.
func TestRange_EqualsCounting(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, block - 1, block, block + 1, 3*block + 5} {
		for _, rare := range []int{1, 2, 80, 3 * block, 1 << 30} {
			source := make([]byte, n)
			for i := range source {
				source[i] = 'x'
				if r.IntN(rare) == 0 {
					source[i] = '\n'
				}
			}
			d := NewDocument(nil, source, nil)
			for offset := range n + 1 {
				before := string(source[:offset])
				want := Position{1 + strings.Count(before, "\n"), offset - strings.LastIndexByte(before, '\n')}
				if got := d.position(offset, offset); got != want {
					t.Fatalf("%d bytes, a newline in %d: offset %d is at %v, want %v", n, rare, offset, got, want)
				}
			}
		}
	}
}

// If the source was decoded, Range returns lines, columns and bytes of the original. Here every
// byte of the source is two bytes there.
func TestRange_OfDecodedSource(t *testing.T) {
	source := []byte("a b\n\n  c d\ne")
	tokens := []lex.Token{{Start: 0, End: 1}, {Start: 2, End: 3}, {Start: 7, End: 8}, {Start: 9, End: 10}, {Start: 11, End: 12}}
	d := NewDocument(nil, source, tokens)
	d.DecodedFrom(func(offset int) int { return 2 * offset })
	for span, want := range map[analyzer.Span]Range{
		{From: 0, To: 2}: {0, 6, Position{1, 1}, Position{1, 6}},
		{From: 1, To: 4}: {4, 20, Position{1, 5}, Position{3, 10}},
		{From: 2, To: 2}: {6, 6, Position{1, 7}, Position{1, 7}},
		{From: 3, To: 3}: {16, 16, Position{3, 7}, Position{3, 7}},
		{From: 4, To: 5}: {22, 24, Position{4, 1}, Position{4, 2}},
		{From: 0, To: 0}: {0, 0, Position{1, 1}, Position{1, 1}},
	} {
		if got := d.Range(span); got != want {
			t.Errorf("%v: %+v, not %+v", span, got, want)
		}
	}
}
