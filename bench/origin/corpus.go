package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// document is one file of the corpus.
type document struct {
	// file is where the document is read.
	file string
	// name is the document's name in questions, answers and dumps: the path below its root,
	// with slashes; where the corpus has several roots, the root's label stands before it.
	name string
	// held says that the document is held out: no engine may index it.
	held bool
}

// root is one tree of the corpus.
type root struct {
	dir, abs string
	label    string // "" where there is only one root
}

// corpus is a set of trees, with a share of their directories held out.
type corpus struct {
	roots     []root
	holdout   float64
	seed      uint64
	documents []document // by root, then by name
}

// maxDocument is the size in bytes above which a file is neither cut from nor looked into.
const maxDocument = 4 << 20

// openCorpus lists the regular files below dirs. A directory is held out when the hash of its
// name and seed falls into the share holdout, so the choice does not depend on the other ones.
func openCorpus(dirs []string, holdout float64, seed uint64) (*corpus, error) {
	c := &corpus{holdout: holdout, seed: seed}
	labels := make(map[string]bool)
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("resolving %s: %w", dir, err)
		}
		r := root{dir: filepath.Clean(dir), abs: abs}
		if len(dirs) > 1 {
			r.label = freeLabel(labels, filepath.Base(abs))
		}
		c.roots = append(c.roots, r)
		if err := c.list(r); err != nil {
			return nil, fmt.Errorf("listing %s: %w", dir, err)
		}
	}
	return c, nil
}

// freeLabel returns name, with a number where it is taken, and takes it.
func freeLabel(taken map[string]bool, name string) string {
	label := name
	for i := 2; taken[label]; i++ {
		label = name + "-" + strconv.Itoa(i)
	}
	taken[label] = true
	return label
}

func (c *corpus) list(r root) error {
	return filepath.WalkDir(r.dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipRepository(entry.Name())
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		name := r.name(file, r.dir)
		c.documents = append(c.documents, document{file: file, name: name, held: c.heldOut(name)})
		return nil
	})
}

// skipRepository leaves out what version control keeps for itself.
func skipRepository(dir string) error {
	switch dir {
	case ".git", ".hg", ".svn":
		return fs.SkipDir
	}
	return nil
}

// name returns the canonical name of a file below dir, one of the spellings of the root.
func (r root) name(file, dir string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || rel == "." {
		rel = filepath.Base(file)
	}
	return path.Join(r.label, filepath.ToSlash(rel))
}

// heldOut decides by the directory a canonical name stands in.
func (c *corpus) heldOut(name string) bool {
	hash := xxhash.Sum64String(strconv.FormatUint(c.seed, 10) + "\x00" + path.Dir(name))
	return float64(hash>>11)/(1<<53) < c.holdout
}

// canonical turns any spelling of a document's path into its name: absolute, as given on the
// command line, or already relative to the root. A path outside of the corpus stays as it is.
func (c *corpus) canonical(file string) string {
	for _, r := range c.roots {
		for _, dir := range []string{r.abs, r.dir} {
			if file == dir || strings.HasPrefix(file, dir+string(filepath.Separator)) {
				return r.name(file, dir)
			}
		}
	}
	return path.Clean(filepath.ToSlash(file))
}

// keep says whether an engine is to index the file at path, in any spelling.
func (c *corpus) keep(path string) bool { return !c.heldOut(c.canonical(path)) }

// split returns the documents to index and those held out, or an error that says what to change
// when one of the two is empty.
func (c *corpus) split() (indexed, held []document, err error) {
	for _, d := range c.documents {
		if d.held {
			held = append(held, d)
		} else {
			indexed = append(indexed, d)
		}
	}
	if len(indexed) == 0 {
		return nil, nil, fmt.Errorf("nothing to index in %d files: lower -holdout", len(c.documents))
	}
	if len(held) == 0 {
		return nil, nil, fmt.Errorf("no directory is held out of %d files: raise -holdout or change -seed",
			len(c.documents))
	}
	return indexed, held, nil
}

// read returns the content of the document, nil if it is larger than maxDocument.
func (d document) read() ([]byte, error) {
	info, err := os.Stat(d.file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxDocument {
		return nil, nil
	}
	return os.ReadFile(d.file)
}

// linkKept lays out the documents to index below dir, so that a tool which cannot leave files out
// can index exactly them. Files are hard links where the file system allows it, copies elsewhere.
func (c *corpus) linkKept(dir string) error {
	for _, d := range c.documents {
		if d.held {
			continue
		}
		if err := linkOrCopy(d.file, filepath.Join(dir, filepath.FromSlash(d.name))); err != nil {
			return fmt.Errorf("laying out %s: %w", d.name, err)
		}
	}
	return nil
}

func linkOrCopy(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if os.Link(from, to) == nil {
		return nil
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}
