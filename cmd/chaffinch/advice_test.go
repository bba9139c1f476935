package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// adviceRule matches a text that tells the user what to do: a clause starts with an imperative, or
// says what a command or flag does.
var adviceRule = regexp.MustCompile(`(?:^|[:;,] |\(|, or |, and |\n +)(?:` +
	`add|allow|ask|change|check|choose|close|compare|compute|count|create|delete|escape|fill|give|` +
	`index (?:again|it|your|them)|keep|lower|make (?:a|room)|map|name|omit|open|put|raise|recreate|` +
	`remove|rename|repair|restore|run|see|set|shorten|specify|split|try|type|unpack|use|wait|write)\b` +
	`|must be |needs a PATH|takes no |did you mean|(?:^chaffinch|(?:[:;] |\()(?:chaffinch|%[sv]|[A-Z]\w+\.[A-Z]\w+|--[a-z]\S*)) (?:[a-z0-9 $INDEX-]+ )?(?:lists?|says|shows|removes|reads)\b`)

// eachFile parses the Go files of the program, or its tests.
func eachFile(t *testing.T, tests bool, do func(*token.FileSet, *ast.File)) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "bench" || name == "release" || name == "testdata" || name == "build" || // programs for developers
			name == "language" || // rows of data
			name[0] == '.' && name != ".."):
			return fs.SkipDir
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") != tests:
			return nil
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err == nil {
			do(files, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// adviceIn returns the texts of the program that advise.
func adviceIn(t *testing.T) map[string]token.Position {
	t.Helper()
	found := map[string]token.Position{}
	eachFile(t, false, func(files *token.FileSet, f *ast.File) {
		if strings.Contains(files.Position(f.Pos()).Filename, "internal/license/") { // words that it recognises
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			x, ok := n.(ast.Expr)
			if isHelp(n) || !ok {
				return !isHelp(n)
			}
			text, whole := literal(x)
			if strings.Contains(text, " ") && adviceRule.MatchString(text) {
				found[text] = files.Position(x.Pos())
			}
			return !whole
		})
	})
	return found
}

// testNames returns the names of all tests.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	eachFile(t, true, func(_ *token.FileSet, f *ast.File) {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				names[d.Name.Name] = true
			}
		}
	})
	return names
}

var flagMethod = regexp.MustCompile(`^(Bool|String|StringSlice|Int|Int64|Float64|Duration|)VarP?$`)

// isHelp reports whether the node is the help of a command or a flag.
func isHelp(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && (key.Name == "Use" || key.Name == "Short" || key.Name == "Long" || key.Name == "Example")
	case *ast.CallExpr:
		f, ok := n.Fun.(*ast.SelectorExpr)
		return ok && flagMethod.MatchString(f.Sel.Name)
	}
	return false
}

// literal returns the text of a string literal, or of a sum with one. Other operands are "%v".
func literal(x ast.Expr) (text string, ok bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(x.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		a, first := literal(x.X)
		b, second := literal(x.Y)
		if x.Op != token.ADD || !first && !second {
			return "", false
		}
		if !first {
			a = "%v"
		}
		if !second {
			b = "%v"
		}
		return a + b, true
	}
	return "", false
}

// cmdAdvises runs a program, which must print the advice.
func cmdAdvises(ts *testscript.TestScript, _ bool, args []string) {
	switch {
	case len(args) > 1 && args[1] == "chaffinch":
		runHere(ts, args[1:])
	case len(args) > 1:
		runProcess(ts, args[1:])
	}
	if printed := remembered(ts).printed.String(); !printedAs(args[0]).MatchString(printed) {
		ts.Fatalf("no advice %q in: %s", args[0], printed)
	}
}

// optionName matches the name of an option of the library, and onAnIndex a command in advice.
var (
	optionName = regexp.MustCompile(`((Search|Export)Options|(pairs|scan)\.(Clone)?(Options|Policy))\.[A-Z]\w+|Document\.Language`)
	onAnIndex  = regexp.MustCompile(`chaffinch (index|check|list|boilerplate list|boilerplate add)\b`)
)

// printedAs matches what the program prints for a text of the source.
func printedAs(text string) *regexp.Regexp {
	return libraryText(optionName.ReplaceAllString(oneLine(text), "%s"))
}

// libraryText matches a text with verbs of package fmt.
func libraryText(text string) *regexp.Regexp {
	words := regexp.MustCompile(`%(\\\.\d+)?[a-z]`).ReplaceAllString(regexp.QuoteMeta(text), `.*`)
	words = onAnIndex.ReplaceAllString(words, "$0( --index (\\S+|'.*'))?")
	return regexp.MustCompile(`(?s)` + strings.ReplaceAll(words, " ", `\s+`))
}

// oneLine removes line breaks and indentation.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var advisedCommand = regexp.MustCompile(`\bchaffinch (?:[a-z]+ )*-?[^:;\n]*(?:; chaffinch [^\n;]*)*`)

// cmdObeys runs the commands that were printed last.
func cmdObeys(ts *testscript.TestScript, _ bool, args []string) {
	printed := remembered(ts).printed.String()
	if strings.HasPrefix(printed, "warning:") { // wrapped
		printed = oneLine(printed)
	}
	line := advisedCommand.FindString(printed)
	line = regexp.MustCompile(` (lists them|shows it|says what to do).*`).ReplaceAllString(line, "")
	if code := runProcess(ts, []string{"sh", "-c", line}); strconv.Itoa(code) != strings.Join(append(args, "0")[:1], "") {
		ts.Fatalf("%s exits with %d", line, code)
	}
}

// Every advice in the source has a trial: a script in testdata/script or TestAdvice_OfTheLibrary
// provokes it and does what it says, or it is in triedElsewhere. A new one fails until it has.
func TestAdvice_IsTried(t *testing.T) {
	tried, found, tests := trials(t), adviceIn(t), testNames(t)
	for _, x := range libraryTrials(t) {
		tried[x.advice] = "advice_library_test.go"
	}
	for text, test := range triedElsewhere {
		if !strings.HasPrefix(test, "none: ") && !tests[test] {
			t.Errorf("%q: there is no %s", text, test)
		}
		tried[oneLine(text)] = test
	}
	option.Messages(func(command string, others []string) {
		if at, ok := found[command]; ok { // clauses are in braces
			delete(found, command)
			found[strings.NewReplacer("{", "", "}", "", "$INDEX", "").Replace(command)] = at
		}
		for _, words := range others {
			if words != command {
				delete(found, words)
			}
		}
	})
	for text, at := range found {
		if tried[oneLine(text)] == "" && !endsAnother(found, text) {
			t.Errorf("%s: %q is not tried: add it to a script testdata/script/advice_*.txtar", at, text)
		}
		delete(tried, oneLine(text))
	}
	for text, where := range tried {
		t.Errorf("%s: no text of the source is %q", where, text)
	}
}

// Each face has its own names for options, so texts take them from the table.
func TestAdvice_NamesOptionsOfTheTable(t *testing.T) {
	for text, at := range adviceIn(t) {
		if name := optionName.FindString(text); name != "" {
			t.Errorf("%s: %q names %s: use package option", at, text, name)
		}
	}
}

// endsAnother reports whether the text is the end of a longer one.
func endsAnother(all map[string]token.Position, text string) bool {
	for other := range all {
		if other != text && strings.HasSuffix(other, " "+text) {
			return true
		}
	}
	return false
}

var adviceLine = regexp.MustCompile(`(?m)^advises '((?:[^']|'')*)'`)

// trials returns the advice that scripts try, with the name of the script. A script must obey each
// before it provokes the next.
func trials(t *testing.T) map[string]string {
	t.Helper()
	tried := map[string]string{}
	names, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(script)
		for _, at := range adviceLine.FindAllStringSubmatchIndex(text, -1) {
			advice := strings.ReplaceAll(text[at[2]:at[3]], "''", "'")
			rest, _, _ := strings.Cut(text[at[1]:], "\nadvises ")
			if !regexp.MustCompile(`(?m)^(obeys( 1)?|exits 0 .*)$`).MatchString(rest) {
				t.Errorf("%s: nothing obeys %q", name, advice)
			}
			tried[oneLine(advice)] = name
		}
	}
	return tried
}

// triedElsewhere has the advice that no script follows, with the test that does, or the reason why
// none can.
var triedElsewhere = map[string]string{
	"unknown tool %q: use %s": "TestGuard_NamesTheTools",
	"%s is read from its repository, not from its work tree, so no lines changed since %s: omit the history, branches or revision, or the revision since": "TestRun_SinceExcludesTheHistory",
	"the clone is shallow, so get more commits with git fetch --deepen 1, or check out with fetch-depth 2":                                                "TestRun_SinceInShallowClone",
	"this report is damaged, or was changed: open it as a file of its own":                                                                                "TestReopen_RefusesOtherFiles",
	"this report was made by a newer version of chaffinch: open it as a file of its own, or use a newer page":                                             "TestReopen_RefusesOtherFiles",
	"this is the report of a scan: open it as a file of its own":                                                                                          "TestReopen_RefusesOtherFiles",
	"%s was changed or deleted after you chose it. Remove the files under “Where to look”, choose them again, and search again.":                          "TestPage_FilesVanish",
	"it is beside the folder or archive of its submissions: put it in there":                                                                              "TestPairs_OfYearsAndGroups",
	"Shows how much of each project is in the other, and which files were moved, copied, split or merged.":                                                "none: the text of a form",
	"--out is empty: name a new folder":       "none: web.txtar tries it, and chaffinch web --out NEW if the program has the browser edition",
	"%s exists: name a new folder with --out": "none: web.txtar tries it if the program has the browser edition",
	"this program was built without the browser edition: in a checkout, run go generate ./web and build again":                            "none: web.txtar tries it if the program lacks the browser edition",
	"SOURCE_DATE_EPOCH is %q: set it to seconds since 1970, or unset it":                                                                  "TestSourceDate",
	"%v is not the name of an archive: add ?name=work.zip (or .tar, .tar.gz)":                                                             "TestJobs_RefusesWhatIsTooMuch",
	"the upload is incomplete: try again":                                                                                                 "TestJobs_RefusesWhatIsTooMuch",
	"the result is larger than 256 MiB: upload fewer files, or use a smaller top":                                                         "TestJobs_BoundResults",
	"the job has not finished: try again later, or follow its events":                                                                     "TestJobs_CanBeCancelled",
	"the job timed out: upload fewer files, or raise the server's --max-job-time":                                                         "TestJobs_HaveALimitOfTime",
	"the server's disk is full: try again later, or free space in its temporary folder":                                                   "TestJobs_AFullDiskIsLogged",
	"there is nothing to search for: paste code or text, or choose a file":                                                                "TestPages_SayWhatIsWrong",
	"the source is no longer available: run the search again":                                                                             "TestPages_SayWhatIsWrong",
	"%s is larger than %d KiB, too long for a link: use --open, and choose the file in the page":                                          "TestServe_AskOpensThePage",
	"no PATH is given, so all %s contents of the index are compared, which may take minutes: add a PATH or --collection to compare fewer": "TestPairs_SayThatAWholeIndexTakesLong",
	" %v not listed: choose to list them, too.":                                                                                           "TestForm_ListsWeakerDocuments",
	"method not allowed: use %v":                                                                          "TestAPI_ErrorsSayWhatToDo",
	"repair it with Repair":                                                                               "TestRepair_DropsASegment",
	"restore the last published state with Repair":                                                        "TestRepair_RestoresTheStore",
	"remove %s from collection %s, and index it again from %s":                                            "TestCheck_FindsInconsistencies",
	"unpublished changes are lost: run the last update again":                                             "TestRepair_RestoresTheStore",
	"add the boilerplate %v":                                                                              "TestRepair_NamesLostBoilerplate",
	"%w: run chaffinch check":                                                                             "TestServer_OutlivesTruncatedSegments",
	"no such path: see /api/v1/openapi.json":                                                              "TestAPI_ErrorsSayWhatToDo",
	"no index is named %q: use %s":                                                                        "TestAPI_ErrorsSayWhatToDo",
	"format %s is not supported: use plain":                                                               "TestScanoss_Refuses",
	"unknown type %s of assets: use identify or blacklist":                                                "TestScanoss_Refuses",
	"an index on a cluster has no SCANOSS fingerprints: omit %v, or use a folder":                         "TestCreate_RefusesWhatAClusterLacks",
	"source and bytes exclude each other: set one of them":                                                "TestAPI_ErrorsSayWhatToDo",
	"several indexes are served: name one of %s":                                                          "TestIndexes_AreFoundByName",
	"there is no index to serve: name one with --index":                                                   "TestIndexes_AreFoundByName",
	"%v: try again in a few seconds":                                                                      "TestAsk_BoundsWhatWaits",
	"the request timed out: send fewer lines, or raise the server's --max-time":                           "TestAsk_BoundsWhatWaits",
	"the request was cancelled, or the server is shutting down: try again":                                "none: the client has gone",
	"the request body is incomplete: try again":                                                           "TestServer_OutlivesHostileClients",
	"the server is shutting down: use another one":                                                        "TestRun_AnswersBeforeItEnds",
	"too many requests at once: try again in a few seconds":                                               "TestServer_BoundsRequests",
	"host %v is not allowed: use localhost or the IP address, or add --host":                              "TestGuard_RefusesOtherSitesAndStrangers",
	"cross-site request refused: use a page of this server, or a program":                                 "TestGuard_RefusesOtherSitesAndStrangers",
	"reading the certificate: %w: check --tls-cert and --tls-key":                                         "TestRun_Encrypts",
	"%v that may be the origin could not be read: index them again":                                       "TestVerdict_IsIncompleteWhileOriginsAreGone",
	"make room on that disk and run it again":                                                             "TestLimits_FullDisk",
	"allow larger files (ulimit -f) and run it again":                                                     "TestLimits_FileSize",
	"allow more open files (ulimit -n) and run it again":                                                  "TestLimits_OpenFiles",
	"%v: change its permissions, or %v":                                                                   "TestLimits_Permissions",
	"the repair did not finish: run it again":                                                             "TestRepair_InterruptedSaysWhatItDid",
	"%d more files that were not compared are not named: %v lists them":                                   "TestPairs_CountsUnreadFilesThatItDoesNotName",
	"the index has no SCANOSS fingerprints: create one with %v":                                           "TestMatchWFP_Options",
	"%v not listed: %v lists all":                                                                         "TestPairs_SaysWhatIsNotListed",
	"the %d pairs that have least in common were not compared: raise %v, or set %v to %d":                 "TestPairs_WithinBounds",
	"%v is %v: use a number from 0 to 1":                                                                  "TestPairs_SaysWhatIsWrong",
	"%v is %v: use true or false":                                                                         "TestPairs_SaysWhatIsWrong",
	"the upload has no files: choose a folder, files or an archive":                                       "TestPairs_SaysWhatIsWrong",
	"its date is %v: write a date such as 2026-11-24":                                                     "TestDecisions_SaysWhatIsWrong",
	"the index at its path does not open, so the server keeps the state that it has: run chaffinch check": "TestIndexes_KeepTheStateIfANewerOneIsDamaged",
	"the token is missing or wrong: add the header Authorization: Bearer TOKEN, or enter the token as the password in a browser": "TestGuard_RefusesOtherSitesAndStrangers",
	"could not open a browser (%v): open it yourself at %v%v":                                                                    "TestServe_AskPrintsTheLinkWithoutABrowser",
	"%s sets no flag: unset it, or name a flag as chaffinch serve --help says":                                                   "TestCommands_Scripts",

	"\nThe text of %s is missing: add it by hand.  \n":                                  "none: is a line of a document",
	"make room within your quota and run it again":                                      "none: needs a quota, and is as for a full disk",
	"close other programs and run it again":                                             "none: needs the open files of the whole system",
	"walking %s: %w: check its permissions, or run as a user who may read it":           "none: root may read every folder",
	"reading the table of submissions: %w: check its permissions":                       "none: root may read every file",
	"keeping the contents of archives in %s: %w (set TMPDIR to use another folder)":     "none: needs a full disk for temporary files",
	"%s is not printed to a terminal: write it to a file with --output %s":              "none: needs a terminal",
	"is %g, which more than %d pairs may reach: raise it":                               "none: takes millions of pairs",
	"block exceeds its size limit: split the index":                                     "none: takes 256 MiB of postings of few terms",
	"merging keeps failing: check whether the disk is full":                             "none: Bleve does not say why it fails; a full disk is reported by TestLimits_FullDisk",
	"it cannot be repaired: remove it and index again":                                  "none: the last resort if six rounds do not help; TestRepair_AnyDamage has never needed it",
	"index again with this program":                                                     "none: a segment of a version to come, in an index of this one",
	"nested documents are not supported: index them one by one":                         "none: no index of this program has them",
	"field %s supplies hashes: name it in the configuration, see Config":                "none: for a program that implements segment.Field",
	"one segment is a %T: all must be of type chaffinch":                                "none: Bleve writes one type of segments to an index",
	"files were changed, moved or deleted while they were compared: compare them again": "TestPairs_SplitSeeTheSame",
	"weights file is invalid, damaged or from another version: delete it":               "none: the index replaces it without a word",

	"wrong address %q: use %s/absolute/path":                                                                         "TestGit_SaysWhatIsWrong",
	"use opensearch://HOST:9200,HOST2:9200/NAME":                                                                     "TestParseAddress",
	"it names a user: set %s and %s in the environment instead":                                                      "TestParseAddress",
	"%s is another machine, and %s does not encrypt: use %s":                                                         "TestParseAddress",
	"wrong name of an index %q: use lower-case letters and digits: %s":                                               "TestParseAddress",
	"a user and a password belong together: set %s, and %s or %s":                                                    "TestFromEnvironment",
	"diff is not a complete unified diff: send what git diff prints, or use find_origin for code":                    "TestCheckChanges_SaysWhatToSend",
	"lines is %s: use two numbers from 1, such as 10-40":                                                             "TestQuestion_ReadsOnlyTheFolder",
	"possible: a copy of a few lines, a comment, or common code. Searched %v; compare the lines before you judge.":   "TestFindOrigin_GivesTheVerdictFirst",
	"\nThere are more: use a limit over %d.":                                                                         "TestFindOrigin_ListsFiveAndMoreOnRequest",
	"%s is not the URI of a source: use the source of a hit, such as chaffinch://INDEX/ID?lines=10-40":               "TestExplainMatch_ShowsTheLines",
	"%s is not a regular file: name a file, or send the text as code":                                                "TestQuestion_ReadsOnlyTheFolder",
	"%v: see the input schema of the tool":                                                                           "TestFindOrigin_ListsFiveAndMoreOnRequest",
	"there is nothing to look up: set code or path":                                                                  "TestQuestion_ReadsOnlyTheFolder",
	"there is nothing to look up: set code":                                                                          "TestQuestion_ReadsOnlyTheFolder",
	"diff and base exclude each other: set one of them":                                                              "TestCheckChanges_SaysWhatToSend",
	"there are no changes to check: set diff to what git diff prints":                                                "TestCheckChanges_SaysWhatToSend",
	"lines %s of this source have %d bytes; the maximum is %d: use fewer, with ?lines=%d-%d":                         "TestResources_RefuseWhatIsNoSource",
	"code and path exclude each other: set one of them":                                                              "TestQuestion_ReadsOnlyTheFolder",
	"there is no file %s in the working folder: give its path from there":                                            "TestQuestion_ReadsOnlyTheFolder",
	"reading standard input: %w: an assistant starts this command and sends messages of MCP, see docs/assistants.md": "TestMCP_PrintsOnlyTheProtocol",
	"this source does not match the code: use the source of a find_origin hit for the same code":                     "TestExplainMatch_ShowsTheLines",
	"the server cannot read or write its files: see its log":                                                         "TestJobs_AFullDiskIsLogged",
	"it is empty: name another file":                                                                                 "TestQuestion_ReadsOnlyTheFolder",

	"the cluster does not know the user (401): set %s and %s, or %s":            "TestDo_FailsAtOnce",
	"the host redirects (%d), which is not followed: use the address of a node": "TestDo_FailsAtOnce",
	"if it was stopped, run it again, which completes it":                       "TestNode_SaysWhatToDo",

	"%w: %s is there, but not %s, which belongs to it: restore it from a snapshot, or remove %s and index again": "TestNode_LeavesOtherIndexes",

	"the nodes have too little memory to list terms: give them more, see docs/cluster.md: %w": "TestAnswers_WithoutRoom",
	"another process removed contents meanwhile: run the command again":                       "TestNode_WritersDoNotHarmEachOther",
}
