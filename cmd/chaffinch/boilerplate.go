package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newBoilerplate(g *global) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "boilerplate COMMAND",
		Short: "Manage boilerplate: starter code and licences to ignore",
		Long: `Boilerplate is material that does not show an origin: starter code, licences,
generated parts. The index keeps a copy of it. Searches and comparisons of the
index ignore it: it has no weight and is part of no match. The answer gives the
amount that was ignored.

Boilerplate is matched as runs of tokens. A run must be as long as the
guarantee, or twice as long if names differ.`,
		Example: `  chaffinch boilerplate add handout/     ignore starter code
  chaffinch boilerplate list
  chaffinch boilerplate remove handout/parser.py`,
		Args: cobra.ArbitraryArgs, // otherwise cobra reports unknown commands in its own words
		RunE: helpOrUnknown,
	}
	cmd.AddCommand(newBoilerplateAdd(g), newBoilerplateList(g), newBoilerplateRemove(g))
	return cmd
}

type boilerplateAddOptions struct {
	*global
	paths     []string
	language  string
	listSkips bool
	files     fileFlags
}

func newBoilerplateAdd(g *global) *cobra.Command {
	o := boilerplateAddOptions{global: g}
	cmd := &cobra.Command{
		Use:   "add PATH...",
		Short: "Add files and folders to the boilerplate of the index",
		Long: `Add makes the files below each PATH boilerplate of the index. The index keeps a
copy, so the files may be deleted or changed afterwards. Adding a changed file
again replaces it. Identical files are stored once. Files are skipped by the
rules of chaffinch index. An interrupted run adds nothing.`,
		Example: `  chaffinch boilerplate add handout/
  chaffinch boilerplate add --include '*.py' cs101/skeleton LICENSE`,
		Args: someArgs("PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runBoilerplateAdd(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	flags.BoolVar(&o.listSkips, "list-skipped", false,
		"list every file that is skipped, with the reason")
	o.files.register(flags)
	return cmd
}

func runBoilerplateAdd(ctx context.Context, out, errOut io.Writer, o boilerplateAddOptions) error {
	lang, err := lex.ParseLanguage(o.language)
	if err != nil {
		return err
	}
	if err := o.files.check(); err != nil {
		return err
	}
	if err := pathsExist(o.paths); err != nil {
		return err
	}
	x, err := o.openToChange(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	reports, err := x.AddBoilerplate(ctx, o.paths, index.BoilerplateOptions{
		Language: lang, Corpus: o.files.keeping(),
		Skipped: listSkips(o.listSkips, errOut, terminal.NewProgress(errOut)),
	})
	if err != nil {
		return err
	}
	if err := o.print(out, reports); err != nil {
		return err
	}
	for i, r := range reports {
		if r.Added+r.Changed+r.Unchanged == 0 {
			style := terminal.StyleFor(errOut)
			from := style.CutPath(o.paths[i], style.Left(40))
			warn(errOut, fmt.Sprintf("nothing to add from %s: %s", from, skips.Why(r.Skipped, "--list-skipped")))
		}
	}
	return nil
}

func (o *boilerplateAddOptions) print(out io.Writer, reports []index.BoilerplateReport) error {
	if o.json {
		return printJSON(out, map[string]any{"reports": reports})
	}
	style := terminal.StyleFor(out)
	var b strings.Builder
	for i, r := range reports {
		counts := report.Counts(report.Count(r.Added, "added"), report.Count(r.Changed, "changed"),
			report.Count(r.Unchanged, "unchanged"))
		if len(counts) == 0 {
			counts = []string{"nothing to add"}
		}
		fmt.Fprintf(&b, "%s: %s\n", style.CutPath(o.paths[i], style.Left(40)), strings.Join(counts, ", "))
		if counts := skips.Counts(r.Skipped); len(counts) > 0 {
			b.WriteString(style.Wrap("  skipped: "+strings.Join(counts, ", "), "    ") + "\n")
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func newBoilerplateList(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the boilerplate of the index",
		Long: `List prints the boilerplate of the index: the path it was added from, its
language and its number of tokens.`,
		Example: `  chaffinch boilerplate list
  chaffinch boilerplate list --json | jq '.boilerplate[].names[]'`,
		SuggestFor:        []string{"ls"},
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runBoilerplateList(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g)
		},
	}
}

// listedBoilerplate is a text that is ignored as evidence.
type listedBoilerplate struct {
	Content  string   `json:"content"`  // git blob id
	Names    []string `json:"names"`    // absolute paths that it was added from
	Language string   `json:"language"` // that it was read in
	Bytes    int64    `json:"bytes"`    // its size
	Tokens   int      `json:"tokens"`   // number of tokens
}

func runBoilerplateList(ctx context.Context, out, errOut io.Writer, g *global) error {
	x, err := g.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	found, err := boilerplateOf(ctx, x)
	if err != nil {
		return err
	}
	if g.json {
		return nothingIf(printJSON(out, map[string]any{"boilerplate": found}), len(found))
	}
	if len(found) == 0 {
		return g.nothing(errOut,
			"the index has no boilerplate: add some with chaffinch boilerplate add"+onIndex(g.index)+" PATH")
	}
	table := terminal.NewTable(">tokens", "language", "/name")
	for _, b := range found {
		name := terminal.Safe(terminal.Nearby(b.Names[0]))
		if more := len(b.Names) - 1; more > 0 {
			name += " and " + terminal.Plural(more, "copy", "copies")
		}
		table.Row(terminal.Thousands(b.Tokens), b.Language, name)
	}
	return table.Write(out, terminal.StyleFor(out))
}

// boilerplateOf lists the boilerplate of the index, sorted by the first name of each.
func boilerplateOf(ctx context.Context, x *chaffinch.Index) ([]listedBoilerplate, error) {
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	found := []listedBoilerplate{}
	err = s.EachBoilerplate(ctx, func(b index.Boilerplate) error {
		found = append(found, listedBoilerplate{b.ID, b.Names, b.Language, b.Size, b.Tokens})
		return nil
	})
	slices.SortFunc(found, func(a, b listedBoilerplate) int {
		return cmp.Compare(a.Names[0], b.Names[0])
	})
	return found, err
}

func newBoilerplateRemove(g *global) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remove NAME...",
		Short: "Remove boilerplate from the index",
		Long: `Remove deletes the boilerplate that was added from each NAME, as it was added,
or from below it. NAME need not exist on disk. No file on disk is changed.`,
		Example: `  chaffinch boilerplate remove handout/parser.py
  chaffinch boilerplate remove handout/`,
		SuggestFor: []string{"rm", "delete"},
		Args:       someArgs("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runBoilerplateRemove(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g, args)
		},
	}
	offerBoilerplate(cmd, g)
	return cmd
}

func runBoilerplateRemove(ctx context.Context, out, errOut io.Writer, g *global,
	names []string) error {
	places, err := places(names)
	if err != nil {
		return err
	}
	x, err := g.openToChange(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	n, err := x.RemoveBoilerplate(ctx, func(name string) bool {
		return slices.ContainsFunc(places, func(p place) bool { return p.has("", name) })
	})
	if err != nil {
		return err
	}
	if g.json {
		return nothingIf(printJSON(out, map[string]any{"removed": n}), n)
	}
	if n == 0 {
		return g.nothing(errOut,
			"nothing removed: no boilerplate has that name: see chaffinch boilerplate list"+onIndex(g.index))
	}
	_, err = fmt.Fprintf(out, "removed %s\n",
		terminal.Plural(n, "file of boilerplate", "files of boilerplate"))
	return err
}
