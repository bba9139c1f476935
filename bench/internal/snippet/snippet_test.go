package snippet

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestCut_LinesOfTheChosenFiles(t *testing.T) {
	dir := t.TempDir()
	whole := map[string]string{}
	for i := range 12 {
		var text strings.Builder
		for line := range 10 + i {
			fmt.Fprintf(&text, "var v%d_%d = %d\n", i, line, line)
		}
		name := fmt.Sprintf("f%d.go", i)
		whole[name] = text.String()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Cut(dir, 4, 6, 1)
	if err != nil || len(got) != 4 {
		t.Fatalf("%d snippets, %v", len(got), err)
	}
	for _, s := range got {
		if bytes.Count(s.Source, []byte("\n")) != 6 || !strings.Contains(whole[s.Path], string(s.Source)) {
			t.Errorf("%s: %q", s.Path, s.Source)
		}
		if strings.Count(whole[s.Path], "\n") < 11 {
			t.Errorf("%s is too short", s.Path)
		}
	}
	again, err := Cut(dir, 4, 6, 1)
	if err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("again: %v, %v", again, err)
	}
	if _, err := Cut(dir, 4, 60, 1); err == nil {
		t.Error("no file is long enough, and that is no error")
	}
}
