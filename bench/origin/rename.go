package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// rename replaces all identifiers of the snippet consistently, one to one.
func rename(rng *rand.Rand, s *snippet) ([]byte, reason) {
	for range 3 {
		out, ok := applyNames(s, newNames(rng, s))
		if ok {
			return out, used
		}
	}
	return nil, isFragile
}

// applyNames writes the snippet with the new names, and reports whether its structure is the same.
func applyNames(s *snippet, names map[uint64]string) (out []byte, ok bool) {
	var b bytes.Buffer
	at := uint32(0)
	for _, t := range s.tokens {
		if t.Kind != lex.Identifier {
			continue
		}
		b.Write(s.source[at:t.Start])
		b.WriteString(names[t.Hash])
		at = t.End
	}
	b.Write(s.source[at:])
	out = b.Bytes()
	return out, sameStructure(s.tokens, s.lang.Lex(nil, out)) && closed(s.lang, out)
}

func sameStructure(a, b []lex.Token) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if symbol(a[i]) != symbol(b[i]) {
			return false
		}
	}
	return true
}

// newNames maps the hash of each identifier of the snippet to a name that is new to it. Hashes
// fold case where the language does, so the spellings of one name get one new name. Only the tags
// of here-documents keep theirs, as they also stand in the literal that they end.
func newNames(rng *rand.Rand, s *snippet) map[uint64]string {
	taken := make(map[string]bool)
	for _, t := range s.tokens {
		taken[strings.ToLower(string(s.source[t.Start:t.End]))] = true
	}
	names := hereTags(s)
	for _, t := range s.tokens {
		if t.Kind != lex.Identifier || names[t.Hash] != "" {
			continue
		}
		names[t.Hash] = freshName(rng, s.lang, string(s.source[t.Start:t.End]), taken)
	}
	return names
}

// hereTags maps the tags of here-documents to themselves: names behind << that are also the last
// line of a string.
func hereTags(s *snippet) map[uint64]string {
	ends := make(map[string]bool)
	for _, t := range s.tokens {
		if text := string(s.source[t.Start:t.End]); t.Kind == lex.String {
			ends[strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])] = true
		}
	}
	tags := make(map[uint64]string)
	for i := 1; i < len(s.tokens); i++ {
		t, before := s.tokens[i], s.tokens[i-1]
		name := string(s.source[t.Start:t.End])
		if t.Kind == lex.Identifier && ends[name] && bytes.HasPrefix(s.source[before.Start:], []byte("<<")) {
			tags[t.Hash] = name
		}
	}
	return tags
}

// freshName makes up a name in the manner of old, not yet taken, that is an identifier.
func freshName(rng *rand.Rand, lang *lex.Language, old string, taken map[string]bool) string {
	head, body, tail := splitName(old)
	alone := identifier(lang, old)
	for syllables := 2; ; syllables++ {
		name := head + dress(body, invent(rng, min(syllables, 12))) + tail
		if taken[strings.ToLower(name)] || alone && !identifier(lang, name) {
			continue
		}
		taken[strings.ToLower(name)] = true
		return name
	}
}

// identifier reports whether name by itself lexes as one identifier.
func identifier(lang *lex.Language, name string) bool {
	tokens := lang.Lex(nil, []byte(name))
	return len(tokens) == 1 && tokens[0].Kind == lex.Identifier && int(tokens[0].End) == len(name)
}

// splitName takes off what some languages count to the name: $, @ or ' before it, ! or ? behind.
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

// invent returns a word of that many syllables.
func invent(rng *rand.Rand, syllables int) string {
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
