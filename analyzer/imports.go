package analyzer

// Imports returns the tokens of import lines, such as include and package lines, in order. They
// only name other code, so they carry no weight. src is the source of the document.
func (n *Analysis) Imports(src []byte) []Span {
	var all []Span
	for _, p := range n.Parts() {
		p.Language.Imports(src, n.Tokens[p.From:p.To], func(from, to int) {
			if last := len(all) - 1; last >= 0 && all[last].To == p.From+from {
				all[last].To = p.From + to
				return
			}
			all = append(all, Span{p.From + from, p.From + to})
		})
	}
	return all
}
