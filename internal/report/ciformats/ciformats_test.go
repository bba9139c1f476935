package ciformats

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
)

func TestNewIssue_IsPlain(t *testing.T) {
	text := `Copy of [` + sarif.LinkText(`a[1]\b.c`) + `, lines 1-9](1), [MIT](1); also lines [3](2).`
	r := sarif.Result{Level: "warning", RuleID: "renamed/copyleft", Message: sarif.Message{Text: text}, Locations: []sarif.Location{
		sarif.At(sarif.Artifact{URI: "src/a%20b%25.c", URIBaseID: sarif.Root}, sarif.Region{StartLine: 3, EndLine: 9}),
	}}
	want := Issue{`Copy of a[1]\b.c, lines 1-9, MIT; also lines 3.`, "chaffinch/renamed/copyleft", "x:1", "major", Location{"src/a b%.c", Lines{3, 9}}}
	if got := NewIssue(r, "x:1"); got != want {
		t.Errorf("%+v", got)
	}
}

func TestSuite_Counts(t *testing.T) {
	read := func(s *Suite) (got Suite) {
		t.Helper()
		var b strings.Builder
		if err := s.Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal([]byte(b.String()), &got); err != nil {
			t.Fatal(err, b.String())
		}
		return got
	}
	if s := read(&Suite{}); s.Tests != 1 || s.Failures+s.Errors != 0 || len(s.Cases) != 1 || s.Cases[0].Failure != nil {
		t.Errorf("no finding: %+v", s)
	}
	s := Suite{Name: "<&\""}
	s.AddIssue(Issue{Description: "a \" < copy", CheckName: "chaffinch/x", Severity: "major", Location: Location{"a.c", Lines{3, 9}}})
	s.AddError("b.c: too-large")
	got := read(&s)
	if got.Tests != 2 || got.Failures != 1 || got.Errors != 1 || got.Name != s.Name || got.Cases[0].Name != "a.c:3" ||
		got.Cases[0].Failure.Message != "a \" < copy" || got.Cases[1].Error.Message != "b.c: too-large" {
		t.Errorf("%+v", got)
	}
}
