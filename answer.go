package chaffinch

import (
	"fmt"
	"sort"
	"strconv"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Answer is what search and similar return. Its JSON keys are stable: new ones may be added.
type Answer struct {
	Question Question `json:"question"`
	Warnings []string `json:"warnings"` // empty, never null
	Hits     []Hit    `json:"hits"`     // best first; empty, never null
	// Weaker counts the hits below [SearchOptions].MinScore among those that would be listed without
	// it. If all documents are requested, it includes those that the index estimates below.
	Weaker int `json:"weaker"`
	// WeakerVerbatim counts those of them that have all of the question unchanged, such as a copy of a few lines.
	WeakerVerbatim int `json:"weakerVerbatim,omitempty"`
	// More counts the hits that reach MinScore, but are beyond [SearchOptions].Top. Documents that were not read are not
	// counted.
	More int `json:"more"`
	// Unread are the documents that may reach MinScore, but are gone or have changed since they were indexed. A cover leaves
	// them out, so it may miss copies. Only searches by evidence have them.
	Unread []UnreadDocument `json:"unread,omitempty"`
	// Identical are the occurrences of the very content of the question, which Similar does not list.
	Identical []index.Occurrence `json:"identical,omitempty"`
	Stats     Stats              `json:"stats"`
}

// UnreadDocument is a document that could not be read.
type UnreadDocument struct {
	Content     string             `json:"content"` // as in [Hit]
	Occurrences []index.Occurrence `json:"occurrences"`
}

// Question describes the analysed question.
type Question struct {
	Name     string `json:"name"` // as given; "-" is standard input
	Language string `json:"language"`
	// Tokens counts all tokens, Boilerplate the ignored ones among them. Fingerprints counts the
	// fingerprints that were looked up.
	Tokens       int `json:"tokens"`
	Boilerplate  int `json:"boilerplate"`
	Fingerprints int `json:"fingerprints"`
	// Guarantee is t: any shared run of that many tokens is found.
	Guarantee int `json:"guarantee"`
	// Parts are the parts of a question in a format such as Markdown, in order. Each is read in its
	// own language. It is empty, never null, for a question in one language. The outputs of a
	// notebook, and the scripts and styles of a page, are not among them.
	Parts []Part `json:"parts"`
}

// Part is a part of a question in one language.
type Part struct {
	Language string `json:"language"`
	Lines    Lines  `json:"lines"` // of the question
	// Guessed means that the question does not name the language of the part, or not surely.
	Guessed bool `json:"guessed"`
	// Path is the new file of a hunk of a diff.
	Path string `json:"path,omitempty"`
	// Tokens counts the tokens. Unread says why the part was not searched for, such as "adds no
	// lines"; it is empty if it was.
	Tokens int    `json:"tokens"`
	Unread string `json:"unread,omitempty"`
}

// Hit is a content that shares material with the question. All scores are between 0 and 1.
type Hit struct {
	Content string `json:"content"` // git blob id, unless Keyed
	// Keyed reports that the index has a key: Content is then an id under this key, which is no SWHID.
	Keyed    bool   `json:"keyed,omitempty"`
	Language string `json:"language"`
	Tokens   int    `json:"tokens"`
	// Hits are ranked by the score, but by [Index.Search] those come before others that explain a part of the question
	// which no hit before them explains. Of scores within half a percent, the hit of the earliest date comes
	// first, if the dates of both are known.
	Score float64 `json:"score"`
	// Probability is how likely a first hit with the score Evident, of a question of this length, is an origin,
	// if every second question has one. For [Index.Similar] see [Pair]. It is omitted unless the content
	// was aligned and the score is by evidence. docs/scores.md says how far it holds.
	Probability float64 `json:"probability,omitempty"`
	// Evident is the score without what may be idioms: see [Match].Evident.
	Evident     float64            `json:"-"`
	Containment float64            `json:"containment"`
	Resemblance float64            `json:"resemblance"`
	Cosine      float64            `json:"cosine"`
	Occurrences []index.Occurrence `json:"occurrences"` // where the content was seen, best name first
	// Versions is how many other versions of the same path, in a history, share as many fingerprints with the
	// question. The content is the first of them.
	Versions int `json:"versions,omitempty"`
	// LaterVersions has the first 20 of those that came after it, the earliest first.
	LaterVersions []Version `json:"laterVersions,omitempty"`
	// Group is that of the hit with [SearchOptions].GroupBy, and Others counts further hits of the group that
	// reach the minimum score, among the 20 best candidates of it.
	Group  string `json:"group,omitempty"`
	Others int    `json:"others,omitempty"`
	// Equal counts, in a cover, the other documents that explain about as much of the same. The earliest is
	// listed, if dates are known.
	Equal int `json:"equal,omitempty"`
	// Looks is "generated" or "minified" if the content looks so, and not written by hand, at every
	// occurrence; otherwise empty.
	Looks string `json:"looks,omitempty"`
	// Aligned reports whether the content was read and compared token by token. If not, its files
	// were deleted or changed, and the fields below are empty.
	Aligned bool `json:"aligned"`
	// Coverage is the fraction of the question's tokens in matches, excluding boilerplate.
	Coverage float64 `json:"coverage"`
	// DocumentCoverage is the fraction of the document's tokens in matches, excluding boilerplate.
	DocumentCoverage float64 `json:"documentCoverage"`
	Shares
	// Adds is, in a cover, the fraction not explained by earlier hits.
	Adds float64 `json:"adds,omitempty"`
	// Kind is the kind of copy over all matches: verbatim, renamed or edited.
	Kind    string  `json:"kind"`
	Matches []Match `json:"matches"` // in the order of the question; empty, never null
	// HashesOnly reports that the index keeps no source, or the question has none. Coverage is then estimated from
	// fingerprints, Score from what the index knows, and Runs are in place of matches.
	HashesOnly bool         `json:"hashesOnly,omitempty"`
	Runs       []Run        `json:"runs,omitempty"` // in the order of the question
	Explain    *Explanation `json:"explain,omitempty"`
	// Alignment is set by [SearchOptions].Alignments, for printing the sources.
	Alignment *Alignment `json:"-"`
}

// Version is a later version of the document of a hit, at the same path of a history.
type Version struct {
	Content  string    `json:"content"`  // see [Hit]
	Revision string    `json:"revision"` // the commit that first had the content
	Date     time.Time `json:"date,omitzero"`
	Author   string    `json:"author,omitempty"`
}

// Match is a part of the question that occurs in the document.
type Match struct {
	Question Lines  `json:"question"`
	Document Lines  `json:"document"`
	Tokens   int    `json:"tokens"` // matching tokens
	Kind     string `json:"kind"`
	// Weight is the evidence of a common origin, in rare tokens. Evident is that of it which is no idiom: renamed names
	// in an edited match do not count, unless enough of it agrees, for the number of documents that have it.
	Weight  float64 `json:"weight"`
	Evident float64 `json:"-"`
	// DF is how many documents have this material: the median over the question's fingerprints in the match
	// of their document frequency. It is 0 if no fingerprint lies in it.
	DF int `json:"df"`
	// Rare is the part of its fingerprints, weighted by rarity, that fewer than [IdiomDF] documents have.
	Rare    float64  `json:"-"`
	Renames []Rename `json:"renames"` // most frequent first; empty, never null
	// Language is that of the part of the document in which it is, such as a block of code in Markdown. It is empty if
	// that is the language of the document.
	Language string `json:"language,omitempty"`
	// New is the place in the new file, if the question is a diff. Question has the lines of the diff.
	New *NewPlace `json:"new,omitempty"`
	// Invisible are invisible characters that only one side has, such as "U+200B".
	Invisible []string `json:"invisible,omitempty"`
}

// Run is a part of the question that fingerprints of the document cover. Where in the document they are, and in
// which order, is not known.
type Run struct {
	Question Lines `json:"question"`
	Tokens   int   `json:"tokens"`
	// Weight is the evidence, in rare tokens, if the document has all of it. DF is as in [Match].
	Weight float64 `json:"weight"`
	DF     int     `json:"df"`
	Rare   float64 `json:"-"` // as in [Match]
}

// NewPlace is a place in the new file of a diff.
type NewPlace struct {
	Path  string `json:"path"`
	Lines Lines  `json:"lines"`
}

// Largest returns the heaviest match, nil if there is none, and the number of other matches.
func (h *Hit) Largest() (largest *Match, others int) {
	for i := range h.Matches {
		if largest == nil || h.Matches[i].Weight > largest.Weight {
			largest = &h.Matches[i]
		}
	}
	return largest, max(0, len(h.Matches)-1)
}

// Lines are lines of a file, from 1, both included.
type Lines struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Len returns the number of lines.
func (l Lines) Len() int { return l.To - l.From + 1 }

// String returns "12-30", "12" for one line, or "?" for the zero value.
func (l Lines) String() string {
	switch {
	case l == Lines{}:
		return "?"
	case l.From == l.To:
		return strconv.Itoa(l.From)
	}
	return fmt.Sprintf("%d-%d", l.From, l.To)
}

// Rename is an identifier of the question that has another name in the document.
type Rename struct {
	Question string `json:"question"`
	Document string `json:"document"`
	Count    int    `json:"count"`
}

// Alignment holds the aligned documents and matches behind a hit.
type Alignment struct {
	Question, Document *align.Document
	Matches            []align.Match // shown matches
	Changes            []align.Change
	FirstLine          int // of the question in its file
}

// Explanation breaks a score down by fingerprints.
type Explanation struct {
	// Matched of Asked distinct fingerprints of the question are in the document. For a short
	// question all k-grams are looked up; the document has only those it selected.
	Matched int `json:"matched"`
	Asked   int `json:"asked"`
	// Ignored fingerprints of the question are in boilerplate, and were not looked up.
	Ignored int `json:"ignored"`
	// Unique matched fingerprints occur in no other document, Idioms occur in at least IdiomDF
	// documents.
	Unique  int `json:"unique"`
	Idioms  int `json:"idioms"`
	IdiomDF int `json:"idiomDF"`
	// Fingerprints are the matched ones, rarest first.
	Fingerprints []Fingerprint `json:"fingerprints"`
}

// Fingerprint is a shared fingerprint.
type Fingerprint struct {
	Representation string  `json:"representation"`
	Term           string  `json:"term"`
	DF             int     `json:"df"`
	IDF            float64 `json:"idf"`
}

// Stats are the costs of an answer.
type Stats struct {
	Terms        int   `json:"terms"`
	Postings     int   `json:"postings"`
	Candidates   int   `json:"candidates"`
	Aligned      int   `json:"aligned"` // candidates read and aligned
	Microseconds int64 `json:"microseconds"`
	// Aligning is the part of the time that was spent on aligning.
	Aligning time.Duration `json:"-"`
}

// newAnswer turns a result into an answer. contents is the number of contents in the index.
func newAnswer(explain bool, result *evidence.Result, contents int) *Answer {
	q, s := &result.Question, &result.Stats
	a := &Answer{
		Question: Question{
			Name: q.Name, Language: q.Language.Name, Tokens: q.Document.Own() + q.Boilerplate,
			Boilerplate: q.Boilerplate, Fingerprints: q.Fingerprints, Guarantee: q.Guarantee, Parts: partsOf(q),
		},
		Warnings: append([]string{}, result.Warnings...),
		Hits:     make([]Hit, len(result.Hits)),
		Weaker:   result.Weaker, WeakerVerbatim: result.WeakerVerbatim, More: result.More, Identical: result.Same,
		Stats: Stats{
			Terms: s.Terms, Postings: s.Postings, Candidates: s.Candidates, Aligned: s.Aligned,
			Microseconds: s.Duration.Microseconds(), Aligning: s.Aligning,
		},
	}
	for _, u := range result.Unread {
		a.Unread = append(a.Unread, UnreadDocument(u))
	}
	for i, h := range result.Hits {
		a.Hits[i] = newHit(q, h)
		if explain {
			a.Hits[i].Explain = explanation(result, h, contents)
		}
	}
	return a
}

func newHit(q *evidence.Question, h evidence.Hit) Hit {
	hit := Hit{
		Content: h.Content.ID, Language: h.Content.Language, Tokens: h.Content.Tokens,
		Score: h.Score, Probability: h.Probability, Evident: h.Evident, Containment: h.Found.Containment, Resemblance: h.Found.Resemblance,
		Cosine: h.Found.Cosine, Occurrences: h.Occurrences, Aligned: h.Aligned, Adds: h.Adds,
		Matches:  make([]Match, len(h.Matches)),
		Coverage: h.Covered[0], DocumentCoverage: h.Covered[1], Shares: Shares(h.Shares),
	}
	for _, v := range h.Later {
		o := v.Occurrence
		hit.LaterVersions = append(hit.LaterVersions, Version{v.Content, o.Revision, o.Date, o.Author})
	}
	hit.Versions, hit.Group, hit.Others, hit.Equal = h.Versions, h.Group, h.Others, h.Equal
	if h.Looks != corpus.Kept {
		hit.Looks = h.Looks.String()
	}
	hit.HashesOnly = h.HashesOnly
	for _, run := range h.Runs {
		hit.Runs = append(hit.Runs, Run{Question: lines(run.Question), Tokens: run.Len(), Weight: run.Weight, DF: run.DF, Rare: run.Rare})
	}
	kind := align.Verbatim
	for i, m := range h.Matches {
		hit.Matches[i] = Match{
			Question: lines(m.Question), Document: lines(m.Document),
			Tokens: m.Tokens, Kind: m.Change.Kind.String(), DF: m.DF, Rare: m.Rare, Renames: []Rename{},
			Invisible: codePoints(m.Change.Invisible), Weight: m.Weight, Evident: m.Evident, New: newPlace(q.Parts, m.Question),
		}
		if m.Language != nil && m.Language.Name != hit.Language {
			hit.Matches[i].Language = m.Language.Name
		}
		for _, n := range m.Change.Renames {
			hit.Matches[i].Renames = append(hit.Matches[i].Renames, Rename{n.From, n.To, n.Count})
		}
		kind = max(kind, m.Change.Kind)
	}
	if len(h.Matches) > 0 {
		hit.Kind = kind.String()
	}
	if h.Document != nil {
		hit.Alignment = &Alignment{Question: q.Document, Document: h.Document, FirstLine: 1}
		for _, m := range h.Matches {
			hit.Alignment.Matches = append(hit.Alignment.Matches, m.Match)
			hit.Alignment.Changes = append(hit.Alignment.Changes, m.Change)
		}
	}
	return hit
}

// partsOf returns the parts of the question.
func partsOf(q *evidence.Question) []Part {
	all := make([]Part, len(q.Parts))
	c := textlines.Of(q.Document.Source())
	for i, p := range q.Parts {
		all[i] = Part{Language: p.Language.Name, Guessed: p.Guessed, Path: p.Name, Tokens: p.Tokens, Unread: p.Unread}
		all[i].Lines = Lines{c.At(p.From), c.At(max(p.From, p.To-1))}
	}
	return all
}

// newPlace returns the place of a match in the new file of a diff, nil for other questions.
func newPlace(all []evidence.QuestionPart, match align.Range) *NewPlace {
	i := sort.Search(len(all), func(i int) bool { return all[i].From > match.Start }) - 1
	if i < 0 || all[i].NewLine(match.Start) == 0 {
		return nil
	}
	p := &all[i]
	return &NewPlace{p.Name, Lines{p.NewLine(match.Start), p.NewLine(match.End - 1)}}
}

// lines converts a range to line numbers.
func lines(r align.Range) Lines { return Lines{r.First.Line, r.Last.Line} }
