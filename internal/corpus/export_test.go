package corpus

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// AddKind adds a row for files with an extension until the test ends.
func AddKind(t *testing.T, extension string, open func(abs string, o document.Options) Source) {
	all := kinds
	t.Cleanup(func() { kinds = all })
	kinds = append([]Kind{{Several: true,
		is:   func(abs string, _ fs.FileInfo) bool { return filepath.Ext(abs) == extension },
		open: func(_, abs string, o document.Options) (Source, error) { return open(abs, o), nil },
	}}, all...)
}
