package skips

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// reportStart matches the beginning of reports that may have source code, or are long. Such are the
// page, JSON of each command, SARIF, the bills of materials, the headings of CSV, the seven figures
// of a pair in TSV, and the formats of other systems.
var reportStart = lazyregexp.New(`\A(?:` +
	`<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="chaffinch">\n` +
	`|\{\n  "measure": "(?:jaccard|containment)",\n  "threshold": ` +
	`|\{\n  "unit": "(?:file|dir|function)",\n  "(?:minScore|linkage)": ` +
	`|\{\n  "minTokens": [0-9]+,\n  "clones": \[` +
	`|\{\n  "question": \{\n    "name": "[^\n]*\n    "language": "[^\n]*\n    "tokens": [0-9]+,\n    "boilerplate": ` +
	`|\{\n  "\$schema": "[^"\n]*sarif[^"\n]*",\n  "version": "[^"\n]*",\n  "runs": \[\n    \{\n      "tool": \{\n        "driver": \{\n          "name": "chaffinch",` +
	`|\{\n  "tree": "[^\n]*\n(?:  "since": "[^\n]*\n)?  "date": "[^\n]*\n  "index": \{\n` +
	`|\{\n  "a": \{\n    "name": "[^\n]*\n    "folder": "[^\n]*\n    "files": [0-9]+,\n    "tokens": ` +
	`|\{\n  "spdxVersion": [^\n]*\n  "dataLicense": [^\n]*\n  "SPDXID": [^\n]*\n  "name": [^\n]*\n  "documentNamespace": [^\n]*\n  "creationInfo": \{\n    "creators": \[\n      "Tool: chaffinch-` +
	`|\{\n  "\$schema": [^\n]*cyclonedx[^\n]*\n  "bomFormat": (?:[^\n]*\n){4}  "metadata": \{\n    "timestamp": [^\n]*\n    "tools": \{\n      "components": \[\n        \{\n          "type": "application",\n          "name": "chaffinch",` +
	`|pathA,pathB,score,containmentA,containmentB,` +
	`|[^\t\n]+\t[^\t\n]+(?:\t[01]\.[0-9]{6}){7}\t` +
	`|(?:[^\t\n]+\t[0-9]+\t[0-9]+\t){2}[0-9]+\t[0-9]+\t(?:verbatim|renamed|edited)[\t\n]` +
	`|name,version,license,class,status,files,lines,copyright,package,` +
	`|file,from,to,class,status,kind,score,probability,tokens,df,` +
	`|copy,copyFrom,copyTo,original,originalFrom,originalTo,` +
	`|chaffinch baseline [0-9]+: ` +
	`|\[\n  \{\n    "description": "[^\n]*\n    "check_name": "chaffinch/` +
	`|<\?xml version="1\.0" encoding="UTF-8"\?>\n<(?:pmd-cpd>|testsuite name="chaffinch [a-z])` +
	`)`)

// textStart and markdownStart match the beginning of reports in text and in Markdown. textRest and
// markdownRest match their further lines, but for what --explain adds.
const (
	textStart = `(?:[^\n]+: [0-9,]+ lines? in [0-9,]+ files?, compared with [0-9,]+ documents?(?:, only what changed since [^\n]+)?\n +lines  share\n` +
		`|[0-9,]+ (?:file|submission)s?(?: \([^\n]*\))?, [0-9,]+ pairs?: [^\n]* with a score of [0-9.]+ or more\n` +
		`|tokens +lines +kind +copy +original\n)`
	textRest = `(?:(?:|  (?:copied|own|common|unchanged|unexplained|[a-z-]+:) [^\n]*| *(?:score|lines|words)  [^\n]*|same comments: [^\n]*|[ 0-9,.<%]+  [^\n]*|=? ?[0-9,]+ [a-z][^\n]*` +
		`|language  files  lines  [a-z ]*|[\w+#./ -]+(?:  +[0-9,]+){5}  [0-9.]+%  +[0-9,]+` +
		`|(?:skipped|(?:lines )?not (?:read|compared)|(?:(?:decided|allowed|known|own) by|marked)|(?:settings|ignore files) that limit this check|ignored as boilerplate|compared with)[ :][^\n]*)\n)*`
	markdownStart = `### (?:[0-9,]+ cop(?:y needs|ies need) a decision[^\n]*\n\n[0-9,]+ of [0-9,]+ [^\n]* are copied from indexed documents\.|[0-9,]+ (?:similar|weak) pairs?(?:, [0-9,]+ weak pairs?)?|No copy needs a decision|The scan is incomplete)\n`
	markdownRest  = `(?:(?:|\| [^\n]*\||</?details>(?:<summary>[^\n]*</summary>)?|(?:- )?\x60[^\n]*|### [0-9,]+ cop(?:y needs|ies need) a decision[^\n]*|SPDX-[^\n]*|[0-9A-Z][^\n]*[.:])\n)*`
)

// trendText and badgeText match all of a trend and of a badge.
const (
	trendText = `(?:\{"chaffinchTrend":1,"date":"[^"\n]*","files":[0-9]+,"lines":[0-9]+,"copied":[0-9]+,"open":[0-9]+\}\n)+`
	badgeText = `<svg xmlns="http://www\.w3\.org/2000/svg" role="img" aria-label="chaffinch: [^"<>\n]*"[^<>\n]*>\n<title>[^<>\n]*</title>\n(?:<(?:rect|g) [^<>\n]*>\n){3}(?:<text [^<>\n]*>[^<>\n]*</text>\n){2}</g>\n</svg>\n`
)

// reportText matches all of a report in text or Markdown. Somebody may hide code below its first
// lines.
var reportText = lazyregexp.New(`\A(?:` + textStart + textRest + `|` + markdownStart + markdownRest + `|` + trendText + `|` + badgeText + `)\z`)

// mayBeText reports whether the first line may be the first of a report in text or Markdown.
// Expressions take longer to say so.
func mayBeText(text []byte) bool {
	line, _, _ := bytes.Cut(text[:min(len(text), ReportStart)], []byte("\n"))
	return len(line) > 0 && bytes.IndexByte([]byte("0123456789,#t{<"), line[0]) >= 0 || bytes.Contains(line, []byte(", compared with "))
}

// reportHead matches their beginning.
var reportHead = lazyregexp.New(`\A(?:` + textStart + `|` + markdownStart + `|\{"chaffinchTrend":1,|<svg xmlns="http://www\.w3\.org/2000/svg" role="img" aria-label="chaffinch: )`)

// ReportStart is how many bytes of a text tell whether it begins as a report.
const ReportStart = 1 << 12

// BeginsReport reports whether a text begins as a report of chaffinch. It is for files that a run
// writes: anything may follow.
func BeginsReport(text []byte) bool {
	head := text[:min(len(text), ReportStart)]
	return reportStart.Match(head) || reportHead.Match(head)
}

// reportNames are the extensions of reports.
var reportNames = []string{".html", ".htm", ".json", ".sarif", ".csv", ".tsv", ".baseline", ".xml"}

// IsReport reports whether a text is a report of chaffinch: by all of its lines, or by the first
// ones and by its name. Under another name than a report's it must not be a program, which may
// begin like a report in a comment.
func IsReport(name string, text []byte) bool {
	if mayBeText(text) && reportText.Match(text) {
		return true
	}
	if !reportStart.Match(text[:min(len(text), ReportStart)]) {
		return false
	}
	return slices.Contains(reportNames, strings.ToLower(path.Ext(name))) ||
		!detect.IsSource(name) && detect.Program(text) == lex.Prose
}
