package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// readParts reads a question in a format of several parts. If little is found, it also reads each
// part whose language is guessed as it would be read alone: the blocks of an answer may be in
// several languages. So it does with each quotation of an e-mail as one part.
func (a *Asker) readParts(ctx context.Context, r Request, format *lex.Language) (*reading, error) {
	best, err := a.readEach(ctx, r, format, parts.Split(format, r.Text.UTF8))
	joined := parts.Joined(format, r.Text.UTF8)
	if err != nil || joined == nil {
		return best, err
	}
	d, err := a.readEach(ctx, r, format, joined)
	if err != nil {
		return nil, err
	}
	more, _ := explainedTogether(d) // shares say little: short paragraphs have no fingerprints
	if whole, _ := explainedTogether(best); more <= threshold.ClearlyMore*whole {
		return best, nil
	}
	return d, nil
}

// readEach is readParts for a question that is split.
func (a *Asker) readEach(ctx context.Context, r Request, format *lex.Language, split []parts.Part) (*reading, error) {
	best, err := a.readLikely(ctx, r, format, split)
	if err != nil || together(best) >= threshold.NearlyAll {
		return best, err
	}
	var guessed []int
	for i, p := range split {
		if p.Guessed {
			guessed = append(guessed, i)
		}
	}
	if len(guessed) < 2 {
		return best, nil
	}
	split = slices.Clone(split)
	for _, i := range guessed[:min(len(guessed), mostAlone)] {
		alone, err := a.readLikely(ctx, r, format, split[i:i+1])
		if err != nil {
			return nil, err
		}
		split[i] = alone.parts[0]
	}
	d, err := a.readSplit(ctx, r, format, split)
	if err != nil || together(d) <= together(best) {
		return best, err
	}
	return d, nil
}

// mostAlone bounds the number of parts that are read alone.
const mostAlone = 16

// readLikely reads parts. If little is found, it also reads all parts whose languages are guessed
// as each language that they look like, and in the language of the best document. As for a question
// without a name, code after a comment counts more than the prose of the comment.
func (a *Asker) readLikely(ctx context.Context, r Request, format *lex.Language, split []parts.Part) (*reading, error) {
	best, err := a.readSplit(ctx, r, format, split)
	if err != nil {
		return nil, err
	}
	if together(best) >= threshold.NearlyAll { // in the right language it may be verbatim
		return a.readPartsLikeBest(ctx, r, format, split, best)
	}
	likely := parts.Candidates(split, parts.Guesses)
	for _, l := range likely {
		d, err := a.readSplit(ctx, r, format, parts.In(l, split))
		if err != nil {
			return nil, err
		}
		if together(d) > threshold.ClearlyMore*together(best) {
			best = d
		}
		if l == lex.Prose || !best.isGuessedProse() {
			continue
		}
		code, err := a.readCuts(ctx, r, format, parts.In(l, split))
		if err != nil {
			return nil, err
		}
		if code != nil && code.isAfterComment() {
			best = code
		}
	}
	return a.readPartsLikeBest(ctx, r, format, split, best)
}

// readPartsLikeBest also reads parts in the language of the best document. Their languages are
// guessed.
func (a *Asker) readPartsLikeBest(ctx context.Context, r Request, format *lex.Language, split []parts.Part, best *reading) (*reading, error) {
	l, err := a.languageOfBest(ctx, best)
	if err != nil || l == nil || l.Parted() || !slices.ContainsFunc(best.parts, func(p parts.Part) bool { return p.Guessed && p.Language != l }) {
		return best, err
	}
	d, err := a.readSplit(ctx, r, format, parts.In(l, split))
	if err != nil || together(d)*threshold.ClearlyMore <= together(best) {
		return best, err
	}
	return d, nil
}

// readSplit reads a question as these parts. If little is found, it also reads them as if some
// began or ended inside a comment or string. The documents must explain more so: text that is
// merely left out counts for nothing.
func (a *Asker) readSplit(ctx context.Context, r Request, format *lex.Language, split []parts.Part) (*reading, error) {
	var lexed parts.Lexed
	parts.LexParts(split, parts.Asked, &lexed)
	plain, err := a.readLexed(ctx, r, format, split, lexed)
	if err != nil || together(plain) >= threshold.NearlyAll {
		return plain, err
	}
	if lexed.Foreign {
		var other parts.Lexed
		parts.LexParts(split, parts.Foreign, &other)
		foreign, err := a.readLexed(ctx, r, format, split, other)
		if err != nil {
			return nil, err
		}
		if foreign.adds(plain) {
			plain = foreign
		}
	}
	d, err := a.readCuts(ctx, r, format, split)
	if err != nil || d == nil {
		return plain, err
	}
	cut, _ := explainedTogether(d)
	if whole, _ := explainedTogether(plain); cut > whole || cut == whole && d.isAfterComment() {
		return d, nil
	}
	return plain, nil
}

// readCuts reads parts as if some began or ended inside a comment or string. It returns nil if none
// does.
func (a *Asker) readCuts(ctx context.Context, r Request, format *lex.Language, split []parts.Part) (*reading, error) {
	var lexed parts.Lexed
	cuts := parts.LexCuts(split, &lexed)
	if len(cuts) == 0 {
		return nil, nil
	}
	d, err := a.readLexed(ctx, r, format, split, lexed)
	if err != nil {
		return nil, err
	}
	d.partCuts, d.kept = cuts, kept(split, cuts)
	return d, nil
}

// isGuessedProse reports whether all parts whose languages are guessed are read as prose.
func (d *reading) isGuessedProse() bool {
	return !slices.ContainsFunc(d.parts, func(p parts.Part) bool { return p.Guessed && p.Language != lex.Prose })
}

// kept is the share of the parts that their cuts do not ignore.
func kept(split []parts.Part, cuts []parts.PartCut) float64 {
	all, ignored := 0, 0
	for _, p := range split {
		all += p.To - p.From
	}
	for _, c := range cuts {
		ignored += c.Ends - c.Begins - (c.To - c.From)
	}
	return 1 - float64(ignored)/float64(max(1, all))
}

func (a *Asker) readLexed(ctx context.Context, r Request, l *lex.Language, split []parts.Part, lexed parts.Lexed) (*reading, error) {
	d := &reading{kept: 1, parts: split}
	d.analysis.Language, d.analysis.Tokens, d.analysis.Texts = l, lexed.Tokens, lexed.Texts
	return d, a.findFirst(ctx, r, l, d)
}
