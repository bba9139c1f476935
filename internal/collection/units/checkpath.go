package units

import (
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// CheckPath returns an error for a source that can only be indexed: see [corpus.Kind].
func CheckPath(path string) error {
	kind, _ := corpus.AddressKind(path)
	return insteadOf(kind, path)
}

// check returns an error if a root is not compared: see [CheckPath]. A file with documents in its
// lines is, unless it is the only one.
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
		return insteadOf(in.roots[0].kind, in.roots[0].path)
	}
	return nil
}

// insteadOf returns an error if sources of the kind are not compared.
func insteadOf(kind corpus.Kind, path string) error {
	if kind.Instead == "" {
		return nil
	}
	return option.Fail(kind.Instead, path)
}
