package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
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
		Long: `Remove deletes from the index the documents at each PATH, as it was indexed, or
the documents of a --collection. With both, it deletes documents that match
both. A content is deleted with its last occurrence. No file on disk is changed.

A PATH may be any PATH of chaffinch index, or the path of a document as answers
print it. It need not exist any more. The path or address of a repository
removes all of it; ?history, ?branches or ?revision=NAME at the end of the
address remove the documents that were indexed so.`,
		Example: `  chaffinch remove --collection cs101-hw3
  chaffinch remove ~/src/linux/drivers/staging
  chaffinch remove ~/src/project.git packages/*.deb jsonl:data.txt`,
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
	return cmd
}

func runRemove(ctx context.Context, out, errOut io.Writer, o removeOptions) error {
	if len(o.paths) == 0 && o.collection == "" {
		return errors.New("--collection is empty: specify the collection to remove")
	}
	places, err := places(o.paths)
	if err != nil {
		return err
	}
	x, err := o.openToChange(ctx, errOut)
	if err != nil {
		return err
	}
	n := 0
	if places, err = o.indexed(ctx, errOut, x, places); err == nil && (len(places) > 0 || len(o.paths) == 0) {
		n, err = x.Remove(ctx, o.match(places))
	}
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

// indexed returns the places without revisions of repositories that the index does not have. All
// single revisions of a repository have the same root, and the index has one of them. It warns of
// the others.
func (o *removeOptions) indexed(ctx context.Context, errOut io.Writer, x *chaffinch.Index, all []place) ([]place, error) {
	if !slices.ContainsFunc(all, func(p place) bool { return p.source != "" }) {
		return all, nil
	}
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	sources := map[string]bool{} // repositories that the index has, with the refs that were read
	err = s.Occurrences(ctx, index.Where{Collection: o.collection, Skipped: true}, func(oc index.Occurrence) error {
		if oc.Skipped == document.Unpacked && oc.Path == "" && document.IsRepositoryAddress(oc.Root) {
			sources[oc.URL] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(p place) bool {
		if p.source == "" || sources[p.source] {
			return false
		}
		var has []string
		for _, source := range slices.Sorted(maps.Keys(sources)) {
			if address, _ := document.Address(source); address == p.file {
				has = append(has, source)
			}
		}
		if len(has) == 0 {
			has = append(has, "nothing that was read to its end")
		}
		warn(errOut, fmt.Sprintf("the index does not have %s: of this repository it has %s", p.source, strings.Join(has, ", ")))
		return true
	}), nil
}

// match returns a function that selects the occurrences to remove.
func (o *removeOptions) match(places []place) func(index.Occurrence) bool {
	return func(oc index.Occurrence) bool {
		if o.collection != "" && oc.Collection != o.collection {
			return false
		}
		return len(places) == 0 || slices.ContainsFunc(places, func(p place) bool { return p.has(oc.Root, oc.File()) })
	}
}

// place selects documents at or below a path or address. If root is set, they belong to it. Of one
// revision of a repository, source is the address with the revision.
type place struct{ file, root, source string }

// places returns the places that the names stand for. A path also stands for the repositories at
// and below it.
func places(names []string) (all []place, err error) {
	for _, name := range names {
		root, err := corpus.RootOf(name, document.GitOptions{})
		if err != nil {
			return nil, err
		}
		if filepath.IsAbs(root) {
			history, err := corpus.RootOf(root, document.GitOptions{History: true})
			if err != nil {
				return nil, err
			}
			address, _ := document.Address(history)
			all = append(all, place{file: root}, place{file: address})
			continue
		}
		p := place{}
		p.file, _ = document.Address(root)
		if address, _ := document.Address(name); address != name && document.IsRepositoryAddress(name) {
			p.root = root
			if p.file == root {
				if p.source, err = corpus.SourceAddress(name); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// has reports whether a file is at the place. Its root may be unknown.
func (p place) has(root, file string) bool {
	return (p.root == "" || root == "" || root == p.root) && (file == p.file || inside(file, p.file))
}
