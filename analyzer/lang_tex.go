package analyzer

// TeX and LaTeX. The text is words, as in Prose; commands are Keywords: few authors rename many.

func init() {
	add(row{
		Name: "TeX", Aliases: "latex tex sty", Linguist: "BibTeX",
		NameKind: Word, LeadKind: Keyword,
		NameStart: "@", NameLead: `\`, LeadLetters: true,
		Operators: `\\ \{ \} \$ \& \# \% \, \; \: \! \( \) \[ \] \' \" \^ \~ \- \/ \= \. \| \< \> \* \+ \@ -- --- ` +
			"`` '' ^^",
		LineComment: "%",
		Spans: []span{
			{Open: `\begin{comment}`, Close: `\end{comment}`, Flags: multi},
			{Open: `\iffalse`, Close: `\fi`, Flags: multi},
			{Open: `\_`, Kind: Operator, Form: literal},
			{Open: `\url{`, Close: "}", Kind: String},
			{Open: `\verb`, Kind: String, Form: quoteLike}, {Open: `\lstinline`, Kind: String, Form: quoteLike},
		},
	})
}
