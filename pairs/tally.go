package pairs

// Tally counts units, to count the compared pairs. Old units are not compared with each other, nor
// are units of the rest. See [Unit].
type Tally struct{ all, old, rest, both int }

// Add counts a unit.
func (t *Tally) Add(old, rest bool) {
	t.all++
	if old {
		t.old++
	}
	if rest {
		t.rest++
	}
	if old && rest {
		t.both++
	}
}

// Within returns the number of pairs among the units.
func (t Tally) Within() int {
	of := func(n int) int { return n * (n - 1) / 2 }
	return of(t.all) - of(t.old) - of(t.rest) + of(t.both)
}

// With returns how many pairs have a unit of t and a unit of o.
func (t Tally) With(o Tally) int {
	return t.all*o.all - t.old*o.old - t.rest*o.rest + t.both*o.both
}
