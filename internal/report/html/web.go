package html

import (
	"fmt"
	stdhtml "html"
	"io"
	"strings"
	"unicode/utf16"
)

// Block is data for the script of a page, which finds it by its ID. Text has no "</" and "<!--".
type Block struct{ ID, Text string }

// WriteWeb writes the page that compares in the browser. engine is a script that defines the name
// chaffinch, and blocks are its data: see package web. The block languages is a list of names in
// JSON. The page is in UTF-16: see [UTF16]. Its policy blocks every connection. Workers and report
// frames are created from Blobs.
func WriteWeb(out io.Writer, engine string, blocks ...Block) error {
	source, err := assets.ReadFile("assets/web/page.html")
	if err != nil {
		panic(err)
	}
	report := allParts()
	style := join("shared/css/*", "form/css/*", "web/css/*")
	script := wrapped(engine + join("shared/js/*", "form/js/*", "web/js/*"))
	policy := fmt.Sprintf("default-src 'none'; connect-src 'none'; script-src '%s' '%s' 'wasm-unsafe-eval'; style-src '%s' '%s'; "+
		"worker-src blob:; frame-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
		digest(script), digest(report.script), digest(style), digest(report.style))
	fill := strings.NewReplacer("{policy}", policy, "{style}", style, "{script}", script)
	parts := sections(string(source))
	page := fill.Replace(parts["head"])
	for _, b := range append(blocks, Block{"forms", PageForms().JSON()}) {
		page += fmt.Sprintf("<script type=\"text/plain\" id=\"%s\">%s</script>\n", stdhtml.EscapeString(b.ID), b.Text)
	}
	if _, err := out.Write(UTF16(page + fill.Replace(parts["foot"]))); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// UTF16 returns a text in UTF-16 with a byte order mark. The mark overrides the charset that a web
// server names.
func UTF16(text string) []byte {
	coded, two := []byte{0xff, 0xfe}, [2]uint16{}
	for _, r := range text {
		for _, c := range utf16.AppendRune(two[:0], r) {
			coded = append(coded, byte(c), byte(c>>8))
		}
	}
	return coded
}
