package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A dump is a folder with a file for every question and truth.tsv, which starts with a line
//
//	# seed=S holdout=H
//
// and has a line of columns, separated by tabs, for every question:
//
//	FILE LANGUAGE once|often|none CUT [RIGHT ANSWER...]
//
// FILE is LEVEL/NUMBER.EXT; CUT says where the snippet was cut from, as NAME:FIRST-LAST. places.tsv
// says for every question with an origin where the copy stands, in it and in the file of the cut:
//
//	FILE FIRST-LAST FIRST-LAST OWN TOKENS
//
// These lines hold tokens that both have; OWN of the question's TOKENS come from the snippet. A dump
// may be without places.tsv: then evidence is not measured. heldout.txt names the files that must
// not be indexed.

const (
	truthFile   = "truth.tsv"
	placesFile  = "places.tsv"
	heldOutFile = "heldout.txt"
)

const (
	standsOnce  = "once"
	standsOften = "often"
	noOrigin    = "none"
)

// dump writes the questions below dir.
func dump(dir string, c *corpus, questions []question) error {
	var truth, places strings.Builder
	fmt.Fprintf(&truth, "# seed=%d holdout=%v\n", c.seed, c.holdout)
	for _, q := range questions {
		file := filepath.Join(dir, filepath.FromSlash(q.ID))
		if err := writeFile(file, q.Source); err != nil {
			return err
		}
		truth.WriteString(truthLine(q))
		if q.hasOrigin() {
			places.WriteString(placeLine(q.ID, q.Place))
		}
	}
	if err := writeFile(filepath.Join(dir, placesFile), []byte(places.String())); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, truthFile), []byte(truth.String())); err != nil {
		return err
	}
	var held strings.Builder
	for _, d := range c.documents {
		if d.held {
			held.WriteString(d.name + "\n")
		}
	}
	return writeFile(filepath.Join(dir, heldOutFile), []byte(held.String()))
}

func writeFile(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}

func truthLine(q question) string {
	standing := noOrigin
	switch {
	case q.Once:
		standing = standsOnce
	case q.hasOrigin():
		standing = standsOften
	}
	columns := append([]string{q.ID, q.Language, standing, q.Cut}, q.Truth...)
	return strings.Join(columns, "\t") + "\n"
}

// readDump reads what dump wrote: the questions, and the seed and share of the holdout.
func readDump(dir string) (questions []question, seed uint64, holdout float64, err error) {
	places, err := readPlaces(dir)
	if err != nil {
		return nil, 0, 0, err
	}
	file, err := os.Open(filepath.Join(dir, truthFile))
	if err != nil {
		return nil, 0, 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20) // a snippet that stands everywhere has many right answers
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			if _, err := fmt.Sscanf(line, "# seed=%d holdout=%g", &seed, &holdout); err != nil {
				return nil, 0, 0, fmt.Errorf("parsing %q: %w", line, err)
			}
			continue
		}
		q, err := readQuestion(dir, line)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("reading question %q: %w", line, err)
		}
		q.Place = places[q.ID]
		questions = append(questions, q)
	}
	return questions, seed, holdout, lines.Err()
}

// readPlaces reads where the copies stand, by question; nothing if the dump does not say.
func readPlaces(dir string) (map[string]place, error) {
	content, err := os.ReadFile(filepath.Join(dir, placesFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	places := make(map[string]place)
	for line := range strings.Lines(string(content)) {
		id, p, err := parsePlace(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("reading the place %q: %w", line, err)
		}
		places[id] = p
	}
	return places, nil
}

func readQuestion(dir, line string) (question, error) {
	columns := strings.Split(line, "\t")
	if len(columns) < 4 {
		return question{}, errors.New("too few columns")
	}
	l, err := parseLevel(path.Dir(columns[0]))
	if err != nil {
		return question{}, err
	}
	if !fs.ValidPath(columns[0]) {
		return question{}, errors.New("its file is outside of the folder")
	}
	source, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(columns[0])))
	if err != nil {
		return question{}, err
	}
	q := question{
		ID: columns[0], Level: l, Language: columns[1], Source: source, Cut: columns[3],
		Once: columns[2] == standsOnce,
	}
	if len(columns) > 4 {
		q.Truth = columns[4:]
	}
	return q, nil
}
