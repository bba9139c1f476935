package analyzer

// The languages of the Erlang platform. Atoms are names: unquoted ones look like any other name, so
// quoted ones are Identifiers too in Erlang. In Elixir `:` is an operator before the name.

func init() {
	add(
		row{
			Name: "Erlang", Aliases: "erl hrl",
			Keywords: `after and andalso band begin bnot bor bsl bsr bxor case catch cond div else end fun if let maybe not of
				or orelse receive rem try when xor true false undefined
				module export import define record include include_lib spec type opaque callback behaviour behavior
				ifdef ifndef endif undef export_type compile`,
			ValueWords: "true false undefined end",
			Operators:  `-> <- => := == /= =< >= =:= =/= ++ -- || && :: << >> <= <:- <:= .. ... ?= ??`,
			NameCont:   "@",
			NumberSep:  "_", Numbers: hashBase, LineComment: "%",
			Spans: []span{
				longStr(`"`),
				{Open: `"""`, Tag: `"`, Mid: "\n", Close: `"""`, Kind: String, Form: tagged},
				{Open: "'", Close: "'", Kind: Identifier, Escape: '\\'},
				{Open: "$", Kind: Char, Escape: '\\', Form: runeName},
				{Open: "#!", When: columnOne},
			},
		},
		row{
			Name: "Elixir", Aliases: "ex exs",
			Keywords: `def defp defmodule defmacro defmacrop defstruct defimpl defprotocol defdelegate defguard defguardp
				defexception defoverridable do end fn case cond if unless else for with when and or not in try rescue catch
				after raise receive quote unquote unquote_splicing import require use alias super true false nil
				__MODULE__ __DIR__ __ENV__ __CALLER__ __STACKTRACE__`,
			ValueWords: "true false nil end",
			Operators: `-> <- |> => == != === !== =~ <= >= && || <> ++ -- +++ --- .. ... // :: <<< >>> &&& ||| ^^^ ~~~ <~ ~>
				<~> <<~ ~>> <|> << >> \\ **`,
			NameLead: "@", NameEnd: "?!",
			NumberSep: "_", LineComment: "#",
			Spans: []span{
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: multi},
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: multi},
				{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: multi},
				{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: multi},
				{Open: "~", Tag: "letters", Kind: String, Escape: '\\', Form: quoteLike, When: beforeLetter, Flags: suffix},
				{Open: "?", Kind: Char, Escape: '\\', Form: runeName, When: notBeforeBlank},
			},
		},
	)
}
