package lex_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

var updateFunctions = flag.Bool("update-functions", false, "rewrite testdata/functions.golden")

// The functions of a small source in each language. They are checked by eye.
func TestFunctions_OfLanguages(t *testing.T) {
	files, err := filepath.Glob("testdata/functions/*")
	if err != nil || len(files) < 40 {
		t.Fatal(files, err)
	}
	var got bytes.Buffer
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		l := detect.Language(filepath.Base(name), src)
		fmt.Fprintf(&got, "%s: %s\n", filepath.Base(name), l)
		tokens := l.Lex(nil, src)
		for _, f := range l.Functions(src, tokens) {
			first := 1 + bytes.Count(src[:tokens[f.From].Start], []byte("\n"))
			last := 1 + bytes.Count(src[:tokens[f.To-1].End], []byte("\n"))
			fmt.Fprintf(&got, "  %d-%d %s\n", first, last, f.Name)
		}
	}
	const golden = "testdata/functions.golden"
	if *updateFunctions {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("-update-functions rewrites %s:\n%s", golden, got.String())
	}
}

// Each language of the table of functions exists.
func TestFunctions_TableNamesLanguages(t *testing.T) {
	told := 0
	for _, l := range lex.Languages() {
		if l.TellsFunctions() {
			told++
		}
	}
	if told != language.FunctionLanguages() {
		t.Errorf("%d languages tell functions, but the table has %d", told, language.FunctionLanguages())
	}
}
