package clones

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// Plants are where they are said to be, and both programs' outputs are read.
func TestPlants_AreFoundWhereTheyAre(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("%d.go", i)] = strings.Repeat(filetest.Queue, 8)
	}
	folder := filetest.Folder(t, files)
	to := t.TempDir()
	plants, err := plantAll(config{min: 20, plants: 5, seed: 3, folder: folder}, to)
	if err != nil || len(plants) != 20 {
		t.Fatal(len(plants), err)
	}
	for _, p := range plants {
		a, b := linesAt(t, to, p.original), linesAt(t, to, p.copy)
		if same := a == b; same != (p.kind == exact || p.kind == inOne) {
			t.Errorf("%+v: %q and %q", p, a, b)
		}
		if strings.Count(a, "\n") != strings.Count(b, "\n") {
			t.Errorf("%+v: %d lines and %d", p, strings.Count(a, "\n"), strings.Count(b, "\n"))
		}
		if all := recall([]plant{p}, []block{{p.copy, p.original}}); all[p.kind] != 1 {
			t.Errorf("%+v: recall %v of itself", p, all)
		}
		if none := recall([]plant{p}, []block{{p.original, p.original}}); none[p.kind] != 0 {
			t.Errorf("%+v: recall %v of nothing", p, none)
		}
	}
}

func linesAt(t *testing.T, folder string, p place) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, p.path))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.SplitAfter(string(text), "\n")[p.from-1:p.to], "")
}

func TestReaders(t *testing.T) {
	want := block{{"x.c", 3, 9}, {"a b.c", 13, 19}}
	rows, err := readRows([]byte("x.c\t3\t9\ta b.c\t13\t19\t60\t7\tverbatim\n"))
	if err != nil || len(rows) != 1 || rows[0] != want {
		t.Error(rows, err)
	}
	report, err := readReport([]byte(`{"duplicates": [{"firstFile": {"name": "x.c", "start": 3, "end": 9},
		"secondFile": {"name": "a b.c", "start": 13, "end": 19}}]}`))
	if err != nil || len(report) != 1 || report[0] != want {
		t.Error(report, err)
	}
}
