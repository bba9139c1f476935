package chaffinch

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chaffinch-search/chaffinch/answer"
)

// CloneResult is what [Clones] returns. Its JSON keys are stable: new ones may be added.
type CloneResult struct {
	// MinTokens is the minimum number of tokens of a clone.
	MinTokens int `json:"minTokens"`
	// Clones are the listed clones, the largest first, then by the file and line of the copy; empty,
	// never null. A block that occurs at n places makes n-1 clones, each with an earlier place.
	Clones []Clone `json:"clones"`
	// More counts the clones beyond [ClonesOptions].Top.
	More int `json:"more"`
	// Generated counts the clones within and between files that look generated or minified, which are
	// not listed; with [ClonesOptions].Only, those with a place in a file that is named.
	Generated int `json:"generated"`
	// Total sums up all files that are not old, and that [ClonesOptions].Only names, clones beyond the
	// top included. Languages are the same by language, the one with most lines first; empty, never
	// null.
	Total     CloneTotal   `json:"total"`
	Languages []CloneTotal `json:"languages"`
	// Skipped, Unread and Warnings are those of a [Result].
	Skipped  map[string]int `json:"skipped"`
	Unread   []Unread       `json:"unread"`
	Warnings []string       `json:"warnings"`
	Stats    CloneStats     `json:"-"` // JSON of the same files is the same
	// Only says that [ClonesOptions].Only was given.
	Only bool `json:"only,omitempty"`
	// Baseline is the [ClonesOptions].BaselineName, or empty without a baseline.
	Baseline string `json:"baseline,omitempty"`
	// UnreadSources are those of a [Result].
	UnreadSources []string `json:"-"`
	// NewClones counts the clones that the baseline lacks.
	NewClones int `json:"-"`

	// Compared are all files, without lines. Roots are as in [Result].
	Compared []ClonePlace `json:"-"`
	Roots    Roots        `json:"-"`

	unlisted []Clone // those beyond the top
}

// Clone is a block of tokens that occurs at two places. They may overlap other clones, but not each
// other.
type Clone struct {
	Tokens int `json:"tokens"`
	// Kind is verbatim, renamed (identifiers, one to one) or edited (also literals, one to one).
	Kind string `json:"kind"`
	// Copy is the later place, in the order of the files, old files first. With [ClonesOptions].Only
	// it is in a file that is named, and the later place if both are. If the clone is new, and only one of the files is
	// new or changed since the baseline, it is in that one. Nothing says who copied from whom.
	Copy     ClonePlace `json:"copy"`
	Original ClonePlace `json:"original"`
	// Content identifies the block, whatever its names are: the fingerprints in it, eight hexadecimal
	// digits each. Baselines compare it.
	Content string `json:"content"`
	// New marks a clone that the baseline lacks.
	New bool `json:"new,omitempty"`
	// NewTokens estimates how many of the tokens the baseline lacks: all if it lacks more than half.
	NewTokens int `json:"newTokens,omitempty"`
}

// ClonePlace is one place of a clone.
type ClonePlace struct {
	Path    string       `json:"path"`    // as that of a [File]
	Content string       `json:"content"` // git blob id of the file
	Lines   answer.Lines `json:"lines"`
	// Number is that of the file among all that are compared, old files first. Token is the first one of the
	// block, from 0.
	Number int `json:"-"`
	Token  int `json:"-"`
}

// CloneTotal counts files and their copies.
type CloneTotal struct {
	Language string `json:"language,omitempty"` // empty for all
	Files    int    `json:"files"`
	Lines    int    `json:"lines"`
	// Number is that of the file among all that are compared, old files first. Token is the first one of the
	// block, from 0.
	Number int `json:"-"`
	Token  int `json:"-"`
	Tokens int `json:"tokens"`
	Clones int `json:"clones"`
	// DuplicatedLines and DuplicatedTokens are those of copies. The first place of a block does not
	// count, and what is in several clones counts once.
	DuplicatedLines  int `json:"duplicatedLines"`
	DuplicatedTokens int `json:"duplicatedTokens"`
	// Percent is the percentage of lines that are duplicated.
	Percent float64 `json:"percent"`
}

func (t *CloneTotal) add(u CloneTotal) {
	t.Files, t.Lines, t.Tokens = t.Files+u.Files, t.Lines+u.Lines, t.Tokens+u.Tokens
	t.Clones, t.DuplicatedLines = t.Clones+u.Clones, t.DuplicatedLines+u.DuplicatedLines
	t.DuplicatedTokens += u.DuplicatedTokens
}

func (t *CloneTotal) percent() float64 {
	return 100 * float64(t.DuplicatedLines) / float64(max(1, t.Lines))
}

// CloneStats are the costs of a search for clones.
type CloneStats struct {
	Microseconds int64
}

// Path returns the path on disk of a file, as [Result.Path] does.
func (r *CloneResult) Path(file string) string { return r.Roots.path(file) }

// Cut lists only the first top clones, or all if top is less than 1. The others are counted.
func (r *CloneResult) Cut(top int) {
	if top > 0 && len(r.Clones) > top {
		r.Clones, r.unlisted, r.More = r.Clones[:top], r.Clones[top:], len(r.Clones)-top
	}
}

// Over returns the clones of at least so many tokens, the largest first. With a baseline it returns
// those with so many new tokens. Clones beyond [ClonesOptions].Top are included.
func (r *CloneResult) Over(tokens int) (over []Clone) {
	for _, list := range [][]Clone{r.Clones, r.unlisted} {
		for _, c := range list {
			if c.Tokens >= tokens && (r.Baseline == "" || c.New && c.NewTokens >= tokens) {
				over = append(over, c)
			}
		}
	}
	return over
}

// errNoClones is the error for input that is not the JSON of clones.
var errNoClones = errors.New("not the JSON of pairs --min-match: create it with chaffinch pairs --min-match 50 --format json")

// UnmarshalJSON reads the JSON of a result of [Clones]. It refuses all other JSON.
func (r *CloneResult) UnmarshalJSON(text []byte) error {
	type plain CloneResult
	var p plain
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%w (%w)", errNoClones, err)
	}
	if p.Clones == nil || p.MinTokens == 0 {
		return errNoClones
	}
	*r = CloneResult(p)
	return nil
}
