package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newLanguages(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "languages",
		Short: "List the languages, with the names that --lang takes",
		Long: `Languages lists the languages that chaffinch lexes. Close relatives are read as
one of these: Vala as C#, GDScript as Python, Stan as C. Everything else is read
as text, a sequence of words. A second table lists the formats whose documents
are taken apart; each part is read in its own language.`,
		Example: `  chaffinch languages
  chaffinch languages --json | jq -r '.languages[].name'`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runLanguages(cmd.OutOrStdout(), g)
		},
	}
}

func runLanguages(out io.Writer, g *global) error {
	list := inspect.Languages()
	languages, formats := list.Languages, list.Formats
	if g.json {
		return printJSON(out, list)
	}
	table := terminal.NewTable("language", "also called")
	for _, l := range languages {
		table.Row(l.Name, strings.Join(l.Aliases, ", "))
	}
	if err := table.Write(out, terminal.StyleFor(out)); err != nil {
		return err
	}
	fmt.Fprintln(out)
	table = terminal.NewTable("format", "also called")
	for _, l := range formats {
		table.Row(l.Name, strings.Join(l.Aliases, ", "))
	}
	return table.Write(out, terminal.StyleFor(out))
}
