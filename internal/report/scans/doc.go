// Package scans writes scans as text, CSV, Markdown, SARIF, SBOMs and attributions. SBOMs are of
// SPDX and CycloneDX. Package html writes the page of a scan.
//
// Text for a terminal is escaped and fits its width. Errors come from the writer, and from reports
// that lack data that a format needs.
package scans
