package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestRoot_OneCommand makes each command alone, as it is made with all others.
func TestRoot_OneCommand(t *testing.T) {
	for _, c := range newRoot().Commands() {
		if slices.Contains([]string{"config", "man"}, c.Name()) {
			continue
		}
		all := newRootFor([]string{"--index", "search", "--json", c.Name(), "similar"}).Commands()
		if len(all) != 1 || describe(all[0]) != describe(c) {
			t.Errorf("%s: got %d commands", c.Name(), len(all))
		}
	}
}

func TestRoot_Version(t *testing.T) {
	if all := newRootFor([]string{"--version"}).Commands(); len(all) != 1 {
		t.Errorf("got %d commands", len(all))
	}
}

// describe lists a command's flags and those of its subcommands.
func describe(c *cobra.Command) string {
	var b strings.Builder
	each(c, func(c *cobra.Command) {
		b.WriteString(c.Use + " " + c.GroupID)
		c.Flags().VisitAll(func(f *pflag.Flag) { b.WriteString(" " + f.Name) })
	})
	return b.String()
}

func TestRoot_AllCommands(t *testing.T) {
	want := len(newRoot().Commands())
	for _, line := range []string{
		"", "help search", "search --help", "search -ah", "config", "man d", "completion bash", "__complete search", "serch", "--nosuch search",
		"--version x", "--index", "--index x", "-x search",
	} {
		if got := len(newRootFor(strings.Fields(line)).Commands()); got != want {
			t.Errorf("%s: got %d commands, want %d", line, got, want)
		}
	}
}
