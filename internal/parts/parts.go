// Package parts takes documents apart that consist of parts in several languages. Examples are
// Markdown with blocks of code, diffs, notebooks, e-mails with quoted code, listings and HTML pages
// with code.
//
//	markdown.go  fenced and indented blocks; the rest is prose
//	diff.go      the added lines of each hunk, in the language of the new file
//	newfile.go   files that a diff adds whole
//	normal.go    the hunks of diffs without -u
//	notebook.go  the cells of a Jupyter notebook
//	mail.go      quoted and unquoted paragraphs, code and prose
//	message.go   e-mails with encoded bodies, or several
//	listing.go   code with line numbers in front
//	session.go   listings with prompts in place of numbers
//	page.go      code in HTML
//	blocks.go    the blocks of code of Markdown and pages alone
//	markedlines.go lines with the same mark before them
//	hiddencode.go  code inside the comments and strings of a source, and in the text of data
//	elements.go  code in the elements pre of HTML files
//	strings.go   strings in pieces
//	codelines.go which lines look like code
//	legal.go     which lines are of legal texts
//	cut.go       parts that begin or end inside a comment or string
//	quotes.go    where strings begin and end
//	escapes.go   escapes in strings
//	macros.go    macros of C that stand for a punctuation mark or for nothing
//	condition.go conditions of #if that are constant by their text
//	branches.go  branches of #if, for these macros
//	textescapes.go  escapes anywhere in sources of Java
//	text.go      the text of a part, and the places in the document that it comes from
//	shown.go     programs that a listing or quotation shows, in the language of its name
//	looks.go     which of these formats a document seems to have
//	leftout.go   lines that are not read, by reason
//
// [Lex] makes one sequence of tokens of all parts. Their offsets count in the document. Before each
// part is a border, which no k-gram and no match crosses. So a part has the fingerprints that it
// would have as a document, and every shared run inside a part is found.
//
// All formats are read in linear time. Damaged documents are read as far as possible.
package parts

import (
	"bytes"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Part is a part of a document in one language.
type Part struct {
	Language *lex.Language
	// Hunk means that the part is a hunk of a diff. Name is the path of the new file.
	Hunk bool
	Name string
	// Guessed means that the document does not name the language, or not surely. Another may be
	// tried.
	Guessed bool
	// From and To is the range of bytes of the document in which the part lies.
	From, To int

	text   text
	inside bool       // a comment or string
	kept   []span     // of the text: tokens elsewhere are left out; nil keeps all
	lines  []numbered // of a hunk of a diff
}

// span is a range of bytes.
type span struct{ from, to int }

// Lexed holds the tokens of a document.
type Lexed struct {
	// Tokens are the tokens of all parts, each part preceded by a border. Code inside comments and
	// strings follows all other tokens. A document in one language without such code has no border.
	Tokens []lex.Token
	// Texts holds the texts of tokens that are not simply source[Start:End], by Start. These are
	// strings over several lines of a diff or a comment, or in strings with escapes.
	Texts map[uint32][]byte
	// LeftOut counts the lines that are not read, by reason: see [LeftOut].
	LeftOut map[string]int
	// Foreign means that code inside a comment or string looks like another language. It is then
	// not read in that language: see [Foreign].
	Foreign bool
}

// Purpose is what a source is lexed for.
type Purpose uint8

const (
	// Indexed is a document of an index: its fingerprints are those of the version.
	Indexed Purpose = iota
	// Asked is a question or a compared text. A listing or quotation is read as the program that it
	// shows: numbers or marks begin nine tenths of its lines, as in no program. The other lines are
	// read as they are. Most files take a microsecond. Code is also found in prose, and between the
	// paragraphs of a comment.
	Asked
	// Foreign is Asked, with all code inside comments and strings in the language that it looks
	// like. The documents of an index may have it in the language of the file, so this is another
	// reading.
	Foreign
)

// Lex lexes src as the language and overwrites into. It reuses the memory of its tokens.
func Lex(l *lex.Language, src []byte, as Purpose, into *Lexed) {
	if as != Indexed {
		if t, ok := shown(l, src); ok {
			into.lexShown(l, t, as)
			return
		}
	}
	into.lex(l, src, -1, as)
}

// LexKnown is [Lex] for an indexed source with a known number of tokens, without borders. The
// number is negative if it is not known. If a source in one language has as many without code
// inside its comments and strings, there is none, and it is not looked for. That took a tenth of
// the time of a search. Otherwise the search ends when so many are found.
func LexKnown(l *lex.Language, src []byte, tokens int, into *Lexed) {
	into.lex(l, src, tokens, Indexed)
}

// lex is [Lex] for a text that shows no other one.
func (into *Lexed) lex(l *lex.Language, src []byte, tokens int, as Purpose) {
	*into = Lexed{Tokens: into.Tokens[:0]}
	if !l.Parted() {
		if t, ok := decoded(l, whole(src)); ok {
			into.appendDecoded(l, t)
			return
		}
		scratch := lineScratch.Get().(*lines)
		defer lineScratch.Put(scratch)
		into.lexWhole(l, src, scratch)
		most := -1
		switch n := len(into.Tokens); {
		case n == tokens:
			return
		case !hasDirectives(l):
			most = tokens - n
		case 0 <= tokens && tokens < n:
			if into.rewrite(l, src); len(into.Tokens) == tokens {
				return
			}
			into.lexWhole(l, src, scratch) // its tokens have moved
		}
		inside, isForeign := insideOf(l, whole(src), into.Tokens, most, as, scratch)
		into.Foreign = isForeign
		into.rewrite(l, src)
		if inside != nil {
			into.appendInside(l, inside)
		}
		return
	}
	s := splitter{}
	LexParts(s.document(l, src), as, into)
	into.LeftOut = s.left
}

// lexWhole lexes a source without the code inside its comments and strings.
func (into *Lexed) lexWhole(l *lex.Language, src []byte, scratch *lines) {
	scratch.literals, into.Texts = scratch.literals[:0], nil
	into.Tokens = l.LexLiterals(into.Tokens[:0], &scratch.literals, src)
}

// rewrite expands macros and drops directives.
func (into *Lexed) rewrite(l *lex.Language, src []byte) {
	into.expandMacros(src, firstMacro(l, src, into.Tokens))
	into.dropDirectives(l, src)
}

// LexParts is [Lex] for a document that [Split] took apart. Code inside comments and strings
// follows all parts.
func LexParts(all []Part, as Purpose, into *Lexed) {
	*into = Lexed{Tokens: into.Tokens[:0]}
	scratch := lineScratch.Get().(*lines)
	defer lineScratch.Put(scratch)
	var tokens []lex.Token
	var inside []lexedPart
	for _, p := range all {
		if t, ok := decoded(p.Language, p.text); ok && p.kept == nil {
			p.text = t
		}
		scratch.literals = scratch.literals[:0]
		tokens = p.Language.LexLiterals(tokens[:0], &scratch.literals, p.text.bytes)
		before := len(into.Tokens)
		p.appendTo(into, tokens)
		if !p.keepsAll() { // the lines that are kept, as a text of their own
			var added text
			for _, k := range p.kept {
				p.text.cut(&added, k.from, k.to)
			}
			scratch.literals = scratch.literals[:0]
			p.text, tokens = added, p.Language.LexLiterals(tokens[:0], &scratch.literals, added.bytes)
			if as != Indexed && len(into.Tokens) == before && !lex.IsProse(added.bytes, tokens) { // code in a comment or string
				p.kept, p.inside = nil, true
				inside = append(inside, lexedPart{p, slices.Clone(tokens)})
			}
		}
		part := as
		if !p.Hunk && p.Language == lex.Prose {
			part = Indexed
		}
		found, isForeign := insideOf(p.Language, p.text, tokens, -1, part, scratch)
		inside, into.Foreign = append(inside, found...), into.Foreign || isForeign
	}
	for _, p := range inside {
		p.appendTo(into, p.tokens)
	}
}

// keepsAll reports whether no token of the part is left out.
func (p *Part) keepsAll() bool {
	return p.kept == nil || len(p.kept) == 1 && p.kept[0] == span{0, len(p.text.bytes)}
}

// appendInside appends the code inside comments and strings to a source's tokens.
func (into *Lexed) appendInside(l *lex.Language, inside []lexedPart) {
	if len(into.Tokens) > 0 {
		into.Tokens = slices.Insert(into.Tokens, 0, lex.NewBorder(l, 0))
	}
	for _, p := range inside {
		p.appendTo(into, p.tokens)
	}
}

// appendDecoded appends the tokens of a document whose text had escapes.
func (into *Lexed) appendDecoded(l *lex.Language, t text) {
	var scratch lines
	tokens := l.LexLiterals(nil, &scratch.literals, t.bytes)
	inside, _ := insideOf(l, t, tokens, -1, Indexed, &scratch)
	(&Part{Language: l, text: t}).appendTo(into, tokens)
	if len(tokens) > 0 { // without the border
		into.Tokens = slices.Delete(into.Tokens, 0, 1)
	}
	if inside != nil {
		into.appendInside(l, inside)
	}
}

// appendTo appends the tokens of the part, with their places in the document.
func (p *Part) appendTo(into *Lexed, tokens []lex.Token) {
	kept := p.kept
	if kept == nil {
		kept = []span{{0, len(p.text.bytes)}}
	}
	c := cursor{text: &p.text}
	for _, k := range kept {
		run := lex.Within(tokens, k.from, k.to)
		if len(run) == 0 {
			continue
		}
		for i, t := range run {
			wide := c.at(t.Start).wide > 0 // of base64, a token may have as many bytes as its place
			start, end := c.place(t.Start), c.end(t.End)
			if i == 0 {
				into.Tokens = append(into.Tokens, p.border(start))
			}
			if wide || end-start != t.End-t.Start {
				if into.Texts == nil {
					into.Texts = map[uint32][]byte{}
				}
				into.Texts[start] = p.text.bytes[t.Start:t.End]
			}
			into.Tokens = append(into.Tokens, lex.Token{Hash: t.Hash, Start: start, End: end, Kind: t.Kind})
		}
	}
}

func (p *Part) border(at uint32) lex.Token {
	if p.inside {
		return lex.NewInside(p.Language, at)
	}
	return lex.NewBorder(p.Language, at)
}

// Split returns the parts of a document in a format of several parts, in order. Parts without text
// are left out, but not the hunks of a diff that add no line: see [Part.Adds].
func Split(l *lex.Language, src []byte) []Part {
	return new(splitter).document(l, src)
}

// document splits a document.
func (s *splitter) document(l *lex.Language, src []byte) []Part {
	s.split(l, whole(src))
	if len(s.parts) == 0 { // the name says a format that the content does not have
		s.addProgram(whole(src))
	}
	s.guess()
	for i := range s.parts {
		p := &s.parts[i]
		if len(p.text.bytes) == 0 {
			continue
		}
		c := cursor{text: &p.text}
		p.From, p.To = int(c.place(0)), int(c.end(uint32(len(p.text.bytes))))
	}
	return s.parts
}

// splitter collects the parts of a document.
type splitter struct {
	parts   []Part
	depth   int                      // of parts that have parts
	named   map[string]*lex.Language // of the files of diffs
	guessed int                      // languages
	left    map[string]int           // lines that are not read, by reason
	join    bool                     // the paragraphs of quotations
	joined  bool                     // some were

	onlyBlocks bool
	blocks     []Block // if onlyBlocks
}

// Candidates returns the likely languages of the parts whose languages are guessed, taken together:
// none if there are no such parts, and at most n.
func Candidates(all []Part, n int) []*lex.Language {
	var text []byte
	for _, p := range all {
		if p.Guessed {
			text = append(text, p.text.bytes...)
		}
	}
	if len(text) == 0 {
		return nil
	}
	return detect.Candidates("", text, n)
}

// In returns the parts, with the language instead of guessed ones.
func In(l *lex.Language, all []Part) []Part {
	all = slices.Clone(all)
	for i := range all {
		if all[i].Guessed {
			all[i].Language = l
		}
	}
	return all
}

// deepest bounds the depth of parts in parts: a diff in a block of a cell of a notebook.
const deepest = 3

func (s *splitter) split(l *lex.Language, t text) {
	s.depth++
	defer func() { s.depth-- }()
	for _, f := range formats() {
		if f.name == l.Name {
			f.split(s, t)
		}
	}
}

// add adds a part. A language of nil is to be guessed. A part that has parts itself is split.
func (s *splitter) add(l *lex.Language, t text) {
	switch {
	case !t.hasWords():
	case l == nil:
		s.parts = append(s.parts, Part{Guessed: true, text: t})
	case l.Parted() && s.depth < deepest:
		s.split(l, t)
	case l.Parted():
		s.parts = append(s.parts, Part{Language: lex.Prose, text: t})
	default:
		s.parts = append(s.parts, Part{Language: l, text: t})
	}
}

// addText adds a text of no language. The text becomes prose, unless most of its lines look like
// code and it is a program.
func (s *splitter) addText(t text) {
	l := lex.Prose
	if mostlyCode(t.bytes) {
		l = detect.Program(withoutMarkup(t.bytes))
	}
	s.add(l, t)
}

// withoutMarkup drops lists, rows of tables, quotations and definitions of links from a text. A
// list of links has the marks of code.
func withoutMarkup(src []byte) (rest []byte) {
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, " \t")
		switch {
		case bytes.HasPrefix(text, []byte("[")), bytes.HasPrefix(text, []byte("|")), bytes.HasPrefix(text, []byte(">")),
			bytes.HasPrefix(text, []byte("- ")), bytes.HasPrefix(text, []byte("* ")):
		default:
			rest = append(rest, line...)
		}
	}
	return rest
}

// addProgram adds a text that the format leaves out, if it is a program. Whoever hides one may
// choose the format.
func (s *splitter) addProgram(t text) {
	s.addElse(t, "")
}

// addElse adds lines as a program, or counts them under the reason.
func (s *splitter) addElse(t text, reason string) {
	l := detect.Program(t.bytes)
	switch {
	case l != lex.Prose:
		s.add(l, t)
	case reason != "":
		eachLine(t.bytes, func(from, to int) {
			if line := t.bytes[from:to]; reason != leftOutside || !isGitHeader(line) {
				s.leave(reason, line)
			}
		})
	}
}

// mostGuessed bounds the parts whose languages are guessed. Each guess takes up to a millisecond.
const mostGuessed = 16

// guess sets the languages that the document does not name. Blocks of one document are mostly in
// one language. So short ones, which say little, and those after the first 16 get the language of
// most.
func (s *splitter) guess() {
	const short = 200 // bytes
	votes := map[*lex.Language]int{}
	unnamed := make([]bool, len(s.parts))
	for i := range s.parts {
		p := &s.parts[i]
		if unnamed[i] = p.Language == nil; unnamed[i] {
			p.Language = s.guessOf(p.text.bytes)
		}
		if p.Language != nil && p.Language != lex.Prose {
			votes[p.Language] += len(p.text.bytes)
		}
	}
	var most *lex.Language
	for _, l := range sortedByName(votes) {
		if most == nil || votes[l] > votes[most] {
			most = l
		}
	}
	for i := range s.parts {
		p := &s.parts[i]
		if p.Language == nil || unnamed[i] && most != nil && p.Language != lex.Prose && len(p.text.bytes) < short {
			p.Language = most
		}
		if p.Language == nil {
			p.Language = lex.Prose
		}
	}
}

// guessOf guesses the language of a text, nil after the first texts.
func (s *splitter) guessOf(src []byte) *lex.Language {
	if s.guessed == mostGuessed {
		return nil
	}
	s.guessed++
	return detect.Language("", src)
}

func sortedByName(votes map[*lex.Language]int) []*lex.Language {
	return slices.SortedFunc(maps.Keys(votes), func(a, b *lex.Language) int { return strings.Compare(a.Name, b.Name) })
}

// label is the language that a document names for a part, nil for none. sure is false if the
// language may be wrong.
type label struct {
	language *lex.Language
	sure     bool
}

// named returns the label for a word, such as the word of a fenced block. An unknown one is prose,
// and not sure.
func named(word string) label {
	if word == "" {
		return label{}
	}
	if l, ok := lex.Lookup(word); ok {
		return label{l, true}
	}
	return label{lex.Prose, false}
}

// addLabelled is add for a part with a label. Unless that is sure, the language counts as guessed.
func (s *splitter) addLabelled(l label, t text) {
	first := len(s.parts)
	s.add(l.language, t)
	if l.language == nil || !l.language.Parted() {
		for i := range s.parts[first:] {
			s.parts[first+i].Guessed = !l.sure
		}
	}
}

// numbered is the number that a line has in the new file of a diff.
type numbered struct {
	at   int // offset in the document
	line int
}

// NewLine returns the line of a diff's new file at the offset, or 0.
func (p *Part) NewLine(at int) int {
	i := sort.Search(len(p.lines), func(i int) bool { return p.lines[i].at > at })
	if i == 0 {
		return 0
	}
	return p.lines[i-1].line
}
