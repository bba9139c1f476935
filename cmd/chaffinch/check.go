package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newCheck(g *global) *cobra.Command {
	repair := false
	cmd := &cobra.Command{
		Use:   "check [--repair]",
		Short: "Check whether the index is damaged",
		Long: `Check verifies the whole index: segments, records, references, and the sources
that index --store keeps. For a sample of contents it compares the fingerprints
with the source. It changes nothing, and suggests a remedy for each problem.
While an update runs it ends with an error, unless --wait is given.

--repair restores damaged segments from the last published state, if that state
is undamaged. It removes other damaged parts, and prints the commands that index
the missing files again. Questions are answered during a repair.

Exit status: 0 if nothing is wrong, 1 if a problem was found or repaired, 2
after an error.`,
		Example: `  chaffinch check
  chaffinch check --repair
  chaffinch check --json | jq -r '.problems[].do'`,
		SuggestFor:        []string{"verify", "fsck"},
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if repair {
				return runRepair(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g)
			}
			return runCheck(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g)
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "remove damaged parts, and list what to index again")
	return cmd
}

func runCheck(ctx context.Context, out, errOut io.Writer, g *global) error {
	report, err := check(ctx, errOut, g)
	if err != nil {
		return err
	}
	command.Problems(report.Problems)
	return g.printFound(out, report, describeCheck(report, terminal.StyleFor(out)), report.Problems)
}

// printFound prints a report. It returns an error if there are problems, because the check failed.
func (g *global) printFound(out io.Writer, report any, text string,
	problems []index.Problem) (err error) {
	if g.json {
		err = printJSON(out, report)
	} else {
		_, err = io.WriteString(out, text)
	}
	if err == nil && len(problems) > 0 {
		err = errNothing
	}
	return err
}

func check(ctx context.Context, errOut io.Writer, g *global) (index.CheckReport, error) {
	x, err := g.openExisting(ctx, errOut, index.Options{ReadOnly: true, Unpublished: true})
	if damage := new(disk.DamageError); errors.As(err, &damage) {
		problem := index.Problem{Kind: index.ProblemIndex, What: option.ErrorIn(err, option.Bare), Do: damage.Do}
		return index.CheckReport{Problems: []index.Problem{problem}}, nil
	}
	if err != nil {
		return index.CheckReport{}, err
	}
	defer x.Close()
	o, clear := checkOptions(errOut)
	defer clear()
	return x.Check(ctx, o)
}

// checkOptions shows the progress of a check.
func checkOptions(errOut io.Writer) (o index.CheckOptions, clear func()) {
	progress := terminal.NewProgress(errOut)
	o.Progress = func(what string, done, of int) {
		progress.Show(comparing("checking "+what, done, of))
	}
	return o, progress.Clear
}

// describeCheck writes a line for each kind of checked thing, and then the problems.
func describeCheck(r index.CheckReport, style terminal.Style) string {
	var b strings.Builder
	line := func(what, format string, values ...any) {
		text := fmt.Sprintf("%-13s", what) + fmt.Sprintf(format, values...)
		b.WriteString(style.Wrap(text, strings.Repeat(" ", 13)) + "\n")
	}
	if r.Bytes > 0 { // 0 if the index does not open
		line("segments", "%s, %s", terminal.Plural(r.Segments, "file", "files"), terminal.Bytes(r.Bytes))
	}
	if !unread(r) {
		line("documents", "%s, %s; %s skipped; %s of boilerplate",
			terminal.Plural(r.Occurrences, "occurrence", "occurrences"),
			terminal.Plural(r.Contents, "content", "contents"), terminal.Thousands(r.Skipped),
			terminal.Plural(r.Boilerplate, "piece", "pieces"))
		if r.Stored > 0 {
			line("sources", "%s in the index, compared with their ids", terminal.Thousands(r.Stored))
		}
		line("sample", "%s lexed again, with %s", terminal.Plural(r.Lexed, "content", "contents"),
			terminal.Plural(r.Terms, "distinct fingerprint", "distinct fingerprints"))
	}
	if r.Orphans > 0 {
		line("left over", "%s without an occurrence", terminal.Plural(r.Orphans, "content", "contents"))
	}
	n := len(r.Problems) + r.More
	if n == 0 {
		line("result", "nothing is wrong")
		return b.String()
	}
	line("result", "%s", terminal.Plural(n, "problem", "problems"))
	did := ""
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "\n%s\n", describeProblem(p, style))
		if do := p.Do.String(); do != did { // most problems have the same remedy
			did = do
			fmt.Fprintf(&b, "  %s\n", terminal.Safe(do)) // not wrapped, to be copied
		}
	}
	if r.More > 0 {
		fmt.Fprintf(&b, "\nand %s\n", terminal.Plural(r.More, "more problem", "more problems"))
	}
	return b.String()
}

func describeProblem(p index.Problem, style terminal.Style) string {
	return style.Wrap(terminal.Safe(strings.TrimSpace(p.Kind+" "+p.Name)+": "+p.What), "  ")
}

// unread reports whether the segments were too damaged to read documents from.
func unread(r index.CheckReport) bool {
	for _, p := range r.Problems {
		if p.Kind == index.ProblemSegment || p.Kind == index.ProblemIndex {
			return true
		}
	}
	return false
}
