package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A folder may be at many paths, with more files than can be listed. Ten folders in ten folders,
// six levels deep, are a million files in a kilobyte. Folders that were listed before are listed
// again as long as they have at most freeRepeated files, or as many as are in other folders.
const (
	freeRepeated = 20_000
	mostEntries  = 2_000_000  // as in an archive
	mostListed   = 10_000_000 // with those in folders that are left out
	mostRevision = 1 << 10
)

var (
	errBadRevision = errors.New("the repository has no such revision")
	errGitPrints   = errors.New("unexpected output of git")
)

// shallowAdvice is advice on how to get more commits of a shallow clone.
const shallowAdvice = "the clone is shallow, so get more commits with git fetch --deepen 1, or check out with fetch-depth 2"

// Resolve returns the id of the commit that a revision names.
func (r *Repository) Resolve(ctx context.Context, revision string) (id string, err error) {
	if strings.HasPrefix(revision, "-") || len(revision) > mostRevision {
		return "", fmt.Errorf("%w: %q", errBadRevision, revision)
	}
	text, err := r.output(ctx, 1<<10, "rev-parse", "--verify", revision+"^{commit}")
	if err != nil && ctx.Err() == nil && len(r.shallow) > 0 {
		return "", fmt.Errorf("%w: %q (%w): %s", errBadRevision, revision, err, shallowAdvice)
	}
	if err != nil && ctx.Err() == nil {
		return "", fmt.Errorf("%w: %q (%w)", errBadRevision, revision, err)
	}
	if err != nil {
		return "", err
	}
	if id = strings.TrimSpace(string(text)); !isObjectID(id) {
		return "", fmt.Errorf("%w: %q", errBadRevision, revision)
	}
	return id, nil
}

// IsUnborn reports whether the repository has no commit at HEAD yet.
func (r *Repository) IsUnborn(ctx context.Context) bool {
	_, err := r.output(ctx, 1<<10, "rev-parse", "--verify", "--quiet", "HEAD")
	return err != nil && ctx.Err() == nil
}

// isObjectID reports whether the text is an id, by SHA-1 or SHA-256.
func isObjectID(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(text) == 40 || len(text) == 64
}

// Tree calls f for every file of a commit.
func (r *Repository) Tree(ctx context.Context, commit string, f func(Entry) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return r.typed(ctx, stop, nil, func(found chan<- Entry, check io.Writer) error {
		send := func(e Entry) error {
			select {
			case found <- e:
			case <-ctx.Done():
				return ctx.Err()
			}
			if e.Kind != Blob {
				return nil
			}
			_, err := io.WriteString(check, e.ID+"\n")
			return err
		}
		return r.stream(ctx, func(out io.Reader) error {
			return eachInTree(bufio.NewReader(out), send)
		}, "ls-tree", "-r", "-t", "-z", "--full-tree", commit)
	}, func(typed <-chan Entry) error {
		for e := range typed {
			if err := f(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// eachInTree calls f for every file that git ls-tree prints.
func eachInTree(lines *bufio.Reader, f func(Entry) error) error {
	var (
		folders       = map[string]bool{} // ids
		again         string              // a folder that was met before, with a slash
		omitted       bool
		repeated, new int
	)
	for n := 0; ; n++ {
		line, err := readLine(lines, 0)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if n == mostListed || repeated+new == mostEntries {
			return fmt.Errorf("%w: over %d", ErrTooMany, repeated+new)
		}
		e, err := parseTreeEntry(line)
		if err != nil {
			return err
		}
		inAgain := again != "" && strings.HasPrefix(e.Path, again)
		switch {
		case inAgain && omitted:
			continue
		case e.Kind == tree && !inAgain && folders[e.ID]:
			again = e.Path + "/"
			if omitted = repeated > max(new, freeRepeated); !omitted {
				continue
			}
			e.Kind, e.Path = RepeatedFolder, again
		case e.Kind == tree:
			folders[e.ID] = true
			continue
		case inAgain:
			repeated++
		default:
			new++
		}
		if err := f(e); err != nil {
			return err
		}
	}
}

// parseTreeEntry parses a line such as "100644 blob ID\tpath".
func parseTreeEntry(line string) (e Entry, err error) {
	head, path, ok := strings.Cut(line, "\t")
	fields := strings.Fields(head)
	if !ok || len(fields) != 3 || !isObjectID(fields[2]) {
		return e, fmt.Errorf("%w: %.200q", errGitPrints, line)
	}
	e.Path, e.ID = path, fields[2]
	switch {
	case fields[1] == "commit":
		e.Kind = Submodule
	case fields[1] == "tree":
		e.Kind = tree
	case fields[0] == "120000":
		e.Kind = Symlink
	}
	return e, nil
}
