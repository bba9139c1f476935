package trees

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// layOut writes files to a new folder.
func layOut(t *testing.T, files map[string]string) string {
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

const queue = `package queue

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

const words = `package words

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

func zipped(t *testing.T, files ...[2]string) string {
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
