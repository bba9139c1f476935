// Package scans writes scans as text, CSV, Markdown and SARIF, as SBOMs of SPDX and CycloneDX, and as a list of
// attributions. Package html writes the page of a scan.
//
// Text for a terminal is escaped and fits its width. Errors come from the writer, and from reports
// that lack data that a format needs.
package scans
