package scan

import (
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// By names the files or flags that decide about copies, for readers. An empty name means that the
// caller has none.
type By struct{ Decisions, Baseline, Allow, Own string }

// DecidedBy counts the findings that a file or option closed. The project may have brought it.
type DecidedBy struct {
	// What is a status of copies ("decided", "marked", "known", "allowed"), or the class "own".
	What     string `json:"what"`
	By       string `json:"by"`       // the file or option, or the first marks; empty if unknown
	Findings int    `json:"findings"` // number of closed findings
}

// decidedBy counts the closed findings by the file or option that closed them.
func (r *Report) decidedBy(by By) {
	all := []DecidedBy{{string(Decided), by.Decisions, 0}, {string(Marked), r.firstMarks(), 0}, {string(Known), by.Baseline, 0}, {string(Allowed), by.Allow, 0}, {string(Own), by.Own, 0}}
	for _, f := range r.Findings {
		for i := range all {
			if string(f.Status) == all[i].What || string(f.Class) == all[i].What {
				all[i].Findings++
			}
		}
	}
	r.DecidedBy = slices.DeleteFunc(all, func(d DecidedBy) bool { return d.Findings == 0 })
}

// NarrowedBy is a setting or an ignore file that may make a scan find less. The project may have
// brought it.
type NarrowedBy struct {
	What   string   `json:"what"`             // the name of the setting, or "ignored"
	Values []string `json:"values,omitempty"` // of the setting
	By     string   `json:"by"`               // the ignore file, or the line of the setting, such as chaffinch.toml:2
	Files  int      `json:"files,omitempty"`  // files and folders that are ignored
}

// noteIgnored counts the files that an ignore file hides. A .gitignore hides no tracked file, so it
// counts only outside of git.
func (s *scanner) noteIgnored(skip *chaffinch.SkippedError) {
	r := s.report
	if skip.Reason != document.Ignored || r.top != "" && path.Base(skip.IgnoredBy) != corpus.OwnIgnore {
		return
	}
	i := slices.IndexFunc(r.NarrowedBy, func(n NarrowedBy) bool { return n.What == string(skip.Reason) && n.By == skip.IgnoredBy })
	if i < 0 {
		if len(r.NarrowedBy) == MostLeftOut {
			return
		}
		i = len(r.NarrowedBy)
		r.NarrowedBy = append(r.NarrowedBy, NarrowedBy{What: string(skip.Reason), By: skip.IgnoredBy})
	}
	r.NarrowedBy[i].Files++
}
