package origin

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// listed is one file of the corpus.
type listed struct {
	file string // where it is read
	name string // its path below the corpus, with slashes
	held bool   // it is held out of the index
	// outside means that it is not below the corpus, but of the other one of -foreign.
	outside bool
}

// corpus is a folder, a share of whose subfolders is held out.
type corpus struct {
	dir       string
	holdout   float64
	seed      uint64
	documents []listed // by name
	// extensions select the files to cut from; empty for all.
	extensions []string
}

// maxDocument is the size in bytes above which a file is neither cut from nor searched.
const maxDocument = 4 << 20

// openCorpus lists the regular files below dir, except files of version control. A folder is held
// out when the hash of its name and the seed falls into the share holdout.
func openCorpus(dir string, holdout float64, seed uint64) (*corpus, error) {
	c := &corpus{dir: dir, holdout: holdout, seed: seed}
	err := code.Files(dir, func(file, name string) {
		c.documents = append(c.documents, listed{file: file, name: name, held: c.heldOut(name)})
	})
	return c, err
}

// addForeign holds all files of another folder out.
func (c *corpus) addForeign(dir string) error {
	return code.Files(dir, func(file, name string) {
		c.documents = append(c.documents, listed{file: file, name: "foreign/" + name, held: true, outside: true})
	})
}

// cuttable returns the documents that snippets are cut from.
func (c *corpus) cuttable(documents []listed) []listed {
	if len(c.extensions) == 0 {
		return documents
	}
	var all []listed
	for _, d := range documents {
		if slices.Contains(c.extensions, path.Ext(d.name)) {
			all = append(all, d)
		}
	}
	return all
}

// heldOut decides by the folder of a document's name.
func (c *corpus) heldOut(name string) bool {
	hash := xxhash.Sum64String(strconv.FormatUint(c.seed, 10) + "\x00" + path.Dir(name))
	return float64(hash>>11)/(1<<53) < c.holdout
}

// counts returns the number of documents to index and of those held out.
func (c *corpus) counts() (indexed, held int) {
	for _, d := range c.documents {
		if d.held {
			held++
		} else {
			indexed++
		}
	}
	return indexed, held
}

// split returns the documents to index and those held out. If one of the two is empty, the error
// says what to change.
func (c *corpus) split() (indexed, held []listed, err error) {
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
		return nil, nil, fmt.Errorf("no folder is held out of %d files: raise -holdout or change -seed",
			len(c.documents))
	}
	return indexed, held, nil
}

// read returns the content of the document, nil if it is larger than maxDocument.
func (d listed) read() ([]byte, error) {
	info, err := os.Stat(d.file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxDocument {
		return nil, nil
	}
	return os.ReadFile(d.file)
}
