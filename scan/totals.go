package scan

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
)

// finish orders the findings, decides them, and adds up lines. It returns the decisions that no
// finding has.
func (r *Report) finish(o Options) (unused []*Decision) {
	slices.SortStableFunc(r.Files, func(x, y File) int { return cmp.Compare(x.Path, y.Path) })
	slices.SortFunc(r.Gone, func(x, y Gone) int { return cmp.Compare(x.Path, y.Path) })
	r.sortLeftOut()
	unused = r.decide(o)
	r.Totals.Open = openOf(slices.Values(r.Findings))
	r.decidedBy(o.By)
	slices.SortStableFunc(r.Findings, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Matches[0].File.From, y.Matches[0].File.From),
			cmp.Compare(y.Score, x.Score), cmp.Compare(x.Origin.Content, y.Origin.Content))
	})
	findings := r.Findings
	for i := range r.Files {
		f := &r.Files[i]
		n := 0
		for n < len(findings) && findings[n].File == f.Path {
			n++
		}
		r.Totals.add(f, findings[:n], o.Since != "")
		findings = findings[n:]
	}
	return unused
}

// openOf counts the open ones of findings.
func openOf(all iter.Seq[Finding]) (n int) {
	for f := range all {
		if f.Open {
			n++
		}
	}
	return n
}

// classes are in the order in which a line counts.
var classes = []Class{Copy, Own, Common}

// unchanged is the class of lines not searched for: a revision has them.
const unchanged Class = "unchanged"

// add sets the lines of the classes in a file and counts them. With a revision, some are unchanged.
func (t *Totals) add(f *File, findings []Finding, since bool) {
	classOf := make([]Class, f.Lines+1) // by line, from 1
	for line := range classOf {
		if since {
			classOf[line] = unchanged
		}
	}
	for _, l := range f.asked {
		for line := l.From; line <= min(l.To, f.Lines); line++ {
			classOf[line] = ""
		}
	}
	for _, class := range slices.Backward(classes) {
		for _, found := range findings {
			if found.Class != class {
				continue
			}
			for _, m := range found.Matches {
				for line := m.File.From; line <= min(m.File.To, f.Lines); line++ {
					classOf[line] = class
				}
			}
		}
	}
	for _, x := range []struct {
		class Class
		lines *[]answer.Lines
		total *int
	}{{Copy, &f.Copied, &t.Copied}, {Own, &f.Own, &t.Own}, {Common, &f.Common, &t.Common}, {unchanged, nil, &t.Unchanged}, {"", nil, &t.Unexplained}} {
		for line := 1; line <= f.Lines; line++ {
			if classOf[line] != x.class {
				continue
			}
			*x.total++
			if x.lines == nil {
				continue
			}
			if n := len(*x.lines); n > 0 && (*x.lines)[n-1].To == line-1 {
				(*x.lines)[n-1].To = line
			} else {
				*x.lines = append(*x.lines, answer.Lines{From: line, To: line})
			}
		}
	}
	t.Files++
	t.Lines += f.Lines
	t.Tokens += f.Tokens
	for _, score := range f.Weaker {
		t.Weaker++
		if least := max(0.01, math.Floor(100*score)/100); t.WeakerFrom == 0 || least < t.WeakerFrom {
			t.WeakerFrom = least
		}
	}
}
