package analyzer

// The C family: C, C++, CUDA. Objective-C is in lang_objective.go.

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
var cStrings = []span{
	{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "L u U u8"},
	{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Prefix: "L u U u8"},
}

// cppRaw is the raw string of C++11.
var cppRaw = span{Open: `R"`, Prefix: "L u U u8", Tag: "!", Mid: "(", Close: ")", End: `"`, Kind: String, Form: tagged}

func init() {
	add(
		row{
			Name: "C", Linguist: "OpenCL, XS, Unified Parallel C, C-ObjDump",
			Keywords:  cKeywords,
			Operators: cOperators, NameStart: "$",
			NumberSep: "'", Numbers: leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: cStrings,
		},
		row{
			Name: "C++", Aliases: "cpp c++ cxx", Linguist: "Metal, Cpp-ObjDump",
			Keywords:   cKeywords + cppKeywords,
			ValueWords: cppValues,
			Operators:  cppOperators, NameStart: "$",
			NumberSep: "'", Numbers: leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: append([]span{cppRaw}, cStrings...),
		},
		row{
			// C++ with the marks of a launch, which are one token each: kernel<<<grid, block>>>(x).
			Name: "Cuda", Aliases: "cu cuh", ByName: true,
			Keywords: cKeywords + cppKeywords + ` __global__ __device__ __host__ __constant__ __shared__ __managed__
				__restrict__ __noinline__ __forceinline__ __launch_bounds__ __grid_constant__ __cluster_dims__
				threadIdx blockIdx blockDim gridDim warpSize`,
			ValueWords: cppValues,
			Operators:  cppOperators + " <<< >>>", NameStart: "$",
			NumberSep: "'", Numbers: leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: append([]span{cppRaw}, cStrings...),
		},
	)
}
