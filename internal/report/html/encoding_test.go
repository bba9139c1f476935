package html

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func TestWrite_SourcesInAnyEncoding(t *testing.T) {
	for words, e := range map[string]encoding.Encoding{
		"Größe 中文 😀":  unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		"Größe, café": charmap.Windows1252,
	} {
		code := strings.ReplaceAll(`func mean(values []float64) float64 {
	sum := 0.0 // WORDS
	for _, v := range values { /* WORDS */ sum += v * scale("WORDS", len(values)) }
	return sum / float64(len(values)) }`, "WORDS", words)
		first := "package p\n/* " + words + " */ " + code + " // " + words + "\n"
		second := "var x = 1\n" + code + "\n"
		recoded, err := e.NewEncoder().String(first)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for name, content := range map[string]string{"a.go": recoded, "b.go": second} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		c, err := chaffinch.Pairs(t.Context(), []string{dir}, pairs.Options{Settings: analyzer.DefaultSettings(), Matches: true})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		d, contents := parsed(t, written(t, faked{Report: c}, Options{}))
		if len(d.Pairs) != 1 || len(d.Pairs[0].Matches) != 1 || contents[d.Units[0].Files[0].Text].Text != first {
			t.Fatalf("%s: %+v, %+v", e, d.Pairs, contents)
		}
		for side, at := range d.Pairs[0].Matches[0].Places {
			shown := utf16.Encode([]rune(contents[d.Units[side].Files[0].Text].Text))
			if got := string(utf16.Decode(shown[at[3]:at[4]])); got != code {
				t.Errorf("%s: side %d shows %q, not %q", e, side, got, code)
			}
		}
	}
}
