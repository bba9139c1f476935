package pairs

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/saved"
)

// CloneBaseline is what [CloneOptions].Baseline needs of an earlier result. It has the fingerprints
// of its clones, of 32 bits each, hashes of the paths of both files, and a hash of each compared
// file. It takes about 10 bytes for each distinct fingerprint (a clone of 100 tokens has four), and
// 14 for each file.
type CloneBaseline struct {
	minTokens int
	only      bool              // the result lacks clones
	prints    map[string]int    // how many times each fingerprint is known
	files     map[[2]uint32]int // hashes of the paths of both places; the value means nothing
	compared  map[uint32]bool   // files by their names and contents
}

func (b *CloneBaseline) add(c *Clone) {
	b.compared[c.Copy.hash()], b.compared[c.Original.hash()] = true, true
	b.files[c.paths()] = 0
	c.eachPrint(func(print string) { b.prints[print]++ })
}

// MarshalText writes the baseline. The same result always gives the same text.
func (b *CloneBaseline) MarshalText() ([]byte, error) {
	if b.only {
		return nil, errors.New("a baseline needs all matches, and " + option.ClonesOnly.Field + " leaves some out")
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

// UnmarshalText reads what MarshalText wrote, or the JSON of a [CloneReport]. It refuses all other
// text.
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

// readJSON reads the JSON of a [CloneReport].
func (b *CloneBaseline) readJSON(text []byte) error {
	type place struct{ Path, Content string }
	err := saved.Read(text, saved.Fields{
		"minTokens": saved.Value(&b.minTokens), "only": saved.Value(&b.only),
		"clones": saved.Each(func(c struct {
			Copy, Original place
			Content        string
		}) error {
			b.add(&Clone{
				Copy:     ClonePlace{Path: c.Copy.Path, Content: c.Copy.Content},
				Original: ClonePlace{Path: c.Original.Path, Content: c.Original.Content}, Content: c.Content,
			})
			return saved.Need(c.Copy.Path != "" && c.Original.Path != "" && c.Content != "")
		}),
	}, "clones", "minTokens")
	if err == nil {
		err = saved.Need(b.minTokens != 0)
	}
	if err != nil {
		return errOther(errNoClones, err)
	}
	return nil
}

// Mark marks the clones of a result that the baseline lacks. Its name becomes
// [CloneReport.Baseline].
//
// Each fingerprint counts as known at most as often as the baseline contains it. A clone is known
// if at least half of its fingerprints are, and if the others stand for fewer than MinTokens
// tokens: a known clone that grows by as much as a clone has is new. So an edit that shortens or
// splits a known clone makes nothing new, but another copy of it does. Of several clones with the
// same content, those whose copies are in a file of the earlier result are known first.
func (earlier *CloneBaseline) Mark(r *CloneReport, name string) {
	r.Baseline, r.NewClones = name, 0
	known := maps.Clone(earlier.prints)
	for _, sameFiles := range []bool{true, false} {
		for i := range r.Clones {
			c := &r.Clones[i]
			if _, same := earlier.files[c.paths()]; same != sameFiles {
				continue
			}
			c.NewTokens = c.countNew(known)
			if c.New = c.NewTokens >= r.MinTokens; c.New {
				r.NewClones++
			}
		}
	}
}

// Compared reports whether the baseline has compared the file of a place, with this content.
func (b *CloneBaseline) Compared(p ClonePlace) bool { return b.compared[p.hash()] }

// NewCloneBaseline returns the baseline of a result, with all clones, even beyond
// [CloneOptions].Top.
func NewCloneBaseline(r *CloneReport) *CloneBaseline {
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

const ofClones = "matches of tokens "

// fingerprintDigits is the length of a fingerprint in [Clone.Content].
const fingerprintDigits = 8
