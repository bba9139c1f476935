package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// In a folder, a dump and JSON lines give the documents that they give alone, below their own
// paths. Files of such names with other content are files.
func TestSource_LinesInAFolder(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "superuser.com")
	if err := os.Mkdir(site, 0o755); err != nil {
		t.Fatal(err)
	}
	post := `<?xml version="1.0"?>` + "\n<posts>\n" + `<row Id="1" PostTypeId="1" CreationDate="2010-01-01" Body="&lt;pre&gt;&lt;code&gt;a = 1&#xA;&lt;/code&gt;&lt;/pre&gt;" />` + "\n</posts>\n"
	files := map[string]string{
		"superuser.com/Posts.xml": post,
		"lines.jsonl":             `{"content":"b = 2\n","path":"b.py"}` + "\nbroken\n",
		"big.jsonl":               `{"content":"c = 3\n"}` + strings.Repeat("\n", 200),
		"other.jsonl":             `{"n":1}` + "\n",
		"large.jsonl":             `{"n":1}` + strings.Repeat("\n", 200),
		"sub/posts.xml":           "<letters/>\n",
		"a.go":                    "package a\n",
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		_ = os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := readSource(t, dir, document.Options{MaxSize: 200})
	if out.err != nil {
		t.Fatal(out.err)
	}
	var paths []string
	for _, f := range out.files {
		paths = append(paths, f.Path)
		if f.Path == "superuser.com/Posts.xml/questions/1/1" && f.Origin.URL != "https://superuser.com/q/1" {
			t.Errorf("%+v", f.Origin)
		}
	}
	slices.Sort(paths)
	sameLines(t, "documents", paths, "a.go", "big.jsonl/1", "lines.jsonl/1/b.py", "other.jsonl", "sub/posts.xml", "superuser.com/Posts.xml/questions/1/1")
	if len(out.skips) != 2 || !strings.HasPrefix(out.skips[0], "large.jsonl too-large") || !strings.HasPrefix(out.skips[1], "lines.jsonl/2 damaged") {
		t.Errorf("skips: %q", out.skips)
	}
}
