package notice

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/licensecheck"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
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
	reciprocal = lazyregexp.New(`(?i)^(?:(?:A|L)?GPL|MPL|EPL|CPL|CDDL|EUPL|OSL|SSPL|MS-RL|CeCILL|QPL|RPL|CPAL|APSL|IPL|NPL|SPL|Sleepycat|CC-BY-SA|CC-BY-NC-SA|ODbL|OFL|LiLiQ-R|Parity|copyleft-next|GFDL|CERN-OHL-[SW])(?:-|$)`)
	allowing   = lazyregexp.New(`(?i)^(?:0BSD|AFL|Apache|Artistic|BlueOak|BSD|BSL-1\.0|bzip2|CC-BY-[0-9.]+|CC0|CC-PDDC|curl|FSFAP|FTL|HPND|ICU|ISC|IJG|JSON|libpng|libtiff|MIT|MIT-0|MS-PL|MulanPSL|NCSA|NTP|OpenSSL|PHP|PostgreSQL|PSF|Python|public-domain|Ruby|TCL|Unicode|Unlicense|UPL|Vim|W3C|WTFPL|X11|Xnet|Zend|Zlib|ZPL)(?:-|$)`)
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

// known are the identifiers of licences that [IsSPDX] knows, by their form in lower case.
var known = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, l := range licensecheck.BuiltinLicenses() {
		all[strings.ToLower(l.ID)] = l.ID
	}
	for _, id := range []string{"GPL-1.0", "GPL-2.0", "GPL-3.0", "LGPL-2.0", "LGPL-2.1", "LGPL-3.0", "AGPL-3.0"} {
		for _, end := range []string{"-only", "-or-later"} {
			all[strings.ToLower(id+end)] = id + end
		}
	}
	for _, id := range ofLicensecheck {
		delete(all, id)
	}
	return all
})

// ofLicensecheck are names of licensecheck that are not in the list of SPDX.
var ofLicensecheck = []string{
	"public-domain", "bsd", "aladdin-9", "anti996", "bsd-1-clause-clear", "bsd-3-clause-notrademark", "cc-by-nc-sa-3.0-us",
	"commonsclause", "googlepatentclause", "googlepatentsfile", "gpl-2.0-or-3.0", "mit-noad", "prosperity-3.0.0",
}

// IsSPDX reports whether an operand is surely in the list of licences of SPDX, or refers to a licence by
// LicenseRef. It does not know rare licences.
func IsSPDX(id string) bool {
	id, _, _ = strings.Cut(id, " WITH ")
	return strings.HasPrefix(id, "LicenseRef-") || known()[strings.ToLower(strings.TrimSuffix(id, "+"))] != ""
}

// licenseRef matches what may follow LicenseRef- (SPDX 2.3, annex D).
var licenseRef = lazyregexp.New(`^LicenseRef-[A-Za-z0-9.-]+$`)

// exceptions are the exceptions of SPDX that projects state most.
var exceptions = []string{
	"Autoconf-exception-2.0", "Autoconf-exception-3.0", "Bison-exception-2.2", "Classpath-exception-2.0", "Font-exception-2.0",
	"GCC-exception-2.0", "GCC-exception-3.1", "Libtool-exception", "Linux-syscall-note", "LLVM-exception", "OCaml-LGPL-linking-exception",
	"OpenJDK-assembly-exception-1.0", "Qt-GPL-exception-1.0", "Qt-LGPL-exception-1.1", "u-boot-exception-2.0", "WxWindows-exception-3.1",
}

// Listed returns a licence as an SPDX expression in which every identifier is surely in the list of SPDX, or a
// reference such as LicenseRef-Acme-0f3c5d2a. refs has the text that each reference stands for. An empty licence is
// an empty expression.
func Listed(license string) (expression string, refs map[string]string) {
	refs = map[string]string{}
	license = unwrap(strings.TrimSpace(license))
	if license == "" || license == "NOASSERTION" || license == "NONE" {
		return "", refs
	}
	for _, operator := range []string{"OR", "AND"} {
		parts := split(license, operator)
		if len(parts) == 1 {
			continue
		}
		for i, p := range parts {
			listed, some := Listed(p)
			if listed == "" {
				return reference(license, refs), refs
			}
			if operator == "AND" && len(split(listed, "OR")) > 1 {
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
		if i := slices.IndexFunc(exceptions, func(e string) bool { return strings.EqualFold(e, exception) }); i >= 0 {
			return canonical + " WITH " + exceptions[i], refs
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

// canonicalOf returns an identifier as SPDX writes it, or nothing if it is not surely one.
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

// reference adds a reference to a licence, and returns it.
func reference(license string, refs map[string]string) string {
	readable := strings.Trim(notInRef.ReplaceAllString(license, "-"), "-.")
	readable = strings.Trim(readable[:min(len(readable), 40)], "-.")
	sum := sha256.Sum256([]byte(license))
	ref := "LicenseRef-" + strings.TrimPrefix(readable+"-"+hex.EncodeToString(sum[:4]), "-")
	refs[ref] = license
	return ref
}

var notInRef = lazyregexp.New(`[^A-Za-z0-9.]+`)

// Identifier returns an identifier of one licence as SPDX writes it, or nothing if it is not surely in its list.
func Identifier(id string) string { return known()[strings.ToLower(id)] }
