package chaffinch

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/saved"
)

// hashOf identifies a name or content in a baseline.
func hashOf(text string) uint64 { return xxhash.Sum64String(text) }

// hash64 writes a hash.
func hash64(h uint64) string { return fmt.Sprintf("%016x", h) }

// parseHash reads what hash64 wrote.
func parseHash(text string) (h uint64, ok bool) {
	h, err := strconv.ParseUint(text, 16, 64)
	return h, err == nil && len(text) == 16
}

// Baseline is what [PairsOptions].Baseline needs of an earlier result: hashes of the names and contents of its units,
// and the scores of its pairs, with four digits. It takes some 25 bytes for each pair and 35 for each unit.
type Baseline struct {
	unit   string
	only   bool              // the result lacks pairs
	units  map[uint64]known  // by the hash of the name
	near   map[uint64]uint64 // by class, unless it is itself: that of the first unit of its near-identical group
	scores map[uint64]score  // by both classes: see between
}

// known is a unit of a baseline.
type known struct {
	class    uint64 // the same for identical units: the hash of the name of the first one
	contents uint64 // 0 if it has no files
	old      bool
}

// score is that of a pair, in steps of 0.0001.
type score uint16

func scoreOf(v float64) score { return score(max(0, min(v, 1))*scoreOne + .5) }

const scoreOne = 10_000

// between identifies a pair by the classes of its units.
func between(a, b uint64) uint64 { return hashOf(hash64(min(a, b)) + hash64(max(a, b))) }

// NewBaseline returns the baseline of a result, of all its pairs that are listed.
func NewBaseline(r *Result) *Baseline {
	b := emptyBaseline()
	b.unit = r.Unit
	var units []baselineUnit
	for _, u := range r.Units {
		b.only = b.only || u.Rest
		units = append(units, baselineUnit{hashOf(u.Name), contentsOf(u.Files), u.Old})
	}
	var pairs []baselinePair
	for _, list := range [][]Pair{r.Pairs, r.beyond} {
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

// baselineUnit is what a baseline needs of a unit, and baselinePair of a pair of them.
type baselineUnit struct {
	name, contents uint64
	old            bool
}

type baselinePair struct {
	a, b  int
	score float64
}

// add adds units, and pairs and groups of them.
func (b *Baseline) add(units []baselineUnit, pairs []baselinePair, identical, nearIdentical [][]int) {
	class, near := firsts(identical, len(units)), firsts(nearIdentical, len(units))
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

const ofPairs = "pairs of units "

// MarshalText writes the baseline. The same result always gives the same text.
func (b *Baseline) MarshalText() ([]byte, error) {
	if b.only {
		return nil, errors.New("a baseline needs all pairs, and PairsOptions.Only leaves some out")
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

// UnmarshalText reads what MarshalText wrote, or the JSON of a [Result]. It refuses all other text.
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

// CloneBaseline is what [ClonesOptions].Baseline needs of an earlier result: the fingerprints of its clones, of 32 bits
// each, hashes of the paths of both files, and a hash of each compared file. It takes some 10 bytes for each distinct
// fingerprint, of which a clone of 100 tokens has four, and 14 for each file.
type CloneBaseline struct {
	minTokens int
	only      bool              // the result lacks clones
	prints    map[string]int    // how many times each fingerprint is known
	files     map[[2]uint32]int // hashes of the paths of both places; the value means nothing
	compared  map[uint32]bool   // files by their names and contents
}

// NewCloneBaseline returns the baseline of a result. It has all clones, those beyond [ClonesOptions].Top included.
func NewCloneBaseline(r *CloneResult) *CloneBaseline {
	b := emptyCloneBaseline()
	b.minTokens, b.only = r.MinTokens, r.Only
	for _, f := range r.Compared {
		b.compared[f.hash()] = true
	}
	for _, list := range [][]Clone{r.Clones, r.unlisted} {
		for i := range list {
			b.add(&list[i])
		}
	}
	return b
}

func emptyCloneBaseline() *CloneBaseline {
	return &CloneBaseline{prints: map[string]int{}, files: map[[2]uint32]int{}, compared: map[uint32]bool{}}
}

// hash identifies a file with its contents.
func (p *ClonePlace) hash() uint32 { return uint32(hashOf(p.Path + "\x00" + p.Content)) }

func (b *CloneBaseline) add(c *Clone) {
	b.compared[c.Copy.hash()], b.compared[c.Original.hash()] = true, true
	b.files[c.paths()] = 0
	c.eachPrint(func(print string) { b.prints[print]++ })
}

const ofClones = "matches of tokens "

// MarshalText writes the baseline. The same result always gives the same text.
func (b *CloneBaseline) MarshalText() ([]byte, error) {
	if b.only {
		return nil, errors.New("a baseline needs all matches, and ClonesOptions.Only leaves some out")
	}
	var lines []string
	for print, n := range b.prints {
		if n > 1 {
			print += " " + strconv.Itoa(n)
		}
		lines = append(lines, print)
	}
	for files := range b.files {
		lines = append(lines, fmt.Sprintf("files %08x %08x", files[0], files[1]))
	}
	for file := range b.compared {
		lines = append(lines, fmt.Sprintf("file %08x", file))
	}
	return saved.WriteBaseline(ofClones+strconv.Itoa(b.minTokens), lines), nil
}

// UnmarshalText reads what MarshalText wrote, or the JSON of a [CloneResult]. It refuses all other text.
func (b *CloneBaseline) UnmarshalText(text []byte) error {
	of, lines, is, err := saved.ReadBaseline(text)
	if !is {
		read := emptyCloneBaseline()
		if err := read.readJSON(text); err != nil {
			return err
		}
		*b = *read
		return nil
	}
	read := emptyCloneBaseline()
	tokens, ok := strings.CutPrefix(of, ofClones)
	if !ok || err != nil {
		return cmp.Or(err, saved.ErrOtherBaseline(of))
	}
	if read.minTokens, err = strconv.Atoi(tokens); err != nil {
		return saved.ErrBaselineLine(of)
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
func (b *CloneBaseline) parse(fields []string) bool {
	if fields[0] == "files" {
		if len(fields) != 3 {
			return false
		}
		var files [2]uint32
		for i, field := range fields[1:] {
			h, err := strconv.ParseUint(field, 16, 32)
			if files[i] = uint32(h); err != nil {
				return false
			}
		}
		b.files[files] = 0
		return true
	}
	if fields[0] == "file" {
		h, err := strconv.ParseUint(strings.Join(fields[1:], " "), 16, 32)
		b.compared[uint32(h)] = true
		return err == nil
	}
	if _, err := strconv.ParseUint(fields[0], 16, 32); err != nil || len(fields[0]) != fingerprintDigits || len(fields) > 2 {
		return false
	}
	n := 1
	if len(fields) == 2 {
		var err error
		if n, err = strconv.Atoi(fields[1]); err != nil || n < 1 {
			return false
		}
	}
	b.prints[fields[0]] += n
	return true
}
