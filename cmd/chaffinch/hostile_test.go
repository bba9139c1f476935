package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/index"
)

// harmful does things to a terminal, as text in a file may.
const harmful = "\x1b[31m\x1b]0;owned\x07\b\u009b2J\u202egnp\u200b\r\x7f\xff\xfe</script><img src=x onerror=alert(1)>"

// harmfulSource is source with such text in strings and comments, and such letters beside names.
func harmfulSource(n int) string {
	text := strings.ReplaceAll(source(n), "return", "println(\""+harmful+"\") // "+harmful+"\n\treturn")
	return strings.Replace(text, "func ", "// "+harmful+"\nfunc ", 1) + "\nvar x\u202ey, z\u200b = `" + harmful + "`, '\x1b'\n"
}

// Whatever sources, tables of submissions, baselines and cards hold, no command prints it raw, and JSON is valid.
func TestSourcesNeverReachTheTerminalRaw(t *testing.T) {
	c := newCommandLine(t)
	c.write("class/a.go", harmfulSource(0))
	c.write("class/b.go", harmfulSource(0)+"\n// other\n")
	c.write("class/c.go", strings.NewReplacer("parts", "pieces").Replace(harmfulSource(0)))
	c.write("class/info.csv", "filename,full_name,label,created_at\na.go,Ann "+harmful+",l\x1b[31m,2024-03-02 10:30:00\nnone\x1b[2J.go,,,\n")
	c.write("tree/moved.go", harmfulSource(0))
	c.write("bad.csv", "filename,created_at\na.go,\x1b[31m2024\n")
	c.write("known.json", `{"unit":"\u001b[31m\u202e","units":[],"pairs":[]}`)
	c.write("other.json", "\x1b[31m")
	c.run(exitFound, "index", "--index", "ix", "class")
	const a, b = "class/a.go", "class/c.go"
	for _, args := range [][]string{
		{"search", "--index", "ix", a}, {"search", "--index", "ix", "--context", "9", a}, {"search", "--index", "ix", "--explain", a},
		{"similar", "--index", "ix", b}, {"idioms", "--index", "ix"}, {"stats", "--index", "ix"}, {"check", "--index", "ix"},
		{"fingerprint", a}, {"fingerprint", "--tokens", a}, {"fingerprint", "--grams", a},
		{"compare", a, b}, {"compare", "--context", "9", a, b}, {"compare", "class", "tree"},
		{"pairs", "class"}, {"pairs", "--matches", "9", "class"}, {"clusters", "class"},
		{"pairs", "--format", "csv", "class"}, {"pairs", "--format", "sarif", "class"},
		{"pairs", "--baseline", "known.json", "class"}, {"pairs", "--baseline", "other.json", "class"},
		{"boilerplate", "add", "--index", "ix", a}, {"boilerplate", "list", "--index", "ix"}, {"search", "--index", "ix", b},
		{"remove", "--index", "ix", "class/c.go"},
	} {
		for _, more := range [][]string{nil, {"--json"}} {
			args := append(args[:len(args):len(args)], more...)
			var out, errOut strings.Builder
			run(t.Context(), args, strings.NewReader(""), &out, &errOut)
			if out.Len()+errOut.Len() == 0 {
				t.Errorf("%q prints nothing", args)
			}
			for _, text := range []string{out.String(), errOut.String()} {
				if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 || !utf8.ValidString(text) {
					t.Errorf("%q prints %q", args, text[max(0, i-20):min(len(text), max(0, i)+20)])
				}
			}
			if more != nil && out.Len() > 0 && !json.Valid([]byte(out.String())) {
				t.Errorf("%q prints what is no JSON: %.200q", args, out.String())
			}
		}
	}
}

// The card of whoever holds an index may be made up.
func TestHoldersAreNamedSafely(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(0))
	c.run(exitFound, "index", "--index", "ix", "src")
	x, err := index.Open(t.Context(), "ix", index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	c.write("ix/open/1-x.json", `{"pid": 1, "host": "elsewhere", "program": "\u001b[31m\u202eown"}`)
	if _, errOut := c.run(exitError, "index", "--index", "ix", "src"); !strings.Contains(errOut, `\x1b[31m\u202eown`) ||
		strings.ContainsAny(errOut, "\x1b\u202e") {
		t.Errorf("it prints %q", errOut)
	}
}
