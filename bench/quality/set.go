package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	// pairsSuffix ends the names of sets. It may be followed by .gz.
	pairsSuffix = ".pairs.tsv"
	// dataFolder is the folder that the paths of documents are below.
	dataFolder = "data"
)

// protocol is the way a set is measured.
type protocol struct {
	question    *regexp.Regexp // only paths that match are questions; nil means all
	noRetrieval bool           // hit@1 and MAP are not measured
}

// protocols are the ones that the authors of well-known sets prescribe.
var protocols = map[string]protocol{
	// Originals have their own copies at every level, the copies one origin.
	"irplag_all": {question: regexp.MustCompile(`/L\d`)},
	"hjc1":       {noRetrieval: true}, // not all pairs are in it
}

// set is a labelled set of pairs of documents.
type set struct {
	protocol
	name   string
	folder string
	file   string // that lists the rows
	rows   []row
	facts  map[string]facts // of the documents that were compared
}

// facts describe a document.
type facts struct {
	tokens   int
	language string
}

// row is a pair of documents.
type row struct {
	pair
	copied bool // one is a copy of the other
}

// findSets returns the named sets of the folder, or all if no name is given, sorted by name. They
// are not read yet.
func findSets(folder string, names []string) (sets []*set, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*"+pairsSuffix+"*"))
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, file := range files { // by name, so that a file comes before its .gz
		name, _, _ := strings.Cut(filepath.Base(file), pairsSuffix)
		if !found[name] && (len(names) == 0 || slices.Contains(names, name)) {
			found[name] = true
			sets = append(sets, &set{protocol: protocols[name], name: name, folder: folder, file: file, facts: map[string]facts{}})
		}
	}
	if len(sets) == 0 || len(sets) < len(names) {
		return nil, fmt.Errorf("%s holds %d sets: a set is a file NAME%s", folder, len(sets), pairsSuffix)
	}
	return sets, nil
}

// read reads the rows.
func (s *set) read() error {
	file, err := os.Open(s.file)
	if err != nil {
		return err
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(s.file, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			return fmt.Errorf("unpacking %s: %w", s.file, err)
		}
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) < 3 || columns[2] != "0" && columns[2] != "1" {
			return fmt.Errorf("reading %s: %q: use two documents and the label 0 or 1", s.file, lines.Text())
		}
		s.rows = append(s.rows, row{pairOf(columns[0], columns[1]), columns[2] == "1"})
	}
	return lines.Err()
}

// documents returns the paths of all documents, in order.
func (s *set) documents() []string {
	found := map[string]bool{}
	for _, r := range s.rows {
		found[r.a], found[r.b] = true, true
	}
	return slices.Sorted(maps.Keys(found))
}

// readDocument returns the content of a document.
func (s *set) readDocument(path string) ([]byte, error) {
	name := filepath.FromSlash(path)
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("the path %s leads out of the folder %s", path, dataFolder)
	}
	return os.ReadFile(filepath.Join(s.folder, dataFolder, name))
}
