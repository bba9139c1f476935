package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// again makes the release a second time, as on another machine: in another folder, by a process
// with another home, umask, time zone and language, and with an empty cache of compiled packages.
// Every byte must be the same.
func again(o options, first string) error {
	work, err := os.MkdirTemp("", "chaffinch-again-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	modules, err := output(".", "go", "env", "GOMODCACHE")
	if err != nil {
		return err
	}
	second := filepath.Join(work, "second")
	args := []string{"-out", second, "-platforms", strings.Join(o.platforms, ","), "-version", o.version}
	if o.page != "" {
		args = append(args, "-page", o.page)
	}
	cmd := exec.Command("sh", append([]string{"-c", `umask 077 && exec "$0" "$@"`, self}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+work, "USER=other", "TMPDIR="+filepath.Join(work, "tmp"), "TZ=Asia/Kathmandu", "LC_ALL=C.UTF-8",
		"GOCACHE="+filepath.Join(work, "cache"), "GOMODCACHE="+modules)
	if err := os.Mkdir(filepath.Join(work, "tmp"), 0o700); err != nil {
		return err
	}
	progress("all a second time")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the second time: %w\n%s", err, out)
	}
	return same(first, second)
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
