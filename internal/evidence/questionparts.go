package evidence

import (
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// questionPart is a part of a question in a format of several parts.
type questionPart struct {
	parts.Part
	Tokens int
	Unread string // why it was not searched for: "adds no lines"
}

// partsOf returns the parts of a question in a format of several.
func (a *Asker) partsOf(r Request, d *reading) []questionPart {
	if !d.analysis.Language.Parted() || r.Known != nil {
		return nil
	}
	var all []questionPart
	tokens := d.analysis.Tokens
	split := d.parts
	if split == nil {
		split = parts.Split(d.analysis.Language, r.Text.UTF8)
	}
	for _, p := range split {
		if r.Part != (Bytes{}) && (p.To <= r.Part.From || p.From >= r.Part.To) {
			continue
		}
		q := questionPart{Part: p}
		for _, t := range lex.Within(tokens, p.From, p.To) {
			if t.Kind != lex.Border {
				q.Tokens++
			}
		}
		q.Unread = a.unread(&q)
		all = append(all, q)
	}
	return all
}

// unread returns the reason why the part was not searched for, "" if it was.
func (a *Asker) unread(p *questionPart) string {
	shortest := a.shortest(p.Language)
	switch {
	case p.Hunk && !p.Adds():
		return "adds no lines"
	case p.Tokens == 0:
		return "has no tokens"
	case p.Tokens < shortest:
		return fmt.Sprintf("has fewer than %d tokens", shortest)
	}
	return ""
}

// addsNoLines reports whether the question is a diff that adds no line.
func (q *question) addsNoLines() bool {
	return q.Document.Len() == 0 && q.language.Name == parts.Diff &&
		!slices.ContainsFunc(q.parts, func(p questionPart) bool { return p.Adds() })
}
