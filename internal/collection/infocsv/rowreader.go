package infocsv

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
)

// rowReader reads the rows of a text. After a row that is not CSV it goes on with the next line, so
// that a quote that is never closed spoils one row and not all below it.
type rowReader struct {
	text  []byte // not read yet when csv began
	above int    // lines before that text
	comma rune
	csv   *csv.Reader
}

func newRowReader(text []byte, comma rune) *rowReader {
	r := &rowReader{comma: comma}
	r.begin(text, 0)
	return r
}

func (r *rowReader) begin(text []byte, above int) {
	r.text, r.above, r.csv = text, above, csv.NewReader(bytes.NewReader(text))
	r.csv.Comma, r.csv.FieldsPerRecord, r.csv.ReuseRecord = r.comma, -1, true
}

// next returns the next row and the line in which it begins, or [io.EOF]. The row is valid until
// the next call. After another error the next call continues.
func (r *rowReader) next() (row []string, line int, err error) {
	begin := r.csv.InputOffset()
	row, err = r.csv.Read()
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		line = r.above + parse.StartLine
		r.begin(belowFirstLine(r.text[begin:]), line)
		return nil, line, fmt.Errorf("%w: put the value in quotes, and double every quote in it", parse.Err)
	}
	if err != nil {
		return nil, 0, err
	}
	line, _ = r.csv.FieldPos(0)
	return row, r.above + line, nil
}

// swallowed returns the lines of a value of the last row that seems to hold several rows. Such a
// value has line breaks and separators, as if one quotation mark were missing.
func (r *rowReader) swallowed(row []string) (from, to int) {
	for i, value := range row {
		if breaks := strings.Count(value, "\n"); breaks > 0 && strings.ContainsRune(value, r.comma) {
			line, _ := r.csv.FieldPos(i)
			return r.above + line, r.above + line + breaks
		}
	}
	return 0, 0
}

// belowFirstLine returns the text after the first line that is not empty.
func belowFirstLine(text []byte) []byte {
	_, below, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	return below
}
