//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
)

// If a resource is exhausted, the program says which one and what to do, readers keep the previous
// state, and the next run with enough of it completes the work.

// limited is a program with an index of some files, and more files to add.
type limited struct {
	t                    *testing.T
	program, tree, index string
	before               string // what readers see
	as                   *syscall.SysProcAttr
}

// newLimited creates the index in the folder, which only root may be able to enter.
func newLimited(t *testing.T, folder string) *limited {
	t.Helper()
	program, err := exec.LookPath("chaffinch") // this binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	s := &limited{t: t, program: program, tree: t.TempDir(), index: filepath.Join(folder, "index")}
	s.write(0, 30)
	s.must("", "index", s.tree)
	s.before = s.must("", "list")
	return s
}

// split adds segments by updates of one file each that are interrupted before they merge.
func (s *limited) split(from, to int) {
	s.t.Helper()
	x, err := disk.Open(context.Background(), s.index, index.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	for n := from; n < to; n++ {
		s.write(n, n+1)
		ctx, cancel := context.WithCancel(context.Background())
		o := index.UpdateOptions{Progress: func(r index.Report) {
			if r.Read > 0 {
				cancel()
			}
		}}
		if _, err := x.Update(ctx, index.Source{Root: s.tree}, o); !errors.Is(err, context.Canceled) {
			s.t.Fatal(err)
		}
		cancel()
	}
	if err := x.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.before = s.must("", "list")
}

// write writes the files from one number to another.
func (s *limited) write(from, to int) {
	s.t.Helper()
	for n := from; n < to; n++ {
		var b strings.Builder
		for line := range 60 {
			fmt.Fprintf(&b, "n%d = f%d(m%d, %d)\n", n*line%97, n+line, line*line%31, n*1000+line)
		}
		file := filepath.Join(s.tree, fmt.Sprintf("%04d.py", n))
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			s.t.Fatal(err)
		}
		if err := makeOld(file); err != nil {
			s.t.Fatal(err)
		}
	}
}

// run runs the program after the shell commands that limit it.
func (s *limited) run(limits string, args ...string) (code int, out, errOut string) {
	s.t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", limits + "\nexec \"$0\" \"$@\" --index \"$INDEX\"", s.program}, args...)...)
	cmd.Env = append(os.Environ(), "INDEX="+s.index)
	cmd.SysProcAttr = s.as
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		s.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// must runs a command that must succeed.
func (s *limited) must(limits string, args ...string) string {
	s.t.Helper()
	code, out, errOut := s.run(limits, args...)
	if code != 0 {
		s.t.Fatalf("%s %q: exit code %d, %s", limits, args, code, errOut)
	}
	return out
}

// fails runs a command that must fail, and checks its message and the state that readers see.
func (s *limited) fails(limits string, says []string, args ...string) {
	s.t.Helper()
	code, _, errOut := s.run(limits, args...)
	if code != 2 || strings.Contains(errOut, "goroutine") {
		s.t.Fatalf("%s %q: exit code %d, %s", limits, args, code, errOut)
	}
	for _, part := range says {
		if !strings.Contains(errOut, part) {
			s.t.Errorf("%s %q: %q is not in: %s", limits, args, part, errOut)
		}
	}
	if got := s.must("", "list"); got != s.before {
		s.t.Errorf("%s %q: readers see\n%s instead of\n%s", limits, args, got, s.before)
	}
}

// completes updates without limits, and compares the result with a new index.
func (s *limited) completes() {
	s.t.Helper()
	s.must("", "index", s.tree)
	s.must("", "check")
	got := s.must("", "list")
	s.index = filepath.Join(s.t.TempDir(), "fresh")
	s.must("", "index", s.tree)
	if want := s.must("", "list"); got != want {
		s.t.Errorf("the index lists\n%s instead of\n%s", got, want)
	}
}

func TestLimits_FileSize(t *testing.T) {
	t.Parallel()
	s := newLimited(t, t.TempDir())
	s.write(30, 330)
	s.fails("ulimit -f 70", []string{s.index, "ulimit -f", "again"}, "index", s.tree) // blocks of 512 bytes, or 1024
	s.completes()
}

// The least number of open files depends on the system. With few of them, the program either
// succeeds or says so.
func TestLimits_OpenFiles(t *testing.T) {
	t.Parallel()
	s := newLimited(t, t.TempDir())
	s.write(30, 330)
	failed := 0
	for n := 10; n <= 16; n += 2 {
		limit := fmt.Sprintf("ulimit -n %d", n)
		if code, _, _ := s.run(limit, "stats"); code != 0 {
			s.fails(limit, []string{"open files"}, "stats")
		}
		code, _, errOut := s.run(limit, "index", s.tree)
		if code == 0 {
			break
		}
		failed++
		if !strings.Contains(errOut, "ulimit -n") || strings.Contains(errOut, "goroutine") {
			t.Fatalf("%s: exit code %d, %s", limit, code, errOut)
		}
		if got := s.must("", "list"); got != s.before {
			t.Fatalf("%s: readers see\n%s instead of\n%s", limit, got, s.before)
		}
	}
	if failed == 0 {
		t.Error("10 open files are enough: test with fewer")
	}
	s.completes()
}

// An index of many segments needs an open file for each. Too few are reported, and are no damage:
// nothing is lost, removed or repaired.
func TestLimits_OpenFilesOfManySegments(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the program for each segment")
	}
	t.Parallel()
	const segments = 60
	s := newLimited(t, t.TempDir())
	s.split(30, 30+segments)
	s.write(30+segments, 40+segments)
	files := func() []string {
		files, err := filepath.Glob(filepath.Join(s.index, "store", "*.zap"))
		if err != nil || len(files) <= segments {
			t.Fatalf("segments %v, %v", files, err)
		}
		return files
	}
	want := files()
	for _, n := range []int{20, 30, 40, segments, segments + 8} {
		limit := fmt.Sprintf("ulimit -n %d", n)
		for _, args := range [][]string{
			{"index", s.tree}, {"remove", s.tree}, {"list"}, {"search", filepath.Join(s.tree, "0003.py")}, {"check"}, {"check", "--repair"},
		} {
			s.fails(limit, []string{s.index, "too many open files", "ulimit -n"}, args...)
			if got := files(); !slices.Equal(got, want) {
				t.Fatalf("%s %q: segments %v instead of %v", limit, args, got, want)
			}
		}
	}
	s.completes()
}

func TestLimits_Memory(t *testing.T) {
	t.Parallel()
	s := newLimited(t, t.TempDir())
	s.write(30, 330)
	s.must("export GOMEMLIMIT=8MiB", "index", s.tree)
	s.completes()
}

// A read-only index answers questions; an unreadable one is an error.
func TestLimits_Permissions(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := newLimited(t, folder)
	s.asNobody(folder)
	modes := func(dirs, files os.FileMode) {
		t.Helper()
		err := filepath.WalkDir(s.index, func(path string, d fs.DirEntry, err error) error {
			mode := files
			if d.IsDir() {
				mode = dirs
			}
			return os.Chmod(path, mode)
		})
		if err == nil {
			err = os.Chmod(folder, dirs)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { modes(0o755, 0o644) }) // or the folder cannot be removed
	question := filepath.Join(s.tree, "0003.py")
	want := s.must("", "search", question)
	modes(0o555, 0o444)
	for _, args := range [][]string{{"search", question}, {"similar", question}, {"stats"}, {"check"}} {
		s.must("", args...)
	}
	if got := s.must("", "search", question); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
	for _, args := range [][]string{{"index", s.tree}, {"remove", s.tree}, {"boilerplate", "add", question}} {
		s.fails("", []string{s.index, "denied", "permissions"}, args...)
	}
	made := s.index
	s.index = filepath.Join(folder, "new")
	if code, _, errOut := s.run("", "index", s.tree); code != 2 || !strings.Contains(errOut, s.index) {
		t.Errorf("exit code %d, %s", code, errOut)
	}
	s.index = made
	modes(0o755, 0o644)
	if err := os.Chmod(s.index, 0); err != nil {
		t.Fatal(err)
	}
	code, _, errOut := s.run("", "search", question)
	if code != 2 || !strings.Contains(errOut, s.index) || !strings.Contains(errOut, "denied") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
	if err := os.Chmod(s.index, 0o755); err != nil {
		t.Fatal(err)
	}
	s.as = nil
	s.completes()
}

// asNobody runs the program as a user subject to permissions, if it would run as root.
func (s *limited) asNobody(folders ...string) {
	s.t.Helper()
	if os.Getuid() != 0 {
		return
	}
	own := filepath.Join(s.t.TempDir(), "chaffinch")
	content, err := os.ReadFile(s.program)
	if err == nil {
		err = os.WriteFile(own, content, 0o755)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.program = own
	for _, dir := range append(folders, s.tree, filepath.Dir(own)) {
		for _, d := range []string{dir, filepath.Dir(dir)} {
			if err := os.Chmod(d, 0o755); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	s.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if code, _, errOut := s.run("", "stats"); code != 0 {
		s.t.Skipf("cannot run as another user: exit code %d, %s", code, errOut)
	}
}

// nohup lets a program go on when its terminal is closed.
func TestInterruptible_LeavesHangupToNohup(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	_, stop := interruptible()
	defer stop()
	if !signal.Ignored(syscall.SIGHUP) {
		t.Error("the program ends when its terminal is closed")
	}
}
