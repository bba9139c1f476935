package corpus

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

// Reading a large file ends whenever its context does, and is then neither kept nor found to be anything.
func TestReadingEndsWithItsContextEverywhere(t *testing.T) {
	const size = 3 << 20
	for name, content := range map[string]string{
		"code":     strings.Repeat(goLine, size/len(goLine)),
		"one line": strings.Repeat("x=1;", size/4),
		"wide":     wide(goLine, size/len(goLine)),
	} {
		abs := filepath.Join(t.TempDir(), "f.go")
		writeFile(t, abs, content)
		read := func(ctx context.Context) ([]byte, Reason, error) {
			return ReadContext(ctx, File{Path: "f.go", Abs: abs}, Options{MaxSize: MostSize}, nil)
		}
		whole := countdown.After(1 << 20)
		want, reason, err := read(whole)
		if err != nil || string(want) != content || (reason == Minified) != (name == "one line") {
			t.Fatalf("%s: %d bytes, %v, %v", name, len(want), reason, err)
		}
		if looks, least := whole.Looks(), len(content)>>20; name == "code" && looks < least || name != "code" && looks < 2*least {
			t.Errorf("%s: %d looks at %d bytes", name, looks, len(content))
		}
		for n := range whole.Looks() {
			if _, reason, err := read(countdown.After(n)); reason != Unreadable || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: done after %d of %d looks: %v, %v", name, n, whole.Looks(), reason, err)
			}
		}
	}
}

// So does what an archive holds, whose end is that of all reading.
func TestUnpackingEndsWithItsContextEverywhere(t *testing.T) {
	data := makeZip(t, packed{name: "a.go", content: strings.Repeat(goLine, 50_000)},
		packed{name: "b.go", content: strings.Repeat("x=1;", 400_000)}, packed{name: "c.go", content: wide(goLine, 50_000)})
	abs := filepath.Join(t.TempDir(), "x.zip")
	writeFile(t, abs, data)
	unpack := func(ctx context.Context) error {
		sum := 0
		err := Unpack(ctx, File{Path: "x.zip", Abs: abs}, Options{}, ArchiveLimits{}, func(_ File, content []byte) error {
			sum += bytes.Count(content, newline)
			return nil
		}, nil)
		if err == nil && sum == 0 {
			t.Error("nothing was visited")
		}
		return err
	}
	whole := countdown.After(1 << 20)
	if err := unpack(whole); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < whole.Looks(); n += 1 + n/20 {
		if err := unpack(countdown.After(n)); !errors.Is(err, context.Canceled) {
			t.Errorf("done after %d of %d looks: %v", n, whole.Looks(), err)
		}
	}
}
