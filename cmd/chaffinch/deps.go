package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

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

// warnIfLost warns of a package that was not fetched, and reports whether err is that of one of
// several.
func warnIfLost(errOut io.Writer, progress *terminal.Progress, err error, of int) bool {
	lost := new(packages.Error)
	if of < 2 || !errors.As(err, &lost) {
		return false
	}
	progress.Clear()
	warn(errOut, terminal.Safe(lost.Error()))
	return true
}

// notFetched returns the error that some of the sources were not fetched; nil if lost is 0.
func notFetched(lost, of int) error {
	if lost == 0 {
		return nil
	}
	return fmt.Errorf("%d of %s not fetched: repeat the command to fetch the rest", lost, terminal.Plural(of, "source was", "sources were"))
}

// errIncompleteList is the error of a strict run with a list that also names what is no package.
var errIncompleteList = errors.New("some entries of the list are no packages of a registry")
