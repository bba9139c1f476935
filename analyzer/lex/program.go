package lex

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// program is a row compiled into tables. It takes about ten kilobytes and ten microseconds.
type program struct {
	class [256]class    // what a byte starts, including classSpan
	base  [256]class    // what it starts if no span opens there
	flags [256]byteFlag // what it may be inside a name, number or operator

	spans     []spanProgram  // sorted by first byte, then by descending length of open
	spanFirst [256]segment   // spans that open with a byte
	wordSpans []wordSpan     // spans that open with a word, grouped by word
	rests     []*spanProgram // one of each row
	words     wordTable      // keywords and words that open spans
	operators []operator     // of several bytes, sorted by first byte, then by descending length
	opFirst   [256]segment   // operators that start with a byte
	exponents [256]bool      // letters that carry an exponent
	valueEnd  [256]bool      // brackets after which an expression continues
	doubled   [256]bool      // bytes of NameLead that may be repeated
	special   [256]bool      // of NameSpecial

	quotesCode  bool // strings may be code that a command takes: see Row.CodeAfter
	conditions  bool // a condition in parentheses is not a value
	specialLead byte // the byte before NameSpecial
	leadLetters bool // names that start with a lead consist of letters

	fold     bool
	odd      bool // the kind of a name depends on its first byte or place: LeadKind or HeadKind
	nameKind Kind
	leadKind Kind
	headKind Kind
	numbers  language.NumberForm

	nameRunes  []rune   // of NameCont, beyond ASCII
	escapes    string   // the letters of escapes in names
	splices    bool     // a backslash and a line break may stand inside a name
	ampersands bool     // so may two ampersands around a line break
	leadBraces bool     // after a lead, the name may stand in braces
	rawPrefix  []byte   // of names: r#
	lineEnds   [][]byte // beside the line feed

	leadPlain bool // names that start with a lead hold none of NameCont

	// For scanner.fastPath:
	fast      bool        // bytes up to the space are blank or skipped in this language
	fastName  [256]bool   // bytes that start names which it can read
	nameByte  uint64      // eight times the byte that names may hold besides letters, digits and _
	alone     [256]uint32 // bits of the following bytes that join this byte into a longer token
	ahead     [256]uint32 // the bit of a following byte in alone
	aloneKind [256]Kind   // kind of a byte that is a token of its own

	fastInside bool // scanner.nameInside may read names as fastPath does

	quotes [256]*spanProgram // simple strings by their quote: see compileQuotes

	markup bool
	embed  []embedding
	host   *Language

	tags    *templateTags // nil: not a template with Tags
	imports *imports      // nil if the language has none

	openTags    []string // the longest first
	notOpenTags []string
	closeTag    []byte
}

// embedding is an element of markup that holds another language.
type embedding struct {
	element  string
	language *Language
}

// class is the set of tokens that a byte may start. The scan loop branches on it.
type class uint8

const (
	classSkip    class = iota // nothing (control bytes)
	classBlank                // white space
	classNewline              // the end of a line, in languages with heredocs
	className                 // starts a name
	classDigit                // starts a number
	classDot                  // starts a number if a digit follows
	classTick                 // starts a number if a base follows (tickBase)
	classSign                 // starts a number if a digit follows and no value precedes (Signed)
	classDash                 // the same, or else a name
	classLead                 // starts a name if a letter follows
	classMark                 // an operator of one byte
	classMarks                // an operator of one or several bytes
	classRun                  // starts a run of bytes that is one operator
	classEscape               // may start a name with an escape
	classHigh                 // the first byte of a rune beyond ASCII
	classSpan                 // may open a span; if not, program.base applies
)

// byteFlag classifies a byte inside names, numbers and operators.
type byteFlag uint8

const (
	flagName     byteFlag = 1 << iota // continues a name
	flagNameStop                      // may continue a name: see nameTail
	flagNameEnd                       // of NameEnd
	flagWord                          // a letter, a digit or _
	flagDigit                         // a digit
	flagSep                           // separates digits
	flagRun                           // of OperatorRun
	flagBlank                         // white space
)

// segment is a range of indices.
type segment struct{ from, to uint16 }

// operator is an operator of several bytes. Its text is compared as one number of up to eight
// bytes.
type operator struct {
	text, mask uint64
	hash       uint64
	size       int
	word       bool // ends with a letter, so no letter or digit may follow
}

// spanProgram is a span with one of its opening marks, prefix included.
type spanProgram struct {
	*language.Span
	form          *form
	kind          Kind // of the span; 0 is a comment
	open, closing []byte
	deeper        []byte           // with Nest, the mark that raises the depth
	stop          [256]bool        // bytes at which bodyEnd stops
	stops         [fewStops]uint64 // each stop eight times
	many          bool             // more than fewStops stops
	pairs         []pair           // interpolations
	nameMarks     [2]byte          // of Names; 0 for none
	holdsCode     bool             // has interpolations, of code or names
	tag           *[256]bool       // bytes of a tag
	raw           bool             // over several lines up to one byte, and nothing else counts
	code          bool             // may be code that a command takes: see Row.CodeAfter
}

// fewStops is how many different stops nextStop can search eight bytes at a time.
const fewStops = 4

// pair is an interpolation: code between open and the byte end.
type pair struct {
	open       []byte
	deeper     byte // raises the depth; see deeperMark
	end        byte
	mayBeTwice bool // the doubled open is an escape ({{)
	lead       int  // bytes of open that belong to the code, with braced also end
	braced     bool
}

// wordSpan is a span that opens with a word. rest is the text that must follow the word.
type wordSpan struct {
	*spanProgram
	word string
	rest []byte
}

// embedded returns the language inside an element of markup, or nil.
func (p *program) embedded(element []byte) *Language {
	for _, e := range p.embed {
		if len(element) == len(e.element) && bytes.EqualFold(element, []byte(e.element)) {
			return e.language
		}
	}
	return nil
}
