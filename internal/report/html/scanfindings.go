//go:build !js

// Not in a browser: it imports scan, which the engine lacks.

package html

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// scanBuilder makes a collection of a scan.
type scanBuilder struct {
	r         *scan.Report
	source    Sources
	page      *scanPage
	result    *pairs.Report
	files     map[string]*scan.File // of the project, by path
	contents  map[string]*scan.File // by content
	units     map[string]int
	documents map[string]int
	origins   map[[2]string]int // by name and licence

	known    map[string]described          // contents that were read
	places   map[string][]matchPlace       // of matches, by content
	room     int                           // for sources, in bytes
	shown    map[string]prepared           // contents that have a source in the page
	missing  map[string]error              // why others have none
	compared map[[2]string][]answer.Shared // by the contents of both sides
}

// described is a content, with the lines of its source.
type described struct {
	index.Content
	lines int
	sizes []int // in the page: of the excerpt by each of the foldings, and of the whole
	now   int   // its size in the page
}

// The groups of findings, in the order of the list and of counting lines.
const (
	scanOpen    = "open"
	scanDecided = "decided" // or allowed, or known
	scanOwn     = string(scan.Own)
	scanCommon  = string(scan.Common)
)

var scanGroups = []string{scanOpen, scanDecided, scanOwn, scanCommon}

func scanGroup(f *scan.Finding) string {
	switch {
	case f.Open:
		return scanOpen
	case f.Class == scan.Copy:
		return scanDecided
	}
	return string(f.Class)
}

// partOf returns what the lines of a finding are in.
func partOf(f *scan.Finding) scanPart {
	p := scanPart{Group: scanGroup(f)}
	if f.Class == scan.Copy {
		p.Class = string(notice.ClassOf(f.Origin.License))
	}
	return p
}

// partsOf returns the parts of a scan that has findings. A line counts for the first part that has
// it: of open copies under the licence that asks most.
func partsOf(r *scan.Report) []scanPart {
	has := map[scanPart]bool{}
	for i := range r.Findings {
		has[partOf(&r.Findings[i])] = true
	}
	classes := append(notice.Classes(), "")
	slices.Reverse(classes)
	all := []scanPart{}
	for _, group := range scanGroups {
		for _, class := range classes {
			if p := (scanPart{group, string(class)}); has[p] {
				all = append(all, p)
			}
		}
	}
	return all
}

func (b *scanBuilder) build(ctx context.Context) error {
	b.addOrigins()
	b.addFiles()
	order := b.inOrder()
	if err := b.showSources(ctx, order); err != nil {
		return err
	}
	room := mostScanFindings
	for n, f := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		pair, finding, err := b.finding(ctx, f)
		if err != nil {
			return err
		}
		if room -= sizeOf(finding) + sizeOf(b.page.Documents[finding.Document]) + sizeOfPair(&pair); room < 0 {
			b.page.MoreFindings = len(b.r.Findings) - n
			break
		}
		b.result.Pairs, b.page.Findings = append(b.result.Pairs, pair), append(b.page.Findings, finding)
		if !b.hasSources(f) {
			b.page.Sourceless++
		}
	}
	return nil
}

// inOrder returns the findings: the open ones first, and the heavier ones first.
func (b *scanBuilder) inOrder() (all []*scan.Finding) {
	weights := make(map[*scan.Finding]float64, len(b.r.Findings))
	for i := range b.r.Findings {
		f := &b.r.Findings[i]
		for _, m := range f.Matches {
			weights[f] += m.Weight
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(x, y *scan.Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(scanGroups, scanGroup(x)), slices.Index(scanGroups, scanGroup(y))),
			cmp.Compare(weights[y], weights[x]))
	})
	return all
}

func sizeOf(v any) int {
	text, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(text)
}

// leastOfPair is the minimum size of a finding in the page, in bytes, roughly.
const leastOfPair = 600

// sizeOfPair estimates a pair's bytes in the page, with the names in it. Units and identifiers have
// names.
func sizeOfPair(p *pairs.Pair) int {
	n := leastOfPair + 2*sizeOf(p.A.Name) + 2*sizeOf(p.B.Name)
	for i := range p.Matches {
		m := &p.Matches[i]
		n += 120 + 24*len(m.Edits) + 16*len(m.Invisible)
		for _, name := range m.Renames {
			n += 24 + sizeOf(name.A) + sizeOf(name.B)
		}
	}
	return n
}

// finding returns a finding, and as a pair.
func (b *scanBuilder) finding(ctx context.Context, f *scan.Finding) (p pairs.Pair, v scanFinding, err error) {
	v = scanFinding{
		Group: scanGroup(f), Status: string(f.Status), Why: said(f.Why), DF: f.DF, Document: b.document(&f.Origin), Origin: -1,
	}
	if f.Class == scan.Copy {
		v.Class = partOf(f).Class
		if i, listed := b.origins[sourceKey(f)]; listed {
			v.Origin = i
		}
	}
	if d := f.Decision; d != nil {
		v.Status, v.Decision = string(d.Decision), &scanDecision{said(d.Reason), said(d.By), said(d.Date)}
	}
	matches := heaviest(f.Matches, mostScanMatches)
	if f.Open && len(matches) == len(f.Matches) {
		d := b.r.Undecided(f)
		d.File, d.Origin, d.License = said(d.File), said(d.Origin), said(d.License)
		v.Decide = &d
	}
	v.More = len(f.Matches) - len(matches)
	p = pairs.Pair{
		A: scanSide(b.result, b.fileUnit(f), f.Tokens), B: scanSide(b.result, b.originUnit(f), f.Tokens),
		Score: f.Score, Probability: f.Probability, Kind: f.Kind, Tokens: f.Tokens, Matches: []pairs.Match{},
	}
	shared, err := b.compare(ctx, f)
	if err != nil {
		return p, v, err
	}
	for _, m := range matches {
		p.Longest = max(p.Longest, m.Tokens)
		p.Matches = append(p.Matches, pairs.Match{Shared: b.match(f, &m, shared), Weight: m.Weight})
	}
	return p, v, nil
}

// heaviest returns the heaviest matches, in their order.
func heaviest(all []scan.Match, most int) []scan.Match {
	if len(all) <= most {
		return all
	}
	weights := make([]float64, len(all))
	for i, m := range all {
		weights[i] = m.Weight
	}
	slices.SortFunc(weights, func(x, y float64) int { return cmp.Compare(y, x) })
	var some []scan.Match
	for _, m := range all {
		if m.Weight >= weights[most-1] && len(some) < most {
			some = append(some, m)
		}
	}
	return some
}

// fileUnit returns the unit of a finding's file and adds a new one.
func (b *scanBuilder) fileUnit(f *scan.Finding) int {
	file := b.files[f.File]
	if file == nil {
		file = &scan.File{Path: f.File}
	}
	return b.unit("file "+f.File, pairs.File{
		Path: f.File, Content: file.Content, Language: file.Language, Lines: file.Lines, Tokens: file.Tokens,
	})
}

// originUnit returns the unit of a document, which it adds when it is new.
func (b *scanBuilder) originUnit(f *scan.Finding) int {
	return b.unit("origin "+documentKey(&f.Origin), pairs.File{Path: f.Origin.Document(), Content: f.Origin.Content})
}

func (b *scanBuilder) unit(key string, f pairs.File) int {
	n, known := b.units[key]
	if !known {
		if d := b.describe(f.Content); f.Language == "" {
			f.Language, f.Lines, f.Tokens = d.Language, d.lines, d.Tokens
		}
		n = len(b.result.Units)
		b.units[key] = n
		b.result.Units = append(b.result.Units, pairs.Unit{Name: f.Path, Tokens: f.Tokens, Files: []pairs.File{f}})
	}
	return n
}

// errFull is the error of sources that the page has no room for.
var errFull = errors.New("the page has no room for more sources")

// foldings are the excerpts of a source, the shortest first. After them comes the whole.
var foldings = []folding{{2, 8, 4, 1}, {mostScanMatches, 40, 20, 3}}

// describe describes a content, with its source's shortest excerpt if there is room.
func (b *scanBuilder) describe(content string) described {
	if known, done := b.known[content]; done {
		return known
	}
	var d described
	defer func() { b.known[content] = d }()
	c, source, err := b.read(content)
	if d.Content = c; err != nil {
		b.missing[content] = errors.New(clipped(err.Error(), mostScanReason))
		return d
	}
	d.lines, b.missing[content] = linesIn(source), errFull
	if b.room < mostScanExcerpt { // nearly full
		return d
	}
	whole := prepare(c.Language, source)
	d.lines = linesIn(whole.text.decoded.UTF8)
	for _, f := range foldings {
		d.sizes = append(d.sizes, whole.excerpt(f.lines(d.lines, b.places[content])).block.size())
	}
	d.sizes = append(d.sizes, whole.block.size())
	if d.sizes[0] <= mostScanExcerpt {
		b.show(content, whole, &d, 0)
	}
	return d
}

// read returns the source of a content, and describes it.
func (b *scanBuilder) read(content string) (index.Content, []byte, error) {
	c, source, err := b.source(content)
	if of := b.contents[content]; of != nil {
		c.Language, c.Tokens = of.Language, of.Tokens
	}
	return c, source, err
}

// show shows a content's source instead of a shorter excerpt, if there is room. level counts the
// foldings.
func (b *scanBuilder) show(content string, whole prepared, d *described, level int) {
	if more := d.sizes[level] - d.now; more > b.room {
		return
	}
	b.room -= d.sizes[level] - d.now
	d.now = d.sizes[level]
	if level < len(foldings) {
		whole = whole.excerpt(foldings[level].lines(d.lines, b.places[content]))
	}
	b.shown[content] = whole
	delete(b.missing, content)
}

// showSources chooses the parts of the sources for the page. It tries a short excerpt of each, then
// longer excerpts, then the whole. Sources identical to a document come last.
func (b *scanBuilder) showSources(ctx context.Context, order []*scan.Finding) error {
	order = order[:min(len(order), mostScanFindings/leastOfPair)]
	var contents []string
	for _, isIdentical := range []bool{false, true} {
		for _, f := range order {
			if isIdentical == (f.Kind == scan.Identical) {
				contents = append(contents, b.markMatches(f)...)
			}
		}
	}
	for _, content := range contents {
		if b.describe(content); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for level := 1; level <= len(foldings); level++ {
		for _, content := range contents {
			d := b.known[content]
			if d.sizes == nil || d.sizes[level] == d.now || d.sizes[level]-d.now > b.room {
				continue
			}
			if c, source, err := b.read(content); err == nil {
				b.show(content, prepare(c.Language, source), &d, level)
				b.known[content] = d
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// markMatches notes a finding's match places and returns the contents new to it.
func (b *scanBuilder) markMatches(f *scan.Finding) (added []string) {
	matches := slices.Clone(heaviest(f.Matches, mostScanMatches))
	slices.SortStableFunc(matches, func(x, y scan.Match) int { return cmp.Compare(y.Weight, x.Weight) })
	for side, content := range [2]string{b.contentOf(f), f.Origin.Content} {
		if b.places[content] == nil {
			added = append(added, content)
		}
		for rank, m := range matches {
			b.places[content] = append(b.places[content], matchPlace{[2]answer.Lines{m.File, m.Origin}[side], rank})
		}
	}
	return added
}

// missingSource returns why a content has no source in the page.
func (b *scanBuilder) missingSource(content string) ([]byte, error) { return nil, b.missing[content] }

func (b *scanBuilder) hasSources(f *scan.Finding) bool {
	_, file := b.shown[b.contentOf(f)]
	_, origin := b.shown[f.Origin.Content]
	return file && origin
}

// contentOf returns the content of the file of a finding.
func (b *scanBuilder) contentOf(f *scan.Finding) string {
	if file := b.files[f.File]; file != nil {
		return file.Content
	}
	return ""
}

func sourceKey(f *scan.Finding) [2]string { return [2]string{f.Origin.Source(), f.Origin.License} }

// document returns the index of a document, which it adds when it is new.
func (b *scanBuilder) document(o *scan.Origin) int {
	key := documentKey(o)
	n, known := b.documents[key]
	if known {
		return n
	}
	n = len(b.page.Documents)
	b.documents[key] = n
	d := scanDocument{License: said(o.License), Others: o.Copies + o.Equal}
	for _, f := range b.page.Facts {
		var texts []string
		for _, text := range f.Values(o) {
			if f.Markup != report.Linked { // an address is whole
				text = said(text)
			}
			texts = append(texts, text)
		}
		d.Facts = append(d.Facts, texts)
	}
	b.page.Documents = append(b.page.Documents, d)
	return n
}

// compare compares both sides of a finding, if their sources are there and differ. The search did
// the same, but a report keeps neither what differs nor the bytes of the document.
func (b *scanBuilder) compare(ctx context.Context, f *scan.Finding) ([]answer.Shared, error) {
	content := b.contentOf(f)
	if !b.hasSources(f) || f.Kind == scan.Identical {
		return nil, nil
	}
	key := [2]string{content, f.Origin.Content}
	if known, ok := b.compared[key]; ok {
		return known, nil
	}
	var sides [2]chaffinch.Document
	for i, content := range key {
		c, source, err := b.source(content)
		if err != nil {
			return nil, nil //nolint:nilerr // it was there before; without it no difference is marked
		}
		if of := b.contents[content]; of != nil {
			c.Language = of.Language
		}
		sides[i] = chaffinch.Document{Source: source, Language: c.Language}
	}
	c, err := chaffinch.Compare(ctx, sides[0], sides[1], chaffinch.CompareOptions{})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		b.compared[key] = nil // of an unknown language, say: then no difference is marked
		return nil, nil
	}
	b.compared[key] = c.Matches
	return c.Matches, nil
}

// match returns a match with its differences. Without the comparison its place in the document
// is whole lines.
func (b *scanBuilder) match(f *scan.Finding, m *scan.Match, shared []answer.Shared) answer.Shared {
	v := answer.Shared{
		A: answer.Place{Lines: m.File, Bytes: answer.Span{Start: m.FileBytes.From, End: m.FileBytes.To}},
		B: answer.Place{Lines: m.Origin}, Tokens: m.Tokens, Kind: m.Kind,
	}
	for i := range shared {
		s := &shared[i]
		if overlap(s.A.Bytes, v.A.Bytes) && s.B.Lines.From <= m.Origin.To && m.Origin.From <= s.B.Lines.To {
			v.B.Bytes = union(v.B.Bytes, s.B.Bytes)
			v.Renames, v.Invisible = append(v.Renames, s.Renames...), append(v.Invisible, s.Invisible...)
			v.Edits = append(v.Edits, editsIn(s.Edits, v.A.Bytes)...)
		}
	}
	lines := b.bytesOf(f.Origin.Content, m.Origin)
	if !overlap(v.B.Bytes, lines) {
		v.B.Bytes = lines
	} else { // the comparison may have found more
		v.B.Bytes = answer.Span{Start: max(v.B.Bytes.Start, lines.Start), End: min(v.B.Bytes.End, lines.End)}
	}
	return v
}

func overlap(x, y answer.Span) bool { return x.Start < y.End && y.Start < x.End }

// editsIn returns the edits that are in a part of the first side.
func editsIn(all []answer.Difference, part answer.Span) (in []answer.Difference) {
	for _, e := range all {
		if part.Start <= e.A.Bytes.Start && e.A.Bytes.End <= part.End {
			in = append(in, e)
		}
	}
	return in
}

// bytesOf returns the bytes of lines of a content, if the page has its source.
func (b *scanBuilder) bytesOf(content string, lines answer.Lines) (s answer.Span) {
	shown, ok := b.shown[content]
	if !ok {
		return s
	}
	if len(shown.text.parts) > 0 {
		return bytesIn(shown.text.parts, lines)
	}
	decoded := &shown.text.decoded
	from, to, err := decoded.LineRange(max(1, lines.From), lines.To)
	if err != nil {
		return s
	}
	return answer.Span{Start: decoded.Original(from), End: decoded.Original(to)}
}

// documentKey identifies the document that a finding is from.
func documentKey(o *scan.Origin) string { return o.Content + " " + o.File() }

// scanSide returns a pair's side in the n-th unit, with so many tokens in matches.
func scanSide(r *pairs.Report, n, tokens int) pairs.Side {
	u := &r.Units[n]
	return pairs.Side{Unit: n, Name: u.Name, Coverage: min(1, float64(tokens)/float64(max(1, u.Tokens)))}
}
