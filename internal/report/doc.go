// Package report writes results as text, CSV, TSV, Markdown, SARIF and JPlag's reports.
//
// [AnswerText] writes the hits of search and similar, [ComparisonText] and [TreesText] the matches
// of compare, [PairsText], [CSV], [TSV], [Markdown], [SARIF] and [JPlag] pairs, and [ClustersText]
// groups. Package diff writes the matching lines of two documents, package html a page for a
// browser, and package scans the results of a scan. The JSON form is the result itself, encoded by
// package json.
//
// Text for a terminal is escaped and fits its width. The only errors are errors of the writer.
package report
