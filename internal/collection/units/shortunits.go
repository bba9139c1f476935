package units

import (
	"context"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
)

const (
	// ShortTokens is the largest number of tokens of a short unit.
	// docs/decisions/pairs.md has the figures.
	ShortTokens = 200

	// mostShortGrams bounds the k-grams of short units that are kept, 12 bytes each: 50 MB.
	mostShortGrams = 1 << 22
)

// ShortSet collects every k-gram of short units. Two of them that share a run of k tokens thus
// share a k-gram, even if neither has it as a fingerprint. If there are too many k-grams, the
// k-grams of the longest files are dropped: which are kept does not depend on the order of the
// files.
type ShortSet struct {
	analyzer *analyzer.Analyzer
	most     int // k-grams

	mu     sync.Mutex
	set    *candidates.Set
	limit  int                  // tokens of a short unit: ShortTokens, or fewer if there are too many k-grams
	kept   int                  // k-grams of files up to the limit
	grams  [ShortTokens + 1]int // their number by the tokens of the file
	tokens map[int]int          // by unit
}

// NewShortSet returns an empty set.
func NewShortSet(a *analyzer.Analyzer) *ShortSet {
	return &ShortSet{analyzer: a, most: mostShortGrams, set: candidates.NewSet(), limit: ShortTokens, tokens: map[int]int{}}
}

// Add is a [Sink].
func (s *ShortSet) Add(f *File, _ []byte, n *analyzer.Analysis, no NoEvidence) {
	all := analyzer.Analysis{Language: n.Language, Tokens: n.Tokens}
	if n.Len() <= ShortTokens {
		for r := range all.Fingerprints {
			all.Fingerprints[r] = s.analyzer.AppendGrams(nil, n, analyzer.Representation(r))
		}
		query.WithoutSpans(s.analyzer, &all, no.Spans())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens[f.Unit] += n.Len()
	if n.Len() > s.limit {
		return
	}
	for _, grams := range all.Fingerprints {
		s.grams[n.Len()] += len(grams)
		s.kept += len(grams)
	}
	s.set.Add(f.Unit, &all)
	s.narrow()
}

// narrow lowers the limit until the k-grams are not too many.
func (s *ShortSet) narrow() {
	if s.kept <= s.most {
		return
	}
	for ; s.kept > s.most; s.limit-- {
		s.kept -= s.grams[s.limit]
	}
	s.set.Drop(func(unit int) bool { return s.tokens[unit] > s.limit })
}

// Warnings name the units that are too long for the set, which has too many k-grams.
func (s *ShortSet) Warnings() []answer.Warning {
	left := 0
	for _, tokens := range s.tokens {
		if tokens > s.limit && tokens <= ShortTokens {
			left++
		}
	}
	if left == 0 || s.limit == ShortTokens {
		return nil
	}
	return warning.One(option.ManyShortUnits, left, s.limit+1, ShortTokens)
}

// Table returns the table of the short units, and which of all units these are. The options are the
// options of all units. It empties the set.
func (s *ShortSet) Table(ctx context.Context, o candidates.Options) (table *candidates.Table, short []bool, err error) {
	short = make([]bool, o.Documents)
	for n := range short {
		short[n] = s.tokens[n] <= s.limit && !o.Skip(n)
	}
	o.Skip = func(n int) bool { return !short[n] }
	table, err = candidates.NewTable(ctx, s.set, o)
	return table, short, err
}

// EveryGram returns settings by which every k-gram is a fingerprint.
func EveryGram(s analyzer.Settings) analyzer.Settings {
	for _, scheme := range []*winnow.Scheme{&s.Structure, &s.Exact, &s.Text} {
		if !scheme.Off() {
			scheme.W = 1
		}
	}
	return s
}
