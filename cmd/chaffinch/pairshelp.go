package main

import "github.com/spf13/cobra"

// pairsCommand returns the command with its help, and without flags.
func pairsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pairs [PATH...]",
		Short: "Compare every pair of files or submissions",
		Long: `Pairs compares all files below the PATHs with each other, or all submissions
with --unit dir, and lists the most similar pairs, best first. Without a PATH it
compares the contents of the index.

The score is the similarity of two units (files or submissions), from 0 to 1.
Sure is how likely one is a copy of the other. Smaller and larger are the shares
of the smaller and the larger unit in matches. Longest is the longest match in
tokens.

The extension of --output selects the format. With --fail-over,
--fail-over-match or --threshold pairs is a check. docs/pairs.md describes
matches, submissions, generated files, baselines and checks.

Exit status: 0 if there is a pair or match, 1 if not, 2 after an error. A check
exits with 0 if it passes and 1 if not.`,
		Example: `  chaffinch pairs --unit dir --base handout/ -o report.html 2025/
  chaffinch pairs --min-match 100 src/
  chaffinch pairs --fail-over 0.9 --baseline known.baseline -o pairs.sarif src/
  chaffinch pairs --only --in src/ --fail-over-match 200 src/changed.c`,
		SuggestFor: []string{"all", "moss", "duplicates", "clones"},
		Args:       anyPaths,
	}
}
