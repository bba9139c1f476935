package pairs

import (
	"encoding/json"
	"fmt"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// CloneReport is what [chaffinch.Clones] returns. Its JSON keys are stable: new ones may be added.
type CloneReport struct {
	// MinTokens is the minimum number of tokens of a clone.
	MinTokens int `json:"minTokens"`
	// Clones are the listed clones, the largest first, then by place; empty, never null. A block
	// that occurs at n places makes n-1 clones, each with an earlier place.
	Clones []Clone `json:"clones"`
	// More counts the clones that are not listed.
	More int `json:"more"`
	// Generated counts clones between generated or minified files, which are not listed. With
	// [CloneOptions].Only, Generated counts clones with a place in a named file.
	Generated int `json:"generated"`
	// Total sums up the files that are not old, with all clones. With [CloneOptions].Only, Total
	// sums up the named files. Languages are the same by language, most lines first; empty, never
	// null.
	Total     CloneTotal              `json:"total"`
	Languages []CloneTotal            `json:"languages"`
	Skipped   map[document.Reason]int `json:"skipped"`  // as in pairs
	Unread    []Unread                `json:"unread"`   // as in pairs
	Warnings  []answer.Warning        `json:"warnings"` // as in pairs
	Stats     CloneStats              `json:"-"`        // JSON of the same files is the same
	// Only means that [CloneOptions].Only was given.
	Only bool `json:"only,omitempty"`
	// Baseline is the name of the baseline, or empty.
	Baseline string `json:"baseline,omitempty"`
	// UnreadSources is as in a [Report].
	UnreadSources []string `json:"-"`
	// NewClones counts the clones that the baseline lacks.
	NewClones int `json:"-"`

	// Compared are all files, without lines. Roots are as in [Report].
	Compared []ClonePlace `json:"-"`
	Roots    Roots        `json:"-"`

	unlisted []Clone // those beyond the top
}

// Path returns the path on disk of a file, as [Report.Path] does.
func (r *CloneReport) Path(file string) string { return r.Roots.path(file) }

// Cut lists only the first top clones, or all if top is less than 1. The others are counted.
func (r *CloneReport) Cut(top int) {
	if top > 0 && len(r.Clones) > top {
		r.Clones, r.unlisted, r.More = r.Clones[:top], r.Clones[top:], len(r.Clones)-top
	}
}

// Over returns the clones of at least so many tokens, the largest first. With a baseline it returns
// those with so many new tokens. Clones beyond [CloneOptions].Top are included.
func (r *CloneReport) Over(tokens int) (over []Clone) {
	for _, list := range [][]Clone{r.Clones, r.unlisted} {
		for _, c := range list {
			if c.Tokens >= tokens && (r.Baseline == "" || c.New && c.NewTokens >= tokens) {
				over = append(over, c)
			}
		}
	}
	return over
}

// UnmarshalJSON reads the JSON of a result of [chaffinch.Clones]. It refuses all other JSON.
func (r *CloneReport) UnmarshalJSON(text []byte) error {
	type plain CloneReport
	var p plain
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%w (%w)", errNoClones, err)
	}
	if p.Clones == nil || p.MinTokens == 0 {
		return errNoClones
	}
	*r = CloneReport(p)
	return nil
}

// Clone is a block of tokens that occurs at two places. They may overlap other clones, but not each
// other.
type Clone struct {
	Tokens int `json:"tokens"` // number of tokens
	// Kind is verbatim, renamed (identifiers, one to one) or edited (also literals, one to one).
	Kind string `json:"kind"`
	// Copy is the later place, in the order of the files, old files first. With [CloneOptions].Only
	// it is in a file that is named, and the later place if both are. If the clone is new, and only
	// one of the files is new or changed since the baseline, it is in that file. Nothing shows
	// who copied from whom.
	Copy     ClonePlace `json:"copy"`
	Original ClonePlace `json:"original"` // the earlier place
	// Content identifies the block, whatever its names: its fingerprints, eight hexadecimal digits
	// each. Baselines compare it.
	Content string `json:"content"`
	// New marks a clone that the baseline lacks.
	New bool `json:"new,omitempty"`
	// NewTokens estimates the tokens that the baseline lacks: all if over half are new.
	NewTokens int `json:"newTokens,omitempty"`
}

// paths are hashes of the files of both places.
func (c *Clone) paths() [2]uint32 {
	return [2]uint32{uint32(hashOf(c.Original.Path)), uint32(hashOf(c.Copy.Path))}
}

func (c *Clone) eachPrint(f func(print string)) {
	for at := 0; at+fingerprintDigits <= len(c.Content); at += fingerprintDigits {
		f(c.Content[at : at+fingerprintDigits])
	}
}

// countNew takes the clone's fingerprints from the known and returns its new tokens. All tokens are
// new if less than half of the fingerprints are known.
func (c *Clone) countNew(known map[string]int) int {
	all, found := 0, 0
	c.eachPrint(func(print string) {
		all++
		if known[print] > 0 {
			known[print]--
			found++
		}
	})
	if 2*found < all {
		return c.Tokens
	}
	return c.Tokens * (all - found) / max(1, all)
}

// ClonePlace is one place of a clone.
type ClonePlace struct {
	Path    string       `json:"path"`    // below the input path, with slashes
	Content string       `json:"content"` // git blob id of the file
	Lines   answer.Lines `json:"lines"`   // of the file
	// Number is the file's number among all compared files, old files first. Token is the block's
	// first token, from 0.
	Number int `json:"-"`
	Token  int `json:"-"`
}

// hash identifies a file with its contents.
func (p *ClonePlace) hash() uint32 { return uint32(hashOf(p.Path + "\x00" + p.Content)) }

// CloneTotal counts files and their copies.
type CloneTotal struct {
	Language string `json:"language,omitempty"` // empty for all
	Files    int    `json:"files"`              // that were read
	Lines    int    `json:"lines"`              // of these files
	Tokens   int    `json:"tokens"`             // of these files
	Clones   int    `json:"clones"`             // number of matches
	// The first place of a block does not count. A line in several clones counts once.
	DuplicatedLines  int `json:"duplicatedLines"`  // of copies
	DuplicatedTokens int `json:"duplicatedTokens"` // of copies
	// Percent is the percentage of lines that are duplicated.
	Percent float64 `json:"percent"`
}

// CloneStats are the costs of a search for clones.
type CloneStats struct {
	Microseconds int64
}

// errNoClones is the error for input that is not the JSON of clones.
var errNoClones = option.Fail(option.NotClones)
