package html

import (
	"fmt"
	stdhtml "html"
	"io"
	"strings"
)

// Block is data for the script of a page, which finds it by its ID. Text is in windows-1252, without "</" and "<!--".
type Block struct {
	ID   string
	Text []byte
}

// WriteWeb writes the page that compares in the browser. engine is a script in ASCII that defines the name chaffinch, and
// blocks are its data: see package web. The block languages is a list of names in JSON. The page is in windows-1252,
// where each byte is a character, so a block may contain binary data. The policy of the page blocks every connection.
// Workers and report frames are created from Blobs.
func WriteWeb(out io.Writer, engine string, blocks ...Block) error {
	source, err := assets.ReadFile("assets/web/page.html")
	if err != nil {
		panic(err)
	}
	report := allParts()
	style := ascii(joined("web/css"), "\\%06x")
	script := ascii(wrapped(engine+join("shared/js/*", "files/js/*", "web/js/*")), "\\u%04x")
	policy := fmt.Sprintf("default-src 'none'; connect-src 'none'; script-src '%s' '%s' 'wasm-unsafe-eval'; style-src '%s' '%s'; "+
		"worker-src blob:; frame-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
		digest(script), digest(report.script), digest(style), digest(report.style))
	fill := strings.NewReplacer("{policy}", policy, "{style}", style, "{script}", script)
	parts := sections(ascii(string(source), "&#x%x;"))
	if _, err := fill.WriteString(out, parts["head"]); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	for _, b := range blocks {
		if _, err := fmt.Fprintf(out, "<script type=\"text/plain\" id=\"%s\">%s</script>\n", stdhtml.EscapeString(b.ID), b.Text); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	if _, err := fill.WriteString(out, parts["foot"]); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// ascii writes characters beyond ASCII as escapes. Those of the assets are in the Basic Multilingual Plane.
func ascii(text, escape string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, escape, r)
		}
	}
	return b.String()
}
