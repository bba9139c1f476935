package language

import "strings"

// scientificRows are languages of scientific computing.
var scientificRows = []Row{
	// Fortran in free form, and in the fixed form of punched cards. Package detect detects the
	// form. Fortran has no reserved words; the keywords are the words that start statements and
	// attributes.
	{
		Name: "Fortran", Aliases: "f90 f95 f03 f08 f18 fortran90 fortran-free", Linguist: "Fortran Free Form",
		Imports:  `use **, include *, implicit none`,
		FoldCase: true, Keywords: keywordsOfFortran, Operators: fortranOperators,
		Exponents: "edq", Numbers: LeadingDot | TrailingDot, NameAmpersands: true,
		// The mark of continued lines is white space.
		SpansOf: func() []Span { return append([]Span{{Open: "&", Form: "literal"}}, fortranSpans("&")...) },
	},
	{
		Name: "Fortran Fixed Form", Aliases: "f for ftn f77 fortran77 fortran-fixed", ByName: true,
		Imports:  `use **, include *, implicit none`,
		FoldCase: true, Keywords: keywordsOfFortran, Operators: fortranOperators,
		Exponents: "edq", Numbers: LeadingDot | TrailingDot,
		SpansOf: fixedSpans,
	},
	// MATLAB, with what Octave adds: comments by `#`, `!=`, `++` and the longer words for end.
	{
		Name: "MATLAB", Aliases: "octave",
		Imports: `import *, pkg load *, addpath (*)`,
		Keywords: `break case catch classdef continue else elseif end for function global if otherwise parfor persistent
			return spmd switch try while properties methods events enumeration arguments import true false
			endif endwhile endfor endparfor endfunction endswitch end_try_catch endclassdef endmethods endproperties
			endenumeration endevents unwind_protect unwind_protect_cleanup end_unwind_protect until do`,
		ValueWords: "end true false",
		Operators:  `== ~= != <= >= && || .* ./ .\ .^ .' ++ -- += -= *= /= ^= |= &= ** .**`,
		ValueEnd:   ")]}'", // the last is a transposed matrix
		Exponents:  "ed", Numbers: LeadingDot,
		LineComment: "% # ...",
		Spans: []Span{
			{Open: "%{\n", Mid: "%{\n", Close: "%}", When: FirstOnLine, Flags: Multi | Nest},
			{Open: "#{\n", Mid: "#{\n", Close: "#}", When: FirstOnLine, Flags: Multi | Nest},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Doubled | Doubtful}, // an escape in Octave
			{Open: "'", Close: "'", Kind: String, Flags: Doubled, When: NotTouchingValue},
		},
	},
	{
		Name: "Julia", Aliases: "jl",
		Imports: `using|import *, include (*), export|module *, Pkg . add|activate|instantiate (*)`,
		Keywords: `abstract baremodule begin break catch const continue do else elseif end export false finally for function
			global if import in isa let local macro module mutable outer primitive public quote return struct true try type
			using where while nothing missing`,
		ValueWords: "true false nothing missing end",
		Operators: `+= -= *= /= //= \= ^= %= <<= >>= >>>= &= |= := == === != !== <= >= -> => <: >: :: .. ... && ||
			|> <| << >> >>> // --> <-- <--> .+ .- .* ./ .^ .% .\ .== .!= .<= .>= .< .> .= .+= .-= .*= ./= .^= .&& .|| .& .| .! .~ .//
			.÷ .' ++ $( ~=`,
		NameEnd:   "!",
		ValueEnd:  ")]}'",
		NumberSep: "_", Exponents: "ef", Numbers: LeadingDot | TrailingDot | Juxtaposed,
		LineComment: "#", NestedComment: "#= =#",
		Spans: []Span{
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "$( )", Names: "$", Flags: Multi},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( )", Names: "$", Flags: Multi},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Prefix: juliaPrefixes, Flags: Multi | Prefixed | Suffix},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: juliaPrefixes, Flags: Multi | Prefixed | Suffix},
			{Open: "```", Close: "```", Kind: String, Escape: '\\', Interp: "$( )", Names: "$", Flags: Multi},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "$( )", Names: "$", Flags: Multi},
			{Open: "var\"", Close: `"`, Kind: Identifier, Escape: '\\'},
			{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: "tick-only", When: NotTouchingValue},
		},
	},
	{
		Name:    "Modelica",
		Imports: `within *, import **`,
		Keywords: `algorithm and annotation as assert block break class connect connector constant constrainedby der
				discrete each else elseif elsewhen encapsulated end enumeration equation expandable extends external false
				final flow for function if import impure in initial inner input loop model nondiscrete not operator or outer
				output package parameter partial protected public pure record redeclare replaceable return stream then true
				type when while within Real Integer Boolean String time pre edge change reinit sample smooth noEvent
				start fixed min max unit quantity displayUnit nominal stateSelect`,
		ValueWords: "true false end time",
		Operators:  `:= == <> <= >= .+ .- .* ./ .^`,
		Spans: []Span{
			longStr(`"`),
			{Open: "'", Close: "'", Kind: Identifier, Escape: '\\'},
		},
		LineComment: "//", BlockComment: "/* */",
	},
	{
		Name: "R", Aliases: "rlang splus",
		Imports: `library|require|source (**), if (!) install.packages (*), suppressPackageStartupMessages|suppressWarnings (library|require)`,
		Keywords: `if else repeat while function for next break in TRUE FALSE NULL Inf NaN NA NA_integer_ NA_real_
			NA_character_ NA_complex_ ... return library require`,
		ValueWords: "TRUE FALSE NULL Inf NaN NA ...",
		Operators:  `<- <<- -> ->> |> == != <= >= && || := :: ::: **`,
		NameStart:  ".",
		Numbers:    LeadingDot | TrailingDot, LineComment: "#",
		Spans: []Span{
			// Functions such as glue fill names into strings: "{name}".
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi | OnlyNames},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi | OnlyNames},
			rRaw(`"`, "(", ")"), rRaw(`"`, "[", "]"), rRaw(`"`, "{", "}"),
			rRaw(`'`, "(", ")"), rRaw(`'`, "[", "]"), rRaw(`'`, "{", "}"),
			{Open: "`", Close: "`", Kind: Identifier, Escape: '\\'},
			{Open: "%%", Kind: Operator, Form: "literal"},
			{Open: "%", Close: "%", Kind: Operator, Form: "regex"}, // operators of one's own: %in%
		},
	},
}

const (
	keywordsOfFortran = `program module submodule subroutine function end endif enddo endprogram endmodule endsubroutine
		endfunction endtype endinterface endselect endwhere endforall endblock endassociate endfile if then else elseif
		elsewhere do while concurrent cycle exit continue select case default goto go to call return stop contains use only
		implicit none integer real double precision doubleprecision complex character logical byte type class parameter
		dimension allocatable pointer target save data common equivalence external intrinsic intent in out inout optional
		public private protected interface procedure operator assignment abstract extends import generic final deferred
		nopass pass pure elemental recursive impure non_recursive result block blockdata associate where forall allocate
		deallocate nullify namelist open close read write print inquire rewind backspace flush format entry include bind
		sequence volatile asynchronous contiguous enum enumerator codimension sync critical error`
	fortranOperators = `** // == /= <= >= => :: (/ /) .and. .or. .not. .xor. .eq. .ne. .lt. .le. .gt. .ge. .eqv. .neqv.
		.true. .false.`
)

// fortranSpans are the literals and the comment that both forms have. continued says how strings go
// on.
func fortranSpans(continued string) []Span {
	return []Span{
		{Open: "!"},
		{Open: `"`, Close: `"`, Kind: String, Tag: continued, Flags: Doubled | Continues},
		{Open: `'`, Close: `'`, Kind: String, Tag: continued, Flags: Doubled | Continues},
		{Open: `'`, Close: `'`, Prefix: "b o z x", Kind: String, Flags: Prefixed}, // numbers with a base
		{Open: `"`, Close: `"`, Prefix: "b o z x", Kind: String, Flags: Prefixed},
	}
}

// fixedSpans depend on columns: a mark in the first is a comment, one in the sixth continues a
// line.
func fixedSpans() []Span {
	var spans []Span
	for _, mark := range []string{"C", "c", "*", "D", "d"} {
		spans = append(spans, Span{Open: mark, When: ColumnOne, Flags: Glued})
	}
	for _, mark := range "&$123456789+*>.:x#|-" {
		spans = append(spans, Span{Open: string(mark), When: ColumnSix, Form: "literal", Flags: Glued})
	}
	for digit := range strings.FieldsSeq("1 2 3 4 5 6 7 8 9") {
		spans = append(spans, Span{Open: digit, Kind: String, Form: "hollerith", When: NotTouchingName})
	}
	return append(spans, fortranSpans("6")...)
}

// juliaPrefixes are the words before a string without interpolation. Any macro may be one; these
// are common.
const juliaPrefixes = "r raw b v s html md big int128 uint128"

// rRaw is a raw string of R between the brackets, with dashes of choice: r"--(text)--".
func rRaw(quote, mid, closing string) Span {
	return Span{Open: quote, Prefix: "r", Tag: "-", Mid: mid, Close: closing, End: quote, Kind: String, Form: "tagged", Flags: Prefixed}
}
