// Package sarif has what all SARIF logs of chaffinch share. These are the parts of SARIF 2.1.0 that
// it writes, named as in the standard (OASIS, "Static Analysis Results Interchange Format (SARIF)
// Version 2.1.0", 2020, section 3), and the names of files in them.
package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	schema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	version = "2.1.0"
)

// Log is a whole file.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// Run is a run of the program.
type Run struct {
	Tool               Tool                `json:"tool"`
	Invocations        []Invocation        `json:"invocations"`
	OriginalURIBaseIDs map[string]Artifact `json:"originalUriBaseIds"`
	ColumnKind         string              `json:"columnKind"`
	Results            []Result            `json:"results"`
}

// Tool is the program.
type Tool struct {
	Driver Driver `json:"driver"`
}

// Driver names the program and its rules.
type Driver struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Rules   []Rule `json:"rules"`
}

// Rule explains the results that have its ID.
type Rule struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Short      Message       `json:"shortDescription"`
	Full       Message       `json:"fullDescription"`
	Help       Message       `json:"help"`
	Default    Configuration `json:"defaultConfiguration"`
	Properties RuleTags      `json:"properties"`
}

// Configuration is the level of a rule.
type Configuration struct {
	Level string `json:"level"`
}

// RuleTags are the tags of a rule.
type RuleTags struct {
	Tags []string `json:"tags"`
}

// Invocation says how a run went.
type Invocation struct {
	ExecutionSuccessful bool           `json:"executionSuccessful"`
	Notifications       []Notification `json:"toolExecutionNotifications"`
}

// Notification is a warning of a run.
type Notification struct {
	Level   string  `json:"level"`
	Message Message `json:"message"`
}

// Message is a text, which may have links to related locations: see [LinkText].
type Message struct {
	Text string `json:"text"`
}

// Result is what all results have. Those who write results embed it, and add fingerprints and
// measures.
type Result struct {
	RuleID           string     `json:"ruleId"`
	RuleIndex        int        `json:"ruleIndex"`
	Level            string     `json:"level"`
	Rank             float64    `json:"rank"` // 0 to 100
	Message          Message    `json:"message"`
	Locations        []Location `json:"locations"`
	RelatedLocations []Location `json:"relatedLocations"`
}

// Location is a place in a file.
type Location struct {
	ID       int      `json:"id,omitempty"` // of related locations, from 1
	Physical Physical `json:"physicalLocation"`
	Message  *Message `json:"message,omitempty"`
}

// Physical is a file, and lines of it.
type Physical struct {
	Artifact Artifact `json:"artifactLocation"`
	Region   Region   `json:"region,omitzero"`
}

// Artifact names a file: see [ArtifactOf].
type Artifact struct {
	URI         string   `json:"uri,omitempty"`
	URIBaseID   string   `json:"uriBaseId,omitempty"`
	Description *Message `json:"description,omitempty"`
}

// Region counts lines and UTF-16 code units from 1. EndColumn is exclusive. Unknown columns are 0.
type Region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// Root is the base of relative paths, named as CodeQL names it.
const Root = "%SRCROOT%"

// NewLog returns a log without results. A run with faults did not succeed; they are its first
// notifications.
func NewLog(program string, rules []Rule, faults, warnings []string) Log {
	notes := []Notification{}
	for _, fault := range faults {
		notes = append(notes, Notification{"error", Message{fault}})
	}
	for _, warning := range warnings {
		notes = append(notes, Notification{"warning", Message{warning}})
	}
	return Log{Schema: schema, Version: version, Runs: []Run{{
		Tool:        Tool{Driver{"chaffinch", program, rules}},
		Invocations: []Invocation{{len(faults) == 0, notes}},
		OriginalURIBaseIDs: map[string]Artifact{
			Root: {Description: &Message{"The folder in which chaffinch was started."}},
		},
		ColumnKind: "utf16CodeUnits",
		Results:    []Result{},
	}}}
}

// At returns the location of a part of a file.
func At(a Artifact, r Region) Location { return Location{Physical: Physical{a, r}} }

// Related returns a location with a text, to which a message links by id.
func Related(id int, l Location, text string) Location {
	l.ID, l.Message = id, &Message{text}
	return l
}

// LinkText escapes the characters of links in a message (section 3.11.6).
func LinkText(text string) string { return linkQuotes.Replace(text) }

var linkQuotes = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

// Linked is the number of matches of a result that a message links to.
const Linked = 5

// Digest returns 16 hexadecimal digits that identify the texts. They must not contain NUL bytes.
func Digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
