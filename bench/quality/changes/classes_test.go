package changes

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
)

// A class gives the pairs of its files, and one copy in five files; each class is a run of its own.
func TestRunClasses_LabelsCopies(t *testing.T) {
	text, err := os.ReadFile("testdata/sample.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, task := range []string{"one", "two"} {
		for i := range 6 {
			name := filepath.Join(dir, "classes", task, fmt.Sprintf("s%d.py", i))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, append(text, fmt.Sprintf("\ndef own%d(x):\n    return x + %d\n", i, i)...), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := filepath.Join(dir, "scores.tsv")
	var out bytes.Buffer
	if err := Run(t.Context(), []string{"-classes", "-observe", file, filepath.Join(dir, "classes")}, &out, &out); err != nil {
		t.Fatal(err)
	}
	all, err := observed.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	copies, runs := 0, map[string]bool{}
	for _, s := range all {
		runs[s.Run] = true
		if s.Copy {
			copies++
		}
	}
	if copies < 2 || copies > 4 || len(runs) != 2 || len(all) < 2*6*5/2+copies {
		t.Errorf("%d copies in %d pairs of %d classes", copies, len(all), len(runs))
	}
}
