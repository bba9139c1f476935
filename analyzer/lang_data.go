package analyzer

// Languages that describe data: JSON, YAML, TOML, INI, Protocol Buffers.

func init() {
	add(
		row{
			Name: "JSON", Aliases: "jsonc json5", Linguist: "JSON5, JSON with Comments, JSONLD, OASv2-json, OASv3-json",
			Keywords:   "true false null NaN Infinity",
			ValueWords: "true false null NaN Infinity",
			NameStart:  "$", // JSON5 has keys without quotes
			Numbers:    leadingDot | trailingDot | signed,
			Spans:      []span{str(`"`), str(`'`)},
			// Comments are those of JSON5 and JSONC.
			LineComment: "//", BlockComment: "/* */",
		},
		row{
			Name: "YAML", Aliases: "yml", Linguist: "MiniYAML, OASv2-yaml, OASv3-yaml, SaltStack, Common Workflow Language, Unity3D Asset",
			Keywords:   "true false null True False Null TRUE FALSE NULL yes no on off Yes No On Off",
			ValueWords: "true false null True False Null TRUE FALSE NULL yes no on off Yes No On Off",
			Operators:  "--- ... << !!",
			NameCont:   "-",
			NumberSep:  "_", Numbers: leadingDot | signed,
			Spans: []span{
				comment("#", afterBlank),
				{Open: "|", Form: block}, {Open: ">", Form: block},
				// A scalar in quotes stands where a value or a key begins; elsewhere quotes are text (it's). Without a
				// blank before, as in ["a","b"], or with one behind it ends with its line: the quote may be one that
				// closes (x/").
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: multi | indented, When: notAfterValue | afterBlank | notBeforeBlank},
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', When: firstOnLine},
				{Open: `"`, Close: `"`, Kind: String, Form: regex, When: notAfterValue},
				{Open: `'`, Close: `'`, Kind: String, Flags: multi | doubled | indented, When: notAfterValue | afterBlank | notBeforeBlank},
				{Open: `'`, Close: `'`, Kind: String, Flags: doubled, When: firstOnLine},
				{Open: `'`, Close: `'`, Kind: String, Form: regex, When: notAfterValue},
			},
		},
		row{
			Name:       "TOML",
			Keywords:   "true false inf nan",
			ValueWords: "true false inf nan",
			NameCont:   "-",
			NumberSep:  "_", Numbers: signed,
			LineComment: "#",
			Spans: []span{
				str(`"`), {Open: `'`, Close: `'`, Kind: String},
				{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Flags: multi | greedy},
				{Open: `'''`, Close: `'''`, Kind: String, Flags: multi | greedy},
			},
		},
		row{
			Name: "INI", Aliases: "cfg conf properties",
			Linguist: `EditorConfig, Git Config, Java Properties, NPM Config, Windows Registry Entries, desktop, Wget Config,
				cURL Config, Dotenv, TextMate Properties`,
			Keywords:   "true false yes no on off True False Yes No On Off",
			ValueWords: "true false yes no on off True False Yes No On Off",
			NameCont:   "-",
			Numbers:    signed,
			Spans: []span{
				comment("#", firstOnLine), comment(";", firstOnLine), comment("!", columnOne),
				comment("#", afterBlank|beforeBlank), comment(";", afterBlank|beforeBlank),
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', When: notTouchingValue},
				{Open: `'`, Close: `'`, Kind: String, Form: regex, When: notAfterValue}, // some are apostrophes
			},
		},
		row{
			Name: "Protocol Buffer", Aliases: "protobuf proto textproto", Linguist: "Protocol Buffer Text Format",
			Keywords: `edition enum export extend extensions group import local map max message oneof option optional package
				public repeated required reserved returns rpc service stream syntax to weak
				bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64
				true false inf nan`,
			ValueWords:   "true false inf nan",
			Numbers:      leadingDot | trailingDot,
			LineComment:  "// #", // the text format has #
			BlockComment: "/* */",
			Spans:        []span{str(`"`), str(`'`)},
		},
	)
}
