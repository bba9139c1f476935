// Package ciformats writes findings for systems of continuous integration. The formats are those of
// GitLab Code Quality, JUnit, and PMD's CPD.
package ciformats

import (
	"net/url"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Issue is a finding in a report of Code Quality
// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
type Issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"` // unique in a report, and the same in the next one
	Severity    string   `json:"severity"`    // info, minor, major, critical or blocker
	Location    Location `json:"location"`
}

// Location is a place in a file of the repository.
type Location struct {
	Path  string `json:"path"`
	Lines Lines  `json:"lines"`
}

// Lines are lines of a file, from 1.
type Lines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// checks begins the names of checks.
const checks = "chaffinch/"

// severities are the severities by the level of a result.
var severities = map[string]string{"error": "critical", "warning": "major", "note": "info"}

// NewIssue returns the issue of a result of SARIF with a rule and a level.
func NewIssue(r sarif.Result, fingerprint string) Issue {
	at := r.Locations[0].Physical
	return Issue{
		Description: PlainText(r.Message.Text), CheckName: checks + r.RuleID, Fingerprint: fingerprint, Severity: severities[r.Level],
		Location: Location{pathOf(at.Artifact), Lines{max(1, at.Region.StartLine), at.Region.EndLine}},
	}
}

// pathOf returns the path of a file that a result names.
func pathOf(a sarif.Artifact) string {
	path, err := url.PathUnescape(strings.TrimPrefix(a.URI, "file://"))
	if err != nil {
		path = a.URI
	}
	return terminal.Safe(path)
}

var (
	link    = lazyregexp.New(`\[((?:\\.|[^\\\]])*)\]\([0-9]+\)`)
	escaped = lazyregexp.New(`\\([\\\[\]])`)
)

// PlainText returns the text of a message of SARIF without its links (section 3.11.6).
func PlainText(message string) string {
	return escaped.ReplaceAllString(link.ReplaceAllString(message, "$1"), "$1")
}
