package analyzer

// Proof assistants.

func init() {
	add(
		row{
			Name: "Lean", Aliases: "lean4 lean3", Linguist: "Lean 4",
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
			Spans: []span{
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: multi},
				{Open: "r", Tag: "#", Mid: `"`, Close: `"`, Kind: String, Form: tagged},
				{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: tickOnly},
				{Open: "«", Close: "»", Kind: Identifier},
			},
		},
		row{
			Name: "Rocq Prover", Aliases: "coq rocq",
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
			NumberSep: "_", NestedComment: "(* *)",
			Spans: []span{
				{Open: `"`, Close: `"`, Kind: String, Flags: doubled | multi},
			},
		},
	)
}
