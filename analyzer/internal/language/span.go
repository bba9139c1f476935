package language

import "strings"

// Spans: the comments, strings and characters of a row.

// Span is a part of a source that is not split, such as a string.
//
// A span without its closing mark ends with its line, unless it is Multi. A Multi comment without
// one goes to the end of the source. Any other Multi span without one is its opening mark alone,
// and reading continues after it: a snippet from the middle of a long string loses the string, not
// the code.
type Span struct {
	// Open starts the span. Letters at its start must be a whole word, like `q` in Perl and `REM`
	// in Basic, unless Glued is set.
	Open string
	// Close ends the span. Empty means the end of the line, which is not part of the span, or with
	// ToEnd the end of the source.
	Close string
	// Prefix lists words that may precede Open immediately, in any case: "r b br rb". With Prefixed
	// one of them must.
	Prefix string
	// Kind is the kind of the token that the span becomes; zero is a comment.
	Kind Kind
	// Escape is the byte that removes the special meaning of the next one, usually `\`. Zero is
	// none.
	Escape byte
	// Interp lists pairs of marks around code inside the span: "${ } $( )". Its brackets are
	// balanced, strings and comments included. The tokens of the code are tokens, down to 8 levels.
	Interp string
	// Names holds the bytes that, before a name inside the span, make it code: $x. With Member
	// after it, a second name is code, too: $x->y. After # a prefix of NameLead is needed: #@x.
	Names, Member string
	// Form determines how the span is read.
	Form Form
	// Tag, Mid and End belong to the forms that say so.
	Tag, Mid, End string
	// When holds conditions. All must hold for the span to open here.
	When Condition
	// Flags are the remaining switches.
	Flags Flags
}

// Flags are switches of a span.
type Flags uint32

const (
	// Multi: may hold line breaks.
	Multi Flags = 1 << iota
	// Nest: Open inside (or Mid, if that is set) raises the depth, Close lowers it.
	Nest
	// Doubled: two Closes in a row are an escape ("say ""so""").
	Doubled
	// Prefixed: one of Prefix must be there.
	Prefixed
	// Glued: Open may be the start of a longer word (C in column one of Fortran).
	Glued
	// RestOfLine: the rest of the line after Close belongs to the span (=cut, =end).
	RestOfLine
	// Suffix: letters immediately after Close belong to the span (flags of regular expressions,
	// suffixes of literals).
	Suffix
	// Greedy: Close ends at the last of a run of its byte ("""a"""" is a" in Kotlin and Scala).
	Greedy
	// ToEnd: with an empty Close, goes to the end of the source (__END__).
	ToEnd
	// UpTo: Close ends the span but does not belong to it (a PHP comment ends before ?>).
	UpTo
	// Indented: with Multi, all lines but the first start with white space (YAML).
	Indented
	// Closes: not a span unless it closes; without Multi, on its line.
	Closes
	// Quotes: a string that closes on its line hides Close inside a comment ((* "*)" *) in OCaml).
	Quotes
	// Skips: Escape and a byte of Tag skip the white space after them (\z in Lua).
	Skips
	// Continues: the string goes on after a line break as Tag says. The mark is & at the end of the
	// line, or with 6 a mark in the sixth column of the next (Fortran).
	Continues
	// NotClosing: Close is an escape if a byte of Tag follows (''$ in Nix).
	NotClosing
	// Doubtful: if Escape precedes Close, the rest of the line decides whether it is an escape; see
	// escapesClose in package lex. A comment with Nest does not nest if it would not close.
	Doubtful
	// Formats: code of Interp ends before a conversion or format: {x!r:>8}.
	Formats
	// LoopNames: a doubled mark of Interp before a name, perhaps with ~, makes it code: %%a and
	// %%~na in batch files.
	LoopNames
	// OnlyNames: code of Interp is a name alone, perhaps with a format: {x:>8} in Rust.
	OnlyNames
	// Spliced: a comment to the end of the line goes on after a line that ends in a backslash.
	Spliced
)

// Condition is a set of conditions for a span to open at a place.
type Condition uint16

const (
	// ColumnOne: first byte of a line.
	ColumnOne Condition = 1 << iota
	// FirstOnLine: only white space before it on its line.
	FirstOnLine
	// AfterBlank: at the start of the source or after white space or one of ; & | ( ).
	AfterBlank
	// NotAfterValue: not after a name, literal, value word or closing bracket, where an expression
	// continues. It distinguishes a regular expression from a division.
	NotAfterValue
	// OrSpaced weakens NotAfterValue: also after a name, if white space precedes Open and does not
	// follow it (`split /,/` in Ruby and Perl).
	OrSpaced
	// NotTouchingValue: no name, literal or closing bracket ends immediately before it. It
	// distinguishes a string from a transposed matrix (MATLAB) or an attribute (Ada).
	NotTouchingValue
	// NotTouchingName: no name or number ends immediately before it. In C it's holds no character.
	NotTouchingName
	// NotBeforeOperator: the next byte that differs from Open's last is not of OperatorRun
	// (Haskell's --).
	NotBeforeOperator
	// BeforeLetter: a letter follows.
	BeforeLetter
	// BeforeBlank: white space or the end of the source follows.
	BeforeBlank
	// NotBeforeBlank: neither white space nor the end of the source follows.
	NotBeforeBlank
	// AfterStatement: at the start of the source or after a semicolon.
	AfterStatement
	// ColumnSix: five blanks and nothing else before it on its line (fixed-form Fortran).
	ColumnSix
)

// Form names how a span is read: a row of the table in forms.go of package lex.
type Form string

// Delimited is the form of a span from Open to Close.
const Delimited Form = ""

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

// literals returns a Literal for each of the marks, which are separated by spaces.
func literals(kind Kind, marks string) []Span {
	var all []Span
	for mark := range strings.FieldsSeq(marks) {
		all = append(all, Span{Open: mark, Kind: kind, Form: "literal"})
	}
	return all
}

// OwnSpans returns the spans that the row lists: all but its comments.
func (r *Row) OwnSpans() []Span {
	if r.SpansOf != nil {
		return r.SpansOf()
	}
	return r.Spans
}

// AllSpans returns the spans of a row, including LineComment, BlockComment and NestedComment.
func (r *Row) AllSpans() []*Span {
	var all []*Span
	own := r.OwnSpans()
	for i := range own {
		all = append(all, &own[i])
	}
	spliced := Flags(0)
	if r.NameSplices {
		spliced = Spliced
	}
	for mark := range strings.FieldsSeq(r.LineComment) {
		all = append(all, &Span{Open: mark, Flags: spliced})
	}
	all = append(all, pairedComments(r.BlockComment, Multi)...)
	nested := Multi | Nest
	if r.StringsInComments {
		nested |= Quotes
	}
	all = append(all, pairedComments(r.NestedComment, nested)...)
	if r.NameSplices {
		all = append(all, &Span{Open: `\`, Form: "continuation"}, &Span{Open: "??/", Form: "continuation"})
	} else if !strings.Contains(r.NameStart, `\`) {
		all = append(all, &Span{Open: "\\\n", Form: "line-break"})
	}
	for _, s := range all {
		if strings.Contains(s.Open+s.Mid, "\n") {
			all = append(all, s.onWindows())
		}
	}
	return all
}

// onWindows returns a span that opens with a line break for lines ending \r\n.
func (s *Span) onWindows() *Span {
	w := *s
	w.Open = strings.ReplaceAll(s.Open, "\n", "\r\n")
	w.Mid = strings.ReplaceAll(s.Mid, "\n", "\r\n")
	return &w
}

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
