package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// level says how far a question is from the text it was cut from.
type level string

const (
	// verbatim: the bytes as they are.
	verbatim level = "verbatim"
	// relaid: comments gone, other line breaks, indentation and spacing, the same tokens.
	relaid level = "relaid"
	// renamed: every identifier replaced, one to one; literals, layout and comments kept.
	renamed level = "renamed"
	// edited: a tenth of the lines dropped, 15% foreign lines strewn in.
	edited level = "edited"
	// embedded: the snippet, verbatim, in the middle of a foreign file of 300 to 1500 lines.
	embedded level = "embedded"
)

var allLevels = []level{verbatim, relaid, renamed, edited, embedded}

// parseLevels reads a list of levels, separated by commas.
func parseLevels(list string) ([]level, error) {
	var levels []level
	for name := range strings.SplitSeq(list, ",") {
		l, err := parseLevel(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		levels = append(levels, l)
	}
	return levels, nil
}

func parseLevel(name string) (level, error) {
	for _, l := range allLevels {
		if string(l) == name {
			return l, nil
		}
	}
	return "", fmt.Errorf("unknown level %q: the levels are %v", name, allLevels)
}

// mutate returns the snippet as a question of the given level. Foreign material comes from f.
func mutate(l level, rng *rand.Rand, s *snippet, f *foreign) (mutant, reason) {
	switch l {
	case relaid:
		out, why := relay(rng, s)
		return wholly(s, out), why
	case renamed:
		out, why := rename(rng, s)
		return wholly(s, out), why
	case edited:
		return edit(rng, s, f.lines(s))
	case embedded:
		return embed(rng, s, f.hosts(s))
	}
	return wholly(s, s.source), used
}
