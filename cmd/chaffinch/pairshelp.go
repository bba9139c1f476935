package main

import "github.com/spf13/cobra"

// pairsCommand returns the command with its help, and without flags.
func pairsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pairs [PATH...]",
		Short: "Compare every pair of files or submissions",
		Long: `Pairs lists the most similar pairs of all files below the PATHs (default: the
index), or of submissions with --unit dir. See docs/pairs.md.

Exit status: 0 if there is a pair or match, 1 if not, 2 after an error. Checks
exit with 0 if they pass.`,
		Example: `  chaffinch pairs --unit dir --base handout/ -o report.html 2025/
  chaffinch pairs --min-match 100 src/
  chaffinch pairs --fail-over 0.9 --baseline known.baseline src/`,
		SuggestFor: []string{"all", "moss", "duplicates", "clones"},
		Args:       anyPaths,
	}
}
