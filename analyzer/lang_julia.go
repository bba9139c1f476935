package analyzer

// juliaPrefixes are the words before a string without interpolation. Any macro may stand there; these are common.
const juliaPrefixes = "r raw b v s html md big int128 uint128"

func init() {
	add(row{
		Name: "Julia", Aliases: "jl",
		Keywords: `abstract baremodule begin break catch const continue do else elseif end export false finally for function
			global if import in isa let local macro module mutable outer primitive public quote return struct true try type
			using where while nothing missing`,
		ValueWords: "true false nothing missing end",
		Operators: `+= -= *= /= //= \= ^= %= <<= >>= >>>= &= |= := == === != !== <= >= -> => <: >: :: .. ... && ||
			|> <| << >> >>> // --> <-- <--> .+ .- .* ./ .^ .% .\ .== .!= .<= .>= .< .> .= .+= .-= .*= ./= .^= .&& .|| .& .| .! .~ .//
			.÷ .' ++ $( ~=`,
		NameEnd:   "!",
		ValueEnd:  ")]}'",
		NumberSep: "_", Exponents: "ef", Numbers: leadingDot | trailingDot | juxtaposed,
		LineComment: "#", NestedComment: "#= =#",
		Spans: []span{
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "$( )", Flags: multi},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( )", Flags: multi},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Prefix: juliaPrefixes, Flags: multi | prefixed | suffix},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: juliaPrefixes, Flags: multi | prefixed | suffix},
			{Open: "```", Close: "```", Kind: String, Escape: '\\', Interp: "$( )", Flags: multi},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "$( )", Flags: multi},
			{Open: "var\"", Close: `"`, Kind: Identifier, Escape: '\\'},
			{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: tickOnly, When: notTouchingValue},
		},
	})
}
