package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

// groupFlags say how units are grouped.
type groupFlags struct {
	set     *pflag.FlagSet
	linkage string
	score   float64
}

func (f *groupFlags) register(cmd *cobra.Command, linkages ...string) {
	f.set = cmd.Flags()
	f.set.StringVar(&f.linkage, "linkage", linkages[0], "linkage `METHOD`: "+oneOf(linkages))
	f.set.Float64Var(&f.score, "link-score", .5, "least `SCORE` that links two units, 0 to 1")
	offerFixed(cmd, "linkage", linkages...)
}

func (f *groupFlags) check() error {
	if !(f.score > 0 && f.score <= 1) {
		return fmt.Errorf("--link-score is %g: use more than 0 and at most 1", f.score)
	}
	return nil
}

// checkForm returns an error if a flag was given and the form shows no groups.
func (f *groupFlags) checkForm(as form) error {
	for _, name := range []string{"linkage", "link-score"} {
		if f.set.Changed(name) && !as.clusters {
			return fmt.Errorf("--%s applies to groups, which the format %s does not have: use text, json or html", name, as.name)
		}
	}
	return nil
}

type clustersOptions struct {
	inputs
	groups groupFlags
	size   int
}

// sketches is the linkage by sketches.
const sketches = "sketch"

// defaultSketch is how many fingerprints a sketch has: a resemblance estimated by them is off by 0.035 on
// average, at the most.
const defaultSketch = 200

func newClusters(g *global) *cobra.Command {
	o := clustersOptions{inputs: inputs{global: g}}
	cmd := &cobra.Command{
		Use:   "clusters [PATH...]",
		Short: "Group similar files or submissions",
		Long: `Clusters compares all files below the PATHs, or all submissions with --unit dir,
as chaffinch pairs does. It lists groups of similar units (files or
submissions), largest first. Without a PATH it groups the contents of the index.

With --linkage single, two units are in one group if a chain of pairs connects
them, each with at least the --link-score. With --linkage average, two groups
are merged if the mean score of the pairs between them is at least that high.
This breaks chains.

With --linkage sketch, no pairs are compared. Each unit is sampled by --s
fingerprints. Two units are linked if their resemblance, estimated from the
samples, is at least the --link-score. (Resemblance is the number of
fingerprints in both units over the number in either.) Use this for corpora that
are too large for pairs. It needs little memory and finds near copies. It does
not align, does not weight by rarity, and does not support --base-from-corpus.

The score of a group is the mean score of its pairs; with sketches, the mean
score of its first unit with the others. The first unit is the likely original,
as far as that is known: units of an --archive come first, then the others by
the dates of an info.csv.

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
	o.groups.register(cmd, collection.Single.String(), collection.Average.String(), sketches)
	cmd.Flags().IntVar(&o.size, "s", defaultSketch, "size of a sketch in `FINGERPRINTS`")
	o.inputs.register(cmd)
	return cmd
}

func runClusters(ctx context.Context, out, errOut io.Writer, o clustersOptions) error {
	by, co, err := o.prepare()
	if err != nil {
		return err
	}
	c, err := o.compare(ctx, errOut, by, co)
	if err != nil {
		return err
	}
	defer c.Close()
	if why := o.tooFew(c.Result); why != "" {
		c.Warnings = append(c.Warnings, why)
	}
	if o.json {
		return nothingIf(printJSON(out, o.shown(c.Result)), len(c.Clusters))
	}
	for _, w := range c.Warnings {
		warn(errOut, w)
	}
	return nothingIf(o.print(out, c.Result), len(c.Clusters))
}

// leastProved is the score that a pair has to have to count in the mean of a group.
const leastProved = .3

// prepare checks the options and returns how and by what to compare.
func (o *clustersOptions) prepare() (by comparer, co collection.Options, err error) {
	if err := o.groups.check(); err != nil {
		return by, co, err
	}
	if co, err = o.inputs.options(); err != nil {
		return by, co, err
	}
	co.MinLink, co.MinScore, co.GroupsOnly = o.groups.score, min(leastProved, o.groups.score), true
	if o.groups.linkage == sketches {
		by, err = o.bySketch(co)
		return by, co, err
	}
	if o.set.Changed("s") {
		return by, co, fmt.Errorf("--s applies to --linkage sketch, not to --linkage %s: leave it out", o.groups.linkage)
	}
	if co.Linkage, err = collection.ParseLinkage(o.groups.linkage); err != nil {
		return by, co, fmt.Errorf("--linkage is %q: use single, average or sketch", o.groups.linkage)
	}
	return comparer{collection.Compare, collection.CompareIndex}, co, nil
}

func (o *clustersOptions) bySketch(co collection.Options) (comparer, error) {
	switch {
	case o.size < collection.MinSketch || o.size > collection.MaxSketch:
		return comparer{}, fmt.Errorf("--s is %d: use %d to %d", o.size, collection.MinSketch, collection.MaxSketch)
	case co.MaxShare > 0:
		return comparer{}, fmt.Errorf("--linkage sketch does not support --base-from-corpus: leave it out, or name the shared code with --base")
	}
	return comparer{
		files: func(ctx context.Context, paths []string, co collection.Options) (*collection.Collection, error) {
			return collection.Sketch(ctx, paths, co, o.size)
		},
		indexed: func(ctx context.Context, x *index.Index, s *index.Snapshot, name string, co collection.Options) (*collection.Collection, error) {
			return collection.SketchIndex(ctx, x, s, name, co, o.size)
		},
	}, nil
}

// clustering is what clusters prints as JSON: the part of a result that is about groups.
type clustering struct {
	By        string               `json:"unit"`
	Linkage   string               `json:"linkage"`
	LinkScore float64              `json:"linkScore"`
	Units     []collection.Unit    `json:"units"`
	Identical [][]int              `json:"identical"`
	Clusters  []collection.Cluster `json:"clusters"`
	Skipped   map[string]int       `json:"skipped"`
	Warnings  []string             `json:"warnings"`
	Stats     collection.Stats     `json:"stats"`
}

func (o *clustersOptions) shown(r *collection.Result) clustering {
	return clustering{
		By: r.By, Linkage: o.groups.linkage, LinkScore: o.groups.score, Units: r.Units, Identical: r.Identical,
		Clusters: r.Clusters, Skipped: r.Skipped, Warnings: r.Warnings, Stats: r.Stats,
	}
}

// print prints the groups for a person, every unit on a line of its own.
func (o *clustersOptions) print(out io.Writer, r *collection.Result) error {
	var b strings.Builder
	grouped := 0
	for _, c := range r.Clusters {
		grouped += len(c.Units)
	}
	what := fmt.Sprintf("no group at a score of %g", o.groups.score)
	if n := len(r.Clusters); n > 0 {
		what = fmt.Sprintf("%s of %s at a score of %g", screen.Plural(n, "group", "groups"),
			screen.Plural(grouped, noun(r), noun(r)+"s"), o.groups.score)
	}
	b.WriteString(screen.Wrap(collectionSize(r)+": "+what, "  ") + "\n")
	if skips := skipCounts(r.Skipped); len(skips) > 0 {
		b.WriteString(screen.Wrap("skipped: "+strings.Join(skips, ", "), "  ") + "\n")
	}
	for i := range r.Clusters {
		writeCluster(&b, r, &r.Clusters[i])
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// shownMembers is how many units of a group are listed.
const shownMembers = 20

func writeCluster(b *strings.Builder, r *collection.Result, c *collection.Cluster) {
	fmt.Fprintf(b, "\n%s, score %s\n", screen.Plural(len(c.Units), noun(r), noun(r)+"s"), share(c.Score))
	for i, n := range c.Units {
		if i == shownMembers {
			fmt.Fprintf(b, "  and %s more: --json lists all\n", screen.Thousands(len(c.Units)-i))
			return
		}
		b.WriteString("  " + member(&r.Units[n]) + "\n")
	}
}

// member names a unit, whose it is and of when.
func member(u *collection.Unit) string {
	about := ""
	if u.Date != nil {
		about += "  " + u.Date.Format("2006-01-02 15:04")
	}
	if u.Author != "" {
		about += "  " + screen.Cut(screen.Safe(u.Author), 30)
	}
	if u.Old {
		about += "  (earlier)"
	}
	return screen.CutPath(u.Name, screen.Width-2-len([]rune(about))) + about
}
