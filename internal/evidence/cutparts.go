package evidence

import (
	"bytes"
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/parts"
)

// readCutParts also reads a question in a format of several parts as if its parts began or ended inside
// a comment or string. The documents must explain more so: what is merely left out counts for nothing.
func (a *Asker) readCutParts(ctx context.Context, r Request, l *lex.Language, plain *reading) (*reading, error) {
	if together(plain) >= nearlyAll {
		return plain, nil
	}
	var lexed parts.Lexed
	cuts := parts.LexCuts(l, r.Text.UTF8, &lexed)
	if len(cuts) == 0 {
		return plain, nil
	}
	d := &reading{kept: 1, partCuts: cuts}
	d.analysis.Language, d.analysis.Tokens, d.analysis.Texts = l, lexed.Tokens, lexed.Texts
	if err := a.findFirst(ctx, r, l, d); err != nil {
		return nil, err
	}
	cut, _ := explainedTogether(d)
	if whole, _ := explainedTogether(plain); cut <= whole {
		return plain, nil
	}
	return d, nil
}

// partCutWarnings says what of the parts of a question is ignored because they are read as cuts.
func partCutWarnings(source []byte, cuts []parts.PartCut) (warnings []string) {
	lineOf := func(at int) int { return bytes.Count(source[:at], []byte("\n")) + 1 }
	for _, c := range cuts {
		inside := "a string"
		if c.Comment {
			inside = "a comment"
		}
		if c.From > c.Begins {
			warnings = append(warnings, fmt.Sprintf("the part that begins in line %d is read as beginning inside %s, "+
				"which ends in line %d and is ignored", lineOf(c.Begins), inside, lineOf(c.From-1)))
		}
		if c.To < c.Ends {
			warnings = append(warnings, fmt.Sprintf("the part that begins in line %d is read as ending inside a string, "+
				"which begins in line %d and is ignored", lineOf(c.Begins), lineOf(c.To)))
		}
	}
	return warnings
}
