package language

import "strings"

// Spans as data: what a row says about comments, strings and characters. spanscan.go finds them.

// Span is a comment, string, character or other stretch of source that is not cut into tokens.
//
// A span without multi that is not closed ends with its line. A comment that is not closed runs to
// the end of the source. Any other span that is not closed is its opening mark alone, and reading
// goes on behind it: so a snippet cut out of the middle of a long string loses the string, not the
// code.
type Span struct {
	// Open starts it. Letters at its start must be a whole word, as `q` in Perl and `REM` in Basic,
	// unless glued is set.
	Open string
	// Close ends it; empty means the end of the line (which is not part of the span), or, with
	// toEnd, the end of the source.
	Close string
	// Prefix lists words that may stand right before Open, their case ignored: "r b br rb". Add the
	// flag prefixed if one of them must.
	Prefix string
	// Kind is what it becomes; zero is a comment.
	Kind Kind
	// Escape is the byte that takes the special meaning from the next one, usually `\`; zero is
	// none.
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

// Flags are the switches of a span.
type Flags uint16

const (
	// Multi: may hold line breaks.
	Multi Flags = 1 << iota
	// Nest: Open inside (or Mid, if that is set) raises the depth, Close lowers it.
	Nest
	// Doubled: a Close right after the Close stands for itself ("say ""so""").
	Doubled
	// Prefixed: one of Prefix must be there.
	Prefixed
	// Glued: Open may be the start of a longer word (C in column one of Fortran).
	Glued
	// RestOfLine: what follows Close on its line belongs to the span too (=cut, =end).
	RestOfLine
	// Suffix: letters right behind Close belong to the span (flags of regular expressions, literal
	// suffixes).
	Suffix
	// Greedy: Close ends at the last of a run of its byte ("""a"""" is a" in Kotlin and Scala).
	Greedy
	// ToEnd: with an empty Close, goes to the end of the source (__END__).
	ToEnd
	// UpTo: Close ends the span but does not belong to it (a PHP comment ends before ?>).
	UpTo
	// Indented: with multi, the lines behind the first start with white space (YAML).
	Indented
	// Doubtful: where Escape stands before Close, the rest of the line decides whether it is one;
	// see escapesClose.
	Doubtful
)

// Condition is a set of conditions on the place where a span may open.
type Condition uint16

const (
	// ColumnOne: first byte of a line.
	ColumnOne Condition = 1 << iota
	// FirstOnLine: only white space before it on its line.
	FirstOnLine
	// AfterBlank: at the start of the source or after white space or one of ; & | ( ).
	AfterBlank
	// NotAfterValue: not where an expression goes on, that is not after a name, literal, value word
	// or closing bracket. It tells a regular expression from a division.
	NotAfterValue
	// OrSpaced weakens notAfterValue: also after a name if white space stands before and none
	// behind (`split /,/` in Ruby and Perl).
	OrSpaced
	// NotTouchingValue: no name, literal or closing bracket ends right before it. It tells a string
	// from a transposed matrix (MATLAB) or an attribute (Ada).
	NotTouchingValue
	// NotBeforeOperator: what follows, after more of Open's last byte, is not of OperatorRun
	// (Haskell's --).
	NotBeforeOperator
	// BeforeLetter: a letter follows.
	BeforeLetter
	// BeforeBlank: white space or the end of the source follows.
	BeforeBlank
	// NotBeforeBlank: neither white space nor the end of the source follows.
	NotBeforeBlank
	// ColumnSix: five blanks and nothing else before it on its line (fixed-form Fortran).
	ColumnSix
)

// Form names how a span is read. The set is closed; spanscan.go calls what implements each.
type Form uint8

const (
	// Delimited: from Open to Close.
	Delimited Form = iota
	// Literal: Open alone, as it stands: where a mark that looks like another's opening is none
	// (\', #[, $").
	Literal
	// Tick: a character if a Close follows after one rune or escape; otherwise, before a name, that
	// name with its mark (lifetimes, type variables, quoted symbols) as an Identifier; else no
	// span.
	Tick
	// TickOnly: as tick, but without the name: then it is no span (Ada and VHDL attributes).
	TickOnly
	// Tagged: Open, a tag, Mid; closed by Close, the same tag, End. Tag lists the bytes a tag may
	// hold; empty means letters, digits and `_`; "!" means anything but space, brackets, `\` and
	// `"`. (C++ R"x( )x", Rust r#" "#, Lua [=[ ]=], PostgreSQL $x$ $x$, OCaml {x| |x}.)
	Tagged
	// Bracketed: as tagged, with opening and closing marks of one length, but what is between them is
	// code again. Nothing in it goes on behind its end. The marks are Identifiers, Operators
	// without a tag. (The bodies of functions in PostgreSQL, $x$ $x$.)
	Bracketed
	// QuoteLike: Open, perhaps letters if Tag is "letters", then any punctuation as delimiter, up
	// to the same or the mirrored one, which nests. With Mid "2" there are two bodies (s/a/b/,
	// tr{a}{b}).
	QuoteLike
	// Regex: from Open to Close on one line, brackets [ ] hide Close. If it does not close, no
	// span.
	Regex
	// RuneName: Open, then one rune (an escape if Escape), and with Tag "name" the rest of the name
	// it starts (#\space, \newline, $a, 0'a, ?a). With Tag "keys" there may be modifiers before
	// (?\C-\M-x).
	RuneName
	// NumberMark: Open, then letters and digits (#xFF, &HFF, $FF). Without any, no span.
	NumberMark
	// Heredoc: Open, perhaps some of the bytes of Tag (`-`, `~`, a space), a tag, which may be
	// quoted; the body starts with the next line and ends with a line that consists of the tag,
	// perhaps indented. With Mid "upper" the tag must be quoted or start in upper case; with Mid
	// "loose" its line may go on with code. Open is an operator, the tag an identifier, the body
	// with its last line a string. If the tag does not return, no span.
	Heredoc
	// PerlFormat: Open at the end of a line that holds the word Tag and perhaps a name before it, and
	// what follows up to a line with Close alone (format STDOUT = in Perl). Open is an operator.
	PerlFormat
	// CommentDatum: Open and the expression behind it, which may be bracketed, are a comment (#; in
	// Scheme, #_ in Clojure).
	CommentDatum
	// Block: Open where a value starts, perhaps indicators, the rest of the line blank or a
	// comment; then the lines that are indented more than what the value belongs to (YAML). Open is
	// an operator, the lines are words.
	Block
	// JSX: an element of markup with code in braces, up to its closing tag (JSX). Open is `<`.
	JSX
	// CloseTag: Open ends an island; see row.Outside. Open is an operator.
	CloseTag
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

// literals are marks, separated by spaces, which stand as they are where they would open something
// else.
func literals(kind Kind, marks string) []Span {
	var all []Span
	for mark := range strings.FieldsSeq(marks) {
		all = append(all, Span{Open: mark, Kind: kind, Form: Literal})
	}
	return all
}

// AllSpans returns the spans of a row, those behind the short notations included.
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

// Opens returns the opening marks of a span, with and without prefixes.
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
