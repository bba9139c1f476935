package parts

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// PartCut describes how to read a part that begins or ends inside a string or a comment.
type PartCut struct {
	lex.Cut
	// Begins and Ends are the part's offsets in the document, as are the cut's From and To.
	Begins, Ends int
}

// LexFile is [Lex] for a question that may begin or end inside a comment or string. c is the cut,
// if it is read so.
func LexFile(l *lex.Language, src []byte, into *Lexed) (c lex.Cut, cut bool) {
	Lex(l, src, Asked, into)
	return into.readFile(l, src)
}

// readFile turns a text, as LexShown lexes it, into what LexFile returns.
func (n *Lexed) readFile(l *lex.Language, src []byte) (c lex.Cut, cut bool) {
	lexed, c, cut := lexFile(l, src, Outside(l, n.Tokens))
	if cut {
		n.Tokens, n.Texts = append(n.Tokens[:0], lexed.Tokens...), lexed.Texts
	}
	return c, cut
}

// Outside returns the tokens of a document without code inside comments and strings. The border in
// front of such code is left out, too.
func Outside(l *lex.Language, tokens []lex.Token) []lex.Token {
	if len(tokens) == 0 || tokens[0].Kind != lex.Border {
		return tokens
	}
	if i := slices.IndexFunc(tokens, lex.Token.Inside); i >= 0 {
		tokens = tokens[:i]
	}
	if l.Parted() {
		return tokens
	}
	return tokens[min(1, len(tokens)):]
}

// lexFile reads a file as one that begins or ends inside a comment or string. plain are the tokens
// of [Lex] without code inside comments and strings. ok is false if these are likelier: see
// [lex.Language.LexFile]. The text left out is prose: a mark in a comment or string may follow
// code. Code behind prose, such as an example in a docstring, is read as code inside a string. A
// listing or quotation is not read so.
func lexFile(l *lex.Language, src []byte, plain []lex.Token) (lexed Lexed, c lex.Cut, ok bool) {
	tokens, c, ok := l.LexFile(src, plain)
	if !ok || dressed(l, src) != "" {
		return lexed, c, false
	}
	scratch := lineScratch.Get().(*lines)
	defer lineScratch.Put(scratch)
	scratch.literals = scratch.literals[:0]
	lexed.Tokens = tokens
	inside, _ := insideOf(l, whole(src), tokens, -1, Asked, scratch)
	before := lex.Within(plain, 0, c.From)
	if inside != nil {
		lexed.Tokens = slices.Clone(tokens)
		lexed.appendInside(l, inside)
		before = unread(src, before, lexed.Tokens)
	}
	ok = lex.IsProse(src, before) && lex.IsProse(src, lex.Within(plain, c.To, len(src)))
	return lexed, c, ok
}

// unread returns the tokens that do not begin where those that are read do. It returns all if the
// first ones, up to one that is read, are no prose.
func unread(src []byte, all, read []lex.Token) (rest []lex.Token) {
	const least = 6 // tokens of prose
	at := map[uint32]bool{}
	for _, t := range read {
		at[t.Start] = at[t.Start] || t.Kind != lex.Border
	}
	first := slices.IndexFunc(all, func(t lex.Token) bool { return at[t.Start] })
	if first < least || lex.Oddness(src, all[:first]) < threshold.OddText/2 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(t lex.Token) bool { return at[t.Start] })
}

// LexCuts is [LexParts] for parts that may begin or end inside a comment or string. It returns
// the parts that are likelier read so: see [lex.Language.LexCut].
func LexCuts(all []Part, into *Lexed) (cuts []PartCut) {
	into.Tokens, into.Texts = into.Tokens[:0], nil
	for _, p := range all {
		tokens := p.Language.Lex(nil, p.text.bytes)
		if cut, c, ok := p.Language.LexCut(p.text.bytes, tokens); ok {
			tokens = cut
			cuts = append(cuts, p.cutAt(c))
		}
		p.appendTo(into, tokens)
	}
	return cuts
}

// cutAt returns the cut of the part with offsets of the document.
func (p *Part) cutAt(c lex.Cut) PartCut {
	from, to := p.From, p.To
	at := cursor{text: &p.text}
	if c.From > 0 {
		from = int(at.end(uint32(c.From)))
	}
	if c.To < len(p.text.bytes) {
		to = int(at.place(uint32(c.To)))
	}
	return PartCut{Cut: lex.Cut{From: from, To: to, Comment: c.Comment}, Begins: p.From, Ends: p.To}
}
