package main

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// gitFlags are the flags that select what to read of a git repository.
type gitFlags struct{ document.GitOptions }

func (g *gitFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&g.History, "history", false, "read all commits of a git repository")
	flags.BoolVar(&g.Branches, "branches", false, "read all branches and tags of a git repository")
	flags.StringVar(&g.Revision, "revision", "", "read the commit `REV` of a git repository (default HEAD)")
}

func (g *gitFlags) check() error {
	if g.History && (g.Branches || g.Revision != "") || g.Branches && g.Revision != "" {
		return errors.New("--history, --branches and --revision exclude each other")
	}
	return nil
}
