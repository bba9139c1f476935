// Package diff shows people what two documents share: as lines of one document with the
// other's where they differ, as both documents beside each other, and as a page for a browser.
//
// All three are made of the same parts. Every token gets a mark: what became of it in the other
// document. Lines that share tokens are paired into rows, and matches whose lines touch, on both
// sides and in the same order, are shown together. The page has both sources whole.
//
// What comes from a source is made safe before it is shown: it can neither drive a terminal nor
// be markup.
package diff
