package notice

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Class is how much a licence demands of people who copy.
type Class string

// The classes of licences.
const (
	Permissive   Class = "permissive" // keep the notices, or less
	Other        Class = "other"      // a licence that is in no list here
	Copyleft     Class = "copyleft"   // share derived works under the same terms, at least the files
	Restricted   Class = "restricted" // it forbids some uses or some users: the source is available, but not open
	UnknownClass Class = "unknown"    // no licence is known
)

// classes are all classes, the one that asks least first.
var classes = []Class{Permissive, Other, Copyleft, Restricted, UnknownClass}

// Classes returns all classes, the one that asks least first.
func Classes() []Class { return slices.Clone(classes) }

var (
	reciprocal  = lazyregexp.New(`(?i)^(?:(?:A|L)?GPL|MPL|EPL|CPL|CDDL|EUPL|OSL|MS-RL|CeCILL|QPL|RPL|CPAL|APSL|IPL|NPL|SPL|Sleepycat|CC-BY-SA|ODbL|OFL|LiLiQ-R|Parity|copyleft-next|GFDL|CERN-OHL-[SW])(?:-|$)`)
	restricting = lazyregexp.New(`(?i)^(?:LicenseRef-)?(?:BUSL|Elastic|SSPL|FSL|SUL|PolyForm|CC-BY(?:-NC)?-(?:NC|ND|SA-NC)|CC-BY-NC|Commons-Clause|Confluent|Redis-Source-Available|RSAL|Timescale|CockroachDB|MariaDB|Fair-Source|Aladdin|Hippocratic|Prosperity|MS-LPL|BSD-3-Clause-No-(?:Nuclear|Military)|JSON|NCGL-UK|PPL|UnRAR|CPOL|ASWF-Digital-Assets|JPL-image|C-UDA|BitKeeper|Llama|UNLICENSED|Proprietary|Commercial)(?:-|$)`)
	allowing    = lazyregexp.New(`(?i)^(?:0BSD|AFL|Apache|Artistic|BlueOak|BSD|BSL-1\.0|bzip2|CC-BY-[0-9.]+|CC0|CC-PDDC|curl|FSFAP|FTL|HPND|ICU|ISC|IJG|libpng|libtiff|MIT|MIT-0|MS-PL|MulanPSL|NCSA|NTP|OpenSSL|PHP|PostgreSQL|PSF|Python|public-domain|Ruby|TCL|Unicode|Unlicense|UPL|Vim|W3C|WTFPL|X11|Xnet|Zend|Zlib|ZPL)(?:-|$)`)
)

// ClassOf returns the class of an SPDX expression. Of a choice (OR) it is the class that asks
// least, of several that apply (AND) the one that asks most. An exception (WITH) changes nothing.
func ClassOf(expression string) Class {
	best := len(classes) - 1
	for _, alternative := range spdx.Alternatives(expression) {
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
	case restricting.MatchString(id):
		return Restricted
	case reciprocal.MatchString(id):
		return Copyleft
	case allowing.MatchString(id):
		return Permissive
	}
	return Other
}

// known are the identifiers of SPDX's list, by their form in lower case.
var known = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, e := range license.Entries() {
		if !e.Exception {
			all[strings.ToLower(e.ID)] = e.ID
		}
	}
	return all
})

// IsSPDX reports whether an operand surely is an SPDX licence or a LicenseRef. It does not know
// rare licences.
func IsSPDX(id string) bool {
	id, _, _ = strings.Cut(id, " WITH ")
	return strings.HasPrefix(id, "LicenseRef-") || known()[strings.ToLower(strings.TrimSuffix(id, "+"))] != ""
}

// IsKnown is [IsSPDX] of any spelling of an operand.
func IsKnown(id string) bool {
	return IsSPDX(id) || slices.ContainsFunc(spdx.Spellings(id), IsSPDX)
}

// licenseRef matches what may follow LicenseRef- (SPDX 2.3, annex D).
var licenseRef = lazyregexp.New(`^LicenseRef-[A-Za-z0-9.-]+$`)

// exceptions are the exceptions of SPDX's list, by their form in lower case.
var exceptions = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, e := range license.Entries() {
		if e.Exception {
			all[strings.ToLower(e.ID)] = e.ID
		}
	}
	return all
})

// IsException reports whether an exception is in the list of SPDX.
func IsException(id string) bool { return exceptions()[strings.ToLower(id)] != "" }

// Listed returns a licence as an SPDX expression whose identifiers are surely in SPDX's list.
// Others become references such as LicenseRef-Acme-0f3c5d2a, whose texts refs has. An empty licence
// is an empty expression.
func Listed(license string) (expression string, refs map[string]string) {
	refs = map[string]string{}
	license = spdx.Unwrap(strings.TrimSpace(license))
	if license == "" || license == "NOASSERTION" || license == "NONE" {
		return "", refs
	}
	for _, operator := range []string{"OR", "AND"} {
		parts := spdx.Split(license, operator)
		if len(parts) == 1 {
			continue
		}
		for i, p := range parts {
			listed, some := Listed(p)
			if listed == "" {
				return reference(license, refs), refs
			}
			if operator == "AND" && len(spdx.Split(listed, "OR")) > 1 {
				listed = "(" + listed + ")"
			}
			parts[i] = listed
			maps.Copy(refs, some)
		}
		return strings.Join(parts, " "+operator+" "), refs
	}
	id, exception, has := strings.Cut(license, " WITH ")
	canonical := canonicalOf(id)
	if has && canonical != "" {
		if e := exceptions()[strings.ToLower(exception)]; e != "" {
			return canonical + " WITH " + e, refs
		}
	}
	if canonical == "" || has {
		return reference(license, refs), refs
	}
	if strings.HasPrefix(canonical, "LicenseRef-") {
		refs[canonical] = license
	}
	return canonical, refs
}

// canonicalOf returns an identifier as SPDX writes it, or nothing if unsure.
func canonicalOf(id string) string {
	if licenseRef.MatchString(id) {
		return id
	}
	plain, later := strings.CutSuffix(id, "+")
	if found := known()[strings.ToLower(plain)]; found != "" && !later {
		return found
	} else if found != "" {
		return found + "+"
	}
	return ""
}

// reference adds a reference to a licence and returns it.
func reference(license string, refs map[string]string) string {
	readable := strings.Trim(notInRef.ReplaceAllString(license, "-"), "-.")
	readable = strings.Trim(readable[:min(len(readable), 40)], "-.")
	sum := sha256.Sum256([]byte(license))
	ref := "LicenseRef-" + strings.TrimPrefix(readable+"-"+hex.EncodeToString(sum[:4]), "-")
	refs[ref] = license
	return ref
}

var notInRef = lazyregexp.New(`[^A-Za-z0-9.]+`)

// Identifier returns one licence's identifier as SPDX writes it. It returns nothing if it is not
// surely in SPDX's list.
func Identifier(id string) string { return known()[strings.ToLower(id)] }
