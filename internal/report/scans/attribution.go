package scans

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// Attribution writes a text in Markdown with the components that copies are from. It lists name,
// version, licence, copyright lines, the files that have copies, and the texts of the licences,
// each once. Copies that are the project's own or false are left out. It has no line numbers, so
// that it only changes when copies do.
func Attribution(out io.Writer, r *scan.Report, texts LicenseTexts) error {
	w := bufio.NewWriter(out)
	w.WriteString(notice.AttributionHead)
	said := map[string]string{} // the component with a text
	for _, c := range componentsOf(r) {
		c.attribute(w)
		all, missing := texts.of(c)
		for _, t := range all {
			t.attribute(w, c.title(), said)
		}
		if len(all)+len(missing) == 0 {
			missing = []string{"its licence"}
		}
		for _, id := range missing {
			fmt.Fprintf(w, "\nThe text of %s is missing: add it by hand.  \n", markdown(id))
		}
	}
	return w.Flush()
}

// attribute writes the description of a component, and where it is used.
func (c *component) attribute(w io.Writer) {
	fmt.Fprintf(w, "\n## %s\n\n", markdown(c.title()))
	fact := func(name string, all ...string) {
		for _, text := range all {
			if text != "" {
				fmt.Fprintf(w, "%s%s  \n", name, markdown(text))
			}
		}
	}
	licence, declared := stated(c.licenses()), stated(c.declared())
	if fact("Licence: ", licence); declared != licence {
		fact("Declared: ", declared)
	}
	fact("Package: ", c.purl)
	fact("From: ", c.repository)
	var lines, holders []string
	several := len(c.licenses()) > 1
	for _, f := range c.findings {
		for _, line := range f.Origin.Copyright {
			if several { // holders of some files do not hold all
				line += " (" + cmp.Or(f.Origin.License, noAssertion) + ")"
			}
			holders = append(holders, line)
		}
	}
	if len(holders) == 0 {
		holders = c.inTexts()
	}
	if fact("", distinct(holders)...); len(holders) == 0 {
		fact("By ", c.authors()...)
	}
	for _, f := range c.findings {
		line := f.File + " from " + f.Origin.Path
		if several {
			line += " (" + cmp.Or(f.Origin.License, noAssertion) + ")"
		}
		if id := f.Origin.SWHIDOfContent(); id != "" {
			line += ", " + id
		}
		lines = append(lines, line)
	}
	fmt.Fprintln(w)
	for _, line := range distinct(lines) {
		fmt.Fprintf(w, "- %s\n", markdown(line))
	}
}

// authors returns the authors of the documents' package.
func (c *component) authors() (all []string) {
	for _, f := range c.findings {
		if !isOther(f.Origin) {
			all = append(all, f.Origin.Author)
		}
	}
	return distinct(all)
}

// attribute writes a text as a quotation, or names the component that already has it.
func (t licenseText) attribute(w io.Writer, component string, said map[string]string) {
	what := "The text of " + t.license
	switch {
	case t.from == "":
		what += " in SPDX's list"
	case t.license == "":
		what = t.from
	default:
		what = t.from + " (" + strings.ReplaceAll(t.license, "-only", "") + ")" // a text does not say so
	}
	if before := said[t.text]; before != "" {
		fmt.Fprintf(w, "\n%s is above, below %s.  \n", markdown(what), markdown(before))
		return
	}
	said[t.text] = component
	fmt.Fprintf(w, "\n### %s\n\n", markdown(what))
	for line := range strings.Lines(strings.TrimSpace(t.text) + "\n") {
		if line = strings.TrimSpace(line); line == "" {
			fmt.Fprintln(w, ">")
		} else {
			fmt.Fprintf(w, "> %s  \n", markdown(line))
		}
	}
}

// markdown returns a text as Markdown that shows it.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range terminal.Safe(text) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
