package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
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

func (f *groupFlags) register(cmd *cobra.Command, linkages []string) {
	f.set = cmd.Flags()
	f.set.StringVar(&f.linkage, "linkage", linkages[0], "link units by `METHOD`: "+option.OneOf(linkages))
	f.set.Float64Var(&f.score, "link-score", threshold.LinkedPair, "minimum `SCORE` that links two units")
	offerFixed(cmd, "linkage", linkages...)
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
	size   int
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
them is that high: this breaks chains. --linkage sketch compares no pairs. It
links two units if their resemblance, estimated from --s fingerprints of each,
is that high. It finds near copies in corpora that are too large for pairs.

The score of a group is the mean score of its pairs; with sketches, the mean
score of its first unit with the others. The first unit is the likely original:
units of an --archive come first, then the others by the dates of an info.csv.

Exit status: 0 if there is a group, 1 if not, 2 after an error.`,
		Example: `  chaffinch clusters submissions/
  chaffinch clusters --unit dir --linkage average --link-score 0.4 2025/
  chaffinch clusters --linkage sketch --link-score 0.8 /usr/src`,
		SuggestFor: []string{"groups"},
		Args:       anyPaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runClusters(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.groups.register(cmd, pairs.Linkages)
	cmd.Flags().IntVar(&o.size, "s", cluster.DefaultSize, "size of a sketch in `FINGERPRINTS`")
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
	co.Linkage, co.LinkScore, co.SketchSize = o.groups.linkage, o.groups.score, o.size
	switch {
	case o.set.Changed("s") && co.Linkage != "sketch":
		return co, fmt.Errorf("--s applies to --linkage sketch, not to --linkage %s: omit it", o.groups.linkage)
	case o.size == 0:
		return co, fmt.Errorf("--s is 0: use %d to %d", cluster.MinSize, cluster.MaxSize)
	}
	return co, cmp.Or(notZero("link-score", co.LinkScore), co.Check())
}
