package threshold_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

var update = flag.Bool("update", false, "write testdata/users.txt")

// repeated are the texts that repeat a threshold: documents, comments of public fields, and
// defaults that cannot name a constant. Each pattern has the value as its group, and every match of
// it must have that.
var repeated = []struct {
	name    string
	value   float64
	file    string
	pattern string
}{
	{"ListedOrigin", threshold.ListedOrigin, "answer/options.go", `by evidence[\s/]+(0\.\d+)`},
	{"ListedOrigin", threshold.ListedOrigin, "docs/scores.md", `(?:below|over) (0\.0\d+)(?: \| idioms| \| over|, 11%)`},
	{"ListedOrigin", threshold.ListedOrigin, "docs/assistants.md", `The score is (0\.0\d+) or more`},
	{"ListedSimilar", threshold.ListedSimilar, "answer/options.go", `for Similar (0\.\d+)`},
	{"ListedSimilar", threshold.ListedSimilar, "docs/scores.md", "`similar` lists scores from (0\\.\\d+)"},
	{"ListedTrace", threshold.ListedTrace, "answer/options.go", `by the index alone[\s/]+(0\.\d+)`},
	{"ListedTrace", threshold.ListedTrace, "docs/search.md", `by the index alone, from a score of (0\.\d+)`},
	{"ListedPair", threshold.ListedPair, "pairs/options.go", `(?:The command uses|10 if MinScore is) (0\.\d+)`},
	{"ListedPair", threshold.ListedPair, "docs/pairs.md", `(?s)With .--min-score.\s\(unless it is (0\.\d+)\)`},
	{"ListedPair", threshold.ListedPair, "docs/scores.md", "(?:`pairs` lists scores from |\\| )(0\\.\\d+)(?:, the default|\\. Of independent)"},
	{"ListedPair", threshold.ListedPair, "docs/from-jplag.md", `the default is (0\.\d+)`},
	{"ListedFinding", threshold.ListedFinding, "docs/scan.md", `The minimum is (0\.\d+), about eight renamed lines`},
	{"ListedFinding", threshold.ListedFinding, "docs/assistants.md", `The score is (0\.[1-9]\d*) or more`},
	{"LikelyCopy", threshold.LikelyCopy, "scan/report.go", `probability of[\s/]+(0\.\d+)`},
	{"LikelyCopy", threshold.LikelyCopy, "docs/scan.md", `at least (\d+)% sure`},
	{"LinkedPair", threshold.LinkedPair, "docs/class.md", "`--link-score`, (0\\.\\d+) by default"},
	{"UnlikelyHit", threshold.UnlikelyHit, "answer/hit.go", `with a probability below (0\.\d+)`},
	{"LinkedPair", threshold.LinkedPair, "pairs/options.go", `from 0 to 1\. 0 is (0\.\d+)`},
	{"GrownPair", threshold.GrownPair, "pairs/options.go", `grown by at[\s/]+most (0\.\d+)`},
	{"GrownPair", threshold.GrownPair, "docs/pairs.md", `has grown by more than (0\.\d+)`},
	{"LinkedPair", threshold.LinkedPair, "pairs/options.go", `that links two units; 0 is (0\.\d+)`},
	{"ListedPair", threshold.ListedPair, "pairs/options.go", `query:"minScore".* default:"(0\.\d+)"`},
	{"ErrorPair", threshold.ErrorPair, "docs/json.md", "the level is `error` from a score of (0\\.\\d+)"},
	{"WarningPair", threshold.WarningPair, "docs/json.md", "`warning` from (0\\.\\d+)"},
	{"SurePart", threshold.SurePart, "docs/pairs.md", `would be (\d+)% sure`},
	{"CommonUnits", threshold.CommonUnits, "docs/class.md", `in more than (half) of the submissions`},
	{"OneTask", threshold.OneTask, "docs/scores.md", `with a cosine of (0\.\d+) or more`},
	{"EnoughOwn", threshold.EnoughOwn, "docs/scan.md", `a match with at least (four fifths) of its lines`},
	{"CommonFile", threshold.CommonFile, "pairs/options.go", `least (three quarters) of the submissions`},
	{"CommonFile", threshold.CommonFile, "docs/pairs.md", `files that (three quarters) have`},
	{"IdiomDocuments", threshold.IdiomDocuments, "docs/design.md", `and in at least (ten)`},
	{"IdiomDocuments", threshold.IdiomDocuments, "docs/scan.md", `and at least (ten)`},
	{"IdiomDocuments", threshold.IdiomDocuments, "docs/assistants.md", `and at least (ten)`},
	{"1/IdiomShare", 1.0 / threshold.IdiomShare, "docs/design.md", `occurs in (\d+)% of the contents`},
	{"1/IdiomShare", 1.0 / threshold.IdiomShare, "docs/scan.md", `a match found in (\d+)% of the documents`},
	{"1/IdiomShare", 1.0 / threshold.IdiomShare, "docs/assistants.md", `at least (\d+)% of all documents`},
}

var inWords = map[string]float64{"four fifths": 0.8, "three quarters": 0.75, "ten": 10, "half": 0.5}

// elsewhere are the numbers outside of this package, by reason: for each folder, the constants and
// functions with a fraction, and the constants of a least number.
var elsewhere = map[string]string{
	"coefficients of a score": "query/align: certainties ofPairs ofShort leastSimilar leastOdds leastLength mostCertain Score bytesOfProof wholeOfFew wholeAlone wholeByNames partAlone partByUnits partNames " +
		"renamed single originGrammar leastPairGrammar mostPairGrammar leastInSeries leastShuffled shareExponent exactShare characterWeight leastAlike cosineShare spelledLess; " +
		"internal/trees: samePath sameName; internal/evidence: lacking; internal/collection/units: lowWeight leastRun; pairs: kernelWidth fenceFactor; analyzer/detect: weightLetter weightSign leastSigned; analyzer/lex: LexCut",
	"parts of an alignment": "query/align: leastDuplicate leastRepeated leastFill leastExtension leastPlaces leastSymbol fewNames",
	"bounds of work, and samples": "dedup: missed leastKeys enoughShared; query/align: pairMargin EstimateError originMargin; query/blevequery: enough; internal/evidence: enoughProved leastProbe leastRest leastSampled fewOrigins manyHits; " +
		"internal/collection/units: NewEstimator; internal/pairing: greatestMargin leastHeld leastPart; internal/remote: hedgeShare leastMeasured manyHits; scan: fewHashes; analyzer/lex: fewStops; index/segment: leastTop; internal/license: leastKnown; cmd/chaffinch: manyContents",
	"rounding": "internal/collection/candidates: rounding; internal/collection/units: most nothing; internal/evidence: rounded sameShare; internal/remote: roughly; query/blevequery: slack; internal/inspect: distribute; " +
		"internal/report: FourDecimals tenThousandths wholePercent; internal/report/html: newData; internal/serve/mcp: describe; pairs: scoreOf valley; scan: add; cmd/chaffinch: underWay; internal/license: similar",
	"forms of text": "analyzer: leastComment leastDocstring; analyzer/detect: leastYAML leastKeys leastCode; internal/parts: leastDrawn few least leastDoubted leastInside leastCodeLines leastCodeTokens leastClauses; " +
		"internal/notice: fewFunctions fewLines leastLarge leastFiles; internal/collection/platform: leastFitting; internal/collection/units: least leastNested leastBeside",
	"limits of options": "dedup: DefaultThreshold LeastShingle LeastOverlap; analyzer: LeastKey LeastTermBits; analyzer/winnow: leastMod; pairs: LeastCloneTokens",
	"layout of a report, units of a figure": "cmd/chaffinch: least leastGroup leastPage; internal/report: least leastShared leastForTop; internal/report/diff: leastText; internal/report/html: leastGap leastOfPair PageForms; " +
		"internal/serve: secondsOf; internal/serve/mcp: fewHits fewTokens; internal/terminal: leastWidth; web/internal/build: Web",
	"tests": "internal/hittest: fill change; internal/indextest: testSearch testRevisions near",
}

// leastNumber are the names of constants that something is compared with. Whole numbers under other
// names are mostly bounds of work, and sizes.
var leastNumber = regexp.MustCompile(`^(?i:least|enough|few|many)`)

// A number that decides is in this package, so each number elsewhere has another reason.
func TestThresholds_AreInOnePlace(t *testing.T) {
	reasons := map[string]bool{} // false if no number has the name
	for _, all := range elsewhere {
		for folder := range strings.SplitSeq(all, "; ") {
			folder, names, _ := strings.Cut(folder, ": ")
			for name := range strings.FieldsSeq(names) {
				reasons[folder+" "+name] = false
			}
		}
	}
	number := func(folder, name string, literal *ast.BasicLit, isConstant bool) {
		v, err := strconv.ParseFloat(literal.Value, 64)
		if literal.Kind == token.FLOAT && (err != nil || v != 0) || literal.Kind == token.INT && isConstant && leastNumber.MatchString(name) {
			if _, ok := reasons[folder+" "+name]; !ok {
				t.Errorf("%s: %s has the number %s: name it in internal/threshold, or add its reason to this test", folder, name, literal.Value)
			}
			reasons[folder+" "+name] = true
		}
	}
	eachDeclaration(t, func(folder, name string, d ast.Node) {
		if folder == "internal/threshold" {
			return
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, v := range n.Values {
					ast.Inspect(v, func(v ast.Node) bool {
						if l, is := v.(*ast.BasicLit); is {
							number(folder, n.Names[i].Name, l, true)
						}
						return true
					})
				}
				return false
			case *ast.BasicLit:
				number(folder, name, n, false)
			}
			return true
		})
	})
	for name, used := range reasons {
		if !used {
			t.Errorf("%s has no number: remove it from this test", name)
		}
	}
}

// eachDeclaration calls f with the functions and constants of the program, and the folder of each.
func eachDeclaration(t *testing.T, f func(folder, name string, d ast.Node)) {
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if name := d.Name(); err != nil || d.IsDir() && (name == "testdata" || name == "bench" || strings.HasPrefix(name, ".") && name != "..") {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel("../..", filepath.Dir(file))
		folder = filepath.ToSlash(folder)
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				f(folder, d.Name.Name, d)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, is := s.(*ast.ValueSpec); is {
						f(folder, v.Names[0].Name, v)
					}
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Who changes a threshold sees which functions read it.
func TestThresholds_NameTheirUsers(t *testing.T) {
	users := map[string]map[string]bool{}
	eachDeclaration(t, func(folder, name string, d ast.Node) {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is && fmt.Sprint(s.X) == "threshold" {
				if users[s.Sel.Name] == nil {
					users[s.Sel.Name] = map[string]bool{}
				}
				users[s.Sel.Name][folder+"."+name] = true
			}
			return true
		})
	})
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(users)) {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(slices.Sorted(maps.Keys(users[name])), " "))
	}
	const file = "testdata/users.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if known, err := os.ReadFile(file); err != nil || string(known) != b.String() {
		t.Errorf("%s, %v: go test ./internal/threshold -update; then read the comments of what changes:\n%s", file, err, b.String())
	}
}

func TestThresholds_AreInTheTextsThatRepeatThem(t *testing.T) {
	for _, r := range repeated {
		text, err := os.ReadFile("../../" + r.file)
		if err != nil {
			t.Fatal(err)
		}
		all := regexp.MustCompile(r.pattern).FindAllSubmatch(text, -1)
		if len(all) == 0 {
			t.Errorf("%s: nothing matches %s: the text of %s is another now", r.file, r.pattern, r.name)
		}
		for _, m := range all {
			value, err := inWords[string(m[1])], error(nil)
			if value == 0 {
				value, err = strconv.ParseFloat(string(m[1]), 64)
				if value >= 1 { // percent
					value /= 100
				}
			}
			if err != nil || fmt.Sprint(value) != fmt.Sprint(r.value) {
				t.Errorf("%s repeats %s in %q", r.file, fmt.Sprint(r.name, " = ", r.value), m[0])
			}
		}
	}
}

// Each threshold says what it was fitted to, or that it was set by hand.
func TestThresholds_SayWhatTheyWereFittedTo(t *testing.T) {
	fitted := regexp.MustCompile(`bench/|[Ss]et\sby\shand|docs/decisions|\[ListedOrigin\]`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	constants := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, is := d.(*ast.GenDecl); is && d.Tok == token.CONST && !strings.HasSuffix(name, "_test.go") {
				for _, spec := range d.Specs {
					constants++
					if v := spec.(*ast.ValueSpec); !fitted.MatchString(v.Doc.Text()) {
						t.Errorf("%s: %s", v.Names[0], v.Doc.Text())
					}
				}
			}
		}
	}
	if constants < 60 {
		t.Errorf("%d constants", constants)
	}
}
