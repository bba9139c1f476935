package threshold

// How a text is read: as code or as prose, in which language or format.
const (
	// Believed is the score of the best hit from which a question's reading is believed. From it
	// on, a hit explains a part of the question. An answer that lists nothing says nothing about
	// its reading, so this is [ListedOrigin].
	Believed = ListedOrigin
	// No other reading of a question is tried after a reading with a score, or share, of NearlyAll.
	// Set by hand.
	NearlyAll = 0.8
	// CodeAfterComment is the least share of a question that is code after a comment. Set by hand,
	// with NearlyAll.
	CodeAfterComment = 1 - NearlyAll
	// ClearlyMore is the factor by which another reading must explain more than the expected one.
	// Set by hand.
	ClearlyMore = 1.25
	// FewerPrints bounds the fingerprints that a reading of a cut question lacks. It may have one
	// in so many fewer than the plain reading has; FewerIfMore, if it explains ClearlyMore;
	// FewerIfAll, if NearlyAll; FewerIfSure, if the marks of the cut are sure. Set by hand.
	FewerPrints, FewerIfMore, FewerIfAll, FewerIfSure = 8, 4, 3, 2
	// A document beside the best one counts for a reading if it adds 1/AddedShare of the question.
	// Set by hand: many share a little with any reading by chance.
	AddedShare = 10
	// WellRead is the score from which a reading of a nameless question counts as right. Set by
	// hand.
	WellRead = 0.5
	// ReadAsProse is the score from which a nameless question counts as prose. Set by hand: code
	// read as prose reached 0.1 by chance, and exact cuts of prose reach 0.7 to 1.
	ReadAsProse = WellRead / 2
	// LongestCut is from which length in bytes a question, or a text that is compared, counts as a
	// file. Its name is believed if its content looks like the same language, so that it is read
	// once. Set by hand.
	LongestCut = 4096
	// A content without a name is a template if it has TemplateMarks of the template's marks. Set
	// by hand: one mark is in many pages.
	TemplateMarks = 2
	// CodeInComments is the largest share of code in a question that is called comments. Set by
	// hand: the line of a function below its documentation is less.
	CodeInComments = 0.2
	// TokensOfOperator is the least number of tokens for each operator in text that is not code.
	// Set by hand.
	TokensOfOperator = 5
	// KnownText is the least share of known fingerprints of a text that is read as code. It needs
	// ClearlyMore of them than as text; or GuessedMore, if the languages of its parts are guessed
	// anyway. Set by hand.
	KnownText, GuessedMore = 0.2, 1.05
	// A text is prose rather than code if OddText of its tokens are values after a value. OddRest
	// is the same share for a text without its lines of prose. Set by hand.
	OddText, OddRest = 0.25, OddText / 3
	// OddCut is that share of the tokens that only one reading of a cut source has. Set by hand.
	OddCut = 0.15
	// A text whose name tells no language is a program if CodeKeywords of its tokens are keywords,
	// and at most OddCode are values after a value. Set by hand on Go's, Linux's and
	// Debian's trees: tables and lists have fewer keywords, and half of prose has more such values.
	CodeKeywords, OddCode = 0.03, 0.1
	// OverruleKeywords is the least share of keywords in a program that is not what its name says.
	// OverruleMargin is by how much the logarithm of the probability of a line must be greater for
	// the other language. Set by hand.
	OverruleKeywords, OverruleMargin = 0.01, 0.75
	// A text is neither prose nor data if SignedLines of its lines have a sign of one language.
	// Chosen with the signs: bench/quality guess, half "tuned".
	SignedLines = 0.2
	// ForeignLines is the largest share of lines in YAML that are neither keys nor items. Set by
	// hand.
	ForeignLines = 0.2
	// A cell is in the notebook's language if it has CellKeywords as many keywords there as in
	// another. Set by hand.
	CellKeywords = 0.5
	// ProseSigns is the largest share of signs of programs among the characters of prose. A text of
	// a licence must be prose. Of 1,000 files with licences in packages, 99% have less; of parts of
	// 15 lines of code, 90% have more, and the others are mostly comments. No program of bench/
	// prints that.
	ProseSigns = 0.06
)
