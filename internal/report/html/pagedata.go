package html

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// data is the input of the script. It refers to contents by index; all places count in [text].
type data struct {
	Format    int       `json:"format"` // see pageFormat
	Title     string    `json:"title"`
	ID        string    `json:"id"` // of the compared contents; the same for the same ones
	Anonymous bool      `json:"anonymous"`
	Single    bool      `json:"single,omitempty"`  // one pair, and no overview
	Flow      *flow     `json:"flow,omitempty"`    // of two trees, instead of the overview
	Scan      *scanPage `json:"scan,omitempty"`    // of a project, instead of the overview
	Dossier   *dossier  `json:"dossier,omitempty"` // of marked pairs, instead of the overview
	// Version is the version of the program that compared, and Settings are how it compared.
	Version  string      `json:"version,omitempty"`
	Settings [][2]string `json:"settings,omitempty"`
	Noun     [2]string   `json:"noun"` // for one and for many
	// Sort is the column that pairs, or relations, are first sorted by.
	Sort      string  `json:"sort,omitempty"`
	MinScore  float64 `json:"minScore"`
	Guarantee int     `json:"guarantee"`
	Units     []unit  `json:"units"`
	// Whole counts the submissions: two parts of one count once.
	Whole     int     `json:"whole"`
	Pairs     []pair  `json:"pairs"`
	Identical [][]int `json:"identical"`
	// Comments are pairs with the same comments, the pairs with the most words first.
	Comments []commentPair `json:"comments,omitempty"`
	// Languages are pairs in two languages, the pair furthest ahead first.
	Languages []languagePair `json:"languages,omitempty"`
	// Unlisted are the pairs beyond the list, best first: two units, and the score in
	// ten-thousandths.
	Unlisted [][3]int `json:"unlisted,omitempty"`
	Deadline string   `json:"deadline,omitempty"` // RFC 3339
	// Clusters are those of the other formats, with their linkage and score. The page shows them
	// until the slider is moved. A LinkScore of 0 means no clusters.
	Clusters  []group `json:"clusters,omitempty"`
	Linkage   string  `json:"linkage,omitempty"`
	LinkScore float64 `json:"linkScore,omitempty"`
	// Near are groups of near-identical units. Only pairs with the first unit are compared.
	Near      [][]int     `json:"near"`
	Histogram []int       `json:"histogram"`
	StandOut  *standOut   `json:"standOut,omitempty"`
	Skipped   []skipped   `json:"skipped"`
	Unread    []unread    `json:"unread,omitempty"`
	Warnings  []string    `json:"warnings"`
	Stats     pairs.Stats `json:"stats"`
	More      int         `json:"more"` // pairs left out
	// Names are the names of renamed identifiers, which many matches share.
	Names []string `json:"names"`

	texts []block
	notes *savedNotes // of a report that is opened again
}

// savedNotes are notes that the page that compares in the browser saved in a report.
type savedNotes struct {
	Saved int64           `json:"saved"` // milliseconds since 1970, which tell one file from another
	Notes map[string]note `json:"notes"` // by the numbers of units
}

// dossier marks the page of a dossier.
type dossier struct {
	Made string `json:"made"` // the day: 2026-03-15
}

type note struct {
	Mark string `json:"mark"`
	Text string `json:"text"`
}

// block is a content. Without its source it gives the reason.
type block struct {
	Text    string `json:"text"`
	Classes string `json:"classes"`
	Missing string `json:"missing,omitempty"`
	SHA256  string `json:"sha256,omitempty"` // of the file, in hexadecimal, on the page of a collection
	// Gaps are the lines that an excerpt lacks: the place after the gap, and the number of lines.
	Gaps [][2]int `json:"gaps,omitempty"`
}

// standOut is a sentence about units that stand out, and the threshold that it suggests.
type standOut struct {
	Text string  `json:"text"`
	From float64 `json:"from"`
}

type unit struct {
	Name        string `json:"name"`
	Shown       string `json:"shown,omitempty"` // see [report.ShownNames]
	Apart       string `json:"apart,omitempty"` // see [report.ToldApart]
	Files       []file `json:"files"`
	Tokens      int    `json:"tokens"`
	Boilerplate int    `json:"boilerplate"`
	Old         bool   `json:"old,omitempty"`
	Rest        bool   `json:"rest,omitempty"`
	Looks       string `json:"looks,omitempty"` // generated or minified, if all its files look so
	Author      string `json:"author,omitempty"`
	Label       string `json:"label,omitempty"`
	Date        string `json:"date,omitempty"`     // RFC 3339
	Standing    string `json:"standing,omitempty"` // see [report.Standing]
}

type group struct {
	Units []int   `json:"units"`
	Score float64 `json:"score"`
}

type file struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	Lines    int    `json:"lines"`
	Tokens   int    `json:"tokens"`
	// Text is the index of its content, or -1 without a match in a listed pair.
	Text        int    `json:"text"`
	Boilerplate []span `json:"boilerplate,omitempty"`
	Idioms      []span `json:"idioms,omitempty"`
	Imports     []span `json:"imports,omitempty"`
}

// span is a range of a text: start and end.
type span [2]int

type pair struct {
	Units       [2]int     `json:"units"`
	Score       float64    `json:"score"`
	Unusual     float64    `json:"unusual,omitempty"` // what the table is first sorted by, if it is not the score
	Probability float64    `json:"probability"`
	MayBeCommon bool       `json:"mayBeCommon,omitempty"` // as in [pairs.Pair]
	Resemblance float64    `json:"resemblance"`
	Cosine      float64    `json:"cosine"`
	Material    float64    `json:"material"`
	Containment [2]float64 `json:"containment"`
	Coverage    [2]float64 `json:"coverage"`
	Rank        int        `json:"rank"`
	Percentile  float64    `json:"percentile"`
	Rarest      string     `json:"rarest,omitempty"`
	Smaller     int        `json:"smaller,omitempty"` // side of the smaller unit
	Longest     int        `json:"longest"`
	Tokens      int        `json:"tokens"`
	Kind        string     `json:"kind"`
	New         bool       `json:"new,omitempty"`
	// Evidence is the weight of the matches, in rare tokens.
	Evidence float64 `json:"evidence"`
	Matches  []match `json:"matches"`
}

// commentPair is two units with the same comments. It has the rare words, and the comments.
type commentPair struct {
	Units    [2]int        `json:"units"`
	Words    int           `json:"words"`
	Comments []sameComment `json:"comments"`
}

// languagePair is two units in two languages, and what both have.
type languagePair struct {
	Units     [2]int    `json:"units"`
	Languages [2]string `json:"languages"`
	Lead      string    `json:"lead"`
	Names     string    `json:"names"`
	Rarest    string    `json:"rarest"`
}

// sameComment is a comment that two units have.
type sameComment struct {
	Places [2]string `json:"places"` // the path and the lines
	Text   string    `json:"text"`
}

type match struct {
	Places  [2]place `json:"places"`
	Tokens  int      `json:"tokens"`
	Kind    string   `json:"kind"`
	Weight  float64  `json:"weight,omitempty"` // in rare tokens, if a collection weighs them
	Renames []rename `json:"renames,omitempty"`
	Edits   []edit   `json:"edits,omitempty"`
	// Invisible are invisible characters of one side only, such as U+200B.
	Invisible []string `json:"invisible,omitempty"`
}

// rename is a name on both sides, by index in [data.Names], and its count.
type rename [3]int

// edit is a differing part of a match. It has its side, its start and end in the text, and 1 if the
// other side has other text in its place, 0 if it has none.
type edit [4]int

// place is a file, its first and last line, and the text's start and end.
type place [5]int

// unread is a file that was not compared.
type unread struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
	Author string `json:"author,omitempty"`
	Whole  bool   `json:"whole,omitempty"` // nor anything else of its unit
}

// unreadRows is the maximum number of files that the page names.
const unreadRows = 1000

type skipped struct {
	Reason string `json:"reason"`
	Files  int    `json:"files"`
}

func newData(r *pairs.Report, o Options, title string) *data {
	one, many := nouns(r)
	b := &builder{r: r, o: o, index: map[string]int{}, named: map[string]int{}}
	b.readTexts()
	d := &data{
		Format: pageFormat, Title: title, Anonymous: o.Anonymous, Single: o.single, Flow: o.flow, Scan: o.scan,
		Dossier: o.cases, Version: o.Version, Settings: o.Settings, Noun: [2]string{one, many},
		MinScore: r.MinScore, Guarantee: r.Guarantee,
		Units: b.units(), Whole: report.Units(r), Pairs: b.pairs(), Near: orEmpty(r.NearIdentical),
		ID: idOf(r), Identical: orEmpty(r.Identical), Histogram: orEmpty(r.Histogram),
		Skipped: []skipped{}, Warnings: []string{}, Stats: r.Stats, More: r.More,
		texts: b.blocks, notes: o.notes,
	}
	d.Names = orEmpty(b.names) // names of the pairs
	if r.Deadline != nil {
		d.Deadline = r.Deadline.UTC().Format(time.RFC3339)
	}
	d.Linkage, d.LinkScore = r.Linkage, r.LinkScore
	if r.Sort != pairs.ByUnusual {
		d.Sort = r.Sort
	}
	if r.StandOut != nil {
		d.StandOut = &standOut{report.StandOut(r), math.Floor(100*r.StandOut.From+1e-6) / 100}
	}
	for _, c := range r.Clusters {
		d.Clusters = append(d.Clusters, group{c.Units, report.FourDecimals(c.Score)})
	}
	for _, p := range r.SameComments {
		of := commentPair{Units: [2]int{p.A.Unit, p.B.Unit}, Words: p.Words}
		for _, c := range p.Comments {
			of.Comments = append(of.Comments, sameComment{[2]string{report.CommentPlace(&c.A), report.CommentPlace(&c.B)}, terminal.Line(c.Text)})
		}
		d.Comments = append(d.Comments, of)
	}
	for i := range r.OtherLanguage {
		p := &r.OtherLanguage[i]
		d.Languages = append(d.Languages, languagePair{
			[2]int{p.A.Unit, p.B.Unit}, [2]string{p.A.Language, p.B.Language}, report.Score(p.Lead), report.Score(p.Material), report.SharedNames(p.Rarest),
		})
	}
	for _, p := range r.Unlisted {
		d.Unlisted = append(d.Unlisted, [3]int{p.A, p.B, int(math.Floor(1e4*p.Score + 1e-6))})
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Skipped)) {
		d.Skipped = append(d.Skipped, skipped{terminal.Safe(string(reason)), r.Skipped[reason]})
	}
	whole, rest := report.NotCompared(r)
	all := slices.Concat(whole, rest)
	for _, u := range all[:min(len(all), unreadRows)] {
		d.Unread = append(d.Unread, unread{
			Path: terminal.Safe(u.Path), Reason: string(u.Reason), Detail: terminal.Safe(u.Detail),
			Author: terminal.Safe(u.Author), Whole: u.Whole,
		})
	}
	d.Unread = append(d.Unread, o.unread...)
	for _, w := range warning.Texts(r.Warnings) {
		d.Warnings = append(d.Warnings, terminal.Safe(w))
	}
	return d
}

// idOf returns an id of the compared contents, in their order. The browser keeps the reader's notes
// by this id and the numbers of units, so that notes never move to another unit.
func idOf(r *pairs.Report) string {
	sum := sha256.New()
	for _, u := range r.Units {
		for _, f := range u.Files {
			sum.Write([]byte(f.Content + "\n"))
		}
		sum.Write([]byte("\n"))
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// builder converts a result to data.
type builder struct {
	r      *pairs.Report
	o      Options
	index  map[string]int // of contents that are shown, by id
	texts  []*text
	blocks []block
	names  []string
	named  map[string]int // index in names
}

// readTexts reads the contents that the page shows. They are the contents with listed matches, the
// contents of identical units, and both contents of a single pair.
func (b *builder) readTexts() {
	if b.o.single {
		b.read(0, 0)
		b.read(1, 0)
	}
	for i := range b.r.Pairs {
		p := &b.r.Pairs[i]
		for j := range p.Matches {
			b.read(p.A.Unit, p.Matches[j].A.File)
			b.read(p.B.Unit, p.Matches[j].B.File)
		}
	}
	for _, group := range b.r.Identical {
		for file := range b.r.Units[group[0]].Files {
			b.read(group[0], file)
		}
	}
}

func (b *builder) read(unit, file int) {
	f := &b.r.Units[unit].Files[file]
	if _, ok := b.index[f.Content]; ok {
		return
	}
	b.index[f.Content] = len(b.texts)
	if shown, done := b.o.shown[f.Content]; done {
		b.texts, b.blocks = append(b.texts, shown.text), append(b.blocks, shown.block)
		return
	}
	source, err := b.o.source(f.Content)
	if err != nil {
		b.texts = append(b.texts, &text{})
		b.blocks = append(b.blocks, block{Missing: b.reason(err)})
		return
	}
	shown := prepare(f.Language, source)
	if kind := b.o.kind(); kind == "collection" || kind == "dossier" {
		sum := sha256.Sum256(source)
		shown.block.SHA256 = hex.EncodeToString(sum[:])
	}
	b.texts, b.blocks = append(b.texts, shown.text), append(b.blocks, shown.block)
}

// prepared is a content as the page has it.
type prepared struct {
	text  *text
	block block
}

func prepare(language string, source []byte) prepared {
	decoded := corpus.Decode(source)
	t := newText(decoded.UTF8)
	t.decoded = decoded
	return prepared{t, block{Text: t.shown, Classes: highlight(language, decoded.UTF8, t)}}
}

// reason returns why there is no source. An anonymous page must not show the error, which may
// contain a path.
func (b *builder) reason(err error) string {
	if b.o.Anonymous {
		return "it could not be read"
	}
	return terminal.Safe(err.Error())
}

func (b *builder) units() []unit {
	all, shown := make([]unit, 0, len(b.r.Units)), make([]string, len(b.r.Units))
	if b.o.called != nil {
		shown = b.o.called
	} else if !b.o.Anonymous { // pseudonyms begin alike
		shown = report.ShownNames(b.r)
	}
	apart := make([]string, len(b.r.Units))
	if !b.o.Anonymous {
		apart = report.ToldApart(b.r)
	}
	for i := range b.r.Units {
		u := &b.r.Units[i]
		v := unit{
			Name: terminal.Safe(u.Name), Shown: shown[i], Apart: apart[i], Files: make([]file, 0, len(u.Files)),
			Tokens: u.Tokens, Boilerplate: u.Boilerplate,
			Old: u.Old, Rest: u.Rest, Looks: string(u.Looks), Author: terminal.Safe(u.Author), Label: terminal.Safe(u.Label), Standing: report.Standing(u),
		}
		if u.Date != nil {
			v.Date = u.Date.UTC().Format("2006-01-02T15:04:05Z")
		}
		for j := range u.Files {
			v.Files = append(v.Files, b.file(&u.Files[j]))
		}
		all = append(all, v)
	}
	return all
}

func (b *builder) file(f *pairs.File) file {
	v := file{Path: terminal.Safe(f.Path), Language: terminal.Safe(f.Language), Lines: f.Lines, Tokens: f.Tokens, Text: -1}
	if i, shown := b.index[f.Content]; shown {
		v.Text = i
		v.Boilerplate = spans(b.texts[i], f.Boilerplate)
		v.Idioms = spans(b.texts[i], f.Idioms)
		v.Imports = spans(b.texts[i], f.Imports)
	}
	return v
}

func spans(t *text, ranges []answer.Span) []span {
	var all []span
	for _, r := range ranges {
		if s := (span{t.placeOf(r.Start), t.placeOf(r.End)}); s[0] < s[1] {
			all = append(all, s)
		}
	}
	return all
}

func (b *builder) pairs() []pair {
	all := make([]pair, 0, len(b.r.Pairs)) // best first, whatever they were sorted by
	for i := range b.r.Pairs {
		p := &b.r.Pairs[i]
		v := pair{
			Smaller: report.SmallerSide(b.r, p),
			Units:   [2]int{p.A.Unit, p.B.Unit}, Score: report.FourDecimals(p.Score),
			Probability: report.FourDecimals(p.Probability), MayBeCommon: p.MayBeCommon,
			Resemblance: report.FourDecimals(p.Resemblance), Cosine: report.FourDecimals(p.Cosine), Material: report.FourDecimals(p.Material),
			Containment: [2]float64{report.FourDecimals(p.A.Containment), report.FourDecimals(p.B.Containment)},
			Coverage:    [2]float64{report.FourDecimals(p.A.Coverage), report.FourDecimals(p.B.Coverage)},
			Rank:        p.Rank, Percentile: report.FourDecimals(p.Percentile), Rarest: report.SharedNames(p.Rarest),
			Longest: p.Longest, Tokens: p.Tokens, Kind: p.Kind, New: p.New,
			Matches: make([]match, 0, len(p.Matches)),
		}
		if b.r.Sort == pairs.ByUnusual && p.Unusual < p.Score {
			v.Unusual = report.FourDecimals(p.Unusual)
		}
		for j := range p.Matches {
			v.Matches = append(v.Matches, b.match(p, &p.Matches[j]))
			v.Evidence += p.Matches[j].Weight
		}
		v.Evidence = math.Round(10*v.Evidence) / 10
		all = append(all, v)
	}
	if b.r.Sort != "" { // of a scan, findings have their order
		order.Short(all, func(x, y pair) int { return cmp.Compare(y.Score, x.Score) })
	}
	return all
}

func (b *builder) match(p *pairs.Pair, m *pairs.Match) match {
	v := match{
		Places: [2]place{b.place(p.A.Unit, &m.A), b.place(p.B.Unit, &m.B)},
		Tokens: m.Tokens, Kind: m.Kind, Weight: math.Round(10*m.Weight) / 10, Invisible: m.Invisible,
	}
	for _, n := range m.Renames {
		v.Renames = append(v.Renames, rename{b.name(n.A), b.name(n.B), n.Count})
	}
	for _, e := range m.Edits {
		v.Edits = b.appendEdit(v.Edits, 0, p.A.Unit, &m.A, e.A.Bytes, e.Kind)
		v.Edits = b.appendEdit(v.Edits, 1, p.B.Unit, &m.B, e.B.Bytes, e.Kind)
	}
	return v
}

// name returns the index of an identifier's name.
func (b *builder) name(name string) int {
	name = terminal.Line(name)
	n, known := b.named[name]
	if !known {
		n = len(b.names)
		b.names, b.named[name] = append(b.names, name), n
	}
	return n
}

func (b *builder) appendEdit(edits []edit, side, unit int, in *answer.Place, at answer.Span, kind string) []edit {
	t := b.text(unit, in)
	e := edit{side, t.placeOf(at.Start), t.placeOf(at.End)}
	if e[1] == e[2] {
		return edits
	}
	if kind == align.Changed.String() {
		e[3] = 1
	}
	return append(edits, e)
}

func (b *builder) text(unit int, p *answer.Place) *text {
	return b.texts[b.index[b.r.Units[unit].Files[p.File].Content]]
}

func (b *builder) place(unit int, p *answer.Place) place {
	t := b.text(unit, p)
	return place{p.File, p.Lines.From, p.Lines.To, t.placeOf(p.Bytes.Start), t.placeOf(p.Bytes.End)}
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
