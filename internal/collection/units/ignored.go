package units

import (
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// innerIgnored counts the files that ignore files among the compared files leave out. Their author
// may have written the ignore files to hide some. Units that are folders do not apply them, see
// [document.Options]; elsewhere they belong to a project, and are named.
type innerIgnored struct {
	number         int    // files and folders
	first, firstBy string // the first ignored file, and its ignore file
}

// noteIgnored records files skipped below a root. The ignore file of the only root, or of a root
// that holds units, is the caller's.
func (l *loader) noteIgnored(r root, s corpus.Skip) {
	atRoot := !strings.Contains(strings.TrimPrefix(s.IgnoredBy, ".git/info/"), "/")
	if !filepath.IsLocal(filepath.FromSlash(s.IgnoredBy)) || l.o.By == ByFolder || atRoot && l.in.tables && len(l.in.roots) == 1 {
		return
	}
	if l.ignored.number++; l.ignored.number == 1 {
		l.ignored.first, l.ignored.firstBy = r.nameOf(s.Path), r.nameOf(s.IgnoredBy)
	}
}

// warn names the first, and the option that compares them.
func (i *innerIgnored) warn(l *loader) {
	switch {
	case i.number == 1:
		l.warn(option.Ignored, i.first, i.firstBy, option.NoIgnore)
	case i.number > 1:
		l.warn(option.SeveralIgnored, i.number, i.first, i.firstBy, option.NoIgnore)
	}
}
