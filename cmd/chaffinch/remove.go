package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

type removeOptions struct {
	*global
	paths      []string
	collection string
}

func newRemove(g *global) *cobra.Command {
	o := removeOptions{global: g}
	cmd := &cobra.Command{
		Use:   "remove [PATH...]",
		Short: "Remove paths or a collection from the index",
		Long: `Remove deletes documents from the index: those at each PATH, a file or folder as
it was indexed, or those of a --collection. With both, it deletes documents
that satisfy both. A content is deleted with its last occurrence. No file on
disk is changed.`,
		Example: `  chaffinch remove --collection cs101-hw3
  chaffinch remove ~/src/linux/drivers/staging`,
		SuggestFor: []string{"rm", "delete"},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && cmd.Flags().Changed("collection") {
				return nil
			}
			return someArgs("PATH or --collection NAME")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runRemove(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	cmd.Flags().StringVar(&o.collection, "collection", "", "remove only from the collection `NAME`")
	offerCollections(cmd, g)
	return cmd
}

func runRemove(ctx context.Context, out, errOut io.Writer, o removeOptions) error {
	if len(o.paths) == 0 && o.collection == "" {
		return errors.New("--collection is empty: specify the collection to remove")
	}
	match, err := o.match()
	if err != nil {
		return err
	}
	x, err := o.openToChange(ctx, errOut)
	if err != nil {
		return err
	}
	n, err := x.Remove(ctx, match)
	if err = closed(x, err); err != nil {
		return err
	}
	if o.json {
		return nothingIf(printJSON(out, map[string]any{"removed": n}), n)
	}
	if n == 0 {
		return o.nothing(errOut, "nothing removed: the index has no such document")
	}
	_, err = fmt.Fprintf(out, "removed %s\n", terminal.Plural(n, "document", "documents"))
	return err
}

// match returns a function that selects the occurrences to remove.
func (o *removeOptions) match() (func(index.Occurrence) bool, error) {
	places, err := places(o.paths)
	if err != nil {
		return nil, err
	}
	return func(oc index.Occurrence) bool {
		if o.collection != "" && oc.Collection != o.collection {
			return false
		}
		return len(places) == 0 || below(places, oc.File())
	}, nil
}

// places returns the paths in the form that indexing records.
func places(paths []string) ([]string, error) {
	var all []string
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		all = append(all, withoutLinks(abs))
	}
	return all, nil
}

// withoutLinks resolves links as indexing did, for the part of the path that still exists.
func withoutLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	dir, name := filepath.Split(path)
	if dir == path || name == "" {
		return path
	}
	return filepath.Join(withoutLinks(filepath.Clean(dir)), name)
}

func below(places []string, file string) bool {
	return slices.ContainsFunc(places, func(p string) bool { return file == p || inside(file, p) })
}
