// Package scans writes scans as text, CSV, Markdown and SARIF, as SBOMs of SPDX and CycloneDX, and as a list of
// attributions. Package html writes the page of a scan.
//
// Text for a terminal is escaped and fits its width. Errors are those of the writer, and of reports that lack what a
// format needs.
package scans
