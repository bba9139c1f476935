package git

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// ErrNoIndex means that a repository with commits has no index, as after git clone --no-checkout.
var ErrNoIndex = errors.New("the repository has commits and no index: make one with git reset")

// Tracked calls f for every file, link and submodule that the work tree tracks: what its index
// lists, in ascending byte order of paths. Entries have no size; one that is not merged comes up to
// three times. Files of submodules are tracked by these. The error is [ErrNoGit] without the
// program git, and [ErrNoIndex] without an index.
func Tracked(ctx context.Context, top string, f func(Entry) error) error {
	if _, err := exec.LookPath("git"); err != nil {
		return fmt.Errorf("reading %s: %w", top, ErrNoGit)
	}
	dir, common, ok := gitdir.Find(top)
	if !ok {
		return fmt.Errorf("reading %s: %w", top, errNoRepository)
	}
	r, err := openIndex(dir, common)
	if err != nil {
		return fmt.Errorf("reading %s: %w", top, err)
	}
	defer r.Close()
	if _, err := os.Lstat(filepath.Join(r.folder, "index")); err != nil && !r.IsUnborn(ctx) {
		return fmt.Errorf("reading %s: %w", top, cmp.Or(ctx.Err(), ErrNoIndex))
	}
	complaint := new(complaint)
	err = r.run(ctx, nil, complaint, func(out io.Reader) error {
		for lines := bufio.NewReader(out); ; {
			line, err := readLine(lines, 0)
			if err == io.EOF {
				return nil
			}
			var e Entry
			if err == nil {
				e, err = parseIndexEntry(line)
			}
			if err == nil {
				err = f(e)
			}
			if err != nil {
				return err
			}
		}
	}, "ls-files", "-z", "--stage")
	if err == nil && bytes.Contains(complaint.Bytes(), []byte("error: ")) { // it exits with 0 if it cannot read a folder of a sparse index
		err = gitError(ctx, errGitPrints, complaint)
	}
	return err
}

// parseIndexEntry parses a line such as "100644 ID 0\tpath".
func parseIndexEntry(line string) (e Entry, err error) {
	head, path, ok := strings.Cut(line, "\t")
	fields := strings.Fields(head)
	if !ok || len(fields) != 3 || !isObjectID(fields[1]) {
		return e, fmt.Errorf("%w: %.200q", errGitPrints, line)
	}
	e.Path, e.ID = path, fields[1]
	switch fields[0] {
	case "160000":
		e.Kind = Submodule
	case "120000":
		e.Kind = Symlink
	}
	return e, nil
}

// openIndex returns a repository with another's index, and its readable objects. Folders of a
// sparse index are objects.
func openIndex(dir, common string) (*Repository, error) {
	r, err := inFolder(func(r *Repository) error { return cmp.Or(r.link(dir, common), r.linkIndex(dir)) })
	if err != nil {
		r, err = inFolder(func(r *Repository) error { return cmp.Or(r.makeEmpty(common), r.linkIndex(dir)) })
	}
	return r, err
}

// makeEmpty makes our folder a repository without objects, of the format of another one.
func (r *Repository) makeEmpty(common string) error {
	config := "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n" + extensions(common)
	for name, content := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config} {
		if err := os.WriteFile(filepath.Join(r.folder, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return cmp.Or(os.Mkdir(filepath.Join(r.folder, "objects"), 0o700), os.Mkdir(filepath.Join(r.folder, "refs"), 0o700))
}

// linkIndex links the index of another repository. An index may be split.
func (r *Repository) linkIndex(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != "index" && !strings.HasPrefix(e.Name(), "sharedindex.") || !e.Type().IsRegular() {
			continue
		}
		from, err := filepath.Abs(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		if err := os.Symlink(from, filepath.Join(r.folder, e.Name())); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}
