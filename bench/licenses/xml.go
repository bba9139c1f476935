package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// entry is a licence or an exception of SPDX's list.
type entry struct {
	id, name   string
	exception  bool
	deprecated bool
	osi        bool
	text       string // template
	header     string // template of the usual notice; empty if there is none
}

// readEntry reads one file of github.com/spdx/license-list-XML.
func readEntry(file string) (e entry, err error) {
	f, err := os.Open(file)
	if err != nil {
		return e, err
	}
	defer f.Close()
	w := writer{decoder: xml.NewDecoder(f), entry: &e, begun: new(bool)}
	if err := w.until(""); err != nil {
		return e, fmt.Errorf("reading %s: %w", filepath.Base(file), err)
	}
	return e, nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.Join(strings.Fields(a.Value), " ")
		}
	}
	return ""
}

// The marks of a template: see package license.
const (
	groupBegin, groupNext, groupEnd = "\x01", "\x02", "\x03"
	hole, longHole                  = "\x04", "\x05"
	asideBegin, asideEnd            = "\x06", "\x07"
	item                            = "\x0e"
)

// writer writes the template of an element.
type writer struct {
	decoder *xml.Decoder
	entry   *entry
	b       strings.Builder
	aside   int   // depth
	begun   *bool // what counts has begun
}

// until writes up to the end of an element, or of the file.
func (w *writer) until(name string) error {
	for {
		t, err := w.decoder.Token()
		if err == io.EOF && name == "" {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			*w.begun = *w.begun || w.aside == 0 && letter.Match(t)
			w.b.WriteString(blanks.ReplaceAllString(quotes.Replace(string(t)), " "))
		case xml.EndElement:
			if t.Name.Local == name {
				return nil
			}
		case xml.StartElement:
			if err := w.element(t); err != nil {
				return err
			}
		}
	}
}

var (
	blanks = regexp.MustCompile(`[ \t\r\n]+`)
	quotes = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'", "\u00a0", " ")
	letter = regexp.MustCompile(`[A-Za-z0-9]`)
)

func (w *writer) element(t xml.StartElement) error {
	name, e := t.Name.Local, w.entry
	switch name {
	case "license", "exception":
		e.exception = name == "exception"
		e.id, e.name = attribute(t, "licenseId"), attribute(t, "name")
		e.deprecated, e.osi = attribute(t, "deprecatedVersion") != "", attribute(t, "isOsiApproved") == "true"
	case "notes", "crossRefs", "obsoletedBys":
		return w.decoder.Skip()
	case "titleText", "copyrightText":
		w.aside++
	case "text":
		*w.begun = false
	}
	inner := writer{decoder: w.decoder, entry: e, aside: w.aside, begun: w.begun}
	if err := inner.until(name); err != nil {
		return err
	}
	text := inner.b.String()
	write := func(parts ...string) { w.b.WriteString(strings.Join(parts, "")) }
	switch name {
	case "SPDXLicenseCollection", "license", "exception":
	case "text":
		e.text = tidy(text)
	case "standardLicenseHeader":
		e.header = tidy(text)
		write(text)
	case "p", "list", "item":
		write("\n", text, "\n")
	case "br":
		write("\n")
	case "bullet":
		write(item, w.asides(strings.TrimSpace(text)), " ")
	case "titleText", "copyrightText":
		w.aside--
		switch {
		case w.aside > 0 || !*w.begun:
			write("\n", w.asides(text), "\n")
		case name == "titleText":
			write("\n", groupBegin, text, groupNext, groupEnd, "\n")
		default:
			write("\n", groupBegin, longHole, w.asides(text), groupNext, text, groupNext, groupEnd, "\n")
		}
	case "optional":
		if w.aside > 0 || !letter.MatchString(text) && !strings.ContainsAny(text, hole+longHole) {
			write(text)
		} else {
			write(groupBegin, text, groupNext, groupEnd)
		}
	case "alt":
		if w.aside == 0 {
			space := map[bool]string{true: " "}
			spacing := attribute(t, "spacing")
			text = space[spacing == "before" || spacing == "both"] + w.alternatives(text, attribute(t, "match")) +
				space[spacing == "after" || spacing == "both"]
		}
		write(text)
	default:
		return fmt.Errorf("unknown element %s", name)
	}
	return nil
}

// asides wraps a text that does not count.
func (w *writer) asides(text string) string {
	if text = withoutAsides(text); w.aside > 0 {
		return text
	}
	return asideBegin + text + asideEnd
}

var (
	asideText = regexp.MustCompile(asideBegin + "[^" + asideEnd + "]*" + asideEnd)
	marks     = regexp.MustCompile("[\x01-\x07\x0e]")
)

// withoutAsides removes all marks, but keeps what they surround.
func withoutAsides(text string) string { return marks.ReplaceAllString(text, "") }

// alternatives returns a place where one of several texts may be, by a regular expression.
func (w *writer) alternatives(usual, match string) string {
	re, err := syntax.Parse(match, syntax.Perl)
	if err != nil { // Condor-1.1 has one
		return usual
	}
	all := []string{usual}
	for _, text := range expand(re) {
		switch {
		case strings.Trim(text, " ") == hole:
			return hole + w.asides(usual)
		case !letter.MatchString(text) && !strings.Contains(text, hole):
			text = ""
		}
		if !slices.ContainsFunc(all, func(other string) bool { return key(other) == key(text) }) {
			all = append(all, text)
		}
	}
	if len(all) == 1 {
		return usual
	}
	return groupBegin + strings.Join(all, groupNext) + groupEnd
}

var signs = regexp.MustCompile("[^a-z0-9.\x04]+")

// key returns what of a text counts.
func key(text string) string {
	return strings.Trim(signs.ReplaceAllString(strings.ToLower(asideText.ReplaceAllString(text, "")), " "), " .")
}

// mostExpanded bounds the texts of one place.
const mostExpanded = 64

// expand returns the texts that match an expression, with holes for any text.
func expand(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		if len(re.Rune) > 0 && re.Rune[0] <= '\t' && re.Rune[len(re.Rune)-1] <= ' ' {
			return []string{" "}
		}
		var all []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if all = append(all, string(r)); len(all) > 10 {
					return []string{hole}
				}
			}
		}
		return all
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{hole}
	case syntax.OpCapture:
		return expand(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		all := expand(re.Sub[0])
		if slices.Equal(all, []string{hole}) || slices.Equal(all, []string{" "}) {
			return all
		}
		if re.Op != syntax.OpPlus && re.Min == 0 {
			all = append(all, "")
		}
		return all
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			var joined []string
			seen := map[string]bool{} // the words of a text
			for _, begin := range all {
				for _, end := range expand(sub) {
					words := signs.ReplaceAllString(strings.ToLower(begin+end), " ")
					if len(joined) < mostExpanded && !seen[words] {
						joined, seen[words] = append(joined, begin+end), true
					}
				}
			}
			all = joined
		}
		return all
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			all = append(all, expand(sub)...)
		}
		return all
	}
	return []string{""}
}

var (
	lineBlanks = regexp.MustCompile(` *\n *`)
	lines      = regexp.MustCompile(`\n{3,}`)
	twice      = regexp.MustCompile(`  +`)
)

// tidy returns a template with at most one empty line between paragraphs.
func tidy(text string) string {
	return strings.TrimSpace(lines.ReplaceAllString(lineBlanks.ReplaceAllString(twice.ReplaceAllString(text, " "), "\n"), "\n\n"))
}
