// Package pairs has the results and options of comparing many documents with each other. The
// results are pairs, groups and blocks that occur twice: plain data with stable JSON keys, to which
// new ones may be added. A baseline marks pairs that an earlier result lacks. Package chaffinch
// compares; reports print.
package pairs
