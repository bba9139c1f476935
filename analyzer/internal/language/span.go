package language

import "strings"

// Spans as data: what a row says about comments, strings and characters. spanscan.go finds them.

// span is a comment, string, character or other stretch of source that is not cut into tokens.
//
// A span without multi that is not closed ends with its line. A comment that is not closed runs to the
// end of the source. Any other span that is not closed is its opening mark alone, and reading goes on
// behind it: so a snippet cut out of the middle of a long string loses the string, not the code.
type Span struct {
	// Open starts it. Letters at its start must be a whole word, as `q` in Perl and `REM` in Basic,
	// unless glued is set.
	Open string
	// Close ends it; empty means the end of the line (which is not part of the span), or, with toEnd,
	// the end of the source.
	Close string
	// Prefix lists words that may stand right before Open, their case ignored: "r b br rb". Add the
	// flag prefixed if one of them must.
	Prefix string
	// Kind is what it becomes; zero is a comment.
	Kind Kind
	// Escape is the byte that takes the special meaning from the next one, usually `\`; zero is none.
	Escape byte
	// Interp lists pairs of marks between which there is code again: "${ } $( )". What is inside is
	// skipped in a balanced way, strings and comments in it too, down to maxNesting levels.
	Interp string
	// Form says what else is special about it.
	Form Form
	// Tag, Mid and End belong to the forms that say so.
	Tag, Mid, End string
	// When holds the conditions, all of which must hold for the span to open here.
	When Condition
	// Flags are the remaining switches.
	Flags Flags
}

// spanFlags are the switches of a span.
type Flags uint16

const (
	// multi: may hold line breaks.
	Multi Flags = 1 << iota
	// nest: Open inside (or Mid, if that is set) raises the depth, Close lowers it.
	Nest
	// doubled: a Close right after the Close stands for itself ("say ""so""").
	Doubled
	// prefixed: one of Prefix must be there.
	Prefixed
	// glued: Open may be the start of a longer word (C in column one of Fortran).
	Glued
	// restOfLine: what follows Close on its line belongs to the span too (=cut, =end).
	RestOfLine
	// suffix: letters right behind Close belong to the span (flags of regular expressions, literal suffixes).
	Suffix
	// greedy: Close ends at the last of a run of its byte ("""a"""" is a" in Kotlin and Scala).
	Greedy
	// toEnd: with an empty Close, goes to the end of the source (__END__).
	ToEnd
	// upTo: Close ends the span but does not belong to it (a PHP comment ends before ?>).
	UpTo
	// indented: with multi, the lines behind the first start with white space (YAML).
	Indented
	// doubtful: where Escape stands before Close, the rest of the line decides whether it is one; see escapesClose.
	Doubtful
)

// when is a set of conditions on the place where a span may open.
type Condition uint16

const (
	// columnOne: first byte of a line.
	ColumnOne Condition = 1 << iota
	// firstOnLine: only white space before it on its line.
	FirstOnLine
	// afterBlank: at the start of the source or after white space or one of ; & | ( ).
	AfterBlank
	// notAfterValue: not where an expression goes on, that is not after a name, literal, value word or
	// closing bracket. It tells a regular expression from a division.
	NotAfterValue
	// orSpaced weakens notAfterValue: also after a name if white space stands before and none behind
	// (`split /,/` in Ruby and Perl).
	OrSpaced
	// notTouchingValue: no name, literal or closing bracket ends right before it. It tells a string
	// from a transposed matrix (MATLAB) or an attribute (Ada).
	NotTouchingValue
	// notBeforeOperator: what follows, after more of Open's last byte, is not of OperatorRun (Haskell's --).
	NotBeforeOperator
	// beforeLetter: a letter follows.
	BeforeLetter
	// beforeBlank: white space or the end of the source follows.
	BeforeBlank
	// notBeforeBlank: neither white space nor the end of the source follows.
	NotBeforeBlank
	// columnSix: five blanks and nothing else before it on its line (fixed-form Fortran).
	ColumnSix
)

// form names how a span is read. The set is closed; spanscan.go calls what implements each.
type Form uint8

const (
	// plain: from Open to Close.
	Plain Form = iota
	// literal: Open alone, as it stands: where a mark that looks like another's opening is none (\', #[, $").
	Literal
	// tick: a character if a Close follows after one rune or escape; otherwise, before a name, that
	// name with its mark (lifetimes, type variables, quoted symbols) as an Identifier; else no span.
	Tick
	// tickOnly: as tick, but without the name: then it is no span (Ada and VHDL attributes).
	TickOnly
	// tagged: Open, a tag, Mid; closed by Close, the same tag, End. Tag lists the bytes a tag may hold;
	// empty means letters, digits and `_`; "!" means anything but space, brackets, `\` and `"`.
	// (C++ R"x( )x", Rust r#" "#, Lua [=[ ]=], PostgreSQL $x$ $x$, OCaml {x| |x}.)
	Tagged
	// bounded: as tagged, with opening and closing marks of one length, but what is between them is code
	// again. Nothing in it goes on behind its end. The marks are Identifiers, Operators without a tag.
	// (The bodies of functions in PostgreSQL, $x$ $x$.)
	Bounded
	// quoteLike: Open, perhaps letters if Tag is "letters", then any punctuation as delimiter, up to the
	// same or the mirrored one, which nests. With Mid "2" there are two bodies (s/a/b/, tr{a}{b}).
	QuoteLike
	// regex: from Open to Close on one line, brackets [ ] hide Close. If it does not close, no span.
	Regex
	// runeName: Open, then one rune (an escape if Escape), and with Tag "name" the rest of the name it
	// starts (#\space, \newline, $a, 0'a, ?a). With Tag "keys" there may be modifiers before (?\C-\M-x).
	RuneName
	// numberMark: Open, then letters and digits (#xFF, &HFF, $FF). Without any, no span.
	NumberMark
	// heredoc: Open, perhaps some of the bytes of Tag (`-`, `~`, a space), a tag, which may be quoted; the
	// body starts with the next line and ends with a line that consists of the tag, perhaps indented.
	// With Mid "upper" the tag must be quoted or start in upper case; with Mid "loose" its line may go
	// on with code. Open is an operator, the tag an identifier, the body with its last line a string.
	// If the tag does not return, no span.
	Heredoc
	// picture: Open at the end of a line that holds the word Tag and perhaps a name before it, and what
	// follows up to a line with Close alone (format STDOUT = in Perl). Open is an operator.
	Picture
	// datum: Open and the expression behind it, which may be bracketed, are a comment (#; in Scheme, #_ in Clojure).
	Datum
	// block: Open where a value starts, perhaps indicators, the rest of the line blank or a comment; then the lines
	// that are indented more than what the value belongs to (YAML). Open is an operator, the lines are words.
	Block
	// jsx: an element of markup with code in braces, up to its closing tag (JSX). Open is `<`.
	JSX
	// outside: Open ends an island; see row.Outside. Open is an operator.
	Outside
)

// Helpers for the spans that nearly every language has.

// str is a string on one line with backslash escapes.
func str(mark string) Span { return Span{Open: mark, Close: mark, Kind: String, Escape: '\\'} }

// longStr is a string over several lines with backslash escapes.
func longStr(mark string) Span {
	return Span{Open: mark, Close: mark, Kind: String, Escape: '\\', Flags: Multi}
}

// rawStr is a string over several lines without escapes.
func rawStr(open, closing string) Span {
	return Span{Open: open, Close: closing, Kind: String, Flags: Multi}
}

// doubledStr is a string in which the doubled mark stands for itself.
func doubledStr(mark string) Span {
	return Span{Open: mark, Close: mark, Kind: String, Flags: Doubled}
}

// char is a character literal on one line with backslash escapes.
func char(mark string) Span { return Span{Open: mark, Close: mark, Kind: Char, Escape: '\\'} }

// comment is a comment to the end of the line that opens under conditions.
func comment(mark string, condition Condition) Span { return Span{Open: mark, When: condition} }

// literals are marks, separated by spaces, which stand as they are where they would open something else.
func literals(kind Kind, marks string) []Span {
	var all []Span
	for mark := range strings.FieldsSeq(marks) {
		all = append(all, Span{Open: mark, Kind: kind, Form: Literal})
	}
	return all
}

// allSpans returns the spans of a row, those behind the short notations included.
func (r *Row) AllSpans() []*Span {
	var all []*Span
	for i := range r.Spans {
		all = append(all, &r.Spans[i])
	}
	for mark := range strings.FieldsSeq(r.LineComment) {
		all = append(all, &Span{Open: mark})
	}
	all = append(all, pairedComments(r.BlockComment, Multi)...)
	all = append(all, pairedComments(r.NestedComment, Multi|Nest)...)
	if !strings.Contains(r.NameStart, `\`) {
		all = append(all, &Span{Open: "\\\n", Form: continuation}, &Span{Open: "\\\r\n", Form: continuation})
	}
	return all
}

// continuation is the form of the joining mark at the end of a line, which counts as white space in
// every language: reformatting must not change the tokens.
const continuation Form = 255

func pairedComments(list string, flags Flags) []*Span {
	var all []*Span
	marks := strings.Fields(list)
	for i := 0; i+1 < len(marks); i += 2 {
		all = append(all, &Span{Open: marks[i], Close: marks[i+1], Flags: flags})
	}
	return all
}

// opens returns the opening marks of a span, with and without prefixes.
func (s *Span) Opens() []string {
	var all []string
	if s.Flags&Prefixed == 0 {
		all = append(all, s.Open)
	}
	for prefix := range strings.FieldsSeq(s.Prefix) {
		all = append(all, prefix+s.Open)
	}
	return all
}
