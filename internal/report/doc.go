// Package report writes results in the forms that people and programs read.
//
// Of search and similar it writes text ([AnswerText]); of compare text ([ComparisonText]); of pairs CSV,
// TSV and SARIF. Package diff writes the lines that two documents share, package html the page for
// a browser. JSON is the result itself, as package json writes it.
//
// Text for a terminal is made safe and fits the columns of the terminal.
package report
