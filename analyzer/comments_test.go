package analyzer_test

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestAnalysis_Comments(t *testing.T) {
	for _, c := range []struct{ language, source, want string }{
		{"Java", "// one two three\nint a = 1; /* four\n * five */\n", "one two three four five"},
		{"Java", "// Copyright 2026 nobody, all rights reserved\n\n// one two three\nint a = 1;\n", "one two three"},
		{"Java", "/* Licensed to nobody at all */ /* one two three */\nint a = 1;\n", "one two three"},
		{"Java", "String s = \"no comment but a long message to the user of the program\";\n", ""},
		{"Python", "def f():\n    \"\"\"one two three four five six seven eight\n    nine\"\"\"\n    return 'x'\n", "one two three four five six seven eight nine"},
		{"Python", "f(\n    'one two three four five six seven eight nine ten')\n", ""},
		{"Python", "x = f'one {name} two three four five six {other} seven'\n# eight nine ten\n", "eight nine ten"},
		{"Elixir", "@doc \"\"\"\none two three four five six seven eight\n\"\"\"\ndef f(x), do: x\n", "one two three four five six seven eight"},
		{"Shell", "cat <<EOF\none two three four five six seven eight nine ten\nEOF\n# one two three\n", "one two three"},
		{"Ruby", "x = <<~EOF\n  one two three four five six seven eight nine ten\nEOF\n", ""},
		{"Perl", "print <<\"EOF\";\none \"two\" three four five six seven eight nine ten\nEOF\n", ""},
		{"HCL", "a = <<EOF\none two three four five six seven eight nine ten\nEOF\n", ""},
		{"Shell", "echo \\\n  \"one two three four five six seven eight nine ten\"\n", ""},
		{"Elixir", "@doc ~S\"\"\"\none two three four five six seven eight\n\"\"\"\ndef f(x), do: x\n", "S one two three four five six seven eight"},
		{"Text", "one two three four five six", ""},
	} {
		l, _ := lex.Lookup(c.language)
		var n, comments analyzer.Analysis
		n.Lex(l, []byte(c.source))
		n.Comments([]byte(c.source), nil, &comments)
		var words []string
		for _, token := range comments.Tokens {
			words = append(words, c.source[token.Start:token.End])
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.language, c.source, got, c.want)
		}
	}
}

// Comments between tokens that are no evidence, such as those of starter code, are left out.
func TestAnalysis_CommentsOfStarterCode(t *testing.T) {
	source := []byte("// one two three\nint a = 1;\n// four five six\nint b = 2;\n// seven eight nine\n")
	l, _ := lex.Lookup("Java")
	var n, comments analyzer.Analysis
	n.Lex(l, source)
	n.Comments(source, []analyzer.Span{{From: 0, To: 5}}, &comments)
	if len(comments.Tokens) != 6 {
		t.Errorf("%d words, want 6", len(comments.Tokens))
	}
	n.Comments(source, []analyzer.Span{{From: 0, To: 10}}, &comments)
	if len(comments.Tokens) != 0 {
		t.Errorf("%d words in starter code", len(comments.Tokens))
	}
}
