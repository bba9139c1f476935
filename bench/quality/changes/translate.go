package changes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// dialect is how a language is written in a close one, line by line.
type dialect struct {
	from, to string // languages
	// tokens replaces tokens; an empty text removes one.
	tokens map[string]string
	// loops are ways to write loops.
	loops []loop
	// header rewrites the head of a function, and declaration that of a variable; nil keeps it.
	header      func(s signature) string
	declaration func(modifiers, kind, name string) string
	// capital means that the names of methods begin with a capital letter.
	capital bool
	// semicolons stay.
	semicolons bool
}

// signature is the head of a function, down to its parameters.
type signature struct {
	modifiers, kind, name string
	parameters            []parameter
}

type parameter struct{ kind, name string }

var (
	modifiers = words("public private protected static final abstract synchronized native default")
	toKotlin  = dialect{
		from: "Java", to: "Kotlin",
		tokens: map[string]string{
			"int": "Int", "long": "Long", "boolean": "Boolean", "double": "Double", "float": "Float", "char": "Char", "byte": "Byte",
			"Integer": "Int", "Object": "Any", "void": "Unit", "new": "", "final": "", "static": "", "public": "", "extends": ":",
			"implements": ":", "instanceof": "is", "switch": "when", "@Override": "override",
		},
		loops: []loop{
			{old: "for ( A : B )", new: "for ($A in B)"},
			{old: "for ( int A = B ; C < D ; E ++ )", new: "for (A in B until D)"},
		},
		header: func(s signature) string {
			var all []string
			for _, p := range s.parameters {
				all = append(all, p.name+": "+p.kind)
			}
			head := s.modifiers + "fun " + s.name + "(" + strings.Join(all, ", ") + ")"
			if s.kind == "" {
				return strings.Replace(head, "fun "+s.name, "constructor", 1)
			}
			return head + strings.TrimSuffix(": "+s.kind, ": void")
		},
		declaration: func(modifiers, kind, name string) string { return modifiers + "val " + name + ": " + kind },
	}
	toCSharp = dialect{
		from: "Java", to: "C#",
		tokens: map[string]string{
			"String": "string", "boolean": "bool", "Object": "object", "Integer": "int", "final": "readonly", "extends": ":",
			"implements": ":", "instanceof": "is", "super": "base", "import": "using", "package": "namespace",
		},
		loops: []loop{{old: "for ( A : B )", new: "foreach (A in B)"}},
		header: func(s signature) string {
			var all []string
			for _, p := range s.parameters {
				all = append(all, p.kind+" "+p.name)
			}
			return s.modifiers + strings.TrimSpace(s.kind+" "+s.name) + "(" + strings.Join(all, ", ") + ")"
		},
		capital: true, semicolons: true,
	}
	toTypeScript = dialect{
		from: "JavaScript", to: "TypeScript",
		tokens: map[string]string{"var": "let"},
		header: func(s signature) string {
			var all []string
			for _, p := range s.parameters {
				all = append(all, strings.TrimSpace(p.kind+" "+p.name)+": any")
			}
			return strings.TrimSpace(s.modifiers+s.kind+" "+s.name) + "(" + strings.Join(all, ", ") + "): any"
		},
		declaration: func(modifiers, kind, name string) string { return modifiers + kind + " " + name + ": any" },
		semicolons:  true,
	}
)

// translated makes a kind of a dialect.
func translated(d *dialect) kind {
	return kind{
		name: d.from + " as " + d.to, from: d.from, to: d.to,
		apply: alone(func(_ *rand.Rand, f *file) (string, bool) { return d.translate(f), true }),
	}
}

// translate writes the file in the other language.
func (d *dialect) translate(f *file) string {
	names := newNamer(randomFor(1), f)
	f.eachBlock(func(_ *node, _ *part, block *[]*node) {
		for _, n := range *block {
			head := n.head()
			switch {
			case len(head.tokens) == 0 || isHeader(head):
			case f.syntax.isFunction(n) && d.header != nil:
				d.rewriteHeader(head)
			case d.loop(n, names):
			case d.declaration != nil:
				d.declare(head)
			}
		}
	})
	text := f.String()
	l := lexLine(f.lang, text)
	for i := range l.tokens {
		d.respell(l, i)
	}
	l.replaceTokens(func(t token) string { return t.text })
	return l.text
}

// respell replaces the text of a token in the list, not that of the line.
func (d *dialect) respell(l *line, i int) {
	t := &l.tokens[i]
	next := ""
	if i+1 < len(l.tokens) {
		next = l.tokens[i+1].text
	}
	if other, ok := d.tokens[t.text]; ok && t.kind != lex.String {
		t.text = other
	} else if d.capital && t.kind == lex.Identifier && next == "(" && !control[t.text] {
		t.text = strings.ToUpper(t.text[:1]) + t.text[1:]
	} else if t.text == ";" && !d.semicolons && (i+1 == len(l.tokens) || strings.Contains(l.text[t.to:l.tokens[i+1].from], "\n")) {
		t.text = ""
	}
}

// loop rewrites the head of a loop.
func (d *dialect) loop(n *node, names *namer) bool {
	l := n.head()
	head := l.headTokens()
	if len(head) == 0 || !n.hasBlock() {
		return false
	}
	for _, way := range d.loops {
		if holes, ok := match(strings.Fields(way.old), head); ok {
			fill := filler(l, holes, names)
			l.text = l.text[:head[0].from] + fill(way.new) + l.text[head[len(head)-1].to:]
			return true
		}
	}
	return false
}

// rewriteHeader rewrites the head of a function in this line, if it can be read.
func (d *dialect) rewriteHeader(l *line) {
	head := afterAttributes(l.tokens)
	open := slices.IndexFunc(head, func(t token) bool { return t.text == "(" })
	if open < 1 || head[open-1].kind != lex.Identifier || l.has(words("=>")) {
		return
	}
	end := open + closeOf(head[open:])
	s := signature{name: head[open-1].text}
	s.modifiers, s.kind = divide(l, head[:open-1])
	for _, p := range commaLists(head[open+1 : end]) {
		if p[len(p)-1].kind != lex.Identifier {
			return
		}
		_, kind := divide(l, p[:len(p)-1])
		s.parameters = append(s.parameters, parameter{kind, p[len(p)-1].text})
	}
	to := head[end].to
	if end+1 < len(head) && head[end+1].text == "throws" {
		for end+1 < len(head) && head[end+1].text != "{" {
			end++
		}
		to = head[end].to
	}
	l.text = l.text[:head[0].from] + d.header(s) + l.text[to:]
}

// afterAttributes returns the tokens without the annotations before them.
func afterAttributes(tokens []token) []token {
	for len(tokens) > 2 && tokens[0].text == "@" {
		tokens = tokens[2:]
		if tokens[0].text == "(" {
			tokens = tokens[closeOf(tokens)+1:]
		}
	}
	return tokens
}

// closeOf returns the place of the token that closes the first one; the last if there is none.
func closeOf(tokens []token) int {
	var b brackets
	for i, t := range tokens {
		if b.read([]token{t}); len(b.marks) == 0 {
			return i
		}
	}
	return len(tokens) - 1
}

// divide divides the tokens before a name into modifiers and a type.
func divide(l *line, tokens []token) (mods, kind string) {
	n := 0
	for n < len(tokens) && modifiers[tokens[n].text] {
		mods += tokens[n].text + " "
		n++
	}
	return mods, textOfTokens(l, tokens[n:])
}

// commaLists divides tokens at the commas that are in no brackets, <> included.
func commaLists(tokens []token) (lists [][]token) {
	depth, from := 0, 0
	for i, t := range tokens {
		switch t.text {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			depth--
		case ",":
			if depth == 0 && i > from {
				lists = append(lists, tokens[from:i])
				from = i + 1
			}
		}
	}
	if from < len(tokens) {
		lists = append(lists, tokens[from:])
	}
	return lists
}

// typing are the signs that types consist of.
var typing = words("< > , . [ ] ?")

// declare rewrites the declaration of a variable with a value.
func (d *dialect) declare(l *line) {
	at := slices.IndexFunc(l.tokens, func(t token) bool { return t.text == "=" })
	if at < 2 || l.tokens[at-1].kind != lex.Identifier {
		return
	}
	for _, t := range l.tokens[:at-1] {
		if t.kind == lex.Operator && !typing[t.text] {
			return
		}
	}
	mods, kind := divide(l, l.tokens[:at-1])
	if kind == "" || strings.HasSuffix(kind, ".") {
		return
	}
	l.text = fmt.Sprint(l.text[:l.tokens[0].from], d.declaration(mods, kind, l.tokens[at-1].text), l.text[l.tokens[at-1].to:])
}
