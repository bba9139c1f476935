package parts

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Jupyter Notebook: a JSON object with the cells in "cells" (nbformat 4), or in the cells of
// "worksheets" (nbformat 3). A cell of code is in the language of the kernel, or in the one that a
// magic such as %%bash names. Cells of text are Markdown. Outputs are left out.

// notebook adds the cells.
func (s *splitter) notebook(t text) {
	n := readNotebook(t.bytes)
	for _, l := range n.left {
		s.leave(l.reason, t.bytes[l.from:l.to])
	}
	kernel := named(n.language).language
	for _, c := range n.cells {
		source := unescaped(t, c.source)
		switch {
		case c.kind == "markdown" || c.kind == "heading":
			s.add(markdownLanguage(), source)
		case c.kind != "code":
			s.addText(source)
		default:
			s.add(fitting(magic(source.bytes, kernel), source.bytes), source)
		}
	}
}

// fitting returns a cell's language. It differs from the notebook's if the cell is a program in
// another language and has hardly any keywords of the notebook's.
func fitting(l *lex.Language, cell []byte) *lex.Language {
	if l == nil {
		return nil
	}
	other := detect.Program(cell)
	if other == lex.Prose || other == l {
		return l
	}
	if float64(lex.CountKeywords(l.Lex(nil, cell))) < threshold.CellKeywords*float64(lex.CountKeywords(other.Lex(nil, cell))) {
		return other
	}
	return l
}

func markdownLanguage() *lex.Language {
	l, _ := lex.Lookup("Markdown")
	return l
}

// magics are the names of cell magics that are not languages.
var magics = map[string]string{"script": "shell", "sh": "shell", "bash": "shell", "cython": "python", "writefile": ""}

// magic returns a cell's language, which its first line may name. By default it is the kernel's.
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

// notebook has the parts of a notebook that are read.
type notebook struct {
	language string
	cells    []cell
	left     []leftSpan // the parts that are not read
}

// leftSpan is a range of bytes that is not read.
type leftSpan struct {
	span
	reason string
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
	if len(r.cells) > 0 {
		r.left = append(r.left, leftSpan{span{r.ends, len(src)}, leftDamaged})
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

	leftFrom int // where the value begins that is not read
}

// level is an object or array that is open.
type level struct {
	object bool
	key    string // of the value in an object that comes next
	keyed  bool   // the key was read
}

// next reads a token and reports whether there may be more.
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
			if r.leaves() != "" {
				r.leftFrom = r.ends
			}
			r.path = append(r.path, level{object: v == '{'})
			return true
		}
		r.path = r.path[:top]
		if r.isCell(len(r.path)) {
			r.cells = append(r.cells, r.cell)
		}
		if reason := r.leaves(); reason != "" && begins > r.leftFrom {
			r.left = append(r.left, leftSpan{span{r.leftFrom, begins}, reason})
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

// leaves returns why the last key's value is not read, or "".
func (r *notebookReader) leaves() string {
	top := len(r.path) - 1
	if top < 0 || !r.isCell(top) || !r.path[top].object {
		return ""
	}
	switch r.path[top].key {
	case "outputs":
		return leftOutput
	case "attachments":
		return leftAttachment
	}
	return ""
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
