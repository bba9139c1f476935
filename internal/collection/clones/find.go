package clones

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/query/align"
)

// Place is a run of tokens of a text.
type Place struct {
	Text int // its number
	From int // first token
}

// Clone is a run of tokens that occurs at two places.
type Clone struct {
	Original, Copy Place // the copy comes later
	Tokens         int
	Kind           align.Kind // Edited: literals differ, one to one
}

// end returns the end of the copy.
func (c *Clone) end() int { return c.Copy.From + c.Tokens }

// Find returns the clones of at least min tokens without import lines, ordered by their copies.
// Texts before the first one that is new are compared with new ones only. Unless wanted is nil, it
// returns all clones with a place in a wanted text, and some others. Every seed of the texts has at
// most min tokens, and every run of min tokens holds one. It checks ctx once per text.
func Find(ctx context.Context, texts []*Text, min, firstNew int, wanted func(text int) bool) ([]Clone, error) {
	f := newFinder(texts, min, wanted)
	var all []Clone
	for n := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, found := range f.find(n) {
			if c := found.Clone; n >= firstNew && f.trimImports(&c) {
				all = append(all, c)
			}
		}
	}
	return all, nil
}

// trimImports cuts import lines off both ends of a clone. It reports whether enough other tokens
// are left.
func (f *finder) trimImports(c *Clone) bool {
	x, y := f.texts[c.Original.Text], f.texts[c.Copy.Text]
	if len(x.imports)+len(y.imports) == 0 {
		return true
	}
	isImport := func(i int) bool { return x.isImport(c.Original.From+i) || y.isImport(c.Copy.From+i) }
	first, last, others := c.Tokens, 0, 0
	for i := range c.Tokens {
		if !isImport(i) {
			first, last, others = min(first, i), i, others+1
		}
	}
	if others < f.min {
		return false
	}
	c.Original.From, c.Copy.From, c.Tokens = c.Original.From+first, c.Copy.From+first, last+1-first
	return true
}

// isImport reports whether the token is in an import line.
func (t *Text) isImport(token int) bool {
	i := sort.Search(len(t.imports), func(i int) bool { return t.imports[i].To > token })
	return i < len(t.imports) && t.imports[i].From <= token
}

// finder is the state of the pass over the texts.
type finder struct {
	texts    []*Text
	min      int
	repeated repeats
	roll     *roller
	// The first places of the runs that were looked up. One map is by the hash of the tokens, the
	// other by the hash with names replaced. Runs in a verbatim clone are not, after the first one.
	same, renamed  table
	starts         []int // by text: number of its first token among all
	pair           pairing
	recentSame     recent
	recentReplaced recent
	found          []foundClone // in the current text
}

// foundClone is a clone. Its copy and the copies of clones found before it begin at last or
// earlier.
type foundClone struct {
	Clone
	last int
}

func newFinder(texts []*Text, min int, wanted func(text int) bool) *finder {
	f := &finder{texts: texts, min: min, repeated: newRepeats(texts, wanted), roll: newRoller(min), starts: make([]int, len(texts)+1)}
	f.pair.init()
	runs := 0
	for n, t := range texts {
		f.starts[n+1] = f.starts[n] + t.Tokens()
		f.each(t, func(int) int { runs++; return 0 })
	}
	f.same, f.renamed = newTable(runs, samePlaces), newTable(runs, renamedPlaces)
	return f
}

// each calls do for every run of min tokens with a repeated seed, in order. do returns the next
// start that it wants, or a lower number.
func (f *finder) each(t *Text, do func(from int) (next int)) {
	next := 0
	for _, s := range t.seeds {
		if !f.repeated.has(s.hash) {
			continue
		}
		for from := max(next, int(s.token)+t.gram-f.min); from <= min(int(s.token), t.Tokens()-f.min); {
			from = max(from+1, do(from))
			next = from
		}
	}
}

// find returns the clones whose copy is in the text.
func (f *finder) find(n int) []foundClone {
	t, began := f.texts[n], false
	f.found, f.recentSame, f.recentReplaced = f.found[:0], recent{}, recent{}
	var last Clone // with other names
	f.each(t, func(from int) int {
		if !began {
			f.roll.begin(t.symbols)
			began = true
		}
		replaced, same := f.roll.move(from)
		if f.recentSame.overlaps(same, from, f.min) {
			return 0
		}
		repetition := f.recentReplaced.overlaps(replaced, from, f.min)
		named := f.roll.names > 0 && !repetition
		at := f.starts[n] + from
		inside := from+f.min <= last.end()
		c, ok := f.lookUpSame(Place{n, from}, same, inside, last)
		if !ok && !inside && named {
			c, ok = f.lookUpRenamed(Place{n, from}, replaced)
		}
		f.same.add(same, at)
		if ok {
			f.add(c)
			if c.Kind == align.Verbatim {
				return c.end() - f.min + 1
			}
			last = c
		}
		if !ok && !inside && named {
			f.renamed.add(replaced, at)
		}
		return 0
	})
	slices.SortStableFunc(f.found, func(x, y foundClone) int { return cmp.Compare(x.Copy.From, y.Copy.From) })
	return f.found
}

// recent remembers the last runs of a text that were looked up.
type recent [1 << 10]struct {
	hash uint64
	from int
}

// overlaps remembers the run, and reports whether it overlaps an equal one before it. Such a run is
// a repetition, such as the zeros of a table.
func (r *recent) overlaps(hash uint64, from, tokens int) bool {
	last := &r[hash%uint64(len(r))]
	is := last.hash == hash && from-last.from < tokens
	last.hash, last.from = hash, from
	return is
}

// lookUpSame returns the longest verbatim clone of the run at the place. Inside of a clone with
// other names it is a verbatim one, with another original.
func (f *finder) lookUpSame(at Place, hash uint64, inside bool, outer Clone) (best Clone, ok bool) {
	f.same.each(hash, func(number int) {
		original := f.place(number)
		if !inside || !sameShift(Clone{Original: original, Copy: at}, outer) {
			f.try(original, at, inside, &best, &ok)
		}
	})
	return best, ok
}

// lookUpRenamed returns the longest clone, under other names, of the run there.
func (f *finder) lookUpRenamed(at Place, hash uint64) (best Clone, ok bool) {
	f.renamed.each(hash, func(number int) { f.try(f.place(number), at, false, &best, &ok) })
	return best, ok
}

// try replaces the best clone by the clone of two runs, if it is longer.
func (f *finder) try(original, at Place, verbatim bool, best *Clone, ok *bool) {
	if original.Text == at.Text && at.From-original.From < f.min {
		return // they overlap
	}
	if c, good := f.extend(original, at, verbatim); good && c.Tokens > best.Tokens {
		*best, *ok = c, true
	}
}

// sameShift reports whether the clones have the same texts, and the same distance between places.
func sameShift(x, y Clone) bool {
	return x.Original.Text == y.Original.Text && x.Original.From-x.Copy.From == y.Original.From-y.Copy.From
}

// place returns the place of a token, by its number among all.
func (f *finder) place(at int) Place {
	low, high := 0, len(f.texts)
	for high-low > 1 {
		if middle := int(uint(low+high) / 2); f.starts[middle] <= at {
			low = middle
		} else {
			high = middle
		}
	}
	return Place{low, at - f.starts[low]}
}

// add adds a clone and drops those before whose copies it holds. It keeps them if only they are
// verbatim.
func (f *finder) add(c Clone) {
	first, _ := slices.BinarySearchFunc(f.found, c.Copy.From, func(x foundClone, at int) int { return cmp.Compare(x.last, at) })
	kept := slices.DeleteFunc(f.found[first:], func(x foundClone) bool {
		return x.Copy.From >= c.Copy.From && x.end() <= c.end() && (x.Kind != align.Verbatim || c.Kind == align.Verbatim)
	})
	f.found = f.found[:first+len(kept)]
	last := c.Copy.From
	if n := len(f.found); n > 0 {
		last = max(last, f.found[n-1].last)
	}
	f.found = append(f.found, foundClone{c, last})
}

// repeats knows which seeds occur twice or more, and in a wanted text. It has one byte for each of
// several hashes, so it may also report other seeds.
type repeats struct {
	counts []uint8 // 0, 1, or 2 for more; isWanted is added
	shift  int
}

const isWanted = 1 << 2

func newRepeats(texts []*Text, wanted func(text int) bool) repeats {
	n := 0
	for _, t := range texts {
		n += len(t.seeds)
	}
	width := min(bits.Len(uint(4*n)), 32)
	r := repeats{make([]uint8, 1<<width), 32 - width}
	for i, t := range texts {
		for _, s := range t.seeds {
			c := &r.counts[s.hash>>r.shift]
			if *c&^isWanted < 2 {
				*c++
			}
			if wanted == nil || wanted(i) {
				*c |= isWanted
			}
		}
	}
	return r
}

func (r *repeats) has(hash uint32) bool { return r.counts[hash>>r.shift] == 2|isWanted }
