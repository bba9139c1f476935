package observed

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadFile_ReturnsWhatWasWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.tsv")
	all := []Score{
		{Use: Search, Set: "Go tree", Language: "Go", Tokens: 123, Score: 1.0 / 3, Copy: true, Sure: 0.75},
		{Use: Pairs, Set: "", Language: "", Tokens: 0, Score: 1e-9, Foreign: true, Run: "a class"},
	}
	if err := WriteFile(name, all); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(name); err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("%+v (%v), not %+v", got, err, all)
	}
}

func TestReadFile_NamesTheLineThatIsWrong(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.tsv")
	for _, wrong := range []string{"search\tGo\n", "search\ta\tGo\tmany\t.5\ttrue\tfalse\t\t0\n", "search\ta\tGo\t9\t.5\tperhaps\tfalse\t\t0\n"} {
		if err := os.WriteFile(name, []byte("search\ta\tGo\t9\t0.5\ttrue\tfalse\t\t0\n"+wrong), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(name); err == nil || !strings.Contains(err.Error(), ":2: ") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
