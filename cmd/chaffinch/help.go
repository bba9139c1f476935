package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// helpWidth is the number of columns of help texts.
const helpWidth = 80

// usage prints the usage of a command. It is cobra's usage with another width.
func usage(c *cobra.Command) error {
	var b strings.Builder
	line := c.UseLine()
	if c.HasAvailableSubCommands() {
		line = c.CommandPath() + " COMMAND [flags]"
	}
	fmt.Fprintf(&b, "Usage:\n  %s\n", line)
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	writeCommands(&b, c)
	writeFlags(&b, c)
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse %s COMMAND --help for more about a command.\n", c.CommandPath())
	}
	if !c.HasParent() {
		var names []string
		for _, topic := range topics {
			names = append(names, topic.name)
		}
		fmt.Fprintf(&b, "Use %s help %s for flags of several commands.\n", c.Name(), option.OneOf(names))
	}
	_, err := fmt.Fprint(c.OutOrStdout(), b.String())
	return err
}

// groupsOf returns the groups of the subcommands. The last one has the commands of no group.
func groupsOf(c *cobra.Command) []*cobra.Group {
	rest := "Commands"
	if len(c.Groups()) > 0 {
		rest = "Know the program"
	}
	return slices.Concat(c.Groups(), []*cobra.Group{{Title: rest}})
}

// writeCommands writes the subcommands by their groups.
func writeCommands(b *strings.Builder, c *cobra.Command) {
	for _, group := range groupsOf(c) {
		title := "\n" + group.Title + ":\n"
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.GroupID == group.ID {
				fmt.Fprintf(b, "%s  %-*s  %s\n", title, sub.NamePadding(), sub.Name(), sub.Short)
				title = ""
			}
		}
	}
}

// topics are the flags that several commands share. One help describes them, and the help of a
// command only names them.
var topics = []struct {
	name, text string
	command    string // that has all of them
}{
	{"filters", "Filters select indexed documents. Search and similar list only these; scan\nsearches only these. A document that lacks the field is excluded.", "search"},
	{"files", "These flags tell which files a command reads, and how. docs/indexing.md\ndescribes archives, repositories, ignore files and skipped files.", "scan"},
	{"submissions", "These flags tell what pairs and clusters compare: files, or submissions, without\nstarter code; and which similar units are a group. docs/pairs.md describes both.", "pairs"},
}

// homes are the commands whose help describes flags that another command has as well.
var homes = map[string]string{"similar": "search", "clusters": "pairs", "index": "fingerprint"}

// leastGroup is the minimum number of flags that a help only names.
const leastGroup = 3

// writeFlags writes the flags of a command, and names those that another help describes.
func writeFlags(b *strings.Builder, c *cobra.Command) {
	named := make([][]string, len(topics)+2)
	titles := make([]string, len(topics)+2)
	place := func(f *pflag.Flag) int {
		for i, topic := range topics {
			if slices.Contains(flagsIn(topic.name), f.Name) && isAlike(f, c.Root(), topic.command) {
				titles[i] = fmt.Sprintf("%s%s (chaffinch help %s)", strings.ToUpper(topic.name[:1]), topic.name[1:], topic.name)
				return i
			}
		}
		if home := homes[c.Name()]; home != "" && isAlike(f, c.Root(), home) {
			titles[len(topics)] = fmt.Sprintf("As in %s (chaffinch %s --help)", home, home)
			return len(topics)
		}
		return -1
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if i := place(f); i >= 0 {
			named[i] = append(named[i], "--"+f.Name)
		}
	})
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if i := place(f); (i < 0 || len(named[i]) < leastGroup) && (f.Name != "help" || !c.HasParent()) {
			own.AddFlag(f)
		}
	})
	if own.HasAvailableFlags() {
		fmt.Fprintf(b, "\nFlags:\n%s", own.FlagUsagesWrapped(helpWidth))
	}
	titles[len(named)-1] = "Global flags (chaffinch --help)"
	globalFlags(c).VisitAll(func(f *pflag.Flag) { named[len(named)-1] = append(named[len(named)-1], "--"+f.Name) })
	for i, names := range named {
		if len(names) >= leastGroup || len(names) > 0 && i == len(named)-1 {
			fmt.Fprintf(b, "\n%s:\n%s\n", titles[i], terminal.Wrap("  "+strings.Join(names, " "), helpWidth, "  "))
		}
	}
}

// isAlike reports whether a command has the same flag.
func isAlike(f *pflag.Flag, root *cobra.Command, command string) bool {
	c, _, err := root.Find([]string{command})
	if err != nil {
		return false
	}
	other := c.Flags().Lookup(f.Name)
	return other != nil && other.Usage == f.Usage && other.DefValue == f.DefValue
}

// topicHelp returns the help of a topic, or "".
func topicHelp(root *cobra.Command, name string) string {
	for _, topic := range topics {
		if topic.name != name {
			continue
		}
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		c, _, err := root.Find([]string{topic.command})
		if err != nil {
			return ""
		}
		for _, name := range flagsIn(topic.name) {
			flags.AddFlag(c.Flags().Lookup(name))
		}
		return topic.text + "\n\nFlags:\n" + flags.FlagUsagesWrapped(helpWidth)
	}
	return ""
}

// unheeded are the global flags that a command has no use for. Its help omits them, and it refuses
// them. The output of mcp is JSON anyway. Commands below a command are under its name, unless they
// have their own row.
var unheeded = map[string][]string{
	"completion":  {"index", "wait", "json", "key-file", "config"},
	"man":         {"index", "wait", "key-file", "config"},
	"version":     {"index", "wait", "key-file", "config"},
	"languages":   {"index", "wait", "key-file"},
	"config":      {"wait", "key-file"},
	"compare":     {"index", "wait", "key-file"},
	"fingerprint": {"index", "wait"},
	"cache":       {"index", "wait", "key-file"},
	"cache clear": {"index", "key-file"},
	"serve":       {"wait", "key-file"},
	"mcp":         {"wait", "json", "key-file"},
	"web":         {"index", "wait", "key-file"},
}

// isUnheeded reports whether a command has no use for a global flag.
func isUnheeded(c *cobra.Command, name string) bool {
	names, ok := unheeded[commandName(c)]
	if !ok {
		top, _, _ := strings.Cut(commandName(c), " ")
		names = unheeded[top]
	}
	return slices.Contains(names, name) && c.Root().PersistentFlags().Lookup(name) == c.Flags().Lookup(name)
}

// globalFlags returns the flags of all commands that the command heeds.
func globalFlags(c *cobra.Command) *pflag.FlagSet {
	heeded := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		if !isUnheeded(c, f.Name) {
			heeded.AddFlag(f)
		}
	})
	return heeded
}

// checkHeeded returns an error for a global flag that the command cannot use.
func checkHeeded(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && isUnheeded(c, f.Name) {
			err = fmt.Errorf("%s has no use for --%s: omit it", commandName(c), f.Name)
		}
	})
	return err
}

// newHelp is cobra's command help, except that an unknown command is an error.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		Long: `Help prints the help of a command, as the command itself does with --help, or
flags that several commands share: chaffinch help files, filters or submissions.`,
		Example: `  chaffinch help index
  chaffinch help files
  chaffinch index --help`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			names := subcommands(c.Root(), args)
			if len(args) == 0 {
				for _, topic := range topics {
					names = append(names, cobra.CompletionWithDesc(topic.name, "Flags that several commands share"))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if text := topicHelp(c.Root(), strings.Join(args, " ")); text != "" {
				_, err := io.WriteString(c.OutOrStdout(), text)
				return err
			}
			about, rest, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return unknownCommand(about, rest[0])
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// subcommands lists the subcommands of the command at the path.
func subcommands(root *cobra.Command, path []string) []cobra.Completion {
	parent, rest, err := root.Find(path)
	if err != nil || len(rest) > 0 {
		return nil
	}
	var names []cobra.Completion
	for _, sub := range parent.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
		}
	}
	return names
}

// helpOrUnknown runs a command that only has subcommands.
func helpOrUnknown(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return c.Help()
}

// unknownCommand suggests similar commands.
func unknownCommand(c *cobra.Command, name string) error {
	c.SuggestionsMinimumDistance = 2
	near := c.SuggestionsFor(name)
	slices.Sort(near)
	if near = slices.Compact(near); len(near) > 0 {
		return fmt.Errorf("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	if !c.HasAvailableSubCommands() {
		return fmt.Errorf("%s has no commands, but got %q: see %s --help", c.Name(), name, c.CommandPath())
	}
	return fmt.Errorf("unknown command %q: %s --help lists the commands", name, c.CommandPath())
}

// The checks of arguments. Their errors use the argument names of the help.

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, but got %q: see %s --help", c.Name(), args[0],
			c.CommandPath())
	}
	return nil
}

func oneArg(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%s takes one %s, but got %d arguments: see %s --help", c.Name(), what,
				len(args), c.CommandPath())
		}
		return someArgs(what)(c, args)
	}
}

func two(ofWhat, one string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 2 {
			return fmt.Errorf("%s takes two %s, but got %s: see %s --help", c.Name(), ofWhat,
				terminal.Plural(len(args), "argument", "arguments"), c.CommandPath())
		}
		return someArgs(one)(c, args)
	}
}

func someArgs(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		for _, a := range args {
			if a == "" {
				return fmt.Errorf("%s got an empty argument: specify %s", c.Name(), withArticle(what))
			}
		}
		if len(args) == 0 {
			return fmt.Errorf("%s needs %s: see %s --help", c.Name(), withArticle(what), c.CommandPath())
		}
		return nil
	}
}

// withArticle returns a noun with its article.
func withArticle(noun string) string {
	if strings.ContainsRune("AEIOU", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// exclusive returns an error if both flags were given.
func exclusive(a string, hasA bool, b string, hasB bool) error {
	if hasA && hasB {
		return errors.New("--" + a + " and --" + b + " exclude each other: use one of them")
	}
	return nil
}
