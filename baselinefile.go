package chaffinch

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// The file of a baseline is lines of text: a heading that says of what it is, and sorted lines of hashes. So the same
// result always gives the same bytes, a version control shows what was added, and the file says nothing of the
// sources.

// baselineVersion is the version of the lines.
const baselineVersion = 1

const baselineStart = "chaffinch baseline "

// writeBaseline returns the file with these lines.
func writeBaseline(of string, lines []string) []byte {
	slices.Sort(lines)
	return []byte(fmt.Sprintf("%s%d: %s\n%s\n", baselineStart, baselineVersion, of, strings.Join(lines, "\n")))
}

// readBaseline returns of what a baseline is, and its lines. It is false for another text. The error says what to do.
func readBaseline(text []byte) (of string, lines []string, is bool, err error) {
	if !bytes.HasPrefix(text, []byte(baselineStart)) {
		return "", nil, false, nil
	}
	lines = slices.Collect(strings.Lines(string(text)))
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r\n")
	}
	version, of, _ := strings.Cut(strings.TrimPrefix(lines[0], baselineStart), ": ")
	if version != strconv.Itoa(baselineVersion) {
		return "", nil, true, fmt.Errorf("another version of the program wrote it, as version %s: recreate it", version)
	}
	lines = slices.DeleteFunc(lines[1:], func(line string) bool { return line == "" })
	return of, lines, true, nil
}

// errBaselineLine is the error for a line that no baseline has.
func errBaselineLine(line string) error {
	return fmt.Errorf("its line %.40q is damaged: recreate it", line)
}

// errOtherBaseline is the error for a baseline of the other kind, which another check may need.
func errOtherBaseline(of string) error {
	return fmt.Errorf("it is a baseline of %.40s: use another file for this comparison", of)
}

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
	b := &Baseline{unit: r.Unit, units: map[uint64]known{}, near: map[uint64]uint64{}, scores: map[uint64]score{}}
	name := func(n int) uint64 { return hashOf(r.Units[n].Name) }
	class, near := firsts(r.Identical, len(r.Units)), firsts(r.NearIdentical, len(r.Units))
	for n, u := range r.Units {
		b.only = b.only || u.Rest
		b.units[name(n)] = known{name(class[n]), contentsOf(u.Files), u.Old}
		if first := near[class[n]]; first != class[n] {
			b.near[name(class[n])] = name(first)
		}
	}
	for _, pairs := range [][]Pair{r.Pairs, r.beyond} {
		for _, p := range pairs {
			b.scores[between(name(class[p.A.Unit]), name(class[p.B.Unit]))] = scoreOf(p.Score)
		}
	}
	return b
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
	return writeBaseline(ofPairs+b.unit, lines), nil
}

// UnmarshalText reads what MarshalText wrote, or the JSON of a [Result]. It refuses all other text.
func (b *Baseline) UnmarshalText(text []byte) error {
	of, lines, is, err := readBaseline(text)
	if !is {
		var r Result
		if err := r.UnmarshalJSON(text); err != nil {
			return err
		}
		*b = *NewBaseline(&r)
		return nil
	}
	read := Baseline{units: map[uint64]known{}, near: map[uint64]uint64{}, scores: map[uint64]score{}}
	var ok bool
	if read.unit, ok = strings.CutPrefix(of, ofPairs); !ok || err != nil {
		return cmp.Or(err, errOtherBaseline(of))
	}
	for _, line := range lines {
		if !read.parse(strings.Split(line, " ")) {
			return errBaselineLine(line)
		}
	}
	*b = read
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
// each, and hashes of the paths of both files. It takes some 10 bytes for each distinct fingerprint, of which a clone
// of 100 tokens has four.
type CloneBaseline struct {
	minTokens int
	only      bool              // the result lacks clones
	prints    map[string]int    // how many times each fingerprint is known
	files     map[[2]uint32]int // hashes of the paths of both places; the value means nothing
}

// NewCloneBaseline returns the baseline of a result. It has all clones, those beyond [ClonesOptions].Top included.
func NewCloneBaseline(r *CloneResult) *CloneBaseline {
	b := &CloneBaseline{minTokens: r.MinTokens, only: r.Only, prints: map[string]int{}, files: map[[2]uint32]int{}}
	for _, list := range [][]Clone{r.Clones, r.unlisted} {
		for i := range list {
			b.files[list[i].paths()] = 0
			list[i].eachPrint(func(print string) { b.prints[print]++ })
		}
	}
	return b
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
	return writeBaseline(ofClones+strconv.Itoa(b.minTokens), lines), nil
}

// UnmarshalText reads what MarshalText wrote, or the JSON of a [CloneResult]. It refuses all other text.
func (b *CloneBaseline) UnmarshalText(text []byte) error {
	of, lines, is, err := readBaseline(text)
	if !is {
		var r CloneResult
		if err := r.UnmarshalJSON(text); err != nil {
			return err
		}
		*b = *NewCloneBaseline(&r)
		return nil
	}
	read := CloneBaseline{prints: map[string]int{}, files: map[[2]uint32]int{}}
	tokens, ok := strings.CutPrefix(of, ofClones)
	if !ok || err != nil {
		return cmp.Or(err, errOtherBaseline(of))
	}
	if read.minTokens, err = strconv.Atoi(tokens); err != nil {
		return errBaselineLine(of)
	}
	for _, line := range lines {
		if !read.parse(strings.Split(line, " ")) {
			return errBaselineLine(line)
		}
	}
	*b = read
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
