package charset

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

// large returns long contents of every encoding, and some that are none, by name. Characters lie across the places at which
// the context is looked at.
func large(t testing.TB) map[string][]byte {
	t.Helper()
	const size = 3 * betweenLooks
	long := func(text string, e Encoding) []byte {
		return encode(t, e, strings.Repeat(text, size/len(text)))
	}
	return map[string][]byte{
		"ASCII":        long(plain, UTF8),
		"UTF-8":        long(chinese, UTF8),
		"broken UTF-8": append(long(chinese, UTF8), 0xff),
		"UTF-16LE":     long("\uFEFF"+chinese+"x", UTF16LE),
		"UTF-16BE":     long(plain, UTF16BE),
		"UTF-32LE":     long("\uFEFF"+chinese, UTF32LE),
		"Shift-JIS":    long(japanisk+"x", ShiftJIS),
		"Windows-1252": long(german, Windows1252),
		"none":         append(long(german, Windows1252), 1),
	}
}

// All that goes over a content looks at the context: whenever that is done there is its error, and no text.
func TestDecodingEndsWithItsContextEverywhere(t *testing.T) {
	for name, content := range large(t) {
		whole := countdown.After(1 << 20)
		want, err := DecodeContext(whole, content)
		if err != nil {
			t.Fatal(err)
		}
		looks := whole.Looks()
		if least := len(content) / betweenLooks; looks <= least {
			t.Errorf("%s: %d looks at %d bytes", name, looks, len(content))
		}
		for n := range looks {
			if got, err := DecodeContext(countdown.After(n), content); !errors.Is(err, context.Canceled) || got.UTF8 != nil {
				t.Errorf("%s: done after %d of %d looks: %d bytes, %v", name, n, looks, len(got.UTF8), err)
			}
		}
		if got := Decode(content); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: it is another text without a context", name)
		}
	}
}

func TestDetectionEndsWithItsContextEverywhere(t *testing.T) {
	for name, content := range large(t) {
		whole := countdown.After(1 << 20)
		if e, err := DetectContext(whole, content); err != nil || e != Detect(content) {
			t.Fatalf("%s: %s, %v", name, e, err)
		}
		for n := range whole.Looks() {
			if e, err := DetectContext(countdown.After(n), content); !errors.Is(err, context.Canceled) || e != UTF8 {
				t.Errorf("%s: done after %d of %d looks: %s, %v", name, n, whole.Looks(), e, err)
			}
		}
	}
}

// Whether a content is UTF-8 does not depend on where it is cut to look at the context.
func TestUTF8IsTheSameInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := watch{ctx: context.Background()}
	ends := []string{"", "a", "\x80", "\xc3", "é", "\xe4\xb8", "中", "\xf0\x9f\x98", "😀", "\x80\x80\x80\x80", "\xff"}
	content := make([]byte, 0, betweenLooks+64)
	for range 500 {
		content = append(content[:0], bytes.Repeat([]byte{'a'}, betweenLooks-r.IntN(8))...)
		for range 6 {
			content = append(content, ends[r.IntN(len(ends))]...)
		}
		if got, want := w.valid(content), utf8.Valid(content); got != want {
			t.Fatalf("%x: %v, not %v", content[betweenLooks-8:], got, want)
		}
	}
}

// What is decoded is never copied to get room for more: that would take long, and nobody could end it.
func TestRoomForTheTextIsEnoughAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	w := watch{ctx: context.Background()}
	for e := range libraries {
		for range 20 {
			content := encode(t, e, strings.Repeat(randomText(r, e), 8))
			if e.unit() > 1 {
				content = append(encode(t, e, "\uFEFF"), content...)
				content = append(content, "\x00\xd8\x00\xd8\xff\xff\xff\xff\x00\x00\x00\x00\x61"[:r.IntN(14)]...)
			}
			detected, size := w.detect(content)
			if text := Decode(content); detected != UTF8 && len(text.UTF8) > size {
				t.Fatalf("%s: %x has %d bytes in UTF-8, which were to be %d at the most", detected, content, len(text.UTF8), size)
			}
		}
	}
}
