package collection

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/countdown"
	"github.com/chaffinch-search/chaffinch/query"
)

// wide returns the text in UTF-16LE.
func wide(text string) []byte {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// nothing takes in no fingerprints.
type nothing struct{}

func (nothing) Add(int, *analyzer.Analysis) {}

// Whatever is done with a large file that has to be decoded ends with its context, and nothing is told of the file then.
func TestWhatIsDoneWithAFileEndsWithItsContext(t *testing.T) {
	content := wide(queue + "/* " + strings.Repeat("a long comment ", 50_000) + "*/\n")
	abs := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(abs, content, 0o600); err != nil {
		t.Fatal(err)
	}
	found := corpus.File{Path: "a.go", Abs: abs, Size: int64(len(content))}
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Settings: analyzer.DefaultSettings()}
	o.Skipped = func(path, reason string, err error) { t.Errorf("%s is skipped as %s: %v", path, reason, err) }
	onDisk := &onDisk{found, o.Corpus, index.BlobID(content)}
	decoding := len(content) >> 18 // looks
	for name, c := range map[string]struct {
		least int
		do    func(context.Context) error
	}{
		"reading": {2*decoding + len(content)>>20, func(ctx context.Context) error {
			w := worker{l: newLoader(o, a, nothing{})}
			return w.do(ctx, job{f: &file{path: "a.go"}, found: found, path: "a.go"})
		}},
		"preparing": {decoding + len(content)>>20, func(ctx context.Context) error {
			_, err := comparisonOf(t, onDisk).prepare(ctx, &file{path: "a.go", source: onDisk, language: detect.Language("a.go", nil)})
			return err
		}},
		"boilerplate": {decoding, func(ctx context.Context) error {
			b := baseAdder{l: newLoader(o, a, nothing{}), base: query.NewBoilerplate(a)}
			return b.below(ctx, root{path: abs}, func(string) bool { return true })
		}},
	} {
		whole := countdown.After(1 << 40)
		if err := c.do(whole); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		looks := whole.Looks()
		if looks < c.least {
			t.Errorf("%s: %d looks, not %d", name, looks, c.least)
		}
		for n := 0; n < looks; n += 1 + n/20 {
			if err := c.do(countdown.After(n)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: done after %d of %d looks: %v", name, n, looks, err)
			}
		}
	}
}
