package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// sarifOf writes the result, and checks it.
func sarifOf(t *testing.T, r *chaffinch.Result, o SARIFOptions) sarifLog {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(t.Context(), &b, r, o); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	for _, fault := range sarifFaults("", objects["log"], v) {
		t.Error(fault)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log
}

// object describes an object of the standard, as far as chaffinch writes it: for every key the kind
// of its value. A key that ends in ! is required. "*" is any key.
//
// It follows the prose of the standard, because the JSON schema has another licence.
type object map[string]string

var objects = map[string]object{
	"log":           {"$schema!": "string", "version!": "2.1.0", "runs!": "[]run"},
	"run":           {"tool!": "tool", "invocations": "[]invocation", "originalUriBaseIds": "bases", "columnKind": "utf16CodeUnits|unicodeCodePoints", "results!": "[]result"},
	"tool":          {"driver!": "driver"},
	"driver":        {"name!": "string", "version": "string", "rules!": "[]rule"},
	"rule":          {"id!": "string", "name": "string", "shortDescription!": "message", "fullDescription!": "message", "help!": "message", "defaultConfiguration": "configuration", "properties": "tags"},
	"configuration": {"level": "none|note|warning|error"},
	"tags":          {"tags": "[]string"},
	"invocation":    {"executionSuccessful!": "bool", "toolExecutionNotifications": "[]notification"},
	"notification":  {"level": "none|note|warning|error", "message!": "message"},
	"message":       {"text!": "string"},
	"bases":         {"*": "base"},
	"base":          {"description": "message"},
	"result": {
		"ruleId!": "string", "ruleIndex": "natural", "level": "none|note|warning|error", "rank": "percent", "message!": "message",
		"locations!": "[]location", "relatedLocations!": "[]location", "partialFingerprints!": "strings",
		"baselineState": "new|unchanged|updated|absent", "properties": "numbers", "suppressions": "[]suppression",
	},
	"suppression":      {"kind!": "inSource|external", "status": "accepted|underReview|rejected", "justification": "string"},
	"location":         {"id": "natural", "physicalLocation!": "physicalLocation", "message": "message"},
	"physicalLocation": {"artifactLocation!": "artifact", "region": "region"},
	"artifact":         {"uri!": "uri", "uriBaseId": "%SRCROOT%"},
	"region":           {"startLine!": "positive", "startColumn": "positive", "endLine": "positive", "endColumn": "positive"},
	"strings":          {"*": "string"},
	"numbers":          {"*": "number"},
}

var scalars = map[string]func(v any) bool{
	"string": func(v any) bool { s, ok := v.(string); return ok && s != "" },
	"uri": func(v any) bool {
		s, ok := v.(string)
		u, err := url.Parse(s)
		return ok && err == nil && u.String() == s
	},
	"bool":     func(v any) bool { _, ok := v.(bool); return ok },
	"number":   func(v any) bool { _, ok := v.(float64); return ok },
	"natural":  func(v any) bool { n, ok := v.(float64); return ok && n >= 0 && n == math.Trunc(n) },
	"positive": func(v any) bool { n, ok := v.(float64); return ok && n >= 1 && n == math.Trunc(n) },
	"percent":  func(v any) bool { n, ok := v.(float64); return ok && n >= 0 && n <= 100 },
}

// sarifFaults lists the violations in an object.
func sarifFaults(path string, o object, v map[string]any) (faults []string) {
	for key := range o {
		if name, needed := strings.CutSuffix(key, "!"); needed && v[name] == nil {
			faults = append(faults, path+" has no "+name)
		}
	}
	for key, value := range v {
		kind := cmp.Or(o[key], o[key+"!"], o["*"])
		if kind == "" {
			faults = append(faults, path+" has "+key)
			continue
		}
		faults = append(faults, valueFaults(path+"."+key, kind, value)...)
	}
	return faults
}

func valueFaults(path, kind string, value any) (faults []string) {
	if element, isArray := strings.CutPrefix(kind, "[]"); isArray {
		all, ok := value.([]any)
		if !ok {
			return []string{path + " is no array"}
		}
		for _, v := range all {
			faults = append(faults, valueFaults(path+"[]", element, v)...)
		}
		return faults
	}
	if o, isObject := objects[kind]; isObject {
		v, ok := value.(map[string]any)
		if !ok {
			return []string{path + " is no object"}
		}
		return sarifFaults(path, o, v)
	}
	fits := scalars[kind]
	if fits == nil {
		fits = func(v any) bool { s, ok := v.(string); return ok && slices.Contains(strings.Split(kind, "|"), s) }
	}
	if !fits(value) {
		return []string{fmt.Sprintf("%s is %v, and no %s", path, value, kind)}
	}
	return nil
}

func TestSARIF_FollowsStandard(t *testing.T) {
	for name, r := range map[string]*chaffinch.Result{
		"nothing": {Warnings: []string{"nothing to compare"}}, "files": files(t), "folders": folders(t),
	} {
		t.Run(name, func(t *testing.T) { sarifOf(t, r, SARIFOptions{Version: "1.2.3"}) })
	}
}

func TestSARIF_FindsViolations(t *testing.T) {
	for _, bad := range []string{
		`{"version": "2.1.0", "runs": []}`, `{"$schema": "x", "version": "2.0", "runs": []}`, `{"$schema": "x", "version": "2.1.0", "runs": {}}`,
		`{"$schema": "x", "version": "2.1.0", "runs": [], "more": 1}`, `{"$schema": "x", "version": "2.1.0", "runs": [1]}`,
		`{"$schema": "x", "version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": []}}, "results": [{}]}]}`,
	} {
		var v map[string]any
		if err := json.Unmarshal([]byte(bad), &v); err != nil {
			t.Fatal(err)
		}
		if len(sarifFaults("", objects["log"], v)) == 0 {
			t.Errorf("no fault in %s", bad)
		}
	}
	for uri, good := range map[string]bool{"a%20b/c.go": true, "a b/c.go": false, "file:///a.go": true, "%": false} {
		if scalars["uri"](uri) != good {
			t.Errorf("%q", uri)
		}
	}
}

func TestSARIF_ResultIsAPair(t *testing.T) {
	run := sarifOf(t, files(t), SARIFOptions{Version: "1"}).Runs[0]
	var texts []string
	for _, res := range run.Results {
		texts = append(texts, res.RuleID+" "+res.Level+" "+res.Message.Text)
	}
	want := []string{
		`identical error b \[1\].go is identical to [a.go](1): 134 tokens.`,
		`verbatim error a.go (and 1 copy) is similar to [d/c:1.go, lines 1-25](1): score 0.977 (sure 99%), verbatim; 100% of it is in matches.`,
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
	if here.Region != (sarifRegion{1, 1, 25, 2}) || there.Region != (sarifRegion{1, 19, 25, 2}) {
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
		r := comparedBelow(t, chaffinch.PairsOptions{Matches: true}, path)
		run := sarifOf(t, r, SARIFOptions{Version: "1"}).Runs[0]
		if a := run.Results[0].Locations[0].Physical.Artifact; a != (sarifArtifact{URI: "b%20%5B1%5D.go", URIBaseID: srcRoot}) {
			t.Errorf("%+v", a)
		}
		if _, ok := run.OriginalURIBaseIDs[srcRoot]; !ok {
			t.Errorf("%+v", run.OriginalURIBaseIDs)
		}
	}
}

func TestSARIF_FingerprintsOutliveEdits(t *testing.T) {
	before := sarifOf(t, compared(t, chaffinch.PairsOptions{Matches: true}, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n"}), SARIFOptions{Version: "1"})
	after := sarifOf(t, compared(t, chaffinch.PairsOptions{Matches: true}, map[string]string{"a.go": queue, "b.go": "// new\n" + queue + "\nvar x = 2\n"}), SARIFOptions{Version: "1"})
	x, y := before.Runs[0].Results[0].PartialFingerprints, after.Runs[0].Results[0].PartialFingerprints
	if x.Pair != y.Pair || x.Line != y.Line || x.Contents == y.Contents {
		t.Errorf("%+v, %+v", x, y)
	}
}

func TestSARIF_LocationIsInTheCopy(t *testing.T) {
	r := compared(t, chaffinch.PairsOptions{Matches: true}, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": queue})
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

func TestColumn_CountsUTF16CodeUnits(t *testing.T) {
	const source = "ab\nä🐦c\xffd\n"
	for text, want := range map[string]int{"ab": 1, "b": 2, "ä": 1, "🐦": 2, "c": 4, "\xff": 5, "d": 6} {
		if got := column([]byte(source), strings.Index(source, text)); got != want {
			t.Errorf("%q is in column %d, not %d", text, got, want)
		}
	}
}
