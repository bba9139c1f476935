package report

import (
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Asked sums up the questions of several files. Its JSON keys are stable.
type Asked struct {
	// Answers are the answers for the files that were searched for. They are written as they come,
	// so they are empty here.
	Answers []*answer.Answer `json:"answers"`
	// Failed are the files that could not be searched for.
	Failed []Failure `json:"failed"`
	// Skipped counts the files and folders that were not to be read, by reason.
	Skipped map[document.Reason]int `json:"skipped"`
	// Found counts the answers with a hit.
	Found int `json:"found"`

	// Files counts the answers to questions with fingerprints, TooShort the others. More and Weaker
	// are sums over the answers.
	Files    int `json:"-"`
	TooShort int `json:"-"`
	More     int `json:"-"`
	Weaker   int `json:"-"`
}

// Failure is a file that could not be searched for, with the reason.
type Failure struct {
	Name  string `json:"name"`  // of the file
	Error string `json:"error"` // why it could not be searched for
}

// NewAsked returns the sum of no questions.
func NewAsked() *Asked {
	return &Asked{Answers: []*answer.Answer{}, Failed: []Failure{}, Skipped: map[document.Reason]int{}}
}

// IsTooShort reports whether the question has no fingerprint, as a document that is not indexed.
func IsTooShort(q answer.Question) bool {
	return q.Fingerprints == 0 && q.Boilerplate == 0 && q.Imports < max(1, q.Guarantee)
}

// Count counts an answer.
func (s *Asked) Count(a *answer.Answer) {
	s.More += a.More
	s.Weaker += a.Weaker
	if len(a.Hits) > 0 {
		s.Found++
	}
	if IsTooShort(a.Question) {
		s.TooShort++
	} else {
		s.Files++
	}
}

// skipped counts the files that were not searched for, by reason.
func (s *Asked) skipped() map[document.Reason]int {
	all := maps.Clone(s.Skipped)
	all[document.TooShort] = s.TooShort
	return all
}

// Text says in words how many files have hits, and how many were skipped.
func (s *Asked) Text(style terminal.Style) string {
	text := fmt.Sprintf("hits for %s of %s", terminal.Thousands(s.Found), terminal.Plural(s.Files, "file", "files"))
	return style.Wrap(text+s.rest(), "  ")
}

// NothingFound reports that no file has a hit, or that there was none. filters are the flags that
// restrict the answers; empty for none.
func (s *Asked) NothingFound(minScore float64, filters string) string {
	if s.Files == 0 && len(s.Failed) == 0 {
		return "nothing to search for: " + skips.Why(s.skipped(), "--list-skipped")
	}
	return fmt.Sprintf("%s: nothing found with a score of %g or more%s%s",
		terminal.Plural(s.Files, "file", "files"), minScore, restricted(filters), s.rest())
}

// rest describes the answers that are not listed.
func (s *Asked) rest() (text string) {
	for _, note := range hitsLeft(s.More, s.Weaker, 0, false) {
		text += "; " + note
	}
	if counts := skips.Counts(s.skipped()); len(counts) > 0 {
		text += "; skipped: " + strings.Join(counts, ", ")
	}
	return text
}

// AnswersJSON writes the answers to several questions as one object. The returned functions write
// an answer, and the end of the object.
func AnswersJSON(out io.Writer) (add func(*answer.Answer) error, end func(*Asked) error, err error) {
	w, err := BeginArray(out, NewAsked(), "  ", "answers")
	if err != nil {
		return nil, nil, err
	}
	add = func(a *answer.Answer) error { return w.Add(a) }
	end = func(s *Asked) error {
		text, err := encoded(s, "")
		if err != nil {
			return err
		}
		if _, w.tail, err = around(text, w.indent, w.key); err != nil {
			return err
		}
		return w.End()
	}
	return add, end, nil
}

// answerRows is how many rows of a table are aligned before they are written.
const answerRows = 40

// Answers prints the answers to several questions as one table, in parts.
type Answers struct {
	out     io.Writer
	o       AnswerOptions
	columns []hitField
	table   *terminal.Table
	hits    []*answer.Hit // of the rows that are not written yet
}

// NewAnswers returns an empty table without bars.
func NewAnswers(out io.Writer, o AnswerOptions) *Answers {
	columns, heads := columnsOf(ofSeveral, o, 0)
	return &Answers{out: out, o: o, columns: columns, table: terminal.NewTable(heads...)}
}

// Add adds a row for each hit and writes the rows that are complete. The file of the question is
// linked to if it is one.
func (t *Answers) Add(a *answer.Answer) error {
	for i := range a.Hits {
		h := &a.Hits[i]
		row := hitRow{Hit: h, o: t.o, in: ofSeveral, question: a.Question.Name, noLicense: t.table.Lacks("licence")} // as the first rows
		t.table.Row(row.cells(t.columns)...)
		t.table.Link(a.Question.Name, h.Occurrences[0].File())
		t.hits = append(t.hits, h)
	}
	if t.table.Rows() >= answerRows || t.o.Lines != nil && len(a.Hits) > 0 { // alignments take memory
		return t.Flush()
	}
	return nil
}

// Flush writes the rows that are not written yet.
func (t *Answers) Flush() error {
	if t.table.Rows() == 0 {
		return nil
	}
	err := t.table.WriteWith(t.out, t.o.Layout.Style, func(i int) string { return t.o.below(t.hits[i]) })
	t.hits = nil
	return err
}
