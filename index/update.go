package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// ErrReadOnly says that an index opened for questions was to be changed.
var ErrReadOnly = errors.New("the index is open for reading only")

// Source is what an update brings into the index.
type Source struct {
	// Root is a folder or a file.
	Root string
	// Collection is the name under which its files go; empty is the folder's base name.
	Collection string
	// Language is how to lex every file; nil tells it from each one's name and content.
	Language *lex.Language
}

// UpdateOptions say how an update is done. The zero value is the default.
type UpdateOptions struct {
	// Corpus says which files are worth reading.
	Corpus corpus.Options
	// Prune removes the occurrences below the root that are not there any more. Those in a
	// folder that could not be read are kept.
	Prune bool
	// Progress is called now and then, from one goroutine at a time, with the report so far.
	Progress func(Report)
	// Skipped is called for every file and folder that is not indexed, from one goroutine at
	// a time. Path is as in [corpus.Skip].
	Skipped func(path, reason string, err error)
}

// Report is what an update did. Its counts are of files, but for Bytes and Contents. Where the update failed, by an
// error that is not its context's, they are of what it has begun: what it could not write is among them.
type Report struct {
	Collection string `json:"collection"`
	Root       string `json:"root"`
	Added      int    `json:"added"`     // at a path that was not known
	Changed    int    `json:"changed"`   // other content than before
	Unchanged  int    `json:"unchanged"` // same size and time, hence not read, or same content
	Removed    int    `json:"removed"`   // pruned, or no longer worth indexing
	Missing    int    `json:"missing"`   // indexed, but not found any more; kept for want of Prune
	Read       int    `json:"read"`      // opened and read
	Bytes      int64  `json:"bytes"`     // bytes read
	Contents   int    `json:"contents"`  // distinct contents that the index did not have
	// Skipped counts files and folders that are not indexed, by reason.
	Skipped map[string]int `json:"skipped"`
	// Unpublished says that readers do not see what is counted: the update failed, or it was
	// interrupted before contents that lost an occurrence were reviewed. The next call that writes
	// and ends well publishes it.
	Unpublished bool `json:"unpublished"`
}

// ReasonTooShort is why a file without a single fingerprint is not indexed. The other reasons
// are those of package corpus.
const ReasonTooShort = "too-short"

// Update brings the files below the source's root into the index. Files whose size and time are
// those of the last update are not read; what changed is replaced. When ctx is done it stops, writes
// and publishes what is done, which may take seconds, and returns the report with ctx's error; the
// next Update goes on.
func (x *Index) Update(ctx context.Context, src Source, o UpdateOptions) (Report, error) {
	if x.readOnly {
		return Report{}, ErrReadOnly
	}
	if err := x.writing.lock(ctx); err != nil {
		return Report{}, fmt.Errorf("indexing %s: %w", src.Root, err)
	}
	defer x.writing.unlock()
	u, err := x.newUpdate(ctx, src, o)
	if err != nil {
		return Report{}, fmt.Errorf("indexing %s: %w", src.Root, err)
	}
	defer u.before.Close()
	if err = u.run(ctx); err == nil {
		return u.report, nil
	}
	due, unknown := x.reviewDue()
	u.report.Unpublished = failed(ctx, err) || due || unknown != nil
	return u.report, fmt.Errorf("indexing %s: %w", src.Root, advised(err))
}

func (x *Index) newUpdate(ctx context.Context, src Source, o UpdateOptions) (*update, error) {
	root, file, err := resolveRoot(src.Root)
	if err != nil {
		return nil, err
	}
	if src.Collection == "" {
		src.Collection = defaultCollection(root)
	}
	if err := checkCollection(src.Collection); err != nil {
		return nil, err
	}
	o.Corpus.Exclude = excludeIndex(o.Corpus.Exclude, root, x.path)
	if err := x.reviewIfDue(ctx); err != nil {
		return nil, err
	}
	before, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	u := &update{x: x, src: src, o: o, root: root, file: file, before: before, claims: newClaims()}
	u.report = Report{Collection: src.Collection, Root: root, Skipped: map[string]int{}}
	return u, nil
}

// resolveRoot returns the folder that paths are relative to, without links, and the file's name
// in it where the root is a file.
func resolveRoot(root string) (dir, file string, err error) {
	if dir, err = filepath.Abs(root); err != nil {
		return "", "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", fmt.Errorf("%w: name a folder or a file that exists", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", "", err
	}
	if info.IsDir() {
		return dir, "", nil
	}
	return filepath.Dir(dir), filepath.Base(dir), nil
}

func defaultCollection(root string) string {
	if name := filepath.Base(root); name != string(filepath.Separator) && name != "." {
		return name
	}
	return "root"
}

func checkCollection(name string) error {
	if strings.ContainsAny(name, "\x00\n\r") {
		return fmt.Errorf("collection %q: use a name without line breaks", name)
	}
	return nil
}

// excludeIndex keeps the walk out of the index itself, where that lies below the root.
func excludeIndex(patterns []string, root, indexPath string) []string {
	abs, err := filepath.Abs(indexPath)
	if err != nil {
		return patterns
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return patterns
	}
	return append(patterns[:len(patterns):len(patterns)], "/"+corpus.EscapePattern(filepath.ToSlash(rel))+"/")
}

// known returns the occurrences below root by path, or that of the one file.
func (s *Snapshot) known(ctx context.Context, collection, root, file string) (map[string]*knownFile, error) {
	known := map[string]*knownFile{}
	err := s.eachOccurrence(FieldCollection, collection, func(o Occurrence) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o.Root == root && (file == "" || o.Path == file) {
			known[o.Path] = &knownFile{Occurrence: o}
		}
		return nil
	})
	return known, err
}

// workers is how many goroutines read, analyse and write batches: one more than processors, because
// a batch is waited for until it is on disk. Every one holds a batch in memory.
func workers() int { return 1 + max(2, runtime.GOMAXPROCS(0)) }
