package ciformats

import (
	"encoding/xml"
	"io"
)

// Duplications is a report of PMD's CPD (https://pmd.github.io/schema/cpd-report_1_0_0.xsd).
type Duplications struct {
	XMLName xml.Name      `xml:"pmd-cpd"`
	All     []Duplication `xml:"duplication"`
}

// Duplication is a block that occurs in several places.
type Duplication struct {
	Lines    int      `xml:"lines,attr"`
	Tokens   int      `xml:"tokens,attr"`
	Files    []Place  `xml:"file"`
	Fragment Fragment `xml:"codefragment"`
}

// Place is the lines of a block in a file.
type Place struct {
	Line    int    `xml:"line,attr"`
	EndLine int    `xml:"endline,attr"`
	Path    string `xml:"path,attr"`
}

// Fragment is the text of a block.
type Fragment struct {
	Text string `xml:",cdata"`
}

// Write writes the report.
func (d *Duplications) Write(out io.Writer) error { return writeXML(out, d) }
