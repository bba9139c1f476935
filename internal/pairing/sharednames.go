package pairing

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

const (
	// mostShownNames bounds the names and literals of a pair, and mostShownName the bytes of one.
	mostShownNames, mostShownName = 5, 60
)

// naming is how names and literals are compared: their hash, and how many units have one.
type naming struct {
	hash  func(text []byte, t lex.Token) uint64
	table *candidates.Table
}

func spellings(t *candidates.Table) naming { return naming{candidates.Spelling, t} }

// sharedNames returns the names and literals of both units that the fewest units have. It also
// returns how many both have.
func (p *pairing) sharedNames(a, b *units.Unit, by naming) (rarest []pairs.SharedName, all int) {
	in, both := p.namesOf(b, by), p.namesOf(a, by)
	for hash, text := range both {
		if _, has := in[hash]; !has {
			continue
		}
		all++
		rarest = append(rarest, pairs.SharedName{Text: text, Units: by.table.DF(analyzer.Exact, hash)})
	}
	order.Short(rarest, func(x, y pairs.SharedName) int {
		return cmp.Or(x.Units-y.Units, len(y.Text)-len(x.Text), cmp.Compare(x.Text, y.Text))
	})
	return rarest[:min(len(rarest), mostShownNames)], all
}

// rareNames returns the names and literals of both units that few units have.
func (p *pairing) rareNames(a, b *units.Unit) []pairs.SharedName {
	rarest, _ := p.sharedNames(a, b, naming{func(_ []byte, t lex.Token) uint64 { return t.Hash }, p.names})
	most := threshold.Commenters(p.names.Documents())
	return slices.DeleteFunc(rarest, func(n pairs.SharedName) bool { return n.Units > most })
}

// namesOf returns the names and literals of a unit, by their hash, without boilerplate and import
// lines.
func (p *pairing) namesOf(u *units.Unit, by naming) map[uint64]string {
	all := map[uint64]string{}
	for _, f := range u.Files {
		x := p.files.Get(f)
		if x == nil {
			continue
		}
		no := units.NoEvidence{Boilerplate: x.Ignored, Imports: x.Imports}.Spans()
		for i := range x.Document.Len() {
			for len(no) > 0 && no[0].To <= i {
				no = no[1:]
			}
			t := x.Document.Token(i)
			if !candidates.IsName(t.Kind) || len(no) > 0 && no[0].From <= i {
				continue
			}
			hash := by.hash(x.Document.Source(), t)
			if _, has := all[hash]; !has {
				all[hash] = shortened(x.Document.Source()[t.Start:t.End])
			}
		}
	}
	return all
}

// shortened returns the text, cut if it is long.
func shortened(text []byte) string {
	if len(text) <= mostShownName {
		return string(text)
	}
	end := mostShownName
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return string(text[:end]) + "…"
}
