package main

import (
	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/shares"
)

func newSimilar(g *global) *cobra.Command {
	o := askOptions{global: g, similar: true}
	cmd := &cobra.Command{
		Use:   "similar FILE|CONTENT...",
		Short: "List the documents similar to a file",
		Long: `Similar lists the documents that resemble FILE overall, most similar first,
without exact copies of it. FILE "-" is standard input. Instead of a FILE,
similar takes the id of an indexed content, as list and --json print it, or its
SWHID (swh:1:cnt:...).

The score, from 0 to 1, is the share of both documents that matches, weighted by
rarity and length. Sure is the probability of a copy. Smaller and larger are the
shares of the smaller and the larger document in matches; Q is the question, D
the document. docs/search.md describes answers and filters.

Exit status: 0 if something was found, 1 if not, 2 after an error.`,
		Example: `  chaffinch similar lib/parse.c
  chaffinch similar -n 1 lib/
  chaffinch similar --sort smaller --min-score 0.05 lib/parse.c
  chaffinch similar 8f3c1a4a0e3c6cf0a6d8f5d0ecb3c7b1d2a3e4f5`,
		Args: someArgs("FILE or CONTENT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question, o.questions = args[0], args
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd)
	registerSort(cmd, &o.Sort, "", shares.Keys())
	return cmd
}
