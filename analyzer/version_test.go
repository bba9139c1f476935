package analyzer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// An index holds what an analyzer made of its documents. If another makes more or less of them, the
// index looks damaged. So whatever changes tokens or fingerprints raises Version: then the index is
// refused, with the command that makes it anew.
func TestVersion_RisesWithTokensAndFingerprints(t *testing.T) {
	const version, want = 16, uint64(0xeba48c0e58d61063)
	a := mustNew(t, DefaultSettings())
	sum := xxhash.New()
	number := func(n uint64) { sum.Write(binary.LittleEndian.AppendUint64(nil, n)) }
	add := func(l *lex.Language, src []byte) {
		var n Analysis
		a.Analyze(l, src, &n)
		number(uint64(len(n.Tokens)))
		for _, token := range n.Tokens {
			number(token.Hash)
			number(uint64(token.Kind)<<32 | uint64(token.Start))
		}
		for r := range n.Fingerprints {
			for _, f := range n.Fingerprints[r] {
				number(f.Hash)
				number(uint64(f.Token))
			}
		}
	}
	for _, d := range sources(t) {
		add(d.language, d.src)
		add(mustLookup(t, "Go"), fmt.Appendf(nil, "package p\n\n/*\n%s*/\n", d.src))
		add(mustLookup(t, "Python"), fmt.Appendf(nil, "def f():\n    return '''\n%s'''\n", d.src))
		add(mustLookup(t, "C"), fmt.Appendf(nil, "int a;\n// > %s\n", bytes.ReplaceAll(d.src, []byte("\n"), []byte("\n// > "))))
		add(mustLookup(t, "JavaScript"), fmt.Appendf(nil, "a = [%s]", bytes.ReplaceAll(fmt.Appendf(nil, "%q", d.src), []byte(`\n`), []byte(`", "`))))
		add(mustLookup(t, "Python"), fmt.Appendf(nil, "p += %s\n", bytes.ReplaceAll(fmt.Appendf(nil, "%q", d.src), []byte(`\n`), []byte("\"\np += \""))))
		add(mustLookup(t, "YAML"), fmt.Appendf(nil, "a: |\n  %s\n", bytes.ReplaceAll(d.src, []byte("\n"), []byte("\n  "))))
		add(mustLookup(t, "HTML"), fmt.Appendf(nil, "<p>A</p>\n<pre class=\"language-%s\">%s</pre>\n", d.language.Name, html.EscapeString(string(d.src))))
		add(mustLookup(t, "Markdown"), fmt.Appendf(nil, "# A\n\n```%s\n%s```\n", d.language.Name, d.src))
	}
	code := strings.Repeat("x = f(a, [7]);\n", 9)
	for _, form := range []struct{ language, src string }{
		{"Ruby", "a = %%q{\n%s}\n"}, {"Ruby", "a = %%w(%s)\n"}, {"Perl", "$a = qq(%s);\n"}, {"OCaml", "let a = {x|%s|x}\n"},
		{"Groovy", "a = $/%s/$\n"}, {"Elixir", "a = ~S[%s]\n"}, {"D", "a = q\"(%s)\";\n"}, {"Clojure", "#_(a\n%s)\n"},
	} {
		add(mustLookup(t, form.language), fmt.Appendf(nil, form.src, code))
	}
	add(mustLookup(t, "C"), []byte("#define B {\n#define E }\n#define S ;\nint f(a) B g(a, ${x}) S return 1 S E\n"))
	add(mustLookup(t, "C"), []byte("#define Z\n#define Y(x)\nint Z f(a, Y(1) b) { Z return 1; Y (c;) }\n"))
	add(mustLookup(t, "Shell"), []byte("a=${b}\nc ${d:-e} ${f}\n"))
	add(mustLookup(t, "VB"), []byte("REM "+strings.ReplaceAll(code, "\n", "\nRem ")+"a\n"))
	add(mustLookup(t, "C"), []byte("/*\n"+strings.Repeat("Copyright (c) 1999, 2001-2004 Ann Bee (Ceedee, Inc.)\n", 9)+"*/\nint a;\n"))
	add(mustLookup(t, "E-mail"), []byte("> @@ -1,2 +1,3 @@\n>  if x {\n> +\tf(a, b, 3)\n>  }\n\nWhy?\n"))
	add(mustLookup(t, "Markdown"), []byte("    f(a, 1);\n\n1. Do\n\n        g(b, 2);\n\n<pre class=\"lang-c\">if (a &lt; b) {\n\n}</pre>\n"))
	add(mustLookup(t, "Python"), []byte("a = '''one\r\ntwo'''\r\nb = f(a, 2) + [c, d]\r\n"))
	if got := sum.Sum64(); Version != version || got != want {
		t.Errorf("Version is %d and the sum %#x, not %d and %#x: raise Version with every change of tokens or "+
			"fingerprints that reaches others, and put both numbers here", Version, got, version, want)
	}
}
