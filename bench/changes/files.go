package main

// These changes divide and join files.

// fileSplit divides a file, or the class that is all of it, into two of half its declarations.
func fileSplit(f *file) []string {
	block, of := &f.nodes, (*node)(nil)
	for declarations(*block) < 2 {
		if of = largest(*block); of == nil {
			return nil
		}
		block = &of.parts[0].block
	}
	whole := *block
	half := middle(whole)
	if half == 0 || half == len(whole) {
		return nil
	}
	headers := 0
	if of == nil {
		for headers < half && isHeader(whole[headers].head()) {
			headers++
		}
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

// middle returns the place at which the tokens of the block are halved.
func middle(block []*node) int {
	half, n := len(tokensOf(block))/2, 0
	for i, d := range block {
		if n >= half {
			return i
		}
		n += len(d.tokens())
	}
	return len(block)
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
