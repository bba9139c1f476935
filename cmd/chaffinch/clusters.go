package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// groupFlags are the flags for grouping units.
type groupFlags struct {
	set     *pflag.FlagSet
	linkage string
	score   float64
}

func (f *groupFlags) register(cmd *cobra.Command) {
	f.set = cmd.Flags()
	f.set.StringVar(&f.linkage, "linkage", pairs.LinkSingle, "link units by `METHOD`: "+option.OneOf(pairs.Linkages))
	f.set.Float64Var(&f.score, "link-score", threshold.LinkedPair, "minimum `SCORE` that links two units")
	offerFixed(cmd, "linkage", pairs.Linkages...)
}

// linkScore returns the score that links two units.
func (f *groupFlags) linkScore(unit string) float64 {
	if unit == pairs.ByFunction && !f.set.Changed("link-score") {
		return threshold.LinkedFunction
	}
	return f.score
}

// checkFormat returns an error if a flag was given and the format has no groups.
func (f *groupFlags) checkFormat(as format) error {
	for _, name := range []string{"linkage", "link-score"} {
		if f.set.Changed(name) && !as.Groups {
			return fmt.Errorf("--%s applies to groups, which the format %s does not have: use text, json, html or jplag", name, as.Name)
		}
	}
	return nil
}

type clustersOptions struct {
	inputs
	groups groupFlags
	least  int // of units
}

func newClusters(g *global) *cobra.Command {
	o := clustersOptions{inputs: inputs{global: g}}
	cmd := &cobra.Command{
		Use:   "clusters [PATH...]",
		Short: "Group similar files or submissions",
		Long: `Clusters compares units (files, or submissions with --unit dir) as chaffinch
pairs does, and lists groups of similar units, largest first. Without a PATH it
groups the contents of the index.

--linkage single joins units that a chain of pairs connects, each with at least
the --link-score. --linkage average merges two groups if the mean score between
them is that high: this breaks chains.

Groups of functions (--unit function) come with their parameters: names and
literals that differ between them.

The score of a group is the mean score of its pairs. The first unit is the
likely original: units of an --archive come first, then the others by the dates
of an info.csv.

Exit status: 0 if there is a group, 1 if not, 2 after an error.`,
		Example: `  chaffinch clusters submissions/
  chaffinch clusters --unit dir --linkage average --link-score 0.4 2025/`,
		SuggestFor: []string{"groups"},
		Args:       anyPaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runClusters(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	cmd.Flags().IntVar(&o.least, "min-instances", 2, "least `NUMBER` of units of a group")
	o.groups.register(cmd)
	o.inputs.register(cmd)
	return cmd
}

func runClusters(ctx context.Context, out, errOut io.Writer, o clustersOptions) error {
	co, err := o.prepare()
	if err != nil {
		return err
	}
	c, err := o.compare(ctx, errOut, chaffinch.Clusters, (*chaffinch.Index).Clusters, co)
	if err != nil {
		return err
	}
	defer c.Close()
	r := c.Report
	if o.json {
		return nothingIf(printJSON(out, report.ClustersOf(r)), len(r.Clusters))
	}
	for _, w := range r.Warnings {
		warn(errOut, w.Text)
	}
	return nothingIf(report.ClustersText(out, r), len(r.Clusters))
}

// prepare checks the flags and returns the options of the comparison.
func (o *clustersOptions) prepare() (co pairs.Options, err error) {
	if co, err = o.inputs.options(); err != nil {
		return co, err
	}
	co.MinInstances = o.least
	co.Linkage, co.LinkScore = o.groups.linkage, o.groups.linkScore(o.Unit)
	return co, cmp.Or(notZero("link-score", co.LinkScore), co.Check())
}
