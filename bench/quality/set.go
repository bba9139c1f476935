package main

import (
	"compress/gzip"
	"errors"
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
	// pairsSuffix ends the names of sets. It may be followed by gzipSuffix.
	pairsSuffix = ".pairs.tsv"
	gzipSuffix  = ".gz"
	// dataFolder is the folder that the paths of documents are below.
	dataFolder = "data"
)

// protocol is the way a set is measured.
type protocol struct {
	question    *regexp.Regexp // only paths that match are questions; nil means all
	noRetrieval bool           // MAP and hit@1 are not measured
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
func findSets(folder string, names []string) ([]*set, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("looking for sets: %w", err)
	}
	all := map[string]*set{}
	for _, e := range entries { // by name, so that a file comes before its .gz
		name, ok := strings.CutSuffix(strings.TrimSuffix(e.Name(), gzipSuffix), pairsSuffix)
		if ok && !e.IsDir() && all[name] == nil {
			file := filepath.Join(folder, e.Name())
			all[name] = &set{protocol: protocols[name], name: name, folder: folder, file: file, facts: map[string]facts{}}
		}
	}
	known := slices.Sorted(maps.Keys(all))
	if len(known) == 0 {
		return nil, fmt.Errorf("%s holds no set: a set is a file NAME%s", folder, pairsSuffix)
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

// read reads the rows.
func (s *set) read() error {
	content, err := readMaybeGzip(s.file)
	if err != nil {
		return err
	}
	n := 0
	for line := range strings.Lines(string(content)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			continue
		}
		columns := strings.Split(line, "\t")
		if len(columns) < 3 {
			return fmt.Errorf("reading %s: line %d: %d columns: use at least 3", s.file, n, len(columns))
		}
		if label := columns[2]; label != "0" && label != "1" {
			return fmt.Errorf("reading %s: line %d: label %q: use 0 or 1", s.file, n, label)
		}
		s.rows = append(s.rows, row{pairOf(columns[0], columns[1]), columns[2] == "1"})
	}
	if len(s.rows) == 0 {
		return fmt.Errorf("reading %s: there are no rows", s.file)
	}
	return nil
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
