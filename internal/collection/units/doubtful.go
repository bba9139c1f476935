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

// Code may have a name without a language, and not look like a program: a listing, or a cut that
// begins inside a comment, or a template of code. Search reads such a question in the languages of
// the index. So a doubtful file is held back until all other files are read. It is then read in the
// way that shares most fingerprints with the others: see [parts.EachReading].

const (
	// mostDoubtful bounds the files that are held back: a collection with more texts is one of
	// texts. mostFormats does so for formats of several parts: a README in each submission is as
	// its name says. largestDoubtful bounds their bytes: nobody cuts out more by hand.
	mostDoubtful, mostFormats, largestDoubtful = 500, 10, 32 << 10
	// mostLanguages bounds the languages that are tried: the most frequent ones.
	mostLanguages = 6
)

// mayHoldBack reports whether a file of that text may be read once the others are known.
func (w *worker) mayHoldBack(j job, text []byte) bool {
	return w.o.Known != nil && j.reading.Language == nil && len(text) <= largestDoubtful
}

// holdBack holds a file back until the others are read, unless there are too many like it.
func (w *worker) holdBack(j job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.doubts.add(j); w.doubts.tooMany(j) {
		return false
	}
	w.doubtful = append(w.doubtful, j)
	return true
}

// doubts counts the doubtful files: texts, and those in a format of several parts.
type doubts struct{ texts, formats int }

// add counts a file.
func (h *doubts) add(j job) {
	if j.file.Language.Parted() {
		h.formats++
	} else {
		h.texts++
	}
}

// tooMany reports whether so many files are like this one that none is read otherwise.
func (h *doubts) tooMany(j job) bool {
	if j.file.Language.Parted() {
		return h.formats > mostFormats
	}
	return h.texts > mostDoubtful
}

// readDoubtful reads the files that were held back.
func (l *loader) readDoubtful(ctx context.Context) error {
	order.Short(l.doubtful, func(x, y job) int { return cmp.Compare(x.file.Path, y.file.Path) })
	w := worker{loader: l}
	var languages []*lex.Language
	if len(l.doubtful) > 0 {
		languages = l.frequent()
	}
	ways, known := make([][]way, len(l.doubtful)), map[uint64]bool{}
	for i, j := range l.doubtful {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(languages) > 0 && !l.doubts.tooMany(j) {
			ways[i] = w.ways(j, languages)
		}
		for _, x := range ways[i] {
			for _, key := range x.keys {
				known[key] = false
			}
		}
	}
	if len(known) > 0 {
		l.o.Known(known)
	}
	for i, j := range l.doubtful {
		if err := ctx.Err(); err != nil {
			return err
		}
		j.reading = j.file.Reading
		best := 0.0
		for n, x := range ways[i] {
			share, more := x.share(known), threshold.ClearlyMore
			if x.reading.Guessed != nil {
				more = threshold.GuessedMore
			}
			if n == 0 || share >= max(threshold.KnownText, more*best) {
				j.reading, best = x.reading, share
			}
		}
		if err := w.do(j); err != nil {
			return err
		}
	}
	return nil
}

// way is how a text may be read.
type way struct {
	reading parts.Reading
	keys    []uint64 // of its fingerprints
}

// share returns the share of the fingerprints that are known.
func (x way) share(known map[uint64]bool) float64 {
	n := 0
	for _, key := range x.keys {
		if known[key] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(x.keys)))
}

// ways returns how a file may be read: first as its name and content say, then with parts in the
// languages, or in one of them.
func (w *worker) ways(j job, languages []*lex.Language) (all []way) {
	content := j.content
	if content == nil {
		var err error
		if content, _, err = corpus.Read(j.found, w.o.Corpus.KeepingAll(), nil); err != nil {
			return nil
		}
	}
	text := corpus.Decode(content).UTF8
	var n analyzer.Analysis
	add := func(r parts.Reading) {
		w.units.fingerprint(text, &n)
		all = append(all, way{r, candidates.Keys(&n)})
	}
	w.units.lex(j.file.Reading, text, &n)
	add(j.file.Reading)
	parts.EachReading(j.file.Path, text, j.file.Language, languages, func(r parts.Reading, lexed *parts.Lexed) {
		take(r, lexed, &n)
		add(r)
	})
	return all
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
