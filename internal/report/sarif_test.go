package report

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif/sariftest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// pairLog is a log with results of pairs.
type pairLog struct {
	Runs []struct {
		sarif.Run
		Results []pairResult `json:"results"`
	} `json:"runs"`
}

// sarifOf writes the result, and checks it.
func sarifOf(t *testing.T, r *pairs.Report, o SARIFOptions) pairLog {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(t.Context(), &b, r, o); err != nil {
		t.Fatal(err)
	}
	for _, fault := range sariftest.Faults(b.Bytes()) {
		t.Error(fault)
	}
	var log pairLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log
}

func TestSARIF_FollowsStandard(t *testing.T) {
	for name, r := range map[string]*pairs.Report{
		"nothing": {Warnings: []answer.Warning{{Text: "nothing to compare"}}}, "files": files(t), "folders": folders(t),
	} {
		t.Run(name, func(t *testing.T) { sarifOf(t, r, SARIFOptions{Version: "1.2.3"}) })
	}
}

// A check that could not read a source that it was asked for did not succeed.
func TestSARIF_NamesSourcesThatWereNotRead(t *testing.T) {
	r := files(t)
	r.UnreadSources = []string{"a.c (binary)"}
	run := sarifOf(t, r, SARIFOptions{Version: "1"}).Runs[0].Invocations[0]
	if run.ExecutionSuccessful || run.Notifications[0].Message.Text != "not read: a.c (binary)" {
		t.Errorf("%+v", run)
	}
}

func TestSARIF_ResultIsAPair(t *testing.T) {
	run := sarifOf(t, files(t), SARIFOptions{Version: "1"}).Runs[0]
	var texts []string
	for _, res := range run.Results {
		texts = append(texts, res.RuleID+" "+res.Level+" "+res.Message.Text)
	}
	want := []string{
		`identical error b \[1\].go is identical to [a.go](1): 132 tokens.`,
		`verbatim error a.go (and 1 copy) is similar to [d/c:1.go, lines 1-25](1): score 0.976 (sure 99%), verbatim; 100% of it is in matches.`,
	}
	if len(texts) != len(want) {
		t.Fatalf("%q", texts)
	}
	for i := range want {
		if !strings.HasPrefix(texts[i], want[i]) {
			t.Errorf("%s\nis not %s", texts[i], want[i])
		}
	}
	here, there := run.Results[1].Locations[0].Physical, run.Results[1].RelatedLocations[0].Physical
	if here.Region != (sarif.Region{StartLine: 1, StartColumn: 1, EndLine: 25, EndColumn: 2}) || there.Region != (sarif.Region{StartLine: 1, StartColumn: 19, EndLine: 25, EndColumn: 2}) {
		t.Errorf("%+v, %+v", here, there)
	}
	if there.Artifact.URIBaseID != "" || !strings.HasSuffix(there.Artifact.URI, "/d/c%3A1.go") || !strings.HasPrefix(there.Artifact.URI, "file:///") {
		t.Errorf("%+v", there.Artifact)
	}
}

func TestSARIF_PathsAreRelativeToTheWorkingFolder(t *testing.T) {
	root := filetest.Folder(t, copies)
	t.Chdir(root)
	for _, path := range []string{root, ".", "d/.."} {
		r := comparedBelow(t, pairs.Options{Matches: true}, path)
		run := sarifOf(t, r, SARIFOptions{Version: "1"}).Runs[0]
		if a := run.Results[0].Locations[0].Physical.Artifact; a != (sarif.Artifact{URI: "b%20%5B1%5D.go", URIBaseID: sarif.Root}) {
			t.Errorf("%+v", a)
		}
		if _, ok := run.OriginalURIBaseIDs[sarif.Root]; !ok {
			t.Errorf("%+v", run.OriginalURIBaseIDs)
		}
	}
}

func TestSARIF_FingerprintsOutliveEdits(t *testing.T) {
	before := sarifOf(t, compared(t, pairs.Options{Matches: true}, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n"}), SARIFOptions{Version: "1"})
	after := sarifOf(t, compared(t, pairs.Options{Matches: true}, map[string]string{"a.go": queue, "b.go": "// new\n" + queue + "\nvar x = 2\n"}), SARIFOptions{Version: "1"})
	x, y := before.Runs[0].Results[0].PartialFingerprints, after.Runs[0].Results[0].PartialFingerprints
	if x.Pair != y.Pair || x.Line != y.Line || x.Contents == y.Contents {
		t.Errorf("%+v, %+v", x, y)
	}
}

func TestSARIF_LocationIsInTheCopy(t *testing.T) {
	r := compared(t, pairs.Options{Matches: true}, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": queue})
	at := func() (all []string) {
		for _, res := range sarifOf(t, r, SARIFOptions{Version: "1"}).Runs[0].Results {
			all = append(all, res.Locations[0].Physical.Artifact.URI[strings.LastIndexByte(res.Locations[0].Physical.Artifact.URI, '/')+1:], res.BaselineState)
		}
		return all
	}
	if got := at(); !reflect.DeepEqual(got, []string{"c.go", "", "a.go", ""}) {
		t.Errorf("%q", got)
	}
	r.Units[0].New, r.Pairs[0].New, r.Baseline = true, true, "known.json"
	if got := at(); !reflect.DeepEqual(got, []string{"a.go", "unchanged", "a.go", "new"}) {
		t.Errorf("%q: a.go is new", got)
	}
	r.Units[0].New, r.Units[1].New, r.NewIdentical = false, true, []int{0}
	if got := at(); !reflect.DeepEqual(got, []string{"c.go", "new", "b.go", "new"}) {
		t.Errorf("%q: b.go is new", got)
	}
}

func TestSARIF_WritesAtMostTop(t *testing.T) {
	for top, want := range map[int]int{0: 2, 1: 1, 2: 2, 5: 2} {
		if n := len(sarifOf(t, files(t), SARIFOptions{Version: "1", Top: top}).Runs[0].Results); n != want {
			t.Errorf("%d results for a limit of %d", n, top)
		}
	}
}
