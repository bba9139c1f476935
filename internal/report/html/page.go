package html

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	stdhtml "html"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/anonymous"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Options are the options of a page.
type Options struct {
	// Title is the page's heading; if empty, the heading names the compared folders.
	Title string
	// Anonymous uses pseudonyms for the names of units, authors, labels and paths. The same sources
	// get the same pseudonyms. Sources and dates are kept.
	Anonymous bool
	// Version is the version of the program, and Settings are its settings. The page shows both.
	Version  string
	Settings [][2]string

	// single makes the page of one pair, without an overview. text is the content of such a page if
	// the browser runs no script.
	single bool
	text   string
	flow   *flow                                // makes the page of two trees
	scan   *scanPage                            // makes the page of a scan
	cases  *dossier                             // makes a dossier
	notes  *savedNotes                          // of the page
	called []string                             // the names of units, instead of [report.ShownNames]
	shown  map[string]prepared                  // contents whose source is read already
	unread []unread                             // files of the scan
	source func(content string) ([]byte, error) // instead of [pairs.Report.Source]
}

// parts are common to all pages, and built for the first page.
type parts struct {
	style, script string
	page          map[string]string // parts of assets/page.html by name
	policy        string            // allows only the page's own style and script, and no loading
}

var allParts = sync.OnceValue(func() parts {
	page, err := assets.ReadFile("assets/page.html")
	if err != nil {
		panic(err)
	}
	p := parts{style: joined("css"), script: scriptOf("js"), page: sections(string(page))}
	p.policy = fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
		digest(p.style), digest(p.script))
	return p
})

// scriptOf joins the shared script with a folder's.
func scriptOf(folder string) string { return wrapped(joined(folder)) }

// wrapped makes a script whose names are not the window's.
func wrapped(script string) string { return "\"use strict\";\n(() => {\n" + script + "})();\n" }

// joined concatenates the shared files of css or js, and the folder's. The folder's name ends in
// css or js.
func joined(folder string) string { return join("shared/"+path.Base(folder)+"/*", folder+"/*") }

// join concatenates the assets that match the patterns, in order of names.
func join(patterns ...string) string {
	var names []string
	for _, pattern := range patterns {
		found, err := fs.Glob(assets, "assets/"+pattern)
		if err != nil || len(found) == 0 {
			panic("no " + pattern + " is embedded")
		}
		names = append(names, found...)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(path.Base(a), path.Base(b)) })
	var b strings.Builder
	for _, name := range names {
		text, err := assets.ReadFile(name)
		if err != nil {
			panic(err)
		}
		b.WriteString(Compact(string(text)))
	}
	return b.String()
}

// Compact removes indentation, empty lines, and lines that are a comment, of script or style. No
// text of the script goes over a line.
func Compact(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, "\t")
		comment := strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*") && strings.HasSuffix(line, "*/\n")
		if line != "\n" && !comment {
			b.WriteString(line)
		}
	}
	return b.String()
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Write writes the page of a collection. The page lists sources that could not be read. The only
// error is an error of out.
func Write(out io.Writer, r *pairs.Report, o Options) error {
	if o.source == nil {
		o.source = r.Source
	}
	if o.Anonymous {
		r = anonymous.New(r).Result()
	}
	return write(out, r, o)
}

// write writes the page of a result that has its pseudonyms.
func write(out io.Writer, r *pairs.Report, o Options) error {
	p := allParts()
	about := pageData{
		Title: terminal.Safe(cmp.Or(o.Title, headline(r))), Policy: p.policy,
		Style: p.style, Script: p.script, Kind: o.kind(), Text: o.text,
	}
	w := bufio.NewWriter(out)
	if err := about.write(w, newData(r, o, about.Title)); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

func headline(r *pairs.Report) string {
	one, many := nouns(r)
	return "Comparison of " + terminal.Plural(report.Units(r), one, many)
}

// nouns returns the words for units.
func nouns(r *pairs.Report) (one, many string) {
	if r.Unit == "file" {
		return "file", "files"
	}
	return "submission", "submissions"
}

// kind returns the name of the part of assets/page.html that such a page has.
func (o *Options) kind() string {
	switch {
	case o.flow != nil:
		return "flow"
	case o.scan != nil:
		return "scan"
	case o.single:
		return "single"
	case o.cases != nil:
		return "dossier"
	}
	return "collection"
}

// pageData is the data of a page's template. Style and Script are trusted, the rest is escaped.
type pageData struct {
	Title, Policy string
	Style, Script string
	Kind          string
	Text          string
}

func (p *pageData) write(w *bufio.Writer, d *data) error {
	parts := allParts().page
	title := stdhtml.EscapeString(p.Title)
	heading, text := title, ""
	if p.Kind != "single" && p.Kind != "dossier" {
		heading = `<a href="#overview">` + title + `</a>`
	}
	if p.Text != "" {
		text = "\n<pre>" + stdhtml.EscapeString(p.Text) + "</pre>"
	}
	fill := strings.NewReplacer("{policy}", p.Policy, "{title}", title, "{style}", p.Style, "{heading}", heading,
		"{text}", text, "{main}", parts[p.Kind], "{script}", p.Script)
	if _, err := fill.WriteString(w, parts["head"]); err != nil {
		return err
	}
	if d.notes != nil {
		if err := writeBlock(w, "saved-notes", d.notes); err != nil {
			return err
		}
	}
	if err := writeBlock(w, "data", d); err != nil {
		return err
	}
	for i, t := range d.texts {
		if err := writeBlock(w, fmt.Sprint("text", i), t); err != nil {
			return err
		}
	}
	if _, err := fill.WriteString(w, parts["foot"]); err != nil {
		return err
	}
	return w.Flush()
}

// sections divides a text at lines such as "[head]" into parts by name. What comes before the first
// is left out.
func sections(text string) map[string]string {
	parts, name := map[string]string{}, ""
	for line := range strings.Lines(text) {
		if inner, ok := strings.CutPrefix(line, "["); ok && strings.HasSuffix(inner, "]\n") {
			name = inner[:len(inner)-2]
			continue
		}
		parts[name] += line
	}
	return parts
}

// writeBlock writes a value for the script. Package json escapes everything that could end the
// block, and U+2028 and U+2029, which old JavaScript did not allow in strings.
func writeBlock(w *bufio.Writer, id string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "<script type=\"application/json\" id=\"%s\">", id)
	w.Write(text)
	_, err = w.WriteString("</script>\n")
	return err
}
