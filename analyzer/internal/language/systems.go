package language

// systemsRows are languages that compile to machine code, outside of the C family.
var systemsRows = []Row{
	{
		Name:    "Go",
		Imports: `import *, import (*), package *`,
		Keywords: `break case chan const continue default defer else fallthrough for func go goto if import interface
			map package range return select struct switch type var`,
		Operators: `<< >> &^ += -= *= /= %= &= |= ^= <<= >>= &^= && || <- ++ -- == != <= >= := ...`,
		NumberSep: "_", Numbers: LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */",
		Spans: []Span{str(`"`), char(`'`), rawStr("`", "`")},
	},
	{
		Name:    "Rust",
		Imports: `use *, use * {*}, pub use *, pub use * {*}, pub (*) use *, pub (*) use * {*}, extern crate *, mod *, pub mod *, pub (*) mod *, # [cfg|cfg_attr|allow|doc|macro_use|rustfmt] +, # ! [allow|cfg_attr|crate_name|crate_type|deny|doc|feature|forbid|no_main|no_std|recursion_limit|warn]`,
		Keywords: `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match
			mod move mut pub ref return self Self static struct super trait true type union unsafe use where while
			abstract become box do final macro override priv try typeof unsized virtual yield`,
		ValueWords: "self Self true false super crate",
		Operators:  `-> => :: .. ..= ... << >> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>=`,
		NamePrefix: "r#",
		NumberSep:  "_", Numbers: 0,
		LineComment: "//", NestedComment: "/* */",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "b c", Interp: "{ }", Flags: Multi | OnlyNames},
			{Open: "r", Prefix: "b c", Tag: "#", Mid: `"`, Close: `"`, Kind: String, Interp: "{ }", Form: "tagged", Flags: OnlyNames},
			{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: "tick"},
			{Open: `b'`, Close: `'`, Kind: Char, Escape: '\\', Form: "tick-only"},
			{Open: "#!/", When: ColumnOne},
		},
	},
	dlang, nim, swift, zig,
	// Pascal and what descends from it.
	{
		Name: "Pascal", Aliases: "delphi objectpascal pas dpr freepascal",
		Imports:  `uses * ;`,
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
		NameLead:   "&", NamePrefix: "&", // &type is a name
		NumberSep: "_", LineComment: "//", BlockComment: "{ } (* *)",
		Spans: []Span{
			doubledStr(`'`),
			{Open: "'''\n", Close: "'''", Kind: String, Flags: Multi},
			{Open: "#", Kind: Char, Form: "number-mark"}, {Open: "#$", Kind: Char, Form: "number-mark"},
			{Open: "$", Kind: Number, Form: "number-mark"}, {Open: "%", Kind: Number, Form: "number-mark"},
		},
	},
	{
		Name: "Ada", Aliases: "adb ads ada95",
		Imports:  `with|use *, limited|private with *, pragma elaborate|elaborate_all|elaborate_body|preelaborate (*)`,
		FoldCase: true,
		Keywords: `abort abs abstract accept access aliased all and array at begin body case constant declare delay delta
				digits do else elsif end entry exception exit for function generic goto if in interface is limited loop mod
				new not null of or others out overriding package parallel pragma private procedure protected raise range
				record rem renames requeue return reverse select separate some subtype synchronized tagged task terminate
				then type until use when while with xor
				integer natural positive float boolean character string duration true false`,
		// The types are values because of the text after a tick: Character'('x').
		ValueWords: "null all true false integer natural positive float boolean character string duration access range",
		Operators:  `:= => .. ** /= <= >= << >> <>`,
		NumberSep:  "_", Numbers: HashBase, LineComment: "--",
		Spans: []Span{
			doubledStr(`"`),
			{Open: "'", Close: "'", Kind: Char, Form: "tick-only", When: NotTouchingValue},
		},
	},
	{
		// One row for all assemblers. They agree on little: a mark that starts a comment in one is
		// a separator, a sign of an immediate value or part of a name in another, so most marks
		// need blanks around them.
		Name: "Assembly", Aliases: "asm nasm gas masm fasm s", Linguist: "Unix Assembly, Motorola 68K Assembly",
		FoldCase: true,
		Imports:  `%|# include *, include|.include *`,
		Keywords: `db dw dd dq dt do dy dz resb resw resd resq rest equ times incbin macro endm endmacro proc endp segment ends
			section global extern extrn public bits org align byte word dword qword tword oword ptr offset near far
			short rel include define undef ifdef ifndef if elif elseif else endif assign rep repe repz repne repnz lock struc
			endstruc istruc iend model code data const stack assume end use16 use32 use64 default`,
		Operators: `<< >> == != <= >= && || %% <> ##`,
		NameStart: ".",     // .text and .L1; a lone dot is where we are
		HeadKind:  Keyword, // mnemonics and directives
		Spans: []Span{
			comment(";", AfterBlank),  // without a blank before, GAS takes it for a separator
			comment("#", BeforeBlank), // #4 is a value on ARM, #include is for the preprocessor
			comment("##", FirstOnLine), comment("#-", FirstOnLine), comment("#=", FirstOnLine), comment("#*", FirstOnLine),
			comment("@", BeforeBlank), // foo@PLT, @function
			comment("@@", FirstOnLine|BeforeBlank), comment("@-", FirstOnLine), comment("@=", FirstOnLine),
			comment("!", AfterBlank|BeforeBlank),  // SPARC
			comment("|", FirstOnLine|BeforeBlank), // Motorola
			comment("*", ColumnOne),
			str(`"`),
			{Open: "`", Close: "`", Kind: String, Form: "regex"}, // of NASM; m4 has `this'
			// 'c' before 'several': a string in which brackets would hide the end.
			{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: "tick-only"},
			{Open: `'`, Close: `'`, Kind: String, Form: "regex"},
		},
		LineComment: "//", BlockComment: "/* */",
	},
}

var dlang = Row{
	Name: "D", Aliases: "dlang",
	Imports: `import **, public|static|private import **, version (*) import **, module *`,
	Keywords: `abstract alias align asm assert auto bool break byte case cast catch cdouble cent cfloat char class
		const continue creal dchar debug default delegate delete deprecated do double else enum export extern false
		final finally float for foreach foreach_reverse function goto idouble if ifloat immutable import in inout int
		interface invariant ireal is lazy long macro mixin module new nothrow null out override package pragma private
		protected public pure real ref return scope shared short static struct super switch synchronized template
		this throw true try typeid typeof ubyte ucent uint ulong union unittest ushort version void wchar while with
		__FILE__ __LINE__ __MODULE__ __FUNCTION__ __PRETTY_FUNCTION__ __gshared __traits __vector __parameters
		string wstring dstring size_t ptrdiff_t`,
	ValueWords: "this super true false null",
	Operators:  `=> .. ... ++ -- ^^ << >> >>> <= >= == != && || += -= *= /= %= ^^= &= |= ^= ~= <<= >>= >>>=`,
	NumberSep:  "_", Numbers: LeadingDot,
	LineComment: "//", BlockComment: "/* */", NestedComment: "/+ +/",
	Spans: []Span{
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Multi | Suffix},
		{Open: `i"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( )", Flags: Multi},
		{Open: "i`", Close: "`", Kind: String, Interp: "$( )", Flags: Multi},
		{Open: "`", Close: "`", Kind: String, Flags: Multi | Suffix},
		{Open: `r"`, Close: `"`, Kind: String, Flags: Multi | Suffix},
		{Open: `x"`, Close: `"`, Kind: String, Flags: Multi | Suffix},
		{Open: `q"`, Mid: "\n", Close: "\n", End: `"`, Kind: String, Form: "tagged"},
		{Open: `q"`, Mid: `"`, Kind: String, Form: "quote-like"},
		// q{ } holds tokens of D and is read as code.
		{Open: "q{", Kind: Operator, Form: "literal"}, {Open: "iq{", Kind: Operator, Form: "literal"},
		char(`'`),
		{Open: "__EOF__", Flags: ToEnd},
		{Open: "#!", When: ColumnOne},
	},
}

var nim = Row{
	Name: "Nim", Aliases: "nimrod nims nimble",
	Imports: `import|include *, import * [*] *, from * import *, when * : +, when * (*) : +`,
	Keywords: `addr and as asm bind block break case cast concept const continue converter defer discard distinct div do
		elif else end enum except export finally for from func if import in include interface is isnot iterator let
		macro method mixin mod nil not notin object of or out proc ptr raise ref return shl shr static template try
		tuple type using var when while xor yield
		true false result int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float float32 float64 bool char
		string cstring seq set array openArray pointer auto any void untyped typed typedesc`,
	ValueWords: "nil true false result",
	// Operators can be user-defined. Colon and dot are not among these bytes: in `a*: int` the star
	// stands alone.
	OperatorRun: `=+-*/<>@$~&%|!?^`,
	Operators:   `.. ..< ..^ {. .} (. .) [. .] :: := `,
	NumberSep:   "_'", // 10'i32
	Spans: []Span{
		{Open: `&"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", When: NotTouchingValue, Flags: Formats},
		{Open: `fmt"`, Close: `"`, Kind: String, Interp: "{ }", Flags: Doubled | Formats},
		{Open: `fmt("`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Formats},
		{Open: `fmt "`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Formats},
		{Open: `&"""`, Close: `"""`, Kind: String, Interp: "{ }", Flags: Multi | Greedy | Formats},
		{Open: `fmt"""`, Close: `"""`, Kind: String, Interp: "{ }", Flags: Multi | Greedy | Formats},
		// Right after a name (re"\d") a string has no escapes and doubles its quotes.
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', When: NotTouchingValue},
		{Open: `"`, Close: `"`, Kind: String, Flags: Doubled},
		{Open: `"""`, Close: `"""`, Kind: String, Flags: Multi | Greedy},
		{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: "tick-only"},
		{Open: "`", Close: "`", Kind: Identifier},
	},
	LineComment: "#", NestedComment: "#[ ]# ##[ ]##",
}

var swift = Row{
	Name:    "Swift",
	Imports: `import *, @ testable import *, #if canImport (*) +`,
	// A name with # before it is one token: a directive or a macro.
	Keywords: `associatedtype class deinit enum extension fileprivate func import init inout internal let open operator
		private precedencegroup protocol public rethrows static struct subscript typealias var
		break case catch continue default defer do else fallthrough for guard if in repeat return throw switch where while
		Any as await false is nil self Self super throws true try
		actor any associativity async borrowing consuming convenience didSet dynamic final get indirect infix isolated
		lazy macro mutating nonisolated nonmutating optional override postfix prefix
		required set some unowned weak willSet
		#if #elseif #else #endif #available #unavailable #selector #keyPath #file #fileID #filePath #function #line
		#column #sourceLocation #warning #error #colorLiteral #imageLiteral #fileLiteral
		Bool Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double String Character Void`,
	ValueWords: "self Self super true false nil",
	Operators: `-> == != === !== <= >= ~= ... ..< && || ?? += -= *= /= %= &= |= ^= << >> <<= >>= &+ &- &* &<< &>> &+= &-= &*= &&= ||=
		+++ <> >>> <<< |> ** .& .| .^ .< .> .== .!=`,
	NameStart: "$", // $0
	NameLead:  "#",
	NumberSep: "_",
	Spans: []Span{
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: `\( )`},
		{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: `\( )`, Flags: Multi},
		{Open: "#", Tag: "#", Mid: `"""`, Close: `"""`, End: "#", Kind: String, Interp: `\( )`, Form: "tagged"},
		{Open: "#", Tag: "#", Mid: `"`, Close: `"`, End: "#", Kind: String, Interp: `\( )`, Form: "tagged"},
		{Open: "#", Tag: "#", Mid: "/", Close: "/", End: "#", Kind: String, Form: "tagged"},
		{Open: "/", Close: "/", Kind: String, Form: "regex", When: NotAfterValue | NotBeforeBlank},
		{Open: "`", Close: "`", Kind: Identifier},
		{Open: "#!", When: ColumnOne},
	},
	LineEnds: "\r", LineComment: "//", NestedComment: "/* */",
}

var zig = Row{
	Name: "Zig", Aliases: "zon",
	Imports: `const * = @import|@cImport (*) *, pub const * = @import|@cImport (*) *, const * = std . *,
		pub const * = std . *, usingnamespace *, usingnamespace @import|@cImport (*) *`,
	Keywords: `addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue
		defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or
		orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var
		volatile while
		true false null undefined
		anyerror anyopaque bool comptime_float comptime_int f16 f32 f64 f80 f128 i8 i16 i32 i64 i128 isize noreturn type
		u8 u16 u32 u64 u128 usize void c_char c_short c_ushort c_int c_uint c_long c_ulong c_longlong c_ulonglong
		c_longdouble`,
	ValueWords: "true false null undefined",
	Operators: `-> => == != <= >= << >> <<| ++ ** || += -= *= /= %= &= |= ^= <<= >>= <<|= +% -% *% +| -| *| +%= -%= *%=
		+|= -|= *|= .. ... .* .? .{`,
	NameLead: "@", LeadKind: Keyword, // the functions of the compiler: @import
	NumberSep:   "_",
	LineComment: "//",
	Spans: []Span{
		str(`"`), char(`'`),
		{Open: `\\`, Kind: String}, // a line of a long string
		{Open: `@"`, Close: `"`, Kind: Identifier, Escape: '\\'},
	},
}
