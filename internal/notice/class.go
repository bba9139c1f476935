package notice

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/licensecheck"
)

// Class says what a licence asks of who copies.
type Class string

// The classes of licences.
const (
	Permissive   Class = "permissive" // keep the notices, or less
	Other        Class = "other"      // a licence that is in no list here
	Copyleft     Class = "copyleft"   // share what is made of it under the same terms, at least the files
	UnknownClass Class = "unknown"    // no licence is known
)

// classes are all classes, the one that asks least first.
var classes = []Class{Permissive, Other, Copyleft, UnknownClass}

// Classes returns all classes, the one that asks least first.
func Classes() []Class { return slices.Clone(classes) }

var (
	reciprocal = regexp.MustCompile(`(?i)^(?:(?:A|L)?GPL|MPL|EPL|CPL|CDDL|EUPL|OSL|SSPL|MS-RL|CeCILL|QPL|RPL|CPAL|APSL|IPL|NPL|SPL|Sleepycat|CC-BY-SA|CC-BY-NC-SA|ODbL|OFL|LiLiQ-R|Parity|copyleft-next|GFDL|CERN-OHL-[SW])(?:-|$)`)
	allowing   = regexp.MustCompile(`(?i)^(?:0BSD|AFL|Apache|Artistic|BlueOak|BSD|BSL-1\.0|bzip2|CC-BY-[0-9.]+|CC0|CC-PDDC|curl|FSFAP|FTL|HPND|ICU|ISC|IJG|JSON|libpng|libtiff|MIT|MIT-0|MS-PL|MulanPSL|NCSA|NTP|OpenSSL|PHP|PostgreSQL|PSF|Python|public-domain|Ruby|TCL|Unicode|Unlicense|UPL|Vim|W3C|WTFPL|X11|Xnet|Zend|Zlib|ZPL)(?:-|$)`)
)

// ClassOf returns the class of an SPDX expression: of a choice (OR) the class that asks least, of several that
// apply (AND) the one that asks most. An exception (WITH) changes nothing.
func ClassOf(expression string) Class {
	best := len(classes) - 1
	for _, alternative := range Alternatives(expression) {
		worst := 0
		for _, id := range alternative {
			worst = max(worst, slices.Index(classes, classOf(id)))
		}
		best = min(best, worst)
	}
	return classes[best]
}

func classOf(id string) Class {
	id, _, _ = strings.Cut(id, " WITH ")
	id = strings.TrimSuffix(id, "+")
	switch {
	case id == "" || id == "NOASSERTION" || id == "NONE":
		return UnknownClass
	case reciprocal.MatchString(id):
		return Copyleft
	case allowing.MatchString(id):
		return Permissive
	}
	return Other
}

// known are the identifiers of licences that [IsSPDX] knows, in lower case.
var known = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, l := range licensecheck.BuiltinLicenses() {
		all[strings.ToLower(l.ID)] = true
	}
	for _, id := range []string{"GPL-1.0", "GPL-2.0", "GPL-3.0", "LGPL-2.0", "LGPL-2.1", "LGPL-3.0", "AGPL-3.0"} {
		for _, end := range []string{"-only", "-or-later"} {
			all[strings.ToLower(id+end)] = true
		}
	}
	delete(all, "public-domain") // names of licensecheck
	delete(all, "bsd")
	return all
})

// IsSPDX reports whether an operand is surely in the list of licences of SPDX, or refers to a licence by
// LicenseRef. It does not know rare licences.
func IsSPDX(id string) bool {
	id, _, _ = strings.Cut(id, " WITH ")
	return strings.HasPrefix(id, "LicenseRef-") || known()[strings.ToLower(strings.TrimSuffix(id, "+"))]
}
