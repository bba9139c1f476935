package analyzer

func init() {
	raw := func(mid, closing string) span {
		return span{Open: `"`, Prefix: "r", Tag: "-", Mid: mid, Close: closing, End: `"`, Kind: String, Form: tagged, Flags: prefixed}
	}
	rawSingle := func(mid, closing string) span {
		return span{Open: `'`, Prefix: "r", Tag: "-", Mid: mid, Close: closing, End: `'`, Kind: String, Form: tagged, Flags: prefixed}
	}
	add(row{
		Name: "R", Aliases: "rlang splus",
		Keywords: `if else repeat while function for next break in TRUE FALSE NULL Inf NaN NA NA_integer_ NA_real_
			NA_character_ NA_complex_ ... return library require`,
		ValueWords: "TRUE FALSE NULL Inf NaN NA ...",
		Operators:  `<- <<- -> ->> |> == != <= >= && || := :: ::: **`,
		NameStart:  ".",
		Numbers:    leadingDot | trailingDot, LineComment: "#",
		Spans: []span{
			longStr(`"`), longStr(`'`),
			raw("(", ")"), raw("[", "]"), raw("{", "}"),
			rawSingle("(", ")"), rawSingle("[", "]"), rawSingle("{", "}"),
			{Open: "`", Close: "`", Kind: Identifier, Escape: '\\'},
			{Open: "%%", Kind: Operator, Form: literal},
			{Open: "%", Close: "%", Kind: Operator, Form: regex}, // operators of one's own: %in%
		},
	})
}
