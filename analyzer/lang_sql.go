package analyzer

// SQL in all its dialects: their sources have the same extension and mostly look the same.

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

func init() {
	add(row{
		Name: "SQL", Aliases: "mysql postgresql postgres sqlite t-sql",
		Linguist: "PLpgSQL, TSQL, PLSQL, SQLPL, HiveQL, CQL",
		FoldCase: true,
		Keywords: sqlKeywords, ValueWords: "null true false",
		Operators: `:: := <> != <= >= || => -> ->> #> #>> @> <@ ~* !~ !~* ~~ ~~* !~~ && ** .. += -= *= /= %= &= |= ^= <=> << >>
			?| ?& @@ == !< !> <-> $$`,
		NameLead: "@ @@ # ## $", NameCont: "$#", // @x, #temp, v$session
		Numbers: leadingDot,
		Spans: []span{
			// A backslash is an escape in MySQL and behind E, and an ordinary byte elsewhere.
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "n u&", Flags: multi | doubled | doubtful},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: "e", Flags: multi | doubled | prefixed},
			{Open: `'`, Close: `'`, Kind: String, Prefix: "x b", Flags: multi | doubled | prefixed},
			{Open: `q'[`, Close: `]'`, Kind: String, Prefix: "n", Flags: multi},
			{Open: `q'{`, Close: `}'`, Kind: String, Prefix: "n", Flags: multi},
			{Open: `q'(`, Close: `)'`, Kind: String, Prefix: "n", Flags: multi},
			{Open: `q'<`, Close: `>'`, Kind: String, Prefix: "n", Flags: multi},
			{Open: `q'!`, Close: `!'`, Kind: String, Prefix: "n", Flags: multi},
			{Open: `q'|`, Close: `|'`, Kind: String, Prefix: "n", Flags: multi},
			{Open: `q'~`, Close: `~'`, Kind: String, Prefix: "n", Flags: multi},
			// Quoted names. [ ] are those of TSQL, unless they index an array.
			{Open: `"`, Close: `"`, Kind: Identifier, Prefix: "u&", Flags: doubled},
			{Open: "`", Close: "`", Kind: Identifier, Flags: doubled},
			{Open: "[", Close: "]", Kind: Identifier, When: beforeLetter | notTouchingValue},
			// What is between $$ and $$ or $body$ and $body$ is a string to the server, but code to us.
			{Open: "$", Mid: "$", Close: "$", End: "$", Kind: Operator, Form: bounded},
			// The rows of a dump are no code.
			{Open: "FROM stdin;", Close: "\n\\.", Kind: String, Flags: multi},
			comment("#", beforeBlank), comment("#-", firstOnLine), comment("#=", firstOnLine), // MySQL
		},
		LineComment: "--",
		// PostgreSQL nests these, MySQL and Oracle do not. A path in a comment (/dir/*.sql) opens more of them
		// than ever close.
		BlockComment: "/* */",
	})
}
