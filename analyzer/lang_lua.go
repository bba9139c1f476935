package analyzer

func init() {
	add(row{
		Name: "Lua", Linguist: "Luau, Terra",
		Keywords: `and break do else elseif end false for function goto if in local nil not or repeat return then true until
			while`,
		ValueWords: "true false nil end",
		Operators:  `.. ... == ~= <= >= // :: << >> -> += -= *= /= ^= %= ..=`,
		Numbers:    leadingDot | trailingDot,
		Spans: []span{
			{Open: "--[", Tag: "=", Mid: "[", Close: "]", End: "]", Form: tagged},
			{Open: "--"},
			{Open: "#!", When: columnOne},
			{Open: "[", Tag: "=", Mid: "[", Close: "]", End: "]", Kind: String, Form: tagged},
			str(`"`), str(`'`),
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "{ }"}, // Luau
		},
	})
}
