package scan

import (
	"maps"
	"reflect"
	"slices"
	"time"
)

// Reviewer walks through the open copies of a report, and decides them. It changes the report as it
// goes. Copies of the same material, such as a second copy of a function, are decided together. A
// Reviewer is not safe for concurrent use.
//
//	for v := NewReviewer(r, decisions); v.Finding() != nil; {
//		... show v.Finding(), and call Decide, Skip, Back or Undo
//	}
type Reviewer struct {
	report    *Report
	open      []int               // indexes of the findings that were open at the beginning
	materials keySet[int]         // of these findings
	at        int                 // in open
	given     []Decision          // of earlier reviews, and of others
	written   map[string]Decision // of this one, as the file has them, by their first key
	taken     []*Decision         // in this one; never changed, but replaced
	keys      keySet[*Decision]   // of taken
	has       map[string]bool     // the keys of given and taken
	done      []step
}

// step is the state before an answer.
type step struct {
	at     int
	taken  []*Decision
	before map[int]Finding // that it changed
}

// NewReviewer begins a review of the open copies of a report. decisions are the decisions that the
// report was made with.
func NewReviewer(r *Report, decisions []Decision) *Reviewer {
	v := &Reviewer{report: r, given: decisions}
	for i, f := range r.Findings {
		if f.Open {
			v.open = append(v.open, i)
			for _, m := range f.Matches {
				v.materials.add(m.Key, i)
			}
		}
	}
	v.restore(nil)
	return v
}

// Finding returns the copy that is to be decided; nil after the last one. It is decided if the
// review went back.
func (v *Reviewer) Finding() *Finding {
	if v.at == len(v.open) {
		return nil
	}
	return &v.report.Findings[v.open[v.at]]
}

// Position returns the number of the copy, from 1, and how many there are.
func (v *Reviewer) Position() (n, of int) { return min(v.at+1, len(v.open)), len(v.open) }

// Decisions returns all decisions, to be written.
func (v *Reviewer) Decisions() []Decision {
	all := slices.Clone(v.given)
	for _, d := range v.taken {
		all = append(all, *d)
	}
	return all
}

// Write writes all decisions to a file: see [WriteDecisions]. Decisions that others have written
// since the last time stay. If they decided about the same material, the later decision counts.
func (v *Reviewer) Write(name string) error {
	now, err := ReadDecisions(name)
	if err != nil {
		return err
	}
	v.given = slices.DeleteFunc(now, func(d Decision) bool {
		return reflect.DeepEqual(v.written[d.Matches[0]], d)
	})
	v.written = map[string]Decision{}
	own := map[string]bool{}
	for _, d := range v.taken {
		copied := *d
		copied.Matches = slices.Clone(d.Matches)
		v.written[d.Matches[0]] = copied
		for _, key := range d.Matches {
			own[key] = true
		}
	}
	v.given = without(v.given, own)
	v.restore(v.taken)
	return WriteDecisions(name, v.Decisions())
}

// without removes some keys from decisions and drops decisions that have no others.
func without(all []Decision, keys map[string]bool) (left []Decision) {
	for _, d := range all {
		d.Matches = slices.DeleteFunc(slices.Clone(d.Matches), func(key string) bool { return keys[key] })
		if len(d.Matches) > 0 {
			left = append(left, d)
		}
	}
	return left
}

// Skip goes on to the next copy that is open.
func (v *Reviewer) Skip() {
	for v.at < len(v.open) {
		if v.at++; v.at < len(v.open) && v.Finding().Open {
			return
		}
	}
}

// Back goes back to the copy before, even if it is decided. It reports whether there is one.
func (v *Reviewer) Back() bool {
	if v.at == 0 {
		return false
	}
	v.at--
	return true
}

// Alike returns the copy's source, and the number of copies that [Reviewer.DecideAlike] decides.
// These are the open copies from the same source under the same licence, with this one.
func (v *Reviewer) Alike() (source string, n int) {
	return v.Finding().Origin.Source(), len(v.alike())
}

// alike returns the indexes of the copies that Alike counts.
func (v *Reviewer) alike() (all []int) {
	this := v.Finding()
	source := this.Origin.Source()
	for _, i := range v.open {
		f := &v.report.Findings[i]
		if f == this || f.Open && f.Origin.License == this.Origin.License && f.Origin.Source() == source {
			all = append(all, i)
		}
	}
	return all
}

// Decide decides the copy, and goes on to the next open copy. It returns how many copies are
// thereby decided.
func (v *Reviewer) Decide(verdict Verdict, reason, by string, at time.Time) int {
	return v.decide(v.open[v.at:v.at+1], verdict, reason, by, at)
}

// DecideAlike is [Reviewer.Decide] for all copies that [Reviewer.Alike] counts.
func (v *Reviewer) DecideAlike(verdict Verdict, reason, by string, at time.Time) int {
	return v.decide(v.alike(), verdict, reason, by, at)
}

func (v *Reviewer) decide(chosen []int, verdict Verdict, reason, by string, at time.Time) int {
	s := step{v.at, v.taken, map[int]Finding{}}
	var now []*Decision
	for _, i := range chosen {
		f := &v.report.Findings[i]
		if f.Open && v.decided(f) != nil {
			continue // by an earlier one
		}
		old := f.Decision
		s.before[i] = *f
		v.report.decideOne(f, verdict, reason, by, at)
		v.replace(old, f.Decision, &s)
		now = append(now, f.Decision)
	}
	for _, d := range now {
		v.decideSame(d, &s)
	}
	v.done = append(v.done, s)
	v.report.Totals.Open -= openOf(maps.Values(s.before))
	v.Skip()
	return len(s.before)
}

// decideSame decides the open copies whose matches are all decided, now that d is.
func (v *Reviewer) decideSame(d *Decision, s *step) {
	for _, key := range d.Matches {
		for other := range v.materials.sharing(key) {
			f := &v.report.Findings[other]
			if !f.Open {
				continue
			}
			if d := v.decided(f); d != nil {
				s.before[other] = *f
				f.set(Decided, d)
			}
		}
	}
}

// replace replaces an old decision about the same material. old may be nil. No key has two
// decisions.
func (v *Reviewer) replace(old, now *Decision, s *step) {
	if old != nil {
		now.Matches = append(now.Matches, old.Matches...)
		for _, key := range old.Matches {
			delete(v.has, key)
		}
	}
	isNew := func(key string) bool { return !v.has[key] }
	if !slices.ContainsFunc(now.Matches, isNew) { // another user has decided all of it since: the later decision counts
		keys := map[string]bool{}
		for _, key := range now.Matches {
			keys[key] = true
			delete(v.has, key)
		}
		v.given = without(v.given, keys)
	}
	now.Matches = slices.DeleteFunc(now.Matches, func(key string) bool {
		before := v.has[key]
		v.has[key] = true
		return before
	})
	if old == nil {
		v.taken = append(v.taken, now)
		v.add(now)
		return
	}
	taken := slices.DeleteFunc(slices.Clone(v.taken), func(d *Decision) bool { return d == old })
	v.restore(append(taken, now))
	for _, i := range v.open {
		if f := &v.report.Findings[i]; f.Decision == old {
			s.before[i] = *f
			f.Decision = now
		}
	}
}

// restore sets the decisions of this review.
func (v *Reviewer) restore(taken []*Decision) {
	v.taken, v.keys, v.has = taken, keySet[*Decision]{}, map[string]bool{}
	for _, d := range v.given {
		for _, key := range d.Matches {
			v.has[key] = true
		}
	}
	for _, d := range taken {
		v.add(d)
	}
}

func (v *Reviewer) add(d *Decision) {
	for _, key := range d.Matches {
		v.keys.add(key, d)
		v.has[key] = true
	}
}

// decided returns this review's decision about all of a copy's material; otherwise nil.
func (v *Reviewer) decided(f *Finding) (by *Decision) {
	for _, m := range f.Matches {
		d, ok := v.keys.find(m.Key)
		if !ok {
			return nil
		}
		by = d
	}
	return by
}

// Undo takes the last answer back and returns to its copy. It reports whether there was one.
func (v *Reviewer) Undo() bool {
	n := len(v.done)
	if n == 0 {
		return false
	}
	s := v.done[n-1]
	v.done, v.at = v.done[:n-1], s.at
	v.restore(s.taken)
	for i, f := range s.before {
		v.report.Findings[i] = f
	}
	v.report.Totals.Open += openOf(maps.Values(s.before))
	return true
}
