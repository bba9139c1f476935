// Package diff prints the material that two documents share, for a terminal. [Unified] prints the
// lines of one document, with the other's lines where they differ. [SideBySide] prints both
// documents next to each other.
//
// Every token gets a mark for how it differs in the other document. Lines that share tokens
// are paired into rows. Matches with adjacent lines on both sides, in the same order, form a hunk.
//
// Source text is escaped before it is printed, so that it cannot control a terminal.
package diff
