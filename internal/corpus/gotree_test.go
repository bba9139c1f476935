package corpus

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// All files of the Go tree that go/ast calls generated are Generated. No other is, unless it
// forbids editing, and no Go file is Minified.
func TestWalk_GoTree(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the sources of Go")
	}
	root := filetest.GoSources(t)
	var buf []byte
	count := map[document.Reason]int{}
	err := Walk(context.Background(), root, document.Options{}, func(f File) error {
		content, reason, err := Read(f, document.Options{}, buf)
		buf = content
		count[reason]++
		if err != nil {
			t.Errorf("%s: %v", f.Path, err)
		}
		if strings.HasSuffix(f.Path, ".go") && !strings.Contains(f.Path, "testdata/") {
			checkGo(t, f.Path, content, reason)
		}
		return nil
	}, func(s Skip) { count[s.Reason]++ })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v", count)
	if count[document.Generated] == 0 || count[document.Kept] < 1000 {
		t.Error("that was not the Go tree")
	}
}

func checkGo(t *testing.T, path string, content []byte, reason document.Reason) {
	file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return
	}
	generated := ast.IsGenerated(file)
	says := bytes.Contains(bytes.ToUpper(content[:min(headerLen, len(content))]), []byte("DO NOT EDIT"))
	switch {
	case reason == document.Minified,
		reason == document.Generated && !generated && !says,
		reason == document.Kept && generated:
		t.Errorf("%s: got %v, for go/ast generated is %v", path, reason, generated)
	}
}

// benchRoot returns the folder that the benchmarks walk.
func benchRoot(b *testing.B) string {
	root := os.Getenv("CHAFFINCH_CORPUS")
	if root == "" {
		b.Skip("set CHAFFINCH_CORPUS to a folder, such as the sources of Go")
	}
	return root
}

func BenchmarkWalk(b *testing.B) {
	root := benchRoot(b)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		err := Walk(context.Background(), root, document.Options{}, func(File) error { n++; return nil }, func(Skip) { n++ })
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n), "entries")
	}
}

func BenchmarkRead(b *testing.B) {
	var files []File
	err := Walk(context.Background(), benchRoot(b), document.Options{}, func(f File) error { files = append(files, f); return nil }, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		total := int64(0)
		for _, f := range files {
			buf, _, _ = Read(f, document.Options{}, buf)
			total += int64(len(buf))
		}
		b.SetBytes(total)
		b.ReportMetric(float64(len(files)), "files")
	}
}
