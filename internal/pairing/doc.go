// Package pairing compares many documents with each other.
//
//   - input.go reads them; subset.go says which ones an option names, likelyfiles.go which ones an
//     index rules out
//   - candidates.go finds pairs that share fingerprints, nearidentical.go leaves out pairs of
//     nearly identical units
//   - proof.go and pairing.go align them, description.go says what a pair shares
//   - clusters.go groups units, clones.go finds blocks that occur twice
//   - split.go divides the work between processes
//   - comparison.go fills the report
package pairing
