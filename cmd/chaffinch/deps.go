package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/packages"
	"github.com/chaffinch-search/chaffinch/internal/packages/lists"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

const (
	// listPrefix begins the name of a file that lists packages.
	listPrefix = "deps:"
	// mostUnlisted bounds the named entries of a list that are no packages.
	mostUnlisted = 5
)

// withPackages returns the paths, with the names of packages in the place of their lists. warnings
// name the entries that name none.
func withPackages(paths []string) (all, warnings []string, err error) {
	for _, path := range paths {
		file, ok := strings.CutPrefix(path, listPrefix)
		if !ok {
			if r, err := packages.Parse(path); err == nil {
				path = r.String() // as the index names it
			}
			all = append(all, path)
			continue
		}
		content, err := readSaved(file)
		if err != nil {
			return nil, nil, readingError(file, err)
		}
		names, unread, err := lists.Read(file, content)
		if err != nil {
			return nil, nil, fmt.Errorf("reading %w", err)
		}
		if n := len(unread); n > 0 {
			more := ""
			if n > mostUnlisted {
				more = fmt.Sprintf("; and %d more", n-mostUnlisted)
			}
			warnings = append(warnings, fmt.Sprintf("%s: left out %s: %s%s", terminal.Safe(file), terminal.Plural(n, "entry", "entries"),
				terminal.Safe(strings.Join(unread[:min(n, mostUnlisted)], "; ")), more))
		}
		if len(names) == 0 {
			return nil, nil, fmt.Errorf("%s lists no package of a registry with its version", file)
		}
		all = append(all, names...)
	}
	return all, warnings, nil
}

// updateEach calls update for each path. If one of several is a package that is not fetched, it
// warns, goes on, and returns an error at the end. An index that is empty begins with a source that
// is fetched, because its first update must be completed.
func updateEach(ctx context.Context, errOut io.Writer, progress *terminal.Progress, paths []string, empty bool,
	update func(ctx context.Context, path string) error) error {
	ctx, stop := packages.Ahead(ctx, paths)
	defer stop()
	lost := 0
	for _, path := range paths {
		if document.IsPackageName(path) {
			progress.Show("fetching " + terminal.Safe(path))
		}
		var err error
		if empty {
			err = packages.Ready(ctx, path)
		}
		if err == nil {
			err = update(ctx, path)
			empty = empty && err != nil
		}
		if notFetched := new(packages.Error); len(paths) > 1 && errors.As(err, &notFetched) {
			progress.Clear()
			warn(errOut, terminal.Safe(notFetched.Error()))
			lost++
		} else if err != nil {
			return err
		}
	}
	if lost > 0 {
		return fmt.Errorf("%d of %s not fetched: repeat the command to fetch the rest", lost, terminal.Plural(len(paths), "source was", "sources were"))
	}
	return nil
}

// errIncompleteList is the error of a strict run with a list that also names what is no package.
var errIncompleteList = errors.New("some entries of the list are no packages of a registry")
