package align

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// partedDocument returns a document of Markdown with blocks of these texts; prose has no fence.
func partedDocument(t *testing.T, blocks []string, prose []bool) *Document {
	var src strings.Builder
	for i, b := range blocks {
		if prose[i] {
			src.WriteString(b + "\n")
		} else {
			src.WriteString("```go\n" + b + "\n```\n")
		}
	}
	l, ok := lex.Lookup("Markdown")
	if !ok {
		t.Fatal("no Markdown")
	}
	var n analyzer.Analysis
	n.Lex(l, []byte(src.String()))
	d := NewDocument(l, []byte(src.String()), n.Tokens)
	d.WithTexts(n.Texts)
	return d
}

// fixed are tokens of Go that differ in structure.
var fixed = strings.Fields("if for return func { } ( ) [ ] , ; := = + - * <= != == && || go defer range map chan type var const")

// Two documents share a long text, which both have in other blocks. Matches lie inside the blocks,
// and all that two blocks share from the length of a seed on is in a match.
func TestAlign_PartsMatchInsideBorders(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 3))
	for range 100 {
		kind := random.IntN(2) == 0
		seed := codeSeed
		if kind {
			seed = proseSeed
		}
		var words []string
		for i := range 120 {
			if kind {
				words = append(words, fmt.Sprintf("w%dx%d", i, random.IntN(1000)))
			} else {
				words = append(words, fixed[random.IntN(len(fixed))])
			}
		}
		cut := func() (blocks []string, prose []bool, cuts []int) {
			for at := 0; at < len(words); {
				n := min(len(words)-at, seed+random.IntN(40))
				blocks, prose = append(blocks, strings.Join(words[at:at+n], " ")), append(prose, kind)
				other := "x y z" // of the other kind, so that prose has several parts too
				blocks, prose = append(blocks, other), append(prose, !kind)
				at += n
				cuts = append(cuts, at)
			}
			return blocks, prose, cuts
		}
		blocksA, proseA, cutsA := cut()
		blocksB, proseB, cutsB := cut()
		a, b := partedDocument(t, blocksA, proseA), partedDocument(t, blocksB, proseB)
		matches := Align(a, b)
		covered := 0
		for _, m := range matches {
			if crosses(a, m.A) || crosses(b, m.B) {
				t.Fatalf("match %v crosses a border", m)
			}
			if a.Text(m.A.From) != b.Text(m.B.From) {
				t.Fatalf("match %v begins with %q and %q", m, a.Text(m.A.From), b.Text(m.B.From))
			}
			covered += m.Tokens
		}
		if least := shared(cutsA, cutsB, seed); covered < least {
			t.Fatalf("%d tokens in matches, at least %d are shared; cuts %v and %v, prose %v", covered, least, cutsA, cutsB, kind)
		}
		if len(Align(b, a)) != len(matches) {
			t.Fatal("the order of the documents makes a difference")
		}
	}
}

func crosses(d *Document, s analyzer.Span) bool {
	return slices.ContainsFunc(d.tokens[s.From:s.To], func(t lex.Token) bool { return t.Kind == lex.Border })
}

// shared returns the number of words that lie in runs without a cut, of the length of a seed or
// more.
func shared(a, b []int, seed int) (sum int) {
	cuts := append(slices.Clone(a), b...)
	slices.Sort(cuts)
	from := 0
	for _, to := range slices.Compact(cuts) {
		if to-from >= seed {
			sum += to - from
		}
		from = to
	}
	return sum
}

// Borders are not counted, and what is ignored beside them is.
func TestDocument_IgnoresBesideBorders(t *testing.T) {
	d := partedDocument(t, []string{"a b c", "d e"}, []bool{true, false})
	if d.Len() != 7 || d.Own() != 5 {
		t.Fatalf("%d tokens, %d of its own", d.Len(), d.Own())
	}
	d.Ignore([]analyzer.Span{span(1, 3), span(5, 6)})
	if d.Own() != 2 || d.seedAt(1) != proseSeed || d.seedAt(6) != codeSeed {
		t.Errorf("%d of its own, seeds of %d and %d", d.Own(), d.seedAt(1), d.seedAt(6))
	}
}

// The frequencies are asked for once, however many parts a document has: to tell them may take a
// pass over it.
func TestNewRarity_AsksOnceForFrequencies(t *testing.T) {
	var blocks []string
	for i := range 50 {
		blocks = append(blocks, fmt.Sprintf("if a > %d { f(a, %d) }\nreturn a + %d", i, i, i))
	}
	src := []byte("```go\n" + strings.Join(blocks, "\n```\n```go\n") + "\n```\n")
	l, _ := lex.Lookup("Markdown")
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var n analyzer.Analysis
	a.Analyze(l, src, &n)
	asked := map[analyzer.Representation]int{}
	NewRarity(a, &n, 1, func(r analyzer.Representation) func(uint64) (float64, bool) {
		asked[r]++
		return func(uint64) (float64, bool) { return 1, true }
	}, ForSimilarity)
	for r, times := range asked {
		if times != 1 {
			t.Errorf("%s: %d times", r, times)
		}
	}
	if len(asked) == 0 || len(n.Parts()) < 50 {
		t.Errorf("%d parts, asked %v", len(n.Parts()), asked)
	}
}
