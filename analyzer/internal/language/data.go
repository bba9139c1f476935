package language

import "strings"

// dataRows are languages that describe data and interfaces, and query them.
var dataRows = []Row{
	{
		Name: "JSON", Aliases: "jsonc json5", Linguist: "JSON5, JSON with Comments, JSONLD, OASv2-json, OASv3-json",
		Keywords:   "true false null NaN Infinity",
		ValueWords: "true false null NaN Infinity",
		NameStart:  "$", // JSON5 has keys without quotes
		Numbers:    LeadingDot | TrailingDot | Signed,
		Spans:      []Span{str(`"`), str(`'`)},
		// Comments are as in JSON5 and JSONC.
		LineComment: "//", BlockComment: "/* */",
	},
	{
		Name: "YAML", Aliases: "yml", Linguist: "MiniYAML, OASv2-yaml, OASv3-yaml, SaltStack, Common Workflow Language, Unity3D Asset",
		Keywords:   "true false null True False Null TRUE FALSE NULL yes no on off Yes No On Off",
		ValueWords: "true false null True False Null TRUE FALSE NULL yes no on off Yes No On Off",
		Operators:  "--- ... << !!",
		NameCont:   "-",
		NumberSep:  "_", Numbers: LeadingDot | Signed,
		Spans: []Span{
			comment("#", AfterBlank),
			{Open: "|", Form: "block"}, {Open: ">", Form: "block"},
			// A quote opens a scalar at the start of a value or key; elsewhere it is text (it's).
			// If no blank precedes the quote, as in ["a","b"], or a blank follows, the scalar ends
			// with its line, because the quote may be a closing one (x/").
			{Open: `"`, Close: `"`, Kind: String, Interp: yamlCode, Escape: '\\', Flags: Multi | Indented, When: NotAfterValue | AfterBlank | NotBeforeBlank},
			{Open: `"`, Close: `"`, Kind: String, Interp: yamlCode, Escape: '\\', When: FirstOnLine},
			{Open: `"`, Close: `"`, Kind: String, Interp: yamlCode, Form: "regex", When: NotAfterValue},
			{Open: `'`, Close: `'`, Kind: String, Interp: yamlCode, Flags: Multi | Doubled | Indented, When: NotAfterValue | AfterBlank | NotBeforeBlank},
			{Open: `'`, Close: `'`, Kind: String, Interp: yamlCode, Flags: Doubled, When: FirstOnLine},
			{Open: `'`, Close: `'`, Kind: String, Interp: yamlCode, Form: "regex", When: NotAfterValue},
		},
	},
	{
		Name:       "TOML",
		Keywords:   "true false inf nan",
		ValueWords: "true false inf nan",
		NameCont:   "-",
		NumberSep:  "_", Numbers: Signed,
		LineComment: "#",
		Spans: []Span{
			str(`"`), {Open: `'`, Close: `'`, Kind: String},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Flags: Multi | Greedy},
			{Open: `'''`, Close: `'''`, Kind: String, Flags: Multi | Greedy},
		},
	},
	{
		Name: "INI", Aliases: "cfg conf properties",
		Linguist: `EditorConfig, Git Config, Java Properties, NPM Config, Windows Registry Entries, desktop, Wget Config,
				cURL Config, Dotenv, TextMate Properties`,
		Keywords:   "true false yes no on off True False Yes No On Off",
		ValueWords: "true false yes no on off True False Yes No On Off",
		NameCont:   "-",
		Numbers:    Signed,
		Spans: []Span{
			comment("#", FirstOnLine), comment(";", FirstOnLine), comment("!", ColumnOne),
			comment("#", AfterBlank|BeforeBlank), comment(";", AfterBlank|BeforeBlank),
			{Open: `"`, Close: `"`, Kind: String, Interp: "${ }", Escape: '\\', When: NotTouchingValue},
			{Open: `'`, Close: `'`, Kind: String, Form: "regex", When: NotAfterValue}, // some are apostrophes
		},
	},
	{
		Name: "Protocol Buffer", Aliases: "protobuf proto textproto", Linguist: "Protocol Buffer Text Format",
		Imports: `syntax|edition = *, package *, import *,
			option java_package|go_package|csharp_namespace|php_namespace|ruby_package|java_multiple_files = *`,
		Keywords: `edition enum export extend extensions group import local map max message oneof option optional package
				public repeated required reserved returns rpc service stream syntax to weak
				bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64
				true false inf nan`,
		ValueWords:   "true false inf nan",
		Numbers:      LeadingDot | TrailingDot,
		LineComment:  "// #", // the text format has #
		BlockComment: "/* */",
		Spans:        []Span{str(`"`), str(`'`)},
	},
	// SQL with all dialects, which share an extension and most of their syntax.
	{
		Name: "SQL", Aliases: "mysql postgresql postgres sqlite t-sql",
		Linguist: "PLpgSQL, TSQL, PLSQL, SQLPL, HiveQL, CQL",
		FoldCase: true,
		Keywords: sqlKeywords, ValueWords: "null true false",
		Operators: `:: := <> != <= >= || => -> ->> #> #>> @> <@ ~* !~ !~* ~~ ~~* !~~ && ** .. += -= *= /= %= &= |= ^= <=> << >>
			?| ?& @@ == !< !> <-> $$`,
		NameLead: "@ @@ # ## $", NameCont: "$#", // @x, #temp, v$session
		Numbers: LeadingDot,
		SpansOf: func() []Span {
			return append(oracleQuotes(), []Span{
				// A backslash is an escape in MySQL and after E, and an ordinary byte elsewhere.
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "n u&", Flags: Multi | Doubled | Doubtful},
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "e", Flags: Multi | Doubled | Prefixed},
				{Open: `'`, Close: `'`, Kind: String, Prefix: "x b", Flags: Multi | Doubled | Prefixed},
				// Quoted names. [ ] are names of TSQL, unless they index an array.
				{Open: `"`, Close: `"`, Kind: Identifier, Escape: '\\', Prefix: "u&", Flags: Doubled | Doubtful},
				{Open: "`", Close: "`", Kind: Identifier, Flags: Doubled},
				{Open: "[", Close: "]", Kind: Identifier, When: BeforeLetter | NotTouchingValue},
				// The text in $$ $$ or $body$ $body$ is a string to the server, but mostly code.
				{Open: "$", Mid: "$", Close: "$", End: "$", Kind: Operator, Form: "bracketed"},
				// The rows of a dump are not code.
				{Open: "FROM stdin;", Close: "\n\\.", Kind: String, Flags: Multi},
				// PostgreSQL and TSQL nest these, MySQL and Oracle do not. A path in a comment
				// (/dir/*.sql) opens a nested comment that never closes.
				{Open: "/*", Close: "*/", Flags: Multi | Nest | Doubtful},
				comment("#", BeforeBlank), comment("#-", FirstOnLine), comment("#=", FirstOnLine), // MySQL
				// SQL*Plus
				comment("rem", ColumnOne|BeforeBlank), comment("remark", ColumnOne|BeforeBlank), comment("prompt", ColumnOne|BeforeBlank),
			}...)
		},
		LineComment: "--",
	},
	{
		Name: "GraphQL", Aliases: "gql",
		Keywords: `query mutation subscription fragment on schema scalar type interface union enum input extend directive
				implements repeatable true false null ID Int Float String Boolean`,
		Operators:   "...",
		LineComment: "#",
		Spans:       []Span{str(`"`), longStr(`"""`), {Open: ",", Form: "literal"}}, // a comma is white space
	},
	{
		Name:    "Thrift",
		Imports: `include|cpp_include *, namespace *`,
		Keywords: `include cpp_include namespace const typedef enum senum struct union exception service extends
				required optional oneway async throws void bool byte i8 i16 i32 i64 double string binary uuid slist list set
				map true false cpp_type xsd_all xsd_optional xsd_nillable xsd_attrs`,
		LineComment: "// #", BlockComment: "/* */",
		Spans: []Span{str(`"`), str(`'`)},
	},
	{
		Name: "Solidity", Aliases: "sol",
		Imports: `import *, import * {*} *, pragma solidity|abicoder|experimental *`,
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
		NumberSep:  "_", Numbers: LeadingDot,
		LineEnds: "\r\u0085\u2028\u2029", LineComment: "//", BlockComment: "/* */",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "hex unicode"},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "hex unicode"},
		},
	},
}

// yamlCode are the marks around expressions of tools that read YAML: GitHub's actions, Ansible,
// Compose, pipelines of Azure.
const yamlCode = "${{ } {{ } ${ } $( )"

// oracleQuotes are the strings whose delimiter the author chooses: q'[it's]'.
func oracleQuotes() (spans []Span) {
	for _, marks := range strings.Fields("[] {} () <> ! # $ % & * + - . / : ; = ? @ ^ | ~ \"") {
		s := rawStr("q'"+marks[:1], marks[len(marks)-1:]+"'")
		s.Prefix = "n"
		spans = append(spans, s)
	}
	return spans
}

const sqlKeywords = `abort absolute access action add admin after aggregate all alter always analyse analyze and any as asc
	assert asymmetric at authid authorization autoincrement auto_increment avg before begin between body both
	break bulk by cache call called cascade case cast catch change char_cs check checkpoint close cluster clustered
	coalesce collate collation column columns comment commit committed compress concurrently connect constant constraint
	constraints continue conversion copy cost count create cross cube current current_date current_role current_time
	current_timestamp current_user cursor cycle database databases deallocate declare default deferrable deferred
	definer delayed delete delimiter desc describe deterministic diagnostics disable distinct do domain drop dual
	duplicate each else elseif elsif enable encoding end engine enum escape except exception exclude exclusive exec
	execute exists exit explain extension external false fetch first following for force foreach foreign found from full
	function generated get global go goto grant group grouping handler having hold if ignore ilike immediate
	immutable in index indexes inherits initially inner inout input insensitive insert instead intersect into invoker
	is isnull isolation join key language last lateral leading leakproof leave left like limit link list load local
	localtime localtimestamp lock loop match matched materialized max maxvalue merge min minus minvalue modify natural
	next no nocheck nocopy noinline nologging nonclustered none not notice notnull nowait null nullif nulls of off
	offset on only open option or order ordinality others out outer over overlaps overriding owner package parallel
	partition perform persisted pipe pipelined pivot plan policy pragma preceding prepare preserve primary print prior
	privileges procedural procedure public raise raiserror range read rebuild record recursive references refresh
	regexp reindex release rename repeat repeatable replace replica reset restart restrict result return returning
	returns reverse revoke right rlike rollback rollup row rowcount rows rowtype rule savepoint schema scroll search
	security select sequence serializable session session_user set setof share show similar simple snapshot some
	sql sqlerrm sqlstate stable start statement stdin stdout storage strict subtype symmetric synonym sysdate system table
	tablespace temp temporary then ties to top trailing tran transaction trigger trigger_schema true truncate trusted
	try type unbounded uncommitted union unique unlock unlogged unpivot until update upsert use user using vacuum
	validate values varray variadic verbose view volatile when where while window with within without work write xor
	zerofill unsigned identity new old
	bigint bigserial binary bit blob bool boolean bytea char character clob date datetime datetime2 datetimeoffset
	decimal double float int int2 int4 int8 integer interval json jsonb long longblob longtext mediumblob
	mediumint mediumtext money nchar nclob ntext number numeric nvarchar nvarchar2 oid pls_integer precision raw real
	regclass rowid serial smalldatetime smallint smallserial sql_variant text time timestamp timestamptz tinyblob
	tinyint tinytext uniqueidentifier uuid varbinary varchar varchar2 varying xml zone`
