package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newCopy(g *global) *cobra.Command {
	shards := 0
	cmd := &cobra.Command{
		Use:   "copy INDEX",
		Short: "Copy the index to a folder or a cluster",
		Long: `Copy copies the index to another INDEX: a folder, or an index on a cluster of
OpenSearch. It needs none of the files that were indexed. It creates INDEX if
there is none, with the same settings; otherwise the two are merged. After an
interrupt, run it again: it copies the rest.

From a cluster, copy needs memory on its nodes: see docs/cluster.md.`,
		Example: `  chaffinch copy opensearch://search:9200/code
  chaffinch copy --index opensearch://search:9200/code code.chaffinch`,
		Args: someArgs("INDEX"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("copy takes one INDEX, not %d", len(args))
			}
			return runCopy(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g, args[0], shards)
		},
	}
	cmd.Flags().IntVar(&shards, "shards", 0, "make `N` shards of a new index on a cluster (default: its nodes)")
	return cmd
}

func runCopy(ctx context.Context, out, errOut io.Writer, g *global, path string, shards int) error {
	from, err := g.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer from.Close()
	if isSame(from.Path(), path) {
		return fmt.Errorf("copying %s to itself: specify another INDEX", terminal.Safe(path))
	}
	to, err := g.openAt(ctx, errOut, path, index.Options{})
	switch {
	case err == nil && shards > 0:
		return closed(to, fmt.Errorf("%s exists: its number of shards does not change: omit --shards", terminal.Safe(path)))
	case errors.Is(err, index.ErrNotIndex):
		settings := from.Settings()
		settings.Shards = shards
		to, err = chaffinch.Create(path, settings)
	}
	if err != nil {
		return err
	}
	progress := terminal.NewProgress(errOut)
	report, err := from.CopyTo(ctx, to, index.CopyOptions{
		Progress: func(r index.CopyReport, contents int) {
			progress.Show(comparing("copying contents", r.Contents+r.Known, contents))
		},
	})
	progress.Clear()
	if err = closed(to, err); err != nil {
		return err
	}
	if g.json {
		return printJSON(out, report)
	}
	_, err = fmt.Fprintf(out, "copied %s and %s to %s\n", terminal.Plural(report.Contents, "content", "contents"),
		terminal.Plural(report.Occurrences, "occurrence", "occurrences"), terminal.Safe(path))
	return err
}

// isSame reports whether two paths are of the same index. Addresses are, if they are equal.
func isSame(a, b string) bool {
	one, errOne := os.Stat(a)
	two, errTwo := os.Stat(b)
	return a == b || errOne == nil && errTwo == nil && os.SameFile(one, two)
}
