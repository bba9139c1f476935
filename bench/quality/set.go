package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// What the names of files end in, before .gz.
const (
	pairsSuffix  = ".pairs.tsv"
	searchSuffix = ".search.tsv"
	noneSuffix   = ".none.txt"
	gzipSuffix   = ".gz"
)

// dataFolder is the folder that the paths of documents are below.
const dataFolder = "data"

// protocol says how a set is measured.
type protocol struct {
	query       *regexp.Regexp // only paths that match are questions; nil means all
	noRetrieval bool           // MAP and the like are not measured
}

// protocols are those that the authors of well-known pair sets ask for.
var protocols = map[string]protocol{
	// Originals have their own copies at every level, the copies one origin.
	"irplag_all": {query: regexp.MustCompile(`/L\d`)},
	"hjc1":       {noRetrieval: true}, // not all pairs are in it
}

// set is a labelled set of documents.
type set struct {
	name   string
	folder string
	file   string // that lists the rows
	search bool   // else it is a pair set
	protocol
	rows []row
	none []string // questions without a copy
}

// row is a pair of documents, in a search set a question and a document.
type row struct {
	a, b     string
	positive bool
	level    string
}

// findSets returns the sets of the folder that are named, or all if none is, by name. They are not
// read yet.
func findSets(folder string, names []string) ([]*set, error) {
	all, err := listSets(folder)
	if err != nil {
		return nil, fmt.Errorf("looking for sets: %w", err)
	}
	known := slices.Sorted(maps.Keys(all))
	if len(known) == 0 {
		return nil, fmt.Errorf("%s holds no set: a set is a file NAME%s or NAME%s",
			folder, pairsSuffix, searchSuffix)
	}
	if len(names) == 0 {
		names = known
	}
	var sets []*set
	for _, name := range names {
		if all[name] == nil {
			return nil, fmt.Errorf("%s holds no set %s: it has %s", folder, name, strings.Join(known, ", "))
		}
		sets = append(sets, all[name])
	}
	return sets, nil
}

// listSets returns the sets of the folder by name. Of a file and the same one in gzip the former is
// taken.
func listSets(folder string) (map[string]*set, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := map[string]*set{}
	for _, e := range entries { // by name, so that a file comes before its .gz
		name := strings.TrimSuffix(e.Name(), gzipSuffix)
		for _, suffix := range []string{pairsSuffix, searchSuffix} {
			base, ok := strings.CutSuffix(name, suffix)
			if !ok || e.IsDir() {
				continue
			}
			if before := found[base]; before != nil {
				if before.file != filepath.Join(folder, name) {
					return nil, fmt.Errorf("%s and %s are sets of one name: rename one", before.file, e.Name())
				}
				continue
			}
			s := &set{
				name: base, folder: folder, file: filepath.Join(folder, e.Name()), search: suffix == searchSuffix,
			}
			if !s.search {
				s.protocol = protocols[base]
			}
			found[base] = s
		}
	}
	return found, nil
}

// readMaybeGzip returns the content of a file, unpacked if its name ends in .gz.
func readMaybeGzip(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if !strings.HasSuffix(name, gzipSuffix) {
		return io.ReadAll(file)
	}
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", name, err)
	}
	content, err := io.ReadAll(z)
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", name, err)
	}
	return content, nil
}

// read reads the rows and, if there is such a file, the questions without a copy.
func (s *set) read() error {
	content, err := readMaybeGzip(s.file)
	if err != nil {
		return err
	}
	err = eachLine(string(content), func(columns []string) error {
		if len(columns) < 3 {
			return fmt.Errorf("%d columns: use at least 3", len(columns))
		}
		if label := columns[2]; label != "0" && label != "1" {
			return fmt.Errorf("label %q: use 0 or 1", label)
		}
		columns = append(columns, "")
		s.rows = append(s.rows, row{columns[0], columns[1], columns[2] == "1", columns[3]})
		return nil
	})
	if err == nil && len(s.rows) == 0 {
		err = errors.New("there are no rows")
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", s.file, err)
	}
	if !s.search {
		return nil
	}
	content, err = os.ReadFile(filepath.Join(s.folder, s.name+noneSuffix))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return eachLine(string(content), func(columns []string) error {
		s.none = append(s.none, columns[0])
		return nil
	})
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

// key returns the pair as its score is filed: in a pair set in order.
func (s *set) key(a, b string) [2]string {
	if !s.search && b < a {
		a, b = b, a
	}
	return [2]string{a, b}
}

// questions returns what to look for, by path: in a pair set every document.
func (s *set) questions() []string {
	found := map[string]bool{}
	for _, r := range s.rows {
		found[r.a] = true
		if !s.search {
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
	questions := s.questions()
	if !s.search {
		return questions, nil
	}
	data := os.DirFS(filepath.Join(s.folder, dataFolder))
	var documents []string
	err := fs.WalkDir(data, s.name, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if _, asked := slices.BinarySearch(questions, name); !asked {
			documents = append(documents, name)
		}
		return nil
	})
	if err == nil && len(documents) == 0 {
		err = errors.New("there are no files but questions")
	}
	if err != nil {
		return nil, fmt.Errorf("listing the documents: %w", err)
	}
	return documents, nil
}

// readDocument returns the content of a question or document.
func (s *set) readDocument(path string) ([]byte, error) {
	name := filepath.FromSlash(path)
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("the path %s leads out of the folder %s", path, dataFolder)
	}
	return os.ReadFile(filepath.Join(s.folder, dataFolder, name))
}
