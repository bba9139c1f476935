// Package threshold has the thresholds of scores and probabilities.
package threshold

// Thresholds decide which results are listed, counted or called a copy. Options override them. Each
// comment names the data that a threshold was fitted to, and the program of bench/ that refits it.
// A change of a score changes them all: then fit the coefficients of align.Certainty first, by
// bench/quality/calibrate.
const (
	// ListedOrigin is the least score of an origin that an answer lists. Fitted to questions from
	// an index and from elsewhere: docs/scores.md has the shares of both that reach it
	// (bench/quality/origin -foreign).
	ListedOrigin = 0.07
	// ListedSimilar is the least similarity of two whole documents that an answer lists. Unrelated
	// files of one language have 0.06 to 0.09 at the median (bench/quality/changes -similar).
	ListedSimilar = 0.15
	// ListedTrace is the least score by the index alone that an answer lists. These scores depend
	// on the lengths of both documents, so only traces are left out.
	ListedTrace = 0.001
	// ListedPair is the least score of a pair that a comparison lists, and that counts in the score
	// of a group. Fitted to three labelled sets of programs (bench/quality).
	ListedPair = 0.25
	// ListedTranslation is the least lead of a pair in two languages that a comparison lists. If
	// two thirds of the files have no counterpart, 98 in 100 pairs that reach it are translations
	// (bench/quality translations).
	ListedTranslation = 0.2
	// ListedFinding is the least score of a copy that a scan calls a finding. Fitted to plants in
	// 200 projects, and to false findings beside them (bench/quality/scan).
	ListedFinding = 0.25
	// LikelyCopy is the probability from which a scan counts copies below its least score. To look
	// for copies from 0.5 on takes a quarter more time than from 0.75 on (bench/quality/scan).
	LikelyCopy = 0.75
	// SurePart is the probability of a copy of a part from which pairs lists two units, however
	// little they are alike as wholes. It is below [SureCopy], because rarity differs among the
	// other units. Set by hand: in three labelled sets 12 pairs that are no copies have it below
	// [ListedPair], and 51 have half of it; no program of bench/ prints that.
	SurePart = 0.9
	// SureCopy is the probability from which a cover prefers a document to others that explain
	// more. Set by hand, so that search and scan agree.
	SureCopy = 0.95
	// Believed is the score of the best hit from which the reading of a question is believed, and
	// from which a hit explains a part of it. An answer that lists nothing says nothing about its
	// reading, so this is [ListedOrigin].
	Believed = ListedOrigin
	// EnoughOwn is the share of the lines of a match that a project's own documents must have, for
	// it to be own. Set by hand.
	EnoughOwn = 0.8
	// DistinctShapes is the share of different align.Shapes in matches from which all tokens of a
	// document are evidence of a copy. Below it the length counts in proportion. Set by hand: of
	// 8,428 pairs above 0.4 in the labelled sets none had less; no program of bench/ prints that.
	DistinctShapes = 0.25
	// LinkedPair is the least score of a pair that links two units in a group. Set by hand.
	LinkedPair = 0.5
	// CountedPair is the probability below which a check does not count a pair that reaches its
	// score, if it is also this share less than usual for the score and lengths. Set by hand: more
	// likely a copy than not.
	CountedPair = 0.5
	// CommonUnits is the share of the units from which code is boilerplate, if a comparison takes
	// it from the units. Set by hand.
	CommonUnits = 0.5
	// CommonFile is the share of the submissions from which a file that all these have is
	// boilerplate. Set by hand.
	CommonFile = 0.75
	// OneTask is the Names of an align.Run from which the units of a comparison are solutions of a
	// task, or of a few. Fitted to 404 classes of Exercism (80% reach it) and packages of Go (10%
	// reach it) (bench/quality changes -classes).
	OneTask = 0.12
	// ErrorPair and WarningPair are the scores of a pair from which SARIF calls it an error and a
	// warning. Set by hand.
	ErrorPair, WarningPair = 0.8, 0.5
	// IdiomDocuments and one document in IdiomShare are the least document frequency of an idiom:
	// docs/decisions/idioms.md.
	IdiomDocuments, IdiomShare = 10, 100
	// IdiomShape is the least share of the structure of a match that a document with the same idiom
	// has; ShortIdiomShape, if the match has fewer than ShortMatch tokens. Fitted to 30 common
	// pieces in an index of 17 projects, and to plants in 200 projects: bench/quality/scan,
	// docs/decisions/idioms.md.
	IdiomShape, ShortIdiomShape, ShortMatch = 0.7, 0.6, 50
	// LongestCut is from which length in bytes a question counts as a file. Its name is believed if
	// its content looks like the same language, so that it is read once. Set by hand.
	LongestCut = 4096
	// RareSpelled is the least share of the text of a run that at most two documents have, for the
	// run to count as if it were the whole question. Fitted to plants of five lines in half of 200
	// projects: bench/quality/scan, docs/decisions/short-copies.md.
	RareSpelled = 0.5
	// RareSpelledDocuments is the size of the smallest index in which such a text is rare. In a
	// smaller one, idioms are in at most two documents, too. Set by hand: three of 29 common pieces
	// become likely copies in an index of 1,300 documents, none in one of 22,000
	// (docs/decisions/short-copies.md).
	RareSpelledDocuments = 10_000
	// ProseSigns is the largest share of signs of programs among the characters of prose. A text of
	// a licence must be prose. Of 1,000 files with licences in packages, 99% have less; of parts of
	// 15 lines of code, 90% have more, and the others are mostly comments. No program of bench/
	// prints that.
	ProseSigns = 0.06
	// HeavyMatch is the least weight of a match that is a finding, in rare tokens, if there is a
	// heavier one. Set by hand.
	HeavyMatch = 8
	// SameMatch is the share of the runs of a match that a decision, or a baseline, must have of
	// another for both to be the same. A copy that grows by half is another one. Set by hand.
	SameMatch = 0.7
	// EqualOrigin is the share of another document's explanation from which a document is equal to
	// it as the origin, and is counted beside it. Set by hand.
	EqualOrigin = 0.95
	// GrownPair is the increase of a score from which a known pair is new. Scores vary a little
	// between runs, because rarity depends on all units. Set by hand.
	GrownPair = 0.05
	// NearlyAllBase is the share of the tokens from which starter code is warned of, as if
	// misnamed. Set by hand.
	NearlyAllBase = 0.9
	// Counterparts is the least score of two files that are counterparts in two folders. MovedPart
	// is the share of the smaller of two files that must be in the other, without what their
	// counterparts explain. Set by hand.
	Counterparts, MovedPart = 0.5, 1.0 / 3
	// CommonPrintDocuments and CommonPrintShare: a SCANOSS fingerprint in more documents, and in a
	// larger share of all, is common text, such as the head of a licence. Set by hand.
	CommonPrintDocuments, CommonPrintShare = 64, 0.1
	// CommonQuestion is the share of the tokens of a question without hits that one document must
	// have as common material, for the question to be common. Set by hand.
	CommonQuestion = 0.5
	// UnlikelyHit is the probability below which a hit comes last, if another is a likely copy: it
	// is more likely no copy. Set by hand.
	UnlikelyHit = 0.5
	// AskedPart is the probability from which pairs and similar ask search about a part, and from
	// which its answer counts. AnsweredPart is the answer for the smaller file from which the
	// larger one is asked, too. Set by hand.
	AskedPart, AnsweredPart = 0.5, 0.25
	// PlainCopy is the probability of whole files from which search would say no more: it is shown
	// as 99%. Set by hand.
	PlainCopy = 0.99
	// LongText is from how many tokens a document with the bytes of a question is proved by its
	// length, unless its text is frequent or repetitive. Set by hand: 500 tokens of maximal rarity
	// have a score of 0.9965, and 500 of a file in Go's tree 0.9946.
	LongText = 500
	// FrequentText is the share of the fingerprints of a document's identical file from which many
	// documents may have it, if they have each as often as idioms. FrequentSample is the share of a
	// sample from which all are looked up: lower, as no sample has exactly the share of the whole.
	// Set by hand.
	FrequentText, FrequentSample = 0.5, 0.25
	// BesideLines is how many lines may lie between a match of HeavyMatch and a lighter one that
	// belongs to it. Set by hand.
	BesideLines = 3
	// LeastGain is the least weight, in rare tokens, that each document of a cover must explain:
	// some two lines. Set by hand.
	LeastGain = 8
)
