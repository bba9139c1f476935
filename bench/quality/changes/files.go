package changes

// These changes divide and join files.

// leastPart is the share of a file's tokens that each part has at least.
const leastPart = 0.25

// fileSplit divides the declarations of a file into two parts of about the same size. If one of
// them is nearly the whole file, such as a class, its members are divided.
func fileSplit(f *file) []string {
	block, of := &f.nodes, (*node)(nil)
	half, ok := middle(*block, len(tokensOf(f.nodes)))
	for !ok {
		if of = largest(*block); of == nil {
			return nil
		}
		block = &of.parts[0].block
		half, ok = middle(*block, len(tokensOf(f.nodes)))
	}
	whole := *block
	headers := 0
	for of == nil && headers < half && isHeader(whole[headers].head()) {
		headers++
	}
	*block = whole[:half]
	first := f.String()
	*block = append(append([]*node{}, whole[:headers]...), whole[half:]...)
	return []string{first, f.String()}
}

// declarations counts the statements with a block.
func declarations(block []*node) int {
	n := 0
	for _, d := range block {
		if d.hasBlock() && balanced(d.tokens()) {
			n++
		}
	}
	return n
}

// largest returns the statement with the largest block.
func largest(block []*node) *node {
	var best *node
	for _, n := range block {
		if n.hasBlock() && balanced(n.tokens()) && (best == nil || len(n.tokens()) > len(best.tokens())) {
			best = n
		}
	}
	return best
}

// middle returns the place at which the tokens of the block are halved best. ok is false if there
// are no two declarations, or a part would have less than its share of the file's tokens.
func middle(block []*node, fileTokens int) (place int, ok bool) {
	all, before, best := len(tokensOf(block)), 0, 0
	for i, d := range block {
		if least := min(before, all-before); least > best {
			place, best = i, least
		}
		before += len(d.tokens())
	}
	return place, declarations(block) >= 2 && float64(best) >= leastPart*float64(fileTokens)
}

// filesMerged puts two files into one, with the lines that name other files at the start.
func filesMerged(a, b *file) string {
	var all file
	for _, headers := range []bool{true, false} {
		for i, f := range []*file{a, b} {
			for _, n := range f.nodes {
				once := n.first() == "package" || n.first() == "<?php" || n.first() == "namespace"
				if isHeader(n.head()) == headers && (i == 0 || !once || n.hasBlock()) {
					all.nodes = append(all.nodes, n)
				}
			}
			if !headers {
				all.nodes = append(all.nodes, raw(f.tail))
			}
		}
	}
	return all.String()
}
