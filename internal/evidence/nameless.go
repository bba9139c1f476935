package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// nearlyAll is the score from which a reading of a question without a name leaves little to explain.
const nearlyAll = 0.8

// readNameless also reads a question without a name as prose, as the language of the best document,
// and as code after a comment.
func (a *Asker) readNameless(ctx context.Context, r Request, best *reading, tried []*lex.Language) (_ *reading, err error) {
	if best.score() < wellRead && !slices.Contains(tried, lex.Prose) {
		if best, err = a.readProse(ctx, r, best); err != nil {
			return nil, err
		}
	}
	if best.score() >= nearlyAll {
		return best, nil
	}
	if best.analysis.Language == lex.Prose {
		return a.readAfterComment(ctx, r, best, tried)
	}
	return a.readLikeBest(ctx, r, best)
}

// readLikeBest also reads a question in the language of the document that explains the most of it:
// the rest of a docstring looks like any language.
func (a *Asker) readLikeBest(ctx context.Context, r Request, best *reading) (*reading, error) {
	if len(best.found.Hits) == 0 {
		return best, nil
	}
	described, err := a.state.Describe(ctx, []string{best.found.Hits[0].ID})
	if err != nil {
		return nil, err
	}
	l, err := languageOf(described[0].Content)
	if err != nil || l.Parted() || l == best.analysis.Language {
		return best, err
	}
	d, err := a.read(ctx, r, l)
	if err != nil || explained(d)*clearlyMore <= explained(best) {
		return best, err
	}
	return d, nil
}

// readAfterComment also reads a question that begins inside a comment as the code after it. Licences
// are known from many documents, which do not tell where the code is from. The code counts if its
// best document has as large a share of it as the prose would need.
func (a *Asker) readAfterComment(ctx context.Context, r Request, best *reading, tried []*lex.Language) (*reading, error) {
	var code *reading
	for _, l := range tried {
		if l == lex.Prose || l.Parted() {
			continue
		}
		d, err := a.read(ctx, r, l)
		if err != nil {
			return nil, err
		}
		if d.cut.From == 0 || d.kept < leastCode || d.score() < wellRead*d.kept {
			continue
		}
		if code == nil || explained(d) > explained(code) {
			code = d
		}
	}
	if code == nil {
		return best, nil
	}
	return code, nil
}

// leastCode is the least share of a question that is code after a comment.
const leastCode = 1 - nearlyAll
