package changes

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// file is a source as a tree of statements. Statements and their parts are recognised by brackets
// and indentation alone, in all languages. Where a file is written in an unusual way the tree is
// coarser; what changes it moves only statements whose brackets are balanced.
type file struct {
	lang   *lex.Language
	syntax *syntax
	nodes  []*node
	tail   string // comments and blank lines at the end
}

// node is a statement or a declaration. An if with an else has two parts, with the closing bracket
// three.
type node struct{ parts []part }

// part is lines of a statement, and the block below them.
type part struct {
	lines []line
	block []*node
}

// parse makes the tree of a source. ok is false if its brackets are not balanced.
func parse(lang *lex.Language, src string) (f *file, ok bool) {
	s := syntaxOf(lang)
	lines, tail, ok := readLines(lang, s, src)
	p := &parser{syntax: s, lines: lines}
	return &file{lang, s, p.block(0, 0), tail}, ok
}

// String returns the source.
func (f *file) String() string {
	var b strings.Builder
	writeBlock(&b, f.nodes)
	b.WriteString(f.tail)
	return b.String()
}

func writeBlock(b *strings.Builder, block []*node) {
	for _, n := range block {
		for _, p := range n.parts {
			for _, l := range p.lines {
				b.WriteString(l.lead + l.text)
			}
			writeBlock(b, p.block)
		}
	}
}

// parser makes statements of lines.
type parser struct {
	syntax *syntax
	lines  []line
	at     int
}

// block reads the statements of a block whose first line has this depth and column.
func (p *parser) block(depth, column int) []*node {
	var block []*node
	for p.at < len(p.lines) {
		l := &p.lines[p.at]
		if l.depth < depth || l.depth == depth && l.column < column {
			break
		}
		block = append(block, p.node())
	}
	return block
}

// node reads a statement with the blocks in it.
func (p *parser) node() *node {
	first := p.lines[p.at]
	p.at++
	n := &node{parts: []part{{lines: []line{first}}}}
	for p.at < len(p.lines) {
		l := p.lines[p.at]
		last := &n.parts[len(n.parts)-1]
		switch {
		case l.depth < first.depth:
			return n
		case l.opened > l.depth || l.depth == first.depth && p.joins(last, &l, first.column):
			p.at++
			n.add(l)
		case l.depth > first.depth || l.column > first.column:
			last.block = append(last.block, p.block(l.depth, l.column)...)
		default:
			return n
		}
	}
	return n
}

// joins reports whether a line that is not deeper belongs to the statement before. This begins at
// that column, and last is its last part.
func (p *parser) joins(last *part, l *line, column int) bool {
	if l.column != column {
		return false
	}
	if l.first() != "{" {
		return p.syntax.joining[l.first()]
	}
	end := last.lines[len(last.lines)-1]
	return last.block == nil && end.last() != ";" && end.last() != "}"
}

func (n *node) add(l line) {
	if last := &n.parts[len(n.parts)-1]; last.block == nil {
		last.lines = append(last.lines, l)
		return
	}
	n.parts = append(n.parts, part{lines: []line{l}})
}

// raw returns a statement of this text. Nothing more is known of it.
func raw(text string) *node { return &node{parts: []part{{lines: []line{{text: text}}}}} }

func (n *node) head() *line { return &n.parts[0].lines[0] }

// first returns the first token, "" of a raw statement.
func (n *node) first() string {
	if len(n.head().tokens) == 0 {
		return ""
	}
	return n.head().first()
}

// isLeaf reports whether the statement is one logical line.
func (n *node) isLeaf() bool {
	return len(n.parts) == 1 && len(n.parts[0].lines) == 1 && n.parts[0].block == nil
}

func (n *node) hasBlock() bool { return n.parts[0].block != nil }

// tokens returns the tokens of the statement and the blocks in it.
func (n *node) tokens() []token {
	var all []token
	for _, p := range n.parts {
		for _, l := range p.lines {
			all = append(all, l.tokens...)
		}
		all = append(all, tokensOf(p.block)...)
	}
	return all
}

func tokensOf(block []*node) []token {
	var all []token
	for _, n := range block {
		all = append(all, n.tokens()...)
	}
	return all
}

// text returns the source of the statement.
func (n *node) text() string { return textOf([]*node{n}) }

func textOf(block []*node) string {
	var b strings.Builder
	writeBlock(&b, block)
	return b.String()
}

// eachBlock calls visit with all blocks, the outer before those in it. of is the statement that has
// the block, nil for the file.
func (f *file) eachBlock(visit func(of *node, p *part, block *[]*node)) {
	visit(nil, nil, &f.nodes)
	eachBlock(f.nodes, visit)
}

func eachBlock(nodes []*node, visit func(of *node, p *part, block *[]*node)) {
	for _, n := range nodes {
		for i := range n.parts {
			if n.parts[i].block != nil {
				visit(n, &n.parts[i], &n.parts[i].block)
				eachBlock(n.parts[i].block, visit)
			}
		}
	}
}

// reindent replaces the white space that the lines of a text begin with.
func reindent(text, from, to string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) != "" {
			l = to + strings.TrimPrefix(l, from)
		}
		b.WriteString(l)
	}
	return b.String()
}
