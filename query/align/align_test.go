package align

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func lexed(t testing.TB, language, source string) *Document {
	t.Helper()
	l, ok := lex.Lookup(language)
	if !ok {
		t.Fatalf("no language %s", language)
	}
	return NewDocument(l, []byte(source), l.Lex(nil, []byte(source)))
}

// words makes random source: structure symbols come from the operators, texts from the names. The
// smaller the alphabet, the more runs match by chance.
func words(r *rand.Rand, n, alphabet int) string {
	var b strings.Builder
	for range n {
		switch x := r.IntN(alphabet); {
		case x < 24:
			b.WriteString([]string{"+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "!", "~",
				"if", "for", "return", "var", "(", ")", "[", "]", "{", "}", ",", ";"}[x])
		default:
			fmt.Fprintf(&b, "n%d", x%7)
		}
		b.WriteByte(" \n"[r.IntN(2)])
	}
	return b.String()
}

// documents makes a pair that shares some runs.
func documents(t testing.TB, r *rand.Rand) (a, b *Document) {
	t.Helper()
	alphabet := []int{2, 4, 12, 40, 60}[r.IntN(5)]
	sides := [2]string{}
	pool := make([]string, 3)
	for i := range pool {
		pool[i] = words(r, 5+r.IntN(60), alphabet)
	}
	for i := range sides {
		for range r.IntN(6) {
			sides[i] += words(r, r.IntN(80), alphabet) + pool[r.IntN(len(pool))]
		}
	}
	return lexed(t, "Go", sides[0]), lexed(t, "Go", sides[1])
}

func eachPair(t *testing.T, n int, f func(t *testing.T, r *rand.Rand, a, b *Document)) {
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := documents(t, r)
		f(t, r, a, b)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s\n----\n%s", seed, a.source, b.source)
		}
	}
}

func TestAlign_TilesAgreeAndDoNotOverlap(t *testing.T) {
	found := 0
	eachPair(t, 2000, func(t *testing.T, r *rand.Rand, a, b *Document) {
		matches := Align(a, b)
		found += len(matches)
		checkMatches(t, a, b, matches)
	})
	if found < 2000 {
		t.Errorf("only %d matches: this tests little", found)
	}
}

// checkMatches checks the promises about every match.
func checkMatches(t *testing.T, a, b *Document, matches []Match) {
	t.Helper()
	usedA, usedB := make([]bool, a.Len()), make([]bool, b.Len())
	use := func(used []bool, s analyzer.Span) {
		for i := s.From; i < s.To; i++ {
			if used[i] {
				t.Fatal("matches overlap")
			}
			used[i] = true
		}
	}
	for i, m := range matches {
		if i > 0 && matches[i-1].A.From >= m.A.From {
			t.Fatal("matches are not in the order of a")
		}
		use(usedA, m.A)
		use(usedB, m.B)
		checkTiles(t, a, b, m)
	}
}

func checkTiles(t *testing.T, a, b *Document, m Match) {
	t.Helper()
	tokens, identical := 0, 0
	at := Tile{A: m.A.From, B: m.B.From}
	for i, tile := range m.Tiles {
		if tile.Length < 1 || tile.A < at.A || tile.B < at.B {
			t.Fatalf("tiles out of order: %+v", m)
		}
		if i > 0 && (tile.A-at.A > mostGap || tile.B-at.B > mostGap) {
			t.Fatalf("gap too wide: %+v", m)
		}
		at = Tile{A: tile.A + tile.Length, B: tile.B + tile.Length}
		tokens += tile.Length
		for k := range tile.Length {
			if a.symbols[tile.A+k] != b.symbols[tile.B+k] {
				t.Fatalf("token %d of %+v does not agree", k, tile)
			}
			if a.tokens[tile.A+k].Hash == b.tokens[tile.B+k].Hash {
				identical++
			}
		}
	}
	if (analyzer.Span{From: m.A.From, To: at.A}) != m.A || (analyzer.Span{From: m.B.From, To: at.B}) != m.B || tokens != m.Tokens || identical != m.Identical {
		t.Fatalf("spans or counts are not those of the tiles: %+v", m)
	}
	if m.Tokens < a.seed {
		t.Fatalf("match of %d tokens: %+v", m.Tokens, m)
	}
}

// Every span of a change is allowed by its kind, and matching tokens and edits together make up
// both sides.
func TestChanges_ExplainTheWholeMatch(t *testing.T) {
	kinds := map[Kind]int{}
	eachPair(t, 3000, func(t *testing.T, r *rand.Rand, a, b *Document) {
		for _, m := range Align(a, b) {
			c := m.Changes(a, b)
			kinds[c.Kind]++
			forth, back := map[string]string{}, map[string]string{}
			for _, n := range c.Renames {
				if n.From == n.To || forth[n.From] != "" || back[n.To] != "" || n.Count < 1 {
					t.Fatalf("no one to one map: %+v", c.Renames)
				}
				forth[n.From], back[n.To] = n.To, n.From
			}
			i, j, edits := m.A.From, m.B.From, c.Edits
			for i < m.A.To || j < m.B.To {
				if len(edits) > 0 && edits[0].A.From == i && edits[0].B.From == j {
					i, j, edits = edits[0].A.To, edits[0].B.To, edits[1:]
					continue
				}
				if i >= m.A.To || j >= m.B.To {
					t.Fatalf("%+v explains too little of %+v", c, m)
				}
				x, y := a.Text(i), b.Text(j)
				if x != y && forth[x] != y || x == y && (forth[x] != "" || back[y] != "") {
					t.Fatalf("%s became %s: %+v", x, y, c)
				}
				i, j = i+1, j+1
			}
			want := Verbatim
			if len(c.Edits) > 0 {
				want = Edited
			} else if len(c.Renames) > 0 {
				want = Renamed
			}
			if i != m.A.To || j != m.B.To || len(edits) > 0 || c.Kind != want {
				t.Fatalf("%+v of %+v", c, m)
			}
		}
	})
	for _, k := range []Kind{Verbatim, Renamed, Edited} {
		if kinds[k] < 10 {
			t.Errorf("only %d %s matches: this tests little", kinds[k], k)
		}
	}
}

func TestAlign_Mirrors(t *testing.T) {
	eachPair(t, 2000, func(t *testing.T, r *rand.Rand, a, b *Document) {
		forth, back := Align(a, b), Align(b, a)
		for i, m := range back {
			c := m.Changes(b, a)
			back[i] = m.Mirrored()
			d := back[i].Changes(a, b)
			if c.Kind != d.Kind || len(c.Renames) != len(d.Renames) || len(c.Edits) != len(d.Edits) {
				t.Fatalf("changes %+v, mirrored %+v", c, d)
			}
		}
		slices.SortFunc(back, func(x, y Match) int { return x.A.From - y.A.From })
		if !reflect.DeepEqual(forth, back) {
			t.Fatalf("%+v\n%+v", forth, back)
		}
	})
}

// A planted run that both documents have once is covered in both, except for tokens that longer
// runs take at its ends.
func TestAlign_CoversPlantedRun(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 2))
		length := 17 + r.IntN(40)
		planted := words(r, length, 40)
		var docs [2]*Document
		var from [2]int
		for i := range docs {
			before := words(r, r.IntN(300), 40)
			from[i] = lexed(t, "Go", before).Len()
			docs[i] = lexed(t, "Go", before+planted+words(r, r.IntN(300), 40))
		}
		covered := [2]int{}
		for _, m := range Align(docs[0], docs[1]) {
			for _, tile := range m.Tiles {
				for k := range tile.Length {
					if i := tile.A + k; i >= from[0] && i < from[0]+length {
						covered[0]++
					}
					if i := tile.B + k; i >= from[1] && i < from[1]+length {
						covered[1]++
					}
				}
			}
		}
		if min(covered[0], covered[1]) < length {
			t.Errorf("seed %d: covered %v of %d", seed, covered, length)
		}
	}
}
