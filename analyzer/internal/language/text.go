package language

// textRows are languages whose text is words.
var textRows = []Row{
	// TeX and LaTeX. The text is words, as in Prose. Commands are Keywords, because few authors
	// rename them.
	{
		Name: "TeX", Aliases: "latex tex sty", Linguist: "BibTeX",
		Imports:  `\usepackage|\documentclass|\RequirePackage|\input|\include {*}, \usepackage|\documentclass|\RequirePackage [**] {*}`,
		NameKind: Word, LeadKind: Keyword,
		NameStart: "@", NameLead: `\`, LeadLetters: true,
		Operators: `\\ \{ \} \$ \& \# \% \, \; \: \! \( \) \[ \] \' \" \^ \~ \- \/ \= \. \| \< \> \* \+ \@ -- --- ` +
			"`` '' ^^",
		LineComment: "%",
		Spans: []Span{
			{Open: `\begin{comment}`, Close: `\end{comment}`, Flags: Multi},
			{Open: `\begin{verbatim`, Close: `\end{verbatim`, Kind: Word, Form: "verbatim"},
			{Open: `\begin{Verbatim`, Close: `\end{Verbatim`, Kind: Word, Form: "verbatim"},
			{Open: `\begin{lstlisting`, Close: `\end{lstlisting`, Kind: Word, Form: "verbatim"},
			{Open: `\begin{minted`, Close: `\end{minted`, Kind: Word, Form: "verbatim"},
			{Open: `\begin{filecontents`, Close: `\end{filecontents`, Kind: Word, Form: "verbatim"},
			{Open: `\iffalse`, Close: `\fi`, Flags: Multi},
			{Open: `\_`, Kind: Operator, Form: "literal"},
			{Open: `\url{`, Close: "}", Kind: String}, {Open: `\href{`, Close: "}", Kind: String},
			{Open: `\path{`, Close: "}", Kind: String}, {Open: `\nolinkurl{`, Close: "}", Kind: String},
			{Open: `\verb*`, Kind: String, Form: "quote-like"}, {Open: `\verb`, Kind: String, Form: "quote-like"},
			{Open: `\Verb`, Tag: "option", Kind: String, Form: "quote-like"}, {Open: `\lstinline`, Tag: "option", Kind: String, Form: "quote-like"},
			{Open: `\mintinline`, Tag: "argument", Kind: String, Form: "quote-like"}, {Open: `\mint`, Tag: "argument", Kind: String, Form: "quote-like"},
		},
	},
	// Gherkin: steps in words, with keywords at the start of lines, and names in angle brackets.
	{
		Name: "Gherkin", Aliases: "cucumber feature",
		NameKind: Word, LeadKind: Identifier, NameLead: "@", NameCont: "-",
		Keywords: `Feature Ability Background Scenario Scenarios Outline Template Example Examples Rule Given When Then And But`,
		Spans: []Span{
			comment("#", FirstOnLine),
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "< >"},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "< >", Flags: Multi},
			{Open: "```", Close: "```", Kind: String, Escape: '\\', Interp: "< >", Flags: Multi},
			{Open: "<", Close: ">", Kind: Identifier, Form: "placeholder", When: NotBeforeBlank},
			{Open: "|", Kind: Identifier, Form: "outline-head", When: FirstOnLine},
		},
	},
}
