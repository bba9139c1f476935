package pairs

// Tally counts units by the units that they are not compared with: old units not with each other,
// and units of the rest neither. See [Unit].
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
