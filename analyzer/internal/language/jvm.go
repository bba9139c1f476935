package language

// jvmRows are the languages of the Java platform. Clojure is among the Lisps.
var jvmRows = []Row{
	{
		Name:    "Java",
		Imports: `import *, package *`,
		Keywords: `abstract assert boolean break byte case catch char class const continue default do double else enum
			extends final finally float for goto if implements import instanceof int interface long native new
			package permits private protected public record return sealed short static strictfp super switch
			synchronized this throw throws transient try var void volatile while yield true false null`,
		ValueWords: "this super true false null",
		Operators:  `-> :: ++ -- << >> >>> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>= >>>= ...`,
		NameStart:  "$", NameCont: "·", TextEscapes: true,
		NumberSep: "_", Numbers: LeadingDot | TrailingDot,
		LineEnds: "\r", LineComment: "//", BlockComment: "/* */",
		Spans: []Span{str(`"`), char(`'`), longStr(`"""`)},
	}, kotlin, scala, groovy,
}

var kotlin = Row{
	Name: "Kotlin", Aliases: "kt kts", Linguist: "Gradle Kotlin DSL",
	Imports: `import *, package *`,
	// Soft keywords are included, unless they are frequent names (value, file, field, set, get,
	// it).
	Keywords: `as break class continue do else false for fun if in interface is null object package return super this
		throw true try typealias typeof val var when while
		abstract annotation by catch companion const constructor crossinline dynamic enum external
		final finally import infix init inline internal lateinit noinline open operator out override private
		protected public reified sealed suspend tailrec vararg where
		Any Boolean Byte Char Double Float Int Long Nothing Short String Unit`,
	ValueWords: "this super true false null",
	Operators:  `-> :: ++ -- <= >= == != === !== && || += -= *= /= %= ?. ?: !! .. ..< =>`,
	NumberSep:  "_", Numbers: LeadingDot,
	LineEnds: "\r", LineComment: "//", NestedComment: "/* */",
	Spans: []Span{
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$"},
		{Open: `"""`, Close: `"""`, Kind: String, Interp: "${ }", Names: "$", Flags: Multi | Greedy},
		char(`'`),
		{Open: "`", Close: "`", Kind: Identifier},
		{Open: "#!", When: ColumnOne},
	},
}

var scala = Row{
	Name: "Scala", Aliases: "sc sbt",
	Imports: `import *, import * {*} *, package *`,
	Keywords: `abstract case catch class def do else enum export extends false final finally for forSome given if
		implicit import lazy macro match new null object override package private protected return sealed super then
		this throw trait true try type val var while with yield
		derives extension infix inline opaque transparent using
		Any AnyRef AnyVal Boolean Byte Char Double Float Int Long Nothing Null Short String Unit`,
	ValueWords: "this super true false null",
	// Operators can be user-defined: a run of these bytes is one.
	OperatorRun: `+-*/<>=!?:&|^~%#@`,
	NameStart:   "$",
	NumberSep:   "_", Numbers: LeadingDot,
	LineComment: "//", NestedComment: "/* */",
	Spans: []Span{
		// Any name may be the prefix of a string with code. Strings without prefix rarely hold $x.
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$"},
		{Open: `"""`, Close: `"""`, Kind: String, Interp: "${ }", Names: "$", Flags: Multi | Greedy},
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "s f raw", Interp: "${ }", Names: "$", Flags: Prefixed},
		{Open: `"""`, Close: `"""`, Kind: String, Prefix: "s f raw", Interp: "${ }", Names: "$", Flags: Multi | Greedy | Prefixed},
		{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: "tick"}, // 'c' or the symbol 'name
		{Open: "`", Close: "`", Kind: Identifier},
		{Open: "#!", When: ColumnOne},
	},
}

var groovy = Row{
	Name: "Groovy", Aliases: "gradle gvy", Linguist: "Gradle, Nextflow",
	Imports: `import *, package *`,
	Keywords: `abstract as assert boolean break byte case catch char class const continue def default do double else enum
		extends false final finally float for goto if implements import in instanceof int interface it long native new
		null package permits private protected public record return sealed short static strictfp super
		switch synchronized this threadsafe throw throws trait transient true try var void volatile while yield`,
	ValueWords: "this super true false null it",
	Operators: `-> :: ++ -- ** << >> >>> <= >= == != === !== <=> =~ ==~ && || ?. ?: ?= ?[ *. *: .& .@ .. ..< += -= *= /=
		%= **= &= |= ^= <<= >>= >>>= ...`,
	ValueEnd:   ")]", // a slash after a brace opens a string
	Conditions: "if while for",
	NameStart:  "$", TextEscapes: true,
	NumberSep: "_", Numbers: LeadingDot,
	LineComment: "//", BlockComment: "/* */",
	Spans: []Span{
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$", Member: "."},
		{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$", Member: ".", Flags: Multi},
		str(`'`), longStr(`'''`),
		{Open: "/", Close: "/", Kind: String, Interp: "${ }", Names: "$", Member: ".", Form: "regex", When: NotAfterValue | OrSpaced},
		{Open: "/", Close: "/", Kind: String, Form: "regex-lines", When: NotAfterValue | NotBeforeBlank},
		{Open: "$/", Close: "/$", Kind: String, Interp: "${ }", Names: "$", Member: ".", Flags: Multi, When: NotAfterValue | OrSpaced},
		{Open: "#!", When: ColumnOne},
	},
}
