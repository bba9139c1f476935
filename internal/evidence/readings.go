package evidence

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/parts"
)

// A question is read as its language, if the user names one. Otherwise there may be several readings:
//
//   - the format of several parts that the content seems to have, such as Markdown;
//   - the language of its name;
//   - what the content looks like, if it has no name, or if that contradicts the name;
//   - prose, if it has no name and the others explain little;
//   - the language of the best document, if it has no name: see nameless.go.
//
// Each is searched for. The one of which the best document explains the most wins. A name is only a hint:
// it is followed unless another reading explains clearly more. So is the format of several parts, in
// which prose around the code may be unknown to the index. Its blocks may have several origins, so
// what its documents explain together counts. A diff from its first line to its last is read only as
// one, unless its name is that of code: otherwise the lines around the added ones, or the deleted ones,
// would be found.

// clearlyMore is the factor by which another reading must explain more than the expected one.
const clearlyMore = 1.25

// wellRead is the score from which the name of a question is taken to be right. So most questions are
// read once.
const wellRead = 0.5

// leastProse is the score from which a question without a name is taken to be prose. Code read as
// prose reached 0.1 by chance; exact cuts of prose reach 0.7 to 1.
const leastProse = wellRead / 2

// readBest returns the best reading of the question. warning says why it is not the expected one.
func (a *Asker) readBest(ctx context.Context, r Request) (best *reading, warning string, err error) {
	if r.Language != nil {
		best, err = a.read(ctx, r, r.Language)
		return best, "", err
	}
	if r.Part != (Part{}) {
		return a.readLines(ctx, r)
	}
	expected := detect.Candidates(r.Name, r.Text.UTF8, guesses)
	byName := len(expected) == 1 && !detect.IsNameless(r.Name)
	format := parts.Looks(r.Text.UTF8)
	if format != nil && format.Name == parts.Diff && (!byName || expected[0] == lex.Prose) && parts.WholeDiff(r.Text.UTF8) {
		best, err = a.read(ctx, r, format)
		return best, unlike(expected[0], format, byName), err
	}
	tried, err := a.readAs(ctx, r, expected)
	if err != nil {
		return nil, "", err
	}
	best = bestOf(tried)
	if format != nil && format != best.analysis.Language {
		best, err = a.readFormat(ctx, r, best, format, byName)
		if err != nil {
			return nil, "", err
		}
	}
	if byName && (format == nil || format != expected[0]) && best.score() < wellRead {
		best, err = a.readUnlike(ctx, r, best)
		if err != nil {
			return nil, "", err
		}
	}
	if !byName && !best.analysis.Language.Parted() {
		best, err = a.readNameless(ctx, r, best, tried)
		if err != nil {
			return nil, "", err
		}
	}
	return best, unlike(expected[0], best.analysis.Language, byName), nil
}

// readLines reads lines of a file in the language of their file. What the lines alone look like says
// less: a row of strings may be SQL.
func (a *Asker) readLines(ctx context.Context, r Request) (*reading, string, error) {
	file := r
	file.Part = Part{}
	whole, warning, err := a.readBest(ctx, file)
	if err != nil {
		return nil, "", err
	}
	d, err := a.read(ctx, r, whole.analysis.Language)
	return d, warning, err
}

// unlike says that a question is not read as its name suggests.
func unlike(expected, read *lex.Language, byName bool) string {
	if !byName || read == expected {
		return ""
	}
	switch {
	case read.Name == parts.Page && expected.Name == "HTML":
		return "the question is read as a page: its code and its text are searched for, not its tags"
	case expected == lex.Prose: // a name that says nothing, or .txt
		return fmt.Sprintf("the question is read as %s, as its content suggests", read.Name)
	}
	return fmt.Sprintf("the question is read as %s, not as %s, which its name suggests", read.Name, expected.Name)
}

// readFormat also reads a question in the format of several parts that it seems to have.
func (a *Asker) readFormat(ctx context.Context, r Request, best *reading, format *lex.Language, byName bool) (*reading, error) {
	d, err := a.read(ctx, r, format)
	if err != nil {
		return nil, err
	}
	enough := together(best) / clearlyMore
	if byName {
		enough = together(best) * clearlyMore
	}
	if all := together(d); all > enough || !byName && all == enough {
		best = d
	}
	return best, nil
}

// readUnlike also reads a question as its content suggests, if that is another language than that of
// its name. That reading must explain clearly more, and much of the question: a cut that begins in a
// docstring has some lines that look like any language.
func (a *Asker) readUnlike(ctx context.Context, r Request, best *reading) (*reading, error) {
	likely := detect.Candidates("", r.Text.UTF8, guesses)
	if likely[0] == best.analysis.Language {
		return best, nil
	}
	likely = slices.DeleteFunc(likely, func(l *lex.Language) bool { return l == best.analysis.Language })
	tried, err := a.readAs(ctx, r, likely)
	if err != nil {
		return nil, err
	}
	if d := bestOf(tried); d.score() >= wellRead && explained(d) > clearlyMore*explained(best) {
		return d, nil
	}
	return best, nil
}

// readProse also reads a question as prose, which may look like a language whose marks it has.
func (a *Asker) readProse(ctx context.Context, r Request, best *reading) (*reading, error) {
	d, err := a.read(ctx, r, lex.Prose)
	if err != nil || d.score() < leastProse || explained(d) <= clearlyMore*explained(best) {
		return best, err
	}
	return d, nil
}

// proseWarnings says how to read a question as prose, if it has no name and may be prose.
func (q *question) proseWarnings(r Request) []string {
	if r.Language != nil || !detect.IsNameless(r.Name) || q.Language == lex.Prose || q.Language.Parted() ||
		lex.Oddness(q.analysis.Tokens) < lex.MostOdd {
		return nil
	}
	return []string{fmt.Sprintf("the question is read as %s, but may be prose: Document.Language text reads it so", q.Language.Name)}
}

// readAs returns the readings in the languages.
func (a *Asker) readAs(ctx context.Context, r Request, languages []*lex.Language) (all []*reading, err error) {
	for _, l := range languages {
		d, err := a.read(ctx, r, l)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// bestOf returns the first reading of the highest score.
func bestOf(all []*reading) *reading {
	return slices.MaxFunc(all, func(x, y *reading) int { return cmp.Compare(x.score(), y.score()) })
}

// together returns the share of the fingerprints, weighted by rarity, that the best document has, or
// another one in addition: the blocks of an answer may have several origins. Another document counts
// only if it adds a tenth or more, because many share a little with any reading by chance. As for
// score, what a cut ignores is not explained.
func together(d *reading) float64 {
	explained, all := explainedTogether(d)
	return d.kept * explained / max(all, 1)
}

// explainedTogether returns the weight of the fingerprints that these documents have, and of all.
func explainedTogether(d *reading) (explained, all float64) {
	left := make([]float64, len(d.found.Terms))
	for i, t := range d.found.Terms {
		left[i] = t.IDF
		all += t.IDF
	}
	for n, h := range d.found.Hits {
		adds := 0.0
		for _, i := range h.Matched {
			adds += left[i]
		}
		if n > 0 && adds < all/10 {
			continue
		}
		explained += adds
		for _, i := range h.Matched {
			left[i] = 0
		}
	}
	return explained, all
}

// explained returns the weight of the fingerprints that the best document has.
func explained(d *reading) (sum float64) {
	if len(d.found.Hits) == 0 {
		return 0
	}
	for _, i := range d.found.Hits[0].Matched {
		sum += d.found.Terms[i].IDF
	}
	return sum
}

// readWarnings says how the question was read, if that may surprise.
func (q *Question) readWarnings() []string {
	if q.reread == "" {
		return nil
	}
	return []string{q.reread}
}
