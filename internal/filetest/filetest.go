// Package filetest lays out files for tests of comparisons (folders, archives, two small sources),
// and damages indexes.
package filetest

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Folder writes files, by their paths with slashes, to a new temporary folder.
func Folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// GoSources returns the folder of the sources of Go's standard library. The test fails if it is
// missing. Only the go command knows the folder: a program that was built with -trimpath does not.
func GoSources(t testing.TB) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("asking for GOROOT: %v", err)
	}
	sources := filepath.Join(strings.TrimSpace(string(root)), "src")
	if _, err := os.Stat(filepath.Join(sources, "strings")); err != nil {
		t.Fatal(err)
	}
	return sources
}

// TruncateSegments leaves a share of each segment of an index, which may be open.
func TruncateSegments(t *testing.T, path string, share float64) {
	t.Helper()
	cut := 0
	err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".zap" {
			cut++
			info, _ := d.Info()
			err = os.Truncate(name, int64(share*float64(info.Size())))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if cut == 0 {
		t.Fatal("no segments")
	}
}

// Zip returns a zip archive with the files, each a path and its content, in that order.
func Zip(t *testing.T, files ...[2]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		member, err := w.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := member.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Queue is a Go source of about 100 tokens.
const Queue = `package queue

type ring struct {
	items      []int
	head, tail int
}

func (r *ring) push(v int) bool {
	next := (r.tail + 1) % len(r.items)
	if next == r.head {
		return false
	}
	r.items[r.tail] = v
	r.tail = next
	return true
}

func (r *ring) pop() (int, bool) {
	if r.head == r.tail {
		return 0, false
	}
	v := r.items[r.head]
	r.head = (r.head + 1) % len(r.items)
	return v, true
}
`

// Words is a Go source that has nothing in common with Queue.
const Words = `package words

import "strings"

func frequencies(text string) map[string]int {
	counts := map[string]int{}
	for _, field := range strings.Fields(strings.ToLower(text)) {
		field = strings.Trim(field, ".,;:!?")
		if field != "" {
			counts[field]++
		}
	}
	return counts
}
`
