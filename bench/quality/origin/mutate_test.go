package origin

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

const goCode = `// Sum adds up.
func Sum(values []int, err error) (total int) {
	for i, v := range values { // each
		if v < 0 || v > 1000 &&
			v != 4242 {
			return -1
		}

		/* a comment
		   of two lines */
		total += v * len(values[i:])
		fmt.Println("a // b", 'x', ` + "`raw\n  text`" + `, total)
	}
	return total
}
`

// sampleSnippet makes a snippet of a whole text.
func sampleSnippet(t *testing.T, name, text string) *snippet {
	t.Helper()
	lang := detect.Language(name, []byte(text))
	if !code.IsCode(lang) {
		t.Fatalf("%s is detected as %s", name, lang.Name)
	}
	src := sourceOf(name, text, lang)
	return newSnippet(src, src.content, src.tokens)
}

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
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s := sampleSnippet(t, name, string(text))
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
	n := 0
	for line := range bytes.Lines(text) {
		if !blank(line) {
			n++
		}
	}
	return n
}
