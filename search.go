package chaffinch

import (
	"cmp"
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query"
)

// SearchOptions are the options of [Index.Search] and [Index.Similar]. The zero value lists the ten
// best documents by evidence. Requests of faces embed them: tags name their keys, and a field with
// "-" is for programs, or of another type in a request.
type SearchOptions struct {
	// Measure ranks the documents: "evidence", the default, by alignment with the question; or, by
	// the index alone, "containment", "cosine" or "resemblance".
	Measure string `json:"measure,omitempty" enum:"evidence,containment,cosine,resemblance" doc:"ranking measure; evidence if absent"`
	// Top is the maximum number of documents; 0 is 10, negative is all.
	Top int `json:"top,omitempty"`
	// Sort is what the hits of Similar are listed by, largest first: "score", the default; or
	// "smaller" or "larger", the share of the smaller or of the larger document that is in matches:
	// see [answer.Shares]. Only documents that were compared token by token are sorted: at least
	// ten more than Top. It requires the evidence measure.
	Sort string `json:"sort,omitempty" enum:"score,smaller,larger" doc:"with similar: list by score, or by the share of the smaller or larger document in matches"`
	// MinScore is the minimum score, from 0 to 1. The command uses [DefaultMinScore]: by evidence
	// 0.07, for Similar 0.15, and by the index alone 0.001.
	MinScore float64 `json:"-"`
	// Collection restricts hits to the documents of that collection; empty means all.
	Collection string `json:"collection,omitempty" doc:"only documents of this collection"`
	// Filter restricts hits to documents, and their occurrences, that it selects.
	Filter Filter `json:"filter,omitzero"`
	// Promising skips documents that the index estimates below MinScore. Questions without an
	// origin are then answered several times as fast. A copy with few fingerprints left may be
	// missed. Promising requires the evidence measure and Search.
	Promising bool `json:"promising,omitempty" doc:"skip documents that are unlikely to reach minScore: several times faster for queries without an origin, but may miss heavily edited copies"`
	// Select restricts hits to documents, and their occurrences, for which it returns true; nil
	// selects all. It is called by several goroutines at a time.
	Select func(index.Content, index.Occurrence) bool `json:"-"`
	// GroupBy lists only the best hit of each "repository", "package" or "collection". Documents of
	// no known repository or package are grouped by their root.
	GroupBy string `json:"groupBy,omitempty" enum:"repository,package,collection" doc:"only the best hit of each"`
	// Cover lists the fewest documents that explain most of the question. It requires the evidence
	// measure and Search.
	Cover bool `json:"-"`
	// Likely adds to a cover, after its other hits, copies below MinScore whose
	// [answer.Hit].Probability, from 0 to 1, is at least Likely. 0 adds none.
	Likely float64 `json:"-"`
	// MaxTerms looks up at most that many fingerprints, those with the smallest hashes; 0 or
	// negative is all. It requires the containment measure.
	MaxTerms int `json:"maxTerms,omitempty" minimum:"0" doc:"with measure containment: look up at most this many fingerprints"`
	// CountImports counts import lines of the question like all other code. Otherwise lines that
	// only name other code (import, include, package, using) are not searched for and carry no
	// weight: matches extend over them, but never consist of them alone.
	CountImports bool `json:"countImports,omitempty" doc:"count import, include, package and using lines like all other code"`
	// Explain adds an [answer.Explanation] to each hit.
	Explain bool `json:"explain,omitempty" doc:"add the parts of each score"`
	// Measures fills in cosine and resemblance of all hits, even if the ranking does not need them.
	Measures bool `json:"-"`
	// Alignments keeps the alignment of each hit, with both sources, to print them.
	Alignments bool `json:"-"`
}

// evidenceMeasure is the name of the measure that is not computed by the index.
const evidenceMeasure = "evidence"

// Measures are the values of [SearchOptions].Measure, the default first.
var Measures = []string{evidenceMeasure, "containment", "cosine", "resemblance"}

// Search finds the documents that the question, or a part of it, came from, most likely first. The
// score is the evidence that the material originates there. It checks ctx once per candidate, and
// once in about hundred terms. Errors are the errors of [SearchOptions.Check] and [Document.Check],
// an unknown content, and errors of reading the index.
func (x *Index) Search(ctx context.Context, question Document, o SearchOptions) (*answer.Answer, error) {
	return x.answerOne(ctx, question, o, false)
}

// Similar finds the documents that resemble d overall, most similar first, without exact copies of
// it. The score is the share of both documents that matches, weighted by rarity. If MinScore is at
// most [DefaultMinScore], it also lists documents of which Search is surely right that d has a
// part.
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
	r, err := o.request(whole)
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
		if err := take(ctx, asker, &d, &r); err != nil {
			return nil, err
		}
	}
	r.Name, r.Source, r.File, r.ExceptFile, r.Path = d.Name, d.Source, d.File, d.ExceptFile, d.path
	r.Cut = d.Content == "" && d.Lines == (answer.Lines{})
	var best *answer.Answer
	for _, read := range d.sources() {
		text, part, err := read.question()
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
		if best == nil || bestScore(a) > bestScore(best) {
			best = a
		}
	}
	if d.Content != "" {
		best.Identical = nil // it is the question
	}
	if len(best.Hits) == 0 {
		best.Warnings = append(best.Warnings, o.Filter.warnings()...)
	}
	return best, nil
}

// bestScore is the score of the first hit, 0 without one.
func bestScore(a *answer.Answer) float64 {
	if len(a.Hits) == 0 {
		return 0
	}
	return a.Hits[0].Score
}

// take sets the source of the document to its Content, in the language in which it was indexed.
func take(ctx context.Context, a *evidence.Asker, d *Document, r *evidence.Request) error {
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

// GroupKeys are the values of [SearchOptions].GroupBy, besides the empty one.
var GroupKeys = []string{"repository", "package", "collection"}

// groups name the group of an occurrence by the group key.
var groups = map[string]func(index.Occurrence) string{
	"repository": func(o index.Occurrence) string { return cmp.Or(o.Repository, o.Root) },
	"package":    func(o index.Occurrence) string { return cmp.Or(o.Package, o.Root) },
	"collection": func(o index.Occurrence) string { return o.Collection },
}

// Check returns the error that Search and Similar return for these options, before they read
// anything.
func (o SearchOptions) Check() error {
	allEvidence := o.Measure == "" || o.Measure == evidenceMeasure
	if err := o.Filter.Check(); err != nil {
		return err
	}
	measure, err := query.ParseMeasure(o.Measure)
	key, wrongSort := shares.Parse(o.Sort)
	switch {
	case err != nil && !allEvidence:
		return fmt.Errorf("unknown measure %q: use evidence, containment, cosine or resemblance", o.Measure)
	case !(o.MinScore >= 0 && o.MinScore <= 1): // so that NaN fails
		return option.Errorf(option.MinScore, "is %g: use 0 to 1", o.MinScore)
	case wrongSort != nil:
		return option.Errorf(option.Sort, "%v", wrongSort)
	case key != shares.ByScore && !allEvidence:
		return option.Errorf(option.Sort,
			"needs %v evidence: omit %v", option.Measure, option.Measure)
	case o.GroupBy != "" && groups[o.GroupBy] == nil:
		return option.Errorf(option.GroupBy, "is %q: use repository, package or collection", o.GroupBy)
	case o.GroupBy != "" && o.Cover:
		return option.Errorf(option.GroupBy, "excludes %v: omit one", option.Cover)
	case o.Cover && !allEvidence:
		return option.Errorf(option.Cover,
			"needs %v evidence: omit %v", option.Measure, option.Measure)
	case !(o.Likely >= 0 && o.Likely <= 1):
		return option.Errorf(option.Likely, "is %g: use 0 to 1", o.Likely)
	case o.Promising && !allEvidence:
		return option.Errorf(option.Promising,
			"needs %v evidence: omit %v", option.Measure, option.Measure)
	case o.MaxTerms > 0 && (allEvidence || measure != query.Containment):
		return option.Errorf(option.MaxTerms,
			"applies to %v containment only: add it, or omit %v", option.Measure, option.MaxTerms)
	}
	return nil
}

// request checks the options and returns the request.
func (o SearchOptions) request(whole bool) (evidence.Request, error) {
	r := evidence.Request{
		Evidence: o.Measure == "" || o.Measure == evidenceMeasure, Whole: whole, ExceptSame: whole,
		Cover: o.Cover, Likely: o.Likely, Top: o.Top, MinScore: o.MinScore, MaxTerms: o.MaxTerms, Collection: o.Collection,
		Measures: o.Measures, Sources: o.Alignments, Promising: o.Promising, Explain: o.Explain, CountImports: o.CountImports,
	}
	if err := o.Check(); err != nil {
		return r, err
	}
	r.Selects, r.Group = both(o.Filter.Matcher(), o.Select), groups[o.GroupBy]
	if whole && o.Cover {
		return r, option.Errorf(option.Cover, "applies to Search only: omit it")
	}
	r.Sort, _ = shares.Parse(o.Sort)
	if !whole && r.Sort != shares.ByScore {
		return r, option.Errorf(option.Sort, "applies to Similar only: omit it")
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
		r.Measure, err = query.ParseMeasure(o.Measure)
	case whole:
		r.Measure = query.Cosine // finds the candidates
	default:
		r.Measure = query.Containment
	}
	return r, err
}
