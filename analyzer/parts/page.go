package parts

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// HTML Page: a page with code in elements pre or code. Tags inside of them are left out, and
// character references are decoded. A class such as language-go, highlight-source-go or "brush: go"
// names the language, in the element itself or in one around it. Code within a line, in an element
// code outside of pre, is prose. So is the text of the page, without tags, scripts and styles.

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
	source text
	at     int
	part   text   // so far
	block  string // the element of code that is open, "" for none
	depth  int    // of elements of that name within it
	label  string // of the language
	around string // label of the tags before
}

// next reads a tag, or the text up to the next one.
func (p *pageReader) next() {
	src := p.source.bytes
	if src[p.at] != '<' {
		to := len(src)
		if i := bytes.IndexByte(src[p.at:], '<'); i >= 0 {
			to = p.at + i
		}
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
		p.at += tag.skip(src[p.at:])
	case p.block != "":
		p.inside(tag)
	case (tag.name == "pre" || tag.name == "code" && isBlockCode(src[p.at:])) && !tag.closing:
		p.flush()
		p.block, p.depth, p.label = tag.name, 1, label(src[from:p.at])
		if p.label == "" {
			p.label = p.around
		}
	case !tag.closing && tag.name == "div":
		p.around = label(src[from:p.at])
	case tag.closing && tag.name == "div":
		p.around = ""
	}
}

// inside reads a tag in an element of code.
func (p *pageReader) inside(tag pageTag) {
	switch {
	case tag.name == p.block && tag.closing:
		if p.depth--; p.depth == 0 {
			p.flush()
		}
	case tag.name == p.block:
		p.depth++
	case tag.name == "code" && !tag.closing && p.label == "":
		p.label = label(p.source.bytes[p.at-tag.length : p.at])
	case tag.name == "br" || tag.name == "div" && tag.closing || tag.name == "tr" && tag.closing:
		p.part.escape(&p.source, p.at-tag.length, tag.length, '\n')
	}
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

// reference returns the character of the reference at the start of the text, and its length; 1 if it
// is none.
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
	t := p.part
	p.part = text{}
	l := lex.Prose
	if p.block != "" {
		l = named(p.label)
	}
	p.block = ""
	p.add(l, t)
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

// longestTag bounds a tag, so that a page of many < is read in linear time.
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

// skip returns the length of the content of a comment, script or style, with the tag that closes it.
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

// label returns the language that the tag names in its class, or "".
func label(tag []byte) string {
	text := strings.ToLower(string(tag))
	for _, mark := range []string{"language-", "highlight-source-", "lang-", "brush: ", "sourcecode "} {
		if i := strings.Index(text, mark); i >= 0 {
			rest := text[i+len(mark):]
			if end := strings.IndexAny(rest, "\"' ;>"); end >= 0 {
				return rest[:end]
			}
		}
	}
	return ""
}
