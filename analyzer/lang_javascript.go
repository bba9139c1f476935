package analyzer

// JavaScript and what compiles to it with the same literals.

const (
	jsKeywords = `async await break case catch class const continue debugger default delete do else export extends
		finally for function get if import in instanceof let new of return set static super switch this throw try
		typeof var void while with yield true false null undefined`
	jsValues    = "this super true false null undefined"
	jsOperators = `=> ++ -- ** << >> >>> <= >= == != === !== && || ?? ?. += -= *= /= %= **= &= |= ^= <<= >>= >>>= &&=
		||= ??= ... </ />`
)

// jsSpans are the literals. A closing brace ends more blocks than expressions, so a slash after it opens
// a regular expression, if that closes on the same line. The operators hold </ and /> as elements do, for snippets
// in which an element does not close.
var jsSpans = []span{
	str(`"`), str(`'`),
	{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "${ }", Flags: multi},
	{Open: "/", Close: "/", Kind: String, Form: regex, When: notAfterValue, Flags: suffix},
	{Open: "<", Form: jsx, When: notAfterValue},
}

func init() {
	add(
		row{
			Name: "JavaScript", Aliases: "js jsx mjs cjs", Linguist: "JavaScript+ERB, Qt Script",
			Keywords: jsKeywords, ValueWords: jsValues,
			Operators: jsOperators, ValueEnd: ")]",
			NameStart: "$", NameLead: "#",
			NumberSep: "_", Numbers: leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: append([]span{{Open: "#!", When: columnOne}}, jsSpans...),
		},
		row{
			Name: "TypeScript", Aliases: "ts tsx", Linguist: "TSX",
			Keywords: jsKeywords + ` abstract any as asserts bigint boolean declare enum implements infer interface is
				keyof module namespace never number object out override package private protected public readonly
				satisfies string symbol type unique unknown`,
			ValueWords: jsValues,
			Operators:  jsOperators, ValueEnd: ")]",
			NameStart: "$", NameLead: "#",
			NumberSep: "_", Numbers: leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: append([]span{{Open: "#!", When: columnOne}}, jsSpans...),
		},
	)
}
