package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/report/diff"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// AnswerOptions are the options of [AnswerText].
type AnswerOptions struct {
	// Sure prints how likely each hit is an origin, or a copy, if there is room.
	Sure bool
	// Adds replaces the coverage of a hit by its share beyond the hits before it.
	Adds bool
	// Shares replaces the coverage of a hit by the shares of both documents. The share of the
	// smaller comes first, each with the letter Q for the question or D for the document.
	Shares bool
	// Collections prints the collections of each hit.
	Collections bool
	// Top is the maximum number of hits of the question; 0 for all.
	Top int
	// Explain prints the reasons for the score below each hit.
	Explain bool
	// Copies prints the other occurrences of each hit below it.
	Copies bool
	// Lines prints the matching lines: [diff.Unified] or [diff.SideBySide]; nil prints none.
	Lines  func(*answer.Alignment, diff.Layout) string
	Layout diff.Layout
	// Question are the lines of the question. On a terminal a bar shows where its matches lie;
	// without lines there is none.
	Question answer.Lines
}

// AnswerText prints the hits as a table, best first. There is at least one.
func AnswerText(out io.Writer, a *answer.Answer, o AnswerOptions) error {
	style := o.Layout.Style
	for _, note := range []string{readAs(a.Question), ignoredBoilerplate(a.Question), unlisted(a, style)} {
		if note == "" {
			continue
		}
		if _, err := fmt.Fprintln(out, style.Dim(note)); err != nil {
			return err
		}
	}
	width := barColumns(o.Question, style)
	columns, heads := columnsOf(ofOne, o, width)
	table := terminal.NewTable(heads...)
	for i := range a.Hits {
		h := &a.Hits[i]
		table.Row(hitRow{Hit: h, o: o, in: ofOne, bar: width}.cells(columns)...)
		table.Link(h.Occurrences[0].File())
	}
	err := table.WriteWith(out, style, func(i int) string { return o.below(&a.Hits[i]) })
	for _, note := range hitsLeft(a.More, a.Weaker, a.WeakerVerbatim, o.Top > 0 && len(a.Hits)+a.Weaker > o.Top) {
		if err == nil {
			_, err = fmt.Fprintln(out, style.Dim(note))
		}
	}
	return err
}

// below returns the text below a hit.
func (o AnswerOptions) below(h *answer.Hit) (text string) {
	style := o.Layout.Style
	if o.Explain {
		text = style.Dim(explanation(h, style)) + "\n"
	}
	if o.Copies {
		text += copiesOf(h, o.Collections, style)
	}
	if o.Lines != nil && h.Alignment != nil && len(h.Alignment.Matches) > 0 {
		text += o.Lines(h.Alignment, o.Layout) + "\n"
	}
	return text
}

// hitsLeft reports how many hits are not listed, and how to list them. These are the hits beyond
// --top, and weaker ones. verbatim of the weaker ones have all of the question unchanged. beyond
// means that the weaker ones would not all be listed: --top would cut them.
func hitsLeft(more, weaker, verbatim int, beyond bool) (notes []string) {
	if more > 0 {
		notes = append(notes, terminal.Thousands(more)+" more: --top 0 lists them")
	}
	flags := "--min-score 0"
	if beyond {
		flags += " --top 0"
	}
	lists := ": " + flags + " lists "
	const whole = "all of the question, verbatim"
	switch {
	case weaker == 0:
	case verbatim == 0 && weaker == 1:
		notes = append(notes, "1 weaker"+lists+"it")
	case verbatim == 0:
		notes = append(notes, terminal.Thousands(weaker)+" weaker"+lists+"them")
	case weaker == 1:
		notes = append(notes, "1 weaker covers "+whole+lists+"it")
	case verbatim == 1:
		notes = append(notes, terminal.Thousands(weaker)+" weaker, 1 covers "+whole+lists+"them")
	default:
		notes = append(notes, fmt.Sprintf("%s weaker, %s cover %s%sthem", terminal.Thousands(weaker), terminal.Thousands(verbatim), whole, lists))
	}
	return notes
}

// restricted reports which flags have restricted an answer.
func restricted(filters string) string {
	if filters == "" {
		return ""
	}
	return " in documents that " + terminal.Safe(filters) + " selects"
}

// NothingFound prints that an answer has no hits. filters are the flags that restrict it; empty for
// none.
func NothingFound(a *answer.Answer, minScore float64, filters string, style terminal.Style) string {
	q := a.Question
	text := fmt.Sprintf("%s (%s, %s): nothing found with a score of %g or more",
		style.CutPath(SourceName(q.Name), style.Left(60)), q.Language, terminal.Plural(q.Tokens, "token", "tokens"), minScore)
	text += restricted(filters)
	for _, note := range append(hitsLeft(0, a.Weaker, a.WeakerVerbatim, false), readAs(q), ignoredBoilerplate(q), unlisted(a, style)) {
		if note != "" {
			text += "; " + note
		}
	}
	return text
}

// unlisted names the copies of the question itself that are not listed.
func unlisted(a *answer.Answer, style terminal.Style) string {
	if len(a.Identical) == 0 {
		return ""
	}
	text := "identical, and not listed: " + style.CutPath(terminal.Nearby(a.Identical[0].File()), style.Left(50))
	if n := len(a.Identical) - 1; n > 0 {
		text += " and " + terminal.Plural(n, "copy", "copies")
	}
	return text
}

// ignoredBoilerplate returns how much of the question was ignored. If all was, a warning says so.
func ignoredBoilerplate(q answer.Question) string {
	if q.Boilerplate == 0 || q.Boilerplate == q.Tokens {
		return ""
	}
	return fmt.Sprintf("%s of %s are boilerplate and were ignored", terminal.Thousands(q.Boilerplate),
		terminal.Plural(q.Tokens, "token", "tokens"))
}

// copiesOf lists a hit's other occurrences, each with its known origin below. If there are several
// collections, it names them.
func copiesOf(h *answer.Hit, collections bool, style terminal.Style) string {
	var b strings.Builder
	for _, o := range h.Occurrences[1:] {
		line := "       copy: "
		if collections {
			line += terminal.Safe(o.Collection) + "  "
		}
		b.WriteString(style.Dim(line))
		b.WriteString(style.Link(o.File(), terminal.Safe(terminal.Nearby(o.File()))))
		if known := OriginText(o.Origin); known != "" {
			b.WriteString("\n" + style.Dim(style.Wrap("         "+known, "         ")))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// explanation explains in words why a document is listed, with its largest match.
func explanation(h *answer.Hit, style terminal.Style) string {
	const indent = "       "
	text := style.Wrap(indent+scoreInWords(h.Explain), indent)
	m, _ := h.Largest()
	if known := OriginText(h.Occurrences[0].Origin); known != "" {
		text += "\n" + style.Wrap(indent+known, indent)
	}
	var lines answer.Lines
	if m != nil {
		lines = m.Document
	}
	if id := h.SWHID(lines); id != "" && h.Occurrences[0].Origin != (document.Origin{}) {
		text += "\n" + indent + id
	}
	if m == nil {
		return text
	}
	text += "\n" + style.Wrap(indent+"in matches: "+sharesText(h.Shares), indent)
	of := ""
	if m.Language != "" {
		of = " of " + m.Language
	}
	largest := fmt.Sprintf("largest match: %s%s, %s", terminal.Plural(m.Tokens, "token", "tokens"), of, m.Kind)
	if len(m.Invisible) > 0 {
		largest += "; invisible characters: " + strings.Join(m.Invisible, ", ")
	}
	between := "; renamed: "
	if m.Kind == "renamed" {
		between = ": "
	}
	for i, n := range m.Renames {
		if i == shownRenames {
			largest += fmt.Sprintf(" and %d more", len(m.Renames)-i)
			break
		}
		largest += between + terminal.Safe(n.Question) + " -> " + terminal.Safe(n.Document)
		between = ", "
	}
	return text + "\n" + style.Wrap(indent+largest, indent)
}

// OriginText describes an origin.
func OriginText(o document.Origin) string {
	var parts []string
	add := func(what, value string) {
		if value != "" {
			parts = append(parts, what+terminal.Safe(value))
		}
	}
	add("of ", o.Days())
	add("by ", o.Author)
	add("licence ", licenseText(o))
	if o.Votes != 0 {
		add("votes ", strconv.Itoa(o.Votes))
	}
	add("", o.Package)
	add("", o.URL)
	return strings.Join(parts, ", ")
}

// licenseText describes the licence of an origin: also which file is not understood, and whether
// the project around has another licence.
func licenseText(o document.Origin) string {
	switch {
	case o.License != "" && spdx.Conflict(o.License, o.LicenseAround):
		return o.License + " (conflict: its project has " + o.LicenseAround + ")"
	case o.License != "":
		return o.License
	case o.LicenseInFile:
		return "unknown: its head is not understood"
	case o.LicenseFrom != "":
		return "unknown: " + o.LicenseFrom + " is not understood"
	}
	return ""
}

// shownRenames is the number of renamed identifiers in an explanation.
const shownRenames = 5

// explainedShares returns the shares of question and document, or of the question alone. With Adds
// it is the share that the hit adds; "?" means that the hit could not be aligned. questionLines
// returns the question's lines of the largest match, and the number of other matches. For a diff,
// these are lines of the new file.
func questionLines(h *answer.Hit) string {
	m, more := h.Largest()
	if m == nil && len(h.SameComments) > 0 {
		return LongestComment(h.SameComments).A.Lines.String()
	}
	if m == nil {
		return ""
	}
	text := m.Question.String()
	if m.New != nil {
		text = m.New.Lines.String()
		if m.New.Path != "" {
			text = terminal.Safe(m.New.Path) + ":" + text
		}
	}
	if more > 0 {
		text += fmt.Sprintf(" +%d", more)
	}
	return text
}

// collections returns the collections of a hit, the best first. It returns two at most, and the
// number of the others.
func collections(h *answer.Hit) string {
	var names []string
	for _, o := range h.Occurrences {
		if name := terminal.Safe(o.Collection); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	text := strings.Join(names[:min(len(names), 2)], ", ")
	if more := len(names) - 2; more > 0 {
		text += fmt.Sprintf(" +%d", more)
	}
	return text
}

// inGroup names the group of a hit, with the number of others in it. One that its path says is not
// named alone.
func inGroup(h *answer.Hit) string {
	group, _ := document.Address(h.Group)
	switch {
	case h.Others > 0:
		return fmt.Sprintf(" and %d more of %s", h.Others, terminal.Safe(terminal.Nearby(h.Group)))
	case strings.Contains(h.Occurrences[0].File(), group) || h.Group == h.Occurrences[0].Collection:
		return ""
	}
	return ", of " + terminal.Safe(h.Group)
}
