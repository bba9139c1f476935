package origin

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// listed is one file of the corpus.
type listed struct {
	file string // where it is read
	name string // its path below the corpus, with slashes
}

// corpus is a folder, a share of whose subfolders is held out of the index.
type corpus struct {
	dir           string
	indexed, held []listed
	foreign       bool // held files are of another folder
	// extensions select the files to cut from; empty for all.
	extensions []string
}

// maxDocument is the size in bytes above which a file is neither cut from nor searched.
const maxDocument = 4 << 20

// openCorpus lists the regular files below dir, except files of version control. With a foreign
// folder its files are held out, otherwise a share of the folders of dir.
func openCorpus(dir, foreign string, holdout float64, seed uint64) (*corpus, error) {
	c := &corpus{dir: dir, foreign: foreign != ""}
	err := code.Files(dir, func(file, name string) {
		if !c.foreign && heldOut(name, holdout, seed) {
			c.held = append(c.held, listed{file, name})
		} else {
			c.indexed = append(c.indexed, listed{file, name})
		}
	})
	if err == nil && c.foreign {
		err = code.Files(foreign, func(file, name string) { c.held = append(c.held, listed{file, "foreign/" + name}) })
	}
	if err == nil && (len(c.indexed) == 0 || len(c.held) == 0) {
		err = fmt.Errorf("%d files are indexed, and %d are held out: change -holdout or -seed", len(c.indexed), len(c.held))
	}
	shuffle(c.indexed, seed)
	shuffle(c.held, seed)
	return c, err
}

// heldOut holds a folder out when the hash of its name and the seed falls into the share.
func heldOut(name string, share float64, seed uint64) bool {
	hash := xxhash.Sum64String(strconv.FormatUint(seed, 10) + "\x00" + path.Dir(name))
	return float64(hash>>11)/(1<<53) < share
}

// cuttable returns the documents that snippets are cut from.
func (c *corpus) cuttable(documents []listed) []listed {
	if len(c.extensions) == 0 {
		return documents
	}
	return slices.DeleteFunc(slices.Clone(documents), func(d listed) bool { return !slices.Contains(c.extensions, path.Ext(d.name)) })
}

// source is a document and its tokens.
type source struct {
	listed
	content []byte
	lang    *lex.Language
	tokens  []lex.Token
}

// read reads and lexes a document. It returns nil for one that is too large, binary or prose.
func (d listed) read() (*source, error) {
	info, err := os.Stat(d.file)
	if err != nil || info.Size() > maxDocument {
		return nil, err
	}
	content, err := os.ReadFile(d.file)
	if err != nil || code.IsBinary(content) {
		return nil, err
	}
	lang := detect.Language(d.name, content)
	if lang == lex.Prose {
		return nil, nil
	}
	return &source{listed: d, content: content, lang: lang, tokens: lang.Lex(nil, content)}, nil
}

// readCode reads a document that questions can be cut from. It returns nil for a document that is
// generated, test data, or no code.
func (d listed) readCode() (*source, error) {
	if code.IsTestData(d.name) || path.Ext(d.name) == "" {
		return nil, nil
	}
	src, err := d.read()
	if src == nil || !code.IsCode(src.lang) || code.IsGenerated(src.content) {
		return nil, err
	}
	return src, nil
}
