// Package pairs has the results of comparing many documents with each other, and the options:
// pairs, groups and blocks that occur twice, as plain data with stable JSON keys, to which new ones
// may be added. A baseline marks pairs that an earlier result lacks. Package chaffinch compares;
// reports print.
package pairs
