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
(Windows). The index proposes candidates. Each is read again and aligned with
the question (FILE) token by token.

The score, from 0 to 1, is the evidence that the material originates there. It
grows with the number of matching tokens in long runs, and with their rarity.
Licence headers and a few common lines count little. The median score of
verbatim copies of 5, 10, 20 and 40 lines is 0.3, 0.7, 0.8 and 0.9. Of 100
questions from another project, fewer than three score 0.3 or more:
docs/scores.md has measured curves.

Sure is the probability that the first document is an origin, given its score
and the length of the question, if half of your questions have an origin. If few
of them have one, it is too high. Terminals of less than 80 columns do not show
it.

The other columns are the share of the question that the document covers, the
kind of copy (verbatim, renamed, edited), and the lines of the heaviest match on
both sides; +2 means two more matches.

Documents that score below --min-score are counted as weaker, not listed, and if
there are no others the exit status is 1. Most code shares some idioms with any
index, at such scores. Copies shorter than about 20 tokens score below
--min-score: use --min-score 0 to see them. If nothing is found because
chaffinch index skipped FILE itself, a warning gives the reason.

Every shared run of tokens as long as the guarantee is found. Shorter questions
are answered as well as possible, with a warning. The first document has the
highest score. Those that explain other parts of the question come next, then
the others by score. --cover omits these others. Boilerplate of the index is
ignored, and the answer gives its share of the question.

The licence of a document is what its project says: see chaffinch index --help.
--group-by package lists the best document of each package, with the number of
others; documents of no known package are grouped by the PATH that was indexed.

FILE may begin or end inside a comment or a string. If that reading explains
more, a warning says which lines are ignored. --lines is exact: it reads the
lines as in their file.

Markdown, diffs, Jupyter notebooks, e-mails with quoted code, listings with line
numbers or prompts, and HTML pages with code are taken apart. Each part is read
in its own language. A line says which: "read as Markdown: 2 blocks of Python, 1
of Go", and names the parts that are left out. The lines of the answer are those
of FILE; for a diff, those of the new file. Only the added lines of a diff are
searched for. The name of FILE is a hint: if another reading explains clearly
more, a warning names it.

--measure ranks by the index alone. Containment is the share of the question's
fingerprints that a document holds, weighted by rarity. Cosine is the cosine
similarity of the two term vectors. Resemblance is the number of fingerprints
that both documents have over the number that either has.

With several FILEs, folders or archives (zip, tar, ...), each file is a question
of its own. So is each document of what else chaffinch index reads: git
repositories, JSON lines and dumps. A table lists the files in order with their
documents; +1 after a document is a copy at another path. Folders are read by
the rules of chaffinch index: what is skipped is counted by reason, and
--list-skipped lists it. A file that is indexed is not its own origin; copies of
it at other paths are. Files that cannot be read are named, and the others are
still searched for.

--context shows the matching lines of the document, with their numbers in the
question and in the document, and a mark: = for equal tokens, ~ for renamed
identifiers, - and + for lines that differ. Context lines have no mark.

On a terminal, paths are links. With 72 columns or more, and one FILE, a bar
shows where in the question the matches lie (= verbatim, ~ renamed, ! edited).

--format vimgrep prints a row path:line:column:text for each match, which
editors read into a list. The place is in FILE, and the text names the origin
with its lines. For standard input the place is in the origin. Vim:
:cexpr system('chaffinch search --format vimgrep ' . shellescape(expand('%')))

Exit status: 0 if something was found, 1 if not, 2 after an error, also if only
some of several files could not be read.`,
		Example: `  chaffinch search snippet.go
  chaffinch search --lines 120:160 main.c
  xsel -b | chaffinch search --lang python -
  git diff | chaffinch search -
  chaffinch search --corpus ~/src/linux snippet.c
  chaffinch search --cover --side-by-side assignment.py
  chaffinch search --list-skipped vendor/
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
		"ask for what is in `FILE`, made by chaffinch fingerprint --out, in place of sources")
	cmd.Flags().BoolVar(&o.cover, "cover", false,
		"list the fewest documents that explain most of the question")
	return cmd
}
