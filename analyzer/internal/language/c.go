package language

import "slices"

// cRows are the C family: C, C++, CUDA, Objective-C.
var cRows = []Row{
	{
		Name: "C", Linguist: "OpenCL, XS, Unified Parallel C, C-ObjDump",
		Imports:   "# include *" + includedIf,
		Keywords:  cKeywords,
		Operators: cOperators, NameStart: "$", NameCont: "·",
		NameEscapes: "uU{", NameSplices: true,
		NumberSep: "'", Numbers: LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */",
		Spans: cStrings,
	},
	{
		Name: "C++", Aliases: "cpp c++ cxx", Linguist: "Metal, Cpp-ObjDump",
		Imports:    cppImports,
		Keywords:   cKeywords + cppKeywords,
		ValueWords: cppValues,
		Operators:  cppOperators, NameStart: "$", NameCont: "·",
		NameEscapes: "uU{", NameSplices: true,
		NumberSep: "'", Numbers: LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span { return append([]Span{cppRaw}, cStrings...) },
	},
	{
		// C++ with the marks of a launch, which are one token each: kernel<<<grid, block>>>(x).
		Name: "Cuda", Aliases: "cu cuh", ByName: true,
		Imports: cppImports,
		Keywords: cKeywords + cppKeywords + ` __global__ __device__ __host__ __constant__ __shared__ __managed__
				__restrict__ __noinline__ __forceinline__ __launch_bounds__ __grid_constant__ __cluster_dims__
				threadIdx blockIdx blockDim gridDim warpSize`,
		ValueWords: cppValues,
		Operators:  cppOperators + " <<< >>>", NameStart: "$", NameCont: "·",
		NameEscapes: "uU{", NameSplices: true,
		NumberSep: "'", Numbers: LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span { return append([]Span{cppRaw}, cStrings...) },
	},
	{
		Name: "Objective-C", Aliases: "objc", Linguist: "Logos",
		Imports:    objcImports,
		Keywords:   cKeywords + objcKeywords,
		ValueWords: objcValues,
		Operators:  cOperators, NameLead: "@", NameCont: "·",
		NameEscapes: "uU{", NameSplices: true,
		Numbers:     LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */",
		Spans: objcStrings,
	},
	{
		Name: "Objective-C++", Aliases: "objc++ objcpp mm", ByName: true,
		Imports:    objcImports + ", " + cppImports,
		Keywords:   cKeywords + cppKeywords + objcKeywords,
		ValueWords: objcValues + " " + cppValues,
		Operators:  cppOperators, NameLead: "@", NameCont: "·",
		NameEscapes: "uU{", NameSplices: true,
		NumberSep: "'", Numbers: LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span { return append([]Span{cppRaw}, objcStrings...) },
	},
}

const (
	cKeywords = `auto break case char const continue default do double else enum extern float for goto if
		inline int long register restrict return short signed sizeof static struct switch typedef union
		unsigned void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn
		_Static_assert _Thread_local
		include define undef ifdef ifndef endif elif pragma defined`
	cOperators = `-> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>= ... ##`

	cppKeywords = ` alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t char8_t
		class co_await co_return co_yield compl concept consteval constexpr constinit const_cast decltype
		delete dynamic_cast explicit export false final friend import module mutable namespace new noexcept
		not not_eq nullptr operator or or_eq override private protected public reinterpret_cast requires
		static_assert static_cast template this thread_local throw true try typeid typename using virtual
		wchar_t xor xor_eq`
	cppValues    = "this true false nullptr"
	cppOperators = cOperators + " :: .* ->* <=>"
)

// cStrings are the literals of C with the prefixes of C11.
var cStrings = []Span{
	{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "L u U u8"},
	{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Prefix: "L u U u8", When: NotTouchingName, Flags: Closes}, // after #error, it's text
}

// cppRaw is the raw string of C++11.
var cppRaw = Span{Open: `R"`, Prefix: "L u U u8", Tag: "!", Mid: "(", Close: ")", End: `"`, Kind: String, Form: "tagged"}

const (
	// objcKeywords: a name with @ before it is a directive or a literal, and one token. The words
	// without @ are reserved in some places only, but hardly used as names.
	objcKeywords = ` @interface @implementation @protocol @end @class @property @synthesize @dynamic @selector @encode
		@optional @required @public @private @protected @package @try @catch @finally @throw @synchronized
		@autoreleasepool @import @compatibility_alias @defs @available @YES @NO @true @false
		id SEL IMP Class BOOL instancetype self super nil Nil NULL YES NO import in inout bycopy byref oneway
		nonatomic atomic strong weak copy assign retain readonly readwrite getter setter nullable nonnull
		__strong __weak __block __unsafe_unretained __autoreleasing __bridge __bridge_transfer __bridge_retained
		_Nonnull _Nullable _Null_unspecified __kindof __typeof__ __attribute__ typeof true false bool`
	objcValues = "@YES @NO @true @false self super nil Nil NULL YES NO true false"
)

// objcStrings are the literals of C; with @ before them they are objects.
var objcStrings = []Span{
	{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "@ L u U u8"},
	{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Prefix: "@ L u U u8", When: NotTouchingName, Flags: Closes},
}

const (
	cppImports  = "# include *, using namespace *, using *, import *, export import *" + includedIf
	objcImports = "# import *, # include *, @import *" + includedIf
	includedIf  = ", # if|ifdef|ifndef|elif|else|endif *** +"
)

// scannerOf returns the row of a language of scanners, with actions in the language named base.
// Classes of characters and escapes hold marks of strings and comments.
func scannerOf(name, base string, rows []Row) Row {
	for _, r := range rows {
		if r.Name != base {
			continue
		}
		r.Name, r.Aliases, r.Linguist, r.ByName, r.TextEscapes = name, "", "", true, false
		class := Span{Open: "[^", Close: "]", Kind: String, Escape: '\\'}
		other := Span{Open: "[", Close: "]", Kind: String, Escape: '\\', When: NotTouchingValue}
		r.Spans, r.SpansOf = slices.Concat(r.OwnSpans(), []Span{class, other}, literals(Operator, `\" \' \/ \* \[ \\`)), nil
		return r
	}
	panic("no row " + base)
}
