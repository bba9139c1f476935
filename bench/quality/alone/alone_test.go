package alone

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
)

func TestRun_ComparesFilesOfTheSameName(t *testing.T) {
	source := "package a\n\nfunc Longest(words []string) (longest string) {\n\tfor _, word := range words {\n" +
		"\t\tif len(word) > len(longest) || len(word) == len(longest) && word < longest {\n\t\t\tlongest = word\n\t\t}\n\t}\n\treturn longest\n}\n"
	renamed := strings.NewReplacer("words", "items", "word", "item", "longest", "best", "Longest", "Best").Replace(source)
	a, b := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(a, "001-long-one.go"): source, filepath.Join(b, "LongOne.go"): source,
		filepath.Join(a, "other.go"): source, filepath.Join(b, "other_2.go"): renamed,
		filepath.Join(a, "third.go"): source,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := cli.Call(t.Context(), Run, []string{a, b}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(out.String()); len(got) != 12 || strings.Join(got[:10], " ") != "language pairs 50% 90% Go 2 0.500 0.500 all 2" {
		t.Error(out.String())
	}
}
