package parts

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"mime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/escapes"
)

// Messages: e-mails as programs save them (RFC 5322 and 2045), with a header and a body in
// quoted-printable or base64, or with several bodies. Headers are left out, and so are images and
// other binary data. Of alternatives, pages are read if no other text is before them. What is not
// read is counted. Places of decoded text are places of its encoded bytes: a match in base64 has
// the lines of the base64.

// entity is the header of a message, or of a part of it.
type entity struct {
	mediaType string // in lower case
	boundary  string // between the entities of a multipart one
	encoding  string // of the transfer, in lower case; "" if the body is as it is
	name      string // of an attached file
	fields    int    // names of ofMessages in it
	body      int    // offset
}

const (
	// longestHeader and longestField bound the bytes that are read of a header.
	longestHeader, longestField = 64 << 10, 4 << 10
	// mostEncoded bounds the encoded bytes of a message that are decoded. Each may need 12 bytes
	// for its place.
	mostEncoded = 4 << 20
	// deepestEntity bounds the depth of entities in entities.
	deepestEntity = 8
)

// ofMessages are names of fields, in lower case, that messages have, and parts of messages do not.
var ofMessages = []string{
	"from", "to", "cc", "subject", "date", "mime-version", "received", "message-id", "return-path",
	"delivered-to", "reply-to", "sender", "in-reply-to", "references", "dkim-signature", "list-id",
}

// IsMessage reports whether the document is a message of several or encoded bodies. Two fields of
// messages must be in its header: a program may begin with other lines that look like fields.
func IsMessage(src []byte) bool {
	e, ok := readEntity(src)
	return ok && e.fields >= 2 && e.hasBodies()
}

// hasBodies reports whether an entity has several bodies, or one that may be encoded.
func (e *entity) hasBodies() bool { return e.boundary != "" || e.encoding != "" }

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
		case isBlank(line[0]) && name != "":
			if len(fields[name]) < longestField {
				fields[name] += string(line)
			}
		case colon && len(key) > 0 && len(bytes.TrimFunc(key, isOfField)) == 0:
			name = strings.ToLower(string(key))
			fields[name] = string(value)
		case from > len(line) || !bytes.HasPrefix(line, []byte("From ")): // which begins a message in a file of several
			return e, false
		}
	}
	for _, name := range ofMessages {
		if _, ok := fields[name]; ok {
			e.fields++
		}
	}
	e.encoding, _, _ = strings.Cut(strings.ToLower(fields["content-transfer-encoding"]), "(") // a comment
	if e.encoding = strings.TrimSpace(e.encoding); slices.Contains([]string{"7bit", "8bit", "binary"}, e.encoding) {
		e.encoding = ""
	}
	kind, params, err := mime.ParseMediaType(fields["content-type"])
	if err != nil { // but most programs read it
		_, boundary, _ := strings.Cut(fields["content-type"], "boundary=")
		boundary, _, _ = strings.Cut(boundary, ";")
		params = map[string]string{"boundary": strings.Trim(boundary, "\" \t\r\n")}
	}
	_, attached, _ := mime.ParseMediaType(fields["content-disposition"])
	e.mediaType, e.boundary, e.name = kind, params["boundary"], cmp.Or(attached["filename"], params["name"])
	return e, ok
}

// isOfField reports whether the name of a field may have the character.
func isOfField(r rune) bool {
	return r == '-' || r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// message reads the bodies of a message.
type message struct {
	*splitter                           // takes lines outside of texts
	body      func(t text, file string) // is called for each body
	bodies    int
	encoded   int // bytes that were decoded
}

// read reads a message, or an entity of one.
func (m *message) read(t text, depth int) {
	e, ok := readEntity(t.bytes)
	body := t.part(e.body, len(t.bytes))
	switch {
	case !ok:
		m.addElse(t, leftOutside)
	case depth == deepestEntity:
		m.leave(leftAttachment, body.bytes)
	case e.boundary != "":
		m.entities(&e, body, depth)
	case e.mediaType == "message/rfc822":
		m.read(body, depth+1)
	default:
		plain, rest := m.decoded(&e, body)
		if !plain.hasWords() || bytes.IndexByte(plain.bytes, 0) >= 0 {
			m.leave(leftAttachment, body.bytes)
			return
		}
		m.leave(leftDamaged, rest)
		m.bodies++
		m.body(plain, e.name)
	}
}

// entities reads the entities between the boundaries.
func (m *message) entities(e *entity, body text, depth int) {
	mark, before, begin, at := []byte("--"+e.boundary), m.bodies, -1, 0
	end := func(to int) {
		if begin < 0 {
			m.addElse(body.part(at, to), leftOutside)
			return
		}
		part := body.part(begin, to)
		if e.mediaType == "multipart/alternative" && m.bodies > before {
			if p, _ := readEntity(part.bytes); p.mediaType == "text/html" {
				m.leave(leftAttachment, part.bytes)
				return
			}
		}
		m.read(part, depth+1)
	}
	eachLine(body.bytes, func(from, to int) {
		rest, ok := bytes.CutPrefix(body.bytes[from:to], mark)
		last := bytes.HasPrefix(rest, []byte("--"))
		if !ok || !last && !isBlankLine(rest) {
			return
		}
		end(from)
		if begin, at = to, to; last {
			begin = -1
		}
	})
	end(len(body.bytes))
}

// decoded returns the text of a body without its transfer encoding. It also returns the rest that
// is not decoded. The text is empty beyond the bound, or if the encoding is not known.
func (m *message) decoded(e *entity, body text) (plain text, rest []byte) {
	if e.encoding == "" {
		return body, nil
	}
	switch m.encoded += len(body.bytes); {
	case m.encoded > mostEncoded:
	case e.encoding == "base64":
		plain, end := unbase64(body)
		return plain.withoutEscapes(), body.bytes[end:]
	case e.encoding == "quoted-printable":
		plain = unprintable(body)
		return plain.withoutEscapes(), nil
	}
	return text{}, nil
}

// withoutEscapes returns the text without the escapes of a terminal. Only decoded text has some.
func (t *text) withoutEscapes() (plain text) {
	if !escapes.In(t.bytes) || bytes.IndexByte(t.bytes, 0) >= 0 {
		return *t
	}
	escapes.Between(t.bytes, func(from, to, _ int) { t.cut(&plain, from, to) })
	return plain
}

// unprintable decodes quoted-printable text.
func unprintable(t text) (dst text) {
	src := t.bytes
	blank, lineEnd := 0, 0 // of the line: the end of its words, and of all
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
		if lineEnd <= from {
			lineEnd = from + lineLength(line)
			blank = from + len(bytes.TrimRight(src[from:lineEnd], " \t\r\n"))
		}
		switch {
		case len(decoded) > 0:
			dst.escapeAll(&t, decoded, func(i int) int { return from + 3*i })
			from += 3 * len(decoded)
		case from+1 == blank: // a soft line break
			from = lineEnd
		default:
			t.cut(&dst, from, from+1)
			from++
		}
	}
	return dst
}

// unbase64 decodes base64, also that of addresses. end is the offset of what follows its end or an
// error.
func unbase64(t text) (dst text, end int) {
	var digits []byte
	var places []int
	for end = 0; end < len(t.bytes) && t.bytes[end] != '='; end++ {
		switch b := t.bytes[end]; {
		case isBlank(b) || b == '\r' || b == '\n':
			continue
		case b == '-':
			digits = append(digits, '+')
		case b == '_':
			digits = append(digits, '/')
		default:
			digits = append(digits, b)
		}
		places = append(places, end)
	}
	decoded := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, err := base64.RawStdEncoding.Decode(decoded, digits)
	place := func(i int) int {
		if i == n {
			return places[min(4*(n/3)+n%3, len(digits)-1)] + 1
		}
		return places[4*(i/3)+i%3]
	}
	dst.escapeAll(&t, decoded[:n], place)
	switch {
	case err == nil:
		end += len(t.bytes[end:]) - len(bytes.TrimLeft(t.bytes[end:], "= \t\r\n"))
	case n == 0:
		end = 0
	default:
		end = place(n)
	}
	return dst, end
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
