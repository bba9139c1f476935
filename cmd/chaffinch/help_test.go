package main

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// mostHelp is the maximum number of words of a help. Longer explanations belong in docs/.
const mostHelp = 285

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
		if n := len(strings.Fields(out.String())); n > mostHelp && c.HasParent() {
			t.Errorf("%s: %d words: move some to docs/", args, n)
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

func TestHelp_NamesEveryFlagAndWhereItIsDescribed(t *testing.T) {
	described := func(name string, args ...string) bool {
		var out strings.Builder
		run(t.Context(), args, nil, &out, &out)
		_, flags, _ := strings.Cut(out.String(), "Flags:\n")
		flags, _, _ = strings.Cut(flags, "\n\n")
		return regexp.MustCompile(`(?m)^ +(-., )?--` + name + `\b`).MatchString(flags)
	}
	eachCommand(newProgram(nil, nil, io.Discard, io.Discard), func(c *cobra.Command) {
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		var out strings.Builder
		run(t.Context(), args, nil, &out, &out)
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || described(f.Name, args...) {
				return
			}
			for _, part := range strings.Split(out.String(), "\n\n") {
				title, names, _ := strings.Cut(part, ":\n")
				_, help, ok := strings.Cut(strings.TrimSuffix(title, ")"), "(chaffinch ")
				if ok && slices.Contains(strings.Fields(names), "--"+f.Name) && described(f.Name, strings.Fields(help)...) {
					return
				}
			}
			t.Errorf("%s --help does not name --%s with the help that describes it", c.CommandPath(), f.Name)
		})
	})
}

// A flag that the help of a command omits is an error there, not ignored.
func TestGlobalFlags_WithoutUseAreRefused(t *testing.T) {
	root, rows := newProgram(nil, nil, io.Discard, io.Discard), map[string]bool{}
	each(root, func(c *cobra.Command) {
		rows[commandName(c)] = true
		heeded := globalFlags(c)
		c.InheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !c.HasParent() || !c.Runnable() || heeded.Lookup(f.Name) != nil {
				return
			}
			args := append(strings.Fields(commandName(c)), "--"+f.Name+map[bool]string{true: "=1s"}[f.Name == "wait"])
			if f.NoOptDefVal == "" && f.Name != "wait" {
				args = append(args, "x")
			}
			for range map[string]int{"man": 1, "compare": 2, "fingerprint": 1}[commandName(c)] {
				args = append(args, "y")
			}
			var out strings.Builder
			if code := run(t.Context(), args, strings.NewReader(""), &out, &out); code != exitError || !strings.Contains(out.String(), "has no use for --"+f.Name) {
				t.Errorf("%s exits with %d: %s", args, code, &out)
			}
		})
	})
	for name, flags := range unheeded {
		if !rows[name] {
			t.Errorf("there is no command %s", name)
		}
		for _, flag := range flags {
			if root.PersistentFlags().Lookup(flag) == nil {
				t.Errorf("there is no flag --%s", flag)
			}
		}
	}
}
