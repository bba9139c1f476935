package analyzer

// pythonPrefixes are the letters before a string that take no expressions inside; the others are pythonFormat.
const (
	pythonPrefixes = "r u b br rb"
	pythonFormat   = "f fr rf t tr rt"
)

func init() {
	add(row{
		Name: "Python", Aliases: "py", Linguist: "Cython, Sage, Starlark, Python traceback",
		Keywords: `and as assert async await break class continue def del elif else except finally for from global if
			import in is lambda nonlocal not or pass raise return try while with yield None True False`,
		ValueWords: "None True False",
		Operators:  `** // << >> <= >= == != -> := += -= *= /= %= @= &= |= ^= >>= <<= **= //= ... <>`,
		NumberSep:  "_", Numbers: leadingDot | trailingDot,
		LineComment: "#",
		Spans: []span{
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Prefix: pythonPrefixes + " " + pythonFormat, Flags: multi},
			{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Prefix: pythonPrefixes + " " + pythonFormat, Flags: multi},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: pythonPrefixes},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: pythonPrefixes},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: pythonFormat, Interp: "{ }", Flags: prefixed},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: pythonFormat, Interp: "{ }", Flags: prefixed},
		},
	})
}
