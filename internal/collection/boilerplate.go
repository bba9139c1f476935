package collection

import (
	"context"
	"math"
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/charset"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// readBase makes boilerplate of the files below the paths, and of what the index says is, if there is
// one.
func (l *loader) readBase(ctx context.Context, s *index.Snapshot, paths []string) (err error) {
	base := query.NewBoilerplate(l.analyzer)
	if s != nil {
		if base, err = answer.Boilerplate(ctx, s, l.analyzer); err != nil {
			return err
		}
	}
	if err := l.addBase(ctx, base, paths); err != nil {
		return err
	}
	switch {
	case base.Len() > 0:
		l.base = base
	case len(paths) > 0:
		l.warnings = append(l.warnings, "the boilerplate that was given has no fingerprint: nothing is ignored")
	}
	return nil
}

// addBase adds the files below the paths, and those that a table of submissions calls given.
func (l *loader) addBase(ctx context.Context, base *query.Boilerplate, paths []string) error {
	var roots []root
	for _, p := range paths {
		roots = append(roots, root{path: p})
	}
	add := baseAdder{l: l, base: base}
	for _, r := range roots {
		if err := add.below(ctx, r, func(string) bool { return true }); err != nil {
			return err
		}
	}
	for _, t := range l.tables {
		if !t.hasGiven() {
			continue
		}
		if err := add.below(ctx, t.root, func(below string) bool { return l.given(t.root, below) }); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) hasGiven() bool {
	for _, e := range t.entries {
		if e.Ignored {
			return true
		}
	}
	return false
}

// baseAdder reads boilerplate.
type baseAdder struct {
	l    *loader
	base *query.Boilerplate
	buf  []byte
	n    analyzer.Analysis
}

// below adds the files below the root of which wanted says so, those in archives among them.
func (b *baseAdder) below(ctx context.Context, r root, wanted func(string) bool) error {
	options := b.l.o.Corpus
	options.Archives = true
	skip := func(s corpus.Skip) {
		if wanted(s.Path) {
			b.l.skip(s.Path, s.Reason.String(), s.Err)
		}
	}
	return corpus.Walk(ctx, r.path, options, func(f corpus.File) error {
		if corpus.IsArchive(f.Path) {
			if r.isFile() {
				f.Path = ""
			}
			return corpus.Unpack(ctx, f, b.l.o.Corpus, corpus.ArchiveLimits{}, func(f corpus.File, content []byte) error {
				if !wanted(f.Path) {
					return nil
				}
				return b.add(ctx, f.Path, content)
			}, skip)
		}
		if !wanted(f.Path) {
			return nil
		}
		content, reason, err := corpus.ReadContext(ctx, f, b.l.o.Corpus, b.buf)
		b.buf = content[:0]
		if reason != corpus.Kept {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.l.skip(f.Path, reason.String(), err)
			return nil
		}
		return b.add(ctx, f.Path, content)
	}, skip)
}

func (b *baseAdder) add(ctx context.Context, name string, content []byte) error {
	decoded, err := charset.DecodeContext(ctx, content)
	if err != nil {
		return err
	}
	text := decoded.UTF8
	language := b.l.o.Language
	if language == nil {
		language = detect.Language(path.Base(name), text)
	}
	if err := b.l.analyzer.AnalyzeContext(ctx, language, text, &b.n); err != nil {
		return err
	}
	b.base.Add(&b.n)
	return nil
}

// mostUnits returns in how many of n units material may stand without being boilerplate, 0 if in any
// number. What two units share is never boilerplate for that reason.
func (o *Options) mostUnits(n int) int {
	if o.MaxShare == 0 {
		return 0
	}
	return max(2, int(math.Floor(o.MaxShare*float64(n))))
}

// boilerplate returns the parts of the analysed file that are ignored, in order.
func (c *comparison) boilerplate(n *analyzer.Analysis) []align.Span {
	var spans []align.Span
	if c.l.base != nil {
		spans = c.l.base.Spans(n)
	}
	if c.most > 0 {
		spans = append(spans, c.common(n, c.most)...)
	}
	return query.MergeSpans(spans)
}

// lengthOf counts the tokens of spans that do not overlap.
func lengthOf(spans []align.Span) (n int64) {
	for _, s := range spans {
		n += int64(s.Len())
	}
	return n
}

// common returns the runs of fingerprints that stand in more units than most, as far as they are long
// enough for the guarantee to hold: in a run that is common throughout, fingerprints follow each
// other by a window at most.
func (c *comparison) common(n *analyzer.Analysis, most int) []align.Span {
	var spans []align.Span
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, ok := c.analyzer.Settings().Scheme(n.Language, r)
		if !ok {
			continue
		}
		var run align.Span
		end := func() {
			if run.Len() >= max(scheme.Guarantee(), scheme.K+1) {
				spans = append(spans, run)
			}
			run = align.Span{}
		}
		for _, f := range n.Fingerprints[r] {
			at := int(f.Token)
			if c.table.DF(r, f.Hash) <= most {
				end()
				continue
			}
			if run.Len() == 0 || at > run.To-scheme.K+max(scheme.W, 1) {
				end()
				run.From = at
			}
			run.To = at + scheme.K
		}
		end()
	}
	return spans
}

// idioms returns the parts of the file that are no boilerplate and weigh little, because many units
// have them.
func (p *prepared) idioms() []align.Span {
	var spans []align.Span
	ignored := p.ignored
	for i := range p.document.Len() {
		for len(ignored) > 0 && ignored[0].To <= i {
			ignored = ignored[1:]
		}
		if len(ignored) > 0 && ignored[0].From <= i || p.rarity.Class[i]+p.rarity.Text[i] >= idiom {
			continue
		}
		if n := len(spans) - 1; n >= 0 && spans[n].To == i {
			spans[n].To++
			continue
		}
		spans = append(spans, align.Span{From: i, To: i + 1})
	}
	return slices.DeleteFunc(spans, func(s align.Span) bool { return s.Len() < leastIdiom })
}

const (
	// idiom is the rarity under which a token is one of an idiom's, and leastIdiom how many of them
	// are worth marking.
	idiom, leastIdiom = 0.25, 4
)
