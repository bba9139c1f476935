package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

type listOptions struct {
	*global
	collection  string
	collections bool
	skipped     bool
}

func newList(g *global) *cobra.Command {
	o := listOptions{global: g}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the documents of the index",
		Long: `List prints the documents of the index, one occurrence per line, with the git
blob id of the content. Long paths are shortened to fit the line; --json prints
them in full.`,
		Example: `  chaffinch list --collections
  chaffinch list --collection linux
  chaffinch list --skipped               files read but not indexed, and why`,
		SuggestFor:        []string{"ls"},
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runList(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.collection, "collection", "", "list only the collection `NAME`")
	flags.BoolVar(&o.collections, "collections", false, "list the collections instead")
	flags.BoolVar(&o.skipped, "skipped", false, "list files that were read but not indexed instead")
	return cmd
}

func runList(ctx context.Context, out, errOut io.Writer, o listOptions) error {
	if err := exclusive("collections", o.collections, "skipped", o.skipped); err != nil {
		return err
	}
	x, err := o.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	s, err := x.State()
	if err != nil {
		return err
	}
	defer s.Close()
	list := o.listDocuments
	switch {
	case o.collections:
		list = o.listCollections
	case o.skipped:
		list = o.listSkipped
	}
	n, err := list(ctx, out, s)
	if err != nil || n > 0 {
		return err
	}
	return o.nothing(errOut, o.missing())
}

// missing returns why the list is empty.
func (o *listOptions) missing() string {
	what := "documents"
	switch {
	case o.collections:
		what = "collections"
	case o.skipped:
		what = "records of skipped files"
	}
	if o.collection == "" {
		return "the index has no " + what
	}
	if o.collections {
		return "the index has no collection " + o.collection
	}
	return fmt.Sprintf("the index has no %s in collection %s: see chaffinch list%s --collections", what,
		o.collection, onIndex(o.index))
}

// listedDocument is an occurrence of a content.
type listedDocument struct {
	index.Occurrence
	Content string `json:"content"` // git blob id
}

func (o *listOptions) listDocuments(ctx context.Context, out io.Writer, s index.State) (int, error) {
	found := []listedDocument{}
	err := s.Occurrences(ctx, index.Where{Collection: o.collection}, func(oc index.Occurrence) error {
		found = append(found, listedDocument{oc, oc.Content})
		return nil
	})
	if err != nil {
		return 0, err
	}
	slices.SortFunc(found, func(a, b listedDocument) int { return a.Occurrence.Compare(b.Occurrence) })
	if o.json {
		return len(found), printJSON(out, map[string]any{"documents": found})
	}
	table := terminal.NewTable("=content", "collection", "/document")
	for _, d := range found {
		table.Row(d.Content, terminal.Safe(d.Collection), terminal.Safe(d.Name()))
		table.Link(d.File())
	}
	return len(found), writeRows(out, table, len(found))
}

// listedSkip is a file that was not indexed.
type listedSkip struct {
	index.Occurrence
	Reason document.Reason `json:"reason"` // why it was not indexed
}

func (o *listOptions) listSkipped(ctx context.Context, out io.Writer, s index.State) (int, error) {
	found := []listedSkip{}
	err := s.Occurrences(ctx, index.Where{Collection: o.collection, Skipped: true}, func(oc index.Occurrence) error {
		found = append(found, listedSkip{oc, oc.Skipped})
		return nil
	})
	if err != nil {
		return 0, err
	}
	slices.SortFunc(found, func(a, b listedSkip) int { return a.Occurrence.Compare(b.Occurrence) })
	if o.json {
		return len(found), printJSON(out, map[string]any{"skipped": found})
	}
	table := terminal.NewTable("=reason", "collection", "/document")
	for _, d := range found {
		table.Row(string(d.Reason), terminal.Safe(d.Collection), terminal.Safe(cmp.Or(d.Path, filepath.Base(d.Root))))
	}
	return len(found), writeRows(out, table, len(found))
}

func (o *listOptions) listCollections(ctx context.Context, out io.Writer, s index.State) (int, error) {
	list, err := inspect.Collections(ctx, s, o.collection)
	if err != nil {
		return 0, err
	}
	found := list.Collections
	if o.json {
		return len(found), printJSON(out, list)
	}
	table := terminal.NewTable("collection", ">documents", "/root")
	for _, c := range found {
		table.Row(terminal.Safe(c.Collection), terminal.Thousands(c.Documents), terminal.Safe(c.Root))
	}
	return len(found), writeRows(out, table, len(found))
}

// writeRows prints a table, unless it has only headings.
func writeRows(out io.Writer, t *terminal.Table, rows int) error {
	if rows == 0 {
		return nil
	}
	return t.Write(out, terminal.StyleFor(out))
}

func nothingIf(err error, found int) error {
	if err == nil && found == 0 {
		return errNothing
	}
	return err
}
