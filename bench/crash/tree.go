package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// tree is a folder of generated files. Their modification times are old and distinct, so that an
// update relies on them.
type tree struct {
	root  string
	r     *rand.Rand
	lines int // of a file, about
	clock int64
	names []string // of the files that are there
	made  int
}

func newTree(root string, r *rand.Rand, lines int) *tree {
	return &tree{root: root, r: r, lines: lines, clock: 1_000_000_000}
}

// suffixes sometimes give the same bytes different languages, which makes an update review
// contents.
var suffixes = []string{".go", ".go", ".go", ".c", ".h", ".py", ".txt"}

// add makes n files in a folder; one in eight is a copy of another one.
func (t *tree) add(folder string, n int) error {
	for range n {
		t.made++
		name := fmt.Sprintf("%s/%05d%s", folder, t.made, suffixes[t.r.IntN(len(suffixes))])
		content := t.text()
		if t.r.IntN(8) == 0 && len(t.names) > 0 {
			other, err := os.ReadFile(t.path(t.names[t.r.IntN(len(t.names))]))
			if err != nil {
				return err
			}
			content = string(other)
		}
		if err := t.write(name, content); err != nil {
			return err
		}
		t.names = append(t.names, name)
	}
	return nil
}

// change replaces the contents of n files.
func (t *tree) change(n int) error {
	for range n {
		if err := t.write(t.names[t.r.IntN(len(t.names))], t.text()); err != nil {
			return err
		}
	}
	return nil
}

// remove removes n of the files.
func (t *tree) remove(n int) error {
	for range min(n, len(t.names)-1) {
		i := t.r.IntN(len(t.names))
		if err := os.Remove(t.path(t.names[i])); err != nil {
			return err
		}
		t.names = append(t.names[:i], t.names[i+1:]...)
	}
	return nil
}

// removeFolder removes the files of a folder.
func (t *tree) removeFolder(folder string) error {
	var left []string
	for _, name := range t.names {
		if !strings.HasPrefix(name, folder+"/") {
			left = append(left, name)
		}
	}
	t.names = left
	return os.RemoveAll(t.path(folder))
}

func (t *tree) path(name string) string { return filepath.Join(t.root, filepath.FromSlash(name)) }

func (t *tree) write(name, content string) error {
	file := t.path(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		return err
	}
	t.clock += 10
	return os.Chtimes(file, time.Time{}, time.Unix(t.clock, 1))
}

// statements are lines of no language in particular: $ stands for a name, # for a number.
var statements = []string{
	"total += $ * #", "if $ > # {", "}", "for $ < # {", "$ = append($, #)", "return $($, #)",
	"call($, \"$\", #)", "$[#] = $", "var $ = # | #", "while ($ != #) {", "// $ of $ is #",
}

// text returns the source of a file.
func (t *tree) text() string {
	var b strings.Builder
	for range t.lines/2 + t.r.IntN(t.lines) {
		for _, c := range statements[t.r.IntN(len(statements))] {
			switch c {
			case '$':
				fmt.Fprintf(&b, "n%d", t.r.IntN(500))
			case '#':
				fmt.Fprint(&b, t.r.IntN(10_000))
			default:
				b.WriteRune(c)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
