package main

import "github.com/spf13/cobra"

// pairsCommand returns the command with its help, and without flags.
func pairsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pairs [PATH...]",
		Short: "Compare every pair of files or submissions",
		Long: `Pairs compares all files below the PATHs with each other, or all submissions
with --unit dir, and lists the most similar pairs, best first. Archives are read
like folders. Without a PATH it compares the contents of the index.

The score is the similarity of two units (files or submissions), from 0 to 1.
Sure is how likely one is a copy of the other. Smaller and larger are the shares
of the smaller and the larger unit in matches. Longest is the longest match in
tokens. An info.csv beside the submissions gives authors and dates.

The extension of --output selects the format: .html, .json, .csv, .tsv, .sarif,
.jplag or .baseline. HTML is one page with both sources of each pair side by
side.

--min-match lists blocks that occur twice, in two files or in one, not pairs.

--fail-over, --fail-over-match and --threshold are checks for CI. With a
--baseline of an earlier run, the first two count only new pairs and matches.
With --only, FILEs are compared with each other and with all others.
docs/pairs.md describes generated files, info.csv, baselines and checks.

Exit status: 0 if there is a pair or match, 1 if not, 2 after an error. A check
exits with 0 if it passes, 1 if not, 2 after an error or, without --only, if
there are no files.`,
		Example: `  chaffinch pairs submissions/
  chaffinch pairs --unit dir --base handout/ --archive 2024/ 2025/
  chaffinch pairs -o report.html submissions/
  chaffinch pairs --fail-over 0.9 --baseline known.baseline -o pairs.sarif src/
  chaffinch pairs --fail-over-match 200 --threshold 5 src/
  chaffinch pairs --only --in src/ --fail-over-match 200 src/changed.c`,
		SuggestFor: []string{"all", "moss", "duplicates", "clones"},
		Args:       anyPaths,
	}
}
