package parts

import (
	"bytes"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Code inside comments and strings may be disabled, an example or a program to run. It may also be
// text after __END__. It hides from a lexer, which makes a string one token, and a comment none.
// Code in the text of YAML, XML and HTML hides as well: it is words there.
//
// Such code becomes parts of the document, after all of its tokens, so that every run of tokens
// around a comment stays one run. Prose, as in licences, is left out. Lines are told apart by their
// marks and by pairs of words, which takes a nanosecond for each byte of long comments and strings,
// and nothing for short ones: see codelines.go.

const (
	// leastInside is the minimum length of a comment or string that may hold code, in bytes.
	leastInside = 60
	// leastCodeLines is the minimum number of lines of code in a row, and leastCodeTokens of its
	// tokens.
	leastCodeLines, leastCodeTokens = 4, 24
	// mostBetween is the number of lines of prose that may stand between two lines of code.
	mostBetween = 2
	// mostInside bounds the runs of a document whose languages are guessed. It also bounds the runs
	// that may be foreign.
	mostInside = 4
	// mostTails bounds the places where code below prose may begin, and longestTail its bytes.
	mostTails, longestTail = 8, 64 << 10
)

// insideOf returns the code inside comments and strings of a source. Strings that hold code are in
// scratch.literals. Without such code it allocates nothing. most is the number of its tokens, if it
// is known, else negative: then nothing more is looked for. isForeign means that some
// of it looks like another language than the one that it is read in.
func insideOf(l *lex.Language, t text, tokens []lex.Token, most int, as Purpose, scratch *lines) (inside []lexedPart, isForeign bool) {
	f := finder{host: l, src: t.bytes, doc: t, most: most, purpose: as, scratch: scratch}
	f.find(tokens)
	return f.found, f.foreign
}

// find finds the code in a source with these tokens.
func (f *finder) find(tokens []lex.Token) {
	src, scratch := f.src, f.scratch
	if f.host == lex.Prose {
		if f.purpose != Indexed {
			f.prose()
		}
		return
	}
	literals, literal := scratch.literals, uint32(0) // and the end of the last one
	run := scratch.pieces[:0]                        // strings, and operators between them, that are one string
	whole := len(literals) == 0                      // no token is left out
	end, words := uint32(0), 0
	for i := 0; i < len(tokens); i++ {
		if whole && len(run) == 0 { // most tokens are no strings, and not behind a comment
			for i < len(tokens)-1 && tokens[i].Kind != lex.String && tokens[i].Start-end < leastInside {
				if end = tokens[i].End; tokens[i].Kind == lex.Word {
					words++
				}
				i++
			}
		}
		t := &tokens[i]
		if t.Start < literal {
			continue
		}
		if t.Start-end >= leastInside {
			if f.span(end, t.Start, inComment); f.hasAll() {
				return
			}
		}
		if end = t.End; len(literals) > 0 && literals[0].Start == t.Start {
			literal = literals[0].End
			end, literals = literal, literals[1:]
		}
		if t.Kind == lex.Word {
			words++
		}
		if t.Kind != lex.String {
			if len(run) > 0 && joins(src, t) {
				run = append(run, *t)
			} else if len(run) > 0 {
				f.pieces(run)
				run = run[:0]
			}
			continue
		}
		if f.span(t.Start, end, inString); f.hasAll() {
			return
		}
		run = append(run, *t)
		run[len(run)-1].End = end
	}
	if len(run) > 0 {
		f.pieces(run)
	}
	scratch.pieces = run
	f.span(end, uint32(len(src)), inComment)
	if f.host.Name == "HTML" {
		f.elements()
	}
	if words >= leastCodeTokens {
		if len(scratch.literals) > 0 {
			scratch.pieces = lex.Whole(scratch.pieces[:0], tokens, scratch.literals)
			tokens = scratch.pieces
		}
		f.texts(tokens)
	}
}

// hasAll reports whether all code is found, as far as its number of tokens is known.
func (f *finder) hasAll() bool { return f.tokens == f.most }

// joins reports whether an operator may join pieces of a string: "a" + "b".
func joins(src []byte, t *lex.Token) bool {
	return t.Kind == lex.Operator && (src[t.Start] == '+' || src[t.Start] == '.')
}

// finder collects the code inside the comments and strings of a source.
type finder struct {
	host    *lex.Language
	src     []byte
	doc     text // its bytes are src
	found   []lexedPart
	tokens  int      // in found
	most    int      // tokens there are, negative if that is not known
	guessed int      // languages
	purpose Purpose  // of the document
	inProse bool     // the document is prose
	foreign bool     // code looks like another language than the one that it is read in
	tried   int      // runs that may be foreign
	read    []uint32 // where the strings begin that hold code by themselves or in pieces, ascending
	scratch *lines
	pres    []span // elements pre of a page that hold code, ascending
}

// lines are the lines of a comment or string, and a run of code in it. They are reused for other
// documents.
type lines struct {
	run      []span
	tokens   []lex.Token
	text     []byte // of the run
	literals []lex.Literal
	pieces   []lex.Token // of a string
}

var lineScratch = sync.Pool{New: func() any { return new(lines) }}

// lexedPart is a part with its tokens. Their offsets count in its text.
type lexedPart struct {
	Part
	tokens []lex.Token
}

// place is where code may stand.
type place uint8

const (
	inComment place = iota
	inString
	inWords // of a text: here code needs keywords
)

// span adds the code in a string or in comments.
func (f *finder) span(from, to uint32, in place) {
	if to-from < leastInside || !mayHoldCode(f.src[from:to]) {
		return
	}
	if in == inComment {
		f.lines(f.upTo(to), int(from), in, func(_ int, line []byte) (int, int) { return f.host.Uncomment(line) })
		return
	}
	quote, end, plain := bracketMarks(f.src[from:to]) // the body of a heredoc has no marks
	if !plain || continues(f.src[from:to]) {
		return // pieces reads what continues
	}
	before := len(f.found)
	if quote > 0 {
		to -= uint32(end)
	} else {
		to = from + uint32(bodyLength(f.src[from:to]))
	}
	f.lines(f.upTo(to), int(from), in, func(at int, line []byte) (int, int) {
		switch {
		case at == int(from):
			if quote == 0 {
				quote = quoteLength(line)
			}
			return min(quote, len(line)), len(line)
		case quote > 0:
			return promptLength(line), len(line)
		}
		return 0, len(line)
	})
	if len(f.found) > before {
		f.read = append(f.read, from)
	}
}

// upTo returns the source up to an offset.
func (f *finder) upTo(to uint32) text { return text{f.src[:to], f.doc.pieces} }

// texts adds the code in runs of words: block scalars of YAML, and text between the tags of XML and
// HTML. Long comments in them are read as such.
func (f *finder) texts(tokens []lex.Token) {
	from, end := -1, 0
	read := func(to int) {
		if from >= 0 && !f.inElement(from) && to-from >= leastInside && mayHoldCode(f.src[from:to]) {
			f.lines(f.upTo(uint32(to)), from, inWords, wholeLine)
		}
		from = -1
	}
	for i := range tokens {
		start := int(tokens[i].Start)
		if start-end >= leastInside {
			read(end)
			end = start
		}
		if tokens[i].Kind != lex.Word {
			read(start)
		} else if from < 0 {
			from = end
		}
		end = int(tokens[i].End)
	}
	if len(f.src)-end >= leastInside {
		read(end)
	}
	read(len(f.src))
}

// lines adds the runs of lines of code in the text from an offset on. strip returns what of a line
// at an offset belongs to it.
func (f *finder) lines(t text, from int, in place, strip func(at int, line []byte) (from, to int)) {
	run := codeRun{lines: f.scratch.run[:0]}
	end := func() {
		if run.code >= leastCodeLines && !f.add(t, run.lines[:run.last], in, false) && f.purpose != Indexed {
			f.unmixed(t, run.lines[:run.last], in)
		}
		run = codeRun{lines: run.lines[:0]}
	}
	eachLine(t.bytes[from:], func(at, next int) {
		line := span{from + at, from + next}
		begin, stop := strip(line.from, t.bytes[line.from:line.to])
		line = span{line.from + begin, line.from + stop}
		run.take(line, f.kindOf(t.bytes[line.from:line.to]), end)
	})
	end()
	f.scratch.run = run.lines
}

// withoutComment cuts a trailing comment from a line of what may be code. Two blanks must precede
// it.
func (f *finder) withoutComment(line []byte) []byte {
	if len(line) > 0 && !isLetter(line[0]) {
		if from, _ := f.host.Uncomment(line); from > 0 {
			return nil
		}
	}
	if i := bytes.Index(line, []byte("  ")); i >= 0 {
		if from, _ := f.host.Uncomment(bytes.TrimLeft(line[i:], " ")); from > 0 {
			return line[:i]
		}
	}
	return line
}

// codeRun is a run of lines, most of them code.
type codeRun struct {
	lines         []span
	last          int  // number of lines up to the last one of code
	code, between int  // lines of code, and others after the last one
	strict        bool // no line of prose is in it
}

// kindOf returns the look of a line without its comment. If the text is asked for, the head of a
// block is code as well, which has few marks: "if a is None:".
func (f *finder) kindOf(line []byte) lineKind {
	line = f.withoutComment(bytes.TrimSpace(line))
	kind := kindOf(line)
	if f.purpose != Indexed && kind == proseLine && line[len(line)-1] == ':' {
		if tokens := f.host.Lex(f.scratch.tokens[:0], line); len(tokens) > 0 && tokens[0].Kind == lex.Keyword {
			return codeLine
		}
	}
	return kind
}

// take adds a line to the run, or ends the run before it.
func (r *codeRun) take(line span, kind lineKind, end func()) {
	switch {
	case kind == codeLine:
		r.lines = append(r.lines, line)
		r.code++
		r.last, r.between = len(r.lines), 0
	case r.code == 0:
	case kind == proseLine && (r.strict || r.between == mostBetween):
		end()
	default:
		r.lines = append(r.lines, line)
		if kind == proseLine {
			r.between++
		}
	}
}

// unmixed adds the runs of lines of code between which no line is prose.
func (f *finder) unmixed(t text, lines []span, in place) {
	run := codeRun{strict: true}
	end := func() {
		if run.code >= leastCodeLines {
			f.add(t, run.lines[:run.last], in, true)
		}
		run = codeRun{strict: true}
	}
	for _, line := range lines {
		run.take(line, f.kindOf(t.bytes[line.from:line.to]), end)
	}
	end()
}

// prose adds the code in a text: below a licence, or between paragraphs. The lines of code tell its
// language.
func (f *finder) prose() {
	if len(f.src) < leastInside || !mayHoldCode(f.src) {
		return
	}
	var code []byte
	var starts []int // of runs of code
	n, before := 0, proseLine
	eachLine(f.src, func(from, to int) {
		kind := kindOf(bytes.TrimSpace(f.src[from:to]))
		if kind == codeLine {
			code = append(code, f.src[from:to]...)
			if n++; before != codeLine {
				starts = append(starts, from)
			}
		}
		before = kind
	})
	if n == 0 {
		return
	}
	if f.host = detect.Candidates("", code, 1)[0]; f.host == lex.Prose || f.host.Parted() {
		return
	}
	f.guessed, f.inProse = mostInside, true
	for _, from := range starts[:min(len(starts), mostTails)] {
		if f.tail(from) {
			return
		}
	}
	if n >= leastCodeLines {
		f.lines(f.doc, 0, inWords, wholeLine)
	}
}

// tail adds all of the text from an offset on, if it is code. It reports whether it is.
func (f *finder) tail(from int) bool {
	if len(f.src)-from > longestTail {
		return false
	}
	tokens := f.host.Lex(nil, f.src[from:])
	if len(tokens) < leastCodeTokens || !f.usual(tokens) || lex.Oddness(f.src[from:], tokens) > threshold.OddRest {
		return false
	}
	return f.add(f.doc, []span{{from, len(f.src)}}, inWords, true)
}

// add adds the lines and returns true, unless they turn out to be prose. Then it tries the rest
// without the lines of prose.
func (f *finder) add(t text, lines []span, in place, rest bool) bool {
	p := lexedPart{Part: Part{Language: f.host, inside: true}}
	p.text.bytes = slices.Grow(f.scratch.text[:0], lines[len(lines)-1].to-lines[0].from+1)
	for i := 0; i < len(lines); i++ {
		from, to := lines[i].from, lines[i].to
		for i+1 < len(lines) && lines[i+1].from == to && to > from && t.bytes[to-1] == '\n' {
			i++
			to = lines[i].to
		}
		t.cut(&p.text, from, to)
		if to == from || t.bytes[to-1] == '\n' {
			continue
		}
		if end := bytes.IndexByte(t.bytes[to:], '\n'); end >= 0 {
			t.cut(&p.text, to+end, to+end+1) // without it, two tokens might be one
		}
	}
	if l := sql(p.text.bytes); l != nil {
		p.Language = l
	}
	p.tokens = p.Language.Lex(f.scratch.tokens[:0], p.text.bytes)
	if p.Language == f.host {
		if p.Language = f.guess(in, f.usual(p.tokens), p.text.bytes); p.Language != f.host {
			p.tokens = p.Language.Lex(p.tokens[:0], p.text.bytes)
		}
	}
	f.scratch.tokens, f.scratch.text = p.tokens, p.text.bytes
	most := threshold.OddText
	if rest {
		most = threshold.OddRest
	}
	switch {
	case len(p.tokens) < leastCodeTokens, (rest || in == inWords) && !f.usual(p.tokens):
	case lex.Oddness(p.text.bytes, p.tokens) <= most:
		p.tokens, p.text.bytes = slices.Clone(p.tokens), bytes.Clone(p.text.bytes)
		f.found = append(f.found, p)
		f.tokens += len(p.tokens)
		return true
	case !rest:
		if code := f.withoutProse(t.bytes, lines); code != nil {
			return f.add(t, code, in, true)
		}
	}
	return false
}

// guess returns the language in which code in a place is read. In a string of any document, code
// with few keywords of the host is in the language that it looks like. In a text that is asked for,
// other code may be foreign.
func (f *finder) guess(in place, usual bool, code []byte) *lex.Language {
	switch {
	case in != inComment && !usual && f.guessed < mostInside:
		f.guessed++
		return guessInside(f.host, code)
	case f.purpose == Indexed || f.inProse || f.tried == mostInside:
		return f.host
	}
	f.tried++
	l := guessInside(f.host, code)
	if f.purpose == Foreign {
		return l
	}
	f.foreign = f.foreign || l != f.host
	return f.host
}

// withoutProse returns the lines that are not prose. It returns nil if there are none, or fewer
// lines of code than of prose.
func (f *finder) withoutProse(src []byte, lines []span) (rest []span) {
	code, prose := 0, 0
	for _, line := range lines {
		switch f.kindOf(src[line.from:line.to]) {
		case codeLine:
			code++
		case proseLine:
			prose++
			continue
		}
		rest = append(rest, line)
	}
	if prose == 0 || code < prose {
		return nil
	}
	return rest
}

// usual reports whether a twentieth of the tokens are keywords of the language. Then the language
// need not be guessed. In prose half as many suffice: all of its lines of code tell the language.
func (f *finder) usual(tokens []lex.Token) bool {
	least := 20
	if f.inProse {
		least = 40
	}
	return lex.CountKeywords(tokens)*least >= len(tokens)
}

// guessInside returns the language that code looks like. The host's language is preferred.
func guessInside(host *lex.Language, src []byte) *lex.Language {
	const likely = 3
	all := detect.Candidates("", src, likely)
	if best := all[0]; best != lex.Prose && !best.Parted() && !slices.Contains(all, host) {
		return best
	}
	return host
}
