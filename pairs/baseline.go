package pairs

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/saved"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// baselineState is a unit's class in the baseline, and whether its contents changed. Identical
// units often have the same state.
type baselineState struct {
	has     bool // the baseline has the unit
	class   uint64
	changed bool // since the baseline
	old     bool
	rest    bool
	several bool // more than one unit has this state
}

// Baseline is the part of an earlier result for [Options].Baseline. It has hashes of the names and
// contents of units, and the scores of pairs, with four digits. It takes about 25 bytes for each
// pair and 35 for each unit.
type Baseline struct {
	unit   string
	only   bool              // the result lacks pairs
	units  map[uint64]known  // by the hash of the name
	near   map[uint64]uint64 // by class, unless it is itself: the class of the first unit of its near-identical group
	scores map[uint64]score  // by both classes: see between
}

// Mark marks units, pairs and identical groups that the baseline lacks. See [Options.Baseline].
// name becomes [Report.Baseline].
func (earlier *Baseline) Mark(r *Report, name string) {
	b := &Baseline{units: maps.Clone(earlier.units), near: earlier.near, scores: earlier.scores}
	b.follow(earlier, r.Units)
	r.Baseline, r.NewIdentical, r.NewPairs = name, nil, 0
	for i := range r.Units {
		u := &r.Units[i]
		k, ok := b.units[hashOf(u.Name)]
		u.New = !ok || k.contents != contentsOf(u.Files)
	}
	copies := map[int][]int{}
	for i, group := range r.Identical {
		if len(group) == 0 {
			continue
		}
		copies[group[0]] = group
		if b.newWithin(b.states(r, group)) {
			r.NewIdentical = append(r.NewIdentical, i)
		}
	}
	statesOf := func(unit int) []baselineState {
		if group := copies[unit]; group != nil {
			return b.states(r, group)
		}
		return b.states(r, []int{unit})
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.New = b.newBetween(statesOf(p.A.Unit), statesOf(p.B.Unit), p.Score); p.New {
			r.NewPairs++
		}
	}
}

// follow gives a renamed unit the place of the unit with the same contents. The earlier name must
// be gone. If the name still exists, the unit is a copy. Each earlier unit has one successor, so a
// second copy is new.
func (b *Baseline) follow(earlier *Baseline, now []Unit) {
	type content struct {
		id  uint64
		old bool
	}
	names := map[uint64]bool{}
	for _, u := range now {
		names[hashOf(u.Name)] = true
	}
	gone := map[content][]uint64{} // names
	for _, name := range slices.Sorted(maps.Keys(earlier.units)) {
		if k := earlier.units[name]; !names[name] && k.contents != 0 {
			gone[content{k.contents, k.old}] = append(gone[content{k.contents, k.old}], name)
		}
	}
	for _, u := range now {
		of := content{contentsOf(u.Files), u.Old}
		left := gone[of]
		if _, known := b.units[hashOf(u.Name)]; known || len(left) == 0 {
			continue
		}
		b.units[hashOf(u.Name)], gone[of] = b.units[left[0]], left[1:]
	}
}

// states returns the distinct states of some units.
func (b *Baseline) states(r *Report, units []int) (all []baselineState) {
	at := map[baselineState]int{}
	for _, n := range units {
		f := baselineState{changed: r.Units[n].New, old: r.Units[n].Old, rest: r.Units[n].Rest}
		if k, ok := b.units[hashOf(r.Units[n].Name)]; ok {
			f.has, f.class = true, k.class
		}
		if i, known := at[f]; known {
			all[i].several = true
			continue
		}
		at[f] = len(all)
		all = append(all, f)
	}
	return all
}

// newWithin reports whether a pair of identical units is new.
func (b *Baseline) newWithin(states []baselineState) bool {
	for i, f := range states {
		if f.several && b.isNew(f, f, 1) || b.newBetween(states[i:i+1], states[i+1:], 1) {
			return true
		}
	}
	return false
}

func (b *Baseline) newBetween(x, y []baselineState, score float64) bool {
	for _, f := range x {
		for _, g := range y {
			if b.isNew(f, g, score) {
				return true
			}
		}
	}
	return false
}

func (b *Baseline) isNew(f, g baselineState, score float64) bool {
	switch {
	case f.old && g.old || f.rest && g.rest:
		return false // not a pair
	case !f.has || !g.has:
		return true
	case f.class == g.class || !f.changed && !g.changed && b.nearOf(f.class) == b.nearOf(g.class):
		return false // most pairs of a near-identical group are not listed
	}
	before, has := b.scores[between(f.class, g.class)]
	return !has || score > float64(before)/scoreOne+threshold.GrownPair && (f.changed || g.changed)
}

func (b *Baseline) nearOf(class uint64) uint64 {
	if first, has := b.near[class]; has {
		return first
	}
	return class
}

// add adds units, and pairs and groups of them.
func (b *Baseline) add(units []baselineUnit, pairs []baselinePair, identical, nearIdentical [][]int) {
	class, near := Firsts(identical, len(units)), Firsts(nearIdentical, len(units))
	for n, u := range units {
		first := units[class[n]].name
		b.units[u.name] = known{first, u.contents, u.old}
		if n := near[class[n]]; units[n].name != first {
			b.near[first] = units[n].name
		}
	}
	for _, p := range pairs {
		b.scores[between(units[class[p.a]].name, units[class[p.b]].name)] = scoreOf(p.score)
	}
}

// MarshalText writes the baseline. The same result always gives the same text.
func (b *Baseline) MarshalText() ([]byte, error) {
	if b.only {
		return nil, errors.New("a baseline needs all pairs, and " + option.PairsOnly.Field + " leaves some out")
	}
	var lines []string
	for name, k := range b.units {
		kind := "unit"
		if k.old {
			kind = "old"
		}
		line := kind + " " + hash64(name) + " " + hash64(k.contents)
		if k.class != name {
			line += " " + hash64(k.class)
		}
		lines = append(lines, line)
	}
	for class, first := range b.near {
		lines = append(lines, "near "+hash64(class)+" "+hash64(first))
	}
	for pair, s := range b.scores {
		lines = append(lines, fmt.Sprintf("%s %d", hash64(pair), s))
	}
	return saved.WriteBaseline(ofPairs+b.unit, lines), nil
}

// UnmarshalText reads what MarshalText wrote, or the JSON of a [Report]. It refuses all other text.
func (b *Baseline) UnmarshalText(text []byte) error {
	of, lines, is, err := saved.ReadBaseline(text)
	if !is {
		read := emptyBaseline()
		if err := read.readJSON(text); err != nil {
			return err
		}
		*b = *read
		return nil
	}
	read := emptyBaseline()
	var ok bool
	if read.unit, ok = strings.CutPrefix(of, ofPairs); !ok || err != nil {
		return cmp.Or(err, saved.ErrOtherBaseline(of))
	}
	for _, line := range lines {
		if !read.parse(strings.Split(line, " ")) {
			return saved.ErrBaselineLine(line)
		}
	}
	*b = *read
	return nil
}

// parse reads a line.
func (b *Baseline) parse(fields []string) bool {
	kind := fields[0]
	if kind != "unit" && kind != "old" && kind != "near" {
		pair, ok := parseHash(kind)
		if !ok || len(fields) != 2 {
			return false
		}
		s, err := strconv.ParseUint(fields[1], 10, 16)
		b.scores[pair] = score(s)
		return err == nil && s <= scoreOne
	}
	var hashes []uint64
	for _, field := range fields[1:] {
		h, ok := parseHash(field)
		if !ok {
			return false
		}
		hashes = append(hashes, h)
	}
	switch {
	case kind == "near" && len(hashes) == 2:
		b.near[hashes[0]] = hashes[1]
		return true
	case kind == "near" || len(hashes) < 2 || len(hashes) > 3:
		return false
	}
	k := known{hashes[0], hashes[1], kind == "old"}
	if len(hashes) == 3 {
		k.class = hashes[2]
	}
	b.units[hashes[0]] = k
	return true
}

// readJSON reads the JSON of a [Report].
func (b *Baseline) readJSON(text []byte) error {
	var units []baselineUnit
	var pairs []baselinePair
	var identical, near [][]int
	var u struct {
		name      string
		files     []string
		old, rest bool
	}
	unit := saved.Fields{"name": saved.Value(&u.name), "old": saved.Value(&u.old), "rest": saved.Value(&u.rest),
		"files": saved.Each(func(f struct{ Content string }) error {
			u.files = append(u.files, f.Content)
			return saved.Need(f.Content != "")
		})}
	groups := func(all *[][]int) func(*json.Decoder) error {
		return saved.Each(func(group []int) error {
			*all = append(*all, group)
			return saved.Need(len(group) > 0)
		})
	}
	type side struct{ Unit *int }
	err := saved.Read(text, saved.Fields{
		"unit": saved.Value(&b.unit), "identical": groups(&identical), "nearIdentical": groups(&near),
		"units": saved.Array(func(d *json.Decoder) error {
			u.name, u.files, u.old, u.rest = "", u.files[:0], false, false
			if err := saved.Object(d, unit); err != nil {
				return err
			}
			b.only = b.only || u.rest
			units = append(units, baselineUnit{hashOf(u.name), contentsOfIDs(u.files), u.old})
			return saved.Need(u.name != "")
		}),
		"pairs": saved.Each(func(p struct {
			A, B  side
			Score float64
			Weak  bool
		}) error {
			if p.Weak {
				return nil
			}
			if p.A.Unit == nil || p.B.Unit == nil {
				return saved.ErrNot
			}
			pairs = append(pairs, baselinePair{*p.A.Unit, *p.B.Unit, p.Score})
			return nil
		}),
	}, "units", "pairs")
	bad := func(n int) bool { return n < 0 || n >= len(units) }
	badGroup := func(g []int) bool { return slices.ContainsFunc(g, bad) }
	if err == nil && (slices.ContainsFunc(identical, badGroup) || slices.ContainsFunc(near, badGroup) ||
		slices.ContainsFunc(pairs, func(p baselinePair) bool { return bad(p.a) || bad(p.b) })) {
		err = saved.ErrNot
	}
	if err != nil {
		return errOther(errNoResult, err)
	}
	b.add(units, pairs, identical, near)
	return nil
}

// known is a unit of a baseline.
type known struct {
	class    uint64 // equal for identical units: the hash of the first unit's name
	contents uint64 // 0 if it has no files
	old      bool
}

// score is the score of a pair, in steps of 0.0001.
type score uint16

// baselineUnit and baselinePair have the fields that a baseline needs of a unit and a pair.
type baselineUnit struct {
	name, contents uint64
	old            bool
}

type baselinePair struct {
	a, b  int
	score float64
}

// contentsOf returns a hash of contents, 0 if there are none.
func contentsOf(files []File) uint64 {
	var ids []string
	for _, f := range files {
		ids = append(ids, f.Content)
	}
	return contentsOfIDs(ids)
}

// contentsOfIDs sorts the ids.
func contentsOfIDs(ids []string) uint64 {
	if len(ids) == 0 {
		return 0
	}
	slices.Sort(ids)
	return hashOf(strings.Join(ids, " "))
}

func scoreOf(v float64) score { return score(max(0, min(v, 1))*scoreOne + .5) }

const scoreOne = 10_000

// between identifies a pair by the classes of its units.
func between(a, b uint64) uint64 { return hashOf(hash64(min(a, b)) + hash64(max(a, b))) }

// NewBaseline returns the baseline of a result, of all its pairs that are listed.
func NewBaseline(r *Report) *Baseline {
	b := emptyBaseline()
	b.unit = r.Unit
	var units []baselineUnit
	for _, u := range r.Units {
		b.only = b.only || u.Rest
		units = append(units, baselineUnit{hashOf(u.Name), contentsOf(u.Files), u.Old})
	}
	var pairs []baselinePair
	for _, list := range [][]Pair{r.Pairs, r.Beyond} {
		for _, p := range list {
			pairs = append(pairs, baselinePair{p.A.Unit, p.B.Unit, p.Score})
		}
	}
	b.add(units, pairs, r.Identical, r.NearIdentical)
	return b
}

func emptyBaseline() *Baseline {
	return &Baseline{units: map[uint64]known{}, near: map[uint64]uint64{}, scores: map[uint64]score{}}
}

const ofPairs = "pairs of units "

// hashOf identifies a name or content in a baseline.
func hashOf(text string) uint64 { return xxhash.Sum64String(text) }

// hash64 writes a hash.
func hash64(h uint64) string { return fmt.Sprintf("%016x", h) }

// parseHash parses a hash that hash64 wrote.
func parseHash(text string) (h uint64, ok bool) {
	h, err := strconv.ParseUint(text, 16, 64)
	return h, err == nil && len(text) == 16
}
