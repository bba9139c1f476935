package units

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// CheckPath returns an error for a source that an index can have and that is not compared itself: a git
// repository, standard input, and a file with documents in its lines that has a prefix.
func CheckPath(path string) error {
	switch {
	case corpus.IsRepository(path):
		return fmt.Errorf("%s is a git repository: specify a revision of it, packed by git archive -o code.tar HEAD", path)
	case corpus.IsStream(path):
		return fmt.Errorf("%s is standard input: specify a folder, a file or an archive", path)
	case corpus.HasFormat(path):
		return errLines(path)
	}
	return nil
}

func errLines(path string) error {
	return fmt.Errorf("%s has documents in its lines: index it with chaffinch index --index NEW, "+
		"and compare these with chaffinch pairs --index NEW", path)
}

// check returns an error if a root is not compared: see [CheckPath]. A file with documents in its lines is, unless
// it is the only one.
func (in Input) check() error {
	if in.state != nil {
		return nil
	}
	for _, r := range in.roots {
		if err := CheckPath(r.path); err != nil {
			return err
		}
	}
	if len(in.roots) == 1 && corpus.HasLines(in.roots[0].path) {
		return errLines(in.roots[0].path)
	}
	return nil
}
