package answer

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query"
)

// Options are the options of [chaffinch.Index.Search] and [chaffinch.Index.Similar]. The zero value
// lists the ten best documents by evidence. Requests of faces and of the engine embed them: tags
// name their keys, and a field with "-" is for programs, or of another type in a request.
type Options struct {
	// Measure ranks the documents. The default, "evidence", aligns them with the question;
	// "containment", "cosine" and "resemblance" use the index alone.
	Measure string `json:"measure,omitempty" enum:"evidence,containment,cosine,resemblance" doc:"ranking measure; evidence if absent"`
	// Top is the maximum number of documents; 0 is 10, negative is all.
	Top int `json:"top,omitempty"`
	// Sort is the key by which the hits of Similar are listed, largest first. It is "score", the
	// default, or "smaller" or "larger", the share of the smaller or of the larger document in
	// matches: see [Shares]. Only documents that were compared token by token are sorted: at least
	// ten more than Top. It requires the evidence measure.
	Sort string `json:"sort,omitempty" enum:"score,smaller,larger" doc:"with similar: list by score, or by the share of the smaller or larger document in matches"`
	// MinScore is the minimum score, from 0 to 1; weaker hits are counted. The command uses
	// [chaffinch.DefaultMinScore]: by evidence 0.07, for Similar 0.15, and by the index alone
	// 0.001.
	MinScore float64 `json:"-"`
	// Collection restricts hits to the documents of that collection; empty means all.
	Collection string `json:"collection,omitempty" doc:"only documents of this collection"`
	// Filter restricts hits to documents, and their occurrences, that it selects.
	Filter Filter `json:"filter,omitzero"`
	// Promising skips documents that the index estimates below MinScore. Questions without an
	// origin are then answered several times as fast. A copy with few fingerprints left may be
	// missed. Promising requires the evidence measure and Search.
	Promising bool `json:"promising,omitempty" doc:"skip documents that are unlikely to reach minScore: several times faster for queries without an origin, but may miss heavily edited copies"`
	// Select restricts hits to the occurrences for which it returns true; nil selects all. It is
	// called by several goroutines at a time.
	Select func(document.Content, document.Occurrence) bool `json:"-"`
	// GroupBy lists only the best hit of each "repository", "package" or "collection". Documents of
	// no known repository or package are grouped by their root.
	GroupBy string `json:"groupBy,omitempty" enum:"repository,package,collection" doc:"only the best hit of each"`
	// Cover lists the fewest documents that explain most of the question. It requires the evidence
	// measure and Search.
	Cover bool `json:"-"`
	// Likely adds to a cover copies below MinScore with at least this [Hit].Probability. They come
	// after the other hits. 0 adds none.
	Likely float64 `json:"-"`
	// MaxTerms bounds the looked-up fingerprints to the smallest hashes; 0 or negative is all. It
	// requires the containment measure.
	MaxTerms int `json:"maxTerms,omitempty" minimum:"0" doc:"with measure containment: look up at most this many fingerprints"`
	// CountImports counts import lines of the question like all other code. Otherwise lines that
	// only name other code (import, include, package, using) are not searched for and carry no
	// weight: matches extend over them, but never consist of them alone.
	CountImports bool `json:"countImports,omitempty" doc:"count import, include, package and using lines like all other code"`
	// Explain adds an [Explanation] to each hit.
	Explain bool `json:"explain,omitempty" doc:"add the parts of each score"`
	// Measures fills in cosine and resemblance, even if the ranking does not need them.
	Measures bool `json:"-"`
	// Alignments keeps the alignment of each hit, with both sources, to print them.
	Alignments bool `json:"-"`
}

// Measures are the values of [Options].Measure, the default first. The first is evidence, which the
// index does not compute. GroupKeys are the values of [Options].GroupBy, besides the empty one.
var Measures, GroupKeys = valuesOf("Measure"), valuesOf("GroupBy")

// valuesOf returns the values that the tag of an option names.
func valuesOf(name string) []string {
	f, _ := reflect.TypeFor[Options]().FieldByName(name)
	return strings.Split(f.Tag.Get("enum"), ",")
}

// groups name the group of an occurrence by the group key.
var groups = map[string]func(document.Occurrence) string{
	"repository": func(o document.Occurrence) string { return cmp.Or(o.Repository, o.Root) },
	"package":    func(o document.Occurrence) string { return cmp.Or(o.Package, o.Root) },
	"collection": func(o document.Occurrence) string { return o.Collection },
}

// GroupOf returns the function that names the group of an occurrence, or nil without groups.
func (o Options) GroupOf() func(document.Occurrence) string { return groups[o.GroupBy] }

// ByEvidence reports whether documents are ranked by alignment with the question.
func (o Options) ByEvidence() bool { return o.Measure == "" || o.Measure == Measures[0] }

// Check returns the error of Search and Similar for these options.
func (o Options) Check() error {
	allEvidence := o.ByEvidence()
	if err := o.Filter.Check(); err != nil {
		return err
	}
	measure, err := query.ParseMeasure(o.Measure)
	key, wrongSort := shares.Parse(o.Sort)
	switch {
	case err != nil && !allEvidence:
		return fmt.Errorf("unknown measure %q: use %s", o.Measure, option.OneOf(Measures))
	case wrongSort != nil:
		return option.Errorf(option.Sort, "%v", wrongSort)
	case key != shares.ByScore && !allEvidence:
		return option.Errorf(option.Sort,
			"needs %v evidence: omit %v", option.Measure, option.Measure)
	case o.GroupBy != "" && groups[o.GroupBy] == nil:
		return option.Among(option.GroupBy, o.GroupBy, GroupKeys)
	case o.GroupBy != "" && o.Cover:
		return option.Errorf(option.GroupBy, "excludes %v: omit one", option.Cover)
	case o.Cover && !allEvidence:
		return option.Errorf(option.Cover,
			"needs %v evidence: omit %v", option.Measure, option.Measure)
	case o.Promising && !allEvidence:
		return option.Errorf(option.Promising,
			"needs %v evidence: omit %v", option.Measure, option.Measure)
	case o.MaxTerms > 0 && (allEvidence || measure != query.Containment):
		return option.Errorf(option.MaxTerms,
			"applies to %v containment only: add it, or omit %v", option.Measure, option.MaxTerms)
	}
	return cmp.Or(option.Within(option.MinScore, o.MinScore, 0, 1), option.Within(option.Likely, o.Likely, 0, 1))
}
