package main

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// eachCommand calls f for the root and every visible command.
func eachCommand(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			eachCommand(sub, f)
		}
	}
}

func TestHelp_Fits80Columns(t *testing.T) {
	eachCommand(newProgram(nil, nil, io.Discard, io.Discard), func(c *cobra.Command) {
		if c.HasParent() && c.Parent().Name() == "completion" {
			return // their texts are cobra's
		}
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		var out strings.Builder
		if code := run(t.Context(), args, nil, &out, &out); code != exitFound {
			t.Fatalf("%s exits with %d: %s", args, code, &out)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > helpWidth {
				t.Errorf("%s: %d columns: %s", args, n, line)
			}
		}
	})
}

func TestHelp_ExplainsEveryCommandWithAnExample(t *testing.T) {
	eachCommand(newRoot(), func(c *cobra.Command) {
		if c.Short == "" && c.HasParent() || c.Long == "" || c.Example == "" || c.ValidArgsFunction == nil && c.Args == nil {
			t.Errorf("%s lacks a short or long text, an example or a check of its arguments", c.CommandPath())
		}
	})
}
