package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSelections_FilesOfTheSameBytesCountOnce(t *testing.T) {
	dir := t.TempDir()
	source := "package p\n\nfunc f() {\n" + strings.Repeat("x = y + 1\nif a < b { c() }\n", 20) + "}\n"
	for name, content := range map[string]string{
		"a.go": source, "b.go": source, "c.txt": "It was a bright cold day in April.",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := printSelections(&out, dir); err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(out.String()) {
		if columns := strings.Fields(line); len(columns) == 7 {
			rows = append(rows, strings.Join([]string{columns[0], columns[1], columns[3]}, " "))
		}
	}
	want := "structure 1 robust,structure 1 open-closed,exact 1 robust,exact 1 open-closed," +
		"text 1 robust,text 1 open-closed"
	if got := strings.Join(rows, ","); got != want {
		t.Errorf("the rows are %s, want %s, in\n%s", got, want, &out)
	}
}
