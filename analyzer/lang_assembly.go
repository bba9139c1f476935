package analyzer

func init() {
	add(row{
		// One row for all assemblers. They agree on little: a mark that starts a comment in one is a separator, a
		// sign of an immediate value or part of a name in another, so most marks need blanks around them.
		Name: "Assembly", Aliases: "asm nasm gas masm fasm s", Linguist: "Unix Assembly, Motorola 68K Assembly",
		FoldCase: true,
		Keywords: `db dw dd dq dt do dy dz resb resw resd resq rest equ times incbin macro endm endmacro proc endp segment ends
			section global extern extrn public bits org align byte word dword qword tword oword ptr offset near far
			short rel include define undef ifdef ifndef if elif elseif else endif assign rep repe repz repne repnz lock struc
			endstruc istruc iend model code data const stack assume end use16 use32 use64 default`,
		Operators: `<< >> == != <= >= && || %% <> ##`,
		NameStart: ".",     // .text and .L1; a lone dot is where we are
		HeadKind:  Keyword, // mnemonics and directives
		Spans: []span{
			comment(";", afterBlank),  // without a blank before, GAS takes it for a separator
			comment("#", beforeBlank), // #4 is a value on ARM, #include is for the preprocessor
			comment("##", firstOnLine), comment("#-", firstOnLine), comment("#=", firstOnLine), comment("#*", firstOnLine),
			comment("@", beforeBlank), // foo@PLT, @function
			comment("@@", firstOnLine|beforeBlank), comment("@-", firstOnLine), comment("@=", firstOnLine),
			comment("!", afterBlank|beforeBlank),  // SPARC
			comment("|", firstOnLine|beforeBlank), // Motorola
			comment("*", columnOne),
			str(`"`),
			{Open: "`", Close: "`", Kind: String, Form: regex}, // of NASM; m4 has `this'
			// 'c' before 'several': a string in which brackets would hide the end.
			{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: tickOnly},
			{Open: `'`, Close: `'`, Kind: String, Form: regex},
		},
		LineComment: "//", BlockComment: "/* */",
	})
}
