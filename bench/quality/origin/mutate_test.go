package origin

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

func sourceOf(name, text string, lang *lex.Language) *source {
	content := []byte(text)
	return &source{listed: listed{name: name}, content: content, lang: lang, tokens: lang.Lex(nil, content)}
}

// forEachSample runs a test on samples in nine languages with several seeds.
func forEachSample(t *testing.T, test func(t *testing.T, rng *rand.Rand, s *snippet)) {
	names, err := filepath.Glob("../changes/testdata/sample.*")
	if err != nil || len(names) != 9 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := listed{file: name, name: "sample" + filepath.Ext(name)}.readCode()
			if err != nil || src == nil {
				t.Fatal(err)
			}
			s := newSnippet(src, src.content, src.tokens)
			for seed := range uint64(20) {
				test(t, rand.New(rand.NewPCG(seed, 0)), s)
			}
		})
	}
}

func texts(src []byte, tokens []lex.Token) []string {
	var all []string
	for _, t := range tokens {
		all = append(all, string(src[t.Start:t.End]))
	}
	return all
}

func TestRenamed_IsBijectionKeepsStructure(t *testing.T) {
	forEachSample(t, func(t *testing.T, rng *rand.Rand, s *snippet) {
		out := rename(rng, s)
		if out == nil {
			t.Fatal("not renamed")
		}
		tokens := s.lang.Lex(nil, out)
		if len(tokens) != len(s.tokens) {
			t.Fatalf("%d tokens became %d", len(s.tokens), len(tokens))
		}
		there, back := make(map[string]string), make(map[string]string)
		old := texts(s.source, s.tokens)
		for i, name := range texts(out, tokens) {
			if tokens[i].Kind != s.tokens[i].Kind {
				t.Fatalf("%q, a %v, became %q, a %v", old[i], s.tokens[i].Kind, name, tokens[i].Kind)
			}
			isName := tokens[i].Kind == lex.Identifier
			if isName == (name == old[i]) {
				t.Fatalf("%q, a %v, became %q", old[i], s.tokens[i].Kind, name)
			}
			if known, ok := there[old[i]]; ok && known != name {
				t.Fatalf("%q became %q and %q", old[i], known, name)
			}
			if known, ok := back[name]; ok && known != old[i] {
				t.Fatalf("%q and %q became %q", old[i], known, name)
			}
			there[old[i]], back[name] = name, old[i]
		}
	})
}

func TestEdited_HasStatedShares(t *testing.T) {
	foreignLine := []byte("foreign = material(1, 2);\n")
	forEachSample(t, func(t *testing.T, rng *rand.Rand, s *snippet) {
		out := edit(rng, s, [][]byte{foreignLine})
		if out == nil {
			t.Fatal("not edited")
		}
		full := fullLines(s.source)
		added := bytes.Count(out, foreignLine)
		kept := fullLines(bytes.ReplaceAll(out, foreignLine, nil))
		if added != share(full, 0.15) || full-kept != share(full, 0.10) {
			t.Errorf("of %d lines, %d were dropped and %d added", full, full-kept, added)
		}
	})
}

// fullLines counts the lines that are not blank.
func fullLines(text []byte) int {
	return len(slices.DeleteFunc(code.Lines(text), blank))
}

// The host of a hidden snippet keeps its tokens, and the snippet is in it.
func TestHide_LeavesTheHost(t *testing.T) {
	lang, _ := lex.Lookup("go")
	s := sourceOf("x.go", "func f(list []int) (n int) {\n\tfor _, v := range list {\n\t\tn += v\n\t}\n\treturn n\n}\n", lang)
	text, err := os.ReadFile(filepath.Join(goTree(t), "json", "scanner.go"))
	if err != nil {
		t.Fatal(err)
	}
	hosts := []*host{{source: sourceOf("h.go", string(text), lang)}}
	for seed := range uint64(10) {
		for _, l := range []level{commented, quoted} {
			out := hide(l, rand.New(rand.NewPCG(seed, 0)), newSnippet(s, s.content, s.tokens), hosts)
			if out == nil {
				t.Fatalf("not hidden: %s", l)
			}
			more := len(lang.Lex(nil, out)) - len(hosts[0].tokens)
			if l == commented && more != 0 || l == quoted && more != 4 {
				t.Errorf("%s: %d more tokens", l, more)
			}
		}
	}
}

// A cut anywhere has the tokens of its file, and begins inside if that is asked for.
func TestCutAnywhere_BeginsInside(t *testing.T) {
	const line = "\tlist = append(list, fold(list, \"it\", 12)...)\n"
	text := "package a\n\nfunc f(list []int) {\n" + strings.Repeat(line, 10) +
		"/*\nwords isn't code\nwords\n*/\n" + strings.Repeat(line, 10) + "\ts := `words\nwords\nwords`\n" +
		strings.Repeat(line, 30) + "}\n"
	l, _ := lex.Lookup("go")
	src := sourceOf("a.go", text, l)
	firsts := map[int]bool{}
	for i := range 100 {
		for _, inside := range []bool{true, false} {
			s := cutAnywhere(randomFor(uint64(i), "cut"), src, usual, inside)
			if s == nil {
				t.Fatal("nothing is cut")
			}
			if inside {
				firsts[s.first] = true
			}
			if k := s.tokens[0]; s.source[k.Start] == 'w' || string(s.source[k.Start:k.End]) == "`" {
				t.Errorf("line %d begins with the token %q", s.first, s.source[k.Start:k.End])
			}
		}
	}
	if got := slices.Sorted(maps.Keys(firsts)); !slices.Equal(got, []int{15, 16, 17, 29, 30}) {
		t.Errorf("cuts begin in the lines %v, not in all five inside", got)
	}
}
