// Command csvload reads a table with a header line and prints the sums of its
// numeric columns.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

type parseError struct {
	line int
	msg  string
}

func (e *parseError) Error() string {
	return fmt.Sprintf("line %d: %s", e.line, e.msg)
}

// reader splits quoted records one rune at a time.
type reader struct {
	src   *bufio.Reader
	comma rune
	line  int
}

func newReader(r io.Reader, comma rune) *reader {
	return &reader{src: bufio.NewReader(r), comma: comma, line: 1}
}

// record returns the fields of the next line, or io.EOF after the last one.
func (r *reader) record() ([]string, error) {
	var fields []string
	var field strings.Builder
	quoted, started := false, false
	for {
		ch, _, err := r.src.ReadRune()
		if err == io.EOF {
			if quoted {
				return nil, &parseError{r.line, "quote is never closed"}
			}
			if !started {
				return nil, io.EOF
			}
			return append(fields, field.String()), nil
		}
		if err != nil {
			return nil, err
		}
		started = true
		switch {
		case quoted && ch == '"':
			next, _, err := r.src.ReadRune()
			if err == nil && next == '"' {
				field.WriteRune('"')
				continue
			}
			if err == nil {
				r.src.UnreadRune()
			}
			quoted = false
		case quoted:
			if ch == '\n' {
				r.line++
			}
			field.WriteRune(ch)
		case ch == '"' && field.Len() == 0:
			quoted = true
		case ch == r.comma:
			fields = append(fields, field.String())
			field.Reset()
		case ch == '\n':
			r.line++
			return append(fields, field.String()), nil
		case ch != '\r':
			field.WriteRune(ch)
		}
	}
}

// columnSums adds up every column in which at least one cell is a number.
func columnSums(r *reader) (map[string]float64, error) {
	header, err := r.record()
	if err != nil {
		return nil, fmt.Errorf("reading header: %w", err)
	}
	sums := make(map[string]float64)
	for {
		row, err := r.record()
		if err == io.EOF {
			return sums, nil
		}
		if err != nil {
			return nil, err
		}
		if len(row) != len(header) {
			return nil, &parseError{r.line - 1, fmt.Sprintf("%d fields, header has %d", len(row), len(header))}
		}
		for i, cell := range row {
			if n, err := strconv.ParseFloat(strings.TrimSpace(cell), 64); err == nil {
				sums[header[i]] += n
			}
		}
	}
}

func main() {
	sums, err := columnSums(newReader(os.Stdin, ','))
	if err != nil {
		fmt.Fprintln(os.Stderr, "csvload:", err)
		os.Exit(1)
	}
	names := make([]string, 0, len(sums))
	for name := range sums {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%-20s %12.2f\n", name, sums[name])
	}
}
