package parts

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"mime"
	"strings"
	"unicode/utf8"
)

// Messages: e-mails as programs save them (RFC 5322 and 2045), with a header and a body in
// quoted-printable or base64, or with several bodies. Headers are left out, and so are images and
// other binary data. Of alternatives the first that is text is read. Places of decoded text are
// places of its encoded bytes: a match in base64 has the lines of the base64.

// entity is the header of a message, or of a part of it.
type entity struct {
	mediaType string // in lower case
	boundary  string // between the entities of a multipart one
	encoding  string // of the transfer, in lower case
	name      string // of an attached file
	body      int    // offset
}

const (
	// longestHeader and longestField bound the bytes that are read of a header.
	longestHeader, longestField = 64 << 10, 4 << 10
	// mostEncoded bounds the encoded bytes of a message that are decoded; each may need 12 bytes
	// for its place.
	mostEncoded = 4 << 20
	// deepestEntity bounds the depth of entities in entities.
	deepestEntity = 8
)

// isMessage reports whether the document is a message of several or encoded bodies.
func isMessage(src []byte) bool {
	e, ok := readEntity(src)
	return ok && (e.boundary != "" || e.isEncoded())
}

func (e *entity) isEncoded() bool { return e.encoding == "quoted-printable" || e.encoding == "base64" }

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
		case colon && bytes.IndexByte(key, ' ') < 0:
			name = strings.ToLower(string(key))
			fields[name] = string(value)
		case from > len(line) || !bytes.HasPrefix(line, []byte("From ")): // which begins a message in a file of several
			return e, false
		}
	}
	e.encoding = strings.ToLower(strings.TrimSpace(fields["content-transfer-encoding"]))
	kind, params, _ := mime.ParseMediaType(fields["content-type"])
	_, attached, _ := mime.ParseMediaType(fields["content-disposition"])
	e.mediaType, e.boundary, e.name = kind, params["boundary"], cmp.Or(attached["filename"], params["name"])
	return e, ok
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
		plain := body
		if e.isEncoded() {
			plain = m.decoded(&e, body)
		}
		if !plain.hasWords() || bytes.IndexByte(plain.bytes, 0) >= 0 {
			m.leave(leftAttachment, body.bytes)
			return
		}
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
		} else if e.mediaType != "multipart/alternative" || m.bodies == before {
			m.read(body.part(begin, to), depth+1)
		}
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

// decoded returns the text of a body without its transfer encoding, nothing beyond the bound.
func (m *message) decoded(e *entity, body text) text {
	switch m.encoded += len(body.bytes); {
	case m.encoded > mostEncoded:
		return text{}
	case e.encoding == "base64":
		return unbase64(body)
	}
	return unprintable(body)
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
