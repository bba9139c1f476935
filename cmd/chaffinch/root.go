package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	_ "github.com/chaffinch-search/chaffinch/index/cluster" // for --index opensearch://HOST/NAME
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/settings"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// global holds the global options.
type global struct {
	index      string
	configured string // the index of chaffinch.toml
	wait       time.Duration
	json       bool
	keyFile    string
	applied    []scan.NarrowedBy // the settings of chaffinch.toml that may narrow a scan: see mayNarrow
}

// commandGroup is a group of commands in the help. The last one has no title.
type commandGroup struct {
	title    string
	commands []namedCommand
}

type namedCommand struct {
	name string
	new  func(*global) *cobra.Command
}

func commandGroups() []commandGroup {
	return []commandGroup{
		{"Find", []namedCommand{{"search", newSearch}, {"similar", newSimilar}}},
		{"Compare", []namedCommand{{"compare", newCompare}, {"pairs", newPairs}, {"clusters", newClusters}, {"dedup", newDedup}}},
		{"Check a project", []namedCommand{{"scan", newScan}}},
		{"Keep an index", []namedCommand{{"index", newIndex}, {"list", newList}, {"stats", newStats}, {"idioms", newIdioms},
			{"remove", newRemove}, {"boilerplate", newBoilerplate}, {"check", newCheck}, {"copy", newCopy}, {"export", newExport},
			{"import", newImport}, {"fingerprint", newFingerprint}, {"cache", newCache}}},
		{"Serve people, programs and assistants", []namedCommand{{"serve", newServe}, {"mcp", newMCP}, {"web", newWeb}}},
		{"", []namedCommand{{"config", newConfig}, {"languages", newLanguages}, {"man", newMan}, {"version", newVersion}}},
	}
}

// newRoot returns the root command with all subcommands.
func newRoot() *cobra.Command { return newRootFor(nil) }

// newRootFor returns the root command with the subcommand that the arguments name. It has all
// subcommands if another one may be needed. To make all takes a twentieth of a start.
func newRootFor(args []string) *cobra.Command {
	var g global
	cmd := &cobra.Command{
		Use:   "chaffinch COMMAND",
		Short: "Find where code and text came from",
		Long: `chaffinch finds where code and text came from. It keeps the fingerprints of a
corpus in an index. For a snippet or a file it lists the documents that share
material with it. By default it finds every shared run of 17 tokens.

The index is the folder given by --index, else by $` + indexpath.Variable + `, else the
nearest folder named ` + indexpath.Folder + ` in the working directory or a parent of it.

opensearch://HOST:9200,HOST2:9200/NAME is an index on a cluster of OpenSearch:
see docs/cluster.md.

Defaults of flags are read from chaffinch.toml: see chaffinch config --help.

Exit status: 0 if something was found or done, 1 if nothing was found, 2 after
an error. Checks, such as scan, exit with 0 if they pass, and 1 if they fail.

Pages such as docs/search.md are at
https://github.com/chaffinch-search/chaffinch.`,
		Example: `  chaffinch index ~/src                  index a folder, or update its index
  chaffinch search snippet.go            find the origin of a snippet
  chaffinch similar ~/src/lib/parse.c    list the documents similar to a file`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs, // otherwise cobra reports unknown commands in its own words
	}
	var printVersion bool
	cmd.Flags().BoolVarP(&printVersion, "version", "v", false, "print the version, as chaffinch version does")
	cmd.RunE = func(c *cobra.Command, args []string) error {
		if printVersion && len(args) == 0 {
			return runVersion(c.OutOrStdout(), &g)
		}
		return helpOrUnknown(c, args)
	}
	cmd.SetUsageFunc(usage)
	cmd.SetHelpCommand(newHelp())
	cmd.SetFlagErrorFunc(flagError)
	flags := cmd.PersistentFlags()
	flags.StringVar(&g.index, "index", "", "index `FOLDER`, or opensearch://HOST/NAME on a cluster")
	flags.DurationVar(&g.wait, "wait", 0, "wait up to `TIME` for an index in use, such as 30s")
	flags.BoolVar(&g.json, "json", false, "print JSON")
	flags.StringVar(&g.keyFile, "key-file", "", "read the key of an index of hashes from `FILE`: see docs/hash-only.md")
	flags.String("config", "", "read settings from `FILE`, not from the nearest "+settings.Name+`; "" for none`)
	cmd.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		return cmp.Or(checkHeeded(c), g.applySettings(c))
	}
	only := onlyCommand(flags, args)
	cmd.CompletionOptions.DisableDefaultCmd = only != ""
	for _, group := range commandGroups() {
		if group.title != "" {
			cmd.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		}
		for _, c := range group.commands {
			if only == "" || only == c.name {
				sub := c.new(&g)
				sub.GroupID = group.title
				cmd.AddCommand(sub)
			}
		}
	}
	each(cmd, func(c *cobra.Command) { offerKinds(c, &g) })
	return cmd
}

// onlyCommand returns the command that the arguments name, if it needs no other one. Otherwise it
// is empty: helps, completions and settings describe other commands.
func onlyCommand(global *pflag.FlagSet, args []string) string {
	if slices.ContainsFunc(args, mayAskForHelp) {
		return ""
	}
	if slices.Equal(args, []string{"--version"}) {
		return "version"
	}
	for len(args) > 0 && strings.HasPrefix(args[0], "--") {
		name, _, hasValue := strings.Cut(args[0][2:], "=")
		f := global.Lookup(name)
		if f == nil {
			return ""
		}
		if args = args[1:]; !hasValue && f.NoOptDefVal == "" {
			args = args[min(1, len(args)):]
		}
	}
	if len(args) == 0 || slices.Contains([]string{"config", "man"}, args[0]) {
		return ""
	}
	for _, group := range commandGroups() {
		for _, c := range group.commands {
			if c.name == args[0] {
				return c.name
			}
		}
	}
	return ""
}

// mayAskForHelp reports whether an argument is --help, or a group of short flags with -h.
func mayAskForHelp(arg string) bool {
	return strings.HasPrefix(arg, "--help") || strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, "h")
}

// open opens the index for questions.
func (g *global) open(ctx context.Context, errOut io.Writer) (*chaffinch.Index, error) {
	return g.openExisting(ctx, errOut, index.Options{ReadOnly: true})
}

// openToChange opens an index that is there already for writing.
func (g *global) openToChange(ctx context.Context, errOut io.Writer) (*chaffinch.Index, error) {
	return g.openExisting(ctx, errOut, index.Options{})
}

func (g *global) openExisting(ctx context.Context, errOut io.Writer,
	o index.Options) (*chaffinch.Index, error) {
	path, err := indexpath.Existing(g.named())
	if err != nil {
		return nil, err
	}
	return g.openAt(ctx, errOut, path, o)
}

// openAt opens the index at the path and waits for it if --wait is given.
func (g *global) openAt(ctx context.Context, errOut io.Writer, path string,
	o index.Options) (*chaffinch.Index, error) {
	if err := g.setWait(errOut, path, &o); err != nil {
		return nil, err
	}
	var err error
	if o.Key, err = g.key(); err != nil {
		return nil, err
	}
	return chaffinch.Open(ctx, path, o)
}

// setWait sets how long to wait for the index and prints when waiting.
func (g *global) setWait(errOut io.Writer, path string, o *index.Options) error {
	if g.wait < 0 {
		return fmt.Errorf("--wait is %s: use a time such as 30s", g.wait)
	}
	o.Wait = g.wait
	o.Waiting = func() {
		fmt.Fprintf(errOut, "waiting up to %s for index %s, which is in use\n", g.wait,
			terminal.Safe(path))
	}
	return nil
}

// printJSON prints one value, indented for readers.
func printJSON(out io.Writer, v any) error { return report.JSON(out, v) }

// warn prints a warning to standard error.
func warn(errOut io.Writer, text string) {
	const head = "warning:"
	style := terminal.StyleFor(errOut)
	text = style.Wrap(head+" "+terminal.Safe(text), "  ")
	fmt.Fprintln(errOut, style.Warn(head)+text[len(head):])
}

// nothing prints why there is no result, unless with --json, and returns [errNothing].
func (g *global) nothing(errOut io.Writer, why string) error {
	if !g.json {
		fmt.Fprintln(errOut, terminal.StyleFor(errOut).Wrap(terminal.Safe(why), "  "))
	}
	return errNothing
}
