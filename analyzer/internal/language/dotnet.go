package language

// dotnetRows are the languages of .NET and of Windows: C#, Visual Basic in all its ages,
// PowerShell, batch files.
var dotnetRows = []Row{
	{
		Name: "C#", Aliases: "cs csharp c-sharp", Linguist: "Beef",
		Imports: `using *, using * = *, global using *, namespace *, extern alias *`,
		// Contextual keywords are included, unless they are frequent names (value, file, field, by,
		// on, args).
		Keywords: `abstract as base bool break byte case catch char checked class const continue decimal default
				delegate do double else enum event explicit extern false finally fixed float for foreach goto if
				implicit in int interface internal is lock long namespace new null object operator out override
				params private protected public readonly ref return sbyte sealed short sizeof stackalloc static
				string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual
				void volatile while
				add and ascending async await descending dynamic equals from get global init into join let 
				nameof nint not notnull nuint or orderby partial record remove required scoped select set unmanaged
				var when where with yield
				define undef elif endif pragma nullable`,
		ValueWords: "base this true false null",
		Operators:  `=> -> :: ++ -- << >> >>> <= >= == != && || ?? ?. += -= *= /= %= &= |= ^= <<= >>= >>>= ??= ..`,
		NameLead:   "@", NamePrefix: "@", NameEscapes: "uU", // @class is a name
		NumberSep: "_", Numbers: LeadingDot,
		LineEnds: "\r\u0085\u2028\u2029", LineComment: "//", BlockComment: "/* */",
		Spans: []Span{
			{Open: `"""`, Tag: `"`, Close: `"""`, Kind: String, Interp: "{ }", Form: "tagged", Prefix: "$ $$ $$$", Flags: Formats},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Suffix}, // "bytes"u8
			{Open: `$"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Formats},
			{Open: `@"`, Close: `"`, Kind: String, Flags: Multi | Doubled},
			{Open: `$@"`, Close: `"`, Kind: String, Interp: "{ }", Flags: Multi | Doubled | Formats},
			{Open: `@$"`, Close: `"`, Kind: String, Interp: "{ }", Flags: Multi | Doubled | Formats},
			char(`'`),
			// The text after these directives is not code, and may hold apostrophes.
			comment("#region", FirstOnLine), comment("#endregion", FirstOnLine),
			comment("#error", FirstOnLine), comment("#warning", FirstOnLine),
			{Open: "#!", When: ColumnOne},
		},
	},
	{
		Name: "Visual Basic .NET", Aliases: "vb vbnet vb.net visualbasic vba vbscript vb6 bas vbs",
		Imports:  `imports **`,
		Linguist: "VBA, VBScript, Visual Basic 6.0, B4X",
		FoldCase: true,
		Keywords: `addhandler addressof alias and andalso as async attribute await boolean byref byte byval call case
				catch cbool cbyte cchar cdate cdbl cdec char cint class clng cobj const continue csbyte cshort csng
				cstr ctype cuint culng cushort currency custom date decimal declare default delegate dim directcast
				do double each else elseif empty end endif enum erase error event execute executeglobal exit explicit
				false finally for friend function get gettype getxmlnamespace global gosub goto handles if implements
				imports in inherits integer interface is isnot iterator let lib like long longlong longptr loop lset
				me mod module mustinherit mustoverride mybase myclass nameof namespace narrowing new next not nothing
				notinheritable notoverridable null object of on operator option optional or orelse overloads
				overridable overrides paramarray partial preserve private property protected ptrsafe public
				raiseevent randomize readonly redim removehandler resume return rset sbyte select set shadows
				shared short single static step stop strict string structure sub synclock then throw to true try
				trycast type typeof uinteger ulong until ushort using variant version wend when while widening with
				withevents writeonly xor yield region const externalsource`,
		ValueWords: "me mybase myclass true false nothing null empty",
		Operators:  `<> <= >= := += -= *= /= \= ^= &= << >> <<= >>= ?.`,
		NameEnd:    "$%", // types: Left$, i%
		NumberSep:  "_", Numbers: LeadingDot,
		Spans: []Span{
			{Open: "'"}, {Open: "rem"},
			{Open: `"`, Close: `"`, Kind: String, Flags: Doubled | Suffix}, // "a"c is a character
			{Open: `$"`, Close: `"`, Kind: String, Interp: "{ }", Flags: Doubled | Formats},
			{Open: "[", Close: "]", Kind: Identifier, When: BeforeLetter | NotTouchingValue}, // [New]
			{Open: "&h", Kind: Number, Form: "number-mark"}, {Open: "&H", Kind: Number, Form: "number-mark"},
			{Open: "&o", Kind: Number, Form: "number-mark"}, {Open: "&O", Kind: Number, Form: "number-mark"},
			{Open: "&b", Kind: Number, Form: "number-mark"}, {Open: "&B", Kind: Number, Form: "number-mark"},
			// An underscore at the end of a line continues it.
			{Open: "_\n", Form: "literal"},
		},
	},
	{
		Name: "PowerShell", Aliases: "ps pwsh posh ps1",
		Imports:  `using *, import-module ***, . _ **`,
		FoldCase: true,
		Keywords: `begin break catch class configuration continue data define do dynamicparam else elseif end enum exit
				filter finally for foreach from function hidden if in inlinescript parallel param process return
				sequence static switch throw trap try until using var while workflow
				$true $false $null $this $_ $args $input
				string int bool byte char double float decimal long hashtable array void object psobject pscustomobject
				scriptblock datetime cmdletbinding parameter
				contains notcontains icontains ccontains notmatch inotmatch cnotmatch inotlike cnotlike ireplace creplace`,
		ValueWords: "$true $false $null $this $_ $args $input",
		Operators: `++ -- += -= *= /= %= ??= ?? ?. && || :: .. >> @( @{ $(
				-eq -ne -gt -ge -lt -le -ieq -ine -igt -ige -ilt -ile -ceq -cne -cgt -cge -clt -cle -like -ilike -clike
				-notlike -match -imatch -cmatch -replace -in -notin -is -isnot -as -and -or -xor -not -band -bor -bxor
				-bnot -shl -shr -split -isplit -csplit -join -f`,
		NameLead: "$ @", LeadPlain: true, NameCont: "-", // $n-1 is a difference, Get-Item a name
		// Operators of more than eight bytes (-contains) are a dash and a keyword.
		Numbers:      LeadingDot,
		BlockComment: "<# #>",
		Spans: []Span{
			comment("#", NotTouchingName), // C#
			{Open: `"`, Close: `"`, Kind: String, Escape: '`', Interp: "$( ) ${ }", Names: "$", Flags: Multi | Doubled},
			{Open: `'`, Close: `'`, Kind: String, Flags: Multi | Doubled},
			{Open: "@\"", Close: "\n\"@", Kind: String, Escape: '`', Interp: "$( ) ${ }", Names: "$", Flags: Multi},
			rawStr("@'", "\n'@"),
			{Open: "${", Close: "}", Kind: Identifier},
			{Open: "`", Kind: Operator, Form: "rune-name"},
			// A backtick at the end of a line continues it.
			{Open: "`\n", Form: "literal"},
		},
	},
	{
		// A percent sign is an operator, so that x is the same name in `set x=1` and in %x%.
		Name: "Batchfile", Aliases: "batch bat cmd dosbatch winbatch",
		FoldCase: true,
		Keywords: `echo set if else for in do goto call exit pause setlocal endlocal shift not exist defined errorlevel equ neq
				lss leq gtr geq cd chdir md mkdir rd rmdir del erase copy xcopy robocopy move ren rename type dir cls start
				title choice find findstr sort more path pushd popd prompt ver vol date time assoc ftype attrib color timeout
				tasklist taskkill reg sc net ping where nul con on off enabledelayedexpansion enableextensions
				disabledelayedexpansion eof tokens delims skip usebackq cmd powershell cscript msg`,
		Operators: `&& || >> == %% %~ %%~`,
		Spans: []Span{
			{Open: "rem"}, comment("::", FirstOnLine),
			{Open: `"`, Close: `"`, Kind: String, Interp: "% % ! !", Flags: LoopNames},
			{Open: "^", Kind: Operator, Form: "rune-name"},
			{Open: "^\n", Form: "literal"}, // continues a line
		},
	},
}
