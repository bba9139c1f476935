// Package diff prints what two documents share for a terminal: [Unified] prints the lines of one
// document, with the other's where they differ, [SideBySide] both documents beside each other.
//
// Every token gets a mark: what became of it in the other document. Lines that share tokens are
// paired into rows. Matches whose lines touch, on both sides and in the same order, are shown
// together as a hunk.
//
// Text of a source is made safe before it is printed: it cannot drive a terminal.
package diff
