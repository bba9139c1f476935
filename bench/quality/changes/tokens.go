package changes

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// These changes replace tokens and keep their number and order.

// replaceTokens writes the file with other texts for tokens. Lines that name other files stay.
func (f *file) replaceTokens(change func(t token) string) string {
	f.eachLine(func(l *line) {
		if !isHeader(l) {
			l.replaceTokens(change)
		}
	})
	return f.String()
}

// eachLine calls visit with all lines, in order.
func (f *file) eachLine(visit func(l *line)) { eachLine(f.nodes, visit) }

func eachLine(nodes []*node, visit func(l *line)) {
	for _, n := range nodes {
		for i := range n.parts {
			for j := range n.parts[i].lines {
				visit(&n.parts[i].lines[j])
			}
			eachLine(n.parts[i].block, visit)
		}
	}
}

// replaceTokens replaces the text of the line. Its tokens are not updated.
func (l *line) replaceTokens(change func(t token) string) {
	var b strings.Builder
	at := 0
	for _, t := range l.tokens {
		b.WriteString(l.text[at:t.from])
		b.WriteString(change(t))
		at = t.to
	}
	b.WriteString(l.text[at:])
	l.text = b.String()
}

// namer makes up names that a file does not have.
type namer struct {
	rng   *rand.Rand
	lang  *lex.Language
	taken map[string]bool
	// known are names that stay: those in lines that name other files, and tags of here-documents.
	known map[string]bool
}

func newNamer(rng *rand.Rand, f *file) *namer {
	n := &namer{rng, f.lang, map[string]bool{}, map[string]bool{}}
	f.eachLine(func(l *line) {
		heading := isHeader(l)
		for _, t := range l.tokens {
			n.taken[strings.ToLower(t.text)] = true
			switch {
			case t.kind == lex.String:
				n.known[lastLine(t.text)] = true
			case heading && t.kind == lex.Identifier:
				n.known[t.text] = true
			}
			if heading && t.kind == lex.String { // import "path/name"
				inner := strings.Trim(t.text, "\"'`")
				n.known[inner[strings.LastIndexByte(inner, '/')+1:]] = true
			}
		}
	})
	return n
}

func lastLine(text string) string {
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// fresh returns a new name in the manner of an old one.
func (n *namer) fresh(old string) string { return code.FreshName(n.rng, n.lang, old, n.taken) }

// variable returns a name of the language's variables.
func (n *namer) variable() string {
	if n.lang.Name == "PHP" {
		return "$i"
	}
	return "i"
}

// keeps reports whether the token is not a name, or a name that stays.
func (n *namer) keeps(t token) bool { return t.kind != lex.Identifier || n.known[t.text] }

// renamed gives every name another one, the same wherever it occurs.
func renamed(rng *rand.Rand, f *file) (string, bool) {
	return f.replaceTokens(newNamer(rng, f).consistently()), true
}

// consistently returns a change that gives each name one new name.
func (n *namer) consistently() func(t token) string {
	names := map[string]string{}
	return func(t token) string {
		if n.keeps(t) {
			return t.text
		}
		key := t.text
		if names[key] == "" {
			names[key] = n.fresh(t.text)
		}
		return names[key]
	}
}

// inconsistentlyRenamed gives every name another one wherever it occurs.
func inconsistentlyRenamed(rng *rand.Rand, f *file) (string, bool) {
	names := newNamer(rng, f)
	return f.replaceTokens(func(t token) string {
		if names.keeps(t) {
			return t.text
		}
		return names.fresh(t.text)
	}), true
}

// literalsChanged gives every number, string and character another value. Short words, escapes and
// interpolations in strings stay.
func literalsChanged(rng *rand.Rand, f *file) (string, bool) {
	return f.replaceTokens(func(t token) string {
		text := t.text
		switch t.kind {
		case lex.Number:
			text = otherDigits(rng, text)
		case lex.String:
			text = otherWords(rng, text)
		case lex.Char:
			text = otherChar(rng, text)
		}
		if tokens := f.lang.Lex(nil, []byte(text)); len(tokens) != 1 || tokens[0].Kind != t.kind {
			return t.text
		}
		return text
	}), true
}

// otherDigits replaces the digits of a decimal number, and those after 0x.
func otherDigits(rng *rand.Rand, text string) string {
	out := []byte(text)
	from, digits := 0, "123456789"
	if len(text) > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') {
		from = 2
	} else if len(text) > 1 && text[0] == '0' {
		digits = "1234567" // octal
		from = 1
	}
	if len(text) > 1 && strings.ContainsRune("bBoO", rune(text[1])) {
		return text
	}
	for i := from; i < len(out); i++ {
		if out[i] >= '0' && out[i] <= '9' {
			old := out[i]
			for out[i] == old {
				out[i] = digits[rng.IntN(len(digits))]
			}
		} else if from == 0 && out[i] != '.' && out[i] != '_' {
			break // a suffix such as u32
		}
	}
	return string(out)
}

// otherWords replaces the words of three letters or more inside the quotes.
func otherWords(rng *rand.Rand, text string) string {
	body := strings.IndexAny(text, "\"'`\n")
	end := max(strings.LastIndexAny(text, "\"'`\n"), body)
	if body < 0 {
		return text
	}
	return text[:body] + replaceWords(rng, text[body:end]) + text[end:]
}

// replaceWords replaces words of three letters or more. No sign such as \, $ or { is before them.
func replaceWords(rng *rand.Rand, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		n := letters(text[i:])
		if n >= 3 && (i == 0 || !strings.ContainsRune(`\$%{#@&`, rune(text[i-1]))) {
			b.WriteString(code.Invent(rng, (n+1)/2)[:n])
		} else {
			n = max(n, 1)
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// letters returns how many letters the text begins with.
func letters(text string) int {
	for i, r := range text {
		if r >= unicode.MaxASCII || !unicode.IsLetter(r) {
			return i
		}
	}
	return len(text)
}

func otherChar(rng *rand.Rand, text string) string {
	if len(text) != 3 || !unicode.IsLetter(rune(text[1])) {
		return text
	}
	for {
		if c := byte('a' + rng.IntN(26)); c != text[1] {
			return text[:1] + string(c) + text[2:]
		}
	}
}

// typesChanged replaces the words of types by others.
func typesChanged(_ *rand.Rand, f *file) (string, bool) {
	return f.replaceTokens(func(t token) string {
		if other := f.syntax.types[t.text]; other != "" && (t.kind == lex.Keyword || t.kind == lex.Identifier) {
			return other
		}
		return t.text
	}), true
}

// commentsTranslated replaces the words of comments.
func commentsTranslated(rng *rand.Rand, f *file) (string, bool) {
	return code.ReplaceGaps(f.lang, f.String(), func(gap string) string { return replaceWords(rng, gap) })
}

// relaid removes comments and blank lines, and indents in another way.
func relaid(rng *rand.Rand, f *file) (string, bool) { return code.Relaid(rng, f.lang, f.String()) }
