// Package cluster groups items by the scores of their pairs, mostly 0.
//
// [Single] joins items that a chain of good pairs connects. [Average] also requires a high mean
// score of the pairs of a group; a pair without a score counts 0.
//
// The groups depend only on the set of edges, not on their order or direction. Groups are sorted by
// size, largest first, then by first member. Members are in ascending order. Groups are disjoint
// and have at least two members.
package cluster
