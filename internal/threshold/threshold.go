// Package threshold has the numbers that decide what an answer says.
//
// A threshold is a number that a score, a probability, a share, a weight, or a count of documents
// or names is compared with, so that an answer differs. Numbers that make a score, bound work, or
// count the lines and words of a form of text are beside the code that uses them; a test lists
// those.
//
// Each comment names the data that a threshold was fitted to, and the program of bench/ that refits
// it. The functions that read a threshold are in testdata/users.txt.
package threshold

// What is listed, counted or called a copy. Options override some. A change of a score changes all:
// then fit the coefficients of align.Certainty first, by bench/quality/calibrate.
const (
	// ListedOrigin is the least score of an origin that an answer lists. Fitted to questions from
	// an index and from elsewhere: docs/scores.md has the shares of both that reach it
	// (bench/quality/origin -foreign).
	ListedOrigin = 0.07
	// ListedSimilar is the least similarity of two whole documents that an answer lists. Unrelated
	// files of one language have 0.06 to 0.09 at the median (bench/quality/changes -similar).
	ListedSimilar = 0.15
	// ListedTrace is the least score by the index alone that an answer lists. These scores depend
	// on the lengths of both documents, so only traces are left out. Set by hand.
	ListedTrace = 0.001
	// ListedPair is the least score of a pair that a comparison lists, and that counts in the score
	// of a group. Fitted to three labelled sets of programs (bench/quality).
	ListedPair = 0.25
	// ListedTranslation is the least lead of a pair in two languages that a comparison lists. If
	// two thirds of the files have no counterpart, 98 in 100 pairs that reach it are translations
	// (bench/quality translations).
	ListedTranslation = 0.2
	// ListedFinding is the least score of a copy that a scan calls a finding. Material that would
	// reach it if it were rare is looked at for documents of one origin, in searches, too. Fitted
	// to plants in 200 projects, and to false findings beside them (bench/quality/scan).
	ListedFinding = 0.25
	// LikelyCopy is the probability from which a scan counts copies below its least score. From it
	// on a hit comes before those below [UnlikelyHit], and no other reading of the question is
	// tried. To look for copies from 0.5 on takes a quarter more time than from 0.75 on
	// (bench/quality/scan).
	LikelyCopy = 0.75
	// SurePart is the probability of a copy of a part from which pairs lists two units, however
	// little they are alike as wholes. It is below [SureCopy], because rarity differs among the
	// other units. Set by hand: in three labelled sets 12 pairs that are no copies have it below
	// [ListedPair], and 51 have half of it; no program of bench/ prints that.
	SurePart = 0.9
	// SureCopy is the probability from which a cover prefers a document that explains less. From it
	// on, compare reads a program in no other way. Set by hand, so that search, scan and compare
	// agree.
	SureCopy = 0.95
	// EnoughOwn is the share of the lines of a match that a project's own documents must have, for
	// it to be own. Set by hand.
	EnoughOwn = 0.8
	// DistinctShapes is the share of different align.Shapes in matches from which all tokens of a
	// document are evidence of a copy. Below it the length counts in proportion. Set by hand: of
	// 8,428 pairs above 0.4 in the labelled sets none had less; no program of bench/ prints that.
	DistinctShapes = 0.25
	// EnoughShapes is the number of different shapes from which repeats take nothing from the
	// evidence of an origin: some 50 lines that differ. Set by hand.
	EnoughShapes = 200
	// LinkedPair is the least score of a pair that links two units in a group. Set by hand.
	LinkedPair = 0.5
	// CountedPair bounds the probability of pairs that a check does not count despite their score.
	// Their probability is also this share less than usual for the score and lengths. Set by hand:
	// more likely a copy than not.
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
	// IdiomShape is the least share of a match's structure in a document with the same idiom. It is
	// ShortIdiomShape if the match has fewer than ShortMatch tokens. Fitted to 30 common pieces in
	// an index of 17 projects, and to plants in 200 projects: bench/quality/scan,
	// docs/decisions/idioms.md.
	IdiomShape, ShortIdiomShape, ShortMatch = 0.7, 0.6, 50
	// RareSpelled is the share of a run's text that is rare, from which the run counts as the whole
	// question. Rare is text that at most two documents have. Fitted to plants of five lines in
	// half of 200 projects: bench/quality/scan, docs/decisions/short-copies.md.
	RareSpelled = 0.5
	// RareSpelledDocuments is the size of the smallest index in which such a text is rare. In a
	// smaller one, idioms are in at most two documents, too. Set by hand: three of 29 common pieces
	// become likely copies in an index of 1,300 documents, none in one of 22,000
	// (docs/decisions/short-copies.md).
	RareSpelledDocuments = 10_000
	// HeavyMatch is the least weight of a match that is a finding, in rare tokens, if there is a
	// heavier one. Set by hand.
	HeavyMatch = 8
	// SameMatch is the share of its runs from which a match is the one that a decision or a
	// baseline names. A copy that grows by half is another one. Set by hand.
	SameMatch = 0.7
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
	// CommonPrintDocuments and CommonPrintShare bound SCANOSS fingerprints that are common text. In
	// more documents, and in a larger share of all, a fingerprint is common, such as the head of a
	// licence. Set by hand.
	CommonPrintDocuments, CommonPrintShare = 64, 0.1
	// CommonQuestion is the share of its tokens from which a question without hits is common, if
	// one document has them as common material. Set by hand.
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
	// LongText is from how many tokens a document with a question's bytes is proved. Its length
	// proves it, unless its text is frequent or repetitive. Set by hand: 500 tokens of maximal
	// rarity have a score of 0.9965, and 500 of a file in Go's tree 0.9946.
	LongText = 500
	// FrequentText is the share of a document's fingerprints from which many may have its text.
	// They have each fingerprint as often as idioms. FrequentSample is the share of a sample from
	// which all are looked up: lower, as no sample has exactly the share of the whole. Set by hand.
	FrequentText, FrequentSample = 0.5, 0.25
	// BesideLines is how many lines may lie between a match of HeavyMatch and a lighter one that
	// belongs to it. Set by hand.
	BesideLines = 3
	// LeastGain is the least weight, in rare tokens, that each document of a cover must explain:
	// some two lines. Set by hand.
	LeastGain = 8
)

// What of a match counts, and which matches are shown.
const (
	// ShownMatch is the least weight, in rare tokens, of a match that is shown beside heavier ones.
	// Set by hand.
	ShownMatch = 2
	// SlightMatch and SlightPart bound matches beside a heavier one that may be chance. They are a
	// weight, in rare tokens, and a share of the heavier match of the same documents. Set by hand.
	SlightMatch, SlightPart = 10, 0.2
	// RunOverlap is the share of a run of fingerprints from which heavier runs that have it replace
	// it. Set by hand, for an index of hashes only (docs/decisions/short-copies.md).
	RunOverlap = 0.5
	// RepeatedRun is the share of the fingerprints of a run from which it repeats runs before it.
	// Set by hand, for an index of hashes only.
	RepeatedRun = 0.5
	// SpelledRun is the least number of equal tokens that count as if they were the whole question:
	// the guarantee threshold of code (docs/decisions/short-copies.md).
	SpelledRun = 17
	// AgreeingAny bounds the agreeing runs of an edited match whose renamed names count, in tokens.
	// It is AgreeingTwo, if at most two documents have the match; AgreeingOne, if one has it.
	// Fitted to plants in 200 projects: bench/quality/scan, docs/decisions/idioms.md.
	AgreeingAny, AgreeingTwo, AgreeingOne = 150, 100, 80
	// ConfirmingAny and ConfirmingOne are the least numbers of names that are renamed alike, and of
	// equal literals, likewise. Fitted with AgreeingAny: bench/quality/scan.
	ConfirmingAny, ConfirmingOne = 23, 17
	// AgreeingAlone and ConfirmingAlone are both enough if no other document explains half of the
	// match: see [EditedPart]. Fitted to edited plants of 20 lines with renamed names in 100
	// projects, and to a million lines without plants: bench/quality/scan.
	AgreeingAlone, ConfirmingAlone = 50, 12
	// OneRun is the least length of a single agreeing run, and OneRunShare its share of a match
	// that one document has, likewise. Fitted with AgreeingAny: bench/quality/scan.
	OneRun, OneRunShare = 100, 0.75
	// RareWords is the least number of rare words in a comment that two units have. Set by hand:
	// fragments of 4 to 6 words were chance in the commands of Go.
	RareWords = 8
	// CommentWords is the least number of words of a comment that two texts have, where nothing
	// says how rare these are. Set by hand.
	CommentWords = 12
	// CommentedWords is the share of the longest words of a comment from which a document is read
	// for it. Set by hand.
	CommentedWords = 0.5
)

// What units of a comparison have in common.
const (
	// TaskUnits is the least number of units that show what the task is: of fewer, all may be
	// copies. Set by hand.
	TaskUnits = 5
	// CommonFileUnits is the least number of submissions that have a common file: fewer may be a
	// group of copies. Set by hand.
	CommonFileUnits = 5
	// OwnNames is the share of students with a name of their own, from which the names of an export
	// are names of people. If fewer have one, they are names of files. Set by hand.
	OwnNames = 0.75
	// TaskOthers and one in TaskShare: material that more of the other units have belongs to their
	// task. Set by hand.
	TaskOthers, TaskShare = 2, 10
	// StarterOwn and StarterUsual tell copies of whole programs from starter code. A unit with
	// fewer than one in StarterOwn own fingerprints is a copy, which is not starter code because
	// many have it. A unit with one in StarterUsual of the usual fingerprints has the starter code,
	// edited. Set by hand.
	StarterOwn, StarterUsual = 5, 4
	// LeastCommenters and MostCommenters, and one in CommentersShare between them, bound units with
	// a comment. If more units have words of a comment, or a name, these come from the task or from
	// tools. Set by hand.
	LeastCommenters, MostCommenters, CommentersShare = 3, 10, 4
	// CommonNames is a cosine of names and literals that unrelated files of one project often have.
	// Set by hand.
	CommonNames = 0.2
	// UsualNames is the share of sampled pairs whose cosine of names is usual in a collection of
	// SampledUnits units or more. Among fewer, most pairs may be copies, so a sample would prove
	// nothing. Set by hand: a class of 2,000 lists 5,505 pairs, and 40,679 without.
	UsualNames, SampledUnits = 0.85, 50
	// SharedNames is the least number of names and literals that both units of a pair in two
	// languages have. Set by hand: files with fewer, such as a function in C and its caller in Go,
	// share all they have.
	SharedNames = 6
	// NearIdentical is the least resemblance of a near-identical unit to the first of its group.
	// Unlike a score, it does not fall when many units share the same text. NearIdenticalUnits is
	// the least size of a group. Set by hand: 50 units have 1,225 pairs, and 49 are listed.
	NearIdentical, NearIdenticalUnits = 0.8, 50
	// BeyondFirst is the least weight, in rare tokens, for two near-identical units to be compared.
	// It is the weight of the material that they share, and the first unit of their group lacks.
	// Set by hand: about the weight of a run as long as the guarantee threshold.
	BeyondFirst = 12
	// StandOutUnits is the least number of units in a collection where some may stand out.
	// StandOutValley is the depth of a valley between two hills of the density of scores, as a
	// share of the lower hill; StandOutLead the least distance without a valley. Set by hand, for
	// the cases of TestFindStandOut_Cases.
	StandOutUnits, StandOutValley, StandOutLead = 10, 0.5, 0.05
)
