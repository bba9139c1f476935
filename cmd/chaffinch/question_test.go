package main

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestLinesAreCutFromAToB(t *testing.T) {
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
		if got, err := cutLines([]byte(source), spec); err != nil || string(got) != want {
			t.Errorf("%q gives %q, %v, not %q", spec, got, err, want)
		}
	}
}

func TestBadLinesAreErrorsThatSayWhatToUse(t *testing.T) {
	const source = "one\ntwo\nthree\nfour"
	for spec, want := range map[string]string{
		"3": "use A:B", "3:2": "use A:B", "0:2": "use A:B", "-1:2": "use A:B", "1:0": "use A:B", "a:b": "use A:B",
		"1:2:3": "use A:B", " 1:2": "use A:B", "1-2": "use A:B", strconv.Itoa(math.MaxInt) + ":": "use A:B",
		"1:99999999999999999999": "use A:B", "5:": "ends after 4 lines", "5:9": "ends after 4 lines",
	} {
		if got, err := cutLines([]byte(source), spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %q, %v, not %q", spec, got, err, want)
		}
	}
	if _, err := cutLines(nil, "1:"); err == nil || !strings.Contains(err.Error(), "ends after 0 lines") {
		t.Errorf("lines of nothing: %v", err)
	}
}

func FuzzCutLinesGivesAPartOfTheSourceOrAnError(f *testing.F) {
	for _, spec := range []string{"", "1:2", ":", "3:", "9223372036854775807:9223372036854775807", "-1:", "2:1"} {
		f.Add("one\ntwo\r\n\nfour", spec)
	}
	f.Fuzz(func(t *testing.T, source, spec string) {
		got, err := cutLines([]byte(source), spec)
		if err == nil && !strings.Contains(source, string(got)) {
			t.Errorf("%q of %q is %q", spec, source, got)
		}
	})
}
