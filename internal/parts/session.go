package parts

import (
	"bytes"
	"cmp"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Session: input at the prompts of Python, IPython, Ruby or a shell, with the answers between.

// prompt is the text before an input: its start, and its end if they are not one. Its language
// is empty if it may also be a quotation.
type prompt struct{ start, end, language string }

var prompts = []prompt{
	{">>>", "", ""}, {"...:", "", "Python"}, {"...", "", "Python"}, {"In [", "]:", "Python"},
	{"irb(", "> ", "Ruby"}, {"irb(", "* ", "Ruby"}, {"[", "pry(main)> ", "Ruby"}, {"[", "pry(main)* ", "Ruby"},
	{"php > ", "", "PHP"}, {"php { ", "", "PHP"}, {"php ( ", "", "PHP"}, {"$", "", "Shell"},
}

// session adds the input of a session.
func (s *splitter) session(t text) {
	var code text
	language := ""
	eachLine(t.bytes, func(from, to int) {
		if p, n := promptAt(t.bytes[from:to]); n > 0 {
			language = cmp.Or(language, p.language)
			t.cut(&code, from+n, to)
		}
	})
	l, _ := lex.Lookup(language)
	s.add(l, code)
}

// longestBanner is the number of lines with which an interpreter greets, before the first prompt.
const longestBanner = 3

// isSession reports whether prompts begin three lines, and half of those below the banner. A shell
// has none.
func isSession(src []byte) bool {
	banner, lines, typed := 0, 0, 0
	eachLine(src, func(from, to int) {
		if isBlankLine(src[from:to]) || banner > longestBanner {
			return
		}
		switch p, n := promptAt(src[from:to]); {
		case n > 0 && typed == 0 && banner > 0 && p.language == "Shell":
			banner = longestBanner + 1
		case n > 0:
			typed++
			lines++
		case typed > 0:
			lines++
		default:
			banner++
		}
	})
	return typed >= 3 && typed*2 >= lines
}

// promptAt returns the prompt at a line's start, and its length with blanks around it. It returns 0
// if there is none.
func promptAt(line []byte) (prompt, int) {
	line = bytes.TrimRight(line, "\r\n")
	text := bytes.TrimLeft(line, " ")
	for _, p := range prompts {
		if !bytes.HasPrefix(text, []byte(p.start)) {
			continue
		}
		end := bytes.Index(text[len(p.start):], []byte(p.end))
		n := len(line) - len(text) + len(p.start) + end + len(p.end)
		switch {
		case end < 0:
		case n == len(line) || line[n-1] == ' ':
			return p, n
		case line[n] == ' ':
			return p, n + 1
		}
	}
	return prompt{}, 0
}
