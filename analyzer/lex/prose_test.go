package lex

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

func proseTexts(src string) []string {
	var texts []string
	for _, t := range Prose.Lex(nil, []byte(src)) {
		texts = append(texts, src[t.Start:t.End])
	}
	return texts
}

func TestProse_Words(t *testing.T) {
	for src, want := range map[string]string{
		"Don't panic, it's \"fine\"!":      "Don't|panic|it's|fine",
		"It’s the dogs’ 'home'.":           "It’s|the|dogs|home",
		"well-known e.g. 3.14 snake_case_": "well|known|e|g|3|14|snake|case",
		"Straße ÉTÉ naïve":                 "Straße|ÉTÉ|naïve",
		"Привет, мир":                      "Привет|мир",
		"漢字かなカナ ok":                        "漢|字|か|な|カ|ナ|ok",
		"東京tower2020年":                     "東|京|tower2020|年",
		"ภาษาไทย":                          "ภ|า|ษ|า|ไ|ท|ย",
		"한국어 문장":                           "한국어|문장",
		"co\u00ADoperate":                  "co\u00ADoperate",
		"\x00\xff\xfe":                     "",
		"''' -- ***":                       "",
	} {
		if got := strings.Join(proseTexts(src), "|"); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

func TestProse_HashOfFoldedWord(t *testing.T) {
	long := strings.Repeat("Äx", 200)
	for word, folded := range map[string]string{
		"Hello": "hello", "ÉTÉ": "été", "ΣΊΣΥΦΟΣ": "σίσυφοσ", "Σίσυφος": "σίσυφοσ", "It’s": "it's",
		"co\u00ADoperate": "cooperate", "ПРИВЕТ": "привет", "漢": "漢", long: strings.ToLower(long),
	} {
		tokens := Prose.Lex(nil, []byte(word))
		if len(tokens) != 1 || tokens[0].Hash != xxhash.Sum64String(folded) || tokens[0].Kind != Word {
			t.Errorf("%.20q: %v, want the hash of %.20q", word, tokens, folded)
		}
	}
}
