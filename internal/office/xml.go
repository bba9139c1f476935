package office

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// rules say which elements have text. Names are without the prefix of their namespace.
type rules struct {
	text      map[string]bool   // text in them is text of the document
	paragraph map[string]bool   // a line ends with them
	signs     map[string]string // elements that stand for characters
	skipped   map[string]bool   // nothing in them is read
	note      string            // its text comes after all other
	others    map[string]bool   // elements that are read in another way
	names     map[string]string // all of these
}

// named returns the rules with the names in them.
func named(r rules) *rules {
	r.names = map[string]string{r.note: r.note}
	for _, all := range []map[string]bool{r.text, r.paragraph, r.skipped, r.others} {
		for name := range all {
			r.names[name] = name
		}
	}
	for name := range r.signs {
		r.names[name] = name
	}
	return &r
}

func set(names string) map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		all[name] = true
	}
	return all
}

var (
	openXML = named(rules{
		text: set("t"), paragraph: set("p"),
		signs:   map[string]string{"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
		skipped: set("fld moveFrom pPr rPr"), // numbers of slides, and settings
		others:  set("AlternateContent Choice Fallback r vanish"),
	})
	openDocument = named(rules{
		text: set("p h"), paragraph: set("p h"),
		signs:   map[string]string{"tab": "\t", "line-break": "\n", "s": " "},
		skipped: set("tracked-changes annotation note-citation automatic-styles"),
		note:    "note",
	})
)

// writer collects the text of the parts of a document.
type writer struct {
	*rules
	text, notes []byte
	inText      int    // elements with text around
	skip        string // the outermost skipped element; empty outside of one
	skipDepth   int    // elements of this name
	noteDepth   int
	hidden      bool             // in a run that is not shown
	choices     []choice         // alternatives around
	tag         func(tag []byte) // called for each element, if not nil
}

// choice is content in several versions; a program shows one.
type choice struct{ first, from, to int } // the first version is text[first:from]; another begins at to

var (
	errCutOff = errors.New("the XML ends too early")
	errDTD    = errors.New("its XML has a document type, which documents do not have")
)

// read reads a part. It passes over the XML once, and needs no stack of elements.
func (w *writer) read(xml []byte) error {
	w.inText, w.skip, w.noteDepth, w.hidden, w.choices = 0, "", 0, false, nil
	for len(xml) > 0 {
		at := bytes.IndexByte(xml, '<')
		if at < 0 {
			at = len(xml)
		}
		w.write(xml[:at], true)
		if xml = xml[at:]; len(xml) == 0 {
			break
		}
		n, err := w.markup(xml)
		if err != nil {
			return err
		}
		xml = xml[n:]
	}
	return nil
}

// markup reads what begins with a <, and returns its length.
func (w *writer) markup(xml []byte) (int, error) {
	until := func(mark string) (int, error) {
		at := bytes.Index(xml, []byte(mark))
		if at < 0 {
			return 0, errCutOff
		}
		return at + len(mark), nil
	}
	switch {
	case bytes.HasPrefix(xml, []byte("<!--")):
		return until("-->")
	case bytes.HasPrefix(xml, []byte("<?")):
		return until("?>")
	case bytes.HasPrefix(xml, []byte("<![CDATA[")):
		n, err := until("]]>")
		if err == nil {
			w.write(xml[len("<![CDATA["):n-len("]]>")], false)
		}
		return n, err
	case bytes.HasPrefix(xml, []byte("<!")):
		return 0, errDTD
	}
	n := tagLength(xml)
	if n == 0 {
		return 0, errCutOff
	}
	tag := xml[1 : n-1]
	closing, single := bytes.HasPrefix(tag, []byte("/")), bytes.HasSuffix(tag, []byte("/"))
	tag = bytes.Trim(tag, "/")
	if end := slices.IndexFunc(tag, func(c byte) bool { return c <= ' ' }); end >= 0 {
		tag = tag[:end]
	}
	if w.tag != nil && !closing {
		w.tag(xml[1 : n-1])
	}
	name := w.names[string(tag[bytes.IndexByte(tag, ':')+1:])]
	if name == "" {
		return n, nil
	}
	if name == "vanish" && w.skip == "rPr" && w.skipDepth == 1 {
		w.hidden = !slices.Contains([]string{"0", "false", "off"}, attribute(xml[1:n-1], "val"))
	}
	if !closing {
		w.open(name, single)
	}
	if closing || single {
		w.close(name)
	}
	return n, nil
}

// tagLength returns the length of the tag that xml begins with. It returns 0 if it has no end. An
// attribute may have a >.
func tagLength(xml []byte) int {
	quote := byte(0)
	for i, c := range xml {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return 0
}

func (w *writer) open(name string, single bool) {
	switch {
	case w.skip != "":
		if name == w.skip {
			w.skipDepth++
		}
	case w.skipped[name]:
		w.skip, w.skipDepth = name, 1
	case w.note != "" && name == w.note:
		w.noteDepth++
	case w.isText(name):
		w.inText++
	case name == "AlternateContent" && w.others[name]:
		w.choices = append(w.choices, choice{len(w.text), len(w.text), len(w.text)})
	case name == "r" && w.others[name]:
		w.hidden = false
	default:
		w.put(w.signs[name])
	}
}

func (w *writer) close(name string) {
	switch {
	case w.skip != "":
		if name == w.skip {
			if w.skipDepth--; w.skipDepth == 0 {
				w.skip = ""
			}
		}
		return
	case w.note != "" && name == w.note:
		w.noteDepth = max(0, w.noteDepth-1)
	case w.isText(name):
		w.inText = max(0, w.inText-1)
	}
	switch n := len(w.choices); {
	case w.paragraph[name]:
		w.put("\n")
	case !w.others[name]:
	case name == "r":
		w.hidden = false
	case n > 0 && name == "AlternateContent":
		w.choices = w.choices[:n-1]
	case n > 0:
		w.version(&w.choices[n-1])
	}
}

// version ends a version of some content. One that says what the first says is left out. Text boxes
// have two.
func (w *writer) version(c *choice) {
	switch {
	case c.first == c.from:
		c.from = len(w.text)
	case bytes.Equal(w.text[c.first:c.from], w.text[c.to:]):
		w.text = w.text[:c.to]
	}
	c.to = len(w.text)
}

// attribute returns the value of an attribute in a tag, by its name without prefix. It returns ""
// if there is none.
func attribute(tag []byte, name string) string {
	for _, m := range attributes.FindAllSubmatch(tag, -1) {
		if string(m[1]) == name {
			w := writer{rules: &rules{}, inText: 1}
			w.write(m[2][1:len(m[2])-1], true)
			return string(bytes.TrimSpace(w.text))
		}
	}
	return ""
}

var attributes = lazyregexp.New(`([\w.-]+)\s*=\s*("[^"]*"|'[^']*')`)

func (w *writer) isText(name string) bool { return w.rules.text[name] }

// put adds text to the document, or to its notes.
func (w *writer) put(s string) {
	to := &w.text
	if w.noteDepth > 0 {
		to = &w.notes
	}
	if s != "\n" || !bytes.HasSuffix(*to, []byte("\n\n")) { // empty paragraphs may be millions
		*to = append(*to, s...)
	}
}

// write adds what stands between two tags, with or without entities, if it is text.
func (w *writer) write(raw []byte, entities bool) {
	if w.inText == 0 || w.hidden || w.skip != "" || len(raw) == 0 {
		return
	}
	var b strings.Builder
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		if r == '&' && entities {
			r, n = entity(raw)
		}
		switch {
		case r == '\n', r == '\r', r == '\t', r == 0x2028, r == 0x2029:
			b.WriteByte(' ') // a line is a paragraph
		case r >= ' ':
			b.WriteRune(r)
		}
		raw = raw[n:]
	}
	w.put(b.String())
}

// entity returns the character that raw begins with, and its length. There are five entities with
// names; others are kept as they are.
func entity(raw []byte) (rune, int) {
	const longest = 12
	end := bytes.IndexByte(raw[:min(longest, len(raw))], ';')
	if end < 0 {
		return '&', 1
	}
	name := string(raw[1:end])
	if r, known := entities[name]; known {
		return r, end + 1
	}
	number, isNumber := strings.CutPrefix(name, "#")
	base := 10
	if hex, is := strings.CutPrefix(number, "x"); is {
		number, base = hex, 16
	}
	if n, err := strconv.ParseUint(number, base, 21); isNumber && err == nil {
		return rune(n), end + 1 // WriteRune writes U+FFFD for bytes that are no character
	}
	return '&', 1
}

var entities = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}
