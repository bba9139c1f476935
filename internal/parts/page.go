package parts

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// HTML Page: a page with code. Tags are left out, and so are scripts and styles. Character
// references are decoded. The elements pre, textarea, and code over several lines hold code,
// without the numbers of its lines. A class such as language-go, highlight-go or "brush: go" names
// the language, in the element itself or in one around it. The rest is read as the paragraphs of an
// e-mail are: code may stand in the rows of a table, in an element div for each line, or before
// line breaks.

// page adds the elements and the text between them.
func (s *splitter) page(t text) {
	p := pageReader{splitter: s, source: t}
	for p.at < len(t.bytes) {
		p.next()
	}
	p.flush()
}

type pageReader struct {
	*splitter
	source  text
	at      int
	part    text   // so far
	element string // the element of code that is open, "" for none
	depth   int    // of elements of that name within it
	label   label  // of the block
	around  label  // of the tags before
	ended   bool   // a tag has ended the line
}

// next reads a tag, or the text up to the next one.
func (p *pageReader) next() {
	src := p.source.bytes
	if src[p.at] != '<' {
		to := len(src)
		if i := bytes.IndexByte(src[p.at:], '<'); i >= 0 {
			to = p.at + i
		}
		p.skipBlank(to)
		p.text(to)
		return
	}
	tag, ok := readTag(src[p.at:])
	if !ok {
		p.text(p.at + 1)
		return
	}
	from := p.at
	p.at += tag.length
	switch {
	case tag.name == "script" || tag.name == "style" || tag.name == "!--":
		content := src[p.at : p.at+tag.skip(src[p.at:])]
		p.at += len(content)
		if i := bytes.LastIndex(content, []byte("</")); i >= 0 {
			content = content[:i]
		}
		p.leave(leftScript, bytes.TrimSuffix(content, []byte("-->")))
	case p.element != "":
		p.inside(tag)
	case (tag.name == "pre" || tag.name == "textarea" || tag.name == "code" && isBlockCode(src[p.at:])) && !tag.closing:
		p.flush()
		p.element, p.depth, p.label = tag.name, 1, labelOf(tag, src[from:p.at])
		if p.label.language == nil {
			p.label = p.around
		}
	default:
		p.outside(tag)
	}
}

// outside reads a tag outside of elements of code.
func (p *pageReader) outside(tag pageTag) {
	if tag.name == "div" {
		if l := labelOf(tag, p.tag(tag)); tag.closing || l.language != nil {
			p.around = l
		}
	}
	switch {
	case paragraphs[tag.name]:
		p.end(tag, "\n\n")
	case endsLine(tag):
		p.end(tag, "\n")
	case tag.name == "td" && tag.closing:
		p.put(tag, '\t')
	}
}

// end ends the line or the paragraph, instead of the last tag.
func (p *pageReader) end(tag pageTag, with string) {
	p.ended = true
	from := p.at - tag.length
	for to := from + 1; len(p.part.bytes) > 0 && !bytes.HasSuffix(p.part.bytes, []byte(with)); from, to = to, to+1 {
		p.part.escape(&p.source, from, to-from, '\n')
	}
}

// paragraphs are elements with a blank line before and after them.
var paragraphs = map[string]bool{"p": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true,
	"ul": true, "ol": true, "table": true, "blockquote": true, "section": true}

// endsLine reports whether a line ends at the tag.
func endsLine(t pageTag) bool {
	return t.name == "br" || t.closing && (t.name == "div" || t.name == "tr" || t.name == "li")
}

// tag returns the text of the tag that was read last.
func (p *pageReader) tag(t pageTag) []byte { return p.source.bytes[p.at-t.length : p.at] }

// put adds the character instead of the tag that was read last.
func (p *pageReader) put(t pageTag, r rune) { p.part.escape(&p.source, p.at-t.length, t.length, r) }

// inside reads a tag in an element of code.
func (p *pageReader) inside(tag pageTag) {
	switch {
	case tag.name == p.element && tag.closing:
		if p.depth--; p.depth == 0 {
			p.flush()
		}
	case tag.name == p.element:
		p.depth++
	case tag.name == "code" && !tag.closing && !p.label.sure:
		if l := labelOf(tag, p.tag(tag)); l.language != nil {
			p.label = l
		}
	case tag.name == "span" && holdsNumber(p.tag(tag)):
		p.at += max(0, bytes.IndexByte(p.source.bytes[p.at:], '<'))
	case endsLine(tag):
		p.put(tag, '\n')
	}
}

// skipBlank skips white space between tags, outside of elements of code: it ends no line.
func (p *pageReader) skipBlank(to int) {
	text := p.source.bytes[p.at:to]
	end := bytes.IndexByte(text, '\n') + 1
	switch {
	case p.element != "" || end == 0:
	case isBlankLine(text):
		p.at = to
	case p.ended && isBlankLine(text[:end]):
		p.at += end
	}
	p.ended = p.ended && p.at == to
}

// text adds the text up to there, with character references decoded.
func (p *pageReader) text(to int) {
	src := p.source.bytes
	for p.at < to {
		end := to
		if i := bytes.IndexByte(src[p.at:to], '&'); i >= 0 {
			end = p.at + i
		}
		p.source.cut(&p.part, p.at, end)
		p.at = end
		if p.at == to {
			return
		}
		r, n := reference(src[p.at:to])
		if n == 1 {
			p.source.cut(&p.part, p.at, p.at+1)
		} else {
			p.part.escape(&p.source, p.at, n, r)
		}
		p.at += n
	}
}

// reference returns the character of the reference at the text's start, and its length. It returns
// 1 if it is not a reference.
func reference(src []byte) (rune, int) {
	const longest = 32
	i := bytes.IndexByte(src[:min(longest, len(src))], ';')
	if i < 0 {
		return '&', 1
	}
	decoded := html.UnescapeString(string(src[:i+1]))
	r, n := utf8.DecodeRuneInString(decoded)
	switch {
	case n != len(decoded):
		return '&', 1
	case r == '\u00a0':
		r = ' '
	}
	return r, i + 1
}

// flush ends the part.
func (p *pageReader) flush() {
	t, element := p.part, p.element
	p.part, p.element, p.ended = text{}, "", false
	switch {
	case p.onlyBlocks && (element == "" || element == "code"):
	case element == "":
		const least = 3 // lines: a sentence about code has as many marks
		p.letter(t, least)
	case isNumbering(t.bytes): // of the lines of another block
	default:
		p.block(p.label, t)
	}
}

// isNumbering reports whether a text is nothing but numbers that rise by one.
func isNumbering(src []byte) bool {
	last := 0
	for i, field := range bytes.Fields(src) {
		number, err := strconv.Atoi(string(field))
		if err != nil || i > 0 && number != last+1 {
			return false
		}
		last = number
	}
	return true
}

// isBlockCode reports whether the element code, whose content begins there, has several lines.
func isBlockCode(src []byte) bool {
	const most = 4096 // bytes to the first line break
	src = src[:min(most, len(src))]
	end := bytes.Index(src, []byte("</code"))
	line := bytes.IndexByte(src, '\n')
	return line >= 0 && (end < 0 || line < end)
}

type pageTag struct {
	name    string // in lower case
	closing bool
	length  int
}

// longestTag bounds a tag, so that pages of many < take linear time.
const longestTag = 4096

// readTag reads the tag or comment at the start of the text.
func readTag(src []byte) (tag pageTag, ok bool) {
	if bytes.HasPrefix(src, []byte("<!--")) {
		return pageTag{name: "!--", length: 4}, true
	}
	end := bytes.IndexByte(src[:min(longestTag, len(src))], '>')
	if end < 0 {
		return tag, false
	}
	inner := src[1:end]
	inner, tag.closing = bytes.CutPrefix(inner, []byte("/"))
	n := 0
	for n < len(inner) && (lower(inner[n])-'a' < 26 || n > 0 && inner[n]-'0' < 10 || n == 0 && inner[n] == '!') {
		n++
	}
	tag.name, tag.length = strings.ToLower(string(inner[:n])), end+1
	return tag, n > 0
}

// skip returns the length of an element's content and its closing tag. The element is a comment,
// script or style.
func (t pageTag) skip(src []byte) int {
	closing := map[string]string{"!--": "-->", "script": "</script>", "style": "</style>"}[t.name]
	if t.closing {
		return 0
	}
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], closing[0])
		if i < 0 {
			return len(src)
		}
		at += i
		if len(src)-at >= len(closing) && strings.EqualFold(string(src[at:at+len(closing)]), closing) {
			return at + len(closing)
		}
		at++
	}
}

// labelOf returns the language that a tag names after a mark. A tag of code may also have it as a
// class or an attribute, which may mean something else: lang="ru" is Russian.
func labelOf(tag pageTag, text []byte) label {
	if tag.closing {
		return label{}
	}
	lowered := strings.ToLower(string(text))
	for _, mark := range []string{"language-", "highlight-source-", "highlight-", "lang-", "brush: ", "sourcecode "} {
		if _, rest, ok := strings.Cut(lowered, mark); ok {
			if l, ok := lex.Lookup(rest[:strings.IndexAny(rest, "\"' ;>")]); ok { // the tag ends with >
				return label{l, true}
			}
		}
	}
	if tag.name == "div" {
		return label{}
	}
	for _, attribute := range []string{"class=", "lang="} {
		_, value, _ := strings.Cut(lowered, attribute)
		for _, word := range strings.Fields(valueOf(value)) {
			if l, ok := lex.Lookup(word); ok && l != lex.Prose {
				return label{l, false}
			}
		}
	}
	return label{}
}

// valueOf returns an attribute's value at the text's start, with or without quotes.
func valueOf(text string) string {
	ends := " \t\r\n>"
	if quote := strings.TrimLeft(text, "\"'"); quote != text {
		text, ends = quote, text[:1]
	}
	return text[:max(0, strings.IndexAny(text, ends))]
}

// holdsNumber reports whether an element with that tag holds the number of a line.
func holdsNumber(tag []byte) bool {
	_, value, _ := strings.Cut(string(tag), "class=")
	for _, class := range strings.Fields(valueOf(value)) {
		switch class {
		case "linenos", "lineno", "ln", "lnt":
			return true
		}
	}
	return false
}
