// Package license tells which licences a text has or names. The text is that of a licence, a notice
// at the head of a file, or an exception. It knows the licences, notices and exceptions of SPDX's
// list of July 2026, and some others by name.
//
// A licence is a document whose origin is asked, and so its text is found as chaffinch finds
// copies:
//
//  1. Words are made equal by the matching guidelines of SPDX (words.go).
//  2. Phrases of four words name candidates (phrases.go).
//  3. An exact alignment with the template of each candidate decides (template.go). A template has
//     holes for names, alternatives and optional words, as SPDX's list has them. Only words that
//     say nothing, or have a wrong letter, may differ. So BSD-2-Clause and BSD-3-Clause, MIT and
//     MIT-0 are told apart by what a text has and lacks, and a text with a clause more or less has
//     none of them.
//  4. In what no template takes, the names of licences are read, with their versions, and words
//     that restrict or grant something (cue.go, gnu.go, names.go, terms.go). Words that are not
//     understood make the whole unknown. Several licences are an expression only if words join
//     them.
//
// Winnowed fingerprints were tried for step 2. A text that has a template has nearly all of its
// phrases, so the eight rarest ones of each template find all 677 texts, with 6 candidates each, in
// 40 kB. Winnowing with windows of 16 phrases takes 377 kB, of 64 phrases 96 kB; what it finds
// beyond that are parts of texts, which are unknown anyway.
//
// The data takes 0.7 MB: the templates compressed by zstd in blocks of similar ones. The table is
// read with the first text that may have a licence, and a block when one of its templates is a
// candidate: 1 ms each. A head takes 50 µs; one that is like an earlier one takes 10.
package license
