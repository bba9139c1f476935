package parts

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Code inside comments and strings: what was commented out, examples in documentation, programs that
// a program writes or runs, and what follows __END__. It hides from a lexer, which makes a string one
// token, and a comment none.
//
// Such code becomes parts of the document, after all of its tokens, so that every run of tokens
// around a comment stays one run. Prose, as in licences, is left out. Lines are told apart by their
// marks and by pairs of words, which takes a nanosecond for each byte of long comments and strings,
// and nothing for short ones.

const (
	// leastInside is the least length of a comment or string that may hold code, in bytes.
	leastInside = 60
	// leastCodeLines is the least number of lines of code in a row, and leastCodeTokens of its tokens.
	leastCodeLines, leastCodeTokens = 4, 24
	// mostBetween is the number of lines of prose that may stand between two lines of code.
	mostBetween = 2
	// mostInside is the number of runs of a document of which the languages may be guessed.
	mostInside = 4
	// mostOdd is the share of values that follow a value, above which a text is prose.
	mostOdd = 0.25
)

// insideOf returns the code inside comments and strings of a source in the language, whose tokens are
// given. Without such code it allocates nothing.
func insideOf(l *lex.Language, src []byte, tokens []lex.Token) []lexedPart {
	if l == lex.Prose {
		return nil
	}
	f := finder{host: l, src: src}
	end, first := uint32(0), -1
	for i := range tokens {
		t := &tokens[i]
		if t.Start-end >= leastInside {
			f.span(end, t.Start, 0)
		}
		end = t.End
		switch {
		case t.Kind == lex.String:
			f.span(t.Start, end, lex.String)
			if first < 0 {
				first = i
			}
		case first >= 0 && !joins(src, t):
			f.pieces(tokens[first:i])
			first = -1
		}
	}
	if first >= 0 {
		f.pieces(tokens[first:])
	}
	f.span(end, uint32(len(src)), 0)
	return f.found
}

// joins reports whether an operator may join pieces of a string: "a" + "b".
func joins(src []byte, t *lex.Token) bool {
	return t.Kind == lex.Operator && (src[t.Start] == '+' || src[t.Start] == '.')
}

// finder collects the code inside the comments and strings of a source.
type finder struct {
	host    *lex.Language
	src     []byte
	found   []lexedPart
	guessed int // languages
}

// lexedPart is a part with its tokens, whose offsets are those of its text.
type lexedPart struct {
	Part
	tokens []lex.Token
}

// span adds the code in a string, or in comments.
func (f *finder) span(from, to uint32, kind lex.Kind) {
	if to-from < leastInside || !mayHoldCode(f.src[from:to]) {
		return
	}
	if kind == 0 {
		f.lines(whole(f.src[:to]), int(from), kind, func(_ int, line []byte) (int, int) { return f.host.Uncomment(line) })
		return
	}
	to = from + uint32(bodyLength(f.src[from:to]))
	quote := 0 // length of the opening mark; the body of a heredoc has none
	f.lines(whole(f.src[:to]), int(from), kind, func(at int, line []byte) (int, int) {
		switch {
		case at == int(from):
			quote = quoteLength(line)
			return quote, len(line)
		case quote > 0:
			return promptLength(line), len(line)
		}
		return 0, len(line)
	})
}

// pieces adds the code in a string that is written in pieces, or on one line, with escaped line breaks.
func (f *finder) pieces(tokens []lex.Token) {
	from, to := tokens[0].Start, tokens[len(tokens)-1].End
	if to-from < leastInside || bytes.Count(f.src[from:to], []byte(`\n`)) < leastCodeLines-1 {
		return
	}
	var bodies []span
	for _, t := range tokens {
		if t.Kind != lex.String {
			continue
		}
		text := f.src[t.Start:t.End]
		if open := bytes.IndexAny(text, "\"'"); open >= 0 && open < len(text)-1 {
			bodies = append(bodies, span{int(t.Start) + open + 1, int(t.End) - 1})
		}
	}
	f.lines(unescaped(whole(f.src), bodies), 0, lex.String, func(_ int, line []byte) (int, int) { return 0, len(line) })
}

// lines adds the runs of lines of code in the text from an offset on. strip returns what of a line at an
// offset belongs to it.
func (f *finder) lines(t text, from int, kind lex.Kind, strip func(at int, line []byte) (from, to int)) {
	var run codeRun
	end := func() {
		if run.code >= leastCodeLines {
			f.add(t, run.lines[:run.last], kind)
		}
		run = codeRun{lines: run.lines[:0]}
	}
	eachLine(t.bytes[from:], func(at, next int) {
		line := span{from + at, from + next}
		begin, stop := strip(line.from, t.bytes[line.from:line.to])
		line.from, line.to = line.from+begin, line.from+stop
		run.take(line, f.withoutComment(bytes.TrimSpace(t.bytes[line.from:line.to])), end)
	})
	end()
}

// withoutComment returns a line of what may be code without a comment in it that two blanks precede.
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

// codeRun is a run of lines of which most are code.
type codeRun struct {
	lines         []span
	last          int // number of lines up to the last one of code
	code, between int // lines of code, and others after the last one
}

// take adds a line with that text to the run, or ends the run before it.
func (r *codeRun) take(line span, text []byte, end func()) {
	kind := kindOf(text)
	switch {
	case kind == codeLine:
		r.lines = append(r.lines, line)
		r.code++
		r.last, r.between = len(r.lines), 0
	case r.code == 0:
	case kind == proseLine && r.between == mostBetween:
		end()
	default:
		r.lines = append(r.lines, line)
		if kind == proseLine {
			r.between++
		}
	}
}

// add adds the lines, unless they turn out to be prose.
func (f *finder) add(t text, lines []span, kind lex.Kind) {
	p := lexedPart{Part: Part{Language: f.host, inside: true}}
	for _, line := range lines {
		t.cut(&p.text, line.from, line.to)
		if i := bytes.IndexByte(t.bytes[line.to:], '\n'); i >= 0 && line.to > line.from && t.bytes[line.to-1] != '\n' {
			t.cut(&p.text, line.to+i, line.to+i+1) // without it, two tokens might be one
		}
	}
	p.tokens = f.host.Lex(nil, p.text.bytes)
	if kind == lex.String && f.guessed < mostInside && !usual(p.tokens) {
		f.guessed++
		p.Language = guessInside(f.host, p.text.bytes)
		p.tokens = p.Language.Lex(p.tokens[:0], p.text.bytes)
	}
	if len(p.tokens) >= leastCodeTokens && lex.Oddness(p.tokens) <= mostOdd {
		f.found = append(f.found, p)
	}
}

// usual reports whether a twentieth of the tokens are keywords of the language, so that it need not be
// guessed.
func usual(tokens []lex.Token) bool {
	keywords := 0
	for _, t := range tokens {
		if t.Kind == lex.Keyword {
			keywords++
		}
	}
	return keywords*20 >= len(tokens)
}

// guessInside returns the language of code in a string. If it may be that of its host, it is.
func guessInside(host *lex.Language, src []byte) *lex.Language {
	const likely = 3
	all := detect.Candidates("", src, likely)
	if best := all[0]; best != lex.Prose && !best.Parted() && !slices.Contains(all, host) {
		return best
	}
	return host
}

// mayHoldCode reports whether there are enough lines, and as many of the most frequent marks of code.
// It is fast, because most long comments are prose.
func mayHoldCode(src []byte) bool {
	if bytes.Count(src, []byte("\n")) < leastCodeLines-1 {
		return false
	}
	count := 0
	for _, mark := range []string{"(", "=", ";", "[", "{", ":", ",\n"} {
		if count += bytes.Count(src, []byte(mark)); count >= leastCodeLines {
			return true
		}
	}
	return false
}

// marks has mark for the bytes that are frequent in code and rare in prose, and others for those that
// are so only in some places.
var marks = func() (all [256]uint8) {
	for _, b := range []byte("{}[]()=;&|$_") {
		all[b] = mark
	}
	all[':'], all[','], all[' '] = endMark, valueMark, blank
	return all
}()

const (
	mark      = 1 + iota
	endMark   // at the end of a line, and after a number or string
	valueMark // after a number or string
	blank     // makes a pair of words if between letters
)

// lineKind is what a line looks like.
type lineKind uint8

const (
	eitherLine lineKind = iota // short, or a comment in code
	codeLine
	proseLine
)

// kindOf tells code from prose by the numbers of marks of code and of pairs of words.
func kindOf(line []byte) lineKind {
	n := len(line)
	if n == 0 {
		return eitherLine
	}
	count, pairs := 0, 0
	if last := marks[line[n-1]]; last == mark || last == endMark {
		count++ // twice
	}
	for i, b := range line {
		switch marks[b] {
		case mark:
			count++
		case endMark, valueMark:
			if i > 0 && endsValue(line[i-1]) {
				count++
			}
		case blank:
			if isLetter(line[i-1]) && isLetter(line[i+1]) { // no blank is first or last
				pairs++
			}
		}
	}
	switch {
	case 2*count > pairs+1:
		return codeLine
	case pairs > 1:
		return proseLine
	}
	return eitherLine
}

// endsValue reports whether a byte may end a number or a string.
func endsValue(b byte) bool { return b-'0' < 10 || b == '"' || b == '\'' }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80 }

// quotes are the bytes of opening marks, and closing those of closing ones.
const quotes, closing = "\"'`[=", "\"'`#"

// quoteLength returns the length of the mark that opens a string, with its prefix and tag; 0 for the
// body of a heredoc.
func quoteLength(line []byte) int {
	prefix := len(line) - len(bytes.TrimLeft(line, "@$#&%"+"bBcefFLlNnrRuUx8"))
	body := bytes.TrimLeft(line[prefix:], quotes)
	if len(body) == len(line)-prefix {
		return 0
	}
	if tag := bytes.TrimRight(body, "\r\n"); len(tag) > 0 && len(tag) < longestRaw && tag[len(tag)-1] == '(' { // R"x(
		return len(line)
	}
	return len(line) - len(body)
}

// longestRaw is the length of the longest tag in R"tag(, with its bracket.
const longestRaw = 17

// bodyLength returns the length of a string without the mark that closes it.
func bodyLength(text []byte) int {
	body := bytes.TrimRight(text, closing)
	if len(body) == len(text) {
		return len(bytes.TrimRight(text, "]="))
	}
	if i := bytes.LastIndexByte(body, ')'); i >= 0 && bytes.Contains(text[:min(len(text), len(body)-i+longestRaw)],
		slices.Concat([]byte{'"'}, body[i+1:], []byte{'('})) { // )x"
		return i
	}
	return len(body)
}

// promptLength returns the length of the prompt of an example in Python, with the blanks before it.
func promptLength(line []byte) int {
	text := bytes.TrimLeft(line, " \t")
	for _, prompt := range []string{">>> ", "... "} {
		if bytes.HasPrefix(text, []byte(prompt)) {
			return len(line) - len(text) + len(prompt)
		}
	}
	return 0
}
