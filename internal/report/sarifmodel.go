package report

import "github.com/chaffinch-search/chaffinch"

// The parts of SARIF 2.1.0 that chaffinch writes, named as in the standard (OASIS, "Static Analysis
// Results Interchange Format (SARIF) Version 2.1.0", 2020, section 3).

const (
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool               sarifTool                `json:"tool"`
	Invocations        []sarifInvocation        `json:"invocations"`
	OriginalURIBaseIDs map[string]sarifArtifact `json:"originalUriBaseIds"`
	ColumnKind         string                   `json:"columnKind"`
	Results            []sarifResult            `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Short      sarifMessage       `json:"shortDescription"`
	Full       sarifMessage       `json:"fullDescription"`
	Help       sarifMessage       `json:"help"`
	Default    sarifConfiguration `json:"defaultConfiguration"`
	Properties sarifRuleTags      `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifRuleTags struct {
	Tags []string `json:"tags"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Rank                float64           `json:"rank"` // 0 to 100
	Message             sarifMessage      `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations"`
	PartialFingerprints sarifFingerprints `json:"partialFingerprints"`
	BaselineState       string            `json:"baselineState,omitempty"`
	Properties          sarifMeasures     `json:"properties"`
}

// sarifFingerprints identify the result in later runs: Pair by the names of both units, Contents by
// their names and contents. GitHub reads only the third one. Without it, GitHub hashes the text of
// the line, which two results may share.
type sarifFingerprints struct {
	Pair     string `json:"chaffinchPair/v1"`
	Contents string `json:"chaffinchContents/v1"`
	Line     string `json:"primaryLocationLineHash"`
}

type sarifMeasures struct {
	Score       float64 `json:"score"`
	Probability float64 `json:"probability"` // of a copy
	Coverage    float64 `json:"coverage"`    // of the result
	chaffinch.Shares
	Longest int `json:"longest"`
	Tokens  int `json:"tokens"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"` // of related locations, from 1
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region,omitzero"`
}

type sarifArtifact struct {
	URI         string        `json:"uri,omitempty"`
	URIBaseID   string        `json:"uriBaseId,omitempty"`
	Description *sarifMessage `json:"description,omitempty"`
}

// sarifRegion counts lines and UTF-16 code units from 1. EndColumn is exclusive. Unknown columns
// are 0.
type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn,omitempty"`
}
