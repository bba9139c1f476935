package scan

import (
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Policy says which licences a project may copy from. Each list has SPDX identifiers, in which *
// stands for any text, such as BSD-*; Unknown stands for origins without a known licence, and no
// pattern does. An origin's licence may not be an SPDX expression, such as "BSD-3-Clause,
// AGPL-3.0-only": then it is [Unknown], and a word of it that is denied or to be reviewed counts,
// unless a list has that text. The zero value allows nothing and denies nothing.
type Policy struct {
	// Allow, Deny and Review name licences of copies to allow, to deny, and to decide. Deny decides
	// first, Allow last. Of several lists with a licence Deny comes first, then Review. A pattern
	// of Allow stands only for identifiers of the list of SPDX, so not for AGPL without a version,
	// MIT-Acme and LicenseRef-Acme; and for no licence that forbids some uses, such as BUSL-1.1 and
	// BSD-3-Clause-No-Military-License, unless it begins as BUSL-* does.
	Allow  []string `json:"allow"`
	Deny   []string `json:"deny"`
	Review []string `json:"review"`
}

// Unknown is the name of an unknown licence in a [Policy].
const Unknown = "unknown"

// Check returns an error for a malformed identifier.
func (p Policy) Check() error {
	for _, list := range []struct {
		name *option.Option
		ids  []string
	}{{option.PolicyAllow, p.Allow}, {option.PolicyDeny, p.Deny}, {option.PolicyReview, p.Review}} {
		for _, id := range list.ids {
			if _, err := path.Match(id, ""); err != nil || id == "" || strings.ContainsAny(id, "()/[") {
				return option.Errorf(list.name, "has %q: use one SPDX identifier such as MIT, with * for any text, or unknown", id)
			}
		}
	}
	return nil
}

// Judge returns the status of copies under a licence, an SPDX expression. A choice (OR) has the
// best status, licences that all apply (AND) the worst. A choice with a text that is neither in
// SPDX's list nor in a list of the policy, such as MIT OR Acme, is not understood: it is no better
// than [Unknown].
func (p Policy) Judge(license string) Status {
	best, least := len(severities)-1, 0
	all := spdx.Alternatives(license)
	for _, alternative := range all {
		worst := 0
		for _, id := range alternative {
			status := p.judge(id)
			worst = max(worst, slices.Index(severities, status))
			if len(all) > 1 && status == Undecided && !isListed(id) && id != "public-domain" {
				least = slices.Index(severities, p.named(Unknown))
			}
		}
		best = min(best, worst)
	}
	return severities[max(best, least)]
}

// judgeAll returns the status of copies under all of some licences.
func (p Policy) judgeAll(licenses ...string) Status {
	worst := 0
	for _, l := range licenses {
		worst = max(worst, slices.Index(severities, p.Judge(l)))
	}
	return severities[worst]
}

// isListed reports whether an operand surely is in SPDX's list. An exception must be, too;
// references to licences count.
func isListed(id string) bool {
	return hasKnownException(id) && notice.IsKnown(id)
}

// hasKnownException reports whether an operand has an exception of the list of SPDX, or none.
func hasKnownException(id string) bool {
	i := strings.Index(strings.ToLower(id), " with ")
	return i < 0 || notice.IsException(id[i+len(" with "):])
}

// isOperand reports whether a licence is an operand of expressions.
func isOperand(id string) bool { return operand.MatchString(id) && hasKnownException(id) }

// severities are the answers of a policy, the best first.
var severities = []Status{Allowed, Undecided, Review, Denied}

func (p Policy) judge(id string) Status {
	if id == "" || id == "NOASSERTION" || id == "NONE" {
		id = Unknown
	}
	status := p.named(id)
	if status != Undecided || isOperand(id) {
		return status
	}
	status = p.named(Unknown)
	for _, word := range words.FindAllString(id, -1) {
		if of := p.named(word); of == Denied || of == Review && status != Denied {
			status = of
		}
	}
	return status
}

var (
	// operand matches an operand of an expression (SPDX 2.3, annex D).
	operand = lazyregexp.New(`(?i)^(?:DocumentRef-[a-z0-9.-]+:)?[a-z0-9.-]+\+?(?: with [a-z0-9.-]+)?$`)
	words   = lazyregexp.New(`[A-Za-z0-9][A-Za-z0-9.-]*\+?`)
)

// named returns the status of an id or text in the lists.
func (p Policy) named(id string) Status {
	has := func(all []string) bool {
		return slices.ContainsFunc(all, func(pattern string) bool { return selects(pattern, id) })
	}
	switch {
	case has(p.Deny):
		return Denied
	case has(p.Review):
		return Review
	case slices.ContainsFunc(p.Allow, func(pattern string) bool {
		literal := pattern
		if i := strings.IndexAny(pattern, "*?"); i >= 0 {
			literal = pattern[:i]
		}
		return selects(pattern, id) && (literal == pattern || (notice.ClassOf(id) != notice.Restricted || notice.ClassOf(literal) == notice.Restricted) &&
			isListed(id) && !strings.Contains(id, "LicenseRef-"))
	}):
		return Allowed
	}
	return Undecided
}

// selects reports whether a pattern selects a licence, in either one's spellings. There is an old
// and a new one. A text that is not a licence is only selected by its name.
func selects(pattern, id string) bool {
	if strings.ContainsAny(pattern, "*?") && (id == Unknown || !isOperand(id)) {
		return false
	}
	for _, p := range spdx.Spellings(pattern) {
		for _, spelling := range spdx.Spellings(id) {
			if matches, _ := path.Match(p, spelling); matches {
				return true
			}
		}
	}
	return false
}

// unknownIDs returns the listed identifiers that neither SPDX nor a copy has. They are likely
// mistyped, and do nothing.
func (p Policy) unknownIDs(findings []Finding) (all []string) {
	for _, id := range slices.Concat(p.Allow, p.Deny, p.Review) {
		if strings.Contains(id, "*") || strings.EqualFold(id, Unknown) || notice.IsKnown(id) {
			continue
		}
		used := slices.ContainsFunc(findings, func(f Finding) bool {
			return slices.ContainsFunc(slices.Concat(spdx.Alternatives(f.Origin.License)...), func(of string) bool { return selects(id, of) })
		})
		if !used {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
