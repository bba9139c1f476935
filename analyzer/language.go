package analyzer

import (
	"slices"
	"strings"
	"sync"

	enry "github.com/go-enry/go-enry/v2"
)

// A Language turns sources of one programming language, or text, into tokens. It is made from a row of
// data, is immutable and may be used by several goroutines at once.
type Language struct {
	// Name is what the language is called in reports and settings: "Go", "C++", "Text".
	Name string

	row     *row
	once    sync.Once
	program *program
}

// String returns the name.
func (l *Language) String() string { return l.Name }

// Aliases returns the further names of the language that [Lookup] takes, beside those of go-enry.
func (l *Language) Aliases() []string {
	if l.row == nil {
		return nil
	}
	return strings.Fields(l.row.Aliases)
}

// row is one language as data. A language is added by writing a row in a lang_*.go file and a fixture
// under testdata/lang; nothing else changes. The zero value of every field is "has none". Lists are
// strings with their items separated by spaces, so that a row reads like the language's own reference.
//
// How a byte is judged, in this order: white space; a span (comment, string, special form) that opens
// here; a number; a name; an operator of several bytes; an operator of one byte.
type row struct {
	// Name as linguist (and so go-enry) spells it, if it knows the language.
	Name string
	// Aliases are further names for Lookup, in lower case. The aliases and file name extensions that
	// go-enry knows need not be repeated.
	Aliases string
	// Linguist lists names of dialects that go-enry tells apart and we read with this row, separated
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
	Numbers numberForm

	// LineComment lists what starts a comment that goes to the end of the line: "// #".
	LineComment string
	// BlockComment lists pairs of opening and closing marks: "/* */ (* *)".
	BlockComment string
	// NestedComment lists pairs like BlockComment; these nest.
	NestedComment string
	// Spans are all strings and characters, and comments with conditions. Of several that open at the
	// same byte the one with the longest Open is tried first, then the one that stands first here.
	Spans []span

	// Markup: the source is running text with tags in it (HTML, XML). Text outside of tags becomes
	// words; from `<` to `>` the rest of the row holds.
	Markup bool
	// Embed lists elements of Markup whose content is of another language, as "element=Language".
	Embed string
	// Outside names the language of everything before the first of Islands and, after a span of the
	// form outside, up to the next of them (HTML around PHP). Sources without any island are read as
	// the row's own language throughout.
	Outside string
	// Islands lists the marks that lead from Outside into this language: "<?php <?= <?". All start
	// with the same byte; case is ignored.
	Islands string
}

// numberForm is a set of forms of numbers beyond those that all languages share.
type numberForm uint8

const (
	// leadingDot: .5 is a number.
	leadingDot numberForm = 1 << iota
	// trailingDot: 1. and 1.f are numbers, unless an operator with letters starts with the dot (1.and.).
	// Without it, a dot belongs to a number only before a digit or an exponent, so that 1..2 and 1.max(2)
	// come out right.
	trailingDot
	// tickBase: 4'b1010, 'hFF and '0 are numbers (Verilog).
	tickBase
	// hashBase: 16#FF# and 16#FF are numbers (Ada, Erlang, PostScript).
	hashBase
	// signed: + or - right before a digit belongs to the number, unless a name or a value precedes (Lisp).
	signed
	// juxtaposed: letters behind a decimal number that are no exponent start a name: 2x is 2*x (Julia).
	juxtaposed
	// ratio: 22/7 is one number (Lisp).
	ratio
)

// span is a comment, string, character or other stretch of source that is not cut into tokens.
//
// A span without multi that is not closed ends with its line. A comment that is not closed runs to the
// end of the source. Any other span that is not closed is its opening mark alone, and reading goes on
// behind it: so a snippet cut out of the middle of a long string loses the string, not the code.
type span struct {
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
	Form form
	// Tag, Mid and End belong to the forms that say so.
	Tag, Mid, End string
	// When holds the conditions, all of which must hold for the span to open here.
	When when
	// Flags are the remaining switches.
	Flags spanFlags
}

// spanFlags are the switches of a span.
type spanFlags uint16

const (
	// multi: may hold line breaks.
	multi spanFlags = 1 << iota
	// nest: Open inside (or Mid, if that is set) raises the depth, Close lowers it.
	nest
	// doubled: a Close right after the Close stands for itself ("say ""so""").
	doubled
	// prefixed: one of Prefix must be there.
	prefixed
	// glued: Open may be the start of a longer word (C in column one of Fortran).
	glued
	// restOfLine: what follows Close on its line belongs to the span too (=cut, =end).
	restOfLine
	// suffix: letters right behind Close belong to the span (flags of regular expressions, literal suffixes).
	suffix
	// greedy: Close ends at the last of a run of its byte ("""a"""" is a" in Kotlin and Scala).
	greedy
	// toEnd: with an empty Close, goes to the end of the source (__END__).
	toEnd
	// upTo: Close ends the span but does not belong to it (a PHP comment ends before ?>).
	upTo
)

// when is a set of conditions on the place where a span may open.
type when uint16

const (
	// columnOne: first byte of a line.
	columnOne when = 1 << iota
	// firstOnLine: only white space before it on its line.
	firstOnLine
	// afterBlank: at the start of the source or after white space or one of ; & | ( ).
	afterBlank
	// notAfterValue: not where an expression goes on, that is not after a name, literal, value word or
	// closing bracket. It tells a regular expression from a division.
	notAfterValue
	// orSpaced weakens notAfterValue: also after a name if white space stands before and none behind
	// (`split /,/` in Ruby and Perl).
	orSpaced
	// notTouchingValue: no name, literal or closing bracket ends right before it. It tells a string
	// from a transposed matrix (MATLAB) or an attribute (Ada).
	notTouchingValue
	// notBeforeOperator: what follows, after more of Open's last byte, is not of OperatorRun (Haskell's --).
	notBeforeOperator
	// beforeLetter: a letter follows.
	beforeLetter
	// beforeBlank: white space or the end of the source follows.
	beforeBlank
	// notBeforeBlank: neither white space nor the end of the source follows.
	notBeforeBlank
	// columnSix: five blanks and nothing else before it on its line (fixed-form Fortran).
	columnSix
)

// form names how a span is read. The set is closed; each is implemented in forms.go.
type form uint8

const (
	// plain: from Open to Close.
	plain form = iota
	// literal: Open alone, as it stands: where a mark that looks like another's opening is none (\', #[, $").
	literal
	// tick: a character if a Close follows after one rune or escape; otherwise, before a name, that
	// name with its mark (lifetimes, type variables, quoted symbols) as an Identifier; else no span.
	tick
	// tickOnly: as tick, but without the name: then it is no span (Ada and VHDL attributes).
	tickOnly
	// tagged: Open, a tag, Mid; closed by Close, the same tag, End. Tag lists the bytes a tag may hold;
	// empty means letters, digits and `_`; "!" means anything but space, brackets, `\` and `"`.
	// (C++ R"x( )x", Rust r#" "#, Lua [=[ ]=], PostgreSQL $x$ $x$, OCaml {x| |x}.)
	tagged
	// quoteLike: Open, perhaps letters if Tag is "letters", then any punctuation as delimiter, up to the
	// same or the mirrored one, which nests. With Mid "2" there are two bodies (s/a/b/, tr{a}{b}).
	quoteLike
	// regex: from Open to Close on one line, brackets [ ] hide Close. If it does not close, no span.
	regex
	// runeName: Open, then one rune (an escape if Escape), and with Tag "name" the rest of the name it
	// starts (#\space, \newline, $a, 0'a, ?a). With Tag "keys" there may be modifiers before (?\C-\M-x).
	runeName
	// numberMark: Open, then letters and digits (#xFF, &HFF, $FF). Without any, no span.
	numberMark
	// heredoc: Open, perhaps some of the bytes of Tag (`-`, `~`, a space), a tag, which may be quoted; the
	// body starts with the next line and ends with a line that consists of the tag, perhaps indented.
	// With Mid "upper" the tag must be quoted or start in upper case; with Mid "loose" its line may go
	// on with code. Open is an operator, the tag an identifier, the body with its last line a string.
	// If the tag does not return, no span.
	heredoc
	// datum: Open and the expression behind it, which may be bracketed, are a comment (#; in Scheme, #_ in Clojure).
	datum
	// outside: Open ends an island; see row.Outside. Open is an operator.
	outside
)

// maxNesting is how deep spans inside interpolations inside spans are understood. What is deeper is
// skipped as plain text.
const maxNesting = 8

// Helpers for the spans that nearly every language has.

// str is a string on one line with backslash escapes.
func str(mark string) span { return span{Open: mark, Close: mark, Kind: String, Escape: '\\'} }

// longStr is a string over several lines with backslash escapes.
func longStr(mark string) span {
	return span{Open: mark, Close: mark, Kind: String, Escape: '\\', Flags: multi}
}

// rawStr is a string over several lines without escapes.
func rawStr(open, closing string) span {
	return span{Open: open, Close: closing, Kind: String, Flags: multi}
}

// doubledStr is a string in which the doubled mark stands for itself.
func doubledStr(mark string) span {
	return span{Open: mark, Close: mark, Kind: String, Flags: doubled}
}

// char is a character literal on one line with backslash escapes.
func char(mark string) span { return span{Open: mark, Close: mark, Kind: Char, Escape: '\\'} }

// comment is a comment to the end of the line that opens under conditions.
func comment(mark string, condition when) span { return span{Open: mark, When: condition} }

// catalog holds every language. It is filled while the package is initialised and not changed later;
// what takes time is done at first use.
var catalog struct {
	languages []*Language

	names  sync.Once
	byName map[string]*Language // lower-case names, aliases and linguist names
}

// add puts languages into the catalog. The lang_*.go files call it from init.
func add(rows ...row) {
	for i := range rows {
		catalog.languages = append(catalog.languages, &Language{Name: rows[i].Name, row: &rows[i]})
	}
}

// Prose is the text front end: it reads words of any script and drops everything else. Detect answers
// it for texts and for everything nobody knows.
var Prose = &Language{Name: "Text"}

// Languages returns all languages, Prose among them, sorted by name. The slice belongs to the caller.
func Languages() []*Language {
	all := append([]*Language{Prose}, catalog.languages...)
	slices.SortFunc(all, func(a, b *Language) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Lookup finds a language by its name, an alias or a file name extension without its dot, upper and
// lower case alike: "c++", "cpp", "golang", "py", "text". The result is false if nobody goes by that name.
func Lookup(name string) (*Language, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if l := named(name); l != nil {
		return l, true
	}
	if linguist, ok := enry.GetLanguageByAlias(name); ok {
		if l := named(linguist); l != nil {
			return l, true
		}
	}
	if name == "" || strings.ContainsAny(name, "./\\") {
		return nil, false
	}
	return onlyOurs(enry.GetLanguagesByExtension("x."+name, nil, nil))
}

// onlyOurs returns the one language of ours among names of linguist's, and false if there is none or several.
func onlyOurs(names []string) (*Language, bool) {
	var found *Language
	for _, name := range names {
		l := named(name)
		if l == nil || l == found {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = l
	}
	return found, found != nil
}

// named returns the language with one of our names, whatever its case, or nil.
func named(name string) *Language {
	catalog.names.Do(indexNames)
	return catalog.byName[strings.ToLower(name)]
}

func indexNames() {
	catalog.byName = map[string]*Language{}
	for _, l := range Languages() {
		for _, name := range l.names() {
			if catalog.byName[name] == nil {
				catalog.byName[name] = l
			}
		}
	}
	// A language's own name wins over another's alias.
	for _, l := range catalog.languages {
		catalog.byName[strings.ToLower(l.Name)] = l
	}
}

// names returns all names of l in lower case, its own first.
func (l *Language) names() []string {
	if l.row == nil {
		return []string{"text", "prose", "plain", "txt", "markdown", "md", "restructuredtext", "rst"}
	}
	names := append([]string{strings.ToLower(l.Name)}, strings.Fields(l.row.Aliases)...)
	return append(names, l.row.dialects()...)
}

// dialects returns linguist's names of the dialects in lower case.
func (r *row) dialects() []string {
	var names []string
	for name := range strings.SplitSeq(r.Linguist, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// literals are marks, separated by spaces, which stand as they are where they would open something else.
func literals(kind Kind, marks string) []span {
	var all []span
	for mark := range strings.FieldsSeq(marks) {
		all = append(all, span{Open: mark, Kind: kind, Form: literal})
	}
	return all
}
