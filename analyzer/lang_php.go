package analyzer

func init() {
	add(row{
		Name: "PHP", Aliases: "php3 php4 php5 phtml hack", Linguist: "Hack, HTML+PHP",
		// Keywords and the names of functions and classes are one whatever their case. Variables are not, but
		// nobody has two of them that differ only there.
		FoldCase: true,
		Keywords: `abstract and array as break callable case catch class clone const continue declare default die do echo else
			elseif empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for
			foreach function global goto if implements include include_once instanceof insteadof interface isset list
			match namespace new or print private protected public readonly require require_once return static switch
			throw trait try unset use var while xor yield
			bool boolean int integer float double string object iterable mixed never void null true false self parent
			__class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ __trait__ $this`,
		ValueWords: "null true false self parent __class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ $this",
		Operators: `-> ?-> => :: ++ -- ** << >> <= >= == != === !== <> <=> && || ?? ??= ?: |> += -= *= /= .= %= **= &= |= ^= <<=
			>>= ...`,
		NameLead:  "$",
		NumberSep: "_", Numbers: leadingDot | trailingDot,
		BlockComment: "/* */",
		Spans: []span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "b", Interp: "{$ } ${ }", Flags: multi},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "b", Flags: multi},
			longStr("`"),
			{Open: "<<<", Tag: " \t", Mid: "loose", Kind: String, Form: heredoc},
			// A comment ends with its line or with the island.
			{Open: "//", Close: "?>", Flags: upTo}, {Open: "#", Close: "?>", Flags: upTo},
			{Open: "#[", Kind: Operator, Form: literal}, // an attribute
			{Open: "?>", Form: outside},
			{Open: "__halt_compiler", Flags: toEnd},
		},
		Outside: "HTML", Islands: "<?php <?= <?hh <?", NoIslands: "<?xml",
	})
}
