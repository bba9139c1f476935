package html

import (
	"encoding/json"

	"github.com/chaffinch-search/chaffinch/answer"
)

// The pages of the server share style and script with the reports. They share the colours, and the
// view of a pair.

// SiteStyle returns the style of the server's pages.
func SiteStyle() string { return joined("site/css") }

// SiteScript returns the script of the server's pages.
func SiteScript() string { return scriptOf("site/js") }

// UploadStyle returns the style that a page of a form for files, or of a job, adds to [SiteStyle].
func UploadStyle() string { return join("form/css/*", "upload/css/*") }

// UploadScript returns the script of a page of a form for files, or of a job. It needs little of
// the shared script.
func UploadScript() string {
	return wrapped(join("shared/js/10-dom.js", "shared/js/20-format.js", "shared/js/69-keys.js", "shared/js/70-theme.js", "shared/js/72-print.js",
		"site/js/75-site.js", "form/js/*", "upload/js/*"))
}

// hitData is the input for the view of a question and a document.
type hitData struct {
	Units []unit   `json:"units"`
	Pair  pair     `json:"pair"`
	Names []string `json:"names"`
	Texts []block  `json:"texts"`
}

// HitData returns the data of a hit for the page of the server. It is the question and the document
// side by side, in JSON. The hit has its alignment, and the sources are the bytes that were
// compared.
func HitData(q answer.Question, h *answer.Hit, question, document []byte) ([]byte, error) {
	d := newData(collectionOf(comparisonOf(q, h)), Options{single: true, source: sourcesOf(question, document)}, "")
	return json.Marshal(hitData{d.Units, d.Pairs[0], d.Names, d.texts})
}

// Highlighted is a source as pages show it: escaped, and in pieces of one class.
type Highlighted struct {
	Class string // of the style; empty for plain text
	Text  string
}

// Lines returns a decoded source's lines in a language, in pieces of one class.
func Lines(language string, source []byte) [][]Highlighted {
	t := newText(source)
	classes := classify(language, source, t)
	lines := [][]Highlighted{nil}
	at, from, place := 0, 0, 0 // byte, start of the piece, UTF-16 unit
	last := byte(plainText)
	end := func() {
		if from < at {
			line := &lines[len(lines)-1]
			*line = append(*line, Highlighted{classNames[last], t.shown[from:at]})
		}
		from = at
	}
	for i, r := range t.shown {
		at = i
		if class := classes[place]; r == '\n' || class != last {
			end()
			last = class
		}
		if r == '\n' {
			from = i + 1
			lines = append(lines, nil)
		}
		place += units(string(r))
	}
	at = len(t.shown)
	end()
	if n := len(lines) - 1; n > 0 && lines[n] == nil {
		lines = lines[:n]
	}
	return lines
}

// classNames are the classes of the style, as in the script.
var classNames = map[byte]string{
	keyword: "keyword", literal: "literal", number: "number-literal", comment: "comment", function: "function", escape: "escape",
}
