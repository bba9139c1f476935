package ciformats

import (
	"encoding/xml"
	"fmt"
	"io"
)

// Suite is a report of JUnit: each finding is a test that fails.
type Suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Cases    []Case   `xml:"testcase"`
}

// Case is a test.
type Case struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *Failure `xml:"failure"`
	Error   *Failure `xml:"error"`
}

// Failure says why a test failed.
type Failure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// AddIssue adds a test that fails with the issue.
func (s *Suite) AddIssue(i Issue) {
	s.Cases = append(s.Cases, Case{
		Name: fmt.Sprintf("%s:%d", i.Location.Path, i.Location.Lines.Begin), Class: i.CheckName, File: i.Location.Path, Line: i.Location.Lines.Begin,
		Failure: &Failure{Type: i.Severity, Message: i.Description, Text: i.Description},
	})
}

// AddError adds a test that could not be run.
func (s *Suite) AddError(what string) {
	s.Cases = append(s.Cases, Case{Name: what, Class: checks + "unread", Error: &Failure{Type: "unread", Message: what}})
}

// Write writes the report. One without a case has a case that passes, because readers take an empty
// report for a mistake.
func (s *Suite) Write(out io.Writer) error {
	if len(s.Cases) == 0 {
		s.Cases = []Case{{Name: "no copy needs a decision", Class: checks + "scan"}}
	}
	for _, c := range s.Cases {
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
	}
	return writeXML(out, s)
}

// writeXML writes a document.
func writeXML(out io.Writer, v any) error {
	text, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, xml.Header+string(text)+"\n")
	return err
}
