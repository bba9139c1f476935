package align_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/chaffinch-search/chaffinch/query/align"
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
	{"ListedOrigin", align.ListedOrigin, "answer/options.go", `by evidence[\s/]+(0\.\d+)`},
	{"ListedOrigin", align.ListedOrigin, "docs/scores.md", `(?:below|over) (0\.0\d+)(?: \| idioms| \| over|, 11%)`},
	{"ListedOrigin", align.ListedOrigin, "docs/assistants.md", `The score is (0\.0\d+) or more`},
	{"ListedSimilar", align.ListedSimilar, "answer/options.go", `for Similar (0\.\d+)`},
	{"ListedSimilar", align.ListedSimilar, "docs/scores.md", "`similar` lists scores from (0\\.\\d+)"},
	{"ListedTrace", align.ListedTrace, "answer/options.go", `by the index alone (0\.\d+)`},
	{"ListedTrace", align.ListedTrace, "cmd/chaffinch/ask.go", `by the index alone: (0\.\d+)`},
	{"ListedPair", align.ListedPair, "pairs/options.go", `(?:The command uses|10 if MinScore is) (0\.\d+)`},
	{"ListedPair", align.ListedPair, "docs/pairs.md", `(?s)With .--min-score.\s\(unless it is (0\.\d+)\)`},
	{"ListedPair", align.ListedPair, "docs/scores.md", "(?:`pairs` lists scores from |\\| )(0\\.\\d+)(?:, the default|\\. Of independent)"},
	{"ListedPair", align.ListedPair, "docs/from-jplag.md", `the default is (0\.\d+)`},
	{"ListedPair", align.ListedPair, "internal/serve/jobapi.go", `default:"(0\.\d+)" doc:"minimum score of a pair"`},
	{"ListedPair", align.ListedPair, "internal/report/html/assets/web/js/82-settings.js", `minScore: .*value: (0\.\d+)`},
	{"ListedFinding", align.ListedFinding, "docs/scan.md", `The minimum is (0\.\d+), about eight renamed lines`},
	{"ListedFinding", align.ListedFinding, "docs/assistants.md", `The score is (0\.[1-9]\d*) or more`},
	{"LikelyCopy", align.LikelyCopy, "scan/report.go", `probability of[\s/]+(0\.\d+)`},
	{"LikelyCopy", align.LikelyCopy, "docs/scan.md", `at least (\d+)% sure`},
	{"LinkedPair", align.LinkedPair, "docs/class.md", "`--link-score`, (0\\.\\d+) by default"},
	{"CommonUnits", align.CommonUnits, "internal/report/html/assets/web/js/84-jobs.js", `maxShare: common \? (0\.\d+) : 0`},
	{"1/IdiomShare", 1.0 / align.IdiomShare, "docs/design.md", `occurs in (\d+)% of the contents`},
	{"1/IdiomShare", 1.0 / align.IdiomShare, "docs/scan.md", `a match found in (\d+)% of the documents`},
	{"1/IdiomShare", 1.0 / align.IdiomShare, "docs/assistants.md", `at least (\d+)% of all documents`},
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
			value, err := strconv.ParseFloat(string(m[1]), 64)
			if value >= 1 { // percent
				value /= 100
			}
			if err != nil || fmt.Sprint(value) != fmt.Sprint(r.value) {
				t.Errorf("%s repeats %s in %q", r.file, fmt.Sprint(r.name, " = ", r.value), m[0])
			}
		}
	}
}

// Each threshold says what it was fitted to, or that it was set by hand.
func TestThresholds_SayWhatTheyWereFittedTo(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "thresholds.go", nil, parser.ParseComments)
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
