package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/packages/lists"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

const (
	// listPrefix begins the name of a file that lists packages.
	listPrefix = "deps:"
	// mostUnlisted bounds the named entries of a list that are no packages.
	mostUnlisted = 5
)

// withPackages returns the paths, with the names of packages in the place of their lists. It warns
// of entries that name none.
func withPackages(errOut io.Writer, paths []string) (all []string, err error) {
	for _, path := range paths {
		file, ok := strings.CutPrefix(path, listPrefix)
		if !ok {
			all = append(all, path)
			continue
		}
		content, err := readSaved(file)
		if err != nil {
			return nil, readingError(file, err)
		}
		names, unread, err := lists.Read(file, content)
		if err != nil {
			return nil, fmt.Errorf("reading %w", err)
		}
		if n := len(unread); n > 0 {
			more := ""
			if n > mostUnlisted {
				more = fmt.Sprintf("; and %d more", n-mostUnlisted)
			}
			warn(errOut, fmt.Sprintf("%s: left out %s: %s%s", terminal.Safe(file), terminal.Plural(n, "entry", "entries"),
				terminal.Safe(strings.Join(unread[:min(n, mostUnlisted)], "; ")), more))
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s lists no package of a registry with its version", file)
		}
		all = append(all, names...)
	}
	return all, nil
}
