// Package infocsv reads an info.csv: the table of submissions and their authors that Dodona exports
// with the submissions and Dolos reads (github.com/dodona-edu/dolos, docs/docs/adding-metadata.md).
//
// The first line names the columns. The column filename is required: the path of a file, folder or
// archive, relative to the folder of the table. The columns full_name, label or labels, created_at
// and ignored are read if they exist. All others (id, status, submission_id, exercise_id, ...) are
// skipped.
package infocsv

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// FileName is the name of the table, in the folder or archive of the submissions.
const FileName = "info.csv"

// Entry is a row of the table. Fields without a value are zero.
type Entry struct {
	Author string    // full_name
	Label  string    // label, or else labels: one, unchanged
	Date   time.Time // created_at, in UTC; a time without a zone is taken for UTC
	// Ignored marks starter code, which is not a submission. It is true in
	// any case of letters, since spreadsheets write TRUE.
	Ignored bool
}

// largest bounds the size of a table in bytes: 16 MiB, over 100,000 rows.
const largest = 16 << 20

// ReadFile reads the table at the path name, which must be a regular file of at most 16 MiB. See
// [Read].
func ReadFile(name string) (entries map[string]Entry, warnings []string, err error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("reading the table of submissions: %w: check the spelling", err)
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("reading %s: it is not a regular file", name)
	case info.Size() > largest:
		return nil, nil, fmt.Errorf("reading %s: it has %d bytes, too many for a table of submissions", name, info.Size())
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the table of submissions: %w: check its permissions", err)
	}
	defer f.Close()
	return Read(io.LimitReader(f, largest), name)
}

// Read reads a table. The keys of the map are the file names, relative to the folder of the table,
// with slashes, and without `.`, `..` and a slash at the end. Errors and warnings give the name of
// the table and a line, counted from 1, and say what to do.
//
// Columns are separated by commas, or by semicolons or tabs if the first line has more of these, as
// spreadsheets write them where the comma is the decimal point. The text is UTF-8, with or without
// a byte order mark. Empty rows are skipped, and missing columns at the end of a row are empty. It
// is an error if a row has no file name, or if two rows of one file differ. A date that cannot be
// read is missing, with a warning; there is one warning for all beyond the first ten.
func Read(r io.Reader, name string) (entries map[string]Entry, warnings []string, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, fmt.Errorf("reading %s: %w", name, err)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if line := firstInvalid(data); line > 0 {
		return nil, nil, fmt.Errorf("reading %s, line %d: it is not UTF-8: save the table as \"CSV UTF-8\"", name, line)
	}
	t := table{csv: csv.NewReader(bytes.NewReader(data)), entries: map[string]Entry{}, lines: map[string]int{}}
	t.csv.Comma = separator(data)
	t.csv.FieldsPerRecord = -1
	t.csv.ReuseRecord = true
	if line, err := t.read(); err != nil {
		return nil, nil, fmt.Errorf("reading %s, line %d: %w", name, line, err)
	}
	return t.entries, t.warnings(name), nil
}

// firstInvalid returns the line with the first byte that is not UTF-8, or 0.
func firstInvalid(data []byte) int {
	line := 1
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return line
		case r == '\n':
			line++
		}
		i += n
	}
	return 0
}

// separator returns the character that separates the columns of the first line.
func separator(data []byte) rune {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	best := ','
	for _, c := range ";\t" {
		if bytes.Count(line, []byte(string(c))) > bytes.Count(line, []byte(string(best))) {
			best = c
		}
	}
	return best
}

// table is the state of reading a table.
type table struct {
	csv     *csv.Reader
	columns columns
	entries map[string]Entry
	lines   map[string]int // of the entries
	badDate []string       // warnings, without the name of the table
}

// mostWarnings is the maximum number of warnings about a date.
const mostWarnings = 10

// warnings returns a warning for each date that could not be read.
func (t *table) warnings(name string) (all []string) {
	for i, w := range t.badDate {
		if i == mostWarnings {
			return append(all, fmt.Sprintf("%s: %d more dates cannot be read", name, len(t.badDate)-i))
		}
		all = append(all, fmt.Sprintf("%s, %s", name, w))
	}
	return all
}

// columns are the indexes of the columns in a row; -1 for a missing one.
type columns struct {
	file, author, label, labels, date, ignored int
}

// read reads all rows. An error comes with its line.
func (t *table) read() (line int, err error) {
	header, err := t.csv.Read()
	if err == io.EOF {
		return 1, errors.New("it is empty: write the column names in line 1, one of them \"filename\"")
	}
	if err != nil {
		return quoting(err)
	}
	if t.columns, err = columnsOf(header); err != nil {
		return 1, err
	}
	for {
		row, err := t.csv.Read()
		if err == io.EOF {
			return 0, nil
		}
		if err != nil {
			return quoting(err)
		}
		line, _ := t.csv.FieldPos(0)
		if err := t.add(row, line); err != nil {
			return line, err
		}
	}
}

// quoting adds what to do about a row that is not CSV.
func quoting(err error) (int, error) {
	var parse *csv.ParseError
	if !errors.As(err, &parse) {
		return 1, err
	}
	return parse.Line, fmt.Errorf("%w: put the value in quotes, and double every quote in it", parse.Err)
}

func columnsOf(header []string) (columns, error) {
	names := make([]string, len(header))
	for i, h := range header {
		names[i] = strings.ToLower(strings.TrimSpace(h))
	}
	place := func(name string) int { return slices.Index(names, name) }
	c := columns{file: place("filename"), author: place("full_name"), label: place("label"), labels: place("labels"),
		date: place("created_at"), ignored: place("ignored")}
	if c.file < 0 {
		return c, fmt.Errorf("no \"filename\" column (found: %.200s): rename the path column in line 1", strings.Join(names, ", "))
	}
	return c, nil
}

// add takes in one row.
func (t *table) add(row []string, line int) error {
	value := func(column int) string {
		if column < 0 || column >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[column])
	}
	if strings.Join(row, "") == "" {
		return nil
	}
	file, err := filePath(value(t.columns.file))
	if err != nil {
		return err
	}
	e := Entry{
		Author: value(t.columns.author), Label: value(t.columns.label),
		Ignored: strings.EqualFold(value(t.columns.ignored), "true"),
	}
	if e.Label == "" {
		e.Label = value(t.columns.labels)
	}
	if e.Date, err = date(value(t.columns.date)); err != nil {
		t.badDate = append(t.badDate, fmt.Sprintf("line %d: %.200s has no date: %v", line, file, err))
	}
	if before, ok := t.entries[file]; ok && !before.equal(e) {
		return fmt.Errorf("%q is also in line %d, with different values: remove one of the lines", file, t.lines[file])
	}
	t.entries[file], t.lines[file] = e, line
	return nil
}

func (e Entry) equal(o Entry) bool {
	dates := e.Date.Equal(o.Date)
	e.Date, o.Date = time.Time{}, time.Time{}
	return dates && e == o
}

// filePath returns the key for the name of a file.
func filePath(name string) (string, error) {
	if name == "" {
		return "", errors.New("the column \"filename\" is empty: fill it in, or remove the line")
	}
	p := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	if p == "." || p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
		return "", fmt.Errorf("the file %q is not below the folder of the table: write its path from there", name)
	}
	return p, nil
}

// layouts are the formats in which Dodona, the samples of Dolos, databases and people write a time.
// Go reads fractions of a second with all of them. Names of zones other than UTC are not among
// them: CST is four zones.
var layouts = []string{
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -07:00",
	time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04", time.DateOnly,
}

// date reads a time; the zero time if there is none.
func date(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("invalid date %.60q: use the form 2024-03-01 17:12:33 +0100 or 2024-03-01", s)
}
