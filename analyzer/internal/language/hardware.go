package language

// hardwareRows are languages that describe hardware: VHDL, Verilog, SystemVerilog.
var hardwareRows = []Row{
	{
		Name: "Verilog", Aliases: "vh",
		Imports:   "`include *",
		Keywords:  verilogKeywords,
		Operators: verilogOperators,
		NameLead:  "$ `", NameCont: "$",
		NumberSep: "_", Numbers: TickBase,
		LineComment: "//", BlockComment: "/* */",
		Spans: verilogSpans,
	},
	{
		Name: "SystemVerilog", Aliases: "sv svh",
		Imports:    "import *, `include *",
		Keywords:   verilogKeywords + systemVerilogKeywords,
		ValueWords: "this super null",
		Operators: verilogOperators + ` ==? !=? <-> ->> |-> |=> #-# #=# ## :: := :/ ++ -- += -= *= /= %= &= |= ^= <<= >>=
				<<<= >>>= '{ .* @@ ` + "``",
		NameLead: "$ `", NameCont: "$",
		NumberSep: "_", Numbers: TickBase,
		LineComment: "//", BlockComment: "/* */",
		SpansOf: func() []Span {
			return append([]Span{{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Flags: Multi}}, verilogSpans...)
		},
	},
	{
		Name: "VHDL", Aliases: "vhd",
		Imports:  `library|use *`,
		FoldCase: true,
		Keywords: `abs access after alias all and architecture array assert assume assume_guarantee attribute begin block body
				buffer bus case component configuration constant context cover default disconnect downto else elsif end entity
				exit fairness file for force function generate generic group guarded if impure in inertial inout is label
				library linkage literal loop map mod nand new next nor not null of on open or others out package parameter port
				postponed procedure process property protected pure range record register reject release rem report restrict
				restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong subtype then to
				transport type unaffected units until use variable view vmode vprop vunit wait when while with xnor xor
				bit bit_vector boolean character integer natural positive real signed std_logic std_logic_vector std_ulogic
				std_ulogic_vector string time unsigned true false`,
		// The types are values because of the text after a tick: bit'('1').
		ValueWords: `true false null bit bit_vector boolean character integer natural positive real signed std_logic
				std_logic_vector std_ulogic std_ulogic_vector string time unsigned`,
		Operators: `=> ** := /= >= <= <> << >> ?? ?= ?/= ?< ?<= ?> ?>=`,
		NumberSep: "_", Numbers: HashBase,
		LineComment: "--", BlockComment: "/* */",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Prefix: "x b o d ux ub uo sx sb so", Flags: Doubled},
			{Open: `'`, Close: `'`, Kind: Char, Form: "tick-only", When: NotTouchingValue}, // after a name it is an attribute
			{Open: `\`, Close: `\`, Kind: Identifier, Flags: Doubled, When: NotBeforeBlank},
		},
	},
}

const (
	// verilogKeywords: a name with a backtick before it is for the preprocessor, and one token.
	verilogKeywords = "`define `undef `include `ifdef `ifndef `elsif `else `endif `timescale `default_nettype `resetall `line" +
		" `celldefine `endcelldefine `pragma `unconnected_drive `nounconnected_drive `begin_keywords `end_keywords `undefineall" +
		" `__file__ `__line__" + ` always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config
		deassign default defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule
		endprimitive endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1 if ifnone
		incdir include initial inout input instance integer join large liblist library localparam macromodule medium module
		nand negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1
		pulldown pullup pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos rtran
		rtranif0 rtranif1 scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task
		time tran tranif0 tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while
		wire wor xnor xor`
	systemVerilogKeywords = ` accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit
		break byte chandle checker class clocking const constraint context continue cover covergroup coverpoint cross dist do
		endchecker endclass endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually
		expect export extends extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements
		implies import inside int interconnect interface intersect join_any join_none let local logic longint matches
		modport nettype new nexttime null package packed priority program property protected pure rand randc randcase
		randsequence ref reject_on restrict return s_always s_eventually s_nexttime s_until s_until_with sequence shortint
		shortreal soft solve static string strong struct super sync_accept_on sync_reject_on tagged this throughout
		timeprecision timeunit type typedef union unique unique0 until until_with untyped var virtual void wait_order weak
		wildcard with within`
	verilogOperators = `<= >= == != === !== && || ** << >> <<< >>> ~& ~| ~^ ^~ -> +: -: => *> &&&`
)

// verilogSpans: an escaped name goes up to the next blank.
var verilogSpans = []Span{
	str(`"`),
	{Open: `\`, Close: " ", Kind: Identifier, Flags: UpTo, When: NotBeforeBlank},
	{Open: "`\"", Kind: Operator, Form: "literal"}, // a quote in the text of a macro
}
