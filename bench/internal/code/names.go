package code

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// FreshName makes up a name in the manner of old, not yet taken, that is an identifier.
func FreshName(rng *rand.Rand, lang *lex.Language, old string, taken map[string]bool) string {
	head, body, tail := splitName(old)
	alone := identifier(lang, old)
	for syllables := 2; ; syllables++ {
		name := head + dress(body, Invent(rng, min(syllables, 12))) + tail
		if taken[strings.ToLower(name)] || alone && !identifier(lang, name) {
			continue
		}
		taken[strings.ToLower(name)] = true
		return name
	}
}

// Replaced returns src with the tokens for which change returns a text replaced by it.
func Replaced(src []byte, tokens []lex.Token, change func(t lex.Token) string) []byte {
	var b bytes.Buffer
	at := uint32(0)
	for _, t := range tokens {
		if text := change(t); text != "" {
			b.Write(src[at:t.Start])
			b.WriteString(text)
			at = t.End
		}
	}
	b.Write(src[at:])
	return b.Bytes()
}

// identifier reports whether name by itself lexes as one identifier.
func identifier(lang *lex.Language, name string) bool {
	tokens := lang.Lex(nil, []byte(name))
	return len(tokens) == 1 && tokens[0].Kind == lex.Identifier && int(tokens[0].End) == len(name)
}

// splitName takes off what some languages count to the name: $, @ or ' before it, ! or ? after it.
func splitName(name string) (head, body, tail string) {
	letter := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	start := strings.IndexFunc(name, letter)
	if start < 0 {
		return "", name, ""
	}
	body = strings.TrimRight(name[start:], "!?")
	return name[:start], body, name[start+len(body):]
}

const consonants, vowels = "bdfgklmnprstvz", "aeiou"

// Invent returns a word of that many syllables.
func Invent(rng *rand.Rand, syllables int) string {
	word := make([]byte, 0, 2*syllables)
	for range syllables {
		word = append(word, consonants[rng.IntN(len(consonants))], vowels[rng.IntN(len(vowels))])
	}
	return string(word)
}

// dress writes word in the case of old: ALL CAPITALS, Capitalised or lower.
func dress(old, word string) string {
	first := rune(old[0])
	switch {
	case !unicode.IsUpper(first):
		return word
	case len(old) > 1 && strings.ToUpper(old) == old:
		return strings.ToUpper(word)
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
