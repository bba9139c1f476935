package scan

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Report is what [Run] returns. Its JSON keys are stable: new ones may be added.
type Report struct {
	// Tree is the project, as named. Paths of files are below it, with slashes.
	Tree string `json:"tree"`
	// Since is the revision whose unchanged lines were left out, or empty.
	Since string    `json:"since,omitempty"`
	Date  time.Time `json:"date"`  // of the scan
	Index Index     `json:"index"` // the index that was searched
	// Basis identifies the project, the state of the index, the options and the program. Files that
	// are unchanged since a report of the same basis are not searched again: see [Options.Earlier].
	// It is empty if that cannot be known.
	Basis string `json:"basis,omitempty"`
	// MinScore is the minimum score of a finding.
	MinScore float64 `json:"minScore"`
	Totals   Totals  `json:"totals"` // sums over the files
	// Files are the files that were read, by path; empty, never null.
	Files []File `json:"files"`
	// Findings are ordered by file and line; empty, never null.
	Findings []Finding `json:"findings"`
	// Stale are decisions about copies that are gone, though the origin is in the index. The file
	// is gone or has other text. Unseen are decisions about copies that may be there or gone. A
	// scan that leaves out copies, such as by a filter, has neither. Both are empty, never null.
	Stale  []Decision `json:"stale"`
	Unseen []Decision `json:"unseen"`
	// DecidedBy counts the findings that files or options closed; empty, never null.
	DecidedBy []DecidedBy `json:"decidedBy"`
	// NarrowedBy lists settings and ignore files that may make the scan find less. Git's ignore
	// files in a work tree do not count. It is empty, never null.
	NarrowedBy []NarrowedBy `json:"narrowedBy"`
	// Skipped counts the files that were not read, by reason.
	Skipped map[document.Reason]int `json:"skipped"`
	// LeftOut names at most 10,000 unread files, source-like ones first; empty, never null.
	LeftOut []LeftOut `json:"leftOut"`
	// Unread are unreadable files, and changed source-like ones of LeftOut; empty, never null.
	Unread []Unread `json:"unread"`
	// Gone names the documents that could not be read, by file. Copies from them are not found, so
	// the scan is incomplete. It is empty, never null.
	Gone     []Gone           `json:"gone"`
	Warnings []answer.Warning `json:"warnings"` // what may be wrong with the result; empty, never null

	base    string            // begins the names of files
	root    string            // of the project, as occurrences have it
	decided string            // the folder of the file of decisions
	top     string            // of the work tree of git that the project is in, empty if it is in none
	below   string            // path of the project in it
	sources map[string][]byte // of files, by content: see [Options.Sources]
	marks   map[string][]mark // in files, by path
}

// errNoReport is the error for input that is not the JSON of a report.
var errNoReport = option.Fail(option.NotScan)

// UnmarshalJSON reads the JSON of a report of [Run]. It refuses all other JSON.
func (r *Report) UnmarshalJSON(text []byte) error {
	if err := readOutline(text, func(string) {}); err != nil {
		return err
	}
	type plain Report
	var p plain
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%w (%w)", errNoReport, err)
	}
	*r = Report(p)
	for i := range r.Findings { // a text may have been edited
		r.Findings[i].set(r.Findings[i].Status, r.Findings[i].Decision)
	}
	r.Totals.Open = openOf(slices.Values(r.Findings))
	return nil
}

// Index describes the searched index.
type Index struct {
	Path     string `json:"path"`     // the folder or address
	Contents int    `json:"contents"` // distinct documents
	// Guarantee is t: any shared run of that many tokens makes its document a candidate.
	Guarantee int `json:"guarantee"`
}

// Totals count files, lines and findings. A line counts once, for the first of copied, own, common
// and unchanged that applies; the others are unexplained: no document of the index has them.
type Totals struct {
	Files  int `json:"files"`  // that were read
	Lines  int `json:"lines"`  // of these files
	Tokens int `json:"tokens"` // of these files
	Copied int `json:"copied"` // lines
	Own    int `json:"own"`    // lines whose origin is the project's own
	Common int `json:"common"` // lines that many documents have
	// Unchanged are the lines that the revision has: see [Report.Since].
	Unchanged   int `json:"unchanged,omitempty"`
	Unexplained int `json:"unexplained"` // lines that no finding covers
	// Open are the findings that need a decision: see [Finding.Open].
	Open int `json:"open"`
	// Weaker counts the copies below the minimum score with a probability of 0.75 or more.
	Weaker     int     `json:"weaker,omitempty"`
	WeakerFrom float64 `json:"weakerFrom,omitempty"` // a minimum score that lists all of these
	// Asked counts the files that were searched in the index. Others are identical to a document,
	// or unchanged since an earlier scan.
	Asked int `json:"asked"`
}

// File is a file of the project.
type File struct {
	Path     string         `json:"path"`             // below the project
	Content  string         `json:"content"`          // git blob id
	Language string         `json:"language"`         // that it was read in
	Lines    int            `json:"lines"`            // number of lines
	Tokens   int            `json:"tokens"`           // number of tokens
	SHA1     string         `json:"sha1,omitempty"`   // checksum of the bytes, in hexadecimal, for an SBOM
	SHA256   string         `json:"sha256,omitempty"` // checksum of the bytes, in hexadecimal, for an SBOM
	Copied   []answer.Lines `json:"copied"`           // lines of findings of this class; empty, never null
	Own      []answer.Lines `json:"own"`              // lines of findings of this class; empty, never null
	Common   []answer.Lines `json:"common"`           // lines of findings of this class; empty, never null
	// LeftOut counts lines that the format leaves unread, by reason: see [parts.LeftOut].
	LeftOut map[string]int `json:"leftOut,omitempty"`
	// Weaker are the scores of likely copies below the minimum: see [Totals].
	Weaker []float64 `json:"weaker,omitempty"`

	asked []answer.Lines // the ones that were searched for
}

// Unread is a file that could not be read.
type Unread struct {
	Path  string `json:"path"`  // of the file
	Error string `json:"error"` // why it was not read
}

// Gone lists possible origins of a file that were deleted or changed.
type Gone struct {
	Path      string   `json:"path"`      // of the file
	Documents int      `json:"documents"` // distinct
	Names     []string `json:"names"`     // of the first three
}

// mostGoneNames is the maximum number of elements of [Gone].Names.
const mostGoneNames = 3

// Class is the class of a finding.
type Class string

// The classes of findings.
const (
	Copy   Class = "copy"
	Own    Class = "own"    // the project's own, by [Options.Own]
	Common Class = "common" // material that many documents have, licence texts, generated code
)

// Status is the decision about a copy.
type Status string

// Statuses of copies. Own and common findings have none.
const (
	Undecided Status = "undecided"
	Allowed   Status = "allowed" // by the policy for its licence
	Denied    Status = "denied"
	Review    Status = "review"  // the policy demands a decision
	Known     Status = "known"   // in the baseline
	Decided   Status = "decided" // see [Finding.Decision]
	Marked    Status = "marked"  // by a mark in the file: see [Finding.Decision]
)

// Finding is material of one file that also is in one document of the index.
type Finding struct {
	File  string `json:"file"`  // path, as in [File]
	Class Class  `json:"class"` // copy, own or common
	// Why is the reason, in words, for own and common; empty for copies.
	Why    string `json:"why,omitempty"`
	Status Status `json:"status,omitempty"` // undecided; allowed, denied or review by the policy; known; decided; marked
	// Open means that the copy is undecided, denied, or to be reviewed.
	Open bool `json:"open"`
	// Decision is set if Status is decided or marked. Of a mark it has the reason and its place.
	Decision *Decision `json:"decision,omitempty"`
	// Kind is identical (the same bytes), verbatim, renamed or edited. With an index of hashes only
	// it is identical or fingerprints.
	Kind        string  `json:"kind"`
	Score       float64 `json:"score"`       // of these matches alone
	Probability float64 `json:"probability"` // of an origin, as in [answer.Hit]
	Tokens      int     `json:"tokens"`      // in matches
	DF          int     `json:"df"`          // the largest of its matches
	// Matches are in the order of the lines. Those of an identical file have all its lines.
	Matches []Match `json:"matches"`
	Origin  Origin  `json:"origin"` // the likely origin

	asked int // tokens of the file
}

// Match is a place of a finding.
type Match struct {
	// Key identifies the matched tokens of both sides, for decisions.
	Key  string       `json:"key"`
	File answer.Lines `json:"file"` // lines of the project's file
	// Origin is lines of the document; zero if the kind is fingerprints.
	Origin answer.Lines `json:"origin"`
	// FileBytes are the bytes of the file, for formats that need them.
	FileBytes Bytes `json:"fileBytes"`
	Tokens    int   `json:"tokens"` // matching tokens
	// Imports counts the tokens in import lines, which carry no weight.
	Imports int `json:"imports,omitempty"`
	// Weight is the evidence of a common origin, in rare tokens. It is less than in a search if the
	// match may be an idiom: renamed names in an edited match do not count, unless they agree in a
	// long run.
	Weight float64 `json:"weight"`
	Kind   string  `json:"kind"` // as of the finding
	// DF is how many documents have this material: see [answer.Match].
	DF int `json:"df"`

	duplicate bool  // see [answer.Match]
	class     Class // while a hit is judged
}

// Bytes is a range of a file.
type Bytes struct {
	From int `json:"from"` // the first byte, from 0
	To   int `json:"to"`   // the byte after the last
}

// Origin is the likely origin: the earliest of the equally good documents.
type Origin struct {
	Content string `json:"content"` // as in a hit
	answer.HitContent
	// SWHID has qualifiers, and the lines of a single match; empty with a key.
	SWHID string `json:"swhid,omitempty"`
	index.Occurrence
	// Licenses are other licences that occurrences of the document state, or [Unknown]. A copy is
	// allowed only under all of them.
	Licenses []string `json:"licenses,omitempty"`
	// Copyright has up to eight lines of the document's first 16 KiB; empty, never null.
	Copyright []string `json:"copyright"`
	// Version is the version of a component without a package, such as deps/lua. A header of the
	// component states it.
	Version string `json:"version,omitempty"`
	// Copies counts other occurrences of the document.
	Copies int `json:"copies"`
}
