package pairing

import (
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// reading returns the options for reading the units.
func reading(o *pairs.Options) (r units.Options, err error) {
	r = units.Options{
		Corpus: o.Corpus, SkipGenerated: o.SkipGenerated, Boilerplate: o.Base, CountImports: o.CountImports, Results: o.Results,
		Skipped: o.Skipped, MinTokens: o.MinTokens,
	}
	if o.Progress != nil {
		r.Progress = func(read, all int) { o.Progress("reading", read, all) }
	}
	if r.By, err = units.ParseBy(o.Unit); err != nil {
		return r, err
	}
	r.Language, err = lex.ParseLanguage(o.Language)
	return r, err
}

// tell reports the progress, if the caller wants it.
func tell(o *pairs.Options, doing string, done, whole int) {
	if o.Progress != nil {
		o.Progress(doing, done, whole)
	}
}

// cloneSettings returns settings whose guarantee for structure is MinTokens, for every language.
// Long k-grams are rarely shared by chance, and wide windows select few of them. Exact fingerprints
// are for boilerplate only.
func cloneSettings(o *pairs.CloneOptions, boilerplate bool) analyzer.Settings {
	t := o.MinTokens
	w := max(t/3, t-winnow.MaxK+1)
	scheme := winnow.Scheme{K: t - w + 1, W: w, Selection: winnow.SelectOpenClosed}
	s := analyzer.Settings{Structure: scheme, Text: scheme}
	if boilerplate {
		s.Exact = analyzer.DefaultSettings().Exact
	}
	return s
}

// pairsOptions returns the options for reading the files.
func pairsOptions(o *pairs.CloneOptions) pairs.Options {
	return pairs.Options{Unit: pairs.ByFile, Reading: o.Reading}.Filled()
}
