package report

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// jplagText is the text of a file as the viewer has it: in UTF-8, with lines that end in LF.
type jplagText struct {
	text  corpus.Text
	lines []int // where each line starts
	err   error // the file could not be read
}

func newJPlagText(source []byte, err error) *jplagText {
	t := &jplagText{text: corpus.Decode(source), lines: []int{0}, err: err}
	for i, b := range t.text.UTF8 {
		if b == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// valid returns the text with U+FFFD for each byte that is not UTF-8. A browser reads some
// sequences of broken bytes as one character, which would move the columns.
func (t *jplagText) valid() []byte {
	if utf8.Valid(t.text.UTF8) {
		return t.text.UTF8
	}
	return []byte(string(bytes.Runes(t.text.UTF8)))
}

// span returns the first and last character of a part of the file. The part is given by byte
// offsets in the original, and numbered tokens.
func (t *jplagText) span(at, tokens answer.Span) (start, end jplagPosition) {
	from, to := t.text.Decoded(at.Start), t.text.Decoded(at.End)
	return t.decoded(from, to, tokens)
}

// decoded is span for offsets in the text.
func (t *jplagText) decoded(from, to int, tokens answer.Span) (start, end jplagPosition) {
	size := len(t.text.UTF8)
	if t.err != nil || from < 0 || from >= to || to > size {
		from, to = 0, 0 // at the beginning, which every file has
	}
	start, end = t.position(from), t.position(max(from, to-1))
	if to > from {
		end.Column += utf16Length(lastRune(t.text.UTF8[:to])) - 1
	}
	start.Token, end.Token = tokens.Start, max(tokens.Start, tokens.End-1)
	return start, end
}

func (t *jplagText) position(at int) jplagPosition {
	line := sort.SearchInts(t.lines, at+1)
	return jplagPosition{Line: line, Column: column(t.text.UTF8, at) - 1}
}

// trimmed returns the part of the text between two offsets without white space around it.
func (t *jplagText) trimmed(from, to int) (int, int) {
	part := t.text.UTF8[from:to]
	from += len(part) - len(bytes.TrimLeft(part, " \t\r\n\f\v"))
	return from, from + len(bytes.TrimSpace(t.text.UTF8[from:to]))
}

// counterparts returns, for each file of a unit, an identical unit's equal file.
func counterparts(of, in *pairs.Unit) []int {
	places := map[string][]int{}
	for i, f := range in.Files {
		places[f.Content] = append(places[f.Content], i)
	}
	all := make([]int, len(of.Files))
	for i, f := range of.Files {
		if same := places[f.Content]; len(same) > 0 {
			all[i], places[f.Content] = same[0], slices.Clone(same[1:])
		}
	}
	return all
}
