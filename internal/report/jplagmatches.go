package report

import (
	"context"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// unitFile is a file of a unit, and its first token's number there.
type unitFile struct {
	name   string
	text   *jplagText
	tokens int
}

func (w *jplagWriter) file(unit, file int) unitFile {
	u := &w.r.Units[unit]
	f := unitFile{name: w.names.files[unit][file], text: w.texts.of(u.Files[file].Content)}
	for _, before := range u.Files[:file] {
		f.tokens += before.Tokens + 1 // with the end of the file
	}
	return f
}

// span returns the first and last character of a part of the file.
func (f *unitFile) span(at, tokens answer.Span) (start, end jplagPosition) {
	return f.text.span(at, f.numbered(tokens))
}

// numbered returns tokens of the file as tokens of the unit.
func (f *unitFile) numbered(tokens answer.Span) answer.Span {
	return answer.Span{Start: f.tokens + tokens.Start, End: f.tokens + tokens.End}
}

// matches returns the matches of a row. Matches of copies are at the same places as in the units
// that stand for them.
func (w *jplagWriter) matches(x *row) []jplagMatch {
	if x.identical {
		return w.wholeMatches(x)
	}
	inA, inB := w.filesOf(x, 0), w.filesOf(x, 1)
	all := []jplagMatch{}
	for i := range x.pair.Matches {
		m := &x.pair.Matches[i]
		a, b := &m.A, &m.B
		if x.mirrored {
			a, b = b, a
		}
		f, g := w.file(x.pair.A.Unit, inA(a.File)), w.file(x.pair.B.Unit, inB(b.File))
		v := jplagMatch{FirstFile: f.name, SecondFile: g.name, FirstLength: m.Tokens, SecondLength: m.Tokens}
		v.StartInFirst, v.EndInFirst = f.span(a.Bytes, a.Tokens)
		v.StartInSecond, v.EndInSecond = g.span(b.Bytes, b.Tokens)
		all = append(all, v)
	}
	return all
}

// filesOf maps the unit's files that matches name to files of the row, on that side.
func (w *jplagWriter) filesOf(x *row, side int) func(file int) int {
	from, unit := x.from[side], x.a
	if side == 1 {
		unit = x.b
	}
	if from == unit {
		return func(file int) int { return file }
	}
	same := counterparts(from, unit)
	return func(file int) int { return same[file] }
}

// wholeMatches returns the matches of identical units: everything except boilerplate.
func (w *jplagWriter) wholeMatches(x *row) []jplagMatch {
	all := []jplagMatch{}
	same := counterparts(x.a, x.b)
	for i := range x.a.Files {
		f, g := w.file(x.pair.A.Unit, i), w.file(x.pair.B.Unit, same[i])
		for _, part := range w.ownParts(&x.a.Files[i], f.text) {
			v := jplagMatch{FirstFile: f.name, SecondFile: g.name, FirstLength: part.tokens.End - part.tokens.Start}
			v.SecondLength = v.FirstLength
			v.StartInFirst, v.EndInFirst = f.text.decoded(part.from, part.to, f.numbered(part.tokens))
			v.StartInSecond, v.EndInSecond = g.text.decoded(part.from, part.to, g.numbered(part.tokens))
			all = append(all, v)
		}
	}
	return all
}

// ownPart is a part of a text.
type ownPart struct {
	from, to int
	tokens   answer.Span
}

// ownParts returns the parts of a file between boilerplate.
func (w *jplagWriter) ownParts(f *pairs.File, t *jplagText) (all []ownPart) {
	at, token := 0, 0
	add := func(to, next int) {
		if to = min(to, len(t.text.UTF8)); next > token && to >= at {
			from, to := t.trimmed(at, to)
			all = append(all, ownPart{from, to, answer.Span{Start: token, End: next}})
		}
	}
	if known := w.ignored[f.Content]; known != nil {
		for i, s := range known.Boilerplate {
			add(t.text.Decoded(s.Start), known.Ignored[i].Start)
			at, token = t.text.Decoded(s.End), known.Ignored[i].End
		}
	}
	add(len(t.text.UTF8), f.Tokens)
	return all
}

// baseCode writes the boilerplate of each unit.
func (w *jplagWriter) baseCode(ctx context.Context) error {
	for i, err := range w.writtenUnits(ctx) {
		if err != nil {
			return err
		}
		all := []jplagBase{}
		for j := range w.r.Units[i].Files {
			known := w.ignored[w.r.Units[i].Files[j].Content]
			if known == nil {
				continue
			}
			f := w.file(i, j)
			for k, s := range known.Boilerplate {
				b := jplagBase{File: f.name, Tokens: known.Ignored[k].End - known.Ignored[k].Start}
				b.Start, b.End = f.span(s, known.Ignored[k])
				all = append(all, b)
			}
		}
		if err := w.put("basecode/"+w.names.units[i]+".json", all); err != nil {
			return err
		}
	}
	return nil
}
