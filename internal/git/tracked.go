package git

import (
	"bufio"
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

// Tracked calls f for the path of every file that the work tree with that top tracks: what its index lists, in ascending
// byte order. Files of submodules are tracked by these. The error is [ErrNoGit] without the program git.
func Tracked(ctx context.Context, top string, f func(path string) error) error {
	if _, err := exec.LookPath("git"); err != nil {
		return fmt.Errorf("reading %s: %w", top, ErrNoGit)
	}
	dir, common, ok := gitdir.Find(top)
	if !ok {
		return fmt.Errorf("reading %s: %w", top, errNoRepository)
	}
	folder, err := os.MkdirTemp("", "chaffinch-git-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	r := &Repository{folder: folder}
	if err := r.linkIndex(dir, common); err != nil {
		return fmt.Errorf("reading %s: %w", top, err)
	}
	return r.stream(ctx, func(out io.Reader) error {
		for lines := bufio.NewReader(out); ; {
			path, err := readLine(lines, 0)
			if err == io.EOF {
				return nil
			}
			if err == nil {
				err = f(path)
			}
			if err != nil {
				return err
			}
		}
	}, "ls-files", "-z", "--cached")
}

// linkIndex makes our folder a repository with the index of another one, and nothing else. An index may be split.
func (r *Repository) linkIndex(dir, common string) error {
	config := "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n" + extensions(common)
	for name, content := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config} {
		if err := os.WriteFile(filepath.Join(r.folder, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	for _, name := range []string{"objects", "refs"} {
		if err := os.Mkdir(filepath.Join(r.folder, name), 0o700); err != nil {
			return err
		}
	}
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
