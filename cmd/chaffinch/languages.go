package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newLanguages(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "languages",
		Short: "List the languages, with the names that --lang takes",
		Long: `Languages lists the languages that chaffinch lexes. Everything else, and prose,
is read as text: a sequence of words.`,
		Example: `  chaffinch languages
  chaffinch languages --json | jq -r '.languages[].name'`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runLanguages(cmd.OutOrStdout(), g)
		},
	}
}

type listedLanguage struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
}

func runLanguages(out io.Writer, g *global) error {
	all := []listedLanguage{}
	for _, l := range lex.Languages() {
		all = append(all, listedLanguage{l.Name, append([]string{}, l.Aliases()...)})
	}
	if g.json {
		return printJSON(out, map[string]any{"languages": all})
	}
	table := terminal.NewTable("language", "also called")
	for _, l := range all {
		table.Row(l.Name, strings.Join(l.Aliases, ", "))
	}
	return table.Write(out, terminal.StyleFor(out))
}
