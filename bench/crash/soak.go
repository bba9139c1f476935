package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// soak has two writers and eight readers on one index. It knows which files readers may see and
// which they must see.
type soak struct {
	options
	index   string
	dir     string   // of the trees
	texts   []string // which files are made of
	writers []*writer

	sync.Mutex // of all below, and of versions
	row
	versions                        []*version
	updates, removals, boilerplates int
	questions, origins, wrong       int
}

// version is one content of one file. Readers may see it from the start of the first command that
// reads it to the end of the command that removes or replaces it. They must see it from since, the
// end of that first command, until the file or its occurrence is about to change.
type version struct {
	key, file       string
	plant           string // the end of the file; copies apart, it occurs nowhere else
	from, to, since time.Time
}

func (v *version) mayBeSeen(begin, end time.Time) bool {
	return v.from.Before(end) && (v.to.IsZero() || v.to.After(begin))
}

func (v *version) mustBeSeen(begin time.Time) bool {
	return !v.since.IsZero() && v.since.Before(begin)
}

// remembered is how long a version is known after readers could last see it. No reader keeps an
// index open for longer.
const remembered = 2 * time.Minute

// soak writes and searches for that time, and then compares the index with a new one.
func (o options) soak(from string, d time.Duration) (err error) {
	s := &soak{options: o, index: o.Folder(), dir: o.Folder()}
	if err := s.start(from); err != nil {
		return err
	}
	if _, err := stateAt(s.index); err != nil { // what the library opens only once is open then
		return err
	}
	idle := openFiles()
	s.run(d)
	if left := openFiles(); left != idle {
		s.note("the reader through the library keeps %d files open, not %d", left, idle)
	}
	err = s.compare()
	fmt.Fprintf(o.Out, "%d updates, %d removals, %d changes of boilerplate, %d questions\n"+
		"%d origins that had to be found, %d wrong answers, %d other failures\n", s.updates, s.removals,
		s.boilerplates, s.questions, s.origins, s.wrong, len(s.failures)-s.wrong)
	if n := len(s.failures); n > 0 {
		err = errors.Join(err, fmt.Errorf("%d failures", n))
	}
	return err
}

// openFiles returns how many files this process has open, 0 on other systems than Linux.
func openFiles() int {
	files, _ := os.ReadDir("/proc/self/fd")
	return len(files)
}

// start makes the trees and the index.
func (s *soak) start(from string) (err error) {
	if s.texts, err = textsOf(from); err != nil {
		return err
	}
	for i, name := range []string{"left", "right"} {
		r := rand.New(rand.NewPCG(s.seed, uint64(i)))
		w := &writer{soak: s, r: r, collection: name, disk: map[string]*version{},
			tree:    newTree(filepath.Join(s.dir, name), r, s.lines),
			handout: newTree(filepath.Join(s.dir, name+"-handout"), r, s.lines)}
		if err := w.start(); err != nil {
			return err
		}
		s.writers = append(s.writers, w)
	}
	return nil
}

// textsOf reads the Go files below a folder. Files of few functions are left out: they may be too
// short for boilerplate.
func textsOf(folder string) (texts []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Count(string(text), "\nfunc ") > 2 {
			texts = append(texts, string(text))
		}
		return err
	})
	if err == nil && len(texts) == 0 {
		err = fmt.Errorf("no files of Go below %s are large enough: name another folder by -from", folder)
	}
	return texts, err
}

// run runs the writers and readers until the time is over.
func (s *soak) run(d time.Duration) {
	ctx, stop := context.WithTimeout(s, d)
	defer stop()
	var group sync.WaitGroup
	for _, w := range s.writers {
		group.Go(func() { s.repeat(ctx, stop, w.step) })
	}
	for n := range 8 {
		r := &reader{soak: s, r: rand.New(rand.NewPCG(s.seed, uint64(n+2))),
			question: filepath.Join(s.dir, fmt.Sprintf("question%d.go", n))}
		step := r.step
		if n == 0 {
			step = func() error { return r.session(ctx) }
		}
		group.Go(func() { s.repeat(ctx, stop, step) })
	}
	group.Wait()
}

// repeat calls step until the time is over. An error ends the soak.
func (s *soak) repeat(ctx context.Context, stop func(), step func() error) {
	for ctx.Err() == nil {
		if err := step(); err != nil {
			s.note("%v", err)
			stop()
		}
	}
}

// note notes a failure and prints it at once unless there are many.
func (s *soak) note(format string, values ...any) {
	s.Lock()
	defer s.Unlock()
	s.fail(format, values...)
	if n := len(s.failures); n <= 20 {
		fmt.Fprintln(s.Notes, time.Now().Format(time.TimeOnly), s.failures[n-1])
	}
}

// compare checks the index and compares it with a new one of the same trees.
func (s *soak) compare() error {
	fresh := filepath.Join(s.dir, "fresh")
	w := &world{dir: s.dir, tree: s.writers[0].tree}
	for _, v := range s.writers {
		if err := v.update(v.parts(), true); err != nil {
			return err
		}
		w.args = v.indexCommand(v.parts(), true)
		if err := v.copyTo(fresh); err != nil {
			return err
		}
	}
	for file := range s.writers[0].disk {
		w.tree.names = append(w.tree.names, file[len(w.tree.root)+1:])
	}
	slices.Sort(w.tree.names)
	if err := w.remember(fresh); err != nil {
		return err
	}
	noted := len(s.failures)
	t := &trial{world: w, program: s.program, path: s.index, row: &s.row}
	err := errors.Join(t.inspect(outcome{exit: 0}), t.complete())
	for _, f := range s.failures[noted:] {
		fmt.Fprintln(s.Notes, f)
	}
	return err
}
