package language

// infraRows are languages that describe machines, networks and the software on them.
var infraRows = []Row{
	{
		Name: "HCL", Aliases: "terraform opentofu tf packer",
		// Words of blocks and types. Names of attributes are names, because modules choose them.
		Keywords: `resource data variable output locals module provider terraform backend required_providers moved import
				check removed ephemeral for_each count depends_on lifecycle provisioner connection dynamic content
				for in if else endif endfor true false null string number bool list map set object tuple any
				optional var local each self path`,
		ValueWords: "true false null self",
		Operators:  `=> == != <= >= && || ... :: ${ %{`,
		NameCont:   "-",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ } %{ }"},
			{Open: "<<", Tag: "-", Kind: String, Form: "heredoc", Interp: "${ } %{ }"},
		},
		LineComment: "# //", BlockComment: "/* */",
	},
	{
		Name: "Nix", Aliases: "nixos",
		Imports: `with|inherit *, with import * {*}, inherit (*) *, * = import *, * = import * {*}, let * = import *,
			let * = import * {*}, * = callPackage * {*}, {config|lib|pkgs|stdenv|self|nixpkgs} :`,
		Keywords:   `let in with rec inherit if then else assert or import true false null builtins throw abort`,
		ValueWords: "true false null builtins",
		Operators:  `++ // -> == != <= >= && || ... |> <| ${`,
		NameCont:   "-'",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }", Flags: Multi},
			// Three quotes, and two before $ or \, are an escape.
			{Open: "''", Close: "''", Kind: String, Tag: `'$\`, Interp: "${ }", Flags: Multi | NotClosing},
			{Open: "#!", When: ColumnOne},
		},
		LineComment: "#", BlockComment: "/* */",
	},
	{
		Name: "Bicep",
		Keywords: `targetScope param var resource module output existing for in if func type import using metadata assert
				provider extension with as from test true false null string int bool object array any this`,
		ValueWords: "true false null this",
		Operators:  `?? ?. .? == != =~ !~ <= >= && || => :: ...`,
		Spans: []Span{
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "${ }"},
			rawStr(`'''`, `'''`),
		},
		LineComment: "//", BlockComment: "/* */",
	},
	{
		Name:    "Puppet",
		Imports: `include *`,
		Keywords: `and application attr case consumes default define else elsif environment false function if import in
				inherits node or private produces site true type undef unit unless class plan include require contain
				file package service exec user group ensure present absent installed running notify subscribe before`,
		ValueWords: "true false undef default",
		Operators:  `=> +> == != =~ !~ <= >= -> ~> <- <~ << >> :: <| |> <<| |>>`,
		NameLead:   "$",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "${ }", Names: "$", Flags: Multi},
			longStr(`'`),
			{Open: "@(", Tag: " ", Mid: "bar", Kind: String, Escape: '\\', Interp: "${ }", Names: "$", Form: "heredoc"},
			{Open: "/", Close: "/", Kind: String, Form: "regex", When: NotAfterValue},
		},
		LineComment: "#", BlockComment: "/* */",
	},
}
