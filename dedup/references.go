package dedup

import (
	"bytes"
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// references finds passages of references. Each run of as many words as a passage needs is a key,
// with the first place that has it, so no passage is missed.
type references struct {
	overlap int
	texts   []reference
	at      map[uint64]position
	read    int // references
	short   int // references with fewer words than a passage
}

// reference is a reference with the hash and the line of each word.
type reference struct {
	path  string
	words []uint64
	lines []int32
}

// position is a word of a reference.
type position struct{ text, word int32 }

// newReferences reads the references. nil means that there are none.
func newReferences(ctx context.Context, o Options, skipped func(path string, reason document.Reason, err error)) (*references, error) {
	if len(o.References) == 0 {
		return nil, nil
	}
	r := &references{overlap: o.Overlap, at: map[uint64]position{}}
	for _, path := range o.References {
		err := each(ctx, path, o, func(name string, f corpus.File) error {
			content, reason, err := corpus.Read(f, o.Corpus, nil)
			if reason != document.Kept {
				skipped(name, reason, err)
				return nil
			}
			text := corpus.Decode(content).UTF8
			r.add(name, text, lex.Prose.Lex(nil, text))
			return nil
		}, skipped)
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *references) add(name string, text []byte, words []lex.Token) {
	r.read++
	if len(words) < r.overlap {
		r.short++
		return
	}
	ref := reference{path: name}
	line, from := int32(1), uint32(0)
	for _, w := range words {
		line += int32(bytes.Count(text[from:w.Start], []byte("\n")))
		from = w.Start
		ref.words, ref.lines = append(ref.words, w.Hash), append(ref.lines, line)
	}
	number := int32(len(r.texts))
	r.texts = append(r.texts, ref)
	runs(words, r.overlap, func(at int, hash uint64) {
		if _, ok := r.at[hash]; !ok {
			r.at[hash] = position{number, int32(at)}
		}
	})
}

// find returns a passage of a document, the longest of those at the keys' places. It returns nil
// without one.
func (r *references) find(text []byte, words []lex.Token) *Passage {
	if r == nil || len(words) < r.overlap {
		return nil
	}
	best, from, of := 0, 0, position{}
	end := 0 // of the last passage found
	runs(words, r.overlap, func(at int, hash uint64) {
		if at+r.overlap <= end {
			return // in a passage that was found
		}
		p, ok := r.at[hash]
		if !ok {
			return
		}
		begin, length := r.extend(words, at, p)
		if length >= r.overlap {
			end = begin + length
		}
		if length > best {
			best, from, of = length, begin, position{p.text, p.word - int32(at-begin)}
		}
	})
	if best < r.overlap {
		return nil
	}
	ref, line := &r.texts[of.text], func(at uint32) int { return 1 + bytes.Count(text[:at], []byte("\n")) }
	return &Passage{
		Reference: ref.path, Overlap: best,
		Lines: answer.Lines{From: line(words[from].Start), To: line(words[from+best-1].Start)},
		Of:    answer.Lines{From: int(ref.lines[of.word]), To: int(ref.lines[int(of.word)+best-1])},
	}
}

// extend returns the longest run of equal words around a word of a document and of a reference.
func (r *references) extend(words []lex.Token, at int, p position) (begin, length int) {
	theirs := r.texts[p.text].words
	a, b := at, int(p.word)
	for a > 0 && b > 0 && words[a-1].Hash == theirs[b-1] {
		a, b = a-1, b-1
	}
	n := 0
	for a+n < len(words) && b+n < len(theirs) && words[a+n].Hash == theirs[b+n] {
		n++
	}
	return a, n
}
