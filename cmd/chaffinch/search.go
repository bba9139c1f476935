package main

import "github.com/spf13/cobra"

func newSearch(g *global) *cobra.Command {
	o := askOptions{global: g}
	cmd := &cobra.Command{
		Use:   "search FILE",
		Short: "Find the origin of a snippet or file",
		Long: `Search lists the indexed documents that FILE, or part of it, came from, most
likely first. FILE "-" is standard input: pipe the clipboard to it with xsel or
xclip -o (X11), wl-paste (Wayland), pbpaste (macOS) or powershell Get-Clipboard
(Windows). The index proposes candidates. Each is
read again and aligned with the question (FILE) token by token.

The score, from 0 to 1, is the certainty that the material originates there. It
grows with the number of matching tokens in long runs, and with their rarity.
Licence headers and a few common lines count little. A score of 0.5 corresponds
to about five lines that occur nowhere else. The other columns are the share of
the question that the document covers, the kind of copy (verbatim, renamed,
edited), and the lines of the heaviest match on both sides; +2 means two more
matches.

Documents that score below --min-score are counted as weaker, not listed, and if
there are no others the exit status is 1. Most code shares some idioms with any
index, at such scores. A copy of fewer than about 20 tokens scores no more: use
--min-score 0 for it.

Every shared run of tokens as long as the guarantee is found. Shorter questions
are answered as well as possible, with a warning. Use --cover for a question
that was made of several sources. Boilerplate of the index is ignored, and the
answer gives its share of the question.

FILE may begin or end inside a comment or a string. If it explains more to read
it so, a warning says which lines are ignored. --lines is exact: it reads the
lines as in their file.

--measure ranks by the index alone. Containment is the share of the question's
fingerprints that a document holds, weighted by rarity. Cosine is the cosine
similarity of the two term vectors. Resemblance is the number of fingerprints
that both documents have over the number that either has.

--context shows the matching lines of the document, with their numbers in the
question and in the document, and a mark: = for equal tokens, ~ for renamed
identifiers, - and + for lines that differ. Context lines have no mark.

On a terminal of 72 columns or more a bar shows where in the question the
matches lie (= verbatim, ~ renamed, ! edited), and paths are links.

--format vimgrep prints a row path:line:column:text for each match, which
editors read into a list. The place is in FILE, and the text names the origin
with its lines. For standard input the place is in the origin. Vim:
:cexpr system('chaffinch search --format vimgrep ' . shellescape(expand('%')))`,
		Example: `  chaffinch search snippet.go
  chaffinch search --lines 120:160 main.c
  xsel | chaffinch search --lang python -
  chaffinch search --corpus ~/src/linux snippet.c
  chaffinch search --cover --side-by-side assignment.py
  chaffinch search --format vimgrep main.c > matches && vim -q matches
  chaffinch search --json snippet.go | jq '.hits[0].occurrences[0].path'`,
		SuggestFor: []string{"find", "grep", "query"},
		Args:       oneArg("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question = args[0]
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd)
	cmd.Flags().BoolVar(&o.cover, "cover", false,
		"list the fewest documents that explain most of the question")
	return cmd
}
