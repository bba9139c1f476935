package language

import "strings"

// row is one language as data. A language is added by writing a row in a lang_*.go file and a fixture
// under testdata/lang; nothing else changes. The zero value of every field is "has none". Lists are
// strings with their items separated by spaces, so that a row reads like the language's own reference.
//
// How a byte is judged, in this order: white space; a span (comment, string, special form) that opens
// here; a number; a name; an operator of several bytes; an operator of one byte.
type Row struct {
	// Name as linguist spells it, if it knows the language.
	Name string
	// Aliases are further names for Lookup, in lower case. The aliases and file name extensions that
	// linguist knows need not be repeated.
	Aliases string
	// Linguist lists names of dialects that it tells apart and we read with this row, separated
	// by commas because such names hold spaces: "Objective-C++, Cuda". Name itself is implied.
	Linguist string

	// ByName: taken for a file name or on demand, but never guessed from content alone, where it could
	// not be told from a more frequent language that it extends (Cuda).
	ByName bool

	// Keywords are the reserved words, and words of the standard vocabulary which nobody renames
	// (`include`, `echo`). They stand for themselves in every representation. Lower case if FoldCase.
	Keywords string
	// ValueWords are those of the Keywords which are values, like `this` or `true`: what follows them
	// goes on with an expression (see notAfterValue). Each must be among the Keywords.
	ValueWords string
	// FoldCase: names, keywords, operators and numbers are compared and hashed in lower case (ASCII).
	FoldCase bool

	// Operators are the operators of two to eight bytes; the longest that fits is taken. They may hold
	// letters (`.and.`, `-eq`) but not start with one; behind a letter at their end no name goes on.
	// All other punctuation is an operator of one byte.
	Operators string
	// OperatorRun holds the bytes of which a run is one operator, where programmers define operators
	// of their own (Haskell, OCaml, Scala).
	OperatorRun string
	// ValueEnd holds the closing brackets after which an expression goes on; empty means `)]}`.
	ValueEnd string

	// NameStart holds bytes that may start a name, besides letters and `_`, and may stand in it alone
	// (`$` in JavaScript, all of `-+*/<=>!?` in Lisp). They are name bytes too.
	NameStart string
	// NameLead lists what may start a name if a letter or `_` follows right behind (`$` in PHP, `@ @@ $`
	// in Ruby), one byte or the same byte twice; otherwise these bytes are operators. They do not
	// continue a name.
	NameLead string
	// LeadPlain: names that start with a byte of NameLead hold none of NameCont, so that $n-1 is a
	// difference where Get-Item is a name (PowerShell).
	LeadPlain bool
	// NameCont holds bytes that may stand inside a name and at its end, besides letters, digits, marks
	// and `_` (`-` in CSS, `'` in Haskell).
	NameCont string
	// NameEnd holds bytes of which one may end a name, unless `=` follows (`empty?` and `save!` in Ruby).
	NameEnd string
	// NameSpecial holds bytes of which one may stand behind the first byte of NameLead instead of a name
	// (`$!` in Perl and Ruby); after a digit, more digits follow.
	NameSpecial string
	// LeadLetters: names that start with a byte of NameLead consist of letters and bytes of NameStart and
	// NameCont only, so that \int_0 and \frac12 are commands and numbers (TeX).
	LeadLetters bool
	// NameKind is what names are that are no keywords; zero means Identifier. Word where they are running
	// text (LaTeX): such names are cut and folded like Prose. Keyword where names are a vocabulary (HTML).
	NameKind Kind
	// LeadKind is what names are that start with a byte of NameStart or NameLead; zero means NameKind.
	LeadKind Kind
	// HeadKind is what a name is that stands first in its line or after a label, if no `:` or `=`
	// follows it: Keyword for assembly, where mnemonics are many and nobody renames them.
	HeadKind Kind

	// NumberSep holds the bytes that may stand between two digits: `_`, `'`.
	NumberSep string
	// Exponents holds the letters, in lower case, after which a decimal number goes on with a sign;
	// empty means `e`. (Hexadecimal numbers always use `p`.)
	Exponents string
	// Numbers switches on forms of numbers; see numberForm. Everyone reads 12, 1.5, 1e-9, 0x1F, 0b11,
	// 0o17, and any letters right behind them as a suffix.
	Numbers NumberForm

	// LineComment lists what starts a comment that goes to the end of the line: "// #".
	LineComment string
	// BlockComment lists pairs of opening and closing marks: "/* */ (* *)".
	BlockComment string
	// NestedComment lists pairs like BlockComment; these nest.
	NestedComment string
	// Spans are all strings and characters, and comments with conditions. Of several that open at the
	// same byte the one with the longest Open is tried first, then the one that stands first here.
	Spans []Span

	// Markup: the source is running text with tags in it (HTML, XML). Text outside of tags becomes
	// words; from `<` to `>` the rest of the row holds.
	Markup bool
	// Embed lists elements of Markup whose content is of another language, as "element=Language".
	Embed string
	// Outside names the language of everything before the first of Islands and, after a span of the
	// form outside, up to the next of them (HTML around PHP). Sources without any island are read as
	// the row's own language throughout, unless they look like the markup around.
	Outside string
	// Islands lists the marks that lead from Outside into this language: "<?php <?= <?". All start
	// with the same byte; case is ignored.
	Islands string
	// NoIslands lists marks that start like one of Islands and lead nowhere: "<?xml".
	NoIslands string
}

// numberForm is a set of forms of numbers beyond those that all languages share.
type NumberForm uint8

const (
	// leadingDot: .5 is a number.
	LeadingDot NumberForm = 1 << iota
	// trailingDot: 1. and 1.f are numbers, unless an operator with letters starts with the dot (1.and.).
	// Without it, a dot belongs to a number only before a digit or an exponent, so that 1..2 and 1.max(2)
	// come out right.
	TrailingDot
	// tickBase: 4'b1010, 'hFF and '0 are numbers (Verilog).
	TickBase
	// hashBase: 16#FF# and 16#FF are numbers (Ada, Erlang, PostScript).
	HashBase
	// signed: + or - right before a digit belongs to the number, unless a name or a value precedes (Lisp).
	Signed
	// juxtaposed: letters behind a decimal number that are no exponent start a name: 2x is 2*x (Julia).
	Juxtaposed
	// ratio: 22/7 is one number (Lisp).
	Ratio
)

// dialects returns linguist's names of the dialects in lower case.
func (r *Row) Dialects() []string {
	var names []string
	for name := range strings.SplitSeq(r.Linguist, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			names = append(names, name)
		}
	}
	return names
}
