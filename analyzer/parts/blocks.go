package parts

// Block is a block of code in a document.
type Block struct {
	Text  []byte
	Label string // of the language, as the document names it; "" if it does not
}

// Blocks returns the blocks of code of a document in the format [Markdown] or [Page], in order. They are not
// taken apart, and no language is guessed. Code inside a line, the element code outside of pre, and text
// that only looks like code are left out.
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
func (s *splitter) block(label string, t text) {
	switch {
	case !s.onlyBlocks:
		s.add(named(label), t)
	case t.hasWords():
		s.blocks = append(s.blocks, Block{t.bytes, label})
	}
}
