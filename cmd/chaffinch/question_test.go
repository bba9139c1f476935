package main

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// linesOf returns the lines of the text that the flag names.
func linesOf(text corpus.Text, spec string) (corpus.Text, error) {
	l, err := parseLines(spec)
	if err != nil || l == (answer.Lines{}) {
		return text, err
	}
	return text.Lines(l.From, l.To)
}

func TestLines_AreCutFromAToB(t *testing.T) {
	const source = "one\ntwo\nthree\nfour"
	huge := strconv.Itoa(math.MaxInt - 1)
	for spec, want := range map[string]string{
		"":           source,
		":":          source,
		"1:1":        "one\n",
		"2:3":        "two\nthree\n",
		"3:":         "three\nfour",
		":2":         "one\ntwo\n",
		"4:4":        "four",
		"4:" + huge:  "four",
		"2:10000000": "two\nthree\nfour",
	} {
		if got, err := linesOf(corpus.Decode([]byte(source)), spec); err != nil || string(got.UTF8) != want {
			t.Errorf("%q gives %q, %v, not %q", spec, got.UTF8, err, want)
		}
	}
}

func TestLines_BadOnesAreErrors(t *testing.T) {
	const source = "one\ntwo\nthree\nfour"
	for spec, want := range map[string]string{
		"3": "use A:B", "3:2": "use A:B", "0:2": "use A:B", "-1:2": "use A:B", "1:0": "use A:B", "a:b": "use A:B",
		"1:2:3": "use A:B", " 1:2": "use A:B", "1-2": "use A:B", strconv.Itoa(math.MaxInt) + ":": "use A:B",
		"1:99999999999999999999": "use A:B", "5:": "only 4 lines", "5:9": "only 4 lines",
	} {
		if got, err := linesOf(corpus.Decode([]byte(source)), spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %q, %v, not %q", spec, got.UTF8, err, want)
		}
	}
	if _, err := linesOf(corpus.Text{}, "1:"); err == nil || !strings.Contains(err.Error(), "it is empty") {
		t.Errorf("lines of nothing: %v", err)
	}
}

func FuzzLines(f *testing.F) {
	for _, spec := range []string{"", "1:2", ":", "3:", "9223372036854775807:9223372036854775807", "-1:", "2:1"} {
		f.Add("one\ntwo\r\n\nfour", spec)
		f.Add("\xff\xfeo\x00n\x00e\x00\n\x00t\x00w\x00o\x00\n\x00", spec)
	}
	f.Fuzz(func(t *testing.T, source, spec string) {
		text := corpus.Decode([]byte(source))
		got, err := linesOf(text, spec)
		if err == nil && !strings.Contains(string(text.UTF8), string(got.UTF8)) {
			t.Errorf("%q of %q is %q", spec, source, got.UTF8)
		}
	})
}
