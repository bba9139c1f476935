package git

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Kind is what an entry is.
type Kind uint8

// The kinds of entries. Only blobs can be read.
const (
	Blob      Kind = iota
	Symlink        // its content is where it points to
	Submodule      // the commit of another repository
	Missing        // an object that the repository lacks; the path may be empty
	Unnamed        // an object that a tag names
	Repeated       // an object whose path, as far as git prints it, is that of another one of the commit
)

// Entry is a file of a commit.
type Entry struct {
	Kind   Kind
	Path   string // any bytes, and not necessarily a path
	ID     string // of the object: 40 or 64 hexadecimal digits
	Size   int64  // bytes
	Commit *Commit
}

// Commit is a commit, as far as answers name it.
type Commit struct {
	ID     string
	Date   time.Time // when it was committed, in UTC
	Author string    // name <address>
}

const (
	mostEntries  = 10_000_000 // of a tree, which a hostile repository may repeat without end
	mostGitLine  = 1 << 20    // bytes of a line or path
	mostRevision = 1 << 10
)

var errBadRevision = errors.New("the repository has no such revision")

// Commit returns the commit of a revision.
func (r *Repository) Commit(ctx context.Context, revision string) (*Commit, error) {
	if strings.HasPrefix(revision, "-") || len(revision) > mostRevision {
		return nil, fmt.Errorf("%w: %q", errBadRevision, revision)
	}
	text, err := r.output(ctx, 1<<16, "rev-list", "--max-count=1", gitFormat, revision, "--")
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: %q (%w)", errBadRevision, revision, err)
	}
	if err != nil {
		return nil, err
	}
	head, line, _ := strings.Cut(string(text), "\n")
	id, ok := strings.CutPrefix(head, "commit ")
	if !ok || !isObjectID(id) {
		return nil, fmt.Errorf("%w: %q", errBadRevision, revision)
	}
	return newCommit(id, strings.TrimSuffix(line, "\n")), nil
}

// gitFormat is how a commit is printed, after a line with its id.
const gitFormat = "--format=tformat:%ct%x00%an <%ae>"

func newCommit(id, line string) *Commit {
	seconds, author, _ := strings.Cut(line, "\x00")
	at, _ := strconv.ParseInt(seconds, 10, 64)
	return &Commit{id, time.Unix(at, 0).UTC(), strings.ToValidUTF8(author, "\ufffd")}
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

// Tips returns a hash of HEAD and of all references.
func (r *Repository) Tips(ctx context.Context) (string, error) {
	sum := sha256.New()
	err := r.stream(ctx, func(out io.Reader) error {
		_, err := io.Copy(sum, out)
		return err
	}, "for-each-ref", "--format=%(refname) %(objectname)")
	if err != nil {
		return "", err
	}
	head, _ := r.output(ctx, 1<<10, "rev-parse", "--verify", "--quiet", "HEAD") // there may be none
	return hex.EncodeToString(sum.Sum(head)[:20]), nil
}

// Tree calls f for every file of a commit.
func (r *Repository) Tree(ctx context.Context, c *Commit, f func(Entry) error) error {
	return r.stream(ctx, func(out io.Reader) error {
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, mostGitLine)
		lines.Split(splitNUL)
		for n := 0; lines.Scan(); n++ {
			if n == mostEntries {
				return fmt.Errorf("a tree has over %d files", mostEntries)
			}
			e, err := parseTreeEntry(lines.Text())
			if err != nil {
				return err
			}
			e.Commit = c
			if err := f(e); err != nil {
				return err
			}
		}
		return lines.Err()
	}, "ls-tree", "-r", "-z", "-l", "--full-tree", c.ID)
}

func splitNUL(data []byte, end bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if end && len(data) > 0 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	return 0, nil, nil
}

var errGitPrints = errors.New("git prints what is not expected")

// parseTreeEntry parses a line such as "100644 blob ID  123\tpath".
func parseTreeEntry(line string) (e Entry, err error) {
	head, path, ok := strings.Cut(line, "\t")
	fields := strings.Fields(head)
	if !ok || len(fields) != 4 || !isObjectID(fields[2]) {
		return e, fmt.Errorf("%w: %.200q", errGitPrints, line)
	}
	e.Path, e.ID = path, fields[2]
	switch {
	case fields[1] == "commit":
		e.Kind = Submodule
	case fields[0] == "120000":
		e.Kind = Symlink
	default:
		if e.Size, err = strconv.ParseInt(fields[3], 10, 64); err != nil {
			e.Kind = Missing
		}
	}
	return e, nil
}

// History calls f for every blob that the arguments of rev-list reach, once, with the first commit that had
// it: parents come before their children, and else earlier commits before later ones.
func (r *Repository) History(ctx context.Context, f func(Entry) error, arguments ...string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	check, err := r.start(ctx, "cat-file", "--batch-check")
	if err != nil {
		return err
	}
	found := make(chan Entry, 1<<10)
	listed := make(chan error, 1)
	go func() {
		defer close(found)
		arguments := append([]string{"rev-list", "--objects", "--in-commit-order", "--date-order", "--reverse", "--missing=print", gitFormat}, arguments...)
		listed <- r.stream(ctx, func(out io.Reader) error { return listObjects(ctx, out, check.in, found) }, arguments...)
	}()
	err = eachBlob(found, check.out, f)
	stop()
	for range found { // until the listing has ended
	}
	if listing := <-listed; err == nil || errors.Is(listing, errGitPrints) {
		err = listing
	}
	_ = check.end()
	return err
}

// listObjects parses the output of rev-list. It sends each object to found, and its id to check.
func listObjects(ctx context.Context, out io.Reader, check io.Writer, found chan<- Entry) error {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, mostGitLine)
	var commit *Commit
	seen := map[string]bool{} // paths of the commit: git cuts a path at a line break
	for lines.Scan() {
		line := lines.Text()
		if id, ok := strings.CutPrefix(line, "commit "); ok && isObjectID(id) {
			if !lines.Scan() {
				break
			}
			commit = newCommit(id, lines.Text())
			clear(seen)
			continue
		}
		id, path, _ := strings.Cut(line, " ")
		e := Entry{Path: path, ID: id, Commit: commit}
		if lost, ok := strings.CutPrefix(id, "?"); ok {
			e.ID, e.Kind = lost, Missing
		}
		if !isObjectID(e.ID) {
			return fmt.Errorf("%w: %.200q", errGitPrints, line)
		}
		if seen[path] {
			e.Kind = Repeated
		}
		seen[path] = true
		select {
		case found <- e:
		case <-ctx.Done():
			return ctx.Err()
		}
		if e.Kind == Missing {
			continue
		}
		if _, err := io.WriteString(check, e.ID+"\n"); err != nil {
			return err
		}
	}
	return lines.Err()
}

// eachBlob calls f for the blobs among the objects, of which checked has the types.
func eachBlob(found <-chan Entry, checked *bufio.Reader, f func(Entry) error) error {
	for e := range found {
		if e.Kind != Missing {
			line, err := checked.ReadString('\n')
			if err != nil {
				return err
			}
			fields := strings.Fields(line)
			switch {
			case len(fields) == 2 && fields[1] == "missing":
				e.Kind = Missing
			case len(fields) != 3 || fields[0] != e.ID:
				return fmt.Errorf("%w: %.200q", errGitPrints, line)
			case fields[1] != "blob":
				continue
			}
			if e.Kind != Missing {
				e.Size, _ = strconv.ParseInt(fields[2], 10, 64)
			}
		}
		if e.Kind != Missing && (e.Commit == nil || e.Path == "") { // an object that a tag names
			e.Kind = Unnamed
		}
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}
