package clones

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// plant is a block that was copied.
type plant struct {
	kind           string
	original, copy place
	code           []bool // by line of the block: whether it holds more than a comment
}

// kinds of planted blocks.
const (
	exact    = "exact"
	inOne    = "exact, in one file"
	renamed  = "all names renamed"
	edited   = "every 10th line edited"
	blockMin = 25 // lines
	blockMax = 60
)

var kinds = []string{exact, inOne, renamed, edited}

// source is a file of the folder.
type source struct {
	name     string // its extension
	language *lex.Language
	lines    []string
	used     bool // in another plant, whose block would have two originals
}

// plantAll writes pairs of files with planted blocks to the folder.
func plantAll(c config, to string) (all []plant, err error) {
	r := rand.New(rand.NewPCG(c.seed, 1))
	sources, err := readSources(c.folder, r)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return nil, err
	}
	for i := range c.plants * len(kinds) {
		p, files, err := plantOne(r, sources, kinds[i%len(kinds)], i, c.min)
		if err != nil {
			return nil, err
		}
		for name, lines := range files {
			if err := os.WriteFile(filepath.Join(to, name), []byte(strings.Join(lines, "")), 0o666); err != nil {
				return nil, err
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// mostSources bounds the number of files that are read.
const mostSources = 3000

// readSources reads random source files of 100 to 3,000 lines.
func readSources(folder string, r *rand.Rand) (all []source, err error) {
	var paths []string
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths[:min(len(paths), mostSources)] {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		s := source{name: filepath.Ext(path), language: detect.Language(path, text), lines: strings.SplitAfter(string(text), "\n")}
		if s.language != lex.Prose && len(s.lines) >= 100 && len(s.lines) <= 3000 {
			all = append(all, s)
		}
	}
	if len(all) < 2 {
		return nil, errors.New("the folder has too few source files")
	}
	return all, nil
}

// plantOne copies a block of a file with at least three times min tokens into another file.
func plantOne(r *rand.Rand, sources []source, kind string, number, min int) (p plant, files map[string][]string, err error) {
	for range 10_000 {
		from, into := &sources[r.IntN(len(sources))], &sources[r.IntN(len(sources))]
		if kind == inOne {
			into = from
		}
		if from.used || into.used || from == into && kind != inOne || from.language != into.language {
			continue
		}
		n := blockMin + r.IntN(blockMax-blockMin)
		start, at := r.IntN(len(from.lines)-n), r.IntN(len(into.lines)-n)
		block := from.lines[start : start+n]
		if len(from.language.Lex(nil, []byte(strings.Join(block, "")))) < 3*min {
			continue
		}
		if kind == inOne && at > start-n && at < start+n {
			continue // it would cut the original
		}
		from.used, into.used = true, true
		a, b := fmt.Sprintf("%04d-a%s", number, from.name), fmt.Sprintf("%04d-b%s", number, into.name)
		host := append(append(append([]string{}, into.lines[:at]...), changed(r, kind, from.language, block)...), into.lines[at:]...)
		p = plant{kind, place{a, start + 1, start + n}, place{b, at + 1, at + n}, from.code()[start : start+n]}
		if kind != inOne {
			return p, map[string][]string{a: from.lines, b: host}, nil
		}
		p.original.path = b
		if at <= start {
			p.original.from, p.original.to = p.original.from+n, p.original.to+n
		}
		return p, map[string][]string{b: host}, nil
	}
	return p, nil, errors.New("too few files have a block that is long enough: lower -n")
}

// code reports which lines hold more than a comment.
func (s *source) code() []bool {
	code, line, at := make([]bool, len(s.lines)), 0, 0
	text := strings.Join(s.lines, "")
	for _, t := range s.language.Lex(nil, []byte(text)) {
		line += strings.Count(text[at:t.Start], "\n")
		at = int(t.Start)
		code[line] = true
	}
	return code
}

// changed returns the lines of the block as the kind says.
func changed(r *rand.Rand, kind string, l *lex.Language, block []string) []string {
	switch kind {
	case renamed:
		return renameAll(l, block)
	case edited:
		lines := append([]string{}, block...)
		for i := r.IntN(10); i < len(lines); i += 10 {
			lines[i] = fmt.Sprintf("edited_%d(line, %d);\n", r.Uint32(), i)
		}
		return lines
	}
	return block
}

// renameAll gives every identifier of the block a new name.
func renameAll(l *lex.Language, block []string) []string {
	text := strings.Join(block, "")
	var b strings.Builder
	at, names := 0, map[string]string{}
	for _, t := range l.Lex(nil, []byte(text)) {
		if t.Kind != lex.Identifier {
			continue
		}
		name := text[t.Start:t.End]
		if names[name] == "" {
			names[name] = fmt.Sprintf("name%d", len(names))
		}
		b.WriteString(text[at:t.Start] + names[name])
		at = int(t.End)
	}
	b.WriteString(text[at:])
	return strings.SplitAfter(strings.TrimSuffix(b.String(), "\n"), "\n")
}
