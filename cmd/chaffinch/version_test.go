package main

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

func TestVersion_NamesCommitAndGo(t *testing.T) {
	of := func(main string, pairs ...string) string {
		info := &debug.BuildInfo{GoVersion: "go1.99", Main: debug.Module{Version: main}}
		for kv := range slices.Chunk(append(pairs, "GOOS", "plan9", "GOARCH", "mips"), 2) {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: kv[0], Value: kv[1]})
		}
		return buildOf(info).text()
	}
	const at = "2026-11-22T10:00:00Z"
	for _, c := range []struct{ got, want string }{
		{of("(devel)"), version + "\ncommit unknown\n"},
		{of("v1.2.3"), "1.2.3\ncommit unknown\n"},
		{of("v0.0.0-2026", "vcs.revision", "abc", "vcs.time", at), version + "\ncommit abc of " + at + "\n"},
		{of("(devel)", "vcs.revision", "abc", "vcs.time", at, "vcs.modified", "true"), version + "\ncommit abc of " + at + ", with changes\n"},
	} {
		if want := "chaffinch version " + c.want + "go1.99 plan9/mips\n"; c.got != want {
			t.Errorf("%q, not %q", c.got, want)
		}
	}
	commit, date = "abc", "2026-11-22T10:00:00Z" // as the linker of a release sets them
	defer func() { commit, date = "", "" }()
	if got := of("(devel)"); !strings.Contains(got, "\ncommit abc of 2026-11-22T10:00:00Z\n") {
		t.Errorf("of a release: %q", got)
	}
	if got := of("(devel)", "vcs.revision", "def", "vcs.time", date); !strings.Contains(got, "\ncommit def of") {
		t.Errorf("of a checkout: %q", got)
	}
}

// The build command of the README makes the program that it describes: without libraries to load,
// without debug information or paths of this machine, and with the commit. Its flags compile every
// package again, so .ci/full builds the program, and names it in CHAFFINCH_PROGRAM.
func TestBuild_IsAsReadmeSays(t *testing.T) {
	program := os.Getenv("CHAFFINCH_PROGRAM")
	if program == "" {
		t.Skip("CHAFFINCH_PROGRAM names no program that was built as README.md says")
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if libraries, err := f.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("it is not static: it loads %q, %v", libraries, err)
	}
	for _, s := range f.Sections {
		if s.Type == elf.SHT_SYMTAB || strings.HasPrefix(s.Name, ".debug") || strings.HasPrefix(s.Name, ".zdebug") {
			t.Errorf("it is not stripped: it has %s", s.Name)
		}
	}
	bytesOf, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(bytesOf, []byte(here)) {
		t.Errorf("it is not trimmed: it contains %s", here)
	}
	out, err := exec.Command(program, "version", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var b build
	if err := json.Unmarshal(out, &b); err != nil {
		t.Fatal(err)
	}
	if b.Version != version || b.Go != runtime.Version() || b.Platform != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("it prints %s", out)
	}
	if commit := headOf(t, "../.."); b.Commit != commit {
		t.Errorf("its commit is %q, not %q", b.Commit, commit)
	}
}

// headOf returns the commit that Go records for a program of the folder: that of a checkout with a
// folder .git. In a linked work tree .git is a file, and Go records nothing.
func headOf(t *testing.T, folder string) string {
	t.Helper()
	if info, err := os.Stat(filepath.Join(folder, ".git")); err != nil || !info.IsDir() {
		return ""
	}
	head, err := exec.Command("git", "-C", folder, "rev-parse", "HEAD").Output()
	if err != nil {
		return "" // no git: Go records nothing either
	}
	return strings.TrimSpace(string(head))
}
