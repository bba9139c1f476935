package pairing

import (
	"cmp"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Other units show which material of a pair is common, but only units in its language can.
// Solutions of a task are alike, and all show what is common.

// showing says which units can show what is common.
type showing struct {
	language []string       // by unit: of most of its code, dialects as one; empty for prose
	units    map[string]int // in each language; identical ones count as one
}

func (p *pairing) newShowing(skip []bool) showing {
	s := showing{languagesOf(p.units), map[string]int{}}
	for n, language := range s.language {
		s.language[n] = cmp.Or(dialects[language], language)
		if !skip[n] {
			s.units[s.language[n]]++
		}
	}
	return s
}

// between returns the run of two units: themselves, and the units that can show what they have in
// common.
func (p *pairing) between(a, b *units.Unit) align.Run {
	run := p.run
	if run.IsOfTask() || len(a.Files) == 0 || len(b.Files) == 0 {
		return run
	}
	x, y := p.showing.language[a.Files[0].Unit], p.showing.language[b.Files[0].Unit]
	others := p.showing.units[x] - 1
	if a != b && x == y {
		others--
	}
	run.Units = min(run.Units, 2+max(0, others))
	return run
}
