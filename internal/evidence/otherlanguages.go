package evidence

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
)

// A shared run of tokens is found only if the question and the document are lexed alike. The name
// of a file and the looks of a few lines may suggest another language: lines of file names in a
// Makefile look like Shell. So a short question that is not found is also read as text, as the
// likeliest languages, and as the likeliest of the index, unless it looks like its language, and
// that is certain: see [parts.Doubts]. All of these readings are looked up at once. So is a
// question with a string of several lines: code between two strings, cut inside both, looks like
// its language, but its code is read as a string.

// mostFurther bounds the readings that are answered.
const mostFurther = 2

// furtherReadings returns further readings of a question that was not found. They are in the order
// of how much the best document has of each. A reading is left out if no document has half of it. A
// question that is all boilerplate has none.
func (a *Asker) furtherReadings(ctx context.Context, r Request, tried []*question) ([]*question, error) {
	if r.Language != nil || r.Known != nil || r.Whole || !r.Evidence || r.isLong() ||
		slices.ContainsFunc(tried, func(q *question) bool { return q.language.Parted() || q.Document.Own() == 0 }) {
		return nil, nil
	}
	languages, err := a.furtherLanguages(ctx, r, tried)
	if err != nil {
		return nil, err
	}
	var all []*reading
	seen := map[string]bool{}
	for _, q := range tried {
		seen[keyOf(q.vector)] = true
	}
	for _, l := range languages {
		d := &reading{kept: 1}
		r.Part.lex(l, r.Text.UTF8, &d.analysis)
		a.fingerprint(r, l, d)
		if key := keyOf(d.vector); !seen[key] {
			seen[key] = true
			all = append(all, d)
		}
	}
	vectors := make([]*query.Vector, len(all))
	for i, d := range all {
		vectors[i] = d.vector
	}
	o := r.options()
	o.Top = r.depth()
	found, err := a.state.Search(ctx, vectors, o)
	if err != nil {
		return nil, err
	}
	for i, d := range all {
		d.found = found[i]
	}
	all = slices.DeleteFunc(all, func(d *reading) bool { return d.score() < threshold.WellRead })
	slices.SortStableFunc(all, func(x, y *reading) int { return cmp.Compare(y.score(), x.score()) })
	var questions []*question
	for _, d := range all[:min(len(all), mostFurther)] {
		questions = append(questions, a.questionOf(r, d, warning.One(option.ReadInstead, tried[0].Language, d.analysis.Language.Name)))
	}
	return questions, nil
}

// furtherLanguages returns the languages of [parts.Doubts.Languages] that were not tried, and text.
// A program is not read as text.
func (a *Asker) furtherLanguages(ctx context.Context, r Request, tried []*question) (all []*lex.Language, err error) {
	doubts := r.doubts()
	long := func(q *question) bool { return parts.HasLongString(r.Text.UTF8, q.analysis.Tokens) }
	if doubts.Sure() && !slices.ContainsFunc(tried, long) {
		return nil, nil
	}
	known, err := a.languagesOf(ctx)
	if err != nil {
		return nil, err
	}
	if !r.isProgram(doubts.Language()) {
		all = append(all, lex.Prose)
	}
	all = append(all, doubts.Languages(known)...)
	return slices.DeleteFunc(all, func(l *lex.Language) bool {
		return slices.ContainsFunc(tried, func(q *question) bool { return q.language == l })
	}), nil
}

// languagesOf returns the languages of the index, none if it cannot list them.
func (a *Asker) languagesOf(ctx context.Context) ([]*lex.Language, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.languages != nil {
		return a.languages, nil
	}
	c, err := index.CatalogOf(a.state)
	if err != nil {
		return nil, nil
	}
	names, err := c.Languages(ctx)
	if err != nil {
		return nil, err
	}
	a.languages = []*lex.Language{}
	for _, name := range names {
		if l, ok := lex.Lookup(name); ok {
			a.languages = append(a.languages, l)
		}
	}
	return a.languages, nil
}

// keyOf returns a key that vectors of the same terms have.
func keyOf(v *query.Vector) string {
	var key []byte
	for _, t := range v.Terms() {
		key = binary.LittleEndian.AppendUint64(append(key, byte(t.Representation)), t.Hash)
	}
	return string(key)
}
