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
	// A comparison lists pairs with a score of ListedPair or more. Such pairs count in the score of
	// a group. Fitted to three labelled sets of programs (bench/quality).
	ListedPair = 0.25
	// ListedFunction is the least score of a pair of functions that the command lists. Set by hand.
	ListedFunction = 0.6
	// LinkedFunction is the least score that links two functions in a group. Set by hand.
	LinkedFunction = 0.7
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
	// SurePart is the least probability of a part that lists its two units, however little they are
	// alike as wholes. It is below [SureCopy], because rarity differs among the other units. Set by
	// hand: in three labelled sets 12 pairs that are no copies have it below [ListedPair], and 51
	// have half of it; no program of bench/ prints that.
	SurePart = 0.9
	// SureCopy is the probability from which a cover prefers a document that explains less. From it
	// on, compare reads a program in no other way. Set by hand, so that search, scan and compare
	// agree.
	SureCopy = 0.95
	// A match is own if the project's own documents have EnoughOwn of its lines. Set by hand.
	EnoughOwn = 0.8
	// All tokens of a document are evidence if DistinctShapes of the align.Shapes in its matches
	// differ. Below it the length counts in proportion. Set by hand: of 8,428 pairs above 0.4 in
	// the labelled sets none had less; no program of bench/ prints that.
	DistinctShapes = 0.25
	// Repeats take nothing from the evidence of an origin with EnoughShapes different shapes. These
	// are some 50 lines that differ. Set by hand.
	EnoughShapes = 200
	// LinkedPair is the least score of a pair that links two units in a group. Set by hand.
	LinkedPair = 0.5
	// CountedPair bounds the probability of pairs that a check does not count despite their score.
	// Their probability is also this share less than usual for the score and lengths. Set by hand:
	// more likely a copy than not.
	CountedPair = 0.5
	// Code is boilerplate if CommonUnits of the units have it, and the comparison takes boilerplate
	// from the units. Set by hand.
	CommonUnits = 0.5
	// A file is boilerplate if CommonFile of the submissions have it. Set by hand.
	CommonFile = 0.75
	// Units are solutions of one task, or of a few, if the Names of an align.Run reach OneTask.
	// Fitted to 404 classes of Exercism (80% reach it) and packages of Go (10% reach it)
	// (bench/quality changes -classes).
	OneTask = 0.12
	// SARIF calls a pair an error from a score of ErrorPair on, and a warning from WarningPair on.
	// Set by hand.
	ErrorPair, WarningPair = 0.8, 0.5
	// IdiomDocuments and one document in IdiomShare are the least document frequency of an idiom:
	// docs/decisions/idioms.md.
	IdiomDocuments, IdiomShare = 10, 100
	// IdiomShape is the least share of a match's structure in a document with the same idiom. It is
	// ShortIdiomShape if the match has fewer than ShortMatch tokens. Fitted to 30 common pieces in
	// an index of 17 projects, and to plants in 200 projects: bench/quality/scan,
	// docs/decisions/idioms.md.
	IdiomShape, ShortIdiomShape, ShortMatch = 0.7, 0.6, 50
	// If a second document explains SecondPart of a match, other names count less as evidence, and
	// nothing from SecondWhole on. Fitted to common pieces in indexes of three and of 20 projects
	// (docs/decisions/idioms.md).
	SecondPart, SecondWhole = 0.5, 0.8
	// A match of LongIdiom tokens is no idiom, whatever another document has. Set by hand.
	LongIdiom = 200
	// Two documents have material of one origin if SameCounterparts of the names that both rename
	// are the same. Set by hand.
	SameCounterparts = 0.5
	// A run counts as the whole question if RareSpelled of its text is rare. Rare text is in at
	// most two documents. Fitted to plants of five lines in half of 200 projects:
	// bench/quality/scan, docs/decisions/short-copies.md.
	RareSpelled = 0.5
	// RareSpelledDocuments is the size of the smallest index in which such a text is rare. In a
	// smaller one, idioms are in at most two documents, too. Set by hand: three of 29 common pieces
	// become likely copies in an index of 1,300 documents, none in one of 22,000
	// (docs/decisions/short-copies.md).
	RareSpelledDocuments = 10_000
	// A match beside a heavier one is a finding from a weight of HeavyMatch rare tokens on. Set by
	// hand.
	HeavyMatch = 8
	// A match is the one that a decision or baseline names if they share SameMatch of their runs. A
	// copy that grows by half is another one. Set by hand.
	SameMatch = 0.7
	// A known pair is new if its score increases by GrownPair. Scores vary a little between runs,
	// because rarity depends on all units. Set by hand.
	GrownPair = 0.05
	// Starter code may be misnamed, and is warned of, if it is NearlyAllBase of the tokens. Set by
	// hand.
	NearlyAllBase = 0.9
	// Counterparts is the least score of two files that are counterparts in two folders. MovedPart
	// is the share of the smaller of two files that must be in the other, without what their
	// counterparts explain. Set by hand.
	Counterparts, MovedPart = 0.5, 1.0 / 3
	// CommonPrintDocuments and CommonPrintShare bound SCANOSS fingerprints that are common text. In
	// more documents, and in a larger share of all, a fingerprint is common, such as the head of a
	// licence. Set by hand.
	CommonPrintDocuments, CommonPrintShare = 64, 0.1
	// A question without hits is common if one document has CommonQuestion of its tokens as common
	// material. Set by hand.
	CommonQuestion = 0.5
	// A hit below a probability of UnlikelyHit comes last if another is a likely copy. It is more
	// likely no copy. Set by hand.
	UnlikelyHit = 0.5
	// pairs and similar ask search about a part from a probability of AskedPart on. An answer
	// counts from the same probability on, or from any among fewer than [TaskUnits] units.
	// AnsweredPart is the answer for the smaller file from which the larger one is asked, too. Set
	// by hand.
	AskedPart, AnsweredPart = 0.5, 0.25
	// PlainCopy is the probability of whole files from which search would say no more. It is shown
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
	// A lighter match belongs to a match of HeavyMatch at most BesideLines lines away. Set by hand.
	BesideLines = 3
	// Each document of a cover must explain LeastGain rare tokens. These are some two lines. Set by
	// hand.
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
	// Heavier runs replace a run of fingerprints if they have RunOverlap of it. Set by hand, for an
	// index of hashes only (docs/decisions/short-copies.md).
	RunOverlap = 0.5
	// A run repeats runs before it if they have RepeatedRun of its fingerprints. Set by hand, for
	// an index of hashes only.
	RepeatedRun = 0.5
	// A run of SpelledRun equal tokens counts as if it were the whole question. This is the
	// guarantee threshold of code (docs/decisions/short-copies.md).
	SpelledRun = 17
	// AgreeingAny bounds the agreeing runs of an edited match whose renamed names count, in tokens.
	// It is AgreeingTwo, if at most two documents have the match; AgreeingOne, if one has it.
	// Fitted to plants in 200 projects: bench/quality/scan, docs/decisions/idioms.md.
	AgreeingAny, AgreeingTwo, AgreeingOne = 150, 100, 80
	// ConfirmingAny and ConfirmingOne are the least numbers of names that are renamed alike, and of
	// equal literals, likewise. Fitted with AgreeingAny: bench/quality/scan.
	ConfirmingAny, ConfirmingOne = 23, 17
	// AgreeingAlone and ConfirmingAlone are both enough if no other document explains half of the
	// match. See [EditedPart]. Fitted to edited plants of 20 lines with renamed names in 100
	// projects, and to a million lines without plants: bench/quality/scan.
	AgreeingAlone, ConfirmingAlone = 50, 12
	// OneRun is the least length of a single agreeing run, and OneRunShare its share of a match
	// that one document has, likewise. Fitted with AgreeingAny: bench/quality/scan.
	OneRun, OneRunShare = 100, 0.75
	// In a comparison of two documents alone, a match keeps its names if KeptNames of its weight
	// is left without renamed ones, or if SameNames of its distinct names and literals are the
	// same. If matches with KeptNames cover CoveredAlone of a document, all their weight proves a
	// copy. KeptNames is also for a match that a second document explains. Fitted to changed
	// functions and solutions of tasks: docs/decisions/alone.md.
	KeptNames, SameNames, CoveredAlone = 0.8, 0.75, 0.9
	// A unit of fewer tokens than ShowingTokens does not show which code is common. Set by hand.
	ShowingTokens = 40
	// Other material of two documents alone makes UnprovedAlone sure at most: it may be common, or
	// a copy. Set by hand.
	UnprovedAlone = 0.4
	// RareWords is the least number of rare words in a comment that two units have. Set by hand:
	// fragments of 4 to 6 words were chance in the commands of Go.
	RareWords = 8
	// A shared comment has at least CommentWords words, where nothing says how rare the words are.
	// Set by hand.
	CommentWords = 12
	// CommentWordsAmongOthers is the same for a question of code with comments. Set by hand:
	// sentences of documentation that many programs have are shorter.
	CommentWordsAmongOthers = 24
	// A document is read for a comment if it has CommentedWords of the comment's longest words. Set
	// by hand.
	CommentedWords = 0.5
)

// What units of a comparison have in common.
const (
	// TaskUnits is the least number of units that show what the task is. Of fewer, all may be
	// copies. Set by hand.
	TaskUnits = 5
	// CommonFileUnits is the least number of submissions that have a common file. Fewer may be a
	// group of copies. Set by hand.
	CommonFileUnits = 5
	// Names of an export are names of people if OwnNames of the students have a name of their own.
	// Otherwise they are names of files. Set by hand.
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
	// The cosine of names that UsualNames of the sampled pairs stay below is usual. Collections of
	// fewer than SampledUnits units have no sample: most of their pairs may be copies. Set by hand:
	// a class of 2,000 lists 5,505 pairs, and 40,679 without.
	UsualNames, SampledUnits = 0.85, 50
	// SharedNames is the least number of names and literals that two units in two languages share.
	// Set by hand: files with fewer, such as a function in C and its caller in Go, share all they
	// have.
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
