package scans

import (
	"io"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/ciformats"
	"github.com/chaffinch-search/chaffinch/scan"
)

// issues are the open findings, the worst first.
func issues(r *scan.Report) []ciformats.Issue {
	all, seen := []ciformats.Issue{}, map[string]int{}
	for _, f := range r.Findings {
		if f.Open {
			result := scanResult(r, &f, seen)
			all = append(all, ciformats.NewIssue(result.Result, result.PartialFingerprints.Line))
		}
	}
	return all
}

// GitLab writes the open findings as a report of Code Quality.
func GitLab(out io.Writer, r *scan.Report) error { return report.JSON(out, issues(r)) }

// JUnit writes a failed test for each open finding. Each file that was not read is an error.
func JUnit(out io.Writer, r *scan.Report) error {
	s := ciformats.Suite{Name: "chaffinch scan"}
	for _, issue := range issues(r) {
		s.AddIssue(issue)
	}
	for _, fault := range faults(r) {
		s.AddError(fault)
	}
	return s.Write(out)
}
