package parts

import (
	"bytes"
	"encoding/base64"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Messages: e-mails as programs save them (RFC 5322 and 2045): a header and a body, which may be
// encoded, or hold several entities of that form. Of alternatives the first that can be read is.
// Headers are left out, and so are images and other data. Places of decoded text are places of its
// encoded bytes.

// entity is the header of a message, or of a part of it.
type entity struct {
	mediaType string // in lower case
	boundary  string // between the entities of a multipart one
	encoding  string // of the transfer, in lower case
	name      string // of an attached file
	mime      bool   // the header says any of this
	body      int    // offset
}

const (
	// longestHeader and longestField bound the bytes that are read of a header.
	longestHeader, longestField = 64 << 10, 4 << 10
	// mostEncoded bounds the encoded bytes of a document that are decoded; each may need 12 bytes
	// for its place.
	mostEncoded = 4 << 20
	// deepestEntity bounds the depth of entities in entities.
	deepestEntity = 8
)

// fromLine begins the line before a message in a file of several.
var fromLine = []byte("From ")

// messages adds the messages of a file, each after such a line.
func (s *splitter) messages(t text) {
	begin, blank := 0, true
	end := func(to int) {
		if e, ok := readEntity(t.bytes[begin:to]); ok {
			s.entity(e, t.part(begin+e.body, to), 0)
		}
		begin = to
	}
	eachLine(t.bytes, func(from, to int) {
		if blank && from > begin && bytes.HasPrefix(t.bytes[from:to], fromLine) {
			if e, ok := readEntity(t.bytes[from:]); ok && e.mime {
				end(from)
			}
		}
		blank = isBlankLine(t.bytes[from:to])
	})
	end(len(t.bytes))
}

// readEntity reads a header. ok is false if the text does not begin with one that an empty line
// ends.
func readEntity(src []byte) (e entity, ok bool) {
	fields := map[string]string{}
	name := ""
	head := src[:min(longestHeader, len(src))]
	for from := 0; from < len(head) && !ok; {
		line := head[from : from+lineLength(head[from:])]
		key, value, colon := bytes.Cut(line, []byte(":"))
		from += len(line)
		switch {
		case isBlankLine(line):
			ok, e.body = true, from
		case isBlank(line[0]):
			if name != "" && len(fields[name]) < longestField {
				fields[name] += string(line)
			}
		case colon && bytes.IndexByte(key, ' ') < 0:
			name = strings.ToLower(string(key))
			fields[name] = string(value)
		case from > len(line) || !bytes.HasPrefix(line, fromLine):
			return e, false
		}
	}
	e.encoding = strings.ToLower(strings.TrimSpace(fields["content-transfer-encoding"]))
	kind, params, _ := mime.ParseMediaType(fields["content-type"])
	_, attached, _ := mime.ParseMediaType(fields["content-disposition"])
	e.mediaType, e.boundary, e.name = kind, params["boundary"], params["name"]
	if n := attached["filename"]; n != "" {
		e.name = n
	}
	e.mime = kind != "" || e.encoding != ""
	return e, ok
}

// isMessage reports whether the document is a message of several or encoded parts.
func isMessage(src []byte) bool {
	if !bytes.Contains(src[:min(longestHeader, len(src))], []byte(":")) {
		return false
	}
	e, ok := readEntity(src)
	return ok && (e.boundary != "" || e.encoding == "quoted-printable" || e.encoding == "base64")
}

// entity adds the body of a message or of an entity.
func (s *splitter) entity(e entity, body text, depth int) {
	switch {
	case depth == deepestEntity:
		s.leave(leftAttachment, body.bytes)
	case e.boundary != "":
		s.entities(e, body, depth)
	case e.mediaType == "message/rfc822":
		if inner, ok := readEntity(body.bytes); ok {
			s.entity(inner, body.part(inner.body, len(body.bytes)), depth+1)
		}
	default:
		s.content(e, s.decoded(e, body), body)
	}
}

// entities adds those between the boundaries.
func (s *splitter) entities(e entity, body text, depth int) {
	mark := []byte("--" + e.boundary)
	first, begin := len(s.parts), -1
	end := func(to int) {
		if begin < 0 || e.mediaType == "multipart/alternative" && len(s.parts) > first {
			return
		}
		if inner, ok := readEntity(body.bytes[begin:to]); ok {
			s.entity(inner, body.part(begin+inner.body, to), depth+1)
		}
	}
	var outside text // before the first boundary and after the last
	at := 0
	eachLine(body.bytes, func(from, to int) {
		rest, ok := bytes.CutPrefix(body.bytes[from:to], mark)
		last := bytes.HasPrefix(rest, []byte("--"))
		if !ok || !last && !isBlankLine(rest) {
			return
		}
		if begin < 0 {
			body.cut(&outside, at, from)
		}
		end(from)
		if begin, at = to, to; last {
			begin = -1
		}
	})
	end(len(body.bytes))
	if begin < 0 {
		body.cut(&outside, at, len(body.bytes))
	}
	s.addElse(outside, leftOutside)
}

// content adds a decoded text: a page, a file in the language of its name, or a letter. body is the
// text before it was decoded.
func (s *splitter) content(e entity, t, body text) {
	l := lex.Prose
	if e.name != "" {
		l = detect.Language(e.name, t.bytes)
	}
	switch {
	case bytes.IndexByte(t.bytes, 0) >= 0:
		s.leave(leftAttachment, body.bytes)
	case e.mediaType == "text/html":
		page, _ := lex.Lookup(Page)
		s.add(page, t)
	case l != lex.Prose:
		s.add(l, t)
	case e.mediaType == "" || strings.HasPrefix(e.mediaType, "text/"):
		s.quotations(t)
	default:
		s.addElse(t, leftAttachment)
	}
}

// decoded returns the text of a body without its transfer encoding, nothing beyond the bound.
func (s *splitter) decoded(e entity, body text) text {
	decode := unprintable
	switch e.encoding {
	case "quoted-printable":
	case "base64":
		decode = unbase64
	default:
		return body
	}
	if s.encoded += len(body.bytes); s.encoded > mostEncoded {
		s.leave(leftAttachment, body.bytes)
		return text{}
	}
	return decode(body)
}

// unprintable decodes quoted-printable text.
func unprintable(t text) (dst text) {
	src := t.bytes
	for from := 0; from < len(src); {
		to := len(src)
		if i := bytes.IndexByte(src[from:], '='); i >= 0 {
			to = from + i
		}
		t.cut(&dst, from, to)
		if from = to; from == len(src) {
			break
		}
		line := src[from:]
		var decoded []byte
		for at := 0; at+2 < len(line) && line[at] == '='; at += 3 {
			r, n := escapedNumber(line[at:], 1, 16, 2)
			if n != 3 {
				break
			}
			decoded = append(decoded, byte(r))
		}
		switch end := lineLength(line); {
		case len(decoded) > 0:
			dst.escapeAll(&t, decoded, func(i int) int { return from + 3*i })
			from += 3 * len(decoded)
		case isBlankLine(line[1:end]): // a soft line break
			from += end
		default:
			t.cut(&dst, from, from+1)
			from++
		}
	}
	return dst
}

// unbase64 decodes base64. Text after an error is left out.
func unbase64(t text) (dst text) {
	var digits []byte
	var places []int
	for i, b := range t.bytes {
		if b == '=' {
			break
		}
		if !isBlank(b) && b != '\r' && b != '\n' {
			digits, places = append(digits, b), append(places, i)
		}
	}
	decoded := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, _ := base64.RawStdEncoding.Decode(decoded, digits)
	places = append(places, len(t.bytes))
	dst.escapeAll(&t, decoded[:n], func(i int) int {
		if i == n {
			return places[min(4*(n/3)+n%3, len(digits)-1)] + 1
		}
		return places[4*(i/3)+i%3]
	})
	return dst
}

// escapeAll appends decoded bytes. Each begins at a place in t; the place after the last is its
// end. Bytes that are not UTF-8 are Latin-1.
func (dst *text) escapeAll(t *text, decoded []byte, place func(i int) int) {
	for i := 0; i < len(decoded); {
		r, n := utf8.DecodeRune(decoded[i:])
		if r == utf8.RuneError && n == 1 {
			r = rune(decoded[i])
		}
		dst.escape(t, place(i), place(i+n)-place(i), r)
		i += n
	}
}
