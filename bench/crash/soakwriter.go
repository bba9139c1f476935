package main

import (
	"crypto/sha1"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// writer changes its own tree and runs the commands that bring the index up to date.
type writer struct {
	*soak
	collection    string
	tree, handout *tree
	r             *rand.Rand
	disk          map[string]*version // by file
	boilerplate   bool                // the handout is boilerplate
}

// soakParts is how many folders a tree has. Each is indexed as a root of its own.
const soakParts = 8

func (w *writer) parts() (all []string) {
	for i := range soakParts {
		all = append(all, w.tree.path(fmt.Sprint("p", i)))
	}
	return all
}

// start makes the files and indexes them.
func (w *writer) start() error {
	if err := w.handout.write("given.go", w.anyText()); err != nil {
		return err
	}
	for i := range w.files {
		if err := w.add(w.parts()[i%soakParts]); err != nil {
			return err
		}
	}
	return w.update(w.parts(), true)
}

func (w *writer) anyText() string { return w.texts[w.r.IntN(len(w.texts))] }

// step changes some files or none and runs one command.
func (w *writer) step() error {
	parts := w.parts()
	w.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	switch n := w.r.IntN(20); {
	case n < 2:
		return w.remove(parts[:1])
	case n < 4:
		return w.toggle()
	case n < 16:
		parts = parts[:1+w.r.IntN(3)]
	}
	for _, part := range parts {
		if err := w.churn(part); err != nil {
			return err
		}
	}
	return w.update(parts, w.r.IntN(3) == 0)
}

// churn changes, adds and deletes files of a part, which keeps about its size.
func (w *writer) churn(part string) error {
	files, size := w.filesOf(part), w.files/soakParts
	for range 1 + w.r.IntN(4) {
		if err := w.put(files[w.r.IntN(len(files))]); err != nil {
			return err
		}
	}
	if len(files) < 2*size {
		if err := w.add(part); err != nil {
			return err
		}
	}
	if len(files) > size/2 && w.r.IntN(4) > 0 {
		file := files[w.r.IntN(len(files))]
		w.unsettle(w.disk[file])
		delete(w.disk, file)
		return os.Remove(file)
	}
	return nil
}

// filesOf returns the files on the disk below a part.
func (w *writer) filesOf(part string) (files []string) {
	for file := range w.disk {
		if filepath.Dir(file) == part {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}

func (w *writer) add(part string) error {
	w.tree.made++
	return w.put(filepath.Join(part, fmt.Sprintf("%05d.go", w.tree.made)))
}

// put gives a file another content: in one of four the handout, a text, and a plant. One in eight
// is a copy of another file.
func (w *writer) put(file string) error {
	v := &version{file: file, plant: w.plant()}
	content := w.anyText() + v.plant
	switch files := w.filesOf(filepath.Dir(file)); {
	case w.r.IntN(4) == 0:
		given, err := os.ReadFile(w.handout.path("given.go"))
		if err != nil {
			return err
		}
		content = string(given) + content
	case w.r.IntN(6) == 0 && len(files) > 0:
		other := w.disk[files[w.r.IntN(len(files))]]
		text, err := os.ReadFile(other.file)
		if err != nil {
			return err
		}
		content, v.plant = string(text), other.plant
	}
	v.key = keyOf(w.collection, file,
		fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content))))
	w.unsettle(w.disk[file])
	w.disk[file] = v
	return w.tree.write(file[len(w.tree.root)+1:], content)
}

// plant returns a text of at least ten statements. A question for it alone is then answered. Some
// texts are comments and brackets for the most part.
func (w *writer) plant() (text string) {
	for n := 0; n < 10; {
		more := w.tree.text()
		for line := range strings.Lines(more) {
			if line != "}\n" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
		text += more
	}
	return text
}

func keyOf(collection, file, content string) string { return collection + " " + file + " " + content }

// unsettle records that readers need not see these versions any more. They may be nil.
func (w *writer) unsettle(versions ...*version) {
	w.Lock()
	defer w.Unlock()
	for _, v := range versions {
		if v != nil {
			v.since = time.Time{}
		}
	}
}

// command runs the program on the index.
func (w *writer) command(args ...string) error {
	o, err := runProgram(w.program, w.index, append(args, "--wait", "10m")...)
	if err == nil && o.exit != 0 {
		err = fmt.Errorf("%s ends with %d: %s", args, o.exit, o.errOut)
	}
	return err
}

func (w *writer) indexCommand(parts []string, prune bool) []string {
	args := append([]string{"index", "--generated", "--minified", "--collection", w.collection}, parts...)
	if prune {
		args = append(args, "--prune")
	}
	return args
}

// update brings parts of the index up to date.
func (w *writer) update(parts []string, prune bool) error {
	w.begin(parts)
	if err := w.command(w.indexCommand(parts, prune)...); err != nil {
		return err
	}
	listed, now := w.listed(parts), time.Now()
	w.Lock()
	defer w.Unlock()
	w.updates++
	for _, v := range listed {
		current := w.disk[v.file]
		switch {
		case v == current && v.since.IsZero():
			v.since = now
		case v != current && (current != nil || prune):
			v.to = now
		}
	}
	w.versions = slices.DeleteFunc(w.versions, func(v *version) bool {
		return !v.to.IsZero() && now.Sub(v.to) > remembered
	})
	return nil
}

// begin lets readers see the state on disk.
func (w *writer) begin(parts []string) {
	w.Lock()
	defer w.Unlock()
	for _, v := range w.disk {
		if v.from.IsZero() && slices.Contains(parts, filepath.Dir(v.file)) {
			v.from = time.Now()
			w.versions = append(w.versions, v)
		}
	}
}

// listed returns the versions of parts that readers may see from now on.
func (w *writer) listed(parts []string) (versions []*version) {
	w.Lock()
	defer w.Unlock()
	for _, v := range w.versions {
		if v.to.IsZero() && slices.Contains(parts, filepath.Dir(v.file)) {
			versions = append(versions, v)
		}
	}
	return versions
}

// remove removes parts from the index, not from the disk.
func (w *writer) remove(parts []string) error {
	listed := w.listed(parts)
	if len(listed) == 0 {
		return nil
	}
	w.unsettle(listed...)
	if err := w.command(append([]string{"remove"}, parts...)...); err != nil {
		return err
	}
	w.Lock()
	defer w.Unlock()
	w.removals++
	for _, v := range listed {
		v.to = time.Now()
		if w.disk[v.file] == v {
			w.disk[v.file] = &version{key: v.key, file: v.file, plant: v.plant}
		}
	}
	return nil
}

// toggle adds the handout to the boilerplate or removes it.
func (w *writer) toggle() error {
	args := []string{"boilerplate", "add", "--generated", w.handout.root}
	if w.boilerplate {
		args = []string{"boilerplate", "remove", w.handout.root}
	}
	if err := w.command(args...); err != nil {
		return err
	}
	w.boilerplate = !w.boilerplate
	w.Lock()
	defer w.Unlock()
	w.boilerplates++
	return nil
}

// copyTo adds the tree, and the handout if it is boilerplate, to another index.
func (w *writer) copyTo(index string) error {
	commands := [][]string{w.indexCommand(w.parts(), true)}
	if w.boilerplate {
		commands = append(commands, []string{"boilerplate", "add", "--generated", w.handout.root})
	}
	for _, args := range commands {
		o, err := runProgram(w.program, index, args...)
		if err != nil || o.exit != 0 {
			return fmt.Errorf("making a new index: %s ends with %d: %s, %v", strings.Join(args, " "), o.exit,
				o.errOut, err)
		}
	}
	return nil
}
