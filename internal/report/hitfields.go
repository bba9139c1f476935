package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// hitField is how a field of a hit is called, and how it reads. It serves tables, rows for editors
// and pages, also of the browser edition. One row of [hitFields] is all that these faces know of a
// field. JSON and the API marshal the hit.
type hitField struct {
	// head is the heading of a column: see [terminal.NewTable]. Empty means that there is none.
	head string
	in   table                    // those with the column
	when func(AnswerOptions) bool // nil means always
	cell func(hitRow) string
	// beside is shown next to the document in a table.
	beside func(hitRow) string
	// editor is said in rows for editors.
	editor func(*answer.Hit) string
	// figure is a figure on a page, without its label if the hit has none. sentence is said there.
	figure   func(hitRow) Figure
	sentence func(*answer.Hit) string
}

// table is a kind of table; several kinds are added.
type table int

const (
	ofOne     table = 1 << iota // the hits of one question
	ofSeveral                   // the hits of several questions
	ofAny     = ofOne | ofSeveral
)

// noFigure stands for the figures of a hit that only has the same comments. They count in none.
const noFigure = "-"

// hitRow is a hit in a table or on a page.
type hitRow struct {
	*answer.Hit
	o         AnswerOptions
	in        table
	question  string // its name
	bar       int    // width of the bar; 0 without one
	noLicense bool   // the table has no column for licences; of a page, no licence was looked for
	words     string // beside the document
}

// Figure is a field of a hit, with its label.
type Figure struct {
	Label  string `json:"label"`
	Text   string `json:"text"`
	Markup string `json:"-"`
}

// The markup of figures.
const (
	Strong  = "strong"
	Foreign = "foreign" // a name in any script
	Linked  = "linked"  // an address
)

// hitFields are the fields in the order of the columns.
var hitFields = []hitField{
	{head: "/file", in: ofSeveral,
		cell: func(h hitRow) string { return terminal.Safe(SourceName(h.question)) }},
	{head: "=lines", in: ofSeveral,
		cell: func(h hitRow) string { return questionLines(h.Hit) }},
	{head: ">score", in: ofAny,
		cell: func(h hitRow) string {
			if h.OnlyComments() {
				return noFigure
			}
			return Score(h.Score)
		},
		editor: func(h *answer.Hit) string {
			if h.OnlyComments() {
				return ""
			}
			return "score " + Score(h.Score)
		},
		figure: func(h hitRow) Figure {
			if h.OnlyComments() {
				return Figure{}
			}
			return Figure{"Score", Score(h.Score), Strong}
		}},
	{head: ">sure", in: ofAny,
		when: func(o AnswerOptions) bool { return o.Sure && hasRoomForSure(o.Layout.Style) },
		cell: func(h hitRow) string {
			if h.OnlyComments() {
				return noFigure
			}
			return Sure(h.Probability)
		},
		editor: func(h *answer.Hit) string {
			if h.Probability == 0 {
				return ""
			}
			return "sure " + Sure(h.Probability)
		},
		figure: func(h hitRow) Figure {
			if h.Probability == 0 {
				return Figure{}
			}
			return Figure{Label: "Sure", Text: Percent(h.Probability)}
		}},
	{head: ">smaller", in: ofAny,
		when: func(o AnswerOptions) bool { return o.Shares },
		cell: func(h hitRow) string {
			smaller, _ := h.shares()
			return smaller
		}},
	{head: ">larger", in: ofAny,
		when: func(o AnswerOptions) bool { return o.Shares },
		cell: func(h hitRow) string {
			_, larger := h.shares()
			return larger
		}},
	{head: ">adds", in: ofAny,
		when: func(o AnswerOptions) bool { return o.Adds && !o.Shares },
		cell: func(h hitRow) string { return h.share(h.Adds) },
		figure: func(h hitRow) Figure {
			if !h.o.Adds {
				return Figure{}
			}
			return Figure{Label: "Adds", Text: Percent(h.Adds)}
		}},
	{head: ">cover", in: ofAny,
		when: func(o AnswerOptions) bool { return !o.Adds && !o.Shares },
		cell: func(h hitRow) string { return h.share(h.Coverage) },
		figure: func(h hitRow) Figure {
			switch {
			case h.OnlyComments():
				return Figure{}
			case !h.Aligned && !h.HashesOnly:
				return Figure{Label: "Of the question", Text: "unknown"}
			}
			return Figure{Label: "Of the question", Text: Percent(h.Coverage)}
		}},
	{head: "=kind", in: ofAny,
		cell:   func(h hitRow) string { return h.Kind },
		figure: func(h hitRow) Figure { return known("Kind", h.Kind) }},
	{head: "???=where", in: ofOne,
		cell: func(h hitRow) string {
			if h.bar == 0 {
				return ""
			}
			return bar(h.Matches, h.o.Question, h.bar)
		}},
	{head: "=lines", in: ofOne,
		cell: func(h hitRow) string { return questionLines(h.Hit) },
		figure: func(h hitRow) Figure {
			m, _ := h.Largest()
			if m == nil {
				return Figure{}
			}
			return known("Question's lines", Dashed(m.Question))
		}},
	{head: "?language", in: ofOne,
		cell:   func(h hitRow) string { return h.Language },
		figure: func(h hitRow) Figure { return Figure{Label: "Language", Text: h.Language} }},
	{head: "collection", in: ofAny,
		when: func(o AnswerOptions) bool { return o.Collections },
		cell: func(h hitRow) string { return collections(h.Hit) }},
	{ // Looks
		beside: func(h hitRow) string {
			if h.Looks == "" {
				return ""
			}
			return " (" + string(h.Looks) + ")"
		},
		editor: func(h *answer.Hit) string { return string(h.Looks) },
		sentence: func(h *answer.Hit) string {
			if h.Looks == "" {
				return ""
			}
			return "It looks " + string(h.Looks) + "."
		}},
	{head: "??licence", in: ofAny,
		cell: func(h hitRow) string { return terminal.Safe(h.Occurrences[0].License) },
		beside: func(h hitRow) string {
			if !h.noLicense || h.Occurrences[0].License == "" {
				return ""
			}
			return " licence " + terminal.Safe(h.Occurrences[0].License)
		},
		editor: func(h *answer.Hit) string {
			if h.Occurrences[0].License == "" {
				return ""
			}
			return "licence " + terminal.Safe(h.Occurrences[0].License)
		},
		figure: func(h hitRow) Figure {
			if h.Occurrences[0].License == "" && !h.noLicense {
				return Figure{Label: "Licence", Text: "unknown"}
			}
			return known("Licence", terminal.Safe(h.Occurrences[0].License))
		}},
	{ // Occurrences
		beside: func(h hitRow) string {
			more := len(h.Occurrences) - 1
			switch {
			case more == 0:
				return ""
			case h.in == ofSeveral:
				return fmt.Sprintf(" +%d", more) // two paths leave little room
			}
			return " and " + terminal.Plural(more, "copy", "copies")
		}},
	{ // Versions
		beside: func(h hitRow) string {
			if h.Versions == 0 || h.in == ofSeveral {
				return ""
			}
			return " and " + terminal.Plural(h.Versions, "version", "versions")
		},
		sentence: func(h *answer.Hit) string {
			if h.Versions == 0 {
				return ""
			}
			return terminal.Plural(h.Versions, "other version of the file matches", "other versions of the file match") + " as well."
		}},
	{ // Group, Others
		beside: func(h hitRow) string { return inGroup(h.Hit) }},
	{ // Equal
		sentence: func(h *answer.Hit) string {
			if h.Equal == 0 {
				return ""
			}
			return terminal.Plural(h.Equal, "other document explains", "other documents explain") + " about as much."
		}},
	{ // SameComments
		beside: func(h hitRow) string {
			if len(h.SameComments) == 0 || h.in == ofSeveral {
				return ""
			}
			return ", same comments: " + sharedWords(h.SameComments)
		},
		editor: func(h *answer.Hit) string {
			if len(h.SameComments) == 0 {
				return ""
			}
			return "same comments: " + sharedWords(h.SameComments)
		},
		sentence: func(h *answer.Hit) string {
			if len(h.SameComments) == 0 {
				return ""
			}
			return "Comments of both have these words: " + terminal.Line(LongestComment(h.SameComments).Text) + "."
		}},
	{ // Explain
		sentence: func(h *answer.Hit) string {
			if h.Explain == nil || h.HashesOnly {
				return ""
			}
			return scoreInWords(h.Explain) + "."
		}},
	{ // Author
		figure: func(h hitRow) Figure {
			f := known("Author", terminal.Safe(h.Occurrences[0].Author))
			f.Markup = Foreign
			return f
		}},
	{ // Date
		figure: func(h hitRow) Figure {
			if h.Occurrences[0].Date.IsZero() {
				return Figure{}
			}
			return Figure{Label: "Date", Text: h.Occurrences[0].Date.UTC().Format(time.DateOnly)}
		}},
	{ // Package
		figure: func(h hitRow) Figure { return known("Package", terminal.Safe(h.Occurrences[0].Package)) }},
	{ // URL
		figure: func(h hitRow) Figure {
			f := known("Page", WebPage(h.Occurrences[0].URL))
			f.Markup = Linked
			return f
		}},
	{head: "/document", in: ofAny, cell: hitRow.document},
}

// known returns a figure, without its label if there is no text.
func known(label, text string) Figure {
	if text == "" {
		return Figure{}
	}
	return Figure{Label: label, Text: text}
}

// columnsOf returns the columns of a table. bar is the width of the bar.
func columnsOf(in table, o AnswerOptions, bar int) (columns []hitField, heads []string) {
	for _, f := range hitFields {
		if f.in&in == 0 || f.when != nil && !f.when(o) || f.head == "???=where" && bar == 0 {
			continue
		}
		columns, heads = append(columns, f), append(heads, f.head)
	}
	return columns, heads
}

// cells returns the cells of the hit.
func (h hitRow) cells(columns []hitField) []string {
	for _, f := range hitFields {
		if f.beside != nil {
			h.words += f.beside(h)
		}
	}
	cells := make([]string, len(columns))
	for i, f := range columns {
		cells[i] = f.cell(h)
	}
	return cells
}

// document returns the content's first occurrence, its largest match's lines, and words beside.
func (h hitRow) document() string {
	text := terminal.Safe(terminal.Nearby(h.Occurrences[0].File()))
	if m, _ := h.Largest(); m != nil {
		text += ":" + m.Document.String()
	} else if len(h.SameComments) > 0 {
		text += ":" + LongestComment(h.SameComments).B.Lines.String()
	}
	return text + terminal.Beside + h.words
}

// shares prints the shares of the smaller and of the larger document. It prints "?" if the hit
// could not be aligned.
func (h hitRow) shares() (smaller, larger string) {
	switch {
	case h.OnlyComments():
		return noFigure, noFigure
	case !h.Aligned:
		return "?", "?"
	}
	document := 0
	if h.DocumentCoverage > h.Coverage { // of as many tokens
		document = 1
	}
	return sideShares(h.Shares, "QD", document)
}

// share prints a share of the question that the hit explains, or adds. It prints "?" if it could
// not be aligned.
func (h hitRow) share(v float64) string {
	switch {
	case h.OnlyComments():
		return noFigure
	case h.HashesOnly:
		return "~" + Percent(v)
	case !h.Aligned:
		return "?"
	}
	return Percent(v)
}

// HitFigures returns the figures of a hit for a page. adds means that the answer is a cover.
func HitFigures(h *answer.Hit, adds bool) (all []Figure) {
	return hitRow{Hit: h, o: AnswerOptions{Adds: adds}}.figures()
}

func (h hitRow) figures() (all []Figure) {
	for _, f := range hitFields {
		if f.figure == nil {
			continue
		}
		if v := f.figure(h); v.Label != "" {
			all = append(all, v)
		}
	}
	return all
}

// HitSentences returns a page's sentences about a hit, without its matches.
func HitSentences(h *answer.Hit) (all []string) {
	for _, f := range hitFields {
		if f.sentence != nil {
			all = append(all, f.sentence(h))
		}
	}
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// HitWords are the words of a page about a hit that is not opened, besides its files.
type HitWords struct {
	Figures   []Figure `json:"figures"`
	Sentences []string `json:"sentences"`
}

// WordsOfHits returns a page's words about hits whose licences were not looked up. adds means that
// the answer is a cover.
func WordsOfHits(hits []answer.Hit, adds bool) []HitWords {
	all := make([]HitWords, len(hits))
	for i := range hits {
		h := &hits[i]
		w := HitWords{hitRow{Hit: h, o: AnswerOptions{Adds: adds}, noLicense: true}.figures(), append([]string{}, HitSentences(h)...)}
		if text := documentLines(h); text != "" {
			w.Figures = append(w.Figures, Figure{Label: "Document's lines", Text: text})
		}
		all[i] = w
	}
	return all
}

// mostMatches bounds the matches whose lines are a figure.
const mostMatches = 5

// documentLines returns the lines of a document that match, or that have the same comments.
func documentLines(h *answer.Hit) string {
	var all []string
	for _, m := range h.Matches {
		all = append(all, Dashed(m.Document))
	}
	for _, c := range h.SameComments {
		if len(h.Matches) == 0 {
			all = append(all, Dashed(c.B.Lines))
		}
	}
	if len(all) > mostMatches {
		all = append(all[:mostMatches], "…")
	}
	return strings.Join(all, ", ")
}

// forEditor returns the text about a hit in rows for editors.
func forEditor(h *answer.Hit) string {
	var all []string
	for _, f := range hitFields {
		if f.editor != nil {
			if text := f.editor(h); text != "" {
				all = append(all, text)
			}
		}
	}
	return strings.Join(all, ", ")
}

// Dashed prints lines with a dash.
func Dashed(l answer.Lines) string { return strings.ReplaceAll(l.String(), "-", "–") }
