package language

// businessRows are languages of business systems: COBOL, ABAP, Apex, SAS.
var businessRows = []Row{
	{
		// Both formats. Columns 1 to 6 of a line of the fixed format hold its number, column 7 says
		// what the line is, and columns 73 to 80 hold a name.
		Name: "COBOL", Aliases: "cob cbl cpy cobol85",
		Imports:  `copy *`,
		FoldCase: true, Keywords: cobolKeywords,
		ValueWords: "zero zeros zeroes space spaces high-value high-values low-value low-values quote quotes null nulls true false",
		Operators:  `** <= >= <> == >> ::`,
		NameCont:   "-",
		Numbers:    LeadingDot,
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "*>"},
				{Open: "*", Form: "cobol-column"}, {Open: "/", Form: "cobol-column"}, {Open: "-", Form: "cobol-column"},
				{Open: " ", Form: "cobol-margin"},
				{Open: `"`, Close: `"`, Kind: String, Prefix: "x n z b g nx", Flags: Doubled},
				{Open: `'`, Close: `'`, Kind: String, Prefix: "x n z b g nx", Flags: Doubled},
			}, cobolNumbers()...)
		},
	},
	{
		Name: "ABAP", Aliases: "sap",
		FoldCase: true,
		Keywords: `abap_false abap_true abstract add after alias all and any append as ascending assert assign assigned
				assigning at authority back base begin between binary block bound by byte c ca call case cast catch
				chain changing char character check checkbox class clear close co code collect column command commit
				communication comparing component cond constants constructor continue controls conv convert copy
				corresponding count cp create cs cursor d data dataset decfloat16 decfloat34 decimals default
				deferred define definition delete delta descending describe display distinct div do dynpro each else
				elseif empty end endat endcase endcatch endchain endclass enddefine enddo endexec endform
				endfunction endif endinterface endloop endmethod endmodule endon endprovide endselect endtry
				endwhile enhancement eq event events exact exception exceptions exec exists exit export exporting
				extended f field fields filter final find first float for form format free friends from function ge
				generate get group gt handler hashed having header hide hold i if implementation import importing in
				include index inheriting init initial initialization inner input insert instance instances int8
				interface interfaces into inverse is job join key language le leave left length let like line lines
				load local log loop lower lt mapping mask me mesh message metadata method methods mod mode modify
				module move multiply n ne new next no node non not null o obligatory occurs of on open option
				optional options or order others output p page parameter parameters pattern perform pf place pool
				pools posit position preferred private process program protected public put radiobutton raise
				raising range ranges read receive redefinition reduce ref reference refresh reject replace report
				reporting resume retry return returning right rollback rows run sap screen scroll section select
				selection separated set shift single size skip sort sorted source space split standard start statics
				status step stop string structure submit subtract super supply suppress switch sy symbol symbols t
				table tables text then throw times title to top transfer translate transporting try type types uline
				unassign union unique unpack until up update upper user using value values when where while window
				with work write x xsdbool xstring`,
		ValueWords: "me super space abap_true abap_false sy",
		Operators:  `-> => ?= := <> <= >= && &&= += -= *= /= **`,
		Spans: []Span{
			comment("*", ColumnOne), {Open: `"`},
			{Open: "##", Tag: "name", Kind: Operator, Form: "rune-name"},
			{Open: `'`, Close: `'`, Kind: String, Flags: Doubled},
			{Open: "`", Close: "`", Kind: String, Flags: Doubled},
			{Open: "|", Close: "|", Kind: String, Escape: '\\', Interp: "{ }"},
		},
	},
	{
		Name: "Apex", ByName: true,
		FoldCase: true,
		Keywords: `abstract and as asc assert before after break bulk by catch class commit continue delete desc do else end
				enum exists extends false final finally for from future get global group having if implements in inherited
				insert instanceof interface into like limit list map merge new not null nulls of offset on or order override
				package private protected public retrieve return rollback savepoint select set sharing static super switch
				system testmethod then this throw transient trigger true try undelete update upsert using virtual webservice
				when where while with without
				blob boolean date datetime decimal double id integer long object sobject string time void exception
				@istest @auraenabled @future @invocablemethod @testvisible @testsetup @restresource @httpget @httppost
				@deprecated @readonly @remoteaction @invocablevariable @namespaceaccessible @suppresswarnings`,
		ValueWords:  "this super true false null",
		Operators:   `=> -> ++ -- << >> >>> <= >= == != === !== <> && || ?. ?? += -= *= /= &= |= ^= <<= >>= >>>= ::`,
		NameLead:    "@",
		Numbers:     LeadingDot,
		Spans:       []Span{str(`'`), longStr(`'''`)},
		LineComment: "//", BlockComment: "/* */",
	},
	{
		Name:     "SAS",
		Imports:  `%include *`,
		FoldCase: true,
		Keywords: `abort and array attrib by call cards cards4 catname cexist class close contains data datalines datalines4
				delete descending do drop else end endsas eq error file filename footnote format ge go goto group gt having
				if in infile informat input insert into is join keep label le leave left length libname like link list lt
				macro mend merge missing model modify ne not notin null on options or order otherwise out outer output
				pageby printto proc put quit remove rename replace retain return right run select set skip
				sort stop table tables title then to union until update using value var view weight when where while with
				%macro %mend %let %if %then %else %do %end %to %by %until %while %put %global %local %include %sysfunc
				%eval %sysevalf %str %nrstr %quote %bquote %scan %substr %upcase %length %goto %return %symexist _null_ _all_ _n_`,
		ValueWords: "_null_ _all_ _n_ end %end",
		Operators:  `** <> >< <= >= ^= ~= != || !! == =: >: <:`,
		NameLead:   "% & &&",
		Numbers:    LeadingDot | TrailingDot,
		Spans: []Span{
			{Open: "*", Close: ";", When: AfterStatement, Flags: Multi},
			{Open: "%*", Close: ";", Flags: Multi},
			{Open: "comment", Close: ";", When: AfterStatement | BeforeBlank, Flags: Multi},
			{Open: `"`, Close: `"`, Kind: String, Names: "&%", Flags: Multi | Doubled | Suffix},
			{Open: `'`, Close: `'`, Kind: String, Flags: Multi | Doubled | Suffix},
			// Rows of data, up to a semicolon on a line of its own.
			{Open: "datalines;", Close: "\n;", Kind: String, Flags: Multi},
			{Open: "cards;", Close: "\n;", Kind: String, Flags: Multi},
			{Open: "datalines4;", Close: "\n;;;;", Kind: String, Flags: Multi},
			{Open: "cards4;", Close: "\n;;;;", Kind: String, Flags: Multi},
			{Open: "lines;", Close: "\n;", Kind: String, Flags: Multi},
			{Open: "lines4;", Close: "\n;;;;", Kind: String, Flags: Multi},
		},
		BlockComment: "/* */",
	},
}

// cobolNumbers are the first digits of the numbers of lines, and of names.
func cobolNumbers() (spans []Span) {
	for digit := range 10 {
		spans = append(spans, Span{Open: string(rune('0' + digit)), When: ColumnOne, Form: "cobol-column"})
	}
	for digit := range 10 { // of names: 1000-main
		spans = append(spans, Span{Open: string(rune('0' + digit)), Kind: Identifier, Form: "digit-name"})
	}
	return spans
}

const cobolKeywords = `accept access active-class add address advancing after all allocate alphabet alphabetic alphabetic-lower
	alphabetic-upper alphanumeric also alter alternate and any are area areas ascending assign at author b-and b-or b-xor
	before binary blank block bottom by call cancel cd cf ch character characters class clock-units close code code-set
	collating column columns comma commit common communication comp comp-1 comp-2 comp-3 comp-4 comp-5 computational
	computational-1 computational-2 computational-3 computational-4 computational-5 compute configuration contains content
	continue control controls converting copy corr corresponding count currency cursor data date date-compiled date-written
	day day-of-week de debug-contents debugging decimal-point declaratives delete delimited delimiter depending descending
	destination detail disable display display-1 divide division down duplicates dynamic egcs egi else emi enable end
	end-accept end-add end-call end-compute end-delete end-display end-divide end-evaluate end-exec end-if end-multiply
	end-of-page end-perform end-read end-return end-rewrite end-search end-start end-string end-subtract end-unstring
	end-write ending enter entry environment eop equal error esi evaluate every exception exec execute exit extend external
	factory false fd file file-control filler final first float footing for free from function function-id generate
	giving global go goback greater group heading high-value high-values i-o i-o-control id identification if in index
	indexed indicate inherits initial initialize initiate input input-output inspect installation interface invoke into
	invalid is just justified key kanji label last leading left length less limit limits linage linage-counter line
	line-counter lines linkage local-storage lock low-value low-values memory merge message method method-id mode modules
	more-labels move multiple multiply native negative next no not null nulls number numeric numeric-edited object
	object-computer occurs of off omitted on open optional or order organization other output overflow packed-decimal
	padding page page-counter perform pf ph pic picture plus pointer position positive printing procedure procedure-pointer
	procedures proceed program program-id property purge queue quote quotes random rd read ready receive record
	recording records recursive redefines reel reference references relative release reload remainder removal renames
	replace replacing report reporting reports repository rerun reserve reset return return-code returning reversed rewind
	rewrite rf rh right rounded run same screen sd search section security segment segment-limit select self send sentence
	separate sequence sequential service set shift-in shift-out sign size sort sort-merge source source-computer
	space spaces special-names sql standard standard-1 standard-2 start status stop string sub-queue-1 subtract sum super
	suppress symbolic sync synchronized table tally tallying tape terminal terminate test text than then through thru
	time times to top trace trailing true type unit unstring until up upon usage use using value values varying when
	when-compiled with word words working-storage write write-only xml zero zeroes zeros`
