package report

import (
	"bytes"
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
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Words are before the shared code and in it.
const (
	before = "package p // WORDS\n\n/* WORDS\n WORDS */ "
	copied = `func mean(values []float64) float64 {
	sum := 0.0 // WORDS
	for _, v := range values { /* WORDS */ sum += v * scale("WORDS", len(values)) }
	return sum / float64(len(values)) }`
	behind = " // WORDS\n"
)

// pairIn compares a text in the encoding with one in UTF-8 that has other lines before the shared
// code.
func pairIn(t *testing.T, e encoding.Encoding, words string) (r *pairs.Report, texts map[string]string, files map[string][]byte) {
	t.Helper()
	texts = map[string]string{"a.go": before + copied + behind, "b.go": "package q\n\nvar x = 1\n\n" + copied + behind}
	files = map[string][]byte{}
	dir := t.TempDir()
	for name, text := range texts {
		text = strings.ReplaceAll(text, "WORDS", words)
		texts[name], files[name] = text, []byte(text)
		if name == "a.go" {
			b, err := e.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			files[name] = b
		}
		if err := os.WriteFile(filepath.Join(dir, name), files[name], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, err := chaffinch.Pairs(t.Context(), []string{dir}, pairs.Options{Settings: analyzer.DefaultSettings(), Matches: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if len(c.Pairs) != 1 || len(c.Pairs[0].Matches) != 1 {
		t.Fatalf("%+v", c.Pairs)
	}
	return c, texts, files
}

func TestSARIF_PlacesInAnyEncoding(t *testing.T) {
	for words, e := range map[string]encoding.Encoding{
		"Größe 中文 😀":  unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
		"Größe, café": charmap.Windows1252,
	} {
		r, texts, files := pairIn(t, e, words)
		m := r.Pairs[0].Matches[0]
		want, err := e.NewEncoder().Bytes([]byte(strings.ReplaceAll(copied, "WORDS", words)))
		if err != nil {
			t.Fatal(err)
		}
		if got := files["a.go"][m.A.Bytes.Start:m.A.Bytes.End]; !bytes.Equal(got, want) || m.A.Lines != (answer.Lines{From: 4, To: 7}) {
			t.Errorf("%s: %x at %v is not %x", e, got, m.A.Lines, want)
		}
		if u := r.Units[0]; u.Files[0].Lines != 7 {
			t.Errorf("%s: %d lines", e, u.Files[0].Lines)
		}
		log := sarifOf(t, r, SARIFOptions{Version: "1"})
		region := log.Runs[0].Results[0].Locations[0].Physical.Region
		lines := strings.Split(texts["a.go"], "\n")
		column := 1 + len(utf16.Encode([]rune(lines[3][:strings.Index(lines[3], "func")])))
		end := 1 + len(utf16.Encode([]rune(lines[6][:strings.Index(lines[6], "}")+1])))
		if region != (sarif.Region{StartLine: 4, StartColumn: column, EndLine: 7, EndColumn: end}) {
			t.Errorf("%s: %+v, not from column %d to %d", e, region, column, end)
		}
	}
}
