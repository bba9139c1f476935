package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A question without a name is read as the languages and formats that its content looks like. If
// that explains little, it is also read as prose, as the language of the best document, and as code
// after a comment.

// readNameless returns the best reading of a question whose name has no language.
func (a *Asker) readNameless(ctx context.Context, r Request) (*reading, error) {
	format := parts.Looks(r.Text.UTF8)
	if format != nil && format.Name == parts.Diff && parts.IsDiff("", r.Text.UTF8) {
		return a.read(ctx, r, format)
	}
	tried, err := a.readAs(ctx, r, r.likely(parts.Guesses))
	if err != nil {
		return nil, err
	}
	best := bestOf(tried)
	if format != nil && format != best.analysis.Language {
		d, err := a.read(ctx, r, format)
		if err != nil {
			return nil, err
		}
		enough := together(best) / threshold.ClearlyMore
		if format.Name == parts.Page || format.Name == parts.Marked { // other text may look so
			enough = together(best) * threshold.ClearlyMore
		}
		if together(d) >= enough || best.analysis.Language == lex.Prose && d.isAfterComment() {
			best = d
		}
	}
	if best.analysis.Language.Parted() {
		return best, nil
	}
	return a.readFurther(ctx, r, best, tried)
}

// readFurther also reads a nameless question in other ways. These are prose, the language of the
// best document, and code after a comment.
func (a *Asker) readFurther(ctx context.Context, r Request, best *reading, tried []*reading) (_ *reading, err error) {
	asProse := slices.ContainsFunc(tried, func(d *reading) bool { return d.analysis.Language == lex.Prose })
	if best.score() < threshold.WellRead && !asProse {
		if best, err = a.readProse(ctx, r, best); err != nil {
			return nil, err
		}
	}
	if best.score() >= threshold.NearlyAll {
		return best, nil
	}
	if best.analysis.Language == lex.Prose {
		return afterComment(best, tried), nil
	}
	return a.readLikeBest(ctx, r, best)
}

// readLikeBest also reads a question in the language of its best document. The rest of a docstring
// looks like any language.
func (a *Asker) readLikeBest(ctx context.Context, r Request, best *reading) (*reading, error) {
	l, err := a.languageOfBest(ctx, best)
	if err != nil || l == nil || l.Parted() || l == best.analysis.Language {
		return best, err
	}
	d, err := a.read(ctx, r, l)
	if err != nil || explained(d)*threshold.ClearlyMore <= explained(best) {
		return best, err
	}
	return d, nil
}

// languageOfBest returns the language of the best document, nil if there is none.
func (a *Asker) languageOfBest(ctx context.Context, d *reading) (*lex.Language, error) {
	if len(d.found.Hits) == 0 {
		return nil, nil
	}
	described, err := a.describe(ctx, []string{d.found.Hits[0].ID})
	if err != nil {
		return nil, err
	}
	return languageOf(described[0].Content)
}

// afterComment returns a question's reading as code after a comment, or else prose. Many documents
// have the same licence, so it does not show where the code is from.
func afterComment(prose *reading, tried []*reading) *reading {
	var code *reading
	for _, d := range tried {
		if d.analysis.Language != lex.Prose && d.isAfterComment() && (code == nil || explained(d) > explained(code)) {
			code = d
		}
	}
	return cmp.Or(code, prose)
}

// isAfterComment reports whether a question or part is read from a comment's end on. It begins
// inside the comment. The best document must have as large a share of the code as the prose would
// need.
func (d *reading) isAfterComment() bool {
	begins := func(c parts.PartCut) bool { return c.From > c.Begins }
	return (d.cut.From > 0 || slices.ContainsFunc(d.partCuts, begins)) &&
		d.kept >= threshold.CodeAfterComment && d.score() >= threshold.WellRead*d.kept
}
