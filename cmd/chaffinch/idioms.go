package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

type idiomOptions struct {
	*global
	top            int
	representation string
}

func newIdioms(g *global) *cobra.Command {
	o := idiomOptions{global: g}
	cmd := &cobra.Command{
		Use:   "idioms",
		Short: "List the most frequent fingerprints, with sample source",
		Long: `Idioms lists the fingerprints that occur in most contents: common idioms,
licence headers, generated tables. They hardly count in the ranking.`,
		Example: `  chaffinch idioms -n 30
  chaffinch idioms --representation structure`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runIdioms(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	cmd.Flags().IntVarP(&o.top, "top", "n", 10, "list at most `N` fingerprints")
	cmd.Flags().StringVar(&o.representation, "representation", analyzer.Exact.String(),
		"`KIND` of representation: structure or exact")
	offerFixed(cmd, "representation", analyzer.Structure.String(), analyzer.Exact.String())
	return cmd
}

func runIdioms(ctx context.Context, out, errOut io.Writer, o idiomOptions) error {
	r, err := analyzer.ParseRepresentation(o.representation)
	if err != nil {
		return err
	}
	if o.top < 1 {
		return fmt.Errorf("--top is %d: use 1 or more", o.top)
	}
	x, err := o.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	idioms, err := inspect.Idioms(ctx, x, r, o.top)
	if err != nil {
		return err
	}
	if o.json {
		return nothingIf(printJSON(out, map[string]any{"idioms": idioms}), len(idioms))
	}
	if len(idioms) == 0 {
		return o.nothing(errOut, fmt.Sprintf("the index has no fingerprints of the representation %s", r))
	}
	style := terminal.StyleFor(out)
	table := terminal.NewTable(">df", ">share", "language", "sample", "/found at")
	for _, i := range idioms {
		where := ""
		if i.File != "" {
			where = fmt.Sprintf("%s:%d", terminal.Safe(terminal.Nearby(i.File)), i.Line)
		}
		table.Row(terminal.Thousands(i.DF), fmt.Sprintf("%.1f%%", 100*i.Share), i.Language,
			style.Cut(terminal.Line(i.Sample), 48), where)
		table.Link(i.File)
	}
	return table.Write(out, style)
}
