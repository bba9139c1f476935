package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
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

// findSets returns the sets of the folder that are named, or all if none is, by name. They are
// not read yet.
func findSets(folder string, names []string, flags setFlags) ([]*set, error) {
	all, err := listSets(folder)
	if err != nil {
		return nil, fmt.Errorf("looking for sets: %w", err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s holds no set: a set is a file NAME%s or NAME%s", folder, pairsSuffix, searchSuffix)
	}
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(all))
	}
	var sets []*set
	for _, name := range names {
		s := all[name]
		if s == nil {
			return nil, fmt.Errorf("%s holds no set %s: it has %s", folder, name, listed(all))
		}
		if s.options, err = flags.options(name, s.options.search); err != nil {
			return nil, fmt.Errorf("options of %s: %w", name, err)
		}
		sets = append(sets, s)
	}
	for name := range flags {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("-set %s: that set is not among those to measure", name)
		}
	}
	return sets, nil
}

func listed(sets map[string]*set) string {
	return strings.Join(slices.Sorted(maps.Keys(sets)), ", ")
}

// listSets returns the sets of the folder by name. Of a file and the same one in gzip the former
// is taken.
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
			before := found[base]
			if before == nil {
				s := &set{name: base, folder: folder, file: filepath.Join(folder, e.Name())}
				s.options.search = suffix == searchSuffix
				found[base] = s
			} else if before.file != filepath.Join(folder, name) {
				return nil, fmt.Errorf("%s and %s are sets of one name: rename one", before.file, e.Name())
			}
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
