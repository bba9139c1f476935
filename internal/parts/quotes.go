package parts

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// Where the body of a string begins and ends.

// quotes are the bytes of opening marks, and closing the bytes of closing marks.
const quotes, closing = "\"'`[=", "\"'`#"

// quoteLength returns the length of a string's opening mark, with prefix and tag. It returns 0 for
// the body of a heredoc.
func quoteLength(line []byte) int {
	prefix := len(line) - len(bytes.TrimLeft(line, "@$#&%"+"bBcefFLlNnrRuUx8"))
	body := bytes.TrimLeft(line[prefix:], quotes)
	if len(body) == len(line)-prefix {
		return 0
	}
	if tag := bytes.TrimRight(body, "\r\n"); len(tag) > 0 && len(tag) < longestRaw && tag[len(tag)-1] == '(' { // R"x(
		return len(line)
	}
	return len(line) - len(body)
}

// longestRaw is the length of the longest tag in R"tag(, with its bracket.
const longestRaw = 17

// bodyLength returns the length of a string without the mark that closes it.
func bodyLength(text []byte) int {
	body := bytes.TrimRight(text, closing)
	if len(body) == len(text) {
		return len(bytes.TrimRight(text, "]="))
	}
	if i := bytes.LastIndexByte(body, ')'); i >= 0 && bytes.Contains(text[:min(len(text), len(body)-i+longestRaw)],
		slices.Concat([]byte{'"'}, body[i+1:], []byte{'('})) { // )x"
		return i
	}
	return len(body)
}

// bracketMarks returns the lengths of the marks around a string. The marks are brackets, or the
// author's choice. Examples are q{ } and qq( ), %Q[ ], ~S( ), {x| |x}, $/ /$ and [r| |]. It returns
// 0 for other strings. plain is false for regular expressions and lists of words, which hold no
// code.
func bracketMarks(text []byte) (open, end int, plain bool) {
	if len(text) < 2 {
		return 0, 0, true
	}
	n := 0 // length of either mark
	switch text[0] {
	case '$':
		n = 2
		if text[1] != '/' || !bytes.HasSuffix(text, []byte("/$")) {
			n = 0
		}
	case '{', '[':
		n = tagLength(text)
	case 'q', 'm', '%', '~':
		return quoteMarks(text)
	}
	if n = min(n, len(text)/2); text[0] == '[' {
		return n, min(n, len("|]")), true
	}
	return n, n, true
}

// tagLength returns the length of {x| or [x|, if |x} or |] ends the string.
func tagLength(text []byte) int {
	i := wordEnd(text, 1)
	rest, ok := bytes.CutSuffix(text[i:], []byte{mirror(text[0])})
	if text[0] == '{' && ok {
		rest, ok = bytes.CutSuffix(rest, text[1:i])
	}
	if !ok || !bytes.HasPrefix(rest, []byte("|")) || !bytes.HasSuffix(rest[1:], []byte("|")) {
		return 0
	}
	return i + 1
}

// quoteWords precede a mark that the author chooses, in Perl, Ruby and Elixir: first for strings,
// then for regular expressions and lists of words.
var quoteWords = [2][]string{
	strings.Fields("q qq qx % %q %Q %x ~s ~S ~c ~C ~E ~H ~L"),
	strings.Fields("m qr qw %r %w %W %i %I ~r ~R ~w ~W"),
}

// quoteMarks is bracketMarks for a string that may begin with a word.
func quoteMarks(text []byte) (open, end int, plain bool) {
	i := wordEnd(text, 1)
	plain = !slices.Contains(quoteWords[1], string(text[:i]))
	if plain && !slices.Contains(quoteWords[0], string(text[:i])) {
		return 0, 0, true
	}
	body := bytes.TrimLeft(text[i:], " \t")
	if !plain {
		body = bytes.TrimRightFunc(body, unicode.IsLetter) // flags
	}
	n := 1 // length of either mark
	if bytes.HasPrefix(body, []byte(`"""`)) || bytes.HasPrefix(body, []byte("'''")) {
		n = 3
	} else if len(body) > 1 && body[0] == '"' && mirror(body[1]) != body[1] { // q"( )" of D
		n = 2
	}
	if len(body) < 2*n {
		return 0, 0, true
	}
	for k := range n {
		if body[len(body)-1-k] != mirror(body[k]) {
			return 0, 0, true
		}
	}
	return len(text) - len(bytes.TrimLeft(text[i:], " \t")) + n, n, plain
}

// wordEnd returns the end of the letters and digits from an offset on.
func wordEnd(text []byte, i int) int {
	for i < len(text) && (isLetter(text[i]) || text[i] == '_' || text[i]-'0' < 10) {
		i++
	}
	return i
}

// mirror returns the bracket that closes a byte, or the byte itself.
func mirror(b byte) byte {
	if i := strings.IndexByte("([{<", b); i >= 0 {
		return ")]}>"[i]
	}
	return b
}

// promptLength returns the length of a Python example's prompt, with the blanks before it.
func promptLength(line []byte) int {
	text := bytes.TrimLeft(line, " \t")
	for _, prompt := range []string{">>> ", "... "} {
		if bytes.HasPrefix(text, []byte(prompt)) {
			return len(line) - len(text) + len(prompt)
		}
	}
	return 0
}
