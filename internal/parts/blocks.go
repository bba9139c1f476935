package parts

import "github.com/chaffinch-search/chaffinch/analyzer/lex"

// Block is a block of code in a document.
type Block struct {
	Text  []byte
	Label string // name of the language, if the document names a known one; otherwise ""
}

// Blocks returns the blocks of code of a Markdown or HTML document in order. format is [Markdown]
// or [Page]. They are not taken apart, and no language is guessed. Code inside a line, the element
// code outside of pre, and text that only looks like code are left out.
func Blocks(format string, src []byte) []Block {
	s := splitter{onlyBlocks: true}
	if format == Page {
		s.page(whole(src))
	} else {
		s.markdown(whole(src))
	}
	return s.blocks
}

// block adds a block of code with that label.
func (s *splitter) block(l label, t text) {
	switch {
	case !s.onlyBlocks:
		s.addLabelled(l, t)
	case t.hasWords():
		name := ""
		if l.sure || l.language != nil && l.language != lex.Prose {
			name = l.language.Name
		}
		s.blocks = append(s.blocks, Block{t.bytes, name})
	}
}
