package origin

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// question is one piece of code whose origin is searched.
type question struct {
	// name is LEVEL/NUMBER.EXT, or LEVEL/none-NUMBER.EXT without an origin. The extension of a
	// format such as Markdown follows.
	name     string
	level    level
	language string
	source   []byte
	// lines is the number of lines of the snippet if -lines gives it, otherwise 0.
	lines int
	// cut is the place that the snippet was cut from: NAME:FIRST-LAST.
	cut string
	// truth names the documents that are right answers; none for a question without origin.
	truth []string
}

func (q *question) hasOrigin() bool { return len(q.truth) > 0 }

// plan lists the wanted questions.
type plan struct {
	perLevel int
	seed     uint64
	lines    []int // of the snippets; empty if size selects them
	size     size
}

// cuts are the snippets that are cut in one way, and their levels.
type cuts struct {
	lines    int // 0 if the plan's size selects the snippets
	size     size
	held     bool // from held-out folders
	levels   []level
	snippets []*snippet
}

// sets returns the ways of cutting.
func (p plan) sets() (sets []cuts) {
	if len(p.lines) == 0 {
		for _, levels := range [][]level{mutations, {anywhere}} {
			sets = append(sets, cuts{size: p.size, levels: levels}, cuts{size: p.size, levels: levels, held: true})
		}
	}
	for _, n := range p.lines {
		// Short snippets must hold some tokens in each line.
		exactly := size{n, n, min(minTokens, 4*n)}
		sets = append(sets, cuts{lines: n, size: exactly, levels: scoredLevels},
			cuts{lines: n, size: exactly, levels: []level{verbatim}, held: true})
	}
	return sets
}

// number is the name of the n-th question.
func (c *cuts) number(n int) string {
	name := fmt.Sprintf("%04d", n)
	if c.held {
		name = "none-" + name
	}
	if c.lines > 0 {
		name = fmt.Sprintf("%d-", c.lines) + name
	}
	return name
}

// A snippet occurs more than once if another content has nearly of its grams. From then on, a
// held-out snippet counts as having an origin.
const nearly = 0.9

const (
	// originSpare and noneSpare are how many tentative snippets are cut for one that is wanted.
	originSpare, noneSpare = 1.3, 2.5
	// rounds is how many snippets are at most cut from one file, if there are few files.
	rounds = 6
)

// makeQuestions cuts snippets from the corpus, finds where else they occur, and mutates them. The
// mutations have the same snippets, so that these levels differ by the mutation alone.
func makeQuestions(c *corpus, p plan) ([]question, error) {
	sets := p.sets()
	var pieces []*piece
	for i := range sets {
		from, spare := c.indexed, originSpare
		if sets[i].held {
			from, spare = c.held, noneSpare
		}
		if err := p.cutAll(&sets[i], c.cuttable(from), int(spare*float64(p.perLevel))+10); err != nil {
			return nil, err
		}
		for _, s := range sets[i].snippets {
			pieces = append(pieces, s.piece)
		}
	}
	if err := findHolders(pieces, c.indexed, analyzer.Structure); err != nil {
		return nil, fmt.Errorf("looking for other places of the snippets: %w", err)
	}
	material, err := gather(c.cuttable(c.held), c.indexed)
	if err != nil {
		return nil, err
	}
	var questions []question
	for _, set := range sets {
		questions = append(questions, p.ask(set, material)...)
	}
	slices.SortStableFunc(questions, func(a, b question) int {
		return slices.Index(allLevels, a.level) - slices.Index(allLevels, b.level)
	})
	return questions, nil
}

// shuffle orders documents by the hash of their names.
func shuffle(documents []listed, seed uint64) {
	slices.SortFunc(documents, func(a, b listed) int {
		return cmp.Or(cmp.Compare(hashOf(seed, a.name), hashOf(seed, b.name)), cmp.Compare(a.name, b.name))
	})
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

func hashOf(seed uint64, parts ...string) uint64 {
	return mix(seed ^ xxhash.Sum64String(strings.Join(parts, "\x00")))
}

// randomFor returns the source of randomness for one purpose, independent of all others.
func randomFor(seed uint64, purpose ...string) *rand.Rand {
	return rand.New(rand.NewPCG(seed, hashOf(seed, purpose...)))
}

// cutAll cuts the wanted number of snippets, from as many files as possible. If they are cut
// anywhere, every second one begins inside a comment or string, as long as files have such lines.
func (p plan) cutAll(set *cuts, documents []listed, want int) error {
	taken := make(map[uint64][]*snippet) // by content, so that copies of a file count as one
	for round := range rounds {
		for _, d := range documents {
			if len(set.snippets) == want {
				return nil
			}
			src, err := d.readCode()
			if err != nil {
				return err
			}
			if src == nil {
				continue
			}
			rng := randomFor(p.seed, "cut", d.name, strconv.Itoa(round))
			var s *snippet
			if set.levels[0] == anywhere {
				s = cutAnywhere(rng, src, set.size, len(set.snippets)%2 == 0 && round < rounds-1)
			} else {
				s = cut(rng, src, set.size)
			}
			if s == nil || s.overlaps(taken[s.content]) {
				continue
			}
			if !set.held {
				s.piece.origin = s.content
			}
			set.snippets = append(set.snippets, s)
			taken[s.content] = append(taken[s.content], s)
		}
	}
	return nil
}

// ask turns snippets into perLevel questions for each of their levels.
func (p plan) ask(set cuts, f foreign) (questions []question) {
	number := 0
	for _, s := range set.snippets {
		if number == p.perLevel {
			break
		}
		if all := p.askAll(s, f, set, set.number(number+1)+s.ext); all != nil {
			questions = append(questions, all...)
			number++
		}
	}
	return questions
}

// askAll makes the questions of one snippet, one for each level, or none at all.
func (p plan) askAll(s *snippet, f foreign, set cuts, name string) (all []question) {
	if set.held && s.piece.overlap >= nearly || !set.held && len(s.piece.holders) == 0 {
		return nil
	}
	q := question{language: s.lang.Name, lines: set.lines, cut: fmt.Sprintf("%s:%d-%d", s.file, s.first, s.first+s.lines-1)}
	if !set.held {
		q.truth = s.piece.holders
	}
	for _, l := range set.levels {
		q.source = mutate(l, randomFor(p.seed, string(l), q.cut), s, f)
		if q.source == nil && l.optional() {
			continue
		}
		if q.source == nil {
			return nil
		}
		q.name, q.level = string(l)+"/"+name+wrapping[l], l
		all = append(all, q)
	}
	return all
}
