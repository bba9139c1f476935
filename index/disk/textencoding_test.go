package disk

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// recoded returns a program with non-ASCII words in several encodings, by path.
func recoded(t *testing.T, words string, encodings map[string]encoding.Encoding, mark string) map[string]string {
	t.Helper()
	text := mark + "/* " + words + " */\n" + source(1) + fmt.Sprintf("\nvar s = \"%s\" // %s\n", words, words)
	files := map[string]string{"utf-8.go": text}
	for name, e := range encodings {
		b, err := e.NewEncoder().String(text)
		must(t, err)
		files[name+".go"] = b
	}
	return files
}

func TestUpdate_EncodingsAreIndexedAlike(t *testing.T) {
	wide := map[string]encoding.Encoding{
		"utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
		"utf-16be": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	}
	marked := map[string]encoding.Encoding{
		"utf-16le": wide["utf-16le"], "utf-16be": wide["utf-16be"],
		"utf-32le": utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32be": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
	}
	for name, files := range map[string]map[string]string{
		"wide":    recoded(t, "Größe 中文 😀", wide, ""),
		"marked":  recoded(t, "Größe 中文 😀", marked, "\uFEFF"),
		"western": recoded(t, "Größe, café", map[string]encoding.Encoding{"latin-1": charmap.Windows1252}, ""),
	} {
		for _, store := range []bool{false, true} {
			settings := index.DefaultSettings()
			settings.Store = store
			x := createIndex(t, settings)
			tr := newTree(t, files)
			r := updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
			if r.Added != len(files) || r.Contents != len(files) || len(r.Skipped) > 0 {
				t.Fatalf("%s: %+v", name, r)
			}
			if store {
				for path := range files {
					tr.remove(path)
				}
			}
			checkAlike(t, name, x, files)
		}
	}
}

// checkAlike compares the contents with each other, and their sources with the files.
func checkAlike(t *testing.T, name string, x *Index, files map[string]string) {
	t.Helper()
	s := snapshot(t, x)
	var all []index.Content
	must(t, s.EachContent(func(c index.Content) error {
		all = append(all, c)
		return nil
	}))
	for _, c := range all {
		if c.Tokens != all[0].Tokens || c.Fingerprints != all[0].Fingerprints || c.Tokens < 30 {
			t.Errorf("%s: %+v is not as %+v", name, c, all[0])
		}
	}
	for path, content := range files {
		got, err := s.Source(index.BlobID([]byte(content)))
		if err != nil || string(got) != content {
			t.Errorf("%s: %s is %q, %v", name, path, got, err)
		}
	}
	for term := range terms(x.Analyzer(), "utf-8.go", files["utf-8.go"]) {
		if df, err := s.DF(term[0], term[1]); err != nil || df != len(files) {
			t.Fatalf("%s: df of %v is %d of %d, %v", name, term, df, len(files), err)
		}
	}
	report, err := x.Check(context.Background(), index.CheckOptions{})
	if err != nil || len(report.Problems) > 0 || report.Lexed != len(files) {
		t.Errorf("%s: %+v, %v", name, report, err)
	}
}

func TestBoilerplate_Encodings(t *testing.T) {
	files := recoded(t, "Größe", map[string]encoding.Encoding{
		"latin-1": charmap.Windows1252, "utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	}, "")
	x, tr := newIndex(t), newTree(t, files)
	_, err := x.AddBoilerplate(context.Background(), []string{tr.root}, index.BoilerplateOptions{})
	must(t, err)
	var tokens []int
	must(t, snapshot(t, x).EachBoilerplate(func(b index.Boilerplate) error {
		tokens = append(tokens, b.Tokens)
		return nil
	}))
	if slices.Sort(tokens); len(tokens) != 3 || tokens[0] != tokens[2] || tokens[0] < 30 {
		t.Errorf("%v", tokens)
	}
}
