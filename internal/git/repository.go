// Package git reads repositories by the program git, without a checkout.
//
// Git knows all formats of objects and references, and reads 600 MB/s (docs/decisions/git.md). But
// a repository may be hostile, and its configuration can run programs. So git never sees it: it is
// started in a folder of our own, with links to the objects and the references only. Grafts,
// replacements, hooks and filters are thereby not honoured, and nothing is fetched. Alternates are
// those that the user names.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/gitdir"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Repository is an open repository. It is safe for concurrent use.
type Repository struct {
	folder    string          // ours
	shallow   map[string]bool // commits of a shallow clone whose parents it lacks
	irregular []string
	// alternates are folders of objects of other repositories, as [alternatesVariable] has them.
	alternates string

	mu   sync.Mutex
	idle []*reader
}

// Irregular returns an entry that is left out, by its path in the repository. It is a pipe, for
// which git would wait, or anything else that is neither a file nor a folder.
func (r *Repository) Irregular() []string { return r.irregular }

var errNoRepository = errors.New("it is not a git repository")

const (
	maxConfig  = 1 << 20
	maxShallow = 64 << 20
)

// Open opens the repository at path. Close it.
func Open(path string) (r *Repository, err error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, ErrNoGit)
	}
	dir, common, ok := gitdir.Find(path)
	if !ok {
		return nil, fmt.Errorf("reading %s: %w", path, errNoRepository)
	}
	if r, err = inFolder(func(r *Repository) error { return r.link(dir, common) }); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return r, nil
}

// inFolder returns a repository in a new folder, which link fills.
func inFolder(link func(*Repository) error) (*Repository, error) {
	folder, err := os.MkdirTemp("", "chaffinch-git-")
	if err != nil {
		return nil, err
	}
	r := &Repository{folder: folder}
	if err := link(r); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// sharded matches the folders of objects that are not in packs.
var sharded = lazyregexp.New(`^([0-9a-f]{2}|pack)$`)

var errLinkedObjects = errors.New("its folder objects is a symbolic link, which is not followed: " +
	"copy the repository with git clone --bare --no-local, and use the copy")

// link makes our folder a repository with the objects and references of another one.
func (r *Repository) link(dir, common string) error {
	head, err := gitdir.ReadSmall(filepath.Join(dir, "HEAD"), gitdir.MaxPointer)
	if err != nil {
		return err
	}
	config := "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tcommitGraph = false\n[extensions]\n" + extensions(common)
	for name, content := range map[string]string{"HEAD": string(head), "config": config} {
		if err := os.WriteFile(filepath.Join(r.folder, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	shallow, err := gitdir.ReadSmall(filepath.Join(common, "shallow"), maxShallow)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := r.cutAt(strings.Fields(string(shallow))); err != nil {
		return err
	}
	if err := r.permitAlternates(common); err != nil {
		return err
	}
	objects := filepath.Join(common, "objects")
	if info, err := os.Lstat(objects); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return errLinkedObjects
	}
	entries, err := os.ReadDir(objects)
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(r.folder, "objects"), 0o700); err != nil {
		return err
	}
	for _, e := range entries {
		if sharded.MatchString(e.Name()) {
			if err := r.linkRegular(common, filepath.Join("objects", e.Name()), e.Type()); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"refs", "packed-refs", "reftable"} {
		info, err := os.Stat(filepath.Join(common, name))
		if err != nil {
			continue
		}
		if err := r.linkRegular(common, name, info.Mode().Type()); err != nil {
			return err
		}
	}
	return nil
}

// cutAt adds commits whose parents are missing.
func (r *Repository) cutAt(ids []string) error {
	for _, id := range ids {
		if !isObjectID(id) {
			return fmt.Errorf("the file shallow has %.80q, which is not an id", id)
		}
		if r.shallow == nil {
			r.shallow = map[string]bool{}
		}
		r.shallow[id] = true
	}
	if len(r.shallow) == 0 {
		return nil
	}
	list := strings.Join(slices.Sorted(maps.Keys(r.shallow)), "\n") + "\n"
	return os.WriteFile(filepath.Join(r.folder, "shallow"), []byte(list), 0o600)
}

// linkRegular links the file or folder of that name, without its irregular entries.
func (r *Repository) linkRegular(common, name string, kind fs.FileMode) error {
	from, to := filepath.Join(common, name), filepath.Join(r.folder, name)
	switch {
	case isRegular(from, kind, !strings.HasPrefix(name, "objects")):
		return os.Symlink(from, to)
	case !kind.IsDir():
		r.irregular = append(r.irregular, filepath.ToSlash(name))
		return nil
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	for _, e := range entries {
		if err := r.linkRegular(common, filepath.Join(name, e.Name()), e.Type()); err != nil {
			return err
		}
	}
	return nil
}

// isRegular reports whether a file, or all in a folder, is regular. Links to files are, if links is
// set: references were links once.
func isRegular(path string, kind fs.FileMode, links bool) bool {
	if links && kind&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	}
	if !kind.IsDir() {
		return kind.IsRegular()
	}
	entries, _ := os.ReadDir(path) // git reports the error
	return !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !isRegular(filepath.Join(path, e.Name()), e.Type(), links)
	})
}

// extensions returns the settings of a repository that define how objects and references are
// stored.
func extensions(common string) (lines string) {
	config, err := gitdir.ReadSmall(filepath.Join(common, "config"), maxConfig)
	if err != nil {
		return ""
	}
	section := ""
	for line := range strings.Lines(string(config)) {
		if m := sectionHead.FindStringSubmatch(line); m != nil {
			section, line = m[1], line[len(m[0]):]
		}
		if m := extension.FindStringSubmatch(line); m != nil && strings.EqualFold(section, "extensions") {
			lines += fmt.Sprintf("\t%s = %s\n", m[1], m[2])
		}
	}
	return lines
}

var (
	sectionHead = lazyregexp.New(`^\s*\[\s*([^\]]*?)\s*\]`)
	extension   = lazyregexp.New(`(?i)^\s*(objectformat|refstorage)\s*=\s*(sha1|sha256|files|reftable)\s*$`)
)

// Close ends the processes that are not in use, and removes our folder.
func (r *Repository) Close() {
	r.endIdle()
	os.RemoveAll(r.folder)
}

// command returns a command of git, which ends with ctx.
func (r *Repository) command(ctx context.Context, arguments ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", arguments...)
	cmd.Dir = r.folder
	cmd.Env = []string{
		"GIT_DIR=" + r.folder, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
		"GIT_ALLOC_LIMIT=" + allocLimit(arguments[0]),
	}
	if r.alternates != "" {
		cmd.Env = append(cmd.Env, alternatesVariable+"="+r.alternates)
	}
	for _, name := range []string{"PATH", "SYSTEMROOT", "TMPDIR", "TEMP"} {
		if value, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	return cmd
}

// A hostile object of a megabyte unpacks to a gigabyte. Git ends instead of allocating more than a
// limit at once.
const (
	objectLimit = "320m" // to read objects: more than corpus.MostSize
	tableLimit  = "1g"   // to list them: git has a table of all, of 1 GiB for about 50 million
)

// allocLimit returns the limit for a command of git.
func allocLimit(command string) string {
	if command == "rev-list" {
		return tableLimit
	}
	return objectLimit
}

// mostComplaint bounds the kept text of the errors that git prints.
const mostComplaint = 64 << 10

// complaint keeps the beginning of what git prints as errors.
type complaint struct{ bytes.Buffer }

func (c *complaint) Write(p []byte) (int, error) {
	c.Buffer.Write(p[:min(len(p), max(0, mostComplaint-c.Len()))])
	return len(p), nil
}

// errLargeObject: see allocLimit.
var errLargeObject = errors.New("git exceeded its memory limit: an object unpacks to over 320 MiB, or the repository has too many objects")

// gitError returns the error of a command of git, with its output.
func gitError(ctx context.Context, err error, c *complaint) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	text := strings.TrimSpace(c.String())
	if i := strings.Index("\n"+text, "\nfatal: "); i >= 0 {
		text = text[i+len("fatal: "):]
	}
	line, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(line, "attempting to allocate ") {
		return errLargeObject
	}
	if line == "" {
		return fmt.Errorf("git: %w", err)
	}
	return fmt.Errorf("git: %.300s", line)
}

// stream runs a command and calls f with its output.
func (r *Repository) stream(ctx context.Context, f func(io.Reader) error, arguments ...string) error {
	return r.run(ctx, nil, new(complaint), f, arguments...)
}

// run runs a command that reads in, and calls f with its output.
func (r *Repository) run(ctx context.Context, in io.Reader, errs *complaint, f func(io.Reader) error, arguments ...string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := r.command(ctx, arguments...)
	cmd.Stdin, cmd.Stderr = in, errs
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	if err := f(out); err != nil {
		stop()
		_ = cmd.Wait()
		return err
	}
	return gitError(ctx, cmd.Wait(), errs)
}

// output returns the output of a command, of at most limit bytes.
func (r *Repository) output(ctx context.Context, limit int64, arguments ...string) (text []byte, err error) {
	err = r.stream(ctx, func(out io.Reader) (err error) {
		text, err = io.ReadAll(io.LimitReader(out, limit+1))
		if err == nil && int64(len(text)) > limit {
			err = fmt.Errorf("git %s prints over %d bytes", arguments[0], limit)
		}
		return err
	}, arguments...)
	return text, err
}
