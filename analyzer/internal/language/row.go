package language

import "strings"

// Row is one language as data. To add a language, write a row in the file of its family and a
// fixture in analyzer/lex/testdata/lang, as CONTRIBUTING.md says. The zero value of every field
// means "none". Lists are strings with items separated by spaces, so a row reads like the reference
// of the language.
//
// The scanner tries at each byte, in this order: white space, a span (comment, string, special
// form), a number, a name, an operator of several bytes, an operator of one byte.
type Row struct {
	// Name is the name of the language, as linguist spells it if it knows the language.
	Name string
	// Aliases are further names for Lookup, in lower case. The aliases and file name extensions
	// that linguist knows need not be repeated.
	Aliases string
	// Linguist lists linguist's names of further dialects that this row reads. Commas separate
	// them, because the names hold spaces: "Objective-C++, Cuda". Name is implied.
	Linguist string

	// ByName: the language is detected by file name only and never guessed from content, because it
	// extends a more frequent language (Cuda).
	ByName bool

	// Keywords are the reserved words, and standard words that nobody renames (`include`, `echo`).
	// Every representation keeps their text. They are in lower case if FoldCase is set.
	Keywords string
	// ValueWords are the Keywords that are values, like `this` or `true`. An expression continues
	// after them (see NotAfterValue).
	ValueWords string
	// FoldCase: names, keywords, operators and numbers are compared and hashed in lower case
	// (ASCII).
	FoldCase bool

	// Operators are the operators of two to eight bytes; the longest match counts. They may hold
	// letters (`.and.`, `-eq`), but not start with one. After a letter at their end no name may
	// continue. All other punctuation is an operator of one byte.
	Operators string
	// OperatorRun holds bytes that form one operator in any sequence, in languages with
	// user-defined operators (Haskell, OCaml, Scala).
	OperatorRun string
	// ValueEnd holds the closing brackets after which an expression continues; empty means `)]}`.
	ValueEnd string

	// Conditions lists the Keywords whose condition in parentheses a statement follows. In
	// languages with regular expressions the slash in `if (x) /y/.test(z)` does not divide.
	Conditions string

	// NameStart holds bytes besides letters and `_` that may start a name. They may also continue
	// it, and be a name alone (`$` in JavaScript, all of `-+*/<=>!?` in Lisp).
	NameStart string
	// NameLead lists prefixes that start a name if a letter or `_` follows. A prefix is one byte
	// (`$` in PHP), or the same byte twice (`@ @@ $` in Ruby). Elsewhere these bytes are operators,
	// and do not continue a name.
	NameLead string
	// LeadPlain: names with a prefix of NameLead hold no bytes of NameCont, so that $n-1 is a
	// difference although Get-Item is a name (PowerShell).
	LeadPlain bool
	// NameCont holds further characters that may continue a name (`-` in CSS, `'` in Haskell, `·`
	// in Python). Letters, digits, marks and `_` always may.
	NameCont string
	// NameEscapes holds what may follow a backslash in an escape in a name: u for \u0065, U for
	// \U00000065, and { for \u{65} besides. The name is that with the characters themselves.
	NameEscapes string
	// TextEscapes: \u0065 stands for its character anywhere in a source (Java).
	TextEscapes bool
	// NameSplices: a backslash or ??/, blanks, and a line break are not part of a name, or of
	// anything else (C).
	NameSplices bool
	// NameAmpersands: nor are two ampersands with a line break between them (Fortran).
	NameAmpersands bool
	// NamePrefix may precede a name, which is then not a keyword (r# in Rust, @ in C#). The prefix
	// is not part of the name.
	NamePrefix string
	// LeadBraces: after a prefix of NameLead a name may stand in braces, and is the same name:
	// ${x}, and in PHP ${'x'}.
	LeadBraces bool
	// NameEnd holds bytes that may end a name, unless `=` follows (`empty?` and `save!` in
	// Ruby).
	NameEnd string
	// NameSpecial holds bytes that may stand for a name behind the first byte of NameLead. Examples
	// are `$!` in Perl and Ruby. More digits may follow a digit.
	NameSpecial string
	// LeadLetters: names with a prefix of NameLead hold only letters and bytes of NameStart. They
	// may also hold bytes of NameCont, so that \int_0 and \frac12 are commands and numbers (TeX).
	LeadLetters bool
	// NameKind is the kind of names that are not keywords; zero means Identifier. It is Word if
	// names are running text (LaTeX), which is split and folded like prose. It is Keyword if names
	// are a fixed vocabulary (HTML).
	NameKind Kind
	// LeadKind is the kind of names that start with a byte of NameStart or NameLead. Zero means
	// NameKind.
	LeadKind Kind
	// HeadKind is the kind of a name that is first in its line or follows a label. `:` or `=` must
	// not follow. It is Keyword for assembly, which has many mnemonics that nobody renames.
	HeadKind Kind

	// NumberSep holds the bytes that may separate digits: `_`, `'`.
	NumberSep string
	// Exponents holds the letters, in lower case, after which a decimal number may have a sign;
	// empty means `e`. (Hexadecimal numbers always use `p`.)
	Exponents string
	// Numbers are further forms of numbers. All languages have 12, 1.5, 1e-9, 0x1F, 0b11 and 0o17,
	// with any letters after them as a suffix.
	Numbers NumberForm

	// LineComment lists marks that start a comment to the end of the line: "// #".
	LineComment string
	// LineEnds lists the characters that end a line beside the line feed. Code behind them follows
	// a comment to the end of the line.
	LineEnds string
	// BlockComment lists pairs of opening and closing marks: "/* */ (* *)".
	BlockComment string
	// NestedComment lists pairs like BlockComment; these nest.
	NestedComment string
	// StringsInComments: strings hide the marks of NestedComment.
	StringsInComments bool
	// Spans are all strings and characters, and comments with conditions. If several open at a
	// byte, the longest Open is tried first; equally long ones in the order of this list.
	Spans []Span
	// SpansOf returns what Spans would be, if these are composed of several lists. To compose all
	// when a program starts would take a twentieth of the time of a start.
	SpansOf func() []Span

	// CodeAfter lists commands whose argument in a span of the form quoted-code, or in a heredoc,
	// is code: eval. With =last it is the last argument, with =-c the one after an option that ends
	// with c.
	CodeAfter string

	// Imports lists the forms of lines that name other code or set up the file: import lines.
	// Commas separate them. Each is a statement: it begins a line, or follows a semicolon or brace,
	// and ends at a semicolon, or with its line unless that ends in a comma. A form is a sequence
	// of
	//
	//	import    a token with this text; a|b is one of several
	//	*         any tokens but brackets, and operators with =
	//	**        any tokens but brackets
	//	***       any tokens but braces
	//	{*}       brackets and all between them but operators that end in =; also (*) and [*]
	//	{**}      brackets and all between them
	//	{_}       brackets and names between them, also in quotes; also [_]
	//	~(*)      the same, perhaps in the next line
	//	_         white space
	//	(ns|use)  brackets, the first token in them, and all between them
	//	;         a semicolon, only at the end: lines do not end this form
	//	+         an import line, only at the end: without it this is none
	//
	// A line with code in it, such as a block in brackets, is no import line.
	Imports string

	// Markup: the source is running text with tags (HTML, XML). Text outside of tags becomes words.
	// The rest of the row applies between `<` and `>`.
	Markup bool
	// Embed lists elements of markup whose content is in another language, as "element=Language".
	Embed string
	// Host names the language around this one, a template language (HTML around PHP). It is the
	// language of all text before the first of OpenTags, and from a span of the form close-tag to
	// the next of OpenTags. A source without open tags is in this language, unless it looks like
	// markup.
	Host string
	// OpenTags lists the marks that lead from Host into this language: "<?php <?= <?". All start
	// with the same byte; case is ignored.
	OpenTags string
	// NotOpenTags lists marks that start like one of OpenTags, but are not open tags: "<?xml".
	NotOpenTags string

	// Tags lists pairs of marks around code in a template: "<%= %> {{ }}". With Host they may
	// interrupt anything in it, even strings and comments. In Markup they are in running text and
	// in values of attributes. A tag ends with the first closing mark, but code between single
	// brackets is balanced. Code that is a comment makes no tokens, and neither do the marks around
	// it. With the closing mark > the code has attributes: <%def name="f(x)">.
	Tags string
	// TagComments lists pairs of marks of comments in a template: "{# #}".
	TagComments string
	// CommentTags names two of Tags between which all is comment: "comment endcomment".
	CommentTags string
	// LineTags lists marks that, first on a line, make the rest of the line code: "%". After a mark
	// with a star, "#*", one of Keywords must follow. The doubled mark is text.
	LineTags string
	// CodeLines lists words that, first on a line, make it code up to markup: "if( else{ var;". A
	// parenthesis must follow `if(`; a brace, `if` or nothing `else{`; and a semicolon ends `var;`.
	CodeLines string
	// LineComments lists marks that, first on a line, begin a comment.
	LineComments string
	// NotTags lists marks that start like tags, but are text: "<%%".
	NotTags string
	// TagTrims holds bytes that may belong to the marks of Tags: `-` in <%- x -%>.
	TagTrims string
	// Directives lists words that make code after `@`: "if( model; code{ *.". Code goes on in
	// parentheses after `if(`, to the end of the line after `model;`, and in braces after `code{`.
	// With `*.` any other name is code, with its members, arguments and indices: @a.b[c](d). With
	// `*(` any other name is code if a parenthesis touches it. `else-if(` stands for @else if.
	Directives string
	// CodeAttributes lists prefixes of attributes whose values are code: "v- :". A stands for any
	// capital letter: then the element has one, too, and the value looks like code.
	CodeAttributes string
	// Inside names the language of Tags, Directives and CodeAttributes; empty is this language.
	Inside string
	// Hosts lists further languages around the tags. Each makes a row like this one: see [InHost].
	Hosts string
	// HostOf is the Name of the row whose Hosts made this one.
	HostOf string
	// Front names the language between two lines of --- at the start of the source.
	Front string
}

// NumberForm is a set of forms of numbers that not all languages have.
type NumberForm uint8

const (
	// LeadingDot: .5 is a number.
	LeadingDot NumberForm = 1 << iota
	// TrailingDot: 1. and 1.f are numbers, unless an operator with letters starts with the dot
	// (1.and.). Without it, a dot belongs to a number only before a digit or an exponent, as 1..2
	// and 1.max(2) need.
	TrailingDot
	// TickBase: 4'b1010, 'hFF and '0 are numbers (Verilog).
	TickBase
	// HashBase: 16#FF# and 16#FF are numbers (Ada, Erlang, PostScript).
	HashBase
	// Signed: + or - before a digit belongs to the number, unless a name or value ends immediately
	// before it (Lisp).
	Signed
	// Juxtaposed: letters after a decimal number start a name unless they are an exponent: 2x is
	// 2*x (Julia).
	Juxtaposed
	// Ratio: 22/7 is one number (Lisp).
	Ratio
)

// Dialects returns the names of Linguist in lower case.
func (r *Row) Dialects() []string {
	var names []string
	for name := range strings.SplitSeq(r.Linguist, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			names = append(names, name)
		}
	}
	return names
}
