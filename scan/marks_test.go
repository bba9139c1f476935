package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// A mark closes the copies below it, or between two of them, and says why. It closes nothing else.
func TestRun_MarksCloseCopies(t *testing.T) {
	x := corpusOf(t)
	copied, other := routine(1), routine(2)
	own := "x = 1\n"
	for i, c := range []struct {
		text         string
		open, marked int
		warns        string
	}{
		{own + copied, 1, 0, ""},
		{own + "# chaffinch:ignore-next from upstream, see NOTICE\n" + copied, 0, 1, ""},
		{own + "/* chaffinch:ignore-next from upstream, see NOTICE */\n\n" + copied, 0, 1, ""},
		{own + "# chaffinch:ignore-next from upstream, see NOTICE\n" + strings.Repeat("\n", 3) + copied, 1, 0, ""},
		{own + copied + "# chaffinch:ignore-next from upstream, see NOTICE\n", 1, 0, ""},
		{own + "# chaffinch:ignore-next\n" + copied, 1, 0, "it has no reason"},
		{own + "# chaffinch:ignore-begin from upstream, see NOTICE\n" + own + copied + other + "# chaffinch:ignore-end\n", 0, 1, ""},
		{own + "# chaffinch:ignore-begin from upstream, see NOTICE\n" + copied, 1, 0, "no chaffinch:ignore-end follows"},
		{own + copied + "# chaffinch:ignore-end\n", 1, 0, "no chaffinch:ignore-begin is above it"},
		{own + "# chaffinch:ignore-something from upstream\n" + copied, 1, 0, "it is none of"},
		{own + "# chaffinch:ignore from upstream\n" + copied, 1, 0, "it is none of"},
		{own + "# chaffinch:ignore-next: from upstream, see NOTICE\n" + copied, 0, 1, ""},
		{own + "#chaffinch:ignore-next\tfrom upstream, see NOTICE\n" + copied, 0, 1, ""},
		{own + "# chaffinch:ignore-next .\u200b\n" + copied, 1, 0, "it has no reason"},
	} {
		tree := write(t, map[string]string{"a.py": c.text})
		r := run(t, x, Options{Tree: tree})
		open, marked := 0, 0
		for _, f := range r.Findings {
			if f.Open {
				open++
			}
			if f.Status == Marked {
				marked++
				if d := f.Decision; d == nil || d.Reason != "from upstream, see NOTICE" || !strings.HasPrefix(d.File, "a.py:") {
					t.Errorf("%d: marked by %+v", i, d)
				}
			}
		}
		if open > 0 != (c.open > 0) || marked > 0 != (c.marked > 0) {
			t.Errorf("%d: %d open, %d marked of %q in\n%s", i, open, marked, summaries(r), c.text)
		}
		if said := strings.Join(warning.Texts(r.Warnings), "\n"); !strings.Contains(said, c.warns) || c.warns == "" && strings.Contains(said, "mark") {
			t.Errorf("%d: warnings %q", i, said)
		}
		if by := (DecidedBy{What: string(Marked), By: "a.py:2", Findings: marked}); marked > 0 && !slices.Contains(r.DecidedBy, by) {
			t.Errorf("%d: decided by %v", i, r.DecidedBy)
		}
		if r := run(t, x, Options{Tree: tree, Policy: Policy{Deny: []string{"*"}}}); marked > 0 && slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Status == Marked }) != (r.Findings[0].Origin.License == "") {
			t.Errorf("%d: a mark closes a copy of a denied licence: %q", i, summaries(r))
		}
		if r := run(t, x, Options{Tree: tree, NoMarks: true}); slices.ContainsFunc(r.Findings, func(f Finding) bool { return !f.Open }) {
			t.Errorf("%d: marks count although they shall not: %q", i, summaries(r))
		}
	}
}

// A mark that a decision contradicts gives way to the decision, and reports are read again whole.
func TestRun_DecisionsGoBeforeMarks(t *testing.T) {
	x := corpusOf(t)
	tree := write(t, map[string]string{"a.py": "# chaffinch:ignore-next from upstream\n" + routine(1)})
	first := run(t, x, Options{Tree: tree})
	if len(first.Findings) != 1 || first.Findings[0].Status != Marked {
		t.Fatalf("%q", summaries(first))
	}
	d := Decision{Matches: []string{first.Findings[0].Matches[0].Key}, Decision: ToFix}
	r := run(t, x, Options{Tree: tree, Decisions: []Decision{d}, Earlier: first})
	if f := r.Findings[0]; f.Status != Decided || f.Decision.Decision != ToFix {
		t.Error(f.Status, fmt.Sprintf("%+v", f.Decision))
	}
	if r = run(t, x, Options{Tree: tree, Earlier: first}); r.Findings[0].Status != Marked {
		t.Error("the mark of an unchanged file is lost:", r.Findings[0].Status)
	}
}
