package analyzer

// Pascal and what descends from it.

func init() {
	add(
		row{
			Name: "Pascal", Aliases: "delphi objectpascal pas dpr freepascal",
			FoldCase: true,
			Keywords: `and array as asm begin case class const constructor destructor dispinterface div do downto else end
				except exports file finalization finally for function generic goto if implementation in inherited
				initialization inline interface is label library mod nil not object of on operator or out packed procedure
				program property raise record repeat resourcestring set shl shr specialize string then threadvar to try type
				unit until uses var while with xor
				absolute abstract assembler cdecl default dynamic export external far forward near nodefault overload override
				private protected public published read reference register reintroduce safecall sealed static stdcall stored
				strict varargs virtual write helper deprecated platform
				integer boolean char real byte word longint shortint smallint cardinal int64 uint64 longword dword extended
				double single currency ansistring widestring unicodestring shortstring pchar pointer variant
				true false break continue exit self result`,
			ValueWords: "nil true false self result",
			Operators:  `:= <> <= >= .. ** >< << >> += -= *= /=`,
			NumberSep:  "_", LineComment: "//", BlockComment: "{ } (* *)",
			Spans: []span{
				doubledStr(`'`),
				{Open: "'''\n", Close: "'''", Kind: String, Flags: multi},
				{Open: "#", Kind: Char, Form: numberMark}, {Open: "#$", Kind: Char, Form: numberMark},
				{Open: "$", Kind: Number, Form: numberMark}, {Open: "%", Kind: Number, Form: numberMark},
			},
		},
		row{
			Name: "Ada", Aliases: "adb ads ada95",
			FoldCase: true,
			Keywords: `abort abs abstract accept access aliased all and array at begin body case constant declare delay delta
				digits do else elsif end entry exception exit for function generic goto if in interface is limited loop mod
				new not null of or others out overriding package parallel pragma private procedure protected raise range
				record rem renames requeue return reverse select separate some subtype synchronized tagged task terminate
				then type until use when while with xor
				integer natural positive float boolean character string duration true false`,
			// The types are values because of what follows a tick: Character'('x').
			ValueWords: "null all true false integer natural positive float boolean character string duration access range",
			Operators:  `:= => .. ** /= <= >= << >> <>`,
			NumberSep:  "_", Numbers: hashBase, LineComment: "--",
			Spans: []span{
				doubledStr(`"`),
				{Open: "'", Close: "'", Kind: Char, Form: tickOnly, When: notTouchingValue},
			},
		},
	)
}
