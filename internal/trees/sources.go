package trees

import (
	"context"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// readSources reads the sources of related files with different contents, most bytes at most. A
// relation gets all its sources or none, the first relations first. A file that cannot be read
// again has none.
func (r *Result) readSources(ctx context.Context, read *units.Units, most int) error {
	r.Sources = map[string][]byte{}
	for i := range r.Relations {
		if err := ctx.Err(); err != nil {
			return err
		}
		if relation := &r.Relations[i]; most > 0 && !relation.Identical && len(relation.A) > 0 && len(relation.B) > 0 {
			most -= r.addSources(relation, read, most)
		}
	}
	return nil
}

// addSources adds a relation's sources up to most bytes and returns their size.
func (r *Result) addSources(relation *Relation, read *units.Units, most int) (size int) {
	added := map[string][]byte{}
	for _, files := range [][]Related{relation.A, relation.B} {
		for _, f := range files {
			if r.Sources[f.Content] != nil || added[f.Content] != nil {
				continue
			}
			source, err := read.Source(f.Content)
			if err != nil {
				continue
			}
			added[f.Content] = source
			size += len(source)
		}
	}
	if size > most {
		return 0
	}
	for content, source := range added {
		r.Sources[content] = source
	}
	return size
}
