package option

// Warnings of questions.
const (
	NoLexer            Code = "no-lexer"
	LanguagesDiffer    Code = "languages-differ"
	ReadAs             Code = "read-as"
	ReadNotAs          Code = "read-not-as"
	ReadAsPage         Code = "read-as-page"
	ReadInstead        Code = "read-instead"
	TextReadAs         Code = "text-read-as"
	BeginsInside       Code = "begins-inside"
	EndsInside         Code = "ends-inside"
	LinesNotRead       Code = "lines-not-read"
	NoTokens           Code = "no-tokens"
	QuestionNoTokens   Code = "question-no-tokens"
	DiffNoTokens       Code = "diff-no-tokens"
	DiffAddsNothing    Code = "diff-adds-nothing"
	OtherDiff          Code = "other-diff"
	OnlyComments       Code = "only-comments"
	LooksLikeProse     Code = "looks-like-prose"
	AllBoilerplate     Code = "all-boilerplate"
	AllImports         Code = "all-imports"
	TooFewTokens       Code = "too-few-tokens"
	FewTokens          Code = "few-tokens"
	NoProse            Code = "no-prose"
	UnknownCollection  Code = "unknown-collection"
	UnknownLicense     Code = "unknown-license"
	NotIndexed         Code = "not-indexed"
	HashesOnly         Code = "hashes-only"
	QuestionHashesOnly Code = "question-hashes-only"
	NoGit              Code = "no-git"
	SourceGone         Code = "source-gone"
	CoverLacks         Code = "cover-lacks"
)

// Warnings of pairs and folders.
const (
	ReadAsText        Code = "read-as-text"
	NotReadAgain      Code = "not-read-again"
	NotNamed          Code = "not-named"
	Ignored           Code = "ignored"
	SeveralIgnored    Code = "several-ignored"
	SamePart          Code = "same-part"
	PlatformNames     Code = "platform-names"
	NestedUnits       Code = "nested-units"
	TableUnused       Code = "table-unused"
	TableRow          Code = "table-row"
	TableRows         Code = "table-rows"
	TableMisses       Code = "table-misses"
	TableMissesInside Code = "table-misses-inside"
	TableIgnores      Code = "table-ignores"
	NothingDated      Code = "nothing-dated"
	BaseTooShort      Code = "base-too-short"
	CommonFiles       Code = "common-files"
	CommonRuns        Code = "common-runs"
	LicenseTexts      Code = "licence-texts"
	BothLicenses      Code = "both-licences"
	BaseUnread        Code = "base-unread"
	NearlyAllBase     Code = "nearly-all-base"
	ManyShortUnits    Code = "many-short-units"
	NoFunctions       Code = "no-functions"
	AloneInLanguage   Code = "alone-in-language"
	NearlyIdentical   Code = "nearly-identical"
	LeftOut           Code = "left-out"
	OnlyMisses        Code = "only-misses"
	NothingSelected   Code = "nothing-selected"
	NothingNamed      Code = "nothing-named"
	NothingNew        Code = "nothing-new"
	NothingWritten    Code = "nothing-written"
	NothingIndexed    Code = "nothing-indexed"
	NoFiles           Code = "no-files"
	AllSkipped        Code = "all-skipped"
	OneUnit           Code = "one-unit"
	OneUnitRead       Code = "one-unit-read"
	NoDocuments       Code = "no-documents"
	EmptyFolder       Code = "empty-folder"
)

// Warnings of scans.
const (
	NothingScanned    Code = "nothing-scanned"
	PolicyUnknown     Code = "policy-unknown"
	MarkCoversNothing Code = "mark-covers-nothing"
	ScanHashesOnly    Code = "scan-hashes-only"
	OwnCollection     Code = "own-collection"
	IndexOfProject    Code = "index-of-project"
)

// Clauses of messages: see [Say].
const (
	SeeCollections   Code = "see-collections"
	OtherFolder      Code = "other-folder"
	PlatformJoined   Code = "platform-joined"
	PlatformAttempts Code = "platform-attempts"
)

// Errors.
const (
	ContentsGone     Code = "contents-gone"
	KeepsNoSources   Code = "keeps-no-sources"
	StoresNoSources  Code = "stores-no-sources"
	KeyNoSources     Code = "key-no-sources"
	ScanossNoKey     Code = "scanoss-no-key"
	NoScanoss        Code = "no-scanoss"
	KeyNeeded        Code = "key-needed"
	WrongKey         Code = "wrong-key"
	NoKey            Code = "no-key"
	ClusterNoKey     Code = "cluster-no-key"
	ClusterNoScanoss Code = "cluster-no-scanoss"
	NoShards         Code = "no-shards"
	FewTermBits      Code = "few-term-bits"
	SourceAsBase     Code = "source-as-base"
	ReadsSources     Code = "reads-sources"
	InRepository     Code = "in-repository"
	PackedDump       Code = "packed-dump"
	IsRepository     Code = "is-repository"
	IsFetched        Code = "is-fetched"
	IsList           Code = "is-list"
	IsStream         Code = "is-stream"
	InLines          Code = "in-lines"
	NotClones        Code = "not-clones"
	NotPairs         Code = "not-pairs"
	NotScan          Code = "not-scan"
	PrintsSettings   Code = "prints-settings"
	PrintsKeyed      Code = "prints-keyed"
	PrintsUnkeyed    Code = "prints-unkeyed"
	PrintsOtherKey   Code = "prints-other-key"
	NoMatches        Code = "no-matches"
	NotKey           Code = "not-key"
	FilesUnread      Code = "files-unread"
	OriginsUnread    Code = "origins-unread"
	UnknownLanguage  Code = "unknown-language"
	NotIndexButFile  Code = "not-index-but-file"
	IsFile           Code = "is-file"
	IsIndex          Code = "is-index"
	HoldsFiles       Code = "holds-files"
	NoPermission     Code = "no-permission"
	OtherSettings    Code = "other-settings"
	OtherVersion     Code = "other-version"
	InUse            Code = "in-use"
	SegmentDamaged   Code = "segment-damaged"
	Advised          Code = "advised"
	Parquet          Code = "parquet"
	SeveralIndexes   Code = "several-indexes"
	TimedOut         Code = "timed-out"
	NoDates          Code = "no-dates"
)

var messages = []message{
	{code: NoLexer, Library: "%s is read as text, because there is no lexer for %s: a copy with other names may be missed{; %v reads it in a language like it}"},
	{code: LanguagesDiffer, Library: "%s is %s and %s is %s: some shared code may be missed{; %v reads both as one language}"},
	{code: ReadAs, Library: "the question is read as %s, as its content suggests",
		Words: Words{Page: "The snippet is read as %s. If it is in another language, set that."}},
	{code: ReadNotAs, Library: "the question is read as %s, not as %s, which its name suggests"},
	{code: ReadAsPage, Library: "the question is read as a page: its code and its text are searched for, not its tags"},
	{code: ReadInstead, Library: "the question matches nothing when read as %s: it is read as %s"},
	{code: TextReadAs, Library: "%s is read as %s, because this finds more of it"},
	{code: BeginsInside, Library: "%s seems to begin inside %s, which ends in line %d and is ignored"},
	{code: EndsInside, Library: "%s seems to end inside a string, which begins in line %d and is ignored"},
	{code: LinesNotRead, Library: "%s (%s)"},
	{code: NoTokens, Library: "%s has no tokens: it is empty, or all of it is comments"},
	{code: QuestionNoTokens, Library: "the question has no tokens: it is empty, or consists of comments, and only code in comments is indexed", Words: Words{Page: "The snippet has no code, only comments: paste code."}},
	{code: DiffNoTokens, Library: "the question has no tokens: only the added lines of a diff are searched for, without comments"},
	{code: DiffAddsNothing, Library: "this diff adds no lines: only the added lines of a diff are searched for"},
	{code: OtherDiff, Library: "the question looks like %s: only unified and normal diffs are read as diffs"},
	{code: OnlyComments, Library: "nearly all of the question is comments, and only code in comments is indexed"},
	{code: LooksLikeProse, Library: "the question looks like prose: comments and documentation in programs are not indexed, only their code"},
	{code: AllBoilerplate, Library: "all of the question is boilerplate, which is ignored", Words: Words{
		Command: "all of the question is boilerplate, which is ignored: chaffinch boilerplate list$INDEX shows it"}},
	{code: AllImports, Library: "all of the question is import lines, which do not count{; %v counts them}",
		Words: Words{Page: "All of the snippet is import lines, which do not count: paste other lines."}},
	{code: TooFewTokens, Library: "%s has only %s, and a fingerprint needs at least %d: use more lines",
		Words: Words{Page: "The snippet is too short to be found: paste more lines."}},
	{code: FewTokens, Library: "%s has %d tokens; copies of fewer than %d may be missed: use more lines",
		Words: Words{Page: "The snippet is short, and some copies of it may be missed: paste more lines."}},
	{code: NoProse, Library: "the index has no fingerprints of prose, so nothing is found"},
	{code: UnknownCollection, Library: "the index has no collection %s: %v"},
	{code: UnknownLicense, Library: "unknown licence %s: use an SPDX identifier such as GPL-3.0-only, or a pattern such as GPL-*"},
	{code: NotIndexed, Library: "%s itself is not in the index: index skips it (%s)"},
	{code: HashesOnly, Library: "the index keeps hashes only, not sources: documents are ranked by their fingerprints, without matching lines"},
	{code: QuestionHashesOnly, Library: "the question has fingerprints only: documents are ranked by them, without matching lines"},
	{code: NoGit, Library: "git repositories cannot be read, so documents from them are ranked by the index alone: %v"},
	{code: SourceGone, Library: "%s is gone or has changed since it was indexed: ranked by the index alone"},
	{code: CoverLacks, Library: "%d candidates are left out of the cover: gone or changed since indexed",
		One: "%d candidate is left out of the cover: gone or changed since indexed"},

	{code: ReadAsText, Library: "%d files are read as text, because there is no lexer for %s: a copy with other names may be missed{; %v reads all files in a language like it}",
		One: "%d file is read as text, because there is no lexer for %s: a copy with other names may be missed{; %v reads all files in a language like it}"},
	{code: NotReadAgain, Library: "%v"},
	{code: NotNamed, Library: "%d more files that were not compared are not named{: %v lists them}", Words: Words{
		Page: "%d more files that were not compared are not named"}},
	{code: Ignored, Library: "%s is not compared, because of %s{: %v compares it}", Words: Words{Page: "%s is not compared, because of %s"}},
	{code: SeveralIgnored, Library: "%d files and folders are not compared, because of ignore files among them: the first is %s, because of %s{; %v compares them}", Words: Words{
		Page: "%d files and folders are not compared, because of ignore files among them: the first is %s, because of %s"}},
	{code: SamePart, Library: "%d of %d paths have a submission %s: if each path is one submission, name the folder that they are in instead", Words: Words{
		Page:   "%d of %d groups have a submission %s: if each of them is not a group, but one submission, set “A submission is” to “a folder or archive”.",
		Reader: "%d of %d groups have a submission %s: if each of them is one submission, do not compare them as groups"}},
	{code: NestedUnits, Library: "%s has nothing but the folder %s: each folder and archive in there is read as a submission"},
	{code: PlatformNames, Library: "%s is read as an export of %s with %d submissions%v%v: an info.csv that lists submissions replaces these names"},
	{code: PlatformJoined, Library: ", %d of them joined from several files or folders"},
	{code: PlatformAttempts, Library: ", %d of them further attempts, not compared with their student's others",
		One: ", %d of them a further attempt, not compared with its student's others"},
	{code: TableUnused, Library: "%s is neither used nor compared: %v"},
	{code: TableRow, Library: "%s, %s"},
	{code: TableRows, Library: "%s: %d more rows have such problems"},
	{code: TableMisses, Library: "%s: %d of %d entries matched no submission: %s"},
	{code: TableMissesInside, Library: "%s: %d of %d entries matched no submission: %s; each file is compared as a submission: use %v dir for folders and archives"},
	{code: TableIgnores, Library: "starter code, marked as ignored in %s: %s"},
	{code: NothingDated, Library: "no %s has a date, so %v makes none late"},
	{code: CommonFiles, Library: "%d files that most of %d submissions have are ignored, as starter code is: %s{; %v counts them}",
		One: "%d file that most of %d submissions have is ignored, as starter code is: %s{; %v counts it}"},
	{code: CommonRuns, Library: "code that more than half of %d submissions have is ignored, as starter code is{; %v counts it}"},
	{code: LicenseTexts, Library: "%d files are texts of licences, which anybody may have: they are ignored, as starter code is: %s{; %v counts them}"},
	{code: BothLicenses, Library: "both are texts of licences, which anybody may have: what they share is no sign of a copy"},
	{code: BaseTooShort, Library: "the boilerplate to ignore (%v) is too short to match anything: no code is ignored", Words: Words{
		Page:   "“Starter code” is too short to match anything: no code is ignored",
		Reader: "the starter code is too short to match anything: no code is ignored"}},
	{code: BaseUnread, Library: "no file of the boilerplate to ignore (%v) can be read: no code is ignored", Words: Words{
		Page:   "No file of “Starter code” can be read: no code is ignored",
		Reader: "no file of the starter code can be read: no code is ignored"}},
	{code: NearlyAllBase, Library: "%d of %d tokens are in %v, and ignored: name only starter code there, not submissions"},
	{code: ManyShortUnits, Library: "too many short units: partners of %d units of %d to %d tokens are found by their fingerprints only, as for long units"},
	{code: NoFunctions, Library: "functions cannot be told in %d files: %s", One: "functions cannot be told in %d file: %s"},
	{code: NearlyIdentical, Library: "%d %s are nearly identical: each is compared with the first %s of its group (%s), and with others if they have more in common"},
	{code: AloneInLanguage, Library: "%d submissions are alone in their language, so only names and literals are compared: %s",
		One: "%d submission is alone in its language, so only names and literals are compared: %s"},
	{code: LeftOut, Library: "the %d pairs that have least in common were not compared: raise %v, or set %v to %d", Words: Words{
		Page:   "the %d pairs that have least in common were not compared: raise %v",
		Reader: "the %d pairs that have least in common were not compared: raise the minimum score"}},
	{code: OnlyMisses, Library: "%v: %s not compared: %s"},
	{code: NothingSelected, Library: "nothing to compare: %v selects no file"},
	{code: NothingNamed, Library: "nothing to compare: %v names nothing that is compared"},
	{code: NothingNew, Library: "nothing to compare: everything is from %v"},
	{code: NothingWritten, Library: "nothing to compare: all files look generated or minified"},
	{code: NothingIndexed, Library: "nothing to compare: the index is empty"},
	{code: NoFiles, Library: "nothing to compare: there are no files"},
	{code: AllSkipped, Library: "nothing to compare: all files skipped: %v{ (%v lists them)}", Words: Words{
		Page: "nothing to compare: all files skipped: %v"}},
	{code: OneUnit, Library: "nothing to compare %s with: it is the only %s"},
	{code: OneUnitRead, Library: "nothing to compare %s with: it is the only %s (skipped: %s{; %v lists them})", Words: Words{
		Page: "nothing to compare %s with: it is the only %s (skipped: %s)"}},
	{code: NoDocuments, Library: "the index has no documents in collection %s: %v"},
	{code: EmptyFolder, Library: "%s has no files to compare"},

	{code: NothingScanned, Library: "no file is read: the project has none, or all are left out"},
	{code: PolicyUnknown, Library: "the policy names %s, which is neither an SPDX identifier nor the licence of a copy: use an identifier such as GPL-3.0-only, or GPL-*"},
	{code: MarkCoversNothing, Library: "the mark at %s covers nothing: %s"},
	{code: ScanHashesOnly, Library: "the index keeps hashes only: findings in files that are not identical are shared fingerprints, without lines and copyright of the origin"},
	{code: OwnCollection, Library: "the collection %s is not searched, because its files are in %s, which is being scanned"},
	{code: IndexOfProject, Library: "the index is inside the scanned repository, so a change of the repository can alter the findings: %s"},

	{code: ContentsGone, Library: "its files are gone or have changed, and the index does not store contents (%v)", Words: Words{
		Command: "its files are gone or have changed, and the index does not store contents (index %v)"}},
	{code: KeepsNoSources, Library: "the index keeps no sources (%v)", Words: Words{Command: "the index keeps no sources (index %v)"}},
	{code: StoresNoSources, Library: "an index of hashes only stores no sources: omit one of %v and %v"},
	{code: KeyNoSources, Library: "an index with a key keeps no sources: add %v"},
	{code: ScanossNoKey, Library: "SCANOSS fingerprints are made without a key: omit one of %v and %v"},
	{code: NoScanoss, Library: "the index has no SCANOSS fingerprints: create one with %v"},
	{code: KeyNeeded, Library: "the index was made with a key: give it as %v", Words: Words{Command: "the index was made with a key: name its file with %v"}},
	{code: WrongKey, Library: "the index was made with another key, %s...: give it as %v", Words: Words{Command: "the index was made with another key, %s...: name its file with %v"}},
	{code: NoKey, Library: "the index has no key: omit %v"},
	{code: ClusterNoKey, Library: "an index on a cluster has no key: omit %v, or use a folder"},
	{code: ClusterNoScanoss, Library: "an index on a cluster has no SCANOSS fingerprints: omit %v, or use a folder"},
	{code: FewTermBits, Library: "it keeps %d bits of a fingerprint, which cannot join more: index its sources again with %v %d"},
	{code: NoShards, Library: "creating index %s: only an index on a cluster has shards: omit %v"},
	{code: SourceAsBase, Library: "boilerplate is kept as source, and this index keeps hashes only: use an index without %v"},
	{code: ReadsSources, Library: "importing to %s: the index reads sources, and a file of hashes has none: use an index made with %v"},
	{code: InRepository, Library: "%s is a folder of the git repository %s: name that, with %v %s/"},
	{code: PackedDump, Library: "a dump in 7z is not read: unpack it", Words: Words{
		Command: "a dump in 7z is not read: unpack it, or print its Posts.xml into chaffinch index, as chaffinch index --help shows"}},
	{code: IsRepository, Library: "%s is a git repository: specify a revision of it, packed by git archive -o code.tar HEAD"},
	{code: IsFetched, Library: "%s has to be fetched: index it, and compare the contents of the index", Words: Words{
		Command: "%s has to be fetched: index it with chaffinch index --index NEW, and compare its contents with chaffinch pairs --index NEW"}},
	{code: IsList, Library: "%s lists packages: name one of them", Words: Words{
		Command: "%s lists packages: index them with chaffinch index, or name one of them"}},
	{code: IsStream, Library: "%s is standard input: specify a folder, a file or an archive"},
	{code: InLines, Library: "%s has documents in its lines: index it, and compare the contents of the index", Words: Words{
		Command: "%s has documents in its lines: index it with chaffinch index --index NEW, and compare its contents with chaffinch pairs --index NEW"}},
	{code: NotClones, Library: "not the JSON of pairs with a minimum match: create it with Clones", Words: Words{
		Command: "not the JSON of pairs --min-match: create it with chaffinch pairs --min-match 50 --format json"}},
	{code: NotPairs, Library: "not the JSON of pairs: create it with Pairs", Words: Words{
		Command: "not the JSON of pairs without --min-match: create it with chaffinch pairs --format json"}},
	{code: NotScan, Library: "not the JSON of a scan: create it with Run", Words: Words{
		Command: "not the JSON of a scan: create it with chaffinch scan --output FILE.json"}},
	{code: PrintsSettings, Library: "the fingerprints of %s were made with other settings than the index: make them again with the settings of the index", Words: Words{
		Command: "the fingerprints of %s were made with other settings than the index (--k, --w, --selection): make them again with the settings of the index"}},
	{code: PrintsKeyed, Library: "they were made with a key, and the index has none: make them again without %v"},
	{code: PrintsUnkeyed, Library: "they were made without a key, and the index has one: make them again with %v"},
	{code: PrintsOtherKey, Library: "they were made with another key than the index: make them again with its %v"},
	{code: NoMatches, Library: "it has no matches", Words: Words{Command: "it has no matches: chaffinch scan --review writes them"}},
	{code: FilesUnread, Library: "%v could not be read"},
	{code: OriginsUnread, Library: "documents that may be the origin of %v could not be read: index them again"},
	{code: NoDates, Library: "no document is from %v %s and from %v %s: use a later date for %v"},
	{code: SeeCollections, Library: "Index.Collections lists them", Words: Words{Command: "chaffinch list$INDEX --collections lists them",
		API: "GET /api/v1/collections lists them", Assistant: "corpus_info lists them"}},
	{code: OtherFolder, Library: "use another folder", Words: Words{
		Command: "use another --index", Cached: "set XDG_CACHE_HOME to use another folder"}},
	{code: UnknownLanguage, Library: "unknown language %q: use a name such as Go or C++", Words: Words{
		Command: "unknown language %q: chaffinch languages lists them", API: "unknown language %q: GET /api/v1/languages lists them",
		Form: "unknown language %q: choose one of the list"}},
	{code: NotIndexButFile, Library: "%v, but a file: %v"},
	{code: IsFile, Library: "it is a file: %v"},
	{code: IsIndex, Library: "it is an index: open it, or %v"},
	{code: HoldsFiles, Library: "the folder holds other files: %v"},
	{code: NoPermission, Library: "%v: change its permissions, or %v"},
	{code: OtherSettings, Library: "index %s was made with %s %s, not %s: remove it and index again, or %v"},
	{code: OtherVersion, Library: "index %s was made with %s %s, not %s: make a new index in another folder, or remove this one and index again: %v"},
	{code: InUse, Library: "index %s is in use by %s: try again when it is done, or wait for it with %v"},
	{code: SegmentDamaged, Library: "the segment is damaged{: Index.Check says what to do}", Words: Words{
		Command: "the segment is damaged{: chaffinch check$INDEX says what to do}"}},
	{code: Advised, Library: "%v{: %v}"},
	{code: Parquet, Library: "Parquet is not read: write the rows of a file as JSON lines, as duckdb does, and index these", Words: Words{
		Command: "Parquet is not read: write the rows of a file as JSON lines, as duckdb does, into chaffinch index jsonl:-"}},
	{code: SeveralIndexes, Library: "several indexes are served: name one of %s", Words: Words{
		API: "several indexes are served: add ?index= and one of %s"}},
	{code: TimedOut, Library: "the request timed out: send fewer lines, or raise the server's --max-time", Words: Words{
		Form: "the request timed out: send fewer lines", Assistant: "the request timed out: send fewer lines"}},
	{code: NotKey, Library: "%q is not the key of a match", Words: Words{Command: "%q is not the key of a match: chaffinch scan --json prints keys"}},
}
