package main

import (
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/settings"
)

// Each flag has a class of what a file may do with it. Without one it is refused.
func TestInFiles_HasAllFlags(t *testing.T) {
	known := map[string]bool{}
	each(newRoot(), func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		c.InheritedFlags() // adds them to Flags
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, ok := inFiles[f.Name]; !ok {
				t.Errorf("--%s has no class: add it to flagRows", f.Name)
			}
			known[f.Name] = true
		})
	})
	for name := range inFiles {
		if !known[name] {
			t.Errorf("there is no flag --%s", name)
		}
	}
	if err := checkClass(settings.Setting{Flag: "new"}, true); err == nil {
		t.Error("a flag without a class can be set")
	}
}

// A file gives paths relative to its own folder: flags name them by the words that moved knows.
func TestMoved_HasAllPaths(t *testing.T) {
	each(newRoot(), func(c *cobra.Command) {
		c.InheritedFlags() // adds them to Flags
		c.Flags().VisitAll(func(f *pflag.Flag) {
			what, _ := pflag.UnquoteUsage(f)
			isPath := f.Value.Type() != "bool" && regexp.MustCompile(`(?i)path|file|folder|dir|source`).MatchString(what+f.Name) &&
				f.Name != "in-path" && f.Name != "own" // of documents
			if isMoved := moved(f, "a", func(string) string { return "b" }) == "b"; isMoved != isPath {
				t.Errorf("--%s %s of a file is relative to it: %v", f.Name, what, isMoved)
			}
		})
	})
}

// The value of each flag of scan in a file is named, except for known ones that narrow nothing.
func TestMayNarrow_NamesUnknownFlags(t *testing.T) {
	cmd, _, err := newRoot().Find([]string{"scan"})
	if err != nil {
		t.Fatal(err)
	}
	cmd.InheritedFlags() // adds them to Flags
	found := 0
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if inFiles[f.Name] != narrowing || f.Value.Type() == "stringSlice" || f.Value.Type() == "stringArray" {
			return
		}
		changed := *f
		changed.DefValue += " of before"
		if found++; !mayNarrow(&changed) {
			t.Errorf("--%s of a file is not named", f.Name)
		}
	})
	if found < 15 {
		t.Errorf("%d flags are named", found)
	}
}
