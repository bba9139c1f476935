package pairing

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Other units show which material of a pair is common, but only units in its language can.
// Solutions of a task are alike, and all show what is common.

// showing says which units can show what is common.
type showing struct {
	language []string           // by unit: of most of its code, dialects as one; empty for prose
	quoting  []bool             // by unit: the code is inside other documents, such as pages
	units    map[string]float64 // in each language that are not tiny; identical ones count as one
}

func (p *pairing) newShowing(skip []bool) showing {
	s := showing{
		languagesOf(p.units, func(f *units.File) *lex.Language { return f.Program }), make([]bool, len(p.units)), map[string]float64{},
	}
	for n, language := range s.language {
		s.quoting[n] = !slices.ContainsFunc(p.units[n].Files, func(f *units.File) bool { return f.Program == f.Language })
		s.language[n] = cmp.Or(dialects[language], language)
		if !skip[n] && tokensOf(p.units[n]) >= threshold.ShowingTokens {
			s.units[s.language[n]] += p.sample.standsFor(p.units[n])
		}
	}
	return s
}

func tokensOf(u *units.Unit) (n int) {
	for _, f := range u.Files {
		n += f.Tokens
	}
	return n
}

// between returns the run of two units: themselves, and the units that can show what they have in
// common.
func (p *pairing) between(a, b *units.Unit) align.Run {
	run := p.run
	if run.IsOfTask() || len(a.Files) == 0 || len(b.Files) == 0 {
		return run
	}
	of := a.Files[0].Unit
	if p.showing.quoting[of] { // perhaps also code in other languages
		of = b.Files[0].Unit
	}
	language := p.showing.language[of]
	others := int(p.showing.units[language])
	for _, u := range []*units.Unit{a, b} {
		if p.showing.language[u.Files[0].Unit] == language && tokensOf(u) >= threshold.ShowingTokens {
			others--
		}
		if a == b {
			break
		}
	}
	run.Units = min(run.Units, 2+max(0, others))
	return run
}
