package evidence

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// question is a request ready to be searched and aligned, and its reading.
type question struct {
	answer.Question
	language *lex.Language
	parts    []questionPart   // of a question in a format of several parts
	ignored  int              // distinct fingerprints in boilerplate and import lines
	reread   []answer.Warning // why it is not read as its name suggests
	Document *align.Document
	comments *align.Document // the words of its comments; nil if they are few, or not compared
	Rarity   align.Rarity
	analysis analyzer.Analysis // without the fingerprints of boilerplate
	vector   *query.Vector
	spare    bool          // the vector has all k-grams
	found    *query.Result // of a first search
	cut      lex.Cut
	partCuts []parts.PartCut
	same     string // id of the content that is identical to the question, if it is to be omitted
}

func (a *Asker) questionOf(r Request, d *reading, reread []answer.Warning) *question {
	q := &question{
		Question: answer.Question{
			Name: r.Name, Language: d.analysis.Language.Name,
			Fingerprints: d.vector.Len(), Guarantee: a.analyzer.GuaranteeOf(&d.analysis),
			LeftOut: parts.LeftOut(d.analysis.Language, r.Text.UTF8),
		},
		language: d.analysis.Language, parts: a.partsOf(r, d), ignored: d.ignored, reread: reread,
		Document: align.NewDocument(d.analysis.Language, r.Text.UTF8, d.analysis.Tokens),
		Rarity:   a.rarity(&d.analysis, d.found.Terms, a.state.Contents(), r.use()),
		vector:   d.vector, spare: d.spare, found: d.found, cut: d.cut, partCuts: d.partCuts,
	}
	d.analysis.Trim()
	q.analysis = d.analysis
	q.Document.For(r.use())
	q.Document.WithTexts(d.analysis.Texts)
	q.Document.EndAt(r.Part.To)
	q.Document.Ignore(d.boilerplate)
	q.Document.Discount(d.imports)
	q.weighNothing()
	if r.Evidence && !r.Cover && r.Known == nil {
		if c := commentsOf(&d.analysis, r.Text, r.Part, d.boilerplate); c.Len() >= threshold.CommentWords {
			q.comments = c
		}
	}
	q.Boilerplate = boilerplate.Tokens(d.boilerplate)
	q.Tokens = d.analysis.Len()
	q.Imports = q.Tokens - q.Boilerplate - q.Document.Own()
	q.Parts = shownParts(q)
	if r.ExceptSame {
		q.same = index.ContentID(a.analyzer.Key(), r.Source)
	}
	return q
}

// weighNothing sets the weight of boilerplate and import lines to 0.
func (q *question) weighNothing() {
	q.Rarity.Ignore(q.Document.Ignored())
	q.Rarity.Ignore(q.Document.Discounted())
}

// reading is the question read in one language, with the result of a search.
type reading struct {
	analysis    analyzer.Analysis // without the fingerprints of boilerplate
	boilerplate []analyzer.Span
	imports     []analyzer.Span // import lines, unless they count
	ignored     int             // distinct fingerprints of boilerplate and import lines, not looked up
	spare       bool            // the vector has all k-grams: the question is short
	vector      *query.Vector
	found       *query.Result
	parts       []parts.Part // of a question in a format of several parts that may be cut
	partCuts    []parts.PartCut
	cut         lex.Cut // the zero value if the question is read from its start to its end
	kept        float64 // share of the question between the comments and strings of the cut
}

// memo keeps facts about a question that several steps ask for.
type memo struct {
	doubts     *parts.Doubts // about the expected language
	read       map[way]*reading
	imports    []Bytes // import lines in the likely language, if hasImports
	hasImports bool
}

// way is how a question is read.
type way struct {
	language *lex.Language
	part     Bytes
	cut      bool
}

// read reads the question in the language, excludes the boilerplate, and searches. If the question
// seems to begin or end inside a comment or string, it is also read so.
func (a *Asker) read(ctx context.Context, r Request, l *lex.Language) (*reading, error) {
	as := way{l, r.Part, r.Cut}
	if d := r.memo.read[as]; d != nil {
		return d, nil
	}
	d, err := a.readNew(ctx, r, l)
	if err == nil {
		r.memo.read[as] = d
	}
	return d, err
}

// readNew is read for a language that was not tried.
func (a *Asker) readNew(ctx context.Context, r Request, l *lex.Language) (*reading, error) {
	if l.Parted() && r.Cut {
		return a.readParts(ctx, r, l)
	}
	plain := &reading{kept: 1}
	isForeign := r.Part.lex(l, r.Text.UTF8, &plain.analysis)
	if err := a.findFirst(ctx, r, l, plain); err != nil {
		return nil, err
	}
	if isForeign {
		foreign := &reading{kept: 1}
		foreign.analysis.LexForeign(l, r.Text.UTF8)
		r.Part.cut(&foreign.analysis)
		if err := a.findFirst(ctx, r, l, foreign); err != nil {
			return nil, err
		}
		if foreign.adds(plain) {
			plain = foreign
		}
	}
	if !r.Cut {
		return plain, nil
	}
	tokens, c, ok := l.LexCut(r.Text.UTF8, plain.analysis.Outside())
	if !ok {
		return plain, nil
	}
	cut := &reading{kept: 1}
	cut.analysis.Tokens = tokens
	if err := a.findFirst(ctx, r, l, cut); err != nil || !cut.explainsMore(plain, c.Sure) {
		return plain, err
	}
	cut.cut, cut.kept = c, float64(c.To-c.From)/float64(len(r.Text.UTF8))
	return cut, nil
}

// findFirst is read for a question that is lexed. It sets the result.
func (a *Asker) findFirst(ctx context.Context, r Request, l *lex.Language, d *reading) (err error) {
	a.fingerprint(r, l, d)
	d.analysis.Trim()
	d.found, err = a.search(ctx, r, d.vector, r.depth())
	return err
}

// fingerprint sets the vector of a question that is lexed, without its boilerplate. A part of a
// document is searched for without its import lines. For whole documents they stay in the vector,
// as in the weights of all documents.
func (a *Asker) fingerprint(r Request, l *lex.Language, d *reading) {
	n := &d.analysis
	if n.Grams == nil { // otherwise boilerplate is unknown
		a.analyzer.Fingerprint(l, n)
		d.boilerplate = a.boilerplate.Spans(n)
		if !r.CountImports {
			d.imports = r.imports(l, n)
		}
	}
	without := d.boilerplate
	if !r.Whole && len(d.imports) > 0 {
		without = analyzer.MergeSpans(slices.Concat(d.boilerplate, d.imports))
	}
	terms := query.Terms(n)
	distinct := 0
	if len(without) > 0 {
		distinct = query.NewVector(terms).Len()
		query.WithoutSpans(a.analyzer, n, without)
		terms = query.Terms(n)
	}
	if d.spare = r.ByIndex == query.Containment && query.IsShort(a.analyzer, n, without); d.spare {
		terms = append(terms, query.SpareTerms(a.analyzer, n, without)...)
	}
	d.vector = query.NewVector(terms)
	if distinct > 0 {
		d.ignored = distinct
		for _, t := range d.vector.Terms() {
			if !t.Spare {
				d.ignored--
			}
		}
	}
}

// imports returns the tokens of a reading that are import lines. The language is the reading's, or
// the likely language of the question. Another reading does not make them evidence.
func (r Request) imports(l *lex.Language, n *analyzer.Analysis) []analyzer.Span {
	all, likely := n.Imports(r.Text.UTF8), r.likelyLanguage()
	if l == likely {
		r.memo.keepImports(all, n)
	}
	if l == likely || l == lex.Prose || l.Parted() || likely.Parted() {
		return all
	}
	if !r.memo.hasImports {
		var read analyzer.Analysis
		r.Part.lex(likely, r.Text.UTF8, &read)
		r.memo.keepImports(read.Imports(r.Text.UTF8), &read)
	}
	at := 0
	for _, b := range r.memo.imports {
		from := at + sort.Search(len(n.Tokens)-at, func(i int) bool { return int(n.Tokens[at+i].Start) >= b.From })
		at = from + sort.Search(len(n.Tokens)-from, func(i int) bool { return int(n.Tokens[from+i].End) > b.To })
		if at > from {
			all = append(all, analyzer.Span{From: from, To: at})
		}
	}
	return analyzer.MergeSpans(all)
}

// keepImports keeps where the first reading in the likely language has import lines.
func (m *memo) keepImports(imports []analyzer.Span, n *analyzer.Analysis) {
	if m.hasImports {
		return
	}
	m.hasImports = true
	for _, s := range imports {
		m.imports = append(m.imports, Bytes{From: int(n.Tokens[s.From].Start), To: int(n.Tokens[s.To-1].End)})
	}
}

// doubts returns the doubts about the language of the question's name. Without a name they are
// about prose.
func (r Request) doubts() *parts.Doubts {
	if r.memo.doubts == nil {
		expected := lex.Prose
		if !detect.IsNameless(r.path()) {
			expected = detect.Language(r.path(), r.Text.UTF8)
		}
		r.memo.doubts = parts.NewDoubts(r.path(), expected, r.Text.UTF8)
	}
	return r.memo.doubts
}

// likely returns the text's likely languages.
func (r Request) likely(n int) []*lex.Language { return r.doubts().Likely(n) }

// likelyLanguage returns the language of the question's name, or else the one that its text looks
// like.
func (r Request) likelyLanguage() *lex.Language {
	if detect.IsNameless(r.path()) {
		return r.likely(1)[0]
	}
	return r.doubts().Language()
}

// path returns the name that determines the language.
func (r Request) path() string { return cmp.Or(r.Path, r.Name) }

// use returns the purpose of the question's weights.
func (r Request) use() align.Use {
	if r.Whole {
		return align.ForSimilarity
	}
	return align.ForOrigin
}

// all is the span of all tokens.
func all(d *align.Document) analyzer.Span { return analyzer.Span{From: 0, To: d.Len()} }

// rarity returns the token weights of an analysed document among so many documents.
func (a *Asker) rarity(n *analyzer.Analysis, terms []query.TermStats, documents int, use align.Use) align.Rarity {
	var idf align.IDF
	if len(terms) > 0 {
		idf = query.IDFs(terms)
	}
	return align.NewRarity(a.analyzer, n, query.IDF(documents, 1), idf, use)
}

// warnings returns likely misunderstandings of the answer to the question.
func (a *Asker) warnings(q *question) []answer.Warning {
	shortest := a.shortest(q.language)
	subject := "the question"
	switch imports := q.Imports > 0 && q.Tokens >= shortest; {
	case q.Boilerplate > 0 && imports:
		subject = "without boilerplate and import lines, the question"
	case q.Boilerplate > 0:
		subject = "without boilerplate, the question"
	case imports:
		subject = "without import lines, the question"
	}
	shown := q.Document.Own()
	if q.Tokens < shortest {
		shown = q.Tokens - q.Boilerplate
	}
	switch own := q.Document.Own(); {
	case q.addsNoLines():
		return warning.One(option.DiffAddsNothing)
	case q.Document.Len() == 0 && q.language.Name == parts.Diff:
		return warning.One(option.DiffNoTokens)
	case q.Document.Len() == 0:
		return warning.One(option.QuestionNoTokens)
	case own == 0 && q.Boilerplate == 0 && q.Tokens >= shortest:
		return warning.One(option.AllImports, option.CountImports)
	case own == 0 && q.Boilerplate > 0:
		return warning.One(option.AllBoilerplate)
	case own < shortest:
		return warning.One(option.TooFewTokens, subject, counted(shown, "token", "tokens"), shortest)
	case q.Guarantee == 0:
		return warning.One(option.NoProse)
	case own < q.Guarantee:
		return warning.One(option.FewTokens, subject, own, q.Guarantee)
	}
	return nil
}

// shortest is the least k of the language: fewer tokens have no k-gram.
func (a *Asker) shortest(l *lex.Language) (k int) {
	for r := range analyzer.Representation(analyzer.Representations) {
		s, ok := a.analyzer.Settings().Scheme(l, r)
		if ok && (k == 0 || s.K < k) {
			k = s.K
		}
	}
	return k
}

// cutWarnings names the parts of the question that are ignored because of cuts.
func (q *question) cutWarnings(source []byte) (warnings []answer.Warning) {
	if q.cut != (lex.Cut{}) {
		warnings = ignoredBy(source, "the question", parts.PartCut{Cut: q.cut, Ends: len(source)})
	}
	for _, c := range q.partCuts {
		part := fmt.Sprintf("the part that begins in line %d", lineOf(source, c.Begins))
		warnings = append(warnings, ignoredBy(source, part, c)...)
	}
	return warnings
}

// ignoredBy names the lines that are ignored because a part is a cut.
func ignoredBy(source []byte, part string, c parts.PartCut) (warnings []answer.Warning) {
	if c.From > c.Begins {
		inside := "a string"
		if c.Comment {
			inside = "a comment"
		}
		warnings = append(warnings, warning.Of(option.BeginsInside, part, inside, lineOf(source, c.From-1)))
	}
	if c.To < c.Ends {
		warnings = append(warnings, warning.Of(option.EndsInside, part, lineOf(source, c.To)))
	}
	return warnings
}

// lineOf returns the number of the line of an offset.
func lineOf(source []byte, at int) int { return bytes.Count(source[:at], []byte("\n")) + 1 }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// unknownCollection warns if the index does not have the collection.
func (a *Asker) unknownCollection(ctx context.Context, name string) ([]answer.Warning, error) {
	if name == "" {
		return nil, nil
	}
	known, err := a.has(ctx, index.Where{Collection: name, Both: true})
	if known || err != nil {
		return nil, err
	}
	return warning.One(option.UnknownCollection, name, option.Say(option.SeeCollections)), nil
}

// has reports whether the index has an occurrence, or a skipped file, there.
func (a *Asker) has(ctx context.Context, w index.Where) (has bool, err error) {
	w.Any = true
	err = a.state.Occurrences(ctx, w, func(index.Occurrence) error {
		has = true
		return nil
	})
	return has, err
}

// Bytes is a range of a text, in bytes. The zero value is all of it.
type Bytes struct{ From, To int }

// lex lexes all of the text, and keeps the tokens that begin in the part. So a comment or string
// that crosses its border is read as in the text. It reports whether the text has foreign code.
func (p Bytes) lex(l *lex.Language, text []byte, n *analyzer.Analysis) (foreign bool) {
	foreign = n.LexShown(l, text)
	p.cut(n)
	return foreign
}

// cut keeps the tokens that begin in the part.
func (p Bytes) cut(n *analyzer.Analysis) {
	if p != (Bytes{}) {
		n.Within(p.From, p.To)
	}
}
