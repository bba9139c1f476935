package units

import (
	"cmp"
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Code may have a name without a language, and not look like a program. It may be a listing, or a
// cut that begins inside a comment, or a template of code. Search reads such a question in the
// languages of the index. So a doubtful file is held back until all other files are read. It is
// then read in the way that shares most fingerprints with other units: see
// [parts.Doubts.EachReading].

const (
	// mostDoubtful bounds the bytes of the files that are read in several ways. The smallest come
	// first: each takes as long as 10 to 20 others of its size.
	mostDoubtful = 16 << 20
	// mostLanguages bounds the languages that are tried: the most frequent ones.
	mostLanguages = 6
)

// holdsBack holds a file back until the others are read, if it is doubtful. The file is lexed as
// its name and content say. It reports whether it does.
func (w *worker) holdsBack(j job, text []byte, lexed *parts.Lexed) bool {
	f := j.file
	if w.o.Selected == nil || w.o.Language != nil || j.reading.Language != nil || !parts.NewDoubts(f.Path, f.Language, text).Any(lexed) {
		return false
	}
	w.units.fingerprint(text, &w.analysis)
	w.heldBack.Add(f.Unit, &w.analysis)
	w.mu.Lock()
	defer w.mu.Unlock()
	j.reading, j.size = f.Reading, len(text)
	w.doubtful = append(w.doubtful, j)
	return true
}

// readDoubtful reads the files that were held back.
func (l *loader) readDoubtful(ctx context.Context) error {
	if len(l.doubtful) == 0 {
		return nil
	}
	c, err := l.newChoice(ctx)
	if err != nil {
		return err
	}
	order.Short(l.doubtful, func(x, y job) int { return cmp.Or(x.size-y.size, cmp.Compare(x.file.Path, y.file.Path)) })
	tried, size := 0, 0
	for tried < len(l.doubtful) && size+l.doubtful[tried].size <= mostDoubtful {
		size += l.doubtful[tried].size
		tried++
	}
	err = Each(ctx, tried, func(_ context.Context, i int) error {
		l.doubtful[i].reading = c.best(l.doubtful[i])
		return nil
	})
	if err != nil {
		return err
	}
	return Each(ctx, len(l.doubtful), func(_ context.Context, i int) error {
		w := worker{loader: l}
		return w.do(l.doubtful[i])
	})
}

// choice chooses how doubtful files are read.
type choice struct {
	*loader
	languages []*lex.Language
	// read and heldBack report whether a unit that is accepted has a key.
	read, heldBack func(key uint64, accept func(unit int) bool) bool
	largest        map[int]int  // the sizes of the largest files that were held back, by unit
	hasCode        map[int]bool // whether the name of a file that was held back says that it is code, by unit
}

func (l *loader) newChoice(ctx context.Context) (c *choice, err error) {
	c = &choice{loader: l, languages: l.frequent(), largest: map[int]int{}, hasCode: map[int]bool{}}
	for _, j := range l.doubtful {
		c.largest[j.file.Unit] = max(c.largest[j.file.Unit], j.size)
		c.hasCode[j.file.Unit] = c.hasCode[j.file.Unit] || !mayQuote(j.reading.Language)
	}
	if c.read, err = l.o.Selected().Holders(ctx); err != nil {
		return nil, err
	}
	c.heldBack, err = l.heldBack.Holders(ctx)
	return c, err
}

// mayQuote reports whether code in the language is likely of another file.
func mayQuote(l *lex.Language) bool { return l == lex.Prose || l.Parted() }

// best returns the way to read a file that shares most with others. A way is as its name and
// content say, with parts in the languages, or in one of them. At first these are the files that
// were read. If the first way is the best, they are also files that were held back: larger ones,
// because a cut is smaller than its origin, and code, if the file is prose by its name.
func (c *choice) best(j job) parts.Reading {
	content := j.content
	if content == nil {
		var err error
		if content, _, err = corpus.Read(j.found, c.o.Corpus.KeepingAll(), nil); err != nil {
			return j.reading
		}
	}
	text := corpus.Decode(content).UTF8
	if !c.mayMatter(j.file, text) {
		return j.reading
	}
	other := func(unit int) bool { return unit != j.file.Unit }
	quotes := mayQuote(j.reading.Language) // such as a log, which may be larger than the origin of its code
	origin := func(unit int) bool {
		return other(unit) && (c.largest[unit] > j.size || quotes && c.hasCode[unit])
	}
	var n analyzer.Analysis
	least := 1 // keys of which a share is
	shares := func() [2]float64 {
		c.units.fingerprint(text, &n)
		all, read, shared := candidates.Keys(&n), 0, 0
		for _, key := range all {
			if c.read(key, other) {
				read++
			} else if c.heldBack(key, origin) {
				shared++
			}
		}
		whole := float64(max(least, len(all)))
		return [2]float64{float64(read) / whole, float64(read+shared) / whole}
	}
	c.units.lex(j.reading, text, &n)
	best, most := [2]parts.Reading{j.reading, j.reading}, shares()
	plain := len(candidates.Keys(&n))
	if min(threshold.ClearlyMore, threshold.GuessedMore)*most[0] > 1 { // then of most[1], too
		return j.reading // no reading shares so much
	}
	parts.NewDoubts(j.file.Path, j.reading.Language, text).EachReading(c.languages, func(r parts.Reading, lexed *parts.Lexed) {
		take(r, lexed, &n)
		more := threshold.ClearlyMore
		if r.Guessed != nil && r.IsIn(c.languages) {
			more = threshold.GuessedMore
		}
		if least = 1; !r.IsIn(c.languages) {
			least = max(1, plain) // most of the text may be a comment in the language
		}
		for i, share := range shares() {
			if share >= max(threshold.KnownText, more*most[i]) {
				best[i], most[i] = r, share
			}
		}
	})
	if best[0] != j.reading {
		return best[0]
	}
	return best[1]
}

// frequent returns the most frequent languages of the files that were read, without text and
// formats.
func (l *loader) frequent() (all []*lex.Language) {
	files := map[*lex.Language]int{}
	for _, u := range l.units.All {
		for _, f := range u.Files {
			if f.Language != nil && f.Language != lex.Prose && !f.Language.Parted() {
				files[f.Language]++
			}
		}
	}
	for language := range files {
		all = append(all, language)
	}
	order.Short(all, func(x, y *lex.Language) int {
		return cmp.Or(cmp.Compare(files[y], files[x]), cmp.Compare(x.Name, y.Name))
	})
	return all[:min(len(all), mostLanguages)]
}
