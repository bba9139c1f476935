package main

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

// The value of each flag of scan in a file is named, except for known ones that narrow nothing.
func TestMayNarrow_NamesUnknownFlags(t *testing.T) {
	cmd, _, err := newRoot().Find([]string{"scan"})
	if err != nil {
		t.Fatal(err)
	}
	cmd.InheritedFlags() // adds them to Flags
	for _, name := range narrowsNothing {
		if cmd.Flags().Lookup(name) == nil {
			t.Errorf("scan has no --%s", name)
		}
	}
	named := 0
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(narrowsNothing, f.Name) || slices.Contains(notInFile, f.Name) || f.Value.Type() == "stringSlice" || f.Value.Type() == "stringArray" {
			return
		}
		changed := *f
		changed.DefValue += " of before"
		if named++; !mayNarrow(&changed) {
			t.Errorf("--%s of a file is not named", f.Name)
		}
	})
	if named < 15 {
		t.Errorf("%d flags are named", named)
	}
}
