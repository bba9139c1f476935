package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/report"
)

// groupFlags say how units are grouped.
type groupFlags struct {
	set     *pflag.FlagSet
	linkage string
	score   float64
}

// The linkages that the commands take, the default first.
var (
	pairLinkages    = []string{collection.Single.String(), collection.Average.String()}
	clusterLinkages = append(slices.Clone(pairLinkages), collection.Sketch.String())
)

func (f *groupFlags) register(cmd *cobra.Command, linkages []string) {
	f.set = cmd.Flags()
	f.set.StringVar(&f.linkage, "linkage", linkages[0], "`HOW` units are grouped: "+oneOf(linkages))
	f.set.Float64Var(&f.score, "link-score", .5, "`SCORE` that connects two units, 0 to 1")
	offerFixed(cmd, "linkage", linkages...)
}

func (f *groupFlags) check() error {
	if !(f.score > 0 && f.score <= 1) {
		return fmt.Errorf("--link-score is %g: use more than 0 and at most 1", f.score)
	}
	return nil
}

// chosen returns the linkage. It is an error if the command does not take it.
func (f *groupFlags) chosen(linkages []string) (collection.Linkage, error) {
	l, ok := collection.ParseLinkage(f.linkage)
	if !ok || !slices.Contains(linkages, f.linkage) {
		return 0, fmt.Errorf("--linkage is %q: use %s", f.linkage, oneOf(linkages))
	}
	return l, nil
}

// checkForm returns an error if a flag was given and the form shows no groups.
func (f *groupFlags) checkForm(as form) error {
	for _, name := range []string{"linkage", "link-score"} {
		if f.set.Changed(name) && !as.clusters {
			return fmt.Errorf("--%s is about groups, which %s does not have: use text, json or html", name, as.name)
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
		Short: "Group the files or submissions that belong together",
		Long: `Clusters compares all files below the PATHs, or all submissions with --unit dir,
as chaffinch pairs does, and lists the groups of those that belong together, the
largest first. Without a PATH it groups what is in the index.

With --linkage single, a group is what a chain of pairs connects that have the
--link-score or more. With average, the mean score of the pairs between two
groups has to be as high for them to become one, so that chains break.

With sketch, pairs are not compared at all. Of every file or submission a sample
of --s fingerprints is kept, and those are connected whose resemblance (the
share of the fingerprints of both that they have in common) is estimated to be
the --link-score or more. That is for corpora that are too large for pairs: it
takes little memory, finds near copies, and knows no evidence, rarity or
--base-from-corpus.

The score of a group is the mean of its pairs, of sketches that of the first
unit with the others. First comes the likely original where dates are known,
from an info.csv: the earliest, and what is of an --archive before the rest.

Exit status: 0 if there is a group, 1 if not, 2 after an error.`,
		Example: `  chaffinch clusters handed-in/
  chaffinch clusters --unit dir --linkage average --link-score 0.4 2025/
  chaffinch clusters --linkage sketch --link-score 0.8 /usr/src`,
		SuggestFor: []string{"groups"},
		Args:       anyPaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runClusters(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.groups.register(cmd, clusterLinkages)
	cmd.Flags().IntVar(&o.size, "s", collection.DefaultSketch, "`FINGERPRINTS` in a sketch")
	o.inputs.register(cmd)
	return cmd
}

func runClusters(ctx context.Context, out, errOut io.Writer, o clustersOptions) error {
	co, err := o.prepare()
	if err != nil {
		return err
	}
	c, err := o.compare(ctx, errOut, collection.Clusters, co)
	if err != nil {
		return err
	}
	defer c.Close()
	r := c.Result
	if why := o.tooFew(r); why != "" {
		r.Warnings = append(r.Warnings, why)
	}
	if o.json {
		return nothingIf(printJSON(out, report.ClustersOf(r, o.groups.linkage, o.groups.score)), len(r.Clusters))
	}
	for _, w := range r.Warnings {
		warn(errOut, w)
	}
	return nothingIf(report.ClustersText(out, r, o.groups.score), len(r.Clusters))
}

// prepare checks the flags and returns the options of the comparison.
func (o *clustersOptions) prepare() (co collection.Options, err error) {
	if err := o.groups.check(); err != nil {
		return co, err
	}
	if co, err = o.inputs.options(); err != nil {
		return co, err
	}
	co.MinLink, co.SketchSize = o.groups.score, o.size
	if co.Linkage, err = o.groups.chosen(clusterLinkages); err != nil {
		return co, err
	}
	switch {
	case co.Linkage != collection.Sketch:
		if o.set.Changed("s") {
			return co, fmt.Errorf("--s is the size of a sketch: --linkage %s takes none", o.groups.linkage)
		}
	case o.size < collection.MinSketch || o.size > collection.MaxSketch:
		return co, fmt.Errorf("--s is %d: use %d to %d", o.size, collection.MinSketch, collection.MaxSketch)
	case co.MaxShare > 0:
		return co, errors.New("--linkage sketch does not know what most units have: " +
			"leave out --base-from-corpus, or name it with --base")
	}
	return co, nil
}
