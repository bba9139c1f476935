package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Manual pages are written here, not by cobra/doc. That adds 0.6 MB and three modules to the
// program, and reads help texts as Markdown, which they are not. This adds 30 kB.

func newMan(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write manual pages",
		Long: `Man writes a manual page for each command to FOLDER, which is created if
necessary. man finds the pages in the folder man1 of a folder of $MANPATH.`,
		Example: `  chaffinch man ~/.local/share/man/man1
  man chaffinch-search`,
		Args: oneArg("FOLDER"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			pages, err := writeMan(cmd.Root(), args[0])
			if err == nil && g.json {
				return printJSON(cmd.OutOrStdout(), map[string]any{"pages": pages})
			}
			return err
		},
	}
}

// writeMan writes the pages of a command and its subcommands. It returns the names of their
// files.
func writeMan(c *cobra.Command, folder string) ([]string, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	pages := []string{strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"}
	if err := os.WriteFile(filepath.Join(folder, pages[0]), []byte(manPage(c)), 0o666); err != nil {
		return nil, err
	}
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		more, err := writeMan(sub, folder)
		if err != nil {
			return nil, err
		}
		pages = append(pages, more...)
	}
	return pages, nil
}

// manPage returns the page of a command in roff, with the macros of package man.
func manPage(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"chaffinch %s\"\n", strings.ToUpper(roff(name)), roff(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", roff(c.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	writeRoffText(&b, c.Long)
	writeRoffFlags(&b, "OPTIONS", c.NonInheritedFlags())
	writeRoffFlags(&b, "GLOBAL OPTIONS", globalFlags(c))
	if c.HasExample() {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	if also := related(c); len(also) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(also, ",\n"))
	}
	return b.String()
}

// related returns references to the parent of a command and to its subcommands.
func related(c *cobra.Command) (pages []string) {
	all := c.Commands()
	if c.HasParent() {
		all = append([]*cobra.Command{c.Parent()}, all...)
	}
	for _, other := range all {
		if other == c.Parent() || other.IsAvailableCommand() {
			pages = append(pages, fmt.Sprintf("\\fB%s\\fR(1)", roff(strings.ReplaceAll(other.CommandPath(), " ", "-"))))
		}
	}
	return pages
}

// writeRoffText writes a help text. Blank lines separate paragraphs; indented ones are tables,
// whose lines stay as they are.
func writeRoffText(b *strings.Builder, text string) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "\n#### ", "\n") // cobra's headings
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(paragraph, " ") || strings.HasPrefix(paragraph, "\t") {
			fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n", roff(paragraph))
			continue
		}
		fmt.Fprintf(b, ".PP\n%s\n", roff(paragraph))
	}
}

func writeRoffFlags(b *strings.Builder, heading string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", heading)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, about := pflag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0s" {
			about += " (default " + f.DefValue + ")"
		}
		short := ""
		if f.Shorthand != "" {
			short = "-" + f.Shorthand + ", "
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR", roff(short+"--"+f.Name))
		if value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(b, "\n%s\n", roff(about))
	})
}

// roff escapes a text for roff: backslashes, hyphens, and dots and quotes that begin a line.
// Hyphens would be typeset as dashes of other code points; the others would be requests.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
