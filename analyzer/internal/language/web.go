package language

import "slices"

// webRows are the languages of web pages and their servers.
var webRows = []Row{
	// JavaScript and what compiles to it with the same literals.
	{
		Name: "JavaScript", Aliases: "js jsx mjs cjs", Linguist: "Qt Script",
		Imports:  jsImports,
		Keywords: jsKeywords, ValueWords: jsValues,
		Operators: jsOperators, ValueEnd: ")]", Conditions: jsConditions,
		NameStart: "$", NameLead: "#", NameCont: "·", NameEscapes: "u{",
		NumberSep: "_", Numbers: LeadingDot | TrailingDot,
		LineEnds: "\r\u2028\u2029", LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#!", When: ColumnOne},
				{Open: "<!--"}, comment("-->", FirstOnLine), // of scripts in HTML
			}, jsSpans...)
		},
	},
	{
		Name: "TypeScript", Aliases: "ts tsx", Linguist: "TSX",
		Imports: jsImports + ", import * = *, import * = require (*)",
		Keywords: jsKeywords + ` abstract any as asserts bigint boolean declare enum implements infer interface is
				keyof module namespace never number object out override package private protected public readonly
				satisfies string symbol type unique unknown`,
		ValueWords: jsValues,
		Operators:  jsOperators, ValueEnd: ")]", Conditions: jsConditions,
		NameStart: "$", NameLead: "#", NameCont: "·", NameEscapes: "u{",
		NumberSep: "_", Numbers: LeadingDot | TrailingDot,
		LineEnds: "\r\u2028\u2029", LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span { return append([]Span{{Open: "#!", When: ColumnOne}}, jsSpans...) },
	},
	{
		Name: "CoffeeScript", Aliases: "coffee", ByName: true,
		Imports: "import *, import * {*} *, import {*} *, require *, * = require _ *, * = require (*) *, * = (require) *, " +
			"{*} = require _ *, {*} = require (*) *",
		Keywords: `and await break by case catch class constructor continue debugger default delete do else export extends finally
			for from if import in instanceof is isnt loop new not of or own return super switch then this throw try typeof
			undefined unless until when while yield true false null yes no on off`,
		ValueWords: "this super true false null undefined yes no on off",
		Operators: `-> => == != <= >= ++ -- ** // %% += -= *= /= %= **= //= %%= ?= ||= &&= && || .. ... :: ?. @:: << >> >>> <<= >>= >>>=
			&= |= ^= </ />`,
		ValueEnd:  ")]}",
		NameStart: "$", NameLead: "@",
		Numbers:     LeadingDot,
		LineComment: "#",
		Spans: []Span{
			{Open: "####"}, {Open: "###", Close: "###", Flags: Multi},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			longStr(`'`), longStr(`'''`),
			{Open: "///", Close: "///", Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi | Suffix, When: NotAfterValue | OrSpaced},
			{Open: "/", Close: "/", Kind: String, Form: "regex", When: NotAfterValue | OrSpaced, Flags: Suffix},
			{Open: "//", Kind: Operator, Form: "literal"}, {Open: "//=", Kind: Operator, Form: "literal"},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Flags: Multi},
			{Open: "```", Close: "```", Kind: String, Flags: Multi},
		},
	},
	{
		Name:    "Dart",
		Imports: `import|export|part|library *`,
		Keywords: `abstract as assert async await base break case catch class const continue covariant default deferred do
			dynamic else enum export extends extension external factory false final finally for get if implements import
			in interface is late library mixin new null on operator part required rethrow return sealed set 
			static super switch sync this throw true try typedef var void when while with yield
			bool double int num Function Never Null Object String`,
		ValueWords: "this super true false null",
		Operators: `=> ++ -- << >> >>> <= >= == != && || ?? ?. ..  ?.. ... ...? ~/ += -= *= /= ~/= %= &= |= ^= <<= >>=
			>>>= ??=`,
		NameStart: "$",
		NumberSep: "_", Numbers: LeadingDot,
		LineEnds: "\r", LineComment: "//", NestedComment: "/* */",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$"},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$"},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$", Flags: Multi},
			{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$", Flags: Multi},
			{Open: `r"`, Close: `"`, Kind: String}, {Open: `r'`, Close: `'`, Kind: String},
			rawStr(`r"""`, `"""`), rawStr(`r'''`, `'''`),
			{Open: "#!", When: ColumnOne},
		},
	},
	{
		Name: "PHP", Aliases: "php3 php4 php5 phtml", Linguist: "HTML+PHP",
		Imports: phpImports,
		// Keywords, functions and classes ignore case. Variables do not, but few differ in case
		// alone.
		FoldCase: true,
		Keywords: `abstract and array as break callable case catch class clone const continue declare default die do echo else
			elseif empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for
			foreach function global goto if implements include include_once instanceof insteadof interface isset list
			match namespace new or print private protected public readonly require require_once return static switch
			throw trait try unset use var while xor yield
			bool boolean int integer float double string object iterable mixed never void null true false self parent
			__class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ __trait__ $this`,
		ValueWords: "null true false self parent __class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ $this",
		Operators: `-> ?-> => :: ++ -- ** << >> <= >= == != === !== <> <=> && || ?? ??= ?: |> += -= *= /= .= %= **= &= |= ^= <<=
			>>= ...`,
		NameLead: "$", LeadBraces: true,
		NumberSep: "_", Numbers: LeadingDot | TrailingDot,
		BlockComment: "/* */",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "b", Interp: "{$ } ${ }", Names: "$", Member: "->", Flags: Multi},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "b", Flags: Multi},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "{$ } ${ }", Names: "$", Member: "->", Flags: Multi},
			{Open: "<<<", Tag: " \t", Mid: "loose", Kind: String, Escape: '\\', Interp: "{$ } ${ }", Names: "$", Member: "->", Form: "heredoc"},
			// A comment ends with its line or before the close tag.
			{Open: "//", Close: "?>", Flags: UpTo}, {Open: "#", Close: "?>", Flags: UpTo},
			{Open: "#[", Kind: Operator, Form: "literal"}, // an attribute
			{Open: "?>", Form: "close-tag"},
			{Open: "__halt_compiler", Flags: ToEnd},
		},
		Host: "HTML", OpenTags: "<?php <?= <?hh <?", NotOpenTags: "<?xml",
	},
	// HTML and XML: words of text with tags between them.
	{
		Name: "HTML", Aliases: "htm xhtml", Linguist: "Ecmarkup",
		Markup: true, NameKind: Keyword, FoldCase: true,
		NameCont:  "-:",
		Operators: markupOperators,
		Embed:     "script=JavaScript style=CSS",
		Spans:     markupSpans,
	},
	{
		Name: "XML", Aliases: "xsd wsdl",
		Linguist: `SVG, XML Property List, Maven POM, Ant Build System, XSLT, XPages, XProc, COLLADA, Web Ontology Language,
				Eagle, JetBrains MPS, Genshi, LabVIEW`,
		Markup: true, NameKind: Keyword,
		NameCont:  "-:.",
		Operators: markupOperators,
		Spans:     markupSpans,
	},
	// CSS and the languages that compile to it: SCSS, Less, and Sass, which has no braces.
	{
		Name: "CSS", Linguist: "PostCSS, SugarSS",
		Imports:   `@import *, @import * (*) *`,
		FoldCase:  true,
		Keywords:  cssKeywords,
		Operators: cssOperators,
		NameLead:  "- -- @ $", NameCont: "-",
		Numbers:      LeadingDot,
		BlockComment: "/* */",
		Spans:        cssSpans,
	},
	{
		Name: "SCSS", Linguist: "Less", ByName: true,
		Imports:   `@import|@use|@forward *, @import|@use * (*) *`,
		FoldCase:  true,
		Keywords:  cssKeywords + cssMore,
		Operators: cssOperators,
		NameLead:  "- -- @ @@ $", NameCont: "-", LeadBraces: true, // @{x} of Less
		Numbers:     LeadingDot,
		LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#{", Kind: Operator, Form: "literal"}, // code follows
			}, withCode(cssSpans, "#{ } @{ }")...)
		},
	},
	{
		Name: "Sass", ByName: true,
		Imports:   `@import|@use|@forward *, @import|@use * (*) *`,
		FoldCase:  true,
		Keywords:  cssKeywords + cssMore,
		Operators: cssOperators,
		NameLead:  "- -- @ @@ $", NameCont: "-",
		Numbers: LeadingDot,
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#{", Kind: Operator, Form: "literal"}, // code follows
				{Open: "//", Form: "indented"}, {Open: "/*", Close: "*/", Form: "indented"},
			}, withCode(cssSpans, "#{ }")...)
		},
	},
}

const (
	jsKeywords = `async await break case catch class const continue debugger default delete do else export extends
		finally for function get if import in instanceof let new of return set static super switch this throw try
		typeof var void while with yield true false null undefined`
	jsConditions = "if while for with"
	jsValues     = "this super true false null undefined"
	jsOperators  = `=> ++ -- ** << >> >>> <= >= == != === !== && || ?? ?. += -= *= /= %= **= &= |= ^= <<= >>= >>>= &&=
		||= ??= ... </ />`
)

// jsSpans are the literals. A closing brace ends more blocks than expressions, so a slash after it
// opens a regular expression if that closes on the same line. The operators include the </ and />
// of elements, for snippets in which an element does not close.
var jsSpans = []Span{
	str(`"`), str(`'`),
	{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "${ }", Flags: Multi},
	{Open: "/", Close: "/", Kind: String, Form: "regex", When: NotAfterValue, Flags: Suffix},
	{Open: "<", Form: "jsx", When: NotAfterValue},
}

// markupSpans are the comments and, within tags, the values of attributes. A CDATA section is
// ordinary text; its opening mark is an operator.
var markupSpans = []Span{
	{Open: "<!--", Close: "-->", Flags: Multi},
	{Open: "<![CDATA[", Kind: Operator, Form: "literal"},
	rawStr(`"`, `"`), rawStr(`'`, `'`),
}

// markupOperators are the ends of tags.
const markupOperators = "</ /> <? ?> <! <% %>"

const (
	// cssKeywords are the names that a browser defines: rules, elements, pseudo-classes,
	// properties, values. A class with such a name is not a keyword, because a class is one token
	// with its dot, as is #id, or a color.
	cssKeywords = `@charset @container @counter-style @font-face @font-feature-values @import @keyframes @layer @media
		@namespace @page @property @scope @starting-style @supports @-webkit-keyframes @-moz-keyframes @-o-keyframes
		@-ms-viewport @viewport @-moz-document @document @tailwind @apply
		a abbr address article aside audio b blockquote body br button canvas caption cite code col colgroup dd details div
		dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input
		label legend li link main mark menu nav object ol optgroup option p path picture pre q rect s samp section
		select small span strong sub summary sup svg table tbody td textarea tfoot th thead time tr u ul video
		active after before checked disabled empty enabled first-child first-letter first-line first-of-type focus
		focus-visible focus-within has hover invalid is last-child last-of-type link not nth-child nth-last-child
		nth-of-type only-child placeholder placeholder-shown read-only required root selection target valid visited where
		-webkit-scrollbar -moz-focus-inner -ms-clear
		align-content align-items align-self animation animation-delay animation-direction animation-duration
		animation-fill-mode animation-iteration-count animation-name animation-timing-function appearance
		-webkit-appearance -moz-appearance aspect-ratio backdrop-filter backface-visibility background
		background-attachment background-clip background-color background-image background-origin background-position
		background-repeat background-size border border-bottom border-bottom-color border-bottom-left-radius
		border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color border-image
		border-left border-left-color border-left-style border-left-width border-radius border-right
		border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color
		border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom
		box-shadow box-sizing break-inside caption-side clear clip clip-path color column-count column-gap columns content
		counter-increment counter-reset cursor direction display fill filter flex flex-basis flex-direction flex-flow
		flex-grow flex-shrink flex-wrap float font font-family font-size font-style font-variant font-weight
		font-feature-settings -webkit-font-smoothing -moz-osx-font-smoothing gap grid grid-area grid-auto-flow
		grid-column grid-gap grid-row grid-template grid-template-areas grid-template-columns grid-template-rows height
		inset isolation justify-content justify-items justify-self left letter-spacing line-height list-style
		list-style-image list-style-position list-style-type margin margin-bottom margin-left margin-right margin-top
		margin-inline margin-block mask max-height max-width min-height min-width mix-blend-mode object-fit
		object-position opacity order outline outline-color outline-offset outline-style outline-width overflow
		overflow-wrap overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top padding-inline
		padding-block page-break-after page-break-before page-break-inside perspective pointer-events position quotes
		resize right row-gap scroll-behavior scrollbar-width src stroke stroke-width tab-size table-layout text-align
		text-decoration text-indent text-overflow text-rendering text-shadow text-size-adjust
		-webkit-text-size-adjust text-transform top touch-action transform transform-origin transform-style transition
		transition-delay transition-duration transition-property transition-timing-function unicode-bidi
		unicode-range user-select -webkit-user-select -moz-user-select -ms-user-select -webkit-box-shadow
		-moz-box-shadow -webkit-border-radius -moz-border-radius -webkit-transition -moz-transition -o-transition
		-webkit-transform -moz-transform -ms-transform -webkit-animation -webkit-box-sizing -moz-box-sizing
		vertical-align visibility white-space widows width will-change word-break word-spacing word-wrap
		writing-mode z-index zoom
		absolute all and auto baseline block bold bolder border-box both break-word capitalize center collapse
		column contain content-box cover currentcolor dashed default dotted ease ease-in ease-in-out ease-out ellipsis
		fixed forwards from hidden important infinite inherit initial inline inline-block inline-flex inline-table
		inside italic justify linear list-item lowercase max-content medium middle min-content monospace no-repeat none
		normal nowrap only or outside pointer pre-line pre-wrap print relative repeat repeat-x repeat-y reverse row
		sans-serif screen scroll serif solid space-around space-between static sticky stretch table-cell table-row text
		text-bottom text-top to transparent underline unset uppercase visible wrap
		black blue gray green grey navy orange purple red silver white yellow
		attr calc clamp cubic-bezier hsl hsla linear-gradient max min minmax radial-gradient rgb rgba rotate scale
		translate translate3d translatex translatey url var`

	// cssMore are the rules and functions of SCSS and Less.
	cssMore = ` @at-root @content @debug @each @else @error @extend @for @forward @function @if @include @mixin @return @use
		@warn @while @plugin @arguments @rest
		as in through null true false if else when each lighten darken saturate desaturate fade mix percentage
		map-get nth length type-of unit floor ceil round default global optional`

	cssOperators = `:: |= ^= $= *= ~= <= >= && || == != ...`
)

// cssSpans are the literals. The address in url( ) needs no quotes, so url( ) as a whole is a
// string.
var cssSpans = []Span{
	str(`"`), str(`'`),
	{Open: `url("`, Close: `")`, Kind: String, Escape: '\\'},
	{Open: `url('`, Close: `')`, Kind: String, Escape: '\\'},
	{Open: "url(", Close: ")", Kind: String, Escape: '\\', When: NotBeforeBlank},
	{Open: ".", Tag: "name", Kind: Identifier, Form: "rune-name", When: BeforeLetter},
	{Open: "#", Tag: "name", Kind: Identifier, Form: "rune-name", When: NotBeforeBlank},
}

// withCode returns the spans with code inside the strings among them.
func withCode(spans []Span, marks string) []Span {
	spans = slices.Clone(spans)
	for i := range spans {
		if spans[i].Kind == String {
			spans[i].Interp = marks
		}
	}
	return spans
}

// hackOf returns the row of Hack, which is PHP with types.
func hackOf(rows []Row) []Row {
	for _, r := range rows {
		if r.Name == "PHP" {
			r.Name, r.Aliases, r.Linguist, r.ByName = "Hack", "hhvm", "", true
			r.Operators += " ==>"
			r.Keywords += ` async await arraykey concurrent dict dynamic inout invariant keyset newtype nonnull noreturn nothing
				num optional reify shape super tuple type using varray darray vec where`
			return []Row{r}
		}
	}
	return nil
}

const (
	jsImports = "import *, import * {*} *, export * from *, export {*} from *, " +
		"const|let|var * = require (*) *, const|let|var {*} = require (*) *, require (*), " +
		"const|let|var * = await import (*) *, const|let|var {*} = await import (*) *, await import (*), " +
		"export {_}, module . exports = {_}"
	phpImports = "use *, use * {*}, namespace *, declare (**), " +
		"require|require_once|include|include_once *, require|require_once|include|include_once (*)"
)
