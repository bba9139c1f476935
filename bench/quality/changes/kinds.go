package changes

import (
	"math/rand/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// merged is the kind whose copies are copies of two files.
const merged = "two files merged"

// kind is a kind of change.
type kind struct {
	name string
	// from is the only language that it is for, and to that of the copies; empty for all, and the
	// same.
	from, to string
	apply    change
}

// material is code of other files of the language that a change may use.
type material struct {
	other   *source  // the file to merge with
	foreign []string // statements
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
	{name: "functions inlined", apply: alone(functionInlined)},
	{name: "file split in two", apply: func(_ *rand.Rand, s *source, _ *material) []string { return fileSplit(s.parse()) }},
	{name: merged, apply: merge},
	{name: "comments translated", apply: alone(commentsTranslated)},
	{name: "no comments, re-laid out", apply: alone(relaid)},
	{name: "five changes at once", apply: fiveChanges},
	{name: "as if rewritten", apply: rewritten},
	{name: "as if decompiled", apply: decompiled},
	translated(&toTypeScript),
	translated(&toCSharp),
	translated(&toKotlin),
}

// alone makes a kind of a change that needs the file alone, and makes one of it.
func alone(apply func(rng *rand.Rand, f *file) (string, bool)) change {
	return func(rng *rand.Rand, s *source, _ *material) []string {
		if text, ok := apply(rng, s.parse()); ok {
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

// change makes changed copies of a file, none if it does not apply.
type change func(rng *rand.Rand, s *source, m *material) []string

// fiveChanges inserts dead code, reorders statements and functions, and changes literals and names.
func fiveChanges(rng *rand.Rand, s *source, m *material) []string {
	return inOrder(rng, s, m, 4, alone(statementsReordered), insertDeadCode, alone(functionsReordered),
		alone(literalsChanged), alone(renamed))
}

// rewritten changes the form of everything and keeps the behaviour: loops, branches, the order of
// statements and functions, parts that become functions, types, comments, and all names. It stands
// for an assistant that rewrites a file. Real assistants also choose other algorithms and other
// calls.
func rewritten(rng *rand.Rand, s *source, m *material) []string {
	return inOrder(rng, s, m, 4, alone(loopsRewritten), alone(branchesSwapped), alone(statementsReordered), alone(functionsReordered),
		alone(functionExtracted), alone(typesChanged), alone(commentsTranslated), alone(renamed))
}

// inOrder applies changes one after the other. Those that do not apply are left out, but at least
// so many must.
func inOrder(rng *rand.Rand, s *source, m *material, least int, changes ...change) []string {
	now := *s
	applied := 0
	for _, change := range changes {
		if made := change(rng, &now, m); len(made) == 1 && isSound(&now, made[0]) {
			now.text = made[0]
			applied++
		}
	}
	if applied < least {
		return nil
	}
	return []string{now.text}
}

// isFor reports whether the kind is for the language.
func (k kind) isFor(lang *lex.Language) bool { return k.from == "" || k.from == lang.Name }

// target returns the language of the copies.
func (k kind) target(lang *lex.Language) *lex.Language {
	if to, ok := lex.Lookup(k.to); ok {
		return to
	}
	return lang
}

// change applies the kind to a file. It returns nothing if the kind does not apply to it, or would
// break it.
func (k kind) change(seed uint64, s *source, m *material) []string {
	made := k.apply(randomFor(seed, k.name, s.name), s, m)
	to := *s
	to.lang = k.target(s.lang)
	for _, text := range made {
		if !isSound(&to, text) {
			return nil
		}
	}
	return made
}

// isSound reports whether a text is a changed copy whose brackets, strings and comments close.
func isSound(s *source, text string) bool {
	return text != s.text && balanced(lexLine(s.lang, text).tokens) && code.Closed(s.lang, []byte(text))
}
