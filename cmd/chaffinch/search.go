package main

import "github.com/spf13/cobra"

func newSearch(g *global) *cobra.Command {
	o := askOptions{global: g}
	cmd := &cobra.Command{
		Use:   "search FILE...",
		Short: "Find the origin of a snippet or file",
		Long: `Search lists the indexed documents that FILE, or part of it, came from, most
likely first. FILE "-" is standard input. Several FILEs, folders and archives
are one question for each file. FILE may be a diff, Markdown, a notebook or an
e-mail.

See docs/search.md, and docs/scores.md for the columns.

Exit status: 0 if something was found, 1 if not, 2 after an error.`,
		Example: `  chaffinch search snippet.go
  xsel -b | chaffinch search --lang python -
  git diff | chaffinch search -
  chaffinch search --corpus ~/src/linux snippet.c
  chaffinch search --cover --side-by-side assignment.py`,
		SuggestFor: []string{"find", "grep", "query"},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && o.prints != "" {
				return nil
			}
			return someArgs("FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.questions = args; len(args) > 0 {
				o.question = args[0]
			}
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd)
	cmd.Flags().StringVar(&o.prints, "fingerprints", "",
		"search with `FILE`, made by chaffinch fingerprint --out")
	cmd.Flags().BoolVar(&o.Cover, "cover", false,
		"list the fewest documents that explain most")
	cmd.Flags().BoolVar(&o.Promising, "promising", false,
		"skip unlikely documents: faster")
	return cmd
}
