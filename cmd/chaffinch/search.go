package main

import "github.com/spf13/cobra"

func newSearch(g *global) *cobra.Command {
	o := askOptions{global: g}
	cmd := &cobra.Command{
		Use:   "search FILE...",
		Short: "Find the origin of a snippet or file",
		Long: `Search lists the indexed documents that FILE, or part of it, came from, most
likely first. FILE "-" is standard input: pipe the clipboard to it with xsel -b
(X11), wl-paste (Wayland), pbpaste (macOS) or powershell Get-Clipboard
(Windows). Each file of several FILEs, folders and archives is a question.

The score, from 0 to 1, grows with the number of matching tokens and their
rarity. Verbatim copies of 5, 10, 20 and 40 lines score 0.3, 0.7, 0.8 and 0.9 at
the median. Sure is how likely the first document is an origin. Cover is the
share of the question in matches; lines belong to the heaviest match, and +2
means two more. Weaker documents are counted, not listed: see --min-score.

FILE may begin or end inside a comment or a string. Markdown, diffs, notebooks,
e-mails, listings and HTML are taken apart.

--format vimgrep prints path:line:column:text for editors. Vim:
:cexpr system('chaffinch search --format vimgrep ' . shellescape(expand('%')))

docs/search.md describes questions, measures and filters; docs/scores.md says
what score is a copy.

Exit status: 0 if something was found, 1 if not, 2 after an error, even if only
some of several files could not be read.`,
		Example: `  chaffinch search snippet.go
  xsel -b | chaffinch search --lang python -
  git diff | chaffinch search -
  chaffinch search --corpus ~/src/linux snippet.c
  chaffinch search --cover --side-by-side assignment.py
  chaffinch search --format vimgrep main.c > matches && vim -q matches
  chaffinch search --json snippet.go | jq '.hits[0].occurrences[0].path'`,
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
		"search with the fingerprints in `FILE`, made by chaffinch fingerprint --out, instead of sources")
	cmd.Flags().BoolVar(&o.cover, "cover", false,
		"list the fewest documents that explain most of the question")
	cmd.Flags().BoolVar(&o.promising, "promising", false,
		"do not read documents that are unlikely to reach --min-score: faster if few questions have an origin")
	return cmd
}
