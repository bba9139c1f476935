package analyzer

func init() {
	add(row{
		Name: "Dart",
		Keywords: `abstract as assert async await base break case catch class const continue covariant default deferred do
			dynamic else enum export extends extension external factory false final finally for get if implements import
			in interface is late library mixin new null on operator part required rethrow return sealed set 
			static super switch sync this throw true try typedef var void when while with yield
			bool double int num Function Never Null Object String`,
		ValueWords: "this super true false null",
		Operators: `=> ++ -- << >> >>> <= >= == != && || ?? ?. ..  ?.. ... ...? ~/ += -= *= /= ~/= %= &= |= ^= <<= >>=
			>>>= ??=`,
		NameStart: "$",
		NumberSep: "_", Numbers: leadingDot,
		LineComment: "//", NestedComment: "/* */",
		Spans: []span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }"},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "${ }"},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "${ }", Flags: multi},
			{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Interp: "${ }", Flags: multi},
			{Open: `r"`, Close: `"`, Kind: String}, {Open: `r'`, Close: `'`, Kind: String},
			rawStr(`r"""`, `"""`), rawStr(`r'''`, `'''`),
			{Open: "#!", When: columnOne},
		},
	})
}
