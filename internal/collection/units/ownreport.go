package units

import "github.com/chaffinch-search/chaffinch/internal/lazyregexp"

// reportStart matches the beginning of each format of a report that has no source code in another
// language: the page, JSON of each command, SARIF, the headings of CSV, and the seven
// figures of a pair in TSV.
var reportStart = lazyregexp.New(`\A(?:` +
	`<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="chaffinch">\n` +
	`|\{\n  "unit": "(?:file|dir)",\n  "(?:minScore|linkage)": ` +
	`|\{\n  "minTokens": [0-9]+,\n  "clones": \[` +
	`|\{\n  "question": \{\n    "name": "[^\n]*\n    "language": "[^\n]*\n    "tokens": [0-9]+,\n    "boilerplate": ` +
	`|\{\n  "\$schema": "[^"\n]*sarif[^"\n]*",\n  "version": "[^"\n]*",\n  "runs": \[\n    \{\n      "tool": \{\n        "driver": \{\n          "name": "chaffinch",` +
	`|\{\n  "a": \{\n    "name": "[^\n]*\n    "folder": "[^\n]*\n    "files": [0-9]+,\n    "tokens": ` +
	`|pathA,pathB,score,containmentA,containmentB,` +
	`|[^\t\n]+\t[^\t\n]+(?:\t[01]\.[0-9]{6}){7}\t` +
	`|copy,copyFrom,copyTo,original,originalFrom,originalTo,` +
	`|chaffinch baseline [0-9]+: ` +
	`)`)

// isReport reports whether a text is a report of chaffinch, by its first lines. A program that
// begins like one is skipped as well, but named with this reason, so it cannot hide.
func isReport(text []byte) bool {
	return reportStart.Match(text[:min(len(text), 1<<12)])
}
