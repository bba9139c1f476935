package scan

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Reasons why material is own or common, in words.
const (
	ownWhy       = "one of the project's own documents has it"
	licenseWhy   = "it is the text of a licence"
	generatedWhy = "a generator wrote both"
)

// Judge classifies the material that a file shares with its hits. [Run] and other checks use the
// same Judge.
type Judge struct {
	Path string // path of the file; empty if it has none

	minScore float64        // of a finding, from 0 to 1
	text     corpus.Text    // text of the question
	tokens   int            // tokens of the question
	contents int            // contents of the index
	owned    []answer.Lines // lines that the project's own documents explain

	identical bool // the question has the bytes of the documents
}

// NewJudge returns the judge of a question's hits in an index of so many contents. The minimum
// score is [DefaultMinScore].
func NewJudge(d chaffinch.Document, q answer.Question, contents int) Judge {
	return Judge{Path: d.Name, minScore: DefaultMinScore, text: corpus.Decode(d.Source), tokens: q.Tokens, contents: contents}
}

// Findings divides the matches of a hit by class, the heaviest class first. Parts with a score
// below the minimum belong to the heaviest part, which [Run] reports if it reaches the minimum.
// Copies below it are likely copies if their probability is [threshold.LikelyCopy] or more.
func (j Judge) Findings(h *answer.Hit) (all []Finding) {
	found := *h
	if h.HashesOnly {
		found.Matches = matchesOfRuns(h.Runs)
	}
	whole := Finding{File: j.Path, Score: h.Score, Probability: h.Probability, Origin: originOf(h), asked: j.tokens}
	if j.identical {
		whole.Kind = Identical
	}
	why := map[Class]string{}
	for i, m := range found.Matches {
		if !substantial(found.Matches, i) {
			continue
		}
		match := matchOf(&found, i, &j.text)
		class, reason := j.classOf(h, m, Bytes{j.text.Decoded(match.FileBytes.From), j.text.Decoded(match.FileBytes.To)})
		match.class, why[class] = class, reason
		whole.Matches = append(whole.Matches, match)
	}
	for class, part := range divide(whole, j.minScore, func(m Match) Class { return m.class }) {
		part.Class, part.Why, part.Score = class, why[class], scoreOf(part.Matches, part.asked)
		part.Probability = align.CertaintyOf(align.ForOrigin).Probability(part.Score, tokensOnce(part.Matches, j.tokens))
		if h.Aligned { // a search knows how many documents have it
			part.Probability = min(part.Probability, h.Probability)
		}
		all = append(all, part)
	}
	return all
}

// Split returns a hit's findings from the minimum score on, and likely copies below it. A likely
// hit is one, even if its findings lack matches that search counts.
func (j Judge) Split(h *answer.Hit) (findings, weaker []Finding) {
	for i, f := range j.Findings(h) {
		switch {
		case j.lists(&f):
			findings = append(findings, f)
		case f.isLikely() || i == 0 && f.Class == Copy && h.IsLikely():
			weaker = append(weaker, f)
		}
	}
	return findings, weaker
}

// lists reports whether a finding reaches the minimum score.
func (j Judge) lists(f *Finding) bool { return f.Score >= j.minScore }

// Class returns the class of a hit, and the reason. It is [Copy] if a finding that reaches the
// minimum score is a copy, otherwise the class of the heaviest finding, and "" without findings.
func (j Judge) Class(h *answer.Hit) (class Class, why string) {
	all := j.Findings(h)
	switch {
	case slices.ContainsFunc(all, func(f Finding) bool { return f.Class == Copy && j.lists(&f) }):
		return Copy, ""
	case len(all) > 0 && all[0].Class != Copy:
		return all[0].Class, all[0].Why
	}
	return "", ""
}

// WhyCommon returns the reason why an answer's question is common, or "". One of the hits, which
// may be below the minimum score, has most of it as common material, and none is a copy.
func (j Judge) WhyCommon(a *answer.Answer) (why string) {
	for i := range a.Hits {
		if class, _ := j.Class(&a.Hits[i]); class == Copy {
			return ""
		}
		for _, f := range j.Findings(&a.Hits[i]) {
			if why == "" && f.Class == Common && float64(f.Tokens) >= threshold.CommonQuestion*float64(a.Question.Tokens-a.Question.Boilerplate) {
				why = f.Why
			}
		}
	}
	return why
}

// isLikely reports whether the finding is a copy whose probability would make a hit likely. See
// [answer.Hit.IsLikely].
func (f *Finding) isLikely() bool { return f.Class == Copy && f.Probability >= threshold.LikelyCopy }

// classOf returns the class of a hit's match and, without a copy, why. at is its place in the
// decoded source.
func (j Judge) classOf(h *answer.Hit, m answer.Match, at Bytes) (class Class, why string) {
	switch {
	case float64(linesIn(j.owned, m.Question)) >= threshold.EnoughOwn*float64(m.Question.Len()):
		return Own, ownWhy
	case m.DF >= threshold.IdiomDF(j.contents) && align.Origin(align.Explained([]align.Part{{Weight: m.Rare * m.Weight}}, j.tokens)) < j.minScore:
		return Common, fmt.Sprintf("%d documents have it", m.DF)
	}
	generated := func() bool { return h.Looks == document.Generated }
	if why = whyNatural(j.Path, j.text.UTF8, j.text.UTF8[at.From:at.To], h.Occurrences[0], generated); why != "" {
		return Common, why
	}
	return Copy, ""
}

// whyNatural returns why a part of a file is common in any index. It is the text of a licence, or a
// generator wrote the file and its origin. It is empty if it is not.
func whyNatural(file string, text, part []byte, origin index.Occurrence, generated func() bool) string {
	switch {
	case corpus.IsLicense(file, part) || corpus.IsLicense(origin.Path, part):
		return licenseWhy
	case looksGenerated(file, text) && generated():
		return generatedWhy
	}
	return ""
}

func looksGenerated(path string, text []byte) bool {
	return corpus.Judge(document.Options{}, path, text) == document.Generated
}

// linesIn counts the lines of some that are in any of all.
func linesIn(all []answer.Lines, some answer.Lines) (n int) {
	for line := some.From; line <= some.To; line++ {
		if slices.ContainsFunc(all, func(l answer.Lines) bool { return l.From <= line && line <= l.To }) {
			n++
		}
	}
	return n
}

// owners recognises the project's own documents.
type owners struct{ names, paths []string }

// newOwners returns the owners by their names. It is an error if the index has no document of an
// owner.
func newOwners(ctx context.Context, state index.State, all []string) (*owners, error) {
	o := &owners{}
	if len(all) == 0 {
		return o, nil
	}
	var roots []string
	names := map[string]bool{}
	err := index.EachRoot(ctx, state, func(collection, root string) error {
		names[collection], roots = true, append(roots, root)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range all {
		if names[name] {
			o.names = append(o.names, name)
			continue
		}
		path := name
		if !document.IsAddress(name) {
			if path, err = filepath.Abs(name); err != nil {
				return nil, err
			}
			path = corpus.RealPath(path)
		}
		related := func(root string) bool { return document.IsBelow(root, "", path) || document.IsBelow(path, "", root) }
		if !slices.ContainsFunc(roots, related) {
			return nil, option.Errorf(option.ScanOwn, "names nothing that is indexed: no collection is %s, and no document is at %s: "+
				"index it first, or use a collection: %v", name, path, option.Say(option.SeeCollections))
		}
		o.paths = append(o.paths, path)
	}
	return o, nil
}

func (o *owners) has(at index.Occurrence) bool {
	return slices.Contains(o.names, at.Collection) ||
		slices.ContainsFunc(o.paths, func(path string) bool { return at.Below(path) || at.Repository == path })
}

func (o *owners) any(all []index.Occurrence) bool { return slices.ContainsFunc(all, o.has) }

// ownLines returns the lines of a file that the project's own documents explain.
func (s *scanner) ownLines(ctx context.Context, d chaffinch.Document) (lines []answer.Lines, err error) {
	if len(s.own.names)+len(s.own.paths) == 0 {
		return nil, nil
	}
	o := s.searchOptions()
	o.Alignments, o.Collection, o.Filter = false, "", chaffinch.Filter{}
	o.Select = func(c index.Content, at index.Occurrence) bool { return s.own.has(at) && s.outside(c, at) }
	a, err := s.x.Search(ctx, d, o)
	if err != nil {
		return nil, err
	}
	for _, h := range a.Hits {
		for _, m := range slices.Concat(h.Matches, matchesOfRuns(h.Runs)) {
			lines = append(lines, m.Question)
		}
	}
	return lines, nil
}
