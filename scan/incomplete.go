package scan

import (
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Incomplete returns an error if the scan may have missed copies. Files, or documents that may be
// their origin, could not be read. Such a scan must not pass. found means that it fails anyway,
// because of its findings: then documents that are gone change nothing.
func (r *Report) Incomplete(found bool) error {
	switch {
	case len(r.Unread) > 0:
		return option.Fail(option.FilesUnread, terminal.Plural(len(r.Unread), "file", "files"))
	case len(r.Gone) > 0 && !found:
		return option.Fail(option.OriginsUnread, terminal.Plural(len(r.Gone), "file", "files"))
	}
	return nil
}
