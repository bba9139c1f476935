package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// command is a command that is killed.
type command struct {
	name string
	// before creates files and, except for a first run, an index of them.
	before func(w *world) error
	// change changes the files; after is the command line that brings the index up to date.
	change func(w *world) error
	after  func(w *world) []string
}

// commands are in the order of the table.
var commands = []command{
	{"index, first time", filesOnly, func(*world) error { return nil }, update},
	{"index --prune", indexed, func(w *world) error {
		return errors.Join(w.tree.change(w.files/5), w.tree.remove(w.files/8), w.tree.add("d", w.files/8))
	}, func(w *world) []string { return []string{"index", "--prune", w.tree.root} }},
	{"index", indexed, func(w *world) error {
		return errors.Join(w.tree.change(w.files/8), w.tree.add("e", w.files/3))
	}, update},
	{"index, a few files", segmented, func(w *world) error {
		return w.tree.add("few", w.files/8)
	}, update},
	{"remove", indexed, func(w *world) error {
		return w.tree.removeFolder("b")
	}, func(w *world) []string { return []string{"remove", w.tree.path("b")} }},
	{"boilerplate add", indexed, func(w *world) error {
		w.boilerplate = true
		return nil
	}, func(w *world) []string { return []string{"boilerplate", "add", w.handout.root} }},
	{"boilerplate remove", func(w *world) error {
		w.boilerplate = true
		return indexed(w)
	}, func(w *world) error {
		w.boilerplate = false
		return nil
	}, func(w *world) []string { return []string{"boilerplate", "remove", w.handout.root} }},
}

func update(w *world) []string {
	return []string{"index", w.tree.root}
}

func filesOnly(w *world) error {
	return errors.Join(w.tree.add("a", w.files/2), w.tree.add("b", w.files/4),
		w.tree.add("c", w.files/4),
		w.handout.add("given", 5))
}

func indexed(w *world) error {
	if err := filesOnly(w); err != nil {
		return err
	}
	return w.refresh(w.template)
}

// leastSegment is how many files the smallest segment of a segmented index holds.
const leastSegment = 4

// segmented creates an index of several segments, each two and a half times as large as the next.
// So adding a few files merges several of them.
func segmented(w *world) error {
	if err := w.handout.add("given", 5); err != nil {
		return err
	}
	grow := func(files int) error {
		if err := w.tree.add(fmt.Sprint("s", w.tree.made), files); err != nil {
			return err
		}
		return w.refresh(w.template)
	}
	for n := w.files / 2; n >= leastSegment; n = n * 2 / 5 {
		if err := grow(n); err != nil {
			return err
		}
	}
	// An update of two batches leaves two segments, which the next one may merge with its own.
	for range 5 {
		n, err := segments(w.template)
		if n > 1 || err != nil {
			return err
		}
		if err := grow(leastSegment); err != nil {
			return err
		}
	}
	return errors.New("an index of several updates has one segment")
}

// world is shared by the trials of one command: files, the index before the command, and the
// expected state after it.
type world struct {
	dir         string
	template    string // index before the command; absent for a first run
	files       int    // about
	tree        *tree
	handout     *tree
	boilerplate bool // the handout is boilerplate
	args        []string

	before, after state
	questions     []question
	answers       []string // of a new index, one for each question
	df            []string // likewise
}

func newEmptyWorld(o options, dir string, r *rand.Rand) *world {
	return &world{
		dir: dir, template: filepath.Join(dir, "template"), files: o.files,
		tree:    newTree(filepath.Join(dir, "tree"), r, o.lines),
		handout: newTree(filepath.Join(dir, "handout"), r, o.lines),
	}
}

func newWorld(o options, c command, r *rand.Rand) (*world, error) {
	w := newEmptyWorld(o, o.Folder(), r)
	if err := c.before(w); err != nil {
		return nil, err
	}
	var err error
	if w.before, err = stateAt(w.template); err != nil && !missing(err) {
		return nil, err
	}
	if err := c.change(w); err != nil {
		return nil, err
	}
	w.args = c.after(w)
	return w, w.fresh()
}

// fresh fills in the expected state, from a new index.
func (w *world) fresh() error {
	path := filepath.Join(w.dir, "fresh")
	if err := errors.Join(os.RemoveAll(path), w.refresh(path)); err != nil {
		return err
	}
	if err := w.remember(path); err != nil {
		return err
	}
	if slices.Equal(w.before, w.after) {
		return errors.New("the command would change nothing")
	}
	return nil
}

// remember keeps what a new index lists, counts and answers.
func (w *world) remember(path string) error {
	x, err := openIndex(path)
	if err != nil {
		return err
	}
	defer x.Close()
	if w.after, err = stateOf(x); err != nil {
		return err
	}
	if err := w.cutQuestions(); err != nil {
		return err
	}
	w.answers, w.df, err = answersOf(x, w.questions)
	return err
}

// measure returns how long the command takes without a kill, the median of three.
func (w *world) measure(program string) (time.Duration, error) {
	var took []time.Duration
	for range 3 {
		t := &trial{world: w, path: filepath.Join(w.dir, "index")}
		if err := t.reset(); err != nil {
			return 0, err
		}
		begin := time.Now()
		o, err := runProgram(program, t.path, w.args...)
		if err != nil {
			return 0, err
		}
		if o.exit != 0 {
			return 0, fmt.Errorf("without a kill it ends with %d: %s", o.exit, o.errOut)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	return took[1], nil
}

// question is a part of a file.
type question struct{ name, text string }

// questionCount is the number of questions to an index at the end.
const questionCount = 100

// cutQuestions cuts questions of 10 to 30 lines from the files.
func (w *world) cutQuestions() error {
	w.questions = nil
	for range questionCount {
		name := w.tree.names[w.tree.r.IntN(len(w.tree.names))]
		text, err := os.ReadFile(w.tree.path(name))
		if err != nil {
			return err
		}
		lines := strings.SplitAfter(string(text), "\n")
		from := w.tree.r.IntN(max(1, len(lines)-10))
		to := min(len(lines), from+10+w.tree.r.IntN(20))
		w.questions = append(w.questions, question{name, strings.Join(lines[from:to], "")})
	}
	return nil
}
