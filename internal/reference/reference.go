// Package reference writes the command reference from the commands themselves, so that it says
// what they say.
package reference

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// width is the number of columns of what is set as it is: usages, flags.
const width = 80

// Write writes the reference of the command and all below it as Markdown: a section each, in the
// order of their names, and the flags that all share once. Hidden commands are left out.
func Write(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# The commands of %s\n\n", root.Name())
	fmt.Fprintf(&b, "This is what `%s COMMAND --help` prints. It is generated: change the commands, not this file.\n\n", root.Name())
	for _, c := range commands(root) {
		if c != root {
			fmt.Fprintf(&b, "- [%s](#%s): %s\n", c.CommandPath(), strings.ReplaceAll(c.CommandPath(), " ", "-"), c.Short)
		}
	}
	b.WriteString("\n")
	for _, c := range commands(root) {
		section(&b, c)
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// commands returns the command and those below it that are shown, depth first.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			all = append(all, commands(sub)...)
		}
	}
	return all
}

func section(b *strings.Builder, c *cobra.Command) {
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	fmt.Fprintf(b, "## %s\n\n", c.CommandPath())
	block(b, c.UseLine())
	fmt.Fprintf(b, "%s\n\n", text(c))
	if c.HasExample() {
		b.WriteString("Examples:\n\n")
		block(b, c.Example)
	}
	if set := c.NonInheritedFlags(); set.HasAvailableFlags() {
		b.WriteString("Flags:\n\n")
		block(b, set.FlagUsagesWrapped(width))
	}
}

// text is the long description, in which a generated one may have headings of its own.
func text(c *cobra.Command) string {
	long := c.Long
	if long == "" {
		long = c.Short
	}
	return strings.ReplaceAll(strings.TrimSpace(long), "\n#### ", "\n### ")
}

func block(b *strings.Builder, s string) {
	fmt.Fprintf(b, "```\n%s\n```\n\n", strings.TrimRight(s, "\n"))
}
