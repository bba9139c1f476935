// Package infocsv reads an info.csv: the table of submissions and their authors that Dodona exports
// with the submissions and Dolos reads (github.com/dodona-edu/dolos, docs/docs/adding-metadata.md).
//
// The first line names the columns. The column filename is required: the path of a file, folder or
// archive, relative to the folder of the table. The columns full_name, student, label or labels,
// created_at and ignored are read if they exist. All others (id, status, submission_id,
// exercise_id, ...) are skipped. Case does not matter in these names, nor do spaces, hyphens and
// underscores.
package infocsv

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// FileName is the name of the table, in the folder or archive of the submissions.
const FileName = "info.csv"

// Entry is a row of the table. Fields without a value are zero.
type Entry struct {
	Author string // full_name
	// Student names or numbers the student. Submissions of one student are attempts, which are not
	// compared with each other.
	Student string
	Label   string    // label, or else labels: one, unchanged
	Date    time.Time // created_at, in UTC; a time without a zone is taken for UTC
	// Ignored marks starter code, which is not a submission. "true" is read in any case, since
	// spreadsheets write TRUE.
	Ignored bool
}

// largest bounds the size of a table in bytes: 16 MiB, over 100,000 rows.
const largest = 16 << 20

// ReadFile reads the table at name, a regular file of at most 16 MiB. See [Read].
func ReadFile(name string) (entries map[string]Entry, warnings []answer.Warning, err error) {
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
// the table and a line, counted from 1, and have advice.
//
// Columns are separated by commas, or by semicolons or tabs if the first line has more of these, as
// spreadsheets write them where the comma is the decimal point. The encoding is one that
// [corpus.Decode] knows, such as UTF-8 or UTF-16. Empty rows are skipped, and missing columns at
// the end of a row are empty. A row that cannot be read is skipped, and of two rows of one file
// that differ the second one; a date that cannot be read is missing. A value with line breaks and
// separators may have swallowed rows. Each causes a warning, and there is one warning for all
// beyond the first ten. It is an error if line 1 does not name the columns.
func Read(r io.Reader, name string) (entries map[string]Entry, warnings []answer.Warning, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, fmt.Errorf("reading %s: %w", name, err)
	}
	decoded := corpus.Decode(data)
	data = bytes.TrimPrefix(decoded.UTF8, []byte("\xef\xbb\xbf"))
	t := table{entries: map[string]Entry{}, lines: map[string]int{}}
	rows := newRowReader(data, separator(data))
	if err := t.readHeader(rows); err != nil {
		return nil, nil, fmt.Errorf("reading %s, line 1: %w", name, err)
	}
	t.readRows(rows)
	return t.entries, t.warnings(name), nil
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
	columns  columns
	entries  map[string]Entry
	lines    map[string]int // of the entries
	problems []string       // warnings, without the name of the table
}

// mostWarnings is the maximum number of warnings about a row.
const mostWarnings = 10

// warnings returns a warning for each row that was not read as a whole.
func (t *table) warnings(name string) (all []answer.Warning) {
	for i, w := range t.problems {
		if i == mostWarnings {
			return append(all, warning.Of(option.TableRows, name, len(t.problems)-i))
		}
		all = append(all, warning.Of(option.TableRow, name, w))
	}
	return all
}

// columns are the indexes of the columns in a row; -1 for a missing one.
type columns struct {
	file, author, student, label, labels, date, ignored int
}

// readHeader reads the names of the columns.
func (t *table) readHeader(rows *rowReader) error {
	header, _, err := rows.next()
	switch {
	case err == io.EOF:
		return errors.New("it is empty: write the column names in line 1, one of them \"filename\"")
	case err != nil:
		return err
	}
	t.warnOfSwallowed(rows, header)
	t.columns, err = columnsOf(header)
	return err
}

// warnOfSwallowed warns of a value that is closed lines after its beginning, because it may hold
// rows.
func (t *table) warnOfSwallowed(rows *rowReader, row []string) {
	if from, to := rows.swallowed(row); from > 0 {
		t.problems = append(t.problems, fmt.Sprintf("line %d: a value in quotes ends in line %d, so these lines are one row: "+
			"if they are several, remove these quotation marks, or put each value in quotes and double every quote in it", from, to))
	}
}

// readRows reads the rows below the header.
func (t *table) readRows(rows *rowReader) {
	for {
		row, line, err := rows.next()
		if err == io.EOF {
			return
		}
		if err == nil {
			t.warnOfSwallowed(rows, row)
			err = t.add(row, line)
		}
		if err != nil {
			t.problems = append(t.problems, fmt.Sprintf("line %d: the row is not used: %v", line, err))
		}
	}
}

func columnsOf(header []string) (columns, error) {
	names := make([]string, len(header))
	for i, h := range header {
		names[i] = spaces.Replace(strings.ToLower(strings.TrimSpace(h)))
	}
	place := func(name string) int {
		return slices.IndexFunc(names, func(n string) bool { return n == spaces.Replace(name) })
	}
	c := columns{file: place("filename"), author: place("full_name"), student: place("student"), label: place("label"), labels: place("labels"),
		date: place("created_at"), ignored: place("ignored")}
	if c.file < 0 {
		return c, fmt.Errorf("no \"filename\" column (found: %.200s): rename the path column in line 1", strings.ToValidUTF8(strings.Join(header, ", "), "?"))
	}
	return c, nil
}

// spaces removes the separators of the words of a column's name: "File name".
var spaces = strings.NewReplacer(" ", "", "_", "", "-", "")

// add takes in one row.
func (t *table) add(row []string, line int) error {
	value := func(column int) string {
		if column < 0 || column >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[column])
	}
	switch text := strings.Join(row, ""); {
	case text == "":
		return nil
	case !utf8.ValidString(text):
		return errors.New("it is not UTF-8: save the table as \"CSV UTF-8\"")
	}
	file, err := filePath(value(t.columns.file))
	if err != nil {
		return err
	}
	e := Entry{
		Author: value(t.columns.author), Student: value(t.columns.student), Label: value(t.columns.label),
		Ignored: strings.EqualFold(value(t.columns.ignored), "true"),
	}
	if v := value(t.columns.ignored); v != "" && !e.Ignored && !strings.EqualFold(v, "false") {
		t.problems = append(t.problems,
			fmt.Sprintf("line %d: %.200s is a submission: ignored is %.20q, neither true nor false", line, file, v))
	}
	if e.Label == "" {
		e.Label = value(t.columns.labels)
	}
	if e.Date, err = date(value(t.columns.date)); err != nil {
		t.problems = append(t.problems, fmt.Sprintf("line %d: %.200s has no date: %v", line, file, err))
	}
	if before, ok := t.entries[file]; ok {
		if !before.equal(e) {
			return fmt.Errorf("%q is also in line %d, with different values: remove one of the lines",
				file, t.lines[file])
		}
		return nil
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

// layouts are the formats of times by Dodona, Dolos' samples, databases and people. Go reads
// fractions of a second with all of them. Names of zones other than UTC are not among them: CST is
// four zones.
var layouts = []string{
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -07:00",
	time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04", "2006-01-02 15:04 -0700", "2006-01-02 15:04 -07:00", "2006-01-02 15:04 UTC", "2006-01-02T15:04Z07:00",
	time.DateOnly, "2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006",
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
