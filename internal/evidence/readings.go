package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// A question is read as its language, if the user names one. Otherwise there may be several
// readings:
//
//   - the language of its name;
//   - the format of several parts that the content seems to have, such as Markdown;
//   - the readings of a question without a name: see nameless.go.
//
// Each is searched for. The reading that the best document explains most wins. A name is only a
// hint: it is followed unless another reading explains clearly more, or only that finds a likely
// copy. So a name never hides documents that are found without one, but for prose: the prose of a
// program is in its comments, which are not asked for. A format of several parts counts with all
// that its documents explain together: its blocks may have several origins, and prose around the
// code may be unknown to the index. A diff from its first line to its last is read only as one,
// unless its name is a name of code: otherwise the lines around the added ones, or the deleted
// ones, would be found.

// readings returns the readings of the question to answer. The first is the best one; the others
// are for a question without hits. expected is the language that its name suggests, or nil.
func (a *Asker) readings(ctx context.Context, r Request) (all []*reading, expected *lex.Language, err error) {
	switch {
	case r.Known != nil:
		d := &reading{kept: 1, analysis: *r.Known}
		return []*reading{d}, nil, a.findFirst(ctx, r, r.Known.Language, d)
	case r.Language != nil:
		languages := []*lex.Language{r.Language}
		if parts.IsMessage(r.Text.UTF8) { // whose bodies may be encoded
			languages = append(languages, parts.Looks(r.Text.UTF8))
		}
		all, err = a.readAs(ctx, r, languages)
		slices.SortStableFunc(all, func(x, y *reading) int { return cmp.Compare(together(y), together(x)) })
		return all, nil, err
	case r.Part != (Bytes{}):
		return a.readLines(ctx, r)
	case detect.IsNameless(r.path()):
		all, err = a.readUnnamed(ctx, r)
		return all, nil, err
	}
	expected = r.doubts().Language()
	named, sure, err := a.readNamed(ctx, r, expected)
	if err != nil || sure {
		return []*reading{named}, expected, err
	}
	unnamed, err := a.readUnnamed(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if r.isProgram(expected) {
		unnamed = slices.DeleteFunc(unnamed, func(d *reading) bool { return d.analysis.Language == lex.Prose })
		if len(unnamed) == 0 {
			return []*reading{named}, expected, nil
		}
	}
	switch best := unnamed[0]; {
	case best.analysis.Language == named.analysis.Language && best.cut == named.cut:
		return unnamed, expected, nil
	case expected == lex.Prose && afterComment(named, unnamed) == best: // the name says nothing
		return append(unnamed, named), expected, nil
	case best.score() >= threshold.ReadAsProse && (together(best) > threshold.ClearlyMore*together(named) ||
		r.mayWrite(named) && explained(best) > threshold.ClearlyMore*explained(named)):
		return append(unnamed, named), expected, nil
	}
	return append([]*reading{named}, unnamed...), expected, nil
}

// isProgram reports whether the text looks like a program, and its name says so. Its comments are
// not searched as prose: they share only the licence with other documents.
func (r Request) isProgram(expected *lex.Language) bool {
	return expected != lex.Prose && !expected.Parted() && r.likely(1)[0] != lex.Prose
}

// readUnnamed returns the readings of a question as if it had no name: the best one, and prose if
// that is not clearly code.
func (a *Asker) readUnnamed(ctx context.Context, r Request) (all []*reading, err error) {
	best, err := a.readNameless(ctx, r)
	if err != nil {
		return nil, err
	}
	all = append(all, best)
	if best.mayBeProse(r.text()) {
		prose, err := a.read(ctx, r, lex.Prose)
		if err != nil {
			return nil, err
		}
		all = append(all, prose)
	}
	return all, nil
}

// readNamed returns the reading of a question whose name suggests the language. The reading is sure
// if nothing suggests that the name is wrong.
func (a *Asker) readNamed(ctx context.Context, r Request, expected *lex.Language) (best *reading, sure bool, err error) {
	format := parts.Looks(r.Text.UTF8)
	if format != nil && format.Name == parts.Diff && parts.IsDiff(r.path(), r.Text.UTF8) {
		best, err = a.read(ctx, r, format)
		return best, true, err
	}
	best, err = a.read(ctx, r, expected)
	switch {
	case err != nil:
		return nil, false, err
	case format == expected: // but the format may not show which lines are code
		return best, format.Name == parts.Notebook || together(best) >= threshold.NearlyAll, nil
	case format == nil:
		return best, best.score() >= threshold.NearlyAll && !r.mayWrite(best) || best.isAllImports() || r.isLong() && r.likely(1)[0] == expected, nil
	}
	d, err := a.read(ctx, r, format)
	if err != nil {
		return nil, false, err
	}
	if together(d) > threshold.ClearlyMore*together(best) {
		best = d
	}
	return best, best.score() >= threshold.NearlyAll, nil
}

// mayWrite reports whether a short question is a script that may write a program. A string of
// several lines has code, of which the script's reading has only the lines that look like code.
func (r Request) mayWrite(d *reading) bool {
	return !r.isLong() && parts.HasLongString(r.Text.UTF8, d.analysis.Tokens) && slices.ContainsFunc(d.analysis.Tokens, lex.Token.Inside)
}

// isAllImports reports whether all tokens are in import lines that do not count. Only the language
// of the name has these lines; others would find their names.
func (d *reading) isAllImports() bool {
	n := 0
	for _, s := range d.imports {
		n += s.Len()
	}
	return n > 0 && n >= len(d.analysis.Tokens)
}

// readLines reads lines of a file in the language of their file. The look of the
// lines alone proves less: a row of strings may be SQL.
func (a *Asker) readLines(ctx context.Context, r Request) (all []*reading, expected *lex.Language, err error) {
	file := r
	file.Part = Bytes{}
	whole, expected, err := a.readings(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range whole {
		lines, err := a.read(ctx, r, d.analysis.Language)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, lines)
	}
	return all, expected, nil
}

// unlike warns that a question is not read as its name suggests. Its content may have overruled the
// name: then no name suggests the expected language.
func (r Request) unlike(expected, read *lex.Language) []answer.Warning {
	if expected == nil || read == expected {
		return nil
	}
	switch expected = detect.Language(r.path(), nil); {
	case read == expected:
		return nil
	case read.Name == parts.Page && expected.Name == "HTML":
		return warning.One(option.ReadAsPage)
	case expected == lex.Prose: // a name without a language, or .txt
		return warning.One(option.ReadAs, read.Name)
	}
	return warning.One(option.ReadNotAs, read.Name, expected.Name)
}

// readProse also reads a question as prose. Prose may look like a language whose marks it has.
func (a *Asker) readProse(ctx context.Context, r Request, best *reading) (*reading, error) {
	d, err := a.read(ctx, r, lex.Prose)
	if err != nil || d.score() < threshold.ReadAsProse || explained(d) <= threshold.ClearlyMore*explained(best) {
		return best, err
	}
	return d, nil
}

// mayBeProse reports whether a question that is read as code has few marks of code.
func (d *reading) mayBeProse(src []byte) bool {
	l := d.analysis.Language
	return l != lex.Prose && !l.Parted() && lex.Oddness(src, d.analysis.Tokens) >= threshold.OddText
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

// textWarnings warns that a program is read as text, for lack of a lexer.
func (q *question) textWarnings(r Request) []answer.Warning {
	if r.Language != nil || q.language != lex.Prose {
		return nil
	}
	return noLexer("the question", r.path())
}

// noLexer warns that a program is read as text, for lack of a lexer. The name determines the
// language.
func noLexer(what, name string) []answer.Warning {
	language := detect.Unread(name)
	if language == "" || detect.IsNameless(name) {
		return nil
	}
	return warning.One(option.NoLexer, what, language, option.Language)
}

// formWarnings warns that the question is a diff in a form that is not read.
func formWarnings(r Request) []answer.Warning {
	form := parts.Unread(r.Text.UTF8)
	if form == "" {
		return nil
	}
	return warning.One(option.OtherDiff, form)
}
