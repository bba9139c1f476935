//go:build unix

package main

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestEveryHostileFileIsIndexedOrCounted: whatever lies in a folder is indexed, or counted under its reason.
func TestEveryHostileFileIsIndexedOrCounted(t *testing.T) {
	c := newCommandLine(t)
	for i, name := range []string{"plain.go", "line\nbreak.go", "-rf.go", "\x1b[31m.go", "$(x).go"} {
		c.write("src/"+name, source(i))
	}
	c.write("src/breaks.c", strings.Repeat("\n", 1<<20))
	c.write("src/nul.c", "int x;\x00")
	c.write("src/empty.c", "")
	deep := "src/" + strings.Repeat(strings.Repeat("d", 100)+"/", 30)
	c.write(deep+"deep.go", source(5))
	for _, err := range []error{
		os.WriteFile("src/sparse.go", []byte("package a\n"), 0o644), os.Truncate("src/sparse.go", 10<<30),
		syscall.Mkfifo("src/pipe.go", 0o644),
		os.Symlink(".", "src/loop"), os.Symlink("self", "src/self"),
		os.Link("src/plain.go", "src/hard.go"),
	} {
		if err != nil {
			t.Skipf("not all of it can be made here: %v", err)
		}
	}
	want := map[string]int{"too-short": 1, "binary": 1, "empty": 1, "too-large": 1, "not-regular": 1, "symlink": 2}
	out, _ := c.run(exitFound, "index", "--index", "ix", "--json", "--max-size", "268435456", "src")
	var printed struct {
		Reports []struct {
			Added, Contents int
			Skipped         map[string]int
		}
	}
	if err := json.Unmarshal([]byte(out), &printed); err != nil || len(printed.Reports) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	if r := printed.Reports[0]; r.Added != 7 || r.Contents != 6 || !maps.Equal(r.Skipped, want) {
		t.Errorf("got %+v, want 7 files of 6 contents, and skipped %v", r, want)
	}
	out, _ = c.run(exitFound, "list", "--index", "ix")
	if name := "d/deep.go"; !strings.Contains(out, name) {
		t.Errorf("%s is not listed: %s", name, out)
	}
}
