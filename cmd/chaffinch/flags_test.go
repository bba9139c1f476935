package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// The flags know each selection from its row: help and completion list it, and it takes the flags
// of its parameters and no others.
func TestSchemeFlags_KnowEverySelection(t *testing.T) {
	flags := func(args ...string) (*schemeFlags, *cobra.Command) {
		cmd := &cobra.Command{Use: "x"}
		f := new(schemeFlags)
		f.register(cmd)
		if err := cmd.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		return f, cmd
	}
	for _, s := range winnow.Selections() {
		f, cmd := flags("--selection", s.Name)
		if usage := cmd.Flag("selection").Usage; !strings.Contains(usage, s.Name) {
			t.Errorf("the help of --selection has no %s: %s", s.Name, usage)
		}
		complete, _ := cmd.GetFlagCompletionFunc("selection")
		if found, _ := complete(cmd, nil, s.Name); !slices.Contains(found, s.Name+"\t"+s.Text) {
			t.Errorf("completion of %s: %q", s.Name, found)
		}
		settings, err := f.settings()
		if err == nil {
			_, err = analyzer.New(settings)
		}
		if err != nil || settings.Text.Selection != s.Name {
			t.Errorf("--selection %s: %+v, %v", s.Name, settings, err)
		}
	}
}
