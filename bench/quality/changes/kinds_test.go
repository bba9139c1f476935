package changes

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// samples are a file of each language, of such code that every kind of change applies to it.
func samples(t *testing.T) []*source {
	t.Helper()
	names, err := filepath.Glob("testdata/sample.*")
	if err != nil || len(names) != 9 {
		t.Fatal(names, err)
	}
	var all []*source
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &source{name: name, text: string(content), lang: detect.Language(name, content)})
	}
	return all
}

// statementsOf are those of the file itself, as if it were another one.
func statementsOf(s *source) []string { return foreignStatements([]*source{s}) }

// copyOf changes a file by the kind of that name.
func copyOf(t *testing.T, name string, s *source) string {
	t.Helper()
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		t.Fatal("no kind is named", name)
	}
	text, _ := kinds[i].change(1, s, statementsOf(s))
	return text
}

func TestKinds_ApplyToAllLanguages(t *testing.T) {
	for _, s := range samples(t) {
		for _, k := range kinds {
			text, ok := k.change(1, s, statementsOf(s))
			if !ok {
				t.Errorf("%s, %s: does not apply, or is not sound:\n%s", s.name, k.name, text)
			}
			if again, _ := k.change(1, s, statementsOf(s)); text != again {
				t.Errorf("%s, %s: differs the second time", s.name, k.name)
			}
		}
	}
}

func TestParse_KeepsTheSource(t *testing.T) {
	for _, s := range samples(t) {
		if f, ok := parse(s.lang, s.text); !ok || f.String() != s.text {
			t.Errorf("%s: %v, became\n%s", s.name, ok, f)
		}
	}
}

// tokensOfText returns the tokens of a text as strings.
func tokensOfText(lang *lex.Language, text string) []string {
	var all []string
	for _, token := range lang.Lex(nil, []byte(text)) {
		all = append(all, text[token.Start:token.End])
	}
	return all
}

func TestKinds_KeepTokens(t *testing.T) {
	for _, name := range []string{"comments translated", "no comments, re-laid out"} {
		for _, s := range samples(t) {
			if text := copyOf(t, name, s); !code.SameTokens(s.lang.Lex(nil, []byte(s.text)), s.lang.Lex(nil, []byte(text))) {
				t.Errorf("%s, %s: other tokens:\n%s", s.name, name, text)
			}
		}
	}
}

// What is renamed or has other literals has tokens of the same kinds.
func TestKinds_KeepKindsOfTokens(t *testing.T) {
	for name, changed := range map[string][]lex.Kind{
		"names renamed": {lex.Identifier}, "each name renamed anew": {lex.Identifier},
		"literals changed": {lex.Number, lex.String, lex.Char},
	} {
		for _, s := range samples(t) {
			text := copyOf(t, name, s)
			before, after := s.lang.Lex(nil, []byte(s.text)), s.lang.Lex(nil, []byte(text))
			same := slices.EqualFunc(before, after, func(a, b lex.Token) bool {
				return a.Kind == b.Kind && (a.Hash == b.Hash || slices.Contains(changed, a.Kind))
			})
			if !same {
				t.Errorf("%s, %s: other kinds of tokens:\n%s", s.name, name, text)
			}
		}
	}
}

func TestRenamed_IsOneToOne(t *testing.T) {
	for _, s := range samples(t) {
		before := s.lang.Lex(nil, []byte(s.text))
		once := s.lang.Lex(nil, []byte(copyOf(t, "names renamed", s)))
		anew := s.lang.Lex(nil, []byte(copyOf(t, "each name renamed anew", s)))
		names, back, all := map[uint64]uint64{}, map[uint64]uint64{}, map[uint64]int{}
		renamed := 0
		for i, b := range before {
			if b.Kind != lex.Identifier || b.Hash == once[i].Hash {
				continue
			}
			renamed++
			old, new := b.Hash, once[i].Hash
			if names[old] != 0 && names[old] != new || back[new] != 0 && back[new] != old {
				t.Errorf("%s: token %d is not renamed like the others of its name", s.name, i)
			}
			names[old], back[new] = new, old
			if all[anew[i].Hash]++; all[anew[i].Hash] > 1 {
				t.Errorf("%s: token %d has the name of another one", s.name, i)
			}
		}
		if renamed < 20 {
			t.Errorf("%s: %d names were renamed", s.name, renamed)
		}
	}
}

// Reordering keeps the tokens, and inserting keeps their order.
func TestKinds_KeepAllTokens(t *testing.T) {
	for _, name := range []string{"statements reordered", "functions reordered"} {
		for _, s := range samples(t) {
			text := copyOf(t, name, s)
			before, after := tokensOfText(s.lang, s.text), tokensOfText(s.lang, text)
			slices.Sort(before)
			slices.Sort(after)
			if !slices.Equal(before, after) {
				t.Errorf("%s, %s: other tokens:\n%s", s.name, name, text)
			}
		}
	}
	for _, s := range samples(t) {
		text := copyOf(t, "dead code every 3rd line", s)
		rest := tokensOfText(s.lang, s.text)
		for _, token := range tokensOfText(s.lang, text) {
			if len(rest) > 0 && token == rest[0] {
				rest = rest[1:]
			}
		}
		if len(rest) > 0 || strings.Count(text, "\n") < strings.Count(s.text, "\n")+6 {
			t.Errorf("%s: %d tokens are missing:\n%s", s.name, len(rest), text)
		}
	}
}
