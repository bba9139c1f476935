package changes

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// statementsReordered exchanges neighbouring statements that do not need each other's names.
func statementsReordered(_ *rand.Rand, f *file) (string, bool) {
	changed := false
	f.eachBlock(func(of *node, p *part, block *[]*node) {
		if of == nil || !f.syntax.holdsStatements(of, p) {
			return
		}
		for i := 1; i < len(*block); i++ {
			if a, b := (*block)[i-1], (*block)[i]; exchangeable(a, b) {
				exchange(a, b)
				(*block)[i-1], (*block)[i] = b, a
				changed = true
				i++
			}
		}
	})
	return f.String(), changed
}

func exchangeable(a, b *node) bool {
	if a.isFixed() || b.isFixed() || a.head().column != b.head().column {
		return false
	}
	return !shareAny(defined(a), used(b)) && !shareAny(defined(b), used(a))
}

// exchange keeps the blank lines where they are.
func exchange(a, b *node) {
	x, y := a.head(), b.head()
	if strings.TrimSpace(x.lead) == "" && strings.TrimSpace(y.lead) == "" {
		x.lead, y.lead = y.lead, x.lead
	}
}

func shareAny(a, b wordSet) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

func used(n *node) wordSet {
	names := wordSet{}
	for _, t := range n.tokens() {
		if t.kind == lex.Identifier {
			names[t.text] = true
		}
	}
	return names
}

// comparing are the operators that end in = and assign nothing.
var comparing = words("== != <= >= === !== =>")

// defined returns the names that a statement may set: those before an assignment in the same line,
// those next to ++ and --, and those after another word, as in int x.
func defined(n *node) wordSet {
	names := wordSet{}
	tokens := n.tokens()
	start := 0
	for i, t := range tokens {
		switch {
		case t.text == ";" || t.text == "{" || t.text == "}":
			start = i + 1
		case t.kind == lex.Operator && strings.HasSuffix(t.text, "=") && !comparing[t.text]:
			addNames(names, tokens[start:i])
		case t.text == "++" || t.text == "--":
			addNames(names, tokens[max(i-1, 0):min(i+2, len(tokens))])
		case i > 0 && t.kind == lex.Identifier && isWord(tokens[i-1]):
			names[t.text] = true
		}
	}
	return names
}

func isWord(t token) bool {
	return t.kind == lex.Identifier || t.kind == lex.Keyword && !leaving[t.text] && !control[t.text]
}

func addNames(to wordSet, tokens []token) {
	for _, t := range tokens {
		if t.kind == lex.Identifier {
			to[t.text] = true
		}
	}
}

// every is how many lines are between inserted statements.
const every = 3

// deadCode inserts a statement of another file with new names every third line of functions.
func deadCode(rng *rand.Rand, f *file, foreign []string) (string, bool) {
	if len(foreign) == 0 {
		return "", false
	}
	d := inserter{f: f, rng: rng, names: newNamer(rng, f), foreign: foreign}
	d.walk(&f.nodes, false)
	return f.String(), d.inserted > 0
}

type inserter struct {
	f        *file
	rng      *rand.Rand
	names    *namer
	foreign  []string
	since    int // lines since the last one that was inserted
	inserted int
}

func (d *inserter) walk(block *[]*node, statements bool) {
	var out []*node
	for _, n := range *block {
		if statements && d.since >= every && insertable(n) {
			out = append(out, raw(n.head().indent()+d.statement()))
			d.since = 0
			d.inserted++
		}
		out = append(out, n)
		for i := range n.parts {
			p := &n.parts[i]
			for _, l := range p.lines {
				d.since += strings.Count(l.text, "\n")
			}
			d.walk(&p.block, d.f.syntax.holdsStatements(n, p))
		}
	}
	*block = out
}

// insertable reports whether a statement can stand before this one.
func insertable(n *node) bool {
	first := n.first()
	if !balanced(n.tokens()) || closes(first) || first == "#" || first == "case" || first == "default" || first == "when" {
		return false
	}
	tokens := n.tokens()
	last := tokens[len(tokens)-1].text
	return first != "else" && first != "{" && last != "," && last != ":"
}

// statement returns a foreign statement with new names.
func (d *inserter) statement() string {
	text := d.foreign[d.rng.IntN(len(d.foreign))]
	l := lexLine(d.f.lang, text)
	l.replaceTokens(d.names.consistently())
	return l.text
}

// lexLine returns the tokens of a line by itself.
func lexLine(lang *lex.Language, text string) *line {
	l := &line{text: text}
	for _, t := range lang.Lex(nil, []byte(text)) {
		l.tokens = append(l.tokens, token{t.Kind, text[t.Start:t.End], int(t.Start), int(t.End)})
	}
	return l
}

const minForeign, maxForeign = 4, 30 // tokens of a foreign statement

// foreignStatements returns the statements of files that can stand in another one: lines of
// functions, without their indentation. A file has each once.
func foreignStatements(files []*source) (all []string) {
	for _, s := range files {
		f := s.parse()
		var own []string
		f.eachBlock(func(of *node, p *part, block *[]*node) {
			if of == nil || !f.syntax.holdsStatements(of, p) {
				return
			}
			for _, n := range *block {
				if size := len(n.tokens()); n.isLeaf() && !n.isFixed() && size >= minForeign && size <= maxForeign &&
					strings.Count(n.head().text, "\n") == 1 && (!f.syntax.terminated || n.head().last() == ";") {
					own = append(own, strings.TrimLeft(n.head().text, " \t"))
				}
			}
		})
		slices.Sort(own)
		all = append(all, slices.Compact(own)...)
	}
	return all
}
