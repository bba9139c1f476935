package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newCache(g *global) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache [COMMAND]",
		Short: "List or clear the indexes that --corpus keeps",
		Long: `Cache lists the indexes that --corpus keeps in the user's cache folder: the
folder that was searched, the size of its index, and the time of the last use.
cache clear removes them. The next --corpus makes a new index.`,
		Example: `  chaffinch cache
  chaffinch cache clear
  chaffinch cache clear ~/src/linux`,
		Args: cobra.ArbitraryArgs, // otherwise cobra reports unknown commands in its own words
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return runCache(cmd.OutOrStdout(), cmd.ErrOrStderr(), g)
		},
	}
	cmd.AddCommand(newCacheClear(g))
	return cmd
}

func newCacheClear(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "clear [FOLDER]",
		Short: "Remove the index of one folder from the cache, or all",
		Long: `Clear removes the index that --corpus keeps of FOLDER, or all of them. FOLDER
itself is not touched, and need not exist any more. An index in use is an error,
and stays.`,
		Example: `  chaffinch cache clear
  chaffinch cache clear ~/src/linux`,
		SuggestFor: []string{"remove", "delete", "rm"},
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return oneArg("FOLDER")(c, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return runCacheClear(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g, args)
		},
	}
}

// listedCache is an index in the cache.
type listedCache struct {
	Corpus string    `json:"corpus"` // empty if unknown
	Index  string    `json:"index"`  // its folder
	Bytes  int64     `json:"bytes"`  // its size
	Used   time.Time `json:"used"`   // when it was last used
}

func runCache(out, errOut io.Writer, g *global) error {
	entries, err := indexpath.CacheEntries()
	if err != nil {
		return err
	}
	slices.SortStableFunc(entries, func(a, b indexpath.CacheEntry) int { return b.Used.Compare(a.Used) })
	if g.json {
		listed := []listedCache{}
		for _, e := range entries {
			listed = append(listed, listedCache{e.Corpus, e.Path, e.Bytes, e.Used.UTC()})
		}
		return nothingIf(printJSON(out, map[string]any{"cached": listed}), len(listed))
	}
	if len(entries) == 0 {
		return g.nothing(errOut, "the cache is empty")
	}
	table := terminal.NewTable(">size", "last used", "/folder")
	for _, e := range entries {
		corpus := e.Corpus
		if corpus == "" {
			corpus = "unknown: " + filepath.Base(e.Path)
		}
		table.Row(terminal.Bytes(e.Bytes), e.Used.Format("2006-01-02 15:04"), terminal.Safe(corpus))
	}
	return writeRows(out, table, len(entries))
}

func runCacheClear(ctx context.Context, out, errOut io.Writer, g *global, args []string) error {
	entries, err := cacheEntriesOf(args)
	if err != nil {
		return err
	}
	removed, bytes := 0, int64(0)
	for _, e := range entries {
		if err := g.removeCached(ctx, errOut, e.Path); err != nil {
			return fmt.Errorf("clearing the cache: %w", err)
		}
		removed, bytes = removed+1, bytes+e.Bytes
	}
	if g.json {
		return nothingIf(printJSON(out, map[string]any{"removed": removed, "bytes": bytes}), removed)
	}
	switch {
	case removed > 0:
		_, err := fmt.Fprintf(out, "removed %s, %s\n", terminal.Plural(removed, "index", "indexes"), terminal.Bytes(bytes))
		return err
	case len(args) == 0:
		return g.nothing(errOut, "the cache is empty")
	}
	return g.nothing(errOut, fmt.Sprintf("the cache has no index of %s: chaffinch cache lists what it has", args[0]))
}

// cacheEntriesOf returns the entry of a folder, if any, or all without one.
func cacheEntriesOf(folder []string) ([]indexpath.CacheEntry, error) {
	all, err := indexpath.CacheEntries()
	if err != nil || len(folder) == 0 {
		return all, err
	}
	path, err := indexpath.Cached(corpus.RealPath(folder[0]))
	return slices.DeleteFunc(all, func(e indexpath.CacheEntry) bool { return e.Path != path }), err
}

// removeCached removes an unused index of the cache, whatever is wrong with it.
func (g *global) removeCached(ctx context.Context, errOut io.Writer, path string) error {
	x, err := g.openAt(ctx, errOut, path, index.Options{})
	if errors.As(err, new(*chaffinch.BusyError)) || ctx.Err() != nil || g.wait < 0 {
		return err
	}
	if err == nil {
		if err := x.Close(); err != nil {
			return err
		}
	}
	if err := removeIndex(path); err != nil {
		return err
	}
	return indexpath.ForgetUse(path)
}
