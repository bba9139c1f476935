package analyzer

func init() {
	add(row{
		Name: "Rust",
		Keywords: `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match
			mod move mut pub ref return self Self static struct super trait true type union unsafe use where while
			abstract become box do final macro override priv try typeof unsized virtual yield`,
		ValueWords: "self Self true false super crate",
		Operators:  `-> => :: .. ..= ... << >> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>=`,
		NumberSep:  "_", Numbers: 0,
		LineComment: "//", NestedComment: "/* */",
		Spans: []span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "b c", Flags: multi},
			{Open: "r", Prefix: "b c", Tag: "#", Mid: `"`, Close: `"`, Kind: String, Form: tagged},
			{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: tick},
			{Open: `b'`, Close: `'`, Kind: Char, Escape: '\\', Form: tickOnly},
			{Open: "#!/", When: columnOne},
		},
	})
}
