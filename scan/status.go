package scan

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch"
)

// decide sets the status of all copies: by decisions, marks, the baseline, and the policy, in this
// order.
// A finding with only some matches decided becomes two. It returns the decisions that no finding
// has.
func (r *Report) decide(o Options) (unused []*Decision) {
	var decisions keySet[*Decision]
	for i := range o.Decisions {
		for _, key := range o.Decisions[i].Matches {
			decisions.add(key, &o.Decisions[i])
		}
	}
	var before keySet[struct{}]
	if o.Baseline != nil {
		for key := range o.Baseline.keys {
			before.add(key, struct{}{})
		}
	}
	var all []Finding
	used := map[*Decision]bool{}
	for _, f := range r.Findings {
		decided := map[string]*Decision{} // by key
		for _, m := range f.Matches {
			if d, ok := decisions.find(m.Key); ok {
				decided[m.Key], used[d] = d, true
			} else if d := r.markedAs(&f, m); d != nil {
				decided[m.Key] = d
			}
		}
		if f.Class != Copy {
			all = append(all, f)
			continue
		}
		for _, part := range divide(f, r.MinScore, func(m Match) Verdict { return verdictOf(decided[m.Key]) }) {
			for _, m := range part.Matches {
				part.Decision = cmp.Or(part.Decision, decided[m.Key])
			}
			part.judge(&before, o.Policy)
			all = append(all, part)
		}
	}
	if all != nil {
		r.Findings = all
	}
	for i := range o.Decisions {
		if !used[&o.Decisions[i]] {
			unused = append(unused, &o.Decisions[i])
		}
	}
	return unused
}

// IsWhole reports whether no option narrows the scan. Only a whole scan reports stale and unseen
// decisions.
func (o *Options) IsWhole() bool {
	return o.Since == "" && o.Collection == "" && o.Filter == (chaffinch.Filter{}) && o.MinScore <= DefaultMinScore &&
		len(o.Corpus.Include) == 0 && len(o.Corpus.Exclude) == 0
}

// verdictOf returns the decision; empty without one.
func verdictOf(d *Decision) Verdict {
	if d == nil {
		return ""
	}
	return d.Decision
}

// judge sets the status of a copy.
func (f *Finding) judge(before *keySet[struct{}], p Policy) {
	isKnown := !slices.ContainsFunc(f.Matches, func(m Match) bool {
		_, ok := before.find(m.Key)
		return !ok
	})
	switch {
	case f.Decision != nil && f.Decision.Decision == IsMarked:
		if f.judgedBy(p) == Denied {
			f.set(Denied, nil)
		} else {
			f.set(Marked, f.Decision)
		}
	case f.Decision != nil:
		f.set(Decided, f.Decision)
	case isKnown:
		f.set(Known, nil)
	default:
		f.set(f.judgedBy(p), nil)
	}
}

// judgedBy returns the status of a copy by the policy alone.
func (f *Finding) judgedBy(p Policy) Status {
	return p.judgeAll(append(slices.Clone(f.Origin.Licenses), f.Origin.License)...)
}

// set sets the status of a finding, and the fields that depend on it.
func (f *Finding) set(s Status, d *Decision) {
	f.Status, f.Decision = s, d
	f.Open = s == Undecided || s == Denied || s == Review
}
