package kill

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch/index"
)

// command is one kind of what is killed. It makes the state before, changes the files, and says what brings the
// index up to date with them.
type command struct {
	name string
	// before makes files and, but for a first run, the index that knows them.
	before func(w *world) error
	// change changes the files, and after is the command line that the index needs then.
	change func(w *world) error
	after  func(w *world) []string
}

// commands are the kinds, in the order of the table.
var commands = []command{
	{"index, first time", filesOnly, nothing, update},
	{"index --prune", indexed, func(w *world) error {
		return errors.Join(w.tree.change(w.files/5), w.tree.remove(w.files/8), w.tree.add("d", w.files/8))
	}, prune},
	{"index", indexed, func(w *world) error {
		return errors.Join(w.tree.change(w.files/8), w.tree.add("e", w.files/3))
	}, update},
	{"index, a few files", segmented, func(w *world) error { return w.tree.add("few", w.files/8) }, update},
	{"remove", indexed, func(w *world) error { return w.tree.removeFolder("b") }, func(w *world) []string {
		return []string{"remove", w.tree.path("b")}
	}},
	{"boilerplate add", indexed, func(w *world) error { w.shelved = true; return nil }, func(w *world) []string {
		return []string{"boilerplate", "add", w.handout.root}
	}},
	{"boilerplate remove", shelved, func(w *world) error { w.shelved = false; return nil }, func(w *world) []string {
		return []string{"boilerplate", "remove", w.handout.root}
	}},
}

// Commands returns the names of what can be killed.
func Commands() (names []string) {
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

func nothing(*world) error { return nil }

func update(w *world) []string { return []string{"index", w.tree.root} }
func prune(w *world) []string  { return []string{"index", "--prune", w.tree.root} }

func filesOnly(w *world) error {
	return errors.Join(w.tree.add("a", w.files/2), w.tree.add("b", w.files/4), w.tree.add("c", w.files/4),
		w.handout.add("given", 5))
}

func indexed(w *world) error {
	if err := filesOnly(w); err != nil {
		return err
	}
	return w.refresh(w.template)
}

func shelved(w *world) error {
	w.shelved = true
	return indexed(w)
}

// leastSegment is how many files the smallest segment of a segmented index holds.
const leastSegment = 4

// segmented makes an index of several segments, each two and a half times as large as the next, so that a few files
// more make several of them one.
func segmented(w *world) error {
	if err := w.handout.add("given", 5); err != nil {
		return err
	}
	for n := w.files / 2; n >= leastSegment; n = n * 2 / 5 {
		if err := w.grow(n); err != nil {
			return err
		}
	}
	// An update whose batches were two leaves two segments, which the next one may merge with its own.
	for range 5 {
		n, err := segments(w.template)
		if n > 1 || err != nil {
			return err
		}
		if err := w.grow(leastSegment); err != nil {
			return err
		}
	}
	return errors.New("an index of several updates has one segment")
}

// grow brings the index up to date with n files more.
func (w *world) grow(n int) error {
	if err := w.tree.add(fmt.Sprint("s", w.tree.made), n); err != nil {
		return err
	}
	return w.refresh(w.template)
}

// segments returns how many segments readers see.
func segments(path string) (int, error) {
	x, err := index.Open(context.Background(), path, index.Options{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	return len(s.Reader().(*scorch.IndexSnapshot).Segments()), nil
}

// world is what the trials of one command share: files, the index as it was, and what it is to become.
type world struct {
	dir      string
	template string // index before the command; not there for a first run
	files    int    // about
	tree     *tree
	handout  *tree
	shelved  bool // the handout is boilerplate
	args     []string

	before, after *state
	questions     []question
	answers       []string // of a fresh index, one for each question
	df            []string // likewise
}

// refresh brings an index up to date with the files, and makes it if need be.
func (w *world) refresh(path string) error {
	ctx := context.Background()
	x, err := index.Open(ctx, path, index.Options{})
	if errors.Is(err, index.ErrNotIndex) {
		x, err = index.Create(path, index.DefaultSettings())
	}
	if err != nil {
		return err
	}
	_, err = x.Update(ctx, index.Source{Root: w.tree.root}, index.UpdateOptions{Prune: true})
	if err == nil && w.shelved {
		_, err = x.AddBoilerplate(ctx, []string{w.handout.root}, index.BoilerplateOptions{})
	}
	return errors.Join(err, x.Close())
}

// fresh fills in what the index is to become, from one that is made anew.
func (w *world) fresh() error {
	path := filepath.Join(w.dir, "fresh")
	if err := w.refresh(path); err != nil {
		return err
	}
	x, err := index.Open(context.Background(), path, index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer x.Close()
	if w.after, err = stateOf(x); err != nil {
		return err
	}
	if slices.Equal(w.before.lines, w.after.lines) {
		return errors.New("the command would change nothing")
	}
	if err := w.ask(); err != nil {
		return err
	}
	w.answers, w.df, err = w.answered(x)
	return err
}
