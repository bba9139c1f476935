package units

import (
	"errors"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// CheckPath returns an error for a source that an index can have and that is not compared itself: see [corpus.Kind].
func CheckPath(path string) error {
	if k := corpus.KindOf(path); k.Instead != "" && !k.Beside {
		return errors.New(path + " " + k.Instead)
	}
	return nil
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
	if len(in.roots) == 1 {
		if path := in.roots[0].path; corpus.KindOf(path).Instead != "" {
			return errors.New(path + " " + corpus.KindOf(path).Instead)
		}
	}
	return nil
}
