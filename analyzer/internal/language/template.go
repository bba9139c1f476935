package language

import (
	"slices"
	"strings"
)

// templateRows are templates: HTML with code in marks, and components.
//
// A server runs the code of most templates before anything reads the HTML around it, so its marks
// may stand anywhere (Host). Components are read as markup first: code is in text and attributes.
var templateRows = []Row{
	{
		Name: "HTML+ERB", ByName: true, Host: "HTML", Hosts: "JavaScript CSS YAML Shell Text", Inside: "Ruby",
		Tags: "<%== %> <%= %> <%- %> <% %>", TagComments: "<%# %>", NotTags: "<%%", TagTrims: "-",
	},
	{
		Name: "HTML+ECR", ByName: true, Host: "HTML", Inside: "Crystal",
		Tags: "<%= %> <%- %> <% %>", TagComments: "<%# %>", NotTags: "<%%", TagTrims: "-",
	},
	{
		Name: "EJS", ByName: true, Host: "HTML", Hosts: "JavaScript Text", Inside: "JavaScript",
		Tags: "<%= %> <%- %> <%_ %> <% %>", TagComments: "<%# %>", NotTags: "<%%", TagTrims: "-_",
	},
	{
		Name: "HTML+EEX", ByName: true, Host: "HTML", Hosts: "Text", Inside: "Elixir",
		Tags: "<%= %> <%| %> <%/ %> <% %>", TagComments: "<%# %> <%!-- --%>", NotTags: "<%%",
	},
	{
		Name: "Mako", ByName: true, Host: "HTML", Hosts: "Text", Inside: "Python",
		Tags: "<%def > <%block > <%call > <%page > <%include > <%inherit > <%namespace > <%! %> <% %> ${ }", TagComments: "<%doc> </%doc>",
		LineTags: "%", LineComments: "##", NotTags: "<%%",
	},
	{
		Name: "Java Server Pages", ByName: true, Host: "HTML", Inside: "Java",
		// Of FreeMarker: <#-- <# </# <@ </@.
		Tags: "<%@ %> <%= %> <%! %> <% %> ${ } #{ } <# > </# > <@ > </@ >", TagComments: "<%-- --%> <#-- -->", NotTags: `\${ \#{`,
	},
	{
		Name: "Groovy Server Pages", ByName: true, Host: "HTML", Inside: "Groovy",
		Tags: "<%@ %> <%= %> <%! %> <% %> ${ }", TagComments: "<%-- --%> %{-- --}%", NotTags: `\${`,
	},
	{
		Name: "ASP.NET", ByName: true, Host: "HTML", Inside: "C#",
		Tags: "<%@ %> <%= %> <%: %> <%# %> <%$ %> <% %>", TagComments: "<%-- --%>",
	},
	{
		Name: "Classic ASP", ByName: true, Host: "HTML", Inside: "Visual Basic .NET",
		Tags: "<%@ %> <%= %> <% %>",
	},
	{
		Name: "HTML+Razor", ByName: true, Host: "HTML", Inside: "C#",
		Tags: "@{ } @( )", TagComments: "@* *@", NotTags: "@@",
		Directives: `if( for( foreach( while( switch( lock( model; using; inject; inherits; implements; page; namespace;
			layout; attribute; addTagHelper; typeparam; section; code{ functions{ *.`,
		CodeAttributes: "@ asp-for asp-items A",
		CodeLines:      "if( else{ for( foreach( while( switch( var;", // in the braces of an @if
	},
	{
		Name: "Blade", ByName: true, Host: "HTML", Inside: "PHP",
		Tags: "{{{ }}} {{ }} {!! !!} <?php ?> <?= ?> @php @endphp", TagComments: "{{-- --}}", NotTags: "@{{ @{!! @@ @media( @supports( @container(",
		CodeAttributes: ": @ x- wire:",
		Directives: `if( elseif( unless( isset( empty( switch( case( for( foreach( forelse( while( extends( section( yield(
			include( includeIf( includeWhen( includeUnless( includeFirst( each( component( slot( props( aware( push(
			pushOnce( prepend( stack( hasSection( can( cannot( canany( elsecan( auth( guest( env( error( session( class(
			style( checked( selected( disabled( readonly( required( json( js( lang( method( vite( livewire( dump( dd( use(
			inject( fragment( continue( break( choice( route( asset( php( *(`,
	},
	{
		Name: "Smarty", Linguist: "Latte", ByName: true, Host: "HTML", Inside: "PHP",
		Tags: "{ }", TagComments: "{* *}", CodeAttributes: "n:", // of Latte
	},
	{
		Name: "Antlers", ByName: true, Host: "HTML", Inside: "PHP",
		Tags: "{{? ?}} {{$ $}} {{ }}", TagComments: "{{# #}}", NotTags: "@{{",
	},
	{
		Name: "Jinja", Linguist: "Twig, Nunjucks", ByName: true, Host: "HTML", Hosts: "JavaScript CSS YAML SQL INI Shell Text",
		Tags: "{{ }} {% %}", TagComments: "{# #}", CommentTags: "comment endcomment", TagTrims: "-+~",
		LineTags: "%* #*", // a setting chooses the mark
		Keywords: jinjaKeywords, ValueWords: "true false none null", Operators: "== != <= >= ** // ?? ?: .. => === !==",
		Spans: []Span{{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }"}, str(`'`)}, // Twig
	},
	{
		Name: "Liquid", ByName: true, Host: "HTML", Hosts: "JavaScript CSS", Front: "YAML",
		Tags: "{{ }} {% %}", CommentTags: "comment endcomment", TagTrims: "-",
		Keywords: liquidKeywords, ValueWords: "true false nil null empty blank", Operators: "== != <= >= <> ..",
		NameCont: "-", LineComment: "#",
		Spans: []Span{doubledStr(`"`), doubledStr(`'`)},
	},
	{
		Name: "Handlebars", Linguist: "Mustache", ByName: true, Host: "HTML", Hosts: "Text",
		Tags: "{{{ }}} {{ }}", TagComments: "{{!-- --}} {{~!-- --~}} {{~!-- --}} {{! }} {{~! }}", NotTags: `\{{`, TagTrims: "~",
		Keywords:   "if unless each with else lookup log this as true false null undefined let in yield outlet hash array",
		Operators:  ".. ../",
		ValueWords: "this true false null undefined", NameCont: "-", NameLead: "@",
		Spans: []Span{doubledStr(`"`), doubledStr(`'`)},
	},
	{
		Name: "Go Template", ByName: true, Host: "HTML", Hosts: "JavaScript CSS YAML Shell Text",
		Tags: "{{ }}", TagComments: "{{/* */}}", TagTrims: "-", BlockComment: "/* */",
		Keywords: `if else end range with define template block break continue nil true false and or not len index slice
			print printf println html js urlquery call eq ne lt le gt ge`,
		ValueWords: "nil true false end", Operators: ":=", NameLead: "$", Numbers: LeadingDot,
		Spans: []Span{str(`"`), char(`'`), rawStr("`", "`")},
	},
	// Components. Their scripts may be TypeScript and their styles SCSS; these rows also read
	// JavaScript and CSS.
	{
		Imports: jsImports,
		Name:    "Vue", ByName: true, Inside: "TypeScript",
		Tags: "{{ }}", CodeAttributes: "v- : @ #",
		Markup: true, NameKind: Keyword, FoldCase: true, NameCont: "-:.", Operators: markupOperators,
		Embed: "script=TypeScript style=SCSS", Spans: componentSpans,
	},
	{
		Name: "Angular", ByName: true, Inside: "TypeScript",
		Tags: "{{ }}", CodeAttributes: "* [ ( bind- on-",
		Directives: "if( else( else-if( for( switch( case( defer( placeholder( loading( let;",
		Markup:     true, NameKind: Keyword, FoldCase: true, NameCont: "-:", Operators: markupOperators,
		Embed: "script=TypeScript style=SCSS", Spans: componentSpans,
	},
	{
		Imports: jsImports,
		Name:    "Svelte", ByName: true, Inside: "TypeScript", Tags: "{ }",
		Markup: true, NameKind: Keyword, FoldCase: true, NameCont: "-:", Operators: markupOperators,
		Embed: "script=TypeScript style=SCSS", SpansOf: bracedSpans,
	},
	{
		Name: "HEEx", ByName: true, Inside: "Elixir",
		Tags: "<%= %> <% %> { }", TagComments: "<%# %> <%!-- --%>", NotTags: "<%%",
		Markup: true, NameKind: Keyword, FoldCase: true, NameStart: ".:", NameCont: "-:.", Operators: markupOperators,
		Embed: "script=JavaScript style=CSS", SpansOf: bracedSpans,
	},
	{
		Imports: jsImports,
		Name:    "Astro", ByName: true, Inside: "TypeScript", Tags: "{ }", Front: "TypeScript",
		Markup: true, NameKind: Keyword, FoldCase: true, NameCont: "-:", Operators: markupOperators,
		Embed: "script=TypeScript style=SCSS", SpansOf: bracedSpans,
	},
}

// withHosts returns the rows, and one for each of their Hosts.
func withHosts(rows []Row) []Row {
	all := rows
	for _, r := range rows {
		for host := range strings.FieldsSeq(r.Hosts) {
			v := r
			v.Name, v.Host, v.HostOf, v.Aliases, v.Linguist, v.Hosts = inHost(r.Name, host), host, r.Name, "", "", ""
			v.LineTags = strings.TrimSuffix(v.LineTags, " #*") // it begins comments there
			all = append(all, v)
		}
	}
	return all
}

// inHost returns the name of a template in another language than HTML, as linguist does:
// JavaScript+ERB.
func inHost(template, host string) string { return host + "+" + strings.TrimPrefix(template, "HTML+") }

// InHost returns the row of a template in a language, or nil.
func InHost(template, host string) *Row {
	if host == "HTML" {
		return ByName(template)
	}
	return ByName(inHost(template, host))
}

const (
	jinjaKeywords = `if elif elseif else endif for in endfor block endblock extends include import from macro endmacro call
		endcall filter endfilter set endset with endwith only autoescape endautoescape raw endraw verbatim endverbatim
		trans endtrans pluralize blocktrans endblocktrans load url static csrf_token spaceless endspaceless ifchanged
		endifchanged cycle firstof now regroup embed endembed use apply endapply do is as by and or not true false none
		null loop super caller ignore missing context without recursive starts ends matches`
	liquidKeywords = `if elsif else endif unless endunless for in endfor case when endcase assign capture endcapture cycle
		tablerow endtablerow increment decrement include render layout section sections paginate endpaginate form
		endform schema endschema style endstyle javascript endjavascript stylesheet endstylesheet raw endraw break
		continue echo liquid with as by limit offset reversed cols and or contains true false nil null empty blank
		forloop`
)

// componentSpans are markupSpans, in which values of attributes may hold code.
var componentSpans = []Span{
	markupSpans[0], markupSpans[1],
	{Open: `"`, Close: `"`, Kind: String, Flags: Multi, Form: "attribute"},
	{Open: `'`, Close: `'`, Kind: String, Flags: Multi, Form: "attribute"},
}

// bracedSpans returns componentSpans with code in braces as a value of an attribute.
func bracedSpans() []Span {
	return slices.Concat(componentSpans, []Span{{Open: "{", Close: "}", Kind: Operator, Form: "markup-code"}})
}
