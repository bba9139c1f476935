// Package cluster groups things: by the scores of their pairs, of which most are 0, or by sketches
// of what they consist of.
//
// [Single] joins what a chain of good pairs connects. [Average] also asks that the pairs of a group
// have a high mean score; a pair without a score counts 0. [BySketch] needs no pairs: it estimates
// the resemblance of those that share a hash.
//
// The groups depend only on the set of edges or sketches, not on their order or direction. The
// largest group comes first, groups of one size by their first member. Members rise. No thing is in
// two groups, and a group has at least two members.
package cluster
