package scan

import (
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// Policy says which licences a project may copy from. Each list has SPDX identifiers, in which * stands for any
// text, such as BSD-*; Unknown stands for origins without a known licence. The zero value allows nothing and
// denies nothing.
type Policy struct {
	// Allow makes a copy allowed, Deny denied, whatever else is decided by the policy, and Review one that needs
	// a decision. Of several lists with a licence Deny comes first, then Review.
	Allow  []string `json:"allow"`
	Deny   []string `json:"deny"`
	Review []string `json:"review"`
}

// Unknown is the name of an unknown licence in a [Policy].
const Unknown = "unknown"

// Check returns an error for a malformed identifier.
func (p Policy) Check() error {
	for _, list := range []struct {
		name string
		ids  []string
	}{{"Policy.Allow", p.Allow}, {"Policy.Deny", p.Deny}, {"Policy.Review", p.Review}} {
		for _, id := range list.ids {
			if _, err := path.Match(id, ""); err != nil || id == "" || strings.ContainsAny(id, "()/[") {
				return wrongOption(list.name, "has %q: use one SPDX identifier such as MIT, with * for any text, or unknown", id)
			}
		}
	}
	return nil
}

// Judge returns the status of copies under a licence, an SPDX expression: of a choice (OR) the best, of several
// that apply (AND) the worst.
func (p Policy) Judge(license string) Status {
	best := len(severities) - 1
	for _, alternative := range notice.Alternatives(license) {
		worst := 0
		for _, id := range alternative {
			worst = max(worst, slices.Index(severities, p.judge(id)))
		}
		best = min(best, worst)
	}
	return severities[best]
}

// severities are what a policy says, the best first.
var severities = []Status{Allowed, Undecided, Review, Denied}

func (p Policy) judge(id string) Status {
	if id == "" || id == "NOASSERTION" || id == "NONE" {
		id = Unknown
	}
	has := func(all []string) bool {
		return slices.ContainsFunc(all, func(pattern string) bool {
			matches, _ := path.Match(strings.ToLower(pattern), strings.ToLower(id))
			return matches
		})
	}
	switch {
	case has(p.Deny):
		return Denied
	case has(p.Review):
		return Review
	case has(p.Allow):
		return Allowed
	}
	return Undecided
}
