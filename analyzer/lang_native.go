package analyzer

// Languages that compile to machine code and stand for themselves: D, Nim, Swift, Zig.

func init() { add(dlang, nim, swift, zig) }

var dlang = row{
	Name: "D", Aliases: "dlang",
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
	NumberSep:  "_", Numbers: leadingDot,
	LineComment: "//", BlockComment: "/* */", NestedComment: "/+ +/",
	Spans: []span{
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: multi | suffix},
		{Open: `i"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( )", Flags: multi},
		{Open: "`", Close: "`", Kind: String, Flags: multi | suffix},
		{Open: `r"`, Close: `"`, Kind: String, Flags: multi | suffix},
		{Open: `x"`, Close: `"`, Kind: String, Flags: multi | suffix},
		{Open: `q"`, Mid: "\n", Close: "\n", End: `"`, Kind: String, Form: tagged},
		rawStr(`q"(`, `)"`), rawStr(`q"[`, `]"`), rawStr(`q"{`, `}"`), rawStr(`q"<`, `>"`),
		rawStr(`q"/`, `/"`), rawStr(`q"|`, `|"`), rawStr(`q"$`, `$"`),
		// What is inside of q{ } must be tokens of D, so it is read as such.
		{Open: "q{", Kind: Operator, Form: literal},
		char(`'`),
		{Open: "__EOF__", Flags: toEnd},
		{Open: "#!", When: columnOne},
	},
}

var nim = row{
	Name: "Nim", Aliases: "nimrod nims nimble",
	Keywords: `addr and as asm bind block break case cast concept const continue converter defer discard distinct div do
		elif else end enum except export finally for from func if import in include interface is isnot iterator let
		macro method mixin mod nil not notin object of or out proc ptr raise ref return shl shr static template try
		tuple type using var when while xor yield
		true false result int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float float32 float64 bool char
		string cstring seq set array openArray pointer auto any void untyped typed typedesc`,
	ValueWords: "nil true false result",
	// Whoever likes defines operators. Colon and dot are not among these: in `a*: int` the star stands alone.
	OperatorRun: `=+-*/<>@$~&%|!?^`,
	Operators:   `.. ..< ..^ {. .} (. .) [. .] :: := `,
	NumberSep:   "_'", // 10'i32
	Spans: []span{
		// Right behind a name (re"\d") a string has no escapes and doubles its quotes.
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', When: notTouchingValue},
		{Open: `"`, Close: `"`, Kind: String, Flags: doubled},
		{Open: `"""`, Close: `"""`, Kind: String, Flags: multi | greedy},
		{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: tickOnly},
		{Open: "`", Close: "`", Kind: Identifier},
	},
	LineComment: "#", NestedComment: "#[ ]# ##[ ]##",
}

var swift = row{
	Name: "Swift",
	// A name with # before it is one token: a directive, or a macro of somebody's.
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
	Spans: []span{
		{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: `\( )`},
		{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: `\( )`, Flags: multi},
		{Open: "#", Tag: "#", Mid: `"""`, Close: `"""`, End: "#", Kind: String, Form: tagged},
		{Open: "#", Tag: "#", Mid: `"`, Close: `"`, End: "#", Kind: String, Form: tagged},
		{Open: "#", Tag: "#", Mid: "/", Close: "/", End: "#", Kind: String, Form: tagged},
		{Open: "/", Close: "/", Kind: String, Form: regex, When: notAfterValue | notBeforeBlank},
		{Open: "`", Close: "`", Kind: Identifier},
		{Open: "#!", When: columnOne},
	},
	LineComment: "//", NestedComment: "/* */",
}

var zig = row{
	Name: "Zig", Aliases: "zon",
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
	Spans: []span{
		str(`"`), char(`'`),
		{Open: `\\`, Kind: String}, // a line of a long string
		{Open: `@"`, Close: `"`, Kind: Identifier, Escape: '\\'},
	},
}
