package analyzer

// Languages that describe interfaces.

func init() {
	add(
		row{
			Name: "GraphQL", Aliases: "gql",
			Keywords: `query mutation subscription fragment on schema scalar type interface union enum input extend directive
				implements repeatable true false null ID Int Float String Boolean`,
			Operators:   "...",
			LineComment: "#",
			Spans:       []span{str(`"`), longStr(`"""`), {Open: ",", Form: literal}}, // a comma is white space
		},
		row{
			Name: "Thrift",
			Keywords: `include cpp_include namespace const typedef enum senum struct union exception service extends
				required optional oneway async throws void bool byte i8 i16 i32 i64 double string binary uuid slist list set
				map true false cpp_type xsd_all xsd_optional xsd_nillable xsd_attrs`,
			LineComment: "// #", BlockComment: "/* */",
			Spans: []span{str(`"`), str(`'`)},
		},
		row{
			Name: "Solidity", Aliases: "sol",
			Keywords: `pragma solidity import as using for is abstract contract interface library struct enum event error
				modifier function constructor fallback receive returns return if else while do break continue try catch new
				delete emit revert throw assembly unchecked let leave switch case default type mapping override virtual
				public private internal external pure view payable constant immutable indexed anonymous memory storage
				calldata transient global var address bool string bytes byte int uint int8 int16 int32 int64 int128 int256
				uint8 uint16 uint32 uint64 uint112 uint128 uint160 uint256 bytes1 bytes4 bytes8 bytes16 bytes20 bytes32
				fixed ufixed true false this super wei gwei ether seconds minutes hours days weeks years`,
			ValueWords: "true false this super",
			Operators:  `=> -> ++ -- ** << >> >>> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>= >>>= :=`,
			NameStart:  "$",
			NumberSep:  "_", Numbers: leadingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: []span{
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "hex unicode"},
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "hex unicode"},
			},
		},
	)
}
