package language

import (
	"strings"
)

// functionalRows are functional languages and proof assistants.
var functionalRows = []Row{
	// Haskell and related languages.
	{
		Name: "Haskell", Aliases: "hs", Linguist: "PureScript, Idris, C2hs Haskell",
		Imports: `import * ~(*), import *, module * where, module * ~(*) where`,
		Keywords: `case class data default deriving do else family forall foreign if import in infix infixl infixr
				instance let mdo module newtype of pattern proc qualified rec role then type where hiding as`,
		Operators:   "[|| ||]",
		OperatorRun: `!#$%&*+./<=>?@\^|-~:`,
		NameCont:    "'",
		NumberSep:   "_", NestedComment: "{- -}",
		SpansOf: haskellSpans,
	},
	{
		Name:    "Elm",
		Imports: `import * ~(*), import *, module * exposing ~(*), port|effect module * exposing ~(*)`,
		Keywords: `if then else case of let in type module where import exposing as port alias infix left right non
				effect`,
		Operators:   `|> <| >> << ++ :: == /= <= >= && || // -> .. |= |. </> <?>`,
		NameCont:    "'",
		LineComment: "--", NestedComment: "{- -}",
		Spans: []Span{
			str(`"`), longStr(`"""`),
			{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: "tick-only"},
			rawStr("[glsl|", "|]"),
		},
	},
	{
		Name: "OCaml", Aliases: "ml mli",
		Imports: `open|include *, module * = * (*), # use|require|load|directory|mod_use * ;;, # use|require|load|directory|mod_use *`,
		Keywords: `and as assert asr begin class constraint do done downto effect else end exception external false for fun
				function functor if in include inherit initializer land lazy let lor lsl lsr lxor match method mod module
				mutable new nonrec object of open or private rec sig struct then to true try type val virtual when while
				with int float bool char string unit`,
		ValueWords:  "true false end done",
		OperatorRun: `!$%&*+-./:<=>?@^|~#`,
		Operators:   ";; [< [>",
		NameCont:    "'",
		NumberSep:   "_", Numbers: TrailingDot, NestedComment: "(* *)", StringsInComments: true,
		Spans: []Span{
			{Open: "#!", When: ColumnOne},
			longStr(`"`),
			{Open: "{", Mid: "|", Close: "|", End: "}", Kind: String, Form: "tagged"},
			{Open: "{%", Mid: "|", Close: "|", End: "}", Kind: String, Form: "named-tagged"},
			{Open: "{%%", Mid: "|", Close: "|", End: "}", Kind: String, Form: "named-tagged"},
			{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: "tick"}, // 'a' or the type variable 'a
		},
	},
	{
		Name: "Standard ML", Aliases: "sml",
		Imports: `open *, use *`,
		Keywords: `abstype and andalso as case datatype do else end eqtype exception fn fun functor handle if in include
				infix infixr let local nonfix of op open orelse raise rec sharing sig signature struct structure then type
				val where while with withtype true false nil int real bool char string unit`,
		ValueWords:  "true false nil end",
		OperatorRun: "!%&$#+-/:<=>?@\\~`^|*",
		Operators:   "...",
		NameLead:    "' ''", NameCont: "'", // type variables: 'a, ''a
		NumberSep: "_", NestedComment: "(* *)",
		Spans: []Span{
			str(`"`),
			{Open: `#"`, Close: `"`, Kind: Char, Escape: '\\'},
		},
	},
	{
		Name: "F#", Aliases: "fsharp fs f#",
		Imports: `open *, namespace *, module *, # load|r|nowarn|i *`,
		Keywords: `abstract and as assert base begin class const default delegate do done downcast downto elif else end
				exception extern false finally fixed for fun function global if in inherit inline interface internal lazy let
				match member module mutable namespace new not null of open or override private public rec return select sig
				static struct then to true try type upcast use val void when while with yield
				bool byte sbyte int16 uint16 int uint int32 uint32 int64 uint64 nativeint unativeint char string decimal
				float float32 double single unit obj exn bigint`,
		ValueWords:  "true false null base end",
		OperatorRun: `!%&*+-/<=>@^|~?:$`,
		Operators:   ".. ...",
		NameCont:    "'",
		NumberSep:   "_", Numbers: TrailingDot, LineComment: "//", NestedComment: "(* *)", StringsInComments: true,
		Spans: []Span{
			{Open: "(*)", Kind: Operator, Form: "literal"}, // multiplication as a function
			{Open: "``", Close: "``", Kind: Identifier},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Multi | Suffix},
			{Open: `@"`, Close: `"`, Kind: String, Flags: Multi | Doubled | Suffix},
			rawStr(`"""`, `"""`),
			{Open: `$"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi | Formats},
			{Open: `$@"`, Close: `"`, Kind: String, Interp: "{ }", Flags: Multi | Doubled | Formats},
			{Open: `@$"`, Close: `"`, Kind: String, Interp: "{ }", Flags: Multi | Doubled | Formats},
			{Open: `$"""`, Close: `"""`, Kind: String, Interp: "{ }", Flags: Multi | Formats},
			{Open: `$$"""`, Close: `"""`, Kind: String, Interp: "{{ }", Flags: Multi | Formats},
			{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: "tick", Flags: Suffix},
		},
	},
	// The languages of the Erlang platform. Atoms are names. Unquoted ones look like any other
	// name, so quoted ones are Identifiers, too, in Erlang. In Elixir `:` is an operator before the
	// name.
	{
		Name: "Erlang", Aliases: "erl hrl",
		Imports: `- module|include|include_lib|import|export|export_type|behaviour|behavior (*) .`,
		Keywords: `after and andalso band begin bnot bor bsl bsr bxor case catch cond div else end fun if let maybe not of
				or orelse receive rem try when xor true false undefined
				module export import define record include include_lib spec type opaque callback behaviour behavior
				ifdef ifndef endif undef export_type compile`,
		ValueWords: "true false undefined end",
		Operators:  `-> <- => := == /= =< >= =:= =/= ++ -- || && :: << >> <= <:- <:= .. ... ?= ??`,
		NameCont:   "@",
		NumberSep:  "_", Numbers: HashBase, LineComment: "%",
		Spans: []Span{
			longStr(`"`),
			{Open: `"""`, Tag: `"`, Mid: "\n", Close: `"""`, Kind: String, Form: "tagged"},
			{Open: "'", Close: "'", Kind: Identifier, Escape: '\\'},
			{Open: "~", Tag: "letters", Kind: String, Escape: '\\', Form: "quote-like", When: BeforeLetter},
			{Open: "$", Kind: Char, Escape: '\\', Form: "rune-name"},
			{Open: "#!", When: ColumnOne},
		},
	},
	{
		Name: "Elixir", Aliases: "ex exs",
		Imports: `import|alias|require|use *, import|alias|require|use * [*], alias * {*}`,
		Keywords: `def defp defmodule defmacro defmacrop defstruct defimpl defprotocol defdelegate defguard defguardp
				defexception defoverridable do end fn case cond if unless else for with when and or not in try rescue catch
				after raise receive quote unquote unquote_splicing import require use alias super true false nil
				__MODULE__ __DIR__ __ENV__ __CALLER__ __STACKTRACE__`,
		ValueWords: "true false nil end",
		Operators: `-> <- |> => == != === !== =~ <= >= && || <> ++ -- +++ --- .. ... // :: <<< >>> &&& ||| ^^^ ~~~ <~ ~>
				<~> <<~ ~>> <|> << >> \\ **`,
		NameLead: "@", NameEnd: "?!",
		NumberSep: "_", LineComment: "#",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			{Open: "~H", Interp: "{ } <%= %> <% %>", Kind: String, Escape: '\\', Form: "quote-like"},
			{Open: "~", Tag: "letters", End: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", Interp: "#{ }", Kind: String, Escape: '\\', Form: "quote-like", When: BeforeLetter, Flags: Suffix},
			{Open: "?", Kind: Char, Escape: '\\', Form: "rune-name", When: NotBeforeBlank},
		},
	},
	{
		Name:    "Gleam",
		Imports: `import *, import * {*} *`,
		Keywords: `as assert auto case const delegate derive echo else external fn if implement import let macro opaque panic
				pub test todo type use
				Int Float String Bool List Result Option Nil BitArray Dict Ok Error Some None True False`,
		ValueWords:  "True False Nil None",
		Operators:   `|> -> <- .. <> == != <= >= && || +. -. *. /. <. >. <=. >=. << >>`,
		NameLead:    "@",
		NumberSep:   "_",
		LineComment: "//",
		Spans:       []Span{longStr(`"`)},
	},
	{
		Name: "Lean", Aliases: "lean4 lean3", Linguist: "Lean 4",
		Imports: `import|open *`,
		Keywords: `abbrev attribute axiom axioms begin by calc class constant coinductive def deriving do else elab end
				example export extends extern finally for forall from fun have if import in include inductive infix infixl
				infixr inline instance lemma let local macro macro_rules match mut mutual namespace noncomputable notation
				omit open opaque partial postfix precedence prefix prelude private protected public return rec scoped section
				set_option show structure suffices syntax termination_by decreasing_by theorem then try catch universe
				universes unless unsafe using variable variables where while with at Prop Type Sort λ`,
		Operators: `:= -> => <- |> <| :: == != <= >= && || ++ >>= >> <> <$> <*> .. ... <;> |>. $> <|>`,
		NameEnd:   "!?", NameCont: "'",
		NumberSep:     "_",
		NestedComment: "/- -/", LineComment: "--",
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Multi},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "s! m! f!", Interp: "{ }", Flags: Multi | Prefixed | Glued},
			{Open: `throwError "`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi},
			{Open: `dbg_trace "`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi},
			{Open: `logInfo "`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi},
			{Open: `logWarning "`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Multi},
			{Open: "r", Tag: "#", Mid: `"`, Close: `"`, Kind: String, Form: "tagged"},
			{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: "tick-only"},
			{Open: "«", Close: "»", Kind: Identifier},
		},
	},
	{
		Name: "Rocq Prover", Aliases: "coq rocq",
		Imports: `Require|Import *, From * Require *`,
		Keywords: `as at cofix else end exists exists2 fix for forall fun if in let match mod return Set Prop Type SProp then
				using where with Axiom Axioms Parameter Parameters Conjecture Variable Variables Hypothesis Hypotheses
				Definition Example Fixpoint CoFixpoint Inductive CoInductive Variant Record Structure Class Instance Existing
				Lemma Theorem Remark Fact Corollary Proposition Property Goal Proof Qed Defined Admitted Abort Save Module
				Section End Import Export Require From Include Declare Notation Infix Reserved Scope Local Global Open Close
				Bind Delimit Arguments Implicit Generalizable Coercion Canonical Context Let Ltac Ltac2 Tactic Hint Resolve
				Rewrite Unfold Constructors Immediate Check Print Eval Compute Search Locate About Set Unset Obligation
				Program Next Solve Obligations Extraction Fail Time Polymorphic Monomorphic Cumulative Universe`,
		Operators: `:= -> => <- <-> /\ \/ :> :: <> <= >= ~ == != && || ++ |- .. ... ;; [> >-> =? <=? <? `,
		NameCont:  "'",
		NumberSep: "_", NestedComment: "(* *)", StringsInComments: true,
		Spans: []Span{
			{Open: `"`, Close: `"`, Kind: String, Flags: Doubled | Multi},
		},
	},
}

// haskellQuotes are frequent quasi-quoters: a cut that ends inside one is read as such. Programs
// define more, which the form quasi-quote distinguishes from list comprehensions: [x|x<-xs].
const haskellQuotes = `sql text here str qq hamlet whamlet shamlet ihamlet lucius cassius julius persistLowerCase
	parseRoutes aesonQQ rawString trimming heredoc`

func haskellSpans() []Span {
	spans := []Span{
		comment("--", NotBeforeOperator),
		str(`"`),
		{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Flags: Multi},
		{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: "tick"},
	}
	for _, quote := range []string{"fmt", "f", "fmtTrim"} { // PyF
		spans = append(spans, Span{Open: "[" + quote + "|", Close: "|]", Kind: String, Interp: "{ }", Flags: Multi})
	}
	for quote := range strings.FieldsSeq(haskellQuotes) {
		spans = append(spans, Span{Open: "[" + quote + "|", Close: "|]", Kind: String, Interp: "#{ } ${ }", Flags: Multi})
	}
	return append(spans, Span{Open: "[", Close: "|]", Tag: "e d t p", Kind: String, Interp: "#{ } ${ }", Form: "quasi-quote"})
}
