package main

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// strictUsage is the usage of --strict.
const strictUsage = "exit with 2 if any file is not read that no option or ignore file leaves out"

// strictError returns an error for --strict if files were skipped, by reason, that nobody wants to leave out. The folder of
// version control that each repository has does not count.
func strictError(skipped map[string]int) error {
	unread := maps.Clone(skipped)
	for _, reason := range corpus.Reasons() {
		if reason.IsIntended() || reason == corpus.VCS {
			delete(unread, reason.String())
		}
	}
	delete(unread, index.ReasonTooShort)
	if counts := skips.Counts(unread); len(counts) > 0 {
		return fmt.Errorf("--strict: %s not read (--list-skipped lists them)", strings.Join(counts, ", "))
	}
	return nil
}

// checkRead returns an error if files that look like source and that --only names were not read, or with --strict any.
func (o *pairsOptions) checkRead(sources []string, skipped map[string]int) error {
	const named = 5
	if n := len(sources); n > named {
		sources = append(sources[:named:named], fmt.Sprintf("and %d more", n-named))
	}
	if len(sources) > 0 {
		return errors.New("--only names source that was not read: " + strings.Join(sources, ", "))
	}
	if o.strict {
		return strictError(skipped)
	}
	return nil
}
