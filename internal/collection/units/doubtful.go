package units

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// Code may have a name without a language, and not look like a program: a listing, or a cut that
// begins inside a comment, or a template of code. Search reads such a question in the languages of
// the index. So a file of text, or a template of text, is held back until all other files are read,
// as is a page, or other file without a program's name, that seems to hold code in a format. It is
// then read in the language that shares most fingerprints with the others.

const (
	// mostDoubtful bounds the files that are held back: a collection with more texts is one of
	// texts. largestDoubtful bounds their bytes: nobody cuts out more by hand.
	mostDoubtful, largestDoubtful = 500, 32 << 10
	// mostLanguages bounds the languages that are tried: the most frequent ones.
	mostLanguages = 6
	// leastKnown is from which share of its fingerprints a text is read as code, and clearlyMore
	// how many more than as text others must have. Set by hand.
	leastKnown, clearlyMore = 0.2, 1.25
)

// holdsBack reports whether a file is to be read once the others are known.
func (w *worker) holdsBack(j job, text []byte) bool {
	if w.o.Known == nil || len(text) > largestDoubtful {
		return false
	}
	isText := j.file.Language == lex.Prose || strings.HasPrefix(j.file.Language.Name, "Text+")
	if !isText && (detect.IsSource(j.file.Path) || j.file.Language.Parted() || parts.Looks(text) == nil) {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.doubtful = append(w.doubtful, j)
	return true
}

// readDoubtful reads the files that were held back.
func (l *loader) readDoubtful(ctx context.Context) error {
	order.Short(l.doubtful, func(x, y job) int { return cmp.Compare(x.file.Path, y.file.Path) })
	w := worker{loader: l}
	var languages []*lex.Language
	if len(l.doubtful) > 0 && len(l.doubtful) <= mostDoubtful {
		languages = l.frequent()
	}
	ways, known := make([][]way, len(l.doubtful)), map[uint64]bool{}
	for i, j := range l.doubtful {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(languages) > 0 {
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
		j.language = j.file.Language
		best := 0.0
		for n, x := range ways[i] {
			switch share := x.share(known); {
			case n == 0:
				best = max(leastKnown, clearlyMore*share)
			case share >= best:
				j.language, best = x.language, clearlyMore*share
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
	language *lex.Language
	keys     []uint64 // of its fingerprints
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

// ways returns how a file may be read: as its name says first, as the format that it seems to have,
// and in the languages.
func (w *worker) ways(j job, languages []*lex.Language) (all []way) {
	content := j.content
	if content == nil {
		var err error
		if content, _, err = corpus.Read(j.found, w.o.Corpus.KeepingAll(), nil); err != nil {
			return nil
		}
	}
	text := corpus.Decode(content).UTF8
	languages = append([]*lex.Language{j.file.Language}, languages...)
	if format := parts.Looks(text); format != nil {
		languages = slices.Insert(languages, 1, format)
	}
	var n analyzer.Analysis
	for _, l := range languages {
		w.units.analyze(l, text, &n)
		all = append(all, way{l, candidates.Keys(&n)})
	}
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
