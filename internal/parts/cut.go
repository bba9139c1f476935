package parts

import "github.com/chaffinch-search/chaffinch/analyzer/lex"

// PartCut describes how to read a part that begins or ends inside a string or a comment.
type PartCut struct {
	lex.Cut
	// Begins and Ends are where the part begins and ends in the document, as do From and To of the
	// cut.
	Begins, Ends int
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
