package chaffinch

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query"
)

// SearchOptions are the options of [Index.Search] and [Index.Similar]. The zero value lists the ten
// best documents by evidence.
type SearchOptions = answer.Options

// Filter selects the occurrences that a question may find. The zero value selects all.
type Filter = answer.Filter

// Search finds the origins of the question or of parts of it, most likely first. The score is the
// evidence that the material originates there. It checks ctx once per candidate, and once in about
// hundred terms. Errors are the errors of [SearchOptions.Check] and [Document.Check], an unknown
// content, and errors of reading the index.
func (x *Index) Search(ctx context.Context, question Document, o SearchOptions) (*answer.Answer, error) {
	return x.answerOne(ctx, question, o, false)
}

// Similar finds documents that resemble d overall, most similar first, without exact copies. The
// score is the share of both documents that matches, weighted by rarity. If MinScore is at most
// [DefaultMinScore], it also lists documents that surely share a part with d.
func (x *Index) Similar(ctx context.Context, d Document, o SearchOptions) (*answer.Answer, error) {
	return x.answerOne(ctx, d, o, true)
}

func (x *Index) answerOne(ctx context.Context, d Document, o SearchOptions, whole bool) (a *answer.Answer, err error) {
	err = x.ask(func(asker *evidence.Asker) error {
		a, err = x.answer(ctx, asker, d, o, whole)
		return err
	})
	return a, err
}

// answer searches for the document.
func (x *Index) answer(ctx context.Context, asker *evidence.Asker, d Document, o SearchOptions, whole bool) (*answer.Answer, error) {
	r, err := request(o, whole)
	if err != nil {
		return nil, err
	}
	r.Keyed = x.Settings().Key != ""
	if d.Prints != nil {
		return x.answerPrints(ctx, asker, d, r)
	}
	if err := x.Settings().Unlocked(); err != nil {
		return nil, err
	}
	if r.Language, err = d.language(); err != nil {
		return nil, err
	}
	if d.Content != "" {
		if err := readContent(ctx, asker, &d, &r); err != nil {
			return nil, err
		}
	}
	if d.Source, err = d.Text(); err != nil {
		return nil, err
	}
	r.Name, r.Source, r.File, r.ExceptFile, r.Path = d.Name, d.Source, d.File, d.ExceptFile, d.path
	r.Several = d.several
	r.Cut = d.Content == "" && d.Lines == (answer.Lines{})
	text, part, err := d.question()
	if err != nil {
		return nil, err
	}
	r.Text, r.Part = &text, part
	if d.Lines != (answer.Lines{}) {
		r.Source = text.UTF8[part.From:part.To] // the document is not a copy of its part
	}
	a, err := asker.Ask(ctx, r)
	if err != nil {
		return nil, err
	}
	if d.Content != "" {
		a.Identical = nil // it is the question
	}
	if len(a.Hits) == 0 {
		a.Warnings = append(a.Warnings, licenseWarnings(o.Filter)...)
	}
	return a, nil
}

// readContent sets the source of the document to its Content, in the language in which it was
// indexed.
func readContent(ctx context.Context, a *evidence.Asker, d *Document, r *evidence.Request) error {
	c, source, err := index.SourceOf(ctx, a.State(), d.Content)
	if err != nil {
		return err
	}
	d.Source = source
	if l, ok := lex.Lookup(c.Language); ok && r.Language == nil {
		r.Language = l
	}
	return nil
}

// request checks the options and returns the request.
func request(o SearchOptions, whole bool) (evidence.Request, error) {
	r := evidence.Request{Options: o, Evidence: o.ByEvidence(), Whole: whole, ExceptSame: whole}
	if err := o.Check(); err != nil {
		return r, err
	}
	r.Selects, r.Group = both(o.Filter.Matcher(), o.Select), o.GroupOf()
	if whole && o.Cover {
		return r, option.Errorf(option.Cover, "is not for similar documents: omit it")
	}
	r.Order, _ = shares.Parse(o.Sort)
	if !whole && r.Order != shares.ByScore {
		return r, option.Errorf(option.Sort, "is for similar documents only: omit it")
	}
	switch {
	case o.Top == 0:
		r.Top = evidence.DefaultTop
	case o.Top < 0:
		r.Top = 0
	}
	var err error
	switch {
	case !r.Evidence:
		r.ByIndex, err = query.ParseMeasure(o.Measure)
	case whole:
		r.ByIndex = query.Cosine // finds the candidates
	default:
		r.ByIndex = query.Containment
	}
	return r, err
}

// both returns a predicate for the occurrences that x and y select. Either may be nil, which
// selects all.
func both(x, y func(index.Content, index.Occurrence) bool) func(index.Content, index.Occurrence) bool {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return func(c index.Content, o index.Occurrence) bool { return x(c, o) && y(c, o) }
}
