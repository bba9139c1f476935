// Package snippet cuts questions from the files of a folder.
package snippet

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Snippet is a question: consecutive lines of a file.
type Snippet struct {
	Path    string // of the file
	Content string // its id
	Source  []byte
	rank    uint64
}

// Cut takes one snippet of so many lines from each of n files. A hash of their path and the seed
// chooses the files. Files of prose, and of less than twice as many lines, are left out. The same
// arguments give the same snippets.
func Cut(folder string, n, lines int, seed uint64) ([]Snippet, error) {
	var chosen []Snippet
	var buf []byte
	var o document.Options
	err := corpus.Walk(context.Background(), folder, o, func(f corpus.File) error {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d %s", seed, f.Path)
		rank := h.Sum64()
		if len(chosen) >= n && rank >= chosen[len(chosen)-1].rank {
			return nil // most files are not read
		}
		content, reason, err := corpus.Read(f, o, buf)
		if buf = content[:0]; err != nil || reason != document.Kept {
			return nil
		}
		all := bytes.SplitAfter(content, []byte("\n"))
		if len(all) < 2*lines || detect.Language(f.Path, content) == lex.Prose {
			return nil
		}
		from := rand.New(rand.NewPCG(rank, seed)).IntN(len(all) - lines)
		source := bytes.Join(all[from:from+lines], nil)
		s := Snippet{f.Path, index.BlobID(content), source, rank}
		at, _ := slices.BinarySearchFunc(chosen, rank, func(s Snippet, r uint64) int {
			return cmp.Compare(s.rank, r)
		})
		chosen = slices.Insert(chosen, at, s)
		chosen = chosen[:min(len(chosen), n)]
		return nil
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("cutting questions: %w", err)
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("cutting questions: no file of %s has %d lines of code", folder, 2*lines)
	}
	return chosen, nil
}
