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

// materialOf is the file itself, as if it were another one.
func materialOf(s *source) *material { return &material{s, foreignStatements(s.parse())} }

func kindNamed(t *testing.T, name string) kind {
	t.Helper()
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		t.Fatal("no kind is named", name)
	}
	return kinds[i]
}

func TestKinds_ApplyToAllLanguages(t *testing.T) {
	for _, s := range samples(t) {
		for _, k := range kinds {
			if !k.isFor(s.lang) {
				continue
			}
			made := k.change(1, s, materialOf(s))
			if len(made) == 0 {
				t.Errorf("%s, %s: does not apply", s.name, k.name)
			}
			for _, text := range made {
				if !isSound(&source{lang: k.target(s.lang)}, text) {
					t.Errorf("%s, %s: not sound:\n%s", s.name, k.name, text)
				}
			}
			if again := k.change(1, s, materialOf(s)); !slices.Equal(made, again) {
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
			for _, text := range kindNamed(t, name).change(1, s, nil) {
				if !code.SameTokens(s.lang.Lex(nil, []byte(s.text)), s.lang.Lex(nil, []byte(text))) {
					t.Errorf("%s, %s: other tokens:\n%s", s.name, name, text)
				}
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
			text := kindNamed(t, name).change(1, s, nil)[0]
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
		once := s.lang.Lex(nil, []byte(kindNamed(t, "names renamed").change(1, s, nil)[0]))
		anew := s.lang.Lex(nil, []byte(kindNamed(t, "each name renamed anew").change(1, s, nil)[0]))
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
			text := kindNamed(t, name).change(1, s, nil)[0]
			before, after := tokensOfText(s.lang, s.text), tokensOfText(s.lang, text)
			slices.Sort(before)
			slices.Sort(after)
			if !slices.Equal(before, after) {
				t.Errorf("%s, %s: other tokens:\n%s", s.name, name, text)
			}
		}
	}
	for _, s := range samples(t) {
		text := kindNamed(t, "dead code every 3rd line").change(1, s, materialOf(s))[0]
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
