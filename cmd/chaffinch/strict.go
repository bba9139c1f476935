package main

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// strictUsage is the usage of --strict.
const strictUsage = "exit with 2 if a file is not read, unless an option leaves it out"

// strictError returns an error for --strict if files were skipped, by reason, that nobody wants to
// leave out. The folder of version control that each repository has does not count.
func strictError(skipped map[document.Reason]int) error {
	unread := maps.Clone(skipped)
	maps.DeleteFunc(unread, func(r document.Reason, _ int) bool { return r.IsIntended() || r == document.VCS })
	if counts := skips.Counts(unread); len(counts) > 0 {
		return fmt.Errorf("--strict: %s not read (--list-skipped lists them)", strings.Join(counts, ", "))
	}
	return nil
}

// unreadArguments returns the files that a check names, that look like source and that were not
// read.
func (o *pairsOptions) unreadArguments(unread []pairs.Unread) (files []string) {
	if !o.checks() {
		return nil
	}
	for _, u := range unread {
		if u.Named && !u.Reason.IsIntended() && detect.IsSource(path.Base(u.Path)) {
			files = append(files, fmt.Sprintf("%s (%s)", u.Path, u.Reason))
		}
	}
	return files
}

// checkRead returns an error if a check could not read a file or a named source. With --strict
// every file that was not read is an error.
func (o *pairsOptions) checkRead(sources []string, unread []pairs.Unread, skipped map[document.Reason]int) error {
	const named = 5
	by := "--only"
	if !o.only {
		sources, by = o.unreadArguments(unread), "the command line"
	}
	if n := len(sources); n > named {
		sources = append(sources[:named:named], fmt.Sprintf("and %d more", n-named))
	}
	if len(sources) > 0 {
		return errors.New(by + " names source that was not read: " + strings.Join(sources, ", "))
	}
	if o.strict {
		return strictError(skipped)
	}
	if !o.checks() {
		return nil
	}
	faults := maps.Clone(skipped)
	maps.DeleteFunc(faults, func(r document.Reason, _ int) bool { return !r.IsFault() })
	if counts := skips.Counts(faults); len(counts) > 0 {
		return fmt.Errorf("not all files were compared: %s", strings.Join(counts, ", "))
	}
	return nil
}

// checks reports whether the exit code is of a check.
func (o *pairsOptions) checks() bool { return o.clones.checks() || o.set.Changed("fail-over") }
