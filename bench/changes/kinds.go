package main

import (
	"math/rand/v2"

	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// merged is the kind whose copies are copies of two files.
const merged = "two files merged"

// kind is a kind of change.
type kind struct {
	name  string
	apply func(rng *rand.Rand, s *source, m *material) []string
}

// material is what a change may take from other files of the language.
type material struct {
	other   *source  // the file to merge with
	foreign []string // statements
}

// kinds are all kinds of change, in the order in which they are printed.
var kinds = []kind{
	{"names renamed", alone(renamed)},
	{"each name renamed anew", alone(inconsistentlyRenamed)},
	{"literals changed", alone(literalsChanged)},
	{"statements reordered", alone(statementsReordered)},
	{"functions reordered", alone(functionsReordered)},
	{"dead code every 3rd line", insertDeadCode},
	{"if and else swapped", alone(branchesSwapped)},
	{"types changed", alone(typesChanged)},
	{"loops rewritten", alone(loopsRewritten)},
	{"functions extracted", alone(functionExtracted)},
	{"functions inlined", alone(functionInlined)},
	{"file split in two", func(_ *rand.Rand, s *source, _ *material) []string { return fileSplit(s.parse()) }},
	{merged, merge},
	{"comments translated", alone(commentsTranslated)},
	{"no comments, re-laid out", alone(relaid)},
	{"five changes at once", fiveChanges},
}

// alone makes a kind of a change that needs the file alone, and makes one of it.
func alone(change func(rng *rand.Rand, f *file) (string, bool)) func(*rand.Rand, *source, *material) []string {
	return func(rng *rand.Rand, s *source, _ *material) []string {
		if text, ok := change(rng, s.parse()); ok {
			return []string{text}
		}
		return nil
	}
}

func insertDeadCode(rng *rand.Rand, s *source, m *material) []string {
	if text, ok := deadCode(rng, s.parse(), m.foreign); ok {
		return []string{text}
	}
	return nil
}

func merge(_ *rand.Rand, s *source, m *material) []string {
	if m.other == nil {
		return nil
	}
	return []string{filesMerged(s.parse(), m.other.parse())}
}

// fiveChanges inserts dead code, reorders statements and functions, and changes literals and names.
// A change that does not apply to the file is left out.
func fiveChanges(rng *rand.Rand, s *source, m *material) []string {
	changes := []func(*rand.Rand, *source, *material) []string{
		alone(statementsReordered), insertDeadCode, alone(functionsReordered), alone(literalsChanged), alone(renamed),
	}
	now := *s
	applied := 0
	for _, change := range changes {
		if made := change(rng, &now, m); len(made) == 1 && isSound(&now, made[0]) {
			now.text = made[0]
			applied++
		}
	}
	if applied < len(changes)-1 {
		return nil
	}
	return []string{now.text}
}

// change applies the kind to a file. It returns nothing if the kind does not apply to it, or would
// break it.
func (k kind) change(seed uint64, s *source, m *material) []string {
	made := k.apply(randomFor(seed, k.name, s.name), s, m)
	for _, text := range made {
		if !isSound(s, text) {
			return nil
		}
	}
	return made
}

// isSound reports whether a text is a changed copy whose brackets, strings and comments close.
func isSound(s *source, text string) bool {
	if text == s.text {
		return false
	}
	_, ok := parse(s.lang, text)
	return ok && code.Closed(s.lang, []byte(text))
}
