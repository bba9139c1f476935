package office

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

const (
	wordHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
	wordEnd  = `</w:body></w:document>`
)

func word(t *testing.T, body string) string {
	return filetest.Zip(t, [2]string{"[Content_Types].xml", "<Types/>"}, [2]string{"word/document.xml", wordHead + body + wordEnd})
}

func TestText_OfDocuments(t *testing.T) {
	tests := []struct {
		name, file, content, want string
	}{
		{"paragraphs, runs and signs", "a.docx", word(t, `<w:p w:rsid="a>b"><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>One &amp; t</w:t></w:r><w:r><w:t xml:space="preserve">wo &lt;3 </w:t><w:tab/><w:t>&#x41;&#66;&unknown;</w:t><w:br/><w:t>next</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>`+"line\nbreak"+`</w:t></w:r></w:p>`),
			"One & two <3 \tAB&unknown;\nnext\n\nline break\n"},
		{"tables", "A.DOCX", word(t, `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`), "a\nb\n"},
		{"no deleted or moved text, no field codes, no text box twice", "a.docx", word(t, `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>old</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText>`+
			`<mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice><mc:Fallback><mc:Fallback/><w:t>box</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`), "box\n"},
		{"text of a fallback that no choice has", "a.docx", word(t, `<w:p><mc:AlternateContent><mc:Choice Requires="zz"/><mc:Fallback><w:t>a</w:t></mc:Fallback></mc:AlternateContent><mc:AlternateContent><mc:Choice Requires="zz"><w:t>b</w:t></mc:Choice><mc:Fallback><w:t>c</w:t></mc:Fallback></mc:AlternateContent></w:p>`), "abc\n"},
		{"a text box in a text box", "a.docx", word(t, `<w:p><mc:AlternateContent><mc:Choice><w:t>a</w:t><mc:AlternateContent><mc:Choice><w:t>b</w:t></mc:Choice><mc:Fallback><w:t>b</w:t></mc:Fallback></mc:AlternateContent></mc:Choice><mc:Fallback><w:t>ab</w:t></mc:Fallback></mc:AlternateContent></w:p>`), "ab\n"},
		{"no hidden runs", "a.docx", word(t, `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>b</w:t></w:r><w:r><w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>c</w:t></w:r></w:p>`), "abc\n"},
		{"one empty line of many", "a.docx", word(t, `<w:p><w:t>a</w:t></w:p><w:p/><w:p/><w:p/><w:p><w:t>b</w:t></w:p>`), "a\n\nb\n"},
		{"the main part that it names", "a.docx", filetest.Zip(t, [2]string{"word/document.xml", `<w:p><w:t>decoy</w:t></w:p>`}, [2]string{"word/main.xml", `<w:p><w:t>text</w:t></w:p>`},
			[2]string{"_rels/.rels", `<Relationships><!-- <Relationship Type="x/officeDocument" Target="word/document.xml"/> --><Relationship Type="x/core" Target="b"/><r:Relationship Target = '/word/m&#97;in.xml' Type="http://x/officeDocument"/></Relationships>`}), "text\n"},
		{"notes come last", "a.docx", filetest.Zip(t, [2]string{"word/footnotes.xml", `<w:footnotes><w:footnote><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote></w:footnotes>`},
			[2]string{"word/document.xml", `<w:p><w:t>text</w:t></w:p>`}, [2]string{"word/endnotes.xml", `<w:p><w:t>end</w:t></w:p>`}, [2]string{"word/comments.xml", `<w:p><w:t>a reviewer</w:t></w:p>`}), "text\nnote\nend\n"},
		{"another document part", "a.docx", filetest.Zip(t, [2]string{"word/document2.xml", `<w:p><w:t><![CDATA[a < b]]></w:t><!-- <w:t>c</w:t> --></w:p>`}), "a < b\n"},
		{"UTF-16", "a.docx", filetest.Zip(t, [2]string{"word/document.xml", wide(`<w:p><w:t>größer 😀</w:t></w:p>`)}), "größer 😀\n"},
		{"ODT", "a.odt", filetest.Zip(t, [2]string{"mimetype", "application/vnd.oasis.opendocument.text"}, [2]string{"content.xml", `<office:document-content><office:body><office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>` +
			`<text:h>Title</text:h><text:p>One<text:s text:c="1000000000"/>t<text:span>wo</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>a note</text:p></text:note-body></text:note> three<text:tab/>x<text:line-break/>y</text:p>` +
			`<table:table><table:table-cell><text:p>cell</text:p></table:table-cell></table:table><text:p><office:annotation><text:p>a reviewer</text:p></office:annotation>end</text:p></office:text></office:body></office:document-content>`}),
			"Title\nOne two three\tx\ny\ncell\nend\na note\n"},
		{"a wrong name", "a.odt", word(t, "<w:p><w:t>x</w:t></w:p>"), "x\n"},
		{"PPTX", "a.pptx", filetest.Zip(t, [2]string{"ppt/slides/slide10.xml", `<a:p><a:r><a:t>ten</a:t></a:r></a:p>`}, [2]string{"ppt/slides/slide2.xml", `<a:p><a:r><a:t>two</a:t></a:r><a:fld><a:t>2</a:t></a:fld></a:p>`},
			[2]string{"ppt/notesSlides/notesSlide1.xml", `<a:p><a:t>say this</a:t></a:p>`}, [2]string{"ppt/slides/_rels/slide2.xml.rels", `<a:p><a:t>no</a:t></a:p>`}), "two\nten\nsay this\n"},
	}
	for _, test := range tests {
		if got, err := Text(test.file, []byte(test.content), nil); err != nil || string(got) != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
	}
}

func wide(s string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// A hostile document is an error, of bounded memory and time.
func TestText_Hostile(t *testing.T) {
	bomb := filetest.Zip(t, [2]string{"word/document.xml", wordHead + "<w:p><w:t>" + strings.Repeat("a", 40<<20)})
	var many bytes.Buffer
	z := zip.NewWriter(&many)
	for range 50_000 {
		if _, err := z.Create("word/document.xml"); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	tests := []struct{ name, content, want string }{
		{"a bomb", bomb, "unpacks to over"},
		{"cut off", word(t, "<w:p><w:t>x</w:t></w:p>")[:200], "cut off"},
		{"no document", filetest.Zip(t, [2]string{"word/styles.xml", "<w:t>x</w:t>"}), "it has no word/document.xml"},
		{"entities", filetest.Zip(t, [2]string{"word/document.xml", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:p><w:t>&b;</w:t></w:p>`}), "document type"},
		{"cut XML", filetest.Zip(t, [2]string{"word/document.xml", `<w:p><w:t>x</w:t><w:p a="`}), "ends too early"},
		{"only a picture", word(t, "<w:p><w:drawing/></w:p>"), "no text"},
		{"many entries", many.String(), "no text"},
		{"a main part that is not there", filetest.Zip(t, [2]string{"word/document.xml", "<w:t>x</w:t>"}, [2]string{"_rels/.rels", `<Relationship Type="x/officeDocument" Target="a.xml"/>`}), `it has no "a.xml"`},
		{"no zip", "PK\x03\x04 and more", "cut off"},
	}
	for _, test := range tests {
		if got, err := Text("a.docx", []byte(test.content), nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %d bytes, %v", test.name, len(got), err)
		}
	}
	if _, err := Text("a.docx", []byte(word(t, "<w:p><w:drawing/></w:p>")), nil); !errors.Is(err, ErrNoText) {
		t.Error(err)
	}
	deep := strings.Repeat("<w:p>", 1<<20) + "<w:t>x</w:t>"
	if got, err := Text("a.docx", []byte(filetest.Zip(t, [2]string{"word/document.xml", deep}, [2]string{"media/noise.bin", noise(1 << 16)})), nil); err != nil || string(got) != "x" {
		t.Errorf("deep: %.20q, %v", got, err)
	}
}

// noise returns bytes that no compression makes smaller, so that the limits allow the rest.
func noise(n int) string {
	var b strings.Builder
	for x := uint32(1); b.Len() < n; x = x*1664525 + 1013904223 {
		fmt.Fprintf(&b, "%c", rune(x>>25))
	}
	return b.String()
}

func FuzzText(f *testing.F) {
	f.Add(`<w:p><w:r><w:t>a &amp; b</w:t></w:r></w:p>`)
	f.Add(`<text:p>a<text:note><text:p>b</text:p></text:note></text:p><!-- --><![CDATA[x]]>`)
	f.Add(`<a b="<>" c='>'/><mc:Fallback><mc:Fallback></mc:Fallback>&#x110000;&#0;`)
	f.Fuzz(func(t *testing.T, xml string) {
		for _, r := range []*rules{openXML, openDocument} {
			w := writer{rules: r}
			err := w.read([]byte(xml))
			text := string(w.text) + string(w.notes)
			if len(text) > 3*len(xml) {
				t.Errorf("%d bytes of text from %d", len(text), len(xml))
			}
			if err == nil && strings.ContainsAny(text, "\x00\r\x1b") {
				t.Errorf("control characters in %q", text)
			}
		}
	})
}
