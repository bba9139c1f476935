// Package clones finds blocks of tokens that occur twice or more, in two files or in one.
//
// A clone is a pair of places with the same run of at least m tokens. Identifiers may be renamed
// and literals changed, one to one (Baker, "On finding duplication and near-duplication in large
// software systems", 1995: parameterized matches). Make a [Text] of every file, and [Find] the
// clones of all texts.
//
// # How clones are found
//
// The hash of a run of tokens replaces each name and literal by the distance to its last occurrence
// in the run. So the runs of a clone have the same hash, whatever their names are, and other runs
// have other hashes. Three steps narrow the search:
//
//  1. The fingerprints of a text are the seeds: selected k-grams. Every run of m tokens
//     holds a seed. A seed that occurs once in all texts cannot be in a clone.
//  2. Only runs of m tokens around the other seeds are hashed, and looked up in a table. It holds
//     the first places of every run. One pass over the texts, in their order, looks up each run and
//     adds it.
//  3. A place that is found is compared token by token, and extended in both directions. The pass
//     continues after the clone.
//
// So each copy is listed once, with an earlier place, and not with every other copy: n places make
// n-1 clones. Of clones inside each other the longest is listed. Work and memory are linear in the
// number of tokens.
//
// # What counts
//
// Any list of distinct names is a renamed copy of any other such list: enumerations, tables, runs
// of imports. So a clone with renames needs evidence: each name that is the same, or repeats an
// earlier rename, counts 1, each new rename -1, and each changed literal -2. The sum is above 0,
// and a clone ends where its sum is largest.
//
// Import lines carry no weight. A clone may go on over them, but does not begin or end with one,
// and its other tokens are at least m.
//
// A run that overlaps its own copy is a repetition, such as the zeros of a table. It is not a clone
// of itself: places in one text never overlap.
//
// # Bounds
//
// Verbatim clones are never missed. The same run under other names may have many places that are
// not clones, for lack of evidence: only the first few are compared (see table.go). A run without
// any name is only looked up verbatim.
package clones
