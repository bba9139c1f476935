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

// Unpack returns the context's error whenever the context ends.
func TestUnpack_Canceled(t *testing.T) {
	data := makeZip(t, packed{name: "a.go", content: strings.Repeat(goLine, 50_000)},
		packed{name: "b.go", content: strings.Repeat("x=1;", 400_000)}, packed{name: "c.go", content: wide(goLine, 50_000)})
	abs := filepath.Join(t.TempDir(), "x.zip")
	writeFile(t, abs, data)
	unpack := func(ctx context.Context) error {
		sum := 0
		err := Unpack(ctx, File{Path: "x.zip", Abs: abs}, Options{}, func(_ File, content []byte) error {
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
