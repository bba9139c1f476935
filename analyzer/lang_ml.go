package analyzer

// The ML family: OCaml, Standard ML, F#.

func init() {
	add(
		row{
			Name: "OCaml", Aliases: "ml mli",
			Keywords: `and as assert asr begin class constraint do done downto effect else end exception external false for fun
				function functor if in include inherit initializer land lazy let lor lsl lsr lxor match method mod module
				mutable new nonrec object of open or private rec sig struct then to true try type val virtual when while
				with int float bool char string unit`,
			ValueWords:  "true false end done",
			OperatorRun: `!$%&*+-./:<=>?@^|~#`,
			Operators:   ";; [< [>",
			NameCont:    "'",
			NumberSep:   "_", Numbers: trailingDot, NestedComment: "(* *)",
			Spans: []span{
				{Open: "#!", When: columnOne},
				longStr(`"`),
				{Open: "{", Mid: "|", Close: "|", End: "}", Kind: String, Form: tagged},
				{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: tick}, // 'a' or the type variable 'a
			},
		},
		row{
			Name: "Standard ML", Aliases: "sml",
			Keywords: `abstype and andalso as case datatype do else end eqtype exception fn fun functor handle if in include
				infix infixr let local nonfix of op open orelse raise rec sharing sig signature struct structure then type
				val where while with withtype true false nil int real bool char string unit`,
			ValueWords:  "true false nil end",
			OperatorRun: "!%&$#+-/:<=>?@\\~`^|*",
			Operators:   "...",
			NameLead:    "' ''", NameCont: "'", // type variables: 'a, ''a
			NumberSep: "_", NestedComment: "(* *)",
			Spans: []span{
				str(`"`),
				{Open: `#"`, Close: `"`, Kind: Char, Escape: '\\'},
			},
		},
		row{
			Name: "F#", Aliases: "fsharp fs f#",
			Keywords: `abstract and as assert base begin class const default delegate do done downcast downto elif else end
				exception extern false finally fixed for fun function global if in inherit inline interface internal lazy let
				match member module mutable namespace new not null of open or override private public rec return select sig
				static struct then to true try type upcast use val void when while with yield
				bool byte sbyte int16 uint16 int uint int32 uint32 int64 uint64 nativeint unativeint char string decimal
				float float32 double single unit obj exn bigint`,
			ValueWords:  "true false null base end",
			OperatorRun: `!%&*+-/<=>@^|~?:$`,
			Operators:   ".. ...",
			NameCont:    "'",
			NumberSep:   "_", Numbers: trailingDot, LineComment: "//", NestedComment: "(* *)",
			Spans: []span{
				{Open: "(*)", Kind: Operator, Form: literal}, // multiplication as a function
				{Open: "``", Close: "``", Kind: Identifier},
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: multi | suffix},
				{Open: `@"`, Close: `"`, Kind: String, Flags: multi | doubled | suffix},
				rawStr(`"""`, `"""`),
				{Open: `$"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: multi},
				{Open: `$@"`, Close: `"`, Kind: String, Interp: "{ }", Flags: multi | doubled},
				{Open: `@$"`, Close: `"`, Kind: String, Interp: "{ }", Flags: multi | doubled},
				{Open: `$"""`, Close: `"""`, Kind: String, Interp: "{ }", Flags: multi},
				{Open: `$$"""`, Close: `"""`, Kind: String, Interp: "{{ }", Flags: multi},
				{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: tick, Flags: suffix},
			},
		},
	)
}
