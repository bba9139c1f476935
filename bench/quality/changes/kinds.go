package changes

import (
	"math/rand/v2"

	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// kind is a kind of change.
type kind struct {
	name  string
	apply change
}

// kinds are all kinds of change, in the order in which they are printed.
var kinds = []kind{
	{name: "names renamed", apply: alone(renamed)},
	{name: "each name renamed anew", apply: alone(inconsistentlyRenamed)},
	{name: "literals changed", apply: alone(literalsChanged)},
	{name: "statements reordered", apply: alone(statementsReordered)},
	{name: "functions reordered", apply: alone(functionsReordered)},
	{name: "dead code every 3rd line", apply: insertDeadCode},
	{name: "if and else swapped", apply: alone(branchesSwapped)},
	{name: "types changed", apply: alone(typesChanged)},
	{name: "loops rewritten", apply: alone(loopsRewritten)},
	{name: "functions extracted", apply: alone(functionExtracted)},
	{name: "comments translated", apply: alone(commentsTranslated)},
	{name: "no comments, re-laid out", apply: alone(relaid)},
	{name: "five changes at once", apply: fiveChanges},
	{name: "as if rewritten", apply: rewritten},
}

// change makes a changed copy of a file. It may use statements of other files of the language. ok
// is false if it does not apply.
type change func(rng *rand.Rand, s *source, foreign []string) (text string, ok bool)

// alone makes a change of one that needs the file alone.
func alone(apply func(rng *rand.Rand, f *file) (string, bool)) change {
	return func(rng *rand.Rand, s *source, _ []string) (string, bool) { return apply(rng, s.parse()) }
}

func insertDeadCode(rng *rand.Rand, s *source, foreign []string) (string, bool) {
	return deadCode(rng, s.parse(), foreign)
}

// fiveChanges inserts dead code, reorders statements and functions, and changes literals and names.
func fiveChanges(rng *rand.Rand, s *source, foreign []string) (string, bool) {
	return inOrder(rng, s, foreign, 4, alone(statementsReordered), insertDeadCode, alone(functionsReordered),
		alone(literalsChanged), alone(renamed))
}

// rewritten changes the form of everything and keeps the behaviour: loops, branches, the order of
// statements and functions, parts that become functions, types, comments, and all names. It stands
// for an assistant that rewrites a file. Real assistants also choose other algorithms and other
// calls.
func rewritten(rng *rand.Rand, s *source, foreign []string) (string, bool) {
	return inOrder(rng, s, foreign, 4, alone(loopsRewritten), alone(branchesSwapped), alone(statementsReordered), alone(functionsReordered),
		alone(functionExtracted), alone(typesChanged), alone(commentsTranslated), alone(renamed))
}

// inOrder applies changes one after the other. Those that do not apply are left out, but at least
// so many must.
func inOrder(rng *rand.Rand, s *source, foreign []string, least int, changes ...change) (string, bool) {
	now := *s
	applied := 0
	for _, change := range changes {
		if text, ok := change(rng, &now, foreign); ok && isSound(&now, text) {
			now.text = text
			applied++
		}
	}
	return now.text, applied >= least
}

// change applies the kind to a file. ok is false if it does not apply to it, or would break it.
func (k kind) change(seed uint64, s *source, foreign []string) (text string, ok bool) {
	text, ok = k.apply(randomFor(seed, k.name, s.name), s, foreign)
	return text, ok && isSound(s, text)
}

// isSound reports whether a text is a changed copy whose brackets, strings and comments close.
func isSound(s *source, text string) bool {
	return text != s.text && balanced(lexLine(s.lang, text).tokens) && code.Closed(s.lang, []byte(text))
}
