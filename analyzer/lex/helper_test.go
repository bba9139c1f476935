package lex

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// mustLookup returns the language of that name.
func mustLookup(tb testing.TB, name string) *Language {
	tb.Helper()
	l, ok := Lookup(name)
	if !ok {
		tb.Fatalf("no language %q", name)
	}
	return l
}

type document struct {
	language *Language
	src      []byte
}

// sources returns the fixtures by language.
func sources(tb testing.TB) (all []document) {
	tb.Helper()
	files, err := filepath.Glob("testdata/lang/*.src")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		l, ok := Lookup(strings.TrimSuffix(filepath.Base(file), ".src"))
		if !ok {
			l = Prose
		}
		all = append(all, document{l, src})
	}
	return all
}

func isWordByte(b byte) bool { return lower(b)-'a' < 26 || b-'0' < 10 || b == '_' }

// The spans that nearly every row has.

func str(mark string) language.Span {
	return language.Span{Open: mark, Close: mark, Kind: language.String, Escape: '\\'}
}

func longStr(mark string) language.Span {
	s := str(mark)
	s.Flags = language.Multi
	return s
}

func rawStr(open, closing string) language.Span {
	return language.Span{Open: open, Close: closing, Kind: language.String, Flags: language.Multi}
}

func doubledStr(mark string) language.Span {
	return language.Span{Open: mark, Close: mark, Kind: language.String, Flags: language.Doubled}
}

func char(mark string) language.Span {
	return language.Span{Open: mark, Close: mark, Kind: language.Char, Escape: '\\'}
}

func comment(mark string, condition language.Condition) language.Span {
	return language.Span{Open: mark, When: condition}
}

func literals(kind language.Kind, marks string) (all []language.Span) {
	for mark := range strings.FieldsSeq(marks) {
		all = append(all, language.Span{Open: mark, Kind: kind, Form: "literal"})
	}
	return all
}
