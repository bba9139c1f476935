package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/packages"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// mostLeftOut bounds the entries of a list that a warning names.
const mostLeftOut = 5

// sourcesOf returns the sources that the names stand for. warnings name the entries of lists that
// are no source.
func sourcesOf(names []string) (all, warnings []string, err error) {
	for _, name := range names {
		sources, left, err := corpus.Sources(name)
		if p := new(fs.PathError); errors.As(err, &p) {
			err = readingError(name, err)
		}
		if err != nil {
			return nil, nil, err
		}
		if n := len(left); n > 0 {
			more := ""
			if n > mostLeftOut {
				more = fmt.Sprintf("; and %d more", n-mostLeftOut)
			}
			warnings = append(warnings, fmt.Sprintf("%s: left out %s: %s%s", terminal.Safe(name), terminal.Plural(n, "entry", "entries"),
				terminal.Safe(strings.Join(left[:min(n, mostLeftOut)], "; ")), more))
		}
		all = append(all, sources...)
	}
	return all, warnings, nil
}

// isFetched reports whether a source has to be fetched.
func isFetched(name string) bool {
	kind, _ := corpus.AddressKind(name)
	return kind.Fetched
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
		if isFetched(path) {
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
