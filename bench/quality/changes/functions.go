package changes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// functionsReordered shuffles the functions of every list that has some: of the file, of a class.
func functionsReordered(rng *rand.Rand, f *file) (string, bool) {
	changed := false
	f.eachBlock(func(_ *node, _ *part, block *[]*node) {
		var places []int
		for i, n := range *block {
			if f.syntax.isFunction(n) && balanced(n.tokens()) {
				places = append(places, i)
			}
		}
		changed = shufflePlaces(rng, *block, places) || changed
	})
	return f.String(), changed
}

// shufflePlaces shuffles the pieces at the places and reports whether one moved.
func shufflePlaces(rng *rand.Rand, block []*node, places []int) bool {
	before := slices.Clone(block)
	order := rng.Perm(len(places))
	if slices.IsSorted(order) && len(order) > 1 {
		slices.Reverse(order)
	}
	for i, place := range places {
		block[place] = before[places[order[i]]]
	}
	return !slices.Equal(before, block)
}

const (
	minExtracted = 25 // tokens of the statements that are extracted
	maxArguments = 4
)

// functionExtracted moves a run of statements of a function to a new one, and calls it. It does so
// for every function that has such a run.
func functionExtracted(rng *rand.Rand, f *file) (string, bool) {
	names := newNamer(rng, f)
	changed := false
	f.eachBlock(func(_ *node, _ *part, block *[]*node) {
		var out []*node
		for _, n := range *block {
			out = append(out, n)
			if f.syntax.isFunction(n) && balanced(n.tokens()) {
				if made := f.extract(n, names); made != nil {
					out, changed = append(out, made), true
				}
			}
		}
		*block = out
	})
	return f.String(), changed
}

// extract returns the new function; nil if there is no run of statements that can be moved.
func (f *file) extract(of *node, names *namer) *node {
	block := &of.parts[0].block
	from, to := longestRun(*block)
	run := (*block)[from:to]
	if len(run) == 0 || len(tokensOf(run)) < minExtracted {
		return nil
	}
	name := names.fresh("name")
	arguments := f.arguments(of, run)
	indent := run[0].head().indent()
	outer := of.head().indent()
	var parameters []string
	for _, a := range arguments {
		parameters = append(parameters, fmt.Sprintf(f.syntax.parameter, a))
	}
	text := fmt.Sprintf(f.syntax.function, name, strings.Join(parameters, ", "), reindent(textOf(run), outer, ""))
	call := fmt.Sprintf(f.syntax.call, name, strings.Join(arguments, ", "))
	*block = slices.Concat((*block)[:from], []*node{raw(indent + call + "\n")}, (*block)[to:])
	return raw("\n" + reindent(text, "", outer))
}

// longestRun returns the longest run of statements that do not leave the function. It has at most
// half of the block.
func longestRun(block []*node) (from, to int) {
	for i := range block {
		j := i
		for j < len(block) && j-i < (len(block)+1)/2 && !block[j].isFixed() && !leaves(block[j]) {
			j++
		}
		if len(tokensOf(block[i:j])) > len(tokensOf(block[from:to])) {
			from, to = i, j
		}
	}
	return from, to
}

var outward = words("return yield goto break continue next throw")

func leaves(n *node) bool {
	return slices.ContainsFunc(n.tokens(), func(t token) bool { return outward[t.text] })
}

// arguments returns the first variables of the run that the rest of the function also has.
func (f *file) arguments(of *node, run []*node) []string {
	inRun := map[string]int{}
	for _, t := range tokensOf(run) {
		inRun[t.text]++
	}
	all := map[string]int{}
	for _, t := range of.tokens() {
		all[t.text]++
	}
	var names []string
	tokens := tokensOf(run)
	for i, t := range tokens {
		called := i+1 < len(tokens) && tokens[i+1].text == "("
		member := i > 0 && (tokens[i-1].text == "." || tokens[i-1].text == "->")
		if t.kind != lex.Identifier || called || member || unicode.IsUpper(rune(t.text[0])) || all[t.text] == inRun[t.text] ||
			slices.Contains(names, t.text) || f.syntax.types[t.text] != "" {
			continue
		}
		if names = append(names, t.text); len(names) == maxArguments {
			break
		}
	}
	return names
}
