package parts

// branch is whether the text of a condition decides a branch.
type branch uint8

const (
	openBranch  branch = iota // may be compiled
	deadBranch                // never compiled, unlike the next one: #if 0
	aliveBranch               // always compiled: #if 1
	afterAlive                // never compiled
)

// branches are the branches of #if around a token, the outermost first. A dead branch defines
// nothing.
type branches struct {
	all  []nesting
	last int // the number of the last branch
}

// nesting is a branch, the innermost open one's number, and whether an enclosing one is dead.
type nesting struct {
	branch
	number int
	dead   bool
}

// dead reports whether the token is in a dead branch.
func (b *branches) dead() bool { return len(b.all) > 0 && b.all[len(b.all)-1].dead }

// branch returns the number of the innermost open branch, or 0 outside of all.
func (b *branches) branch() int {
	if len(b.all) == 0 {
		return 0
	}
	return b.all[len(b.all)-1].number
}

// take takes in a token. The word of a directive may begin or end a branch.
func (b *branches) take(m *macros, i int) {
	hash := m.tokens[i].Hash
	switch hash {
	case hashOfIf, hashOfIfdef, hashOfIfndef, hashOfElse, hashOfElif, hashOfEndif:
	default:
		return
	}
	if !m.isDirective(i) {
		return
	}
	last := len(b.all) - 1
	switch hash {
	case hashOfIf:
		b.push(branchOf(m, i))
	case hashOfIfdef, hashOfIfndef:
		b.push(openBranch)
	case hashOfElse, hashOfElif:
		if last >= 0 {
			next := b.all[last].branch
			switch {
			case next == aliveBranch:
				next = afterAlive
			case next == deadBranch && hash == hashOfElse:
				next = openBranch
			case next != afterAlive && hash == hashOfElif:
				next = branchOf(m, i)
			}
			b.all = b.all[:last]
			b.push(next)
		}
	case hashOfEndif:
		if last >= 0 {
			b.all = b.all[:last]
		}
	}
}

// branchOf returns the branch of a condition whose word is the token, if no branch before is
// compiled.
func branchOf(m *macros, word int) branch {
	switch value, ok := m.condition(word); {
	case !ok:
		return openBranch
	case value:
		return aliveBranch
	}
	return deadBranch
}

// unused reports whether the innermost branch is never compiled.
func (b *branches) unused() bool {
	if len(b.all) == 0 {
		return false
	}
	last := b.all[len(b.all)-1].branch
	return last == deadBranch || last == afterAlive
}

// push enters a branch, within those that there are.
func (b *branches) push(next branch) {
	l := nesting{next, b.branch(), b.dead() || next == deadBranch || next == afterAlive}
	if b.last++; next == openBranch {
		l.number = b.last
	}
	b.all = append(b.all, l)
}
