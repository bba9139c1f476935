package align

// Unrenamed returns the share of the weight of a match, from 0 to 1, that is left if renamed names count as different,
// as though all tokens were equally rare. longest is the number of tokens of the longest run in which all names and
// literals are equal, or renamed alike. A copy that was changed keeps its names or renames all of them; an idiom has
// other names each time, and agrees in short runs.
func (m Match) Unrenamed(a, b *Document) (left float64, longest int) {
	agreed, _ := m.agreed(nil, a, b)
	damping := a.dampingAt(m.A.From, dampingOrigin)
	weigh := func(run int) float64 { return float64(run) * damped(run, damping) }
	var all, kept float64
	for _, t := range m.Tiles {
		run, same := 0, 0
		for _, s := range agreed[:t.Length] {
			switch {
			case s.class == 0: // different
				all, kept = all+weigh(run), kept+weigh(same)
				run, same = 0, 0
			case s.text == 0: // renamed
				kept += weigh(same)
				run, same = run+1, 0
			default:
				run, same = run+1, same+1
			}
			longest = max(longest, run)
		}
		all, kept = all+weigh(run), kept+weigh(same)
		agreed = agreed[t.Length:]
	}
	if all == 0 {
		return 0, longest
	}
	return kept / all, longest
}
