package parts

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Jupyter Notebook: a JSON object with the cells in "cells" (nbformat 4), or in those of "worksheets"
// (nbformat 3). A cell of code is in the language of the kernel, or in the one that a magic such as
// %%bash names. Cells of text are Markdown. Outputs are left out.

// notebook adds the cells.
func (s *splitter) notebook(t text) {
	n := readNotebook(t.bytes)
	kernel := named(n.language)
	for _, c := range n.cells {
		source := unescaped(t, c.source)
		switch {
		case c.kind == "markdown" || c.kind == "heading":
			s.add(markdownLanguage(), source)
		case c.kind != "code":
			s.add(lex.Prose, source)
		default:
			s.add(magic(source.bytes, kernel), source)
		}
	}
}

func markdownLanguage() *lex.Language {
	l, _ := lex.Lookup("Markdown")
	return l
}

// magics are the names of cell magics that are not languages.
var magics = map[string]string{"script": "shell", "sh": "shell", "bash": "shell", "cython": "python", "writefile": ""}

// magic returns the language of a cell, in which the first line may name another than the kernel's.
func magic(cell []byte, kernel *lex.Language) *lex.Language {
	line, ok := bytes.CutPrefix(cell[:lineLength(cell)], []byte("%%"))
	if !ok {
		return kernel
	}
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return kernel
	}
	name := strings.ToLower(words[0])
	if other, ok := magics[name]; ok {
		if other == "" {
			return nil
		}
		name = other
	}
	if l, ok := lex.Lookup(name); ok && !l.Parted() {
		return l
	}
	return kernel
}

// notebook is what is read of a notebook.
type notebook struct {
	language string
	cells    []cell
}

// cell has its source as the ranges of JSON strings between their quotes.
type cell struct {
	kind   string
	source []span
}

// deepestNotebook bounds the depth of the JSON that is read. Cells lie at depth 3 or 5.
const deepestNotebook = 1000

// readNotebook reads up to the end, or to the first error.
func readNotebook(src []byte) (n notebook) {
	r := notebookReader{src: src, decoder: json.NewDecoder(bytes.NewReader(src))}
	r.decoder.UseNumber()
	for r.next() {
	}
	return r.notebook
}

type notebookReader struct {
	notebook
	src     []byte
	decoder *json.Decoder
	path    []level
	cell    cell
	ends    int // where the last token ended
}

// level is an object or array that is open.
type level struct {
	object bool
	key    string // of the value in an object that comes next
	keyed  bool   // the key was read
}

// next reads a token, and reports whether there may be more.
func (r *notebookReader) next() bool {
	token, err := r.decoder.Token()
	if err != nil || len(r.path) > deepestNotebook {
		return false
	}
	begins := r.ends
	r.ends = int(r.decoder.InputOffset())
	top := len(r.path) - 1
	switch v := token.(type) {
	case json.Delim:
		switch v {
		case '{', '[':
			if r.isCell(len(r.path)) {
				r.cell = cell{}
			}
			r.path = append(r.path, level{object: v == '{'})
			return true
		}
		r.path = r.path[:top]
		if r.isCell(len(r.path)) {
			r.cells = append(r.cells, r.cell)
		}
	case string:
		if top >= 0 && r.path[top].object && !r.path[top].keyed {
			r.path[top].key, r.path[top].keyed = v, true
			return true
		}
		r.value(v, begins)
	}
	if top = len(r.path) - 1; top >= 0 {
		r.path[top].keyed = false
	}
	return len(r.path) > 0
}

// isCell reports whether a value at that depth is a cell.
func (r *notebookReader) isCell(depth int) bool {
	return depth == 2 && r.path[0].key == "cells" ||
		depth == 4 && r.path[0].key == "worksheets" && r.path[2].key == "cells"
}

// value reads a string that is not a key.
func (r *notebookReader) value(v string, begins int) {
	depth := len(r.path)
	if depth < 2 {
		return
	}
	top := r.path[depth-1]
	switch {
	case r.path[0].key == "metadata":
		r.metadata(v)
	case r.isCell(depth-1) && top.object:
		switch top.key {
		case "cell_type":
			r.cell.kind = v
		case "language":
			r.language = v
		case "source", "input":
			r.source(begins)
		}
	case r.isCell(depth-2) && !top.object && (r.path[depth-2].key == "source" || r.path[depth-2].key == "input"):
		r.source(begins)
	}
}

// metadata takes the name of the language from language_info or kernelspec.
func (r *notebookReader) metadata(v string) {
	if len(r.path) != 3 {
		return
	}
	switch in, key := r.path[1].key, r.path[2].key; {
	case in == "language_info" && key == "name", in == "kernelspec" && key == "language" && r.language == "":
		r.language = v
	}
}

// source adds the string that was read last to the source of the cell.
func (r *notebookReader) source(begins int) {
	quote := bytes.IndexByte(r.src[begins:r.ends], '"')
	r.cell.source = append(r.cell.source, span{begins + quote + 1, r.ends - 1})
}

// unescaped returns the text of JSON strings.
func unescaped(t text, quoted []span) text {
	var dst text
	for _, q := range quoted {
		for from := q.from; from < q.to; {
			to := q.to
			if i := bytes.IndexByte(t.bytes[from:q.to], '\\'); i >= 0 {
				to = from + i
			}
			t.cut(&dst, from, to)
			from = to
			if from < q.to {
				r, n := unescape(t.bytes[from:q.to])
				dst.escape(&t, from, n, r)
				from += n
			}
		}
	}
	return dst
}

// escape appends a character for which t has n bytes.
func (dst *text) escape(t *text, from, n int, r rune) {
	c := t.cursorAt(from)
	begin := c.place(uint32(from))
	dst.pieces = append(dst.pieces, piece{uint32(len(dst.bytes)), begin, c.end(uint32(from+n)) - begin})
	dst.bytes = utf8.AppendRune(dst.bytes, r)
}

// unescape returns the character of the escape at the start of the text, and its length. JSON has
// escapes of 2, 6 and 12 bytes.
func unescape(src []byte) (rune, int) {
	if len(src) < 2 {
		return utf8.RuneError, len(src)
	}
	switch src[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		return unescapeHex(src)
	}
	return rune(src[1]), 2
}

func unescapeHex(src []byte) (rune, int) {
	first, ok := hex4(src)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(first) {
		if second, ok := hex4(src[6:]); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return r, 12
			}
		}
		return utf8.RuneError, 6
	}
	return first, 6
}

// hex4 decodes \uXXXX.
func hex4(src []byte) (r rune, ok bool) {
	if len(src) < 6 || src[0] != '\\' || src[1] != 'u' {
		return 0, false
	}
	for _, b := range src[2:6] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), lower(b))
		if digit < 0 {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, true
}

func lower(b byte) byte {
	if b-'A' < 26 {
		return b + 'a' - 'A'
	}
	return b
}
