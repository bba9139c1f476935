package analyzer

// HTML and XML: words of text with tags between them.

// markupSpans are the comments and, within tags, the values of attributes. What is in a CDATA section is
// text like any other; its opening mark is an operator.
var markupSpans = []span{
	{Open: "<!--", Close: "-->", Flags: multi},
	{Open: "<![CDATA[", Kind: Operator, Form: literal},
	rawStr(`"`, `"`), rawStr(`'`, `'`),
}

// markupOperators are the ends of tags.
const markupOperators = "</ /> <? ?> <! <% %>"

func init() {
	add(
		row{
			// Templates that are HTML with marks of their own are read as HTML.
			Name: "HTML", Aliases: "htm xhtml",
			Linguist: `HTML+ECR, HTML+EEX, HTML+ERB, HTML+Razor, EJS, Handlebars, Mustache, Jinja, Twig, Liquid, Nunjucks,
				Ecmarkup, Java Server Pages, ASP.NET, Classic ASP, Blade, Smarty, Latte, Antlers, Groovy Server Pages`,
			Markup: true, NameKind: Keyword, FoldCase: true,
			NameCont:  "-:",
			Operators: markupOperators,
			Embed:     "script=JavaScript style=CSS",
			Spans:     markupSpans,
		},
		row{
			// Components: HTML whose scripts may be TypeScript and whose styles may be SCSS, which both read the plain ones too.
			Name: "Vue", Linguist: "Svelte, Astro", ByName: true,
			Markup: true, NameKind: Keyword, FoldCase: true,
			NameCont:  "-:.",
			Operators: markupOperators,
			Embed:     "script=TypeScript style=SCSS",
			Spans:     markupSpans,
		},
		row{
			Name: "XML", Aliases: "xsd wsdl",
			Linguist: `SVG, XML Property List, Maven POM, Ant Build System, XSLT, XPages, XProc, COLLADA, Web Ontology Language,
				Eagle, JetBrains MPS, Genshi, LabVIEW`,
			Markup: true, NameKind: Keyword,
			NameCont:  "-:.",
			Operators: markupOperators,
			Spans:     markupSpans,
		},
	)
}
