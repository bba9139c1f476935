package scan

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A file that the revision lacks may be one of its files that is gone: renamed, and then edited.
// Git finds these with diff -M, by the configuration of the repository, which is not honoured. Here
// the file that is gone and shares most lines is taken, if they are [threshold.RenamedFile] of the
// smaller of both. So a file that was divided, or grew, is also followed.
const (
	// mostGone bounds the bytes of the files that are gone; those after are not compared.
	mostGone = 32 << 20
	// mostHolders bounds how many of them may have a line that counts. A more common line proves
	// nothing.
	mostHolders = 16
)

// goneFiles has the lines of a revision's gone files that its scan read.
type goneFiles struct {
	entries   []git.Entry
	languages []string
	weights   []int                  // bytes of their lines
	holders   map[uint64][]int       // by hash of a line: the entries that have it
	byID      map[string][]git.Entry // all that are gone, read or not
}

// readGone reads the files of the revision that are not in the work tree.
func (r *revision) readGone(ctx context.Context) (*goneFiles, error) {
	g := &goneFiles{holders: map[uint64][]int{}, byID: map[string][]git.Entry{}}
	total := int64(0)
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		e := r.files[path]
		if _, err := os.Lstat(filepath.Join(r.top, filepath.FromSlash(path))); !os.IsNotExist(err) {
			continue
		}
		if g.byID[e.ID] = append(g.byID[e.ID], e); total+e.Size > mostGone {
			continue
		}
		total += e.Size
		text, err := r.repository.Read(ctx, e.ID, e.Size, nil)
		if err != nil {
			return nil, err
		}
		if r.asked(ctx, e.Path, text) {
			g.add(e, text, r.language(e.Path, text))
		}
	}
	return g, nil
}

func (g *goneFiles) add(e git.Entry, text []byte, language string) {
	weight := 0
	for hash, n := range weightsOfLines(text) {
		g.holders[hash] = append(g.holders[hash], len(g.entries))
		weight += n
	}
	g.entries, g.weights, g.languages = append(g.entries, e), append(g.weights, weight), append(g.languages, language)
}

// weightsOfLines returns the bytes of each distinct line with a letter. The key is its hash without
// outer space.
func weightsOfLines(text []byte) map[uint64]int {
	all := map[uint64]int{}
	for _, line := range linesOf(text) {
		if trimmed := strings.TrimSpace(line); strings.ContainsFunc(trimmed, unicode.IsLetter) {
			all[xxhash.Sum64String(trimmed)] = len(trimmed)
		}
	}
	return all
}

// origin returns the file renamed to the one with this text, if any.
func (g *goneFiles) origin(text []byte, language string) (e git.Entry, ok bool) {
	shared, weight := map[int]int{}, 0
	for hash, n := range weightsOfLines(text) {
		weight += n
		if holders := g.holders[hash]; len(holders) <= mostHolders {
			for _, i := range holders {
				if g.languages[i] == language {
					shared[i] += n
				}
			}
		}
	}
	best, most := -1, 0
	for i, n := range shared {
		isBetter := n > most || n == most && best >= 0 && g.entries[i].Path < g.entries[best].Path
		if isBetter && float64(n) >= threshold.RenamedFile*float64(min(weight, g.weights[i])) {
			best, most = i, n
		}
	}
	if best < 0 {
		return e, false
	}
	return g.entries[best], true
}
