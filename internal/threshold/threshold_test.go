package threshold_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

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
	{"ListedPair", threshold.ListedPair, "internal/report/html/assets/web/js/82-settings.js", `minScore: .*value: (0\.\d+)`},
	{"ListedFinding", threshold.ListedFinding, "docs/scan.md", `The minimum is (0\.\d+), about eight renamed lines`},
	{"ListedFinding", threshold.ListedFinding, "docs/assistants.md", `The score is (0\.[1-9]\d*) or more`},
	{"LikelyCopy", threshold.LikelyCopy, "scan/report.go", `probability of[\s/]+(0\.\d+)`},
	{"LikelyCopy", threshold.LikelyCopy, "docs/scan.md", `at least (\d+)% sure`},
	{"LinkedPair", threshold.LinkedPair, "docs/class.md", "`--link-score`, (0\\.\\d+) by default"},
	{"UnlikelyHit", threshold.UnlikelyHit, "answer/hit.go", `with a probability below (0\.\d+)`},
	{"LinkedPair", threshold.LinkedPair, "pairs/options.go", `from 0 to 1; 0 is (0\.\d+)`},
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
	{"CommonUnits", threshold.CommonUnits, "internal/report/html/assets/web/js/84-jobs.js", `maxShare: common \? (0\.\d+) : 0`},
	{"1/IdiomShare", 1.0 / threshold.IdiomShare, "docs/design.md", `occurs in (\d+)% of the contents`},
	{"1/IdiomShare", 1.0 / threshold.IdiomShare, "docs/scan.md", `a match found in (\d+)% of the documents`},
	{"1/IdiomShare", 1.0 / threshold.IdiomShare, "docs/assistants.md", `at least (\d+)% of all documents`},
}

var inWords = map[string]float64{"four fifths": 0.8, "three quarters": 0.75, "ten": 10, "half": 0.5}

// otherNumbers are the numbers between 0 and 1 that packages which list and judge copies have
// outside of threshold.go, by reason.
var otherNumbers = map[string]string{
	"rounding":                         "internal/collection/candidates:1e-6,1e-9 internal/collection/units:0.5,1e-9 internal/evidence:1e-6 pairs:.5 scan:0.01 query/blevequery:1e-7",
	"coefficients of a score":          "query/align:0.01,0.056,0.1,0.2,0.25,0.3,0.393,0.44,0.478,0.5,0.515,0.599,0.6,0.65,0.7,0.75,0.858,0.98,0.9999 internal/evidence:0.25,0.5 internal/trees:0.1,0.3",
	"versions and forks of a document": "internal/evidence:0.1,0.7,0.75,0.9,0.95,0.995 scan:0.5 internal/pairing:.8",
	"how a question is read":           "internal/evidence:0.2,0.8 internal/collection/units:0.2",
	"density of best scores":           "pairs:0.01,0.035,0.05,0.5",
	"bounds of work":                   "internal/pairing:0.85 internal/collection/units:0.25",
}

// A threshold of a score is in threshold.go, so each number elsewhere has another reason.
func TestThresholds_AreInOneFile(t *testing.T) {
	allowed := map[string]bool{}
	for _, all := range otherNumbers {
		for _, of := range strings.Fields(all) {
			folder, numbers, _ := strings.Cut(of, ":")
			for n := range strings.SplitSeq(numbers, ",") {
				allowed[folder+" "+n] = true
			}
		}
	}
	folders, err := filepath.Glob("../../internal/collection/*")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	for _, folder := range append(folders, "../../internal/evidence", "../../internal/pairing", "../../internal/trees", "../../scan", "../../answer", "../../pairs", "../../query/align", "../../query/blevequery", "../..") {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if l, is := n.(*ast.BasicLit); is && l.Kind == token.FLOAT {
					v, err := strconv.ParseFloat(l.Value, 64)
					if name := strings.TrimPrefix(filepath.ToSlash(folder), "../../") + " " + l.Value; err != nil || v > 0 && v < 1 && !allowed[name] {
						t.Errorf("%s has the number %s: name it in threshold.go, or add its reason here", file, l.Value)
					}
				}
				return true
			})
		}
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
	file, err := parser.ParseFile(token.NewFileSet(), "threshold.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	fitted := regexp.MustCompile(`bench/|[Ss]et by hand|docs/decisions|\[ListedOrigin\]|both documents`)
	for _, d := range file.Decls {
		for _, spec := range d.(*ast.GenDecl).Specs {
			if v := spec.(*ast.ValueSpec); !fitted.MatchString(v.Doc.Text()) {
				t.Errorf("%s: %s", v.Names[0], v.Doc.Text())
			}
		}
	}
}
