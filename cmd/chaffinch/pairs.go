package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

type pairsOptions struct {
	*global
	format string
	o      collection.Options
}

func newPairs(g *global) *cobra.Command {
	o := pairsOptions{global: g}
	var unit string
	cmd := &cobra.Command{
		Use: "pairs PATH...",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.o.By, err = collection.ParseBy(unit); err != nil {
				return err
			}
			return runPairs(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&unit, "unit", "file", "")
	flags.Float64Var(&o.o.MinScore, "min-score", .3, "")
	flags.IntVar(&o.o.Top, "top", 0, "")
	return cmd
}

func runPairs(ctx context.Context, out, errOut io.Writer, paths []string, o pairsOptions) error {
	p := screen.NewProgress(errOut)
	defer p.Clear()
	c, err := collection.Compare(ctx, paths, o.o)
	if err != nil {
		return err
	}
	defer c.Close()
	return report.TSV(out, c.Result, o.o.Top)
}
