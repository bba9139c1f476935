package scan

import "slices"

// By names what decides about copies, for readers: files, or flags. Empty names are those of callers who have none.
type By struct{ Decisions, Baseline, Allow, Own string }

// DecidedBy says what took findings out of those that are open. The project may have brought it.
type DecidedBy struct {
	// What is "decided", "known" or "allowed", as a status of copies, or "own", as a class.
	What     string `json:"what"`
	By       string `json:"by"` // of [By]; empty if the caller named nothing
	Findings int    `json:"findings"`
}

// decidedBy counts the findings that are not open by what decides.
func (r *Report) decidedBy(by By) {
	all := []DecidedBy{{string(Decided), by.Decisions, 0}, {string(Known), by.Baseline, 0}, {string(Allowed), by.Allow, 0}, {string(Own), by.Own, 0}}
	for _, f := range r.Findings {
		for i := range all {
			if string(f.Status) == all[i].What || string(f.Class) == all[i].What {
				all[i].Findings++
			}
		}
	}
	r.DecidedBy = slices.DeleteFunc(all, func(d DecidedBy) bool { return d.Findings == 0 })
}
