package pairs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestClass_IsDeterministic(t *testing.T) {
	c := class{n: 60, lines: 200, seed: 7}
	var first []string
	for range 2 {
		dir := t.TempDir()
		copies, err := c.write(dir)
		if err != nil || len(copies) != c.n/copied {
			t.Fatal(copies, err)
		}
		var files []string
		lines := 0
		for i := range c.n {
			content, err := os.ReadFile(filepath.Join(dir, name(i)))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(content), "$") {
				t.Errorf("%s has a variable without a name", name(i))
			}
			files = append(files, string(content))
			lines += strings.Count(string(content), "\n")
		}
		if mean := lines / c.n; mean < c.lines*9/10 || mean > c.lines*11/10 {
			t.Errorf("%d lines on the average, not %d", mean, c.lines)
		}
		if first == nil {
			first = files
		}
		if !slices.Equal(first, files) {
			t.Error("the files differ the second time")
		}
	}
}
