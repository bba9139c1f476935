package scan

import (
	"bytes"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/originname"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A file with the bytes of a document needs no question: its id finds the document. Its class is
// the class of an edited copy. The path and the text are judged here. If the index
// has the file's fingerprints often enough, the file is searched like any other.

// identical returns the document with these bytes, with its occurrences outside the project, the
// likely origin first; nil if there is none.
func (s *scanner) identical(ctx context.Context, source []byte) (*index.Described, error) {
	id := index.ContentID(s.x.Analyzer().Key(), source)
	where := index.Where{Content: id, Collection: s.Collection}
	found := false
	err := s.state.Occurrences(ctx, where, func(o index.Occurrence) error {
		found = found || s.outside(index.Content{}, o)
		return nil
	})
	if err != nil || !found {
		return nil, err
	}
	described, err := s.state.Describe(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	d := &described[0]
	index.SettleEdits(d.Occurrences)
	selects := s.Filter.Matcher()
	d.Occurrences = slices.DeleteFunc(d.Occurrences, func(o index.Occurrence) bool {
		return !s.outside(d.Content, o) || s.Collection != "" && o.Collection != s.Collection ||
			selects != nil && !selects(d.Content, o)
	})
	if len(d.Occurrences) == 0 {
		return nil, nil
	}
	originname.Sort(d.Occurrences, nil)
	return d, nil
}

// addIdentical adds the finding of a document's identical file, if same is given.
func (s *scanner) addIdentical(ctx context.Context, d chaffinch.Document, same *index.Described) error {
	f := s.file(d)
	if same == nil {
		return nil
	}
	f.asked = []answer.Lines{{From: 1, To: f.Lines}}
	f.Language, f.Tokens = same.Language, same.Tokens
	found := s.whole(f, d, same)
	j := Judge{minScore: s.MinScore}
	switch {
	case !j.lists(&found) && found.isLikely():
		f.Weaker = append(f.Weaker, found.Score)
		return nil
	case !j.lists(&found):
		return nil
	case s.own.any(same.Occurrences):
		found.Class, found.Why = Own, ownWhy
	default:
		why, err := s.whyCommon(ctx, f.Path, d, same)
		if err != nil {
			return err
		}
		if why != "" {
			found.Class, found.Why = Common, why
		}
	}
	s.report.Findings = append(s.report.Findings, found)
	return nil
}

// whole returns the finding of an identical file, as a copy.
func (s *scanner) whole(f *File, d chaffinch.Document, same *index.Described) Finding {
	tokens := float64(same.Tokens)
	score := align.Origin(align.Explained([]align.Part{{Weight: tokens}}, same.Tokens))
	at := same.Occurrences[0]
	lines := answer.Lines{From: 1, To: f.Lines}
	found := Finding{
		File: f.Path, Class: Copy, Kind: Identical, Score: score, Tokens: same.Tokens, DF: 1, asked: same.Tokens,
		Probability: align.CertaintyOf(align.ForOrigin).Probability(score, same.Tokens),
		Matches: []Match{{
			Key: keyOfText(languageOf(same.Language), corpus.Decode(d.Source).UTF8), File: lines, Origin: lines, FileBytes: Bytes{0, len(d.Source)},
			Tokens: same.Tokens, Weight: tokens, Kind: align.Verbatim.String(), DF: 1,
		}},
		Origin: Origin{
			Content: same.ID, HitContent: answer.HitContent{Keyed: s.x.Settings().Key != ""}, Occurrence: at,
			Licenses: licensesBeside(at, same.Occurrences), Copyright: notice.Copyrights(d.Source), Copies: len(same.Occurrences) - 1,
		},
	}
	found.Origin.SWHID = found.Origin.SWHIDOf(answer.Lines{})
	return found
}

// whyCommon returns why a file with the bytes of a document is common; "" if it is a copy.
func (s *scanner) whyCommon(ctx context.Context, file string, d chaffinch.Document, same *index.Described) (why string, err error) {
	text := corpus.Decode(d.Source).UTF8
	generated := func() bool {
		return !slices.ContainsFunc(same.Occurrences, func(o index.Occurrence) bool { return !looksGenerated(o.Path, text) })
	}
	if why = whyNatural(file, text, text, same.Occurrences[0], generated); why != "" {
		return why, nil
	}
	if often, err := s.isFrequent(ctx, same.Language, text); !often || err != nil {
		return "", err
	}
	o := s.searchOptions()
	o.Cover, o.Likely, o.Promising, o.MinScore = false, 0, false, 0
	d.Language = s.languageOf(d)
	a, err := s.x.Search(ctx, d, o)
	if err != nil {
		return "", err
	}
	j := NewJudge(d, a.Question, s.report.Index.Contents)
	j.Path, j.minScore = file, s.MinScore
	return j.WhyCommon(a), nil
}

// A scan of a project whose files are all in the index would else look up all of their
// fingerprints. For most files, a few from the middle show that the file is not common. If half of
// the middle's fingerprints are frequent, one of the first ten is, with a probability of 0.999.
const (
	probeBytes = 4 << 10
	probeFirst = 10
	probeTerms = 24
)

// isFrequent reports whether the index has half of a text's fingerprints as often as idioms. The
// versions of a file count one by one here, so the text may still be rare.
func (s *scanner) isFrequent(ctx context.Context, language string, text []byte) (bool, error) {
	idiom := threshold.IdiomDF(s.report.Index.Contents)
	if s.report.Index.Contents < idiom {
		return false, nil
	}
	idf := query.IDF(s.report.Index.Contents, idiom)
	probe := middle(text, probeBytes)
	terms := s.termsOf(language, probe)
	if share, err := s.shareBelow(ctx, idf, terms.Smallest(probeFirst)); share == 0 || err != nil {
		return false, err
	}
	if share, err := s.shareBelow(ctx, idf, terms.Smallest(probeTerms)); share < threshold.FrequentSample || err != nil {
		return false, err
	}
	if len(probe) < len(text) {
		terms = s.termsOf(language, text)
	}
	share, err := s.shareBelow(ctx, idf, terms)
	return share >= threshold.FrequentText, err
}

// termsOf returns the fingerprints of a text.
func (s *scanner) termsOf(language string, text []byte) *query.Vector {
	var n analyzer.Analysis
	s.x.Analyzer().Analyze(languageOf(language), text, &n)
	return query.NewVector(query.Terms(&n))
}

// shareBelow returns the share of fingerprints with an IDF of at most idf in the index, from 0 to
// 1.
func (s *scanner) shareBelow(ctx context.Context, idf float64, terms *query.Vector) (float64, error) {
	stats, err := s.state.LookUp(ctx, terms)
	if err != nil || len(stats) == 0 {
		return 0, err
	}
	often := 0
	for _, t := range stats {
		if t.IDF <= idf {
			often++
		}
	}
	return float64(often) / float64(len(stats)), nil
}

// middle returns whole lines of the middle of a text, at most n bytes.
func middle(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	from := (len(text) - n) / 2
	cut := text[from : from+n]
	if i := bytes.IndexByte(cut, '\n'); i >= 0 {
		cut = cut[i+1:]
	}
	if i := bytes.LastIndexByte(cut, '\n'); i >= 0 {
		cut = cut[:i+1]
	}
	return cut
}
