package lex

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// program is a row compiled into tables. It takes some ten kilobytes and ten microseconds, and is
// made when its language is first used.
type program struct {
	class [256]class    // what a byte starts, classSpan included
	base  [256]class    // what it starts if no span opens there
	flags [256]byteFlag // what a byte is inside other things

	spans     []spanProgram // sorted by first byte, then by falling length of open
	spanFirst [256]segment  // spans that open with a byte
	wordSpans []wordSpan    // spans that open with a word, grouped by word
	words     wordTable     // keywords and words that open spans
	operators []operator    // of several bytes, sorted by first byte, then by falling length
	opFirst   [256]segment  // operators that start with a byte
	exponents [256]bool     // letters that carry an exponent
	valueEnd  [256]bool     // brackets after which an expression goes on
	doubled   [256]bool     // bytes of NameLead that may come twice
	special   [256]bool     // of NameSpecial

	specialLead byte // what NameSpecial may stand behind
	leadLetters bool // names that start with a lead consist of letters

	fold     bool
	odd      bool // kinds of names need a second look: LeadKind or HeadKind
	nameKind Kind
	leadKind Kind
	headKind Kind
	numbers  language.NumberForm

	leadPlain bool // names that start with a lead hold none of NameCont

	// For scanner.fastPath:
	fast      bool        // it knows what is blank in this language
	fastName  [256]bool   // bytes that start names whose end it finds
	nameByte  uint64      // eight times the byte that names may hold besides letters, digits and _
	alone     [256]uint32 // which bytes behind a byte keep it from being a token of its own, and
	ahead     [256]uint32 // what a byte is to that: one bit
	aloneKind [256]Kind   // what a byte is if it is a token of its own

	quotes [256]*spanProgram // strings in which only a closing mark, an escape or a line break needs a look

	markup bool
	embed  []embedding
	host   *Language

	openTags    []string // the longest first
	notOpenTags []string
	closeTag    []byte
}

// embedding says that an element of markup holds another language.
type embedding struct {
	element  string
	language *Language
}

// class is what a byte at the start of something means. The scan loop branches on it.
type class uint8

const (
	classSkip    class = iota // nothing: control bytes
	classBlank                // white space
	classNewline              // the end of a line, in languages with heredocs
	className                 // starts a name
	classDigit                // starts a number
	classDot                  // starts a number if a digit follows
	classTick                 // starts a number if a base follows (tickBase)
	classSign                 // starts a number if a digit follows and no value precedes (signed)
	classDash                 // the same, else a name
	classLead                 // starts a name if a letter follows
	classMark                 // an operator of one byte
	classMarks                // an operator of one or several bytes
	classRun                  // starts a run that is one operator
	classHigh                 // the first byte of a rune beyond ASCII
	classSpan                 // perhaps opens a span; if not, see program.base
)

// byteFlag says what a byte may be inside names, numbers and operators.
type byteFlag uint8

const (
	flagName     byteFlag = 1 << iota // continues a name
	flagNameStop                      // perhaps continues a name: see nameTail
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
	word       bool // ends with a letter: no name may go on behind it
}

// spanProgram is a span with one of its opening marks, prefix included.
type spanProgram struct {
	*language.Span
	kind          Kind // of the span; 0 is a comment
	open, closing []byte
	deeper        []byte           // with nest, what raises the depth
	stop          [256]bool        // bytes at which the body needs a look
	stops         [fewStops]uint64 // each of them eight times
	many          bool             // they are more than fewStops
	pairs         []pair           // interpolations
	tag           [256]bool        // bytes of a tag
}

// fewStops is how many different stops nextStop can search eight bytes at a time.
const fewStops = 4

// pair is an interpolation: code between open and the byte end.
type pair struct {
	open       []byte
	deeper     byte // raises the depth; see deeperMark
	end        byte
	mayBeTwice bool // the doubled open stands for itself ({{)
}

// wordSpan is a span that opens with a word; rest is what must follow the word.
type wordSpan struct {
	spanProgram
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
