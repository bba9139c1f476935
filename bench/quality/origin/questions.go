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
	// ID is LEVEL/NUMBER.EXT, or LEVEL/none-NUMBER.EXT without an origin. The extension of a format
	// such as Markdown follows.
	ID       string
	Level    level
	Language string
	Source   []byte
	// Lines is the number of lines of the snippet if -lines gives it, otherwise 0.
	Lines int
	// Cut is the place that the snippet was cut from: NAME:FIRST-LAST.
	Cut string
	// Truth names the documents that are right answers; none for a question without origin.
	Truth []string
}

func (q *question) hasOrigin() bool { return len(q.Truth) > 0 }

// plan lists the wanted questions.
type plan struct {
	perLevel int
	seed     uint64
	lines    []int // of the snippets; empty if size selects them
	size     size
}

// cuts are the snippets that are cut in one way, and their levels.
type cuts struct {
	lines    int // 0 if size selects the snippets
	size     size
	held     bool // from held-out folders
	anywhere bool
	levels   []level
	snippets []*snippet
}

// sets returns the ways of cutting.
func (p plan) sets() []cuts {
	sets := []cuts{
		{levels: mutations}, {levels: mutations, held: true},
		{levels: []level{anywhere}, anywhere: true}, {levels: []level{anywhere}, anywhere: true, held: true},
	}
	if len(p.lines) > 0 {
		sets = nil
	}
	for i := range sets {
		sets[i].size = p.size
	}
	for _, n := range p.lines {
		sets = append(sets, cuts{lines: n, levels: scoredLevels}, cuts{lines: n, levels: []level{verbatim}, held: true})
	}
	return sets
}

// name begins the numbers of questions.
func (c cuts) name() string {
	name := ""
	if c.lines > 0 {
		name = fmt.Sprintf("%d-", c.lines)
	}
	if c.held {
		name += "none-"
	}
	return name
}

// take cuts a snippet for the n-th place.
func (c cuts) take(n, round int) func(*rand.Rand, *source) *snippet {
	want := c.size
	if c.lines > 0 {
		want = exactly(c.lines)
	}
	inside := n%2 == 0 && round < rounds-1
	return func(rng *rand.Rand, src *source) *snippet {
		if c.anywhere {
			return cutAnywhere(rng, src, want, inside)
		}
		return cut(rng, src, want)
	}
}

// nearly is the share of a snippet's grams in one other content from which on it occurs more than
// once. From then on, a held-out snippet counts as having an origin.
const nearly = 0.9

const (
	// originSpare and noneSpare are how many tentative snippets are cut for one that is wanted.
	originSpare, noneSpare = 1.3, 2.5
	// rounds is how many snippets are at most cut from one file, if there are few files.
	rounds = 6
	// maxForeign is the number of held-out files that foreign material is taken from.
	maxForeign = 3000
)

// makeQuestions cuts snippets from the corpus, finds where else they occur, and mutates them. The
// mutations have the same snippets, so that these levels differ by the mutation alone.
func makeQuestions(c *corpus, p plan) ([]question, error) {
	indexed, held, err := c.split()
	if err != nil {
		return nil, err
	}
	shuffle(indexed, p.seed)
	shuffle(held, p.seed)
	sets := p.sets()
	for i := range sets {
		from, spare := c.cuttable(indexed), originSpare
		if sets[i].held {
			from, spare = c.cuttable(held), noneSpare
		}
		if err = p.cutAll(&sets[i], from, spare); err != nil {
			return nil, err
		}
	}
	material, err := gather(c.cuttable(held))
	if err != nil {
		return nil, err
	}
	var pieces []*piece
	for _, set := range sets {
		for _, s := range set.snippets {
			pieces = append(pieces, s.piece)
		}
	}
	if err := findHolders(pieces, indexed, analyzer.Structure); err != nil {
		return nil, fmt.Errorf("looking for other places of the snippets: %w", err)
	}
	if err := findHolders(material.pieces(), indexed, analyzer.Exact); err != nil {
		return nil, fmt.Errorf("looking for the foreign material: %w", err)
	}
	material.dropKnown()
	var questions []question
	for _, set := range sets {
		questions = append(questions, p.ask(set, material)...)
	}
	slices.SortStableFunc(questions, func(a, b question) int {
		return slices.Index(allLevels, a.Level) - slices.Index(allLevels, b.Level)
	})
	return questions, nil
}

// shuffle orders documents by the hash of their names.
func shuffle(documents []listed, seed uint64) {
	slices.SortFunc(documents, func(a, b listed) int {
		return cmp.Or(cmp.Compare(hashOf(seed, a.name), hashOf(seed, b.name)),
			cmp.Compare(a.name, b.name))
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

// cutAll cuts spare times as many snippets as are wanted, from as many files as possible. If they
// are cut anywhere, every second one begins inside a comment or string, as long as files have such
// lines.
func (p plan) cutAll(set *cuts, documents []listed, spare float64) error {
	want := int(spare*float64(p.perLevel)) + 10
	taken := make(map[uint64][]*snippet) // by content, so that copies of a file count as one
	for round := range rounds {
		for _, d := range documents {
			if len(set.snippets) == want {
				return nil
			}
			src, err := readSource(d)
			if err != nil {
				return fmt.Errorf("reading %s: %w", d.name, err)
			}
			if src == nil {
				continue
			}
			rng := randomFor(p.seed, "cut", d.name, strconv.Itoa(round))
			s := set.take(len(set.snippets), round)(rng, src)
			if s != nil && !s.overlaps(taken[s.content]) {
				set.snippets = append(set.snippets, s)
				taken[s.content] = append(taken[s.content], s)
			}
		}
	}
	return nil
}

// gather takes foreign material from held-out documents.
func gather(held []listed) (*foreign, error) {
	material := newForeign()
	for _, d := range held[:min(len(held), maxForeign)] {
		src, err := readSource(d)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", d.name, err)
		}
		if src != nil {
			material.add(src)
		}
	}
	return material, nil
}

// ask turns snippets into perLevel questions for each of their levels.
func (p plan) ask(set cuts, f *foreign) []question {
	var questions []question
	number := 0
	for _, s := range set.snippets {
		if number == p.perLevel {
			break
		}
		id := fmt.Sprintf("%s%04d%s", set.name(), number+1, s.ext)
		if all := p.askAll(s, f, set, id); all != nil {
			questions = append(questions, all...)
			number++
		}
	}
	return questions
}

// askAll makes the questions of one snippet, one for each level, or none at all.
func (p plan) askAll(s *snippet, f *foreign, set cuts, id string) []question {
	base := question{
		Language: s.lang.Name, Lines: set.lines,
		Cut: fmt.Sprintf("%s:%d-%d", s.file, s.first, s.first+s.lines-1),
	}
	switch held := s.piece.origin == 0; {
	case held && s.piece.overlap >= nearly: // the index has it
		return nil
	case !held && len(s.piece.holders) == 0:
		return nil
	case !held:
		base.Truth = s.piece.holders
	}
	var all []question
	for _, l := range set.levels {
		source := mutate(l, randomFor(p.seed, string(l), base.Cut), s, f)
		if source == nil && l.optional() {
			continue
		}
		if source == nil {
			return nil
		}
		q := base
		q.ID, q.Level, q.Source = string(l)+"/"+id+wrapping[l], l, source
		all = append(all, q)
	}
	return all
}
