package evidence

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// commentForms are languages that have the usual forms of comments: // and /* */, #, --, ;, %, <!--
// -->.
var commentForms = []string{"C", "Python", "SQL", "Common Lisp", "TeX", "HTML"}

// commentWarnings warns that comments are not indexed, if the question consists mostly of them. A
// pasted comment alone is often read as text, and text cut from inside a comment as any language.
func (q *question) commentWarnings(r Request) []answer.Warning {
	if q.Document.Len() == 0 || r.Known != nil {
		return nil
	}
	src, tokens := r.text(), q.analysis.Tokens
	comments := !q.language.Parted() && (mostlyComments(src, tokens) || looksCommented(src))
	for _, form := range commentForms {
		if comments || q.language != lex.Prose {
			break
		}
		l, _ := lex.Lookup(form)
		comments = mostlyComments(src, l.Lex(nil, src))
	}
	switch {
	case comments:
		return warning.One(option.OnlyComments)
	case parts.IsProse(src):
		return warning.One(option.LooksLikeProse)
	}
	return nil
}

// mostlyComments reports whether hardly any of the source is in tokens.
func mostlyComments(src []byte, tokens []lex.Token) bool {
	code, all := 0, 0
	for _, t := range tokens {
		code += int(t.End - t.Start)
	}
	for field := range bytes.FieldsSeq(src) {
		all += len(field)
	}
	return float64(code) < threshold.CodeInComments*float64(all)
}

// looksCommented reports whether each line begins with a comment mark that may be an operator.
// Examples are " * text", as inside a block comment, ";; text" and "%% text".
func looksCommented(src []byte) bool {
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		indented := len(text) > 0 && line[0] != text[0]
		if len(text) > 0 && text[0] != ';' && text[0] != '%' && !(text[0] == '*' && indented) {
			return false
		}
	}
	return true
}

// Questions that are only a comment, or that find nothing and have comments. The index has no terms
// of comments, which would make it larger for everybody. So the documents themselves are read, at
// the speed of a search for strings, and lexed only if they have half of the question's longest
// words. Go's tree takes half a second.

const (
	// mostRead bounds the bytes of documents that are read for such a question.
	mostRead = 1 << 30
	// probes is the number of words that a document is looked through for.
	probes = 8
	// leastProbe and mostProbe bound the bytes of such a word.
	leastProbe, mostProbe = 4, 24
	// blocks is the number of comments or paragraphs of a question, the longest ones, for which
	// documents are looked through.
	blocks = 4
	// apart is the least number of bytes between the words of two comments.
	apart = 40
	// describedAtOnce is the number of documents that are described together.
	describedAtOnce = 256
)

// remarks are the words of a question for which documents are read.
type remarks struct {
	words  *align.Document
	probes [][][]byte // the longest words of each comment or paragraph
	least  int        // how many words of one a document must have
}

// remarksOf returns the words of a question that looks like a comment. Of others it returns the
// words of prose, or of the comments of code; of these a document must have more.
func (a *Asker) remarksOf(r Request, found *answer.Answer) *remarks {
	src, text := r.text(), r.Text.UTF8
	prose := func() *align.Document { return align.NewDocument(lex.Prose, src, lex.Words(nil, src, 0, len(src))) }
	if slices.ContainsFunc(found.Warnings, ofComments) || mostlyNames(found.Question.Language, src) {
		return &remarks{prose(), [][][]byte{longestWords(src)}, threshold.CommentWords}
	}
	q := &remarks{least: threshold.CommentWordsAmongOthers}
	if l, ok := lex.Lookup(found.Question.Language); !ok || l == lex.Prose || l.Parted() {
		q.words = prose()
	} else {
		var n analyzer.Analysis
		n.Lex(l, text)
		q.words = commentsOf(&n, r.Text, r.Part, a.boilerplate.Spans(&n))
		src = text
	}
	var all []analyzer.Span
	for i, end := 0, 0; i < q.words.Len(); i++ {
		t := q.words.Token(i)
		if between := src[end:t.Start]; i == 0 || len(between) > apart || bytes.Count(between, []byte("\n")) > 1 {
			all = append(all, analyzer.Span{From: i})
		}
		all[len(all)-1].To, end = i+1, int(t.End)
	}
	all = slices.DeleteFunc(all, func(s analyzer.Span) bool { return s.Len() < threshold.CommentWords })
	slices.SortStableFunc(all, func(x, y analyzer.Span) int { return cmp.Compare(y.Len(), x.Len()) })
	for _, s := range all[:min(len(all), blocks)] {
		q.probes = append(q.probes, longestWords(src[q.words.Token(s.From).Start:q.words.Token(s.To-1).End]))
	}
	return q
}

// mayBeIn reports whether the text has enough of the longest words of a comment.
func (q *remarks) mayBeIn(text []byte) bool {
	return slices.ContainsFunc(q.probes, func(words [][]byte) bool {
		left := len(words) // that may be there
		for _, w := range words {
			if float64(left) < threshold.CommentedWords*float64(len(words)) {
				break
			}
			if !bytes.Contains(text, w) {
				left--
			}
		}
		return float64(left) >= threshold.CommentedWords*float64(len(words))
	})
}

// commented returns the documents that have the comments of the question, if the answer has no hit.
// Documents with most of their words come first.
func (a *Asker) commented(ctx context.Context, r Request, found *answer.Answer) ([]answer.Hit, error) {
	if len(found.Hits) > 0 || !r.Evidence || r.Cover || r.Whole || r.Several {
		return nil, nil
	}
	catalog, err := index.CatalogOf(a.state)
	if err != nil {
		return nil, nil // and the warning stays
	}
	q := a.remarksOf(r, found)
	q.probes = slices.DeleteFunc(q.probes, func(words [][]byte) bool { return len(words) == 0 })
	if q.words.Len() < q.least || len(q.probes) == 0 {
		return nil, nil
	}
	var ids []string
	read := int64(0)
	err = catalog.EachContent(ctx, func(c index.Content) error {
		if l, err := languageOf(c); err == nil && l != lex.Prose && !l.Parted() && read+c.Size <= mostRead {
			ids, read = append(ids, c.ID), read+c.Size
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var hits []answer.Hit
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for chunk := range slices.Chunk(ids, describedAtOnce) {
		group.Go(func() error {
			all, err := a.state.Describe(ctx, chunk)
			var used commentScratch
			for i := 0; i < len(all) && err == nil; i++ {
				var h *answer.Hit
				err = mapped.Read(func() (err error) {
					h, err = a.hitOfComment(ctx, r, all[i], q, &used)
					return err
				})
				if h != nil {
					mu.Lock()
					hits = append(hits, *h)
					mu.Unlock()
				}
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	order.Short(hits, func(x, y answer.Hit) int {
		return cmp.Or(cmp.Compare(wordsOf(y.SameComments), wordsOf(x.SameComments)), strings.Compare(x.Content, y.Content))
	})
	if r.Top > 0 {
		hits = hits[:min(len(hits), r.Top)]
	}
	return hits, nil
}

// ofComments reports whether a warning says that the question is a comment, or running text.
func ofComments(w answer.Warning) bool {
	return slices.Contains([]option.Code{option.OnlyComments, option.LooksLikeProse, option.QuestionNoTokens}, option.Code(w.Code))
}

// mostlyNames reports whether a text, read in the language, has too few operators for code.
func mostlyNames(language string, src []byte) bool {
	l, ok := lex.Lookup(language)
	if !ok || l.Parted() {
		return false
	}
	tokens, operators := l.Lex(nil, src), 0
	for _, t := range tokens {
		if t.Kind == lex.Operator {
			operators++
		}
	}
	return threshold.TokensOfOperator*operators <= len(tokens)
}

// commentScratch is memory for the documents that are read for comments, one at a time.
type commentScratch struct {
	source   []byte
	analysis analyzer.Analysis
}

// hitOfComment returns the document as a hit if it has a comment of the question, else nil.
func (a *Asker) hitOfComment(ctx context.Context, r Request, d index.Described, q *remarks, used *commentScratch) (*answer.Hit, error) {
	occurrences := slices.DeleteFunc(slices.Clone(d.Occurrences), func(o index.Occurrence) bool { return !r.lists(d.Content, o) })
	if err := ctx.Err(); err != nil || len(occurrences) == 0 {
		return nil, err
	}
	source, err := a.state.Source(ctx, d.Content, d.Occurrences, used.source)
	if errors.Is(err, index.ErrSourceGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	used.source = source
	text := corpus.Decode(source)
	if !q.mayBeIn(text.UTF8) {
		return nil, nil
	}
	l, err := languageOf(d.Content)
	if err != nil {
		return nil, err
	}
	n := &used.analysis
	n.LexKnown(l, text.UTF8, d.Tokens)
	same := sameComments(q.words, commentsOf(n, &text, Bytes{}, a.boilerplate.Spans(n)))
	if !slices.ContainsFunc(same, func(c answer.SharedComment) bool { return c.Words >= q.least }) {
		return nil, nil
	}
	order.Short(occurrences, index.Occurrence.Compare)
	return &answer.Hit{
		Content: d.ID, HitContent: answer.HitContent{Keyed: r.Keyed}, Language: d.Language, Tokens: d.Tokens, Occurrences: occurrences,
		Aligned: true, Kind: onlyComments, Matches: []answer.Match{}, SameComments: same,
	}, nil
}

// wordsOf returns the number of words of shared comments.
func wordsOf(all []answer.SharedComment) (n int) {
	for _, c := range all {
		n += c.Words
	}
	return n
}

// onlyComments is the kind of such a hit.
const onlyComments = "comments"

// longestWords returns the longest words of a text, each once. Text without spaces is cut.
func longestWords(src []byte) (all [][]byte) {
	for word := range bytes.FieldsFuncSeq(src, func(c rune) bool { return !unicode.In(c, unicode.L, unicode.N, unicode.M) }) {
		for len(word) > mostProbe {
			cut := mostProbe
			for cut > 0 && word[cut]&0xC0 == 0x80 {
				cut--
			}
			all, word = append(all, word[:cut]), word[cut:]
		}
		all = append(all, word)
	}
	order.Short(all, func(a, b []byte) int { return cmp.Or(cmp.Compare(len(b), len(a)), bytes.Compare(a, b)) })
	all = slices.CompactFunc(all, bytes.Equal)
	all = slices.DeleteFunc(all, func(w []byte) bool { return len(w) < leastProbe })
	return all[:min(len(all), probes)]
}

// commentsOf returns the words of the comments of a part of a text, ready to be aligned. The zero
// part is all of it.
func commentsOf(n *analyzer.Analysis, t *corpus.Text, part Bytes, ignored []analyzer.Span) *align.Document {
	var comments analyzer.Analysis
	n.Comments(t.UTF8, ignored, &comments)
	if part != (Bytes{}) {
		comments.Within(part.From, part.To)
	}
	d := align.NewDocument(lex.Prose, t.UTF8, comments.Tokens)
	d.DecodedFrom(t.Original)
	return d
}

// sameComments returns the comments that two texts share.
func sameComments(a, b *align.Document) (all []answer.SharedComment) {
	for _, m := range align.Align(a, b) {
		if m.Tokens >= threshold.CommentWords {
			all = append(all, answer.NewSharedComment(a, b, m))
		}
	}
	return all
}
