package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// runRepair runs check --repair.
func runRepair(ctx context.Context, out, errOut io.Writer, g *global) error {
	path, err := indexpath.Existing(g.named())
	if err != nil {
		return err
	}
	var open index.Options
	if err := g.setWait(errOut, path, &open); err != nil {
		return err
	}
	check, clear := checkOptions(errOut)
	report, err := chaffinch.Repair(ctx, path, open, check)
	clear()
	command.Problems(report.Problems)
	command.Again(report.Again)
	if err != nil && len(report.Problems) == 0 {
		return err
	}
	text := describeRepair(report, terminal.StyleFor(out))
	if err != nil {
		text += "the repair did not finish: run it again\n"
	}
	return cmp.Or(err, g.printFound(out, report, text, report.Problems))
}

// describeRepair lists the problems, the repairs, and the remaining work.
func describeRepair(r index.RepairReport, style terminal.Style) string {
	if len(r.Problems) == 0 && r.Documents == 0 {
		return "nothing is wrong\n"
	}
	var b strings.Builder
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "%s\n", describeProblem(p, style))
	}
	if r.More > 0 {
		fmt.Fprintf(&b, "and %s\n", terminal.Plural(r.More, "more problem", "more problems"))
	}
	b.WriteString("\n")
	if r.Restored {
		b.WriteString("restored: damaged files of the store, from the last published state\n")
	}
	if r.Published && !r.Restored && len(r.Segments)+r.Documents == 0 {
		b.WriteString("published: the state of the store, again\n")
	}
	if n := len(r.Segments); n > 0 {
		fmt.Fprintf(&b, "dropped: %s\n",
			terminal.Plural(n, "segment, with all documents in it", "segments, with all documents in them"))
	}
	if r.Documents > 0 {
		fmt.Fprintf(&b, "dropped: %s\n", terminal.Plural(r.Documents, "document", "documents"))
	}
	for _, name := range r.Boilerplate {
		fmt.Fprintf(&b, "lost: boilerplate %s\n", terminal.Safe(name))
	}
	if r.BoilerplateUnknown {
		b.WriteString("boilerplate may be lost, too, since not all that was dropped could be read\n")
	}
	if len(r.Segments) > 0 && len(r.Again) == 0 {
		b.WriteString("the record of the indexed folders is lost: index your folders again\n")
	}
	if len(r.Again) > 0 {
		b.WriteString("run this to index the missing files again:\n")
	}
	for _, line := range r.Again {
		fmt.Fprintf(&b, "  %s\n", terminal.Safe(line.String())) // not wrapped, to be copied
	}
	return b.String()
}
