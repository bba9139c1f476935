package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// stranger runs a program as another user: in a namespace, where this user's files are the other
// user's.
var stranger = []string{"unshare", "--map-user=54321", "--map-group=54321"}

// again makes the release a second time, as on another machine. It works in another folder, by
// another user with another home, umask, time zone and language, and with an empty cache of
// compiled packages. It returns the folder of the packages, in work.
func again(ctx context.Context, o options, work string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	modules, err := output(".", "go", "env", "GOMODCACHE")
	if err != nil {
		return "", err
	}
	second := filepath.Join(work, "second")
	args := []string{self, "-out", second, "-platforms", strings.Join(o.platforms, ","), "-version", o.version}
	if o.page != "" {
		args = append(args, "-page", o.page)
	}
	if _, err := output(work, stranger[0], append(stranger[1:], "true")...); err == nil {
		args = append(stranger[:len(stranger):len(stranger)], args...)
	} else {
		fmt.Println("the second time is by the same user: unshare cannot start a program as another one")
	}
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", `umask 077 && exec "$0" "$@"`}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+work, "USER=other", "TMPDIR="+filepath.Join(work, "tmp"), "TZ=Asia/Kathmandu", "LC_ALL=C.UTF-8",
		"GOCACHE="+filepath.Join(work, "cache"), "GOMODCACHE="+modules)
	if err := os.Mkdir(filepath.Join(work, "tmp"), 0o700); err != nil {
		return "", err
	}
	cmd.Stderr = secondTime{}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("the second time: %w", err)
	}
	return second, nil
}

// secondTime marks lines of the second time.
type secondTime struct{}

func (secondTime) Write(lines []byte) (int, error) {
	for line := range bytes.Lines(lines) {
		fmt.Fprintf(os.Stderr, "second time: %s", line)
	}
	return len(lines), nil
}

// twice makes the packages two times at once, and compares them. Each has steps that keep one
// processor busy.
func twice(o options, out string) error {
	work, err := os.MkdirTemp("", "chaffinch-again-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var second string
	var failed error
	var wait sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	wait.Go(func() { second, failed = again(ctx, o, work) })
	if err = makeAll(o, "..", out); err != nil {
		stop()
	}
	wait.Wait()
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	return same(out, second)
}

// same returns an error that names the packages that differ.
func same(first, second string) error {
	a, err := table(first)
	if err != nil {
		return err
	}
	b, err := table(second)
	if err != nil {
		return err
	}
	var different []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if a[name] != b[name] {
			different = append(different, name)
		}
	}
	if len(different) > 0 || len(a) != len(b) {
		return errors.New("made twice, these packages differ: " + strings.Join(different, ", "))
	}
	fmt.Printf("%d files are the same when they are made twice\n", len(a))
	return nil
}
