package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Shell completion of arguments and flag values. The shell completes files by itself.

// completionHelp replaces cobra's text.
const completionHelp = `Completion prints a script that completes commands, flags and their values. How
to add it to a shell: chaffinch completion bash --help.`

// upToTwoFiles completes files for the first two arguments.
func upToTwoFiles(_ *cobra.Command, args []string, _ string) (
	[]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// offer completes values of a flag of the command. It ignores cobra's error, which says that there
// is no such flag; a test would notice.
func offer(cmd *cobra.Command, flag string, values func(c *cobra.Command) []string) {
	complete := func(c *cobra.Command, _ []string, begun string) (
		[]cobra.Completion, cobra.ShellCompDirective) {
		var found []cobra.Completion
		for _, v := range values(c) {
			if strings.HasPrefix(strings.ToLower(v), strings.ToLower(begun)) {
				found = append(found, v)
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
	_ = cmd.RegisterFlagCompletionFunc(flag, complete)
}

func offerFixed(cmd *cobra.Command, flag string, values ...string) {
	offer(cmd, flag, func(*cobra.Command) []string { return values })
}

// offerKinds completes flags whose usage tells what values they have: languages, and folders. It
// completes collections of the index; none if there is no index or it is in use.
func offerKinds(cmd *cobra.Command, g *global) {
	offerKind := func(f *pflag.Flag) {
		switch what, _ := pflag.UnquoteUsage(f); {
		case what == "LANGUAGE":
			offer(cmd, f.Name, languageNames)
		case what == "FOLDER" || what == "SOURCE":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
		case f.Name == "collection":
			offer(cmd, f.Name, g.collectionNames)
		}
	}
	cmd.Flags().VisitAll(offerKind)
	cmd.PersistentFlags().VisitAll(offerKind)
}

func languageNames(*cobra.Command) (names []string) {
	for _, l := range slices.Concat(lex.Languages(), lex.Formats()) {
		names = append(names, l.Name)
	}
	return names
}

func (g *global) collectionNames(c *cobra.Command) []string {
	x, err := g.openToComplete(c)
	if err != nil {
		return nil
	}
	defer x.Close()
	names, err := x.Collections(c.Context())
	if err != nil {
		return nil
	}
	// The shell prints completions unescaped.
	return slices.DeleteFunc(names, func(name string) bool { return terminal.Safe(name) != name })
}

// openToComplete opens the index that the command would open.
func (g *global) openToComplete(c *cobra.Command) (*chaffinch.Index, error) {
	if err := g.applySettings(c); err != nil {
		return nil, err
	}
	return g.open(c.Context(), c.ErrOrStderr())
}

// offerBoilerplate completes names of the index's boilerplate that are not arguments yet.
func offerBoilerplate(cmd *cobra.Command, g *global) {
	const directive = cobra.ShellCompDirectiveNoFileComp
	cmd.ValidArgsFunction = func(c *cobra.Command, args []string, begun string) (
		names []cobra.Completion, _ cobra.ShellCompDirective) {
		x, err := g.openToComplete(c)
		if err != nil {
			return nil, directive
		}
		defer x.Close()
		all, err := boilerplateOf(c.Context(), x)
		if err != nil {
			return nil, directive
		}
		for _, b := range all {
			for _, name := range b.Names {
				name = terminal.Nearby(name)
				if strings.HasPrefix(name, begun) && terminal.Safe(name) == name && !slices.Contains(args, name) {
					names = append(names, name)
				}
			}
		}
		slices.Sort(names)
		return names, directive
	}
}
