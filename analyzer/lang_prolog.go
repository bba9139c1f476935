package analyzer

// Prolog. Quoted atoms are Strings: most hold text for people, unlike Erlang's.

func init() {
	add(row{
		Name: "Prolog", Aliases: "swipl",
		Keywords: `is mod rem div rdiv xor module use_module ensure_loaded dynamic discontiguous multifile initialization
			table meta_predicate true fail false`,
		ValueWords:  "true fail false",
		OperatorRun: `+-*/\^<>=~:.?@#&$`,
		Operators:   "|| {}",
		NumberSep:   "_", LineComment: "%", BlockComment: "/* */",
		Spans: []span{
			{Open: "#!", When: columnOne},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: doubled},
			{Open: "'", Close: "'", Kind: String, Escape: '\\', Flags: doubled},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Flags: doubled},
			{Open: "0'", Kind: Char, Escape: '\\', Form: runeName},
			{Open: "2'", Kind: Number, Form: numberMark}, {Open: "8'", Kind: Number, Form: numberMark},
			{Open: "16'", Kind: Number, Form: numberMark}, {Open: "36'", Kind: Number, Form: numberMark},
			{Open: "0'''", Kind: Char, Form: literal},
		},
	})
}
