package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/parts"
)

// readParts reads a question in a format of several parts. If little is found, it also reads all parts
// whose languages are guessed as each language that they look like, and as that of the best document.
func (a *Asker) readParts(ctx context.Context, r Request, format *lex.Language) (*reading, error) {
	split := parts.Split(format, r.Text.UTF8)
	best, err := a.readSplit(ctx, r, format, split)
	if err != nil || together(best) >= nearlyAll {
		return best, err
	}
	likely := parts.Candidates(split, guesses)
	if len(likely) == 0 {
		return best, nil
	}
	if l, err := a.languageOfBest(ctx, best); err != nil {
		return nil, err
	} else if l != nil && !l.Parted() && !slices.Contains(likely, l) {
		likely = append(likely, l)
	}
	for _, l := range likely {
		d, err := a.readSplit(ctx, r, format, parts.In(l, split))
		if err != nil {
			return nil, err
		}
		if together(d) > clearlyMore*together(best) {
			best = d
		}
	}
	return best, nil
}

// readSplit reads a question as these parts. If little is found, it also reads them as if some began or
// ended inside a comment or string. The documents must explain more so: what is merely left out counts
// for nothing.
func (a *Asker) readSplit(ctx context.Context, r Request, format *lex.Language, split []parts.Part) (*reading, error) {
	var lexed parts.Lexed
	parts.LexParts(split, &lexed)
	plain, err := a.readLexed(ctx, r, format, split, lexed)
	if err != nil || together(plain) >= nearlyAll {
		return plain, err
	}
	lexed = parts.Lexed{}
	cuts := parts.LexCuts(split, &lexed)
	if len(cuts) == 0 {
		return plain, nil
	}
	d, err := a.readLexed(ctx, r, format, split, lexed)
	if err != nil {
		return nil, err
	}
	cut, _ := explainedTogether(d)
	if whole, _ := explainedTogether(plain); cut <= whole {
		return plain, nil
	}
	d.partCuts = cuts
	return d, nil
}

func (a *Asker) readLexed(ctx context.Context, r Request, l *lex.Language, split []parts.Part, lexed parts.Lexed) (*reading, error) {
	d := &reading{kept: 1, parts: split}
	d.analysis.Language, d.analysis.Tokens, d.analysis.Texts = l, lexed.Tokens, lexed.Texts
	return d, a.findFirst(ctx, r, l, d)
}
