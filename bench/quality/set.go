package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// set is a labelled set of documents.
type set struct {
	name    string
	folder  string
	file    string // that lists the rows
	options setOptions
	all     []row
	rows    []row    // those of all that are measured
	none    []string // questions without a copy
}

// row is a pair of documents, in a search set a question and a document.
type row struct {
	a, b     string
	positive bool
	level    string
	split    string
}

// read reads the rows and the questions without a copy.
func (s *set) read() error {
	content, err := readMaybeGzip(s.file)
	if err != nil {
		return err
	}
	if s.all, err = parseRows(string(content)); err != nil {
		return fmt.Errorf("reading %s: %w", s.file, err)
	}
	for _, split := range []string{s.options.split, s.options.tune} {
		if split != "" && !slices.ContainsFunc(s.all, func(r row) bool { return r.split == split }) {
			return fmt.Errorf("%s has no split %s", s.file, split)
		}
	}
	s.rows = s.all
	if split := s.options.split; split != "" {
		s.rows = slices.DeleteFunc(slices.Clone(s.all), func(r row) bool { return r.split != split })
	}
	if s.options.search && s.options.directed {
		s.none, err = s.readNone()
	}
	return err
}

func parseRows(text string) ([]row, error) {
	var rows []row
	err := eachLine(text, func(columns []string) error {
		if len(columns) < 3 || len(columns) > 5 {
			return fmt.Errorf("%d columns: use 3 to 5", len(columns))
		}
		if label := columns[2]; label != "0" && label != "1" {
			return fmt.Errorf("label %q: use 0 or 1", label)
		}
		columns = append(columns, "", "")
		rows = append(rows, row{columns[0], columns[1], columns[2] == "1", columns[3], columns[4]})
		return nil
	})
	if err == nil && len(rows) == 0 {
		err = errors.New("there are no rows")
	}
	return rows, err
}

// eachLine calls f with the columns of every line that is not empty. An error names the line.
func eachLine(text string, f func(columns []string) error) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			continue
		}
		if err := f(strings.Split(line, "\t")); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return nil
}

// readNone reads the questions without a copy. The file by its usual name may be missing.
func (s *set) readNone() ([]string, error) {
	name := s.options.none
	if name == "" {
		name = s.name + noneSuffix
	}
	content, err := os.ReadFile(filepath.Join(s.folder, filepath.FromSlash(name)))
	if s.options.none == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var none []string
	err = eachLine(string(content), func(columns []string) error {
		none = append(none, columns[0])
		return nil
	})
	if err == nil && len(none) == 0 {
		err = fmt.Errorf("%s names no question", name)
	}
	return none, err
}

// pairs returns the pairs to score, none twice: a pair set's rows, and in both directions if those
// count. A search set has none, because everything may be an answer.
func (s *set) pairs() [][2]string {
	if s.options.search {
		return nil
	}
	seen := map[[2]string]bool{}
	var pairs [][2]string
	add := func(a, b string) {
		p := s.key(a, b)
		if !seen[p] {
			seen[p] = true
			pairs = append(pairs, p)
		}
	}
	for _, r := range s.all {
		add(r.a, r.b)
		if s.options.directed {
			add(r.b, r.a)
		}
	}
	return pairs
}

// key returns the pair as its score is filed: as it is where directions count, else in order.
func (s *set) key(a, b string) [2]string {
	if !s.options.directed && b < a {
		a, b = b, a
	}
	return [2]string{a, b}
}

// questions returns what to look for, by path: in a pair set every document.
func (s *set) questions() []string {
	found := map[string]bool{}
	for _, r := range s.all {
		found[r.a] = true
		if !s.options.search {
			found[r.b] = true
		}
	}
	for _, q := range s.none {
		found[q] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// documents returns what to look in, by path.
func (s *set) documents() ([]string, error) {
	if !s.options.search {
		return s.questions(), nil
	}
	asked := map[string]bool{}
	for _, q := range s.questions() {
		asked[q] = true
	}
	data := os.DirFS(filepath.Join(s.folder, dataFolder))
	var documents []string
	err := fs.WalkDir(data, path.Clean(s.options.documents), func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !asked[name] {
			documents = append(documents, name)
		}
		return err
	})
	if err == nil && len(documents) == 0 {
		err = errors.New("there are no files but questions")
	}
	if err != nil {
		return nil, fmt.Errorf("listing the documents: %w", err)
	}
	return documents, nil
}
