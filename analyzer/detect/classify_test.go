package detect

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// TestCandidates_Snippets reads testdata/snippets.txt: snippets as people paste them, each
// after a line `==== Language`. The language must be among the first three guesses, and mostly be
// the first.
func TestCandidates_Snippets(t *testing.T) {
	text, err := os.ReadFile("testdata/snippets.txt")
	if err != nil {
		t.Fatal(err)
	}
	snippets := strings.Split(string(text), "==== ")[1:]
	first := 0
	for _, snippet := range snippets {
		name, code, _ := strings.Cut(snippet, "\n")
		want, ok := lex.Lookup(name)
		if !ok {
			t.Fatalf("no language %q", name)
		}
		guesses := Candidates("", []byte(code), 3)
		if guesses[0] == want {
			first++
		}
		if !slices.Contains(guesses, want) {
			t.Errorf("%s: guessed %v of\n%s", want, guesses, code)
		}
	}
	if 100*first < 85*len(snippets) {
		t.Errorf("%d of %d snippets are known at the first guess", first, len(snippets))
	}
}

// TestCandidates_Fixtures does the same with the fixtures, which are made to be hard.
func TestCandidates_Fixtures(t *testing.T) {
	missed := []string{}
	for _, l := range codeLanguages() {
		src, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		if !language.ByName(l.Name).ByName && !slices.Contains(Candidates("", src, 3), l) {
			missed = append(missed, l.Name)
		}
	}
	if len(missed) > 5 {
		t.Errorf("not among the first three guesses: %v", missed)
	}
	t.Logf("not among the first three guesses: %v", missed)
}

func TestGather_Counts(t *testing.T) {
	f := gather([]byte("/* if a block\n   while it lasts */\n# a comment\nabc := qqfoo(1) // then more\n\n  def \"if\" -> qqy; * if qqz\n\"\"\"\nfor all\n\"\"\"\n"))
	defer f.release()
	words := f.wordCounts()
	operator := func(text string) int { return int(f.marks.counts[f.all.marks.at([]byte(text)).number]) }
	comment := func(text string) int { return int(f.comments.counts[f.all.comments.at([]byte(text)).number]) }
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"lines", f.lines, 2}, {"words", len(words), 2}, {"def", words["def"], 1}, {"if", words["if"], 1},
		{":=", operator(":="), 1}, {"->", operator("->"), 1}, {"/*", comment("/*"), 1}, {"#", comment("#"), 1},
		{"//", comment("//"), 1}, {"calls", f.habits[call], 1}, {"quotes", f.habits[doubleQuote], 1},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
}

// A guess allocates nothing for words, marks and languages: it counts in arrays that are used
// again.
func TestCandidates_AllocateLittle(t *testing.T) {
	src, err := os.ReadFile("../lex/testdata/lang/java.src")
	if err != nil {
		t.Fatal(err)
	}
	guess := func() { Candidates("", src, 3) }
	guess()
	if n := testing.AllocsPerRun(20, guess); n > 30 {
		t.Errorf("a guess allocates %.0f times", n)
	}
}

// Fewer guesses are the first of more: only those that are asked for are sorted.
func TestCandidates_AreTheFirstOfAll(t *testing.T) {
	text, err := os.ReadFile("testdata/snippets.txt")
	if err != nil {
		t.Fatal(err)
	}
	snippets := strings.Split(string(text), "==== ")
	for _, snippet := range append(snippets, "      x = 1\n      call f(x)\n      end\n") {
		all := Candidates("", []byte(snippet), len(lex.Languages()))
		for n := range 5 {
			if some := Candidates("", []byte(snippet), n+1); !slices.Equal(some, all[:min(n+1, len(all))]) {
				t.Errorf("%d guesses are %v, not the first of %v, of\n%s", n+1, some, all, snippet)
			}
		}
	}
}
