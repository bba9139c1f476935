package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/serve/mcp"
)

func newMCP(g *global) *cobra.Command {
	o := &serveOptions{global: g}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve a coding assistant over MCP",
		Long: `Mcp serves a coding assistant over the Model Context Protocol (MCP), on standard
input and output. The assistant starts it; docs/assistants.md shows how to
register it, and describes its tools: find_origin, check_changes, explain_match
and corpus_info.

The assistant may name files below the working folder, and git revisions of
it. Nothing else is read, except the indexes. An index is named by NAME=FOLDER,
or after its folder. Updates to it are picked up automatically.

chaffinch serve has the same tools at /mcp, for clients that cannot share files.

Exit status: 0 at the end of the input, 2 after an error.`,
		Example: `  chaffinch mcp
  chaffinch mcp --index linux=/data/linux.chaffinch --index go=/data/go
  claude mcp add chaffinch -- chaffinch mcp --index /data/linux.chaffinch`,
		SuggestFor:        []string{"assistant", "agent", "stdio"},
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runMCP(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.indexes, "index", nil, "search the index `[NAME=]FOLDER` (repeatable)")
	return cmd
}

func runMCP(ctx context.Context, in io.Reader, out, errOut io.Writer, o *serveOptions) error {
	named, err := o.named()
	if err != nil {
		return err
	}
	indexes, err := serve.Open(ctx, named)
	if err != nil {
		return err
	}
	defer indexes.Close()
	s, err := mcp.New(indexes, mcp.Options{
		Folder: ".", Version: version, Failed: func(stack string) { _, _ = io.WriteString(errOut, stack) },
	})
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Run(ctx, in, out)
}
