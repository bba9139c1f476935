package lex

import "github.com/chaffinch-search/chaffinch/analyzer/internal/language"

// form is how the spans of one form are read. A nil function means what its comment says.
//
// A new form is a row of forms and a file with the row's functions. formtable_test.go wants a
// source that was cut inside the form, and a comment of the form, or the reason why there is none.
type form struct {
	// end returns the end of the span that opens at start. Its body begins at i. The result is 0 if
	// it is not a span. It may change s.kind. Nil: the span is its opening mark.
	end func(s *scanner, dst []Token, sp *spanProgram, start, i int) int
	// emit appends the tokens of the span from start to end and returns where to continue. Nil: one
	// token of s.kind, or none for a comment.
	emit func(s *scanner, dst []Token, sp *spanProgram, start, end int) ([]Token, int)
	// rest returns the rest of the span in whose body the source begins; see cut.go. Nil: no source
	// is read as if it began inside.
	rest func(s *scanner, sp *spanProgram) rest
	// opening returns the length of a comment's marks at the start of a text, or 0. The text begins
	// with sp.open. Nil: code in such a comment is found only after its first line.
	opening func(sp *spanProgram, text []byte) int
	// closing returns the length of the marks of a comment at the end of a text. It is 0 if there
	// are none, and -1 if they close a comment inside the comment. Nil: 0.
	closing func(sp *spanProgram, text []byte) int
	// nextLine: the body begins with the next line, in scanner.bodies.
	nextLine bool
}

// forms are the forms by name. The functions of the forms lex other languages, which compiles them
// by this table: so an initializer would be a cycle.
var forms map[language.Form]*form

func init() {
	forms = map[language.Form]*form{
		// From Open to Close.
		language.Delimited: {
			end: (*scanner).delimitedEnd, rest: (*scanner).delimitedRest,
			opening: (*spanProgram).delimitedOpening, closing: (*spanProgram).delimitedClosing,
		},
		// Open alone. It contains a mark that would otherwise open another span (\', #[, $").
		"literal": {},
		// A backslash and a line break, which are white space in every language, because
		// reformatting must not change tokens.
		"line-break": {},
		// The same with blanks between them.
		"continuation": {end: (*scanner).continuationEnd},
		// A character if Close follows after one rune or escape. Otherwise an Identifier if a name
		// follows (lifetimes, type variables, quoted symbols); if not, not a span.
		"tick": {end: (*scanner).tickEnd},
		// Like tick, but not a span before a name (attributes of Ada and VHDL).
		"tick-only": {end: (*scanner).tickOnlyEnd},
		// Open, a tag, Mid; closed by Close, the same tag, End. Tag lists the bytes a tag may hold;
		// empty means letters, digits and `_`; "!" means anything but space, parentheses and `\`.
		// (C++ R"x( )x", Rust r#" "#, Lua [=[ ]=], PostgreSQL $x$ $x$, OCaml {x| |x}.)
		"tagged": {
			end: (*scanner).taggedEnd, rest: (*scanner).taggedRest,
			opening: (*spanProgram).taggedOpening, closing: (*spanProgram).taggedClosing,
		},
		// Like tagged, with a name and perhaps blanks before the tag ({%name tag|text|tag} in
		// OCaml).
		"named-tagged": {end: (*scanner).namedTaggedEnd},
		// Like tagged, with marks of equal length, but with code between them. No span in the code
		// extends beyond its end. The marks are Identifiers, or Operators without a tag. (Function
		// bodies in PostgreSQL, $x$ $x$.)
		"bracketed": {end: (*scanner).bracketedEnd, emit: (*scanner).emitBracketed},
		// Open, perhaps letters if Tag is "letters", then any punctuation as delimiter, up to the
		// same one or the matching bracket, which nests. With Mid "2" there are two bodies (s/a/b/,
		// tr{a}{b}); any other Mid follows the body (q"(a)" in D). With Tag "spaced" blanks may
		// precede any delimiter, if all is on one line. With Tag "option" an option in [ ] may
		// precede it, with Tag "argument" also an argument in { } must (TeX).
		"quote-like": {end: (*scanner).quoteLikeEnd},
		// From Open to Close on one line. Close does not count inside [ ]. Without Close, not a
		// span.
		"regex": {end: (*scanner).regexEnd},
		// Like regex over several lines. With Tag its letters are among those after Close, or an
		// opening parenthesis or bracket, a comma or a tilde precedes Open.
		"regex-lines": {end: (*scanner).regexLinesEnd},
		// Open, a name that is not among the words of Tag, a bar, and text up to Close. It is not a
		// list comprehension of Haskell: no arrow before the first closing bracket or line break.
		"quasi-quote": {end: (*scanner).quasiQuoteEnd},
		// Open, the rest of its line, and words without comments up to Close (TeX).
		"verbatim": {end: (*scanner).verbatimEnd, emit: (*scanner).emitVerbatim},
		// Open, then one rune (an escape if Escape), and with Tag "name" the rest of the name it
		// starts (#\space, \newline, $a, 0'a, ?a). With Tag "keys" there may be modifiers before
		// (?\C-\M-x).
		"rune-name": {end: (*scanner).runeNameEnd},
		// Open, then letters and digits (#xFF, &HFF, $FF). Without these, not a span.
		"number-mark": {end: (*scanner).numberMarkEnd},
		// Open, a name and `}`, lexed as an operator, the first byte of Open, and the name: ${x} in
		// Shell and Tcl is $x. Without the name and `}`, not a span.
		"braced-name": {end: (*scanner).bracedNameEnd, emit: (*scanner).emitBracedName},
		// Open, perhaps some of the bytes of Tag (`-`, `~`, a space), then a tag, which may be
		// quoted. The body starts with the next line and ends with a line that consists of the tag,
		// perhaps indented. With Mid "upper" the tag must be quoted or start in upper case. With
		// Mid "loose" code may follow the tag on the last line. With Mid "bar" the marks | and -
		// may precede the tag there, and code is only after a tag in double quotes (Puppet). Open
		// is an operator, the tag an identifier, the body with its last line a string. Without a
		// last line, not a span.
		"heredoc": {
			end: (*scanner).heredocEnd, emit: (*scanner).emitHeredoc, rest: (*scanner).heredocRest,
			nextLine: true,
		},
		// Open stands at the end of a line that starts with the word Tag. A name may be between
		// them (format STDOUT = in Perl); then come lines up to one that is Close. Open is an
		// operator.
		"perl-format": {end: (*scanner).perlFormatEnd, emit: (*scanner).emitPerlFormat},
		// Like Delimited, but code if the command takes code: see Row.CodeAfter. Then the marks are
		// operators.
		"quoted-code": {
			end: (*scanner).delimitedEnd, emit: (*scanner).emitQuotedCode,
		},
		// Open and the next expression, which may be bracketed, are a comment (#; in Scheme, #_ in
		// Clojure).
		"comment-datum": {end: (*scanner).commentDatumEnd, opening: (*spanProgram).datumOpening},
		// Open at the start of a value, perhaps indicators, and the rest of the line blank or a
		// comment. The lines that are indented more than the key follow (YAML). Open is an
		// operator, the lines are words.
		"block": {end: (*scanner).blockEnd, emit: (*scanner).emitBlock},
		// A comment, and the lines after it that are indented more (Sass). Close may end it on its
		// line.
		"indented": {end: (*scanner).indentedEndOf, opening: (*spanProgram).delimitedOpening},
		// A comment up to a blank line (Pod of Raku).
		"paragraph": {end: (*scanner).paragraphEnd, opening: (*spanProgram).delimitedOpening},
		// The number of a line, or a mark in column 7 with the comment that it begins (COBOL).
		"cobol-column": {end: (*scanner).cobolColumnEnd, opening: (*spanProgram).cobolColumnOpening},
		// A number, the letter H, and as many characters on the line (5Hit's of Fortran).
		"hollerith": {end: (*scanner).hollerithEnd},
		// A name that starts with digits and holds a letter.
		"digit-name": {end: (*scanner).digitNameEnd},
		// The columns from 73 on, which are not code (COBOL).
		"cobol-margin": {end: (*scanner).cobolMarginEnd, emit: (*scanner).emitNothing},
		// An element of markup with code in braces, up to its closing tag. Open is `<`.
		"jsx": {end: (*scanner).jsxEnd, emit: (*scanner).emitJSX},
		// From Open to Close on one line. The marks are operators, the text between them a name.
		"placeholder": {end: (*scanner).regexEnd, emit: (*scanner).emitPlaceholder},
		// The first row of a table after a word and a colon (examples of Gherkin). Open is between
		// its cells. The cells are names.
		"outline-head": {end: (*scanner).outlineHeadEnd, emit: (*scanner).emitOutlineHead},
		// A value of an attribute: code if Row.CodeAttributes has the attribute. It may hold tags.
		"attribute": {end: (*scanner).delimitedEnd, emit: (*scanner).emitAttribute},
		// Code in braces in a tag of markup.
		"markup-code": {end: (*scanner).markupCodeEnd, emit: (*scanner).emitMarkupCode},
		// Open ends the embedded language; see Row.Host. Open is an operator.
		closeTagForm: {end: (*scanner).closeTagEnd, emit: (*scanner).emitCloseTag},
	}
}

// closeTagForm is the form of the mark that ends embedded code.
const closeTagForm language.Form = "close-tag"
