package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCountsAreReadFromWhatProgramsPrint(t *testing.T) {
	for _, c := range []struct {
		name, printed string
		count         func(printed, out string) (counts, error)
		want          int
	}{
		{"chaffinch", "fs: 2,077 added, 2,070 new contents, 42.2 MB read\n", countIndex, 2077},
		{"zoekt", "finished shard a: 9 index bytes (overhead 2.8), 1200 files processed \n" +
			"finished shard b: 9 index bytes (overhead 2.9), 34 files processed \n", countZoekt, 1234},
	} {
		got, err := c.count(c.printed, "")
		if err != nil || got.files != c.want {
			t.Errorf("%s: %d files, %v; want %d", c.name, got.files, err, c.want)
		}
		if _, err := c.count("nothing of the kind", ""); err == nil {
			t.Errorf("%s: no error where the count is missing", c.name)
		}
	}
}

func TestCountsAreReadFromReports(t *testing.T) {
	out := t.TempDir()
	write(t, out, "pairs.tsv", "a\tb\t0.9\na\tc\t0.8\n")
	write(t, out, "jscpd-report.json", `{"duplicates": [], "statistics": {"total": {"clones": 7, "sources": 36}}}`)
	write(t, out, "report/files.csv", "id,content\n1,\"two\nlines\"\n2,\"\"\"quoted\"\"\"\n3,x\n")
	write(t, out, "report/pairs.csv", "id,left,right\n1,1,2\n2,1,3\n3,2,3\n")
	for _, c := range []struct {
		name  string
		count func(printed, out string) (counts, error)
		want  counts
	}{
		{"chaffinch", countPairs, counts{1036, 2}},
		{"jscpd", countJscpd, counts{36, 7}},
		{"Dolos", countDolos, counts{3, 3}},
	} {
		got, err := c.count("1,036 files, 535,000 pairs: 2 pairs with a score of 0.3 or more\n", out)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
		if _, err := c.count("1,036 files, 2 pairs\n", t.TempDir()); err == nil {
			t.Errorf("%s: no error where the report is missing", c.name)
		}
	}
}

func TestStageCopiesTheFilesThatAllProgramsRead(t *testing.T) {
	from, into := t.TempDir(), filepath.Join(t.TempDir(), "files")
	for _, name := range []string{"a.c", "sub/b.h", "sub/c.go", ".hidden.c", ".git/d.c"} {
		write(t, from, name, "int x;\n")
	}
	write(t, from, "empty.c", "")
	write(t, from, "binary.c", "\x7fELF\x00")
	got, size, err := stage(from, into, []string{".c", ".h"})
	want := []string{filepath.Join(into, "a.c"), filepath.Join(into, "sub", "b.h")}
	if err != nil || !slices.Equal(got, want) || size != 14 {
		t.Fatalf("%q, %d bytes, %v; want %q", got, size, err, want)
	}
	for _, name := range want {
		if content, err := os.ReadFile(name); err != nil || string(content) != "int x;\n" {
			t.Errorf("%s holds %q, %v", name, content, err)
		}
	}
	if all, _, err := stage(from, filepath.Join(t.TempDir(), "files"), nil); err != nil || len(all) != 3 {
		t.Errorf("without extensions: %q, %v; want 3 files", all, err)
	}
	if _, _, err := stage(from, into, []string{".java"}); err == nil {
		t.Error("no error where there is no file")
	}
}

func TestPeersThatAreNotThereAreLeftOut(t *testing.T) {
	own, err := os.Executable() // stands for a program that is there
	if err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(t.TempDir(), "none")
	var said bytes.Buffer
	found := find(map[string]string{"zoekt": own, "jscpd": none, "Dolos": ""}, own, &said)
	if len(found) != 1 || found[0].name != "index" || len(found[0].programs) != 2 {
		t.Errorf("found %v, want the job of index alone", found)
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "zoekt: ") ||
		!strings.Contains(lines[1], "jscpd: left out, as there is no "+none) || lines[2] != "Dolos: left out" {
		t.Errorf("said %q, want a line for each peer", lines)
	}
}

func TestTableHasMediansAndMultiplesOfTheFirst(t *testing.T) {
	rows := []row{
		{"chaffinch", []sample{{2, 3, 100, 1}, {9, 1, 110, 1}, {1, 2, 90, 1}}, counts{10, 4}},
		{"zoekt", []sample{{10, 11, 300, 8}, {12, 13, 400, 8}}, counts{10, 0}},
	}
	var out bytes.Buffer
	if err := printTable(&out, "index", rows); err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		strings.Fields("index files reported CPU s times seconds times peak MB output MB"),
		strings.Fields("chaffinch 10 4 2.00 1.0 2.00 1.0 100 1.0"),
		strings.Fields("zoekt 10 0 12.00 6.0 11.00 5.5 350 8.0"),
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), &out)
	}
	for i, line := range lines {
		if got := strings.Fields(line); !slices.Equal(got, want[i]) {
			t.Errorf("line %d: %q, want %q", i, got, want[i])
		}
	}
}

func TestMultiplesOfNothingAreNotPrinted(t *testing.T) {
	if got := times(3, 0); got != "-" {
		t.Errorf("%q, want -", got)
	}
}

// write makes a file, with the folders above it.
func write(t *testing.T, folder, name, content string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
