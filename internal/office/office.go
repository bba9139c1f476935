// Package office extracts the text of documents of word processors and presentations: Office Open
// XML (DOCX, PPTX; ECMA-376) and OpenDocument (ODT, ODP; ISO 26300). These are zips of XML.
//
// A document may be made to waste memory or time. The unpacked bytes are bounded as in an archive,
// a document with a DTD is refused, so no entity is expanded, and no element makes more text than
// it has bytes.
package office

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/internal/order"
)

// MostSize is the size in bytes of the largest document that is read. Few are larger, even with
// pictures.
const MostSize = 32 << 20

// Limits of the unpacked parts of a document: at most mostRatio times its size and ratioFree, and
// never more than mostText. A page of text has 2 kB, in XML up to 50 kB.
const mostText, mostRatio, ratioFree = 64 << 20, 200, 1 << 20

// format is a format of documents.
type format struct {
	suffixes string
	// parts match the names of the files with text, see [path.Match], in their order.
	parts []string
	rules *rules
}

// formats are the formats that are read. The first part must be there.
var formats = []format{
	{".docx .docm", []string{"word/document*.xml", "word/footnotes.xml", "word/endnotes.xml"}, openXML},
	{".pptx .pptm", []string{"ppt/slides/slide*.xml", "ppt/notesSlides/notesSlide*.xml"}, openXML},
	{".odt .odp", []string{"content.xml"}, openDocument},
}

func formatOf(name string) *format {
	suffix := path.Ext(name)
	for i := range formats {
		for s := range strings.FieldsSeq(formats[i].suffixes) {
			if strings.EqualFold(s, suffix) {
				return &formats[i]
			}
		}
	}
	return nil
}

// Is reports whether a file is a document by its name and its first bytes.
func Is(name string, head []byte) bool {
	return HasName(name) && bytes.HasPrefix(head, []byte("PK\x03\x04"))
}

// HasName reports whether a file is a document by its name.
func HasName(name string) bool { return formatOf(name) != nil }

var (
	errOverLimit = fmt.Errorf("its text unpacks to over %d times its size, or %d bytes", mostRatio, mostText)
	errCut       = errors.New("it is cut off, or no document: get it again")
	// ErrNoText is the error for a document without text.
	ErrNoText = errors.New("it has no text: its pages may be pictures")
)

// Text returns the text of a document, in UTF-8: a line for each paragraph, in the order of the
// document, then footnotes and endnotes. Paragraphs of tables are lines, too. Several empty lines
// are one. Deleted and hidden text, headers, and comments of reviewers are left out. A document
// without text is an error. spend counts unpacked bytes, and returns an error if they are too many.
// It may be nil.
func Text(name string, content []byte, spend func(int64) error) ([]byte, error) {
	f := formatOf(name)
	if f == nil {
		return nil, fmt.Errorf("reading %s: unknown format", name)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, errCut
	}
	if i := slices.IndexFunc(formats, func(f format) bool { return len(partsOf(z, f.parts[0])) > 0 }); i >= 0 && len(partsOf(z, f.parts[0])) == 0 {
		f = &formats[i] // the name is of another format
	}
	u := unpacker{left: min(mostText, mostRatio*int64(len(content))+ratioFree), spend: spend}
	w := writer{rules: f.rules}
	for i, pattern := range f.parts {
		files := partsOf(z, pattern)
		if i == 0 && f == &formats[0] {
			if files, err = u.mainPart(z, files); err != nil {
				return nil, err
			}
		}
		if i == 0 && len(files) == 0 {
			return nil, fmt.Errorf("it has no %s", strings.ReplaceAll(pattern, "*", ""))
		}
		for _, file := range files {
			xml, err := u.unpack(file)
			if err != nil {
				return nil, err
			}
			if err := w.read(xml); err != nil {
				return nil, fmt.Errorf("reading %s: %w", file.Name, err)
			}
		}
	}
	text := append(w.text, w.notes...)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, ErrNoText
	}
	return text, nil
}

// partsOf returns the files of the zip that match a pattern, slide 2 before slide 10.
func partsOf(z *zip.Reader, pattern string) (all []*zip.File) {
	seen := map[string]bool{}
	for _, f := range z.File {
		if is, err := path.Match(pattern, f.Name); err == nil && is && !seen[f.Name] {
			seen[f.Name] = true
			all = append(all, f)
		}
	}
	order.Short(all, func(x, y *zip.File) int {
		return cmp.Or(cmp.Compare(len(x.Name), len(y.Name)), strings.Compare(x.Name, y.Name))
	})
	return all
}

// mainPart returns the part that the document names as its main one, otherwise the given ones.
func (u *unpacker) mainPart(z *zip.Reader, given []*zip.File) ([]*zip.File, error) {
	target := ""
	for _, f := range partsOf(z, "_rels/.rels") {
		xml, err := u.unpack(f)
		if err != nil {
			return nil, err
		}
		w := writer{rules: &rules{}, tag: func(tag []byte) {
			if kind := attribute(tag, "Type"); target == "" && strings.HasSuffix(kind, "/officeDocument") {
				target = attribute(tag, "Target")
			}
		}}
		if err := w.read(xml); err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Name, err)
		}
	}
	if target == "" {
		return given, nil
	}
	name := path.Clean("/" + target)[1:]
	if i := slices.IndexFunc(z.File, func(f *zip.File) bool { return strings.EqualFold(f.Name, name) }); i >= 0 {
		return z.File[i : i+1], nil
	}
	return nil, fmt.Errorf("it has no %.80q, which it names as its text", name)
}

// unpacker unpacks parts of at most left bytes together.
type unpacker struct {
	left  int64
	spend func(int64) error // nil if nobody counts
}

// unpack returns the bytes of a part.
func (u *unpacker) unpack(f *zip.File) ([]byte, error) {
	if f.UncompressedSize64 > uint64(u.left) {
		return nil, errOverLimit
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	xml, err := io.ReadAll(io.LimitReader(r, u.left+1))
	if u.left -= int64(len(xml)); u.left < 0 {
		return nil, errOverLimit
	}
	if u.spend != nil {
		if err := u.spend(int64(len(xml))); err != nil {
			return nil, err
		}
	}
	return inUTF8(xml), err
}

// inUTF8 decodes XML in UTF-16 with a byte order mark.
func inUTF8(xml []byte) []byte {
	little := bytes.HasPrefix(xml, []byte("\xff\xfe"))
	if !little && !bytes.HasPrefix(xml, []byte("\xfe\xff")) {
		return xml
	}
	units := make([]uint16, 0, len(xml)/2)
	for i := 2; i+1 < len(xml); i += 2 {
		a, b := uint16(xml[i]), uint16(xml[i+1])
		if little {
			a, b = b, a
		}
		units = append(units, a<<8|b)
	}
	return []byte(string(utf16.Decode(units)))
}
