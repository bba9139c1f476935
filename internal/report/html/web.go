package html

import (
	"fmt"
	stdhtml "html"
	"io"
	"strings"
)

// Block is data in a page, for its script, which finds it by its ID. Text must not contain "</".
type Block struct {
	ID, Text string
}

// WriteWeb writes the page that compares in the browser. engine is a script that defines the name engine, and blocks
// are what it needs: see package web. The policy of the page forbids every connection; what it makes itself may run
// in workers and, as reports, in a frame.
func WriteWeb(out io.Writer, engine string, blocks ...Block) error {
	source, err := assets.ReadFile("assets/web/page.html")
	if err != nil {
		panic(err)
	}
	report := allParts()
	style := joined("web/css")
	script := "\"use strict\";\n(() => {\n" + engine + joined("web/js") + "})();\n"
	policy := fmt.Sprintf("default-src 'none'; connect-src 'none'; script-src '%s' '%s' 'wasm-unsafe-eval'; style-src '%s' '%s'; "+
		"worker-src blob:; frame-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
		digest(script), digest(report.script), digest(style), digest(report.style))
	var data strings.Builder
	for _, b := range blocks {
		fmt.Fprintf(&data, "<script type=\"text/plain\" id=\"%s\">%s</script>\n", stdhtml.EscapeString(b.ID), b.Text)
	}
	fill := strings.NewReplacer("{policy}", policy, "{style}", style, "{engine}", data.String(), "{script}", script)
	if _, err := fill.WriteString(out, sections(string(source))["page"]); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}
