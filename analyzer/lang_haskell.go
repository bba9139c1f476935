package analyzer

import "strings"

// Haskell and its kin.

// haskellQuotes are the quasi-quoters whose text is read as a string. There may be any; [x|x<-xs] is a list
// in older programs, so the short ones count only if their text starts on a line of its own.
const haskellQuotes = `sql text here str qq hamlet whamlet shamlet ihamlet lucius cassius julius persistLowerCase
	parseRoutes aesonQQ rawString trimming heredoc`

func haskellSpans() []span {
	spans := []span{
		comment("--", notBeforeOperator),
		str(`"`),
		{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Flags: multi},
		{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: tick},
		rawStr("[r|\n", "|]"), rawStr("[i|\n", "|]"), rawStr("[s|\n", "|]"), rawStr("[q|\n", "|]"),
	}
	for quote := range strings.FieldsSeq(haskellQuotes) {
		spans = append(spans, rawStr("["+quote+"|", "|]"))
	}
	return spans
}

func init() {
	add(
		row{
			Name: "Haskell", Aliases: "hs", Linguist: "PureScript, Idris, C2hs Haskell",
			Keywords: `case class data default deriving do else family forall foreign if import in infix infixl infixr
				instance let mdo module newtype of pattern proc qualified rec role then type where hiding as`,
			Operators:   "[|| ||]",
			OperatorRun: `!#$%&*+./<=>?@\^|-~:`,
			NameCont:    "'",
			NumberSep:   "_", NestedComment: "{- -}",
			Spans: haskellSpans(),
		},
		row{
			Name: "Elm",
			Keywords: `if then else case of let in type module where import exposing as port alias infix left right non
				effect`,
			Operators:   `|> <| >> << ++ :: == /= <= >= && || // -> .. |= |. </> <?>`,
			NameCont:    "'",
			LineComment: "--", NestedComment: "{- -}",
			Spans: []span{
				str(`"`), longStr(`"""`),
				{Open: "'", Close: "'", Kind: Char, Escape: '\\', Form: tickOnly},
				rawStr("[glsl|", "|]"),
			},
		},
	)
}
