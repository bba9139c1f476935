package notice

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

func TestClassOf(t *testing.T) {
	for license, want := range map[string]Class{
		"MIT": Permissive, "mit": Permissive, "BSD-3-Clause": Permissive, "BSD": Permissive, "Apache-2.0 WITH LLVM-exception": Permissive,
		"BSL-1.0": Permissive, "BUSL-1.1": Restricted, "CC-BY-4.0": Permissive, "CC-BY-SA-4.0": Copyleft, "CC-BY-NC-4.0": Restricted,
		"GPL-2.0-only": Copyleft, "GPL-2.0+": Copyleft, "LGPL-2.1-or-later": Copyleft, "AGPL-3.0-only": Copyleft, "MPL-2.0": Copyleft,
		"GPL-2.0-only WITH Classpath-exception-2.0": Copyleft, "": UnknownClass, "NOASSERTION": UnknownClass, "Acme EULA": Other,
		"MIT OR GPL-2.0-only": Permissive, "MIT AND GPL-2.0-only": Copyleft, "MIT AND Acme": Other, "(MIT OR Acme) AND GPL-3.0-only": Copyleft,
		"MITRE": Other, "GPLish": Other,
	} {
		if got := ClassOf(license); got != want {
			t.Errorf("%q is %s, not %s", license, got, want)
		}
	}
}

func TestIsSPDX(t *testing.T) {
	for id, want := range map[string]bool{
		"MIT": true, "BSD-3-Clause": true, "GPL-2.0-only": true, "GPL-3.0-or-later WITH GCC-exception-3.1": true, "LicenseRef-x": true,
		"ISC": true, "0BSD": true, "Apache-2.0": true, "MPL-2.0": true, "CC-BY-SA-4.0": true,
		"BSD": false, "public-domain": false, "Acme": false, "": false,
	} {
		if IsSPDX(id) != want {
			t.Errorf("%q: %t", id, !want)
		}
	}
}

func TestListed(t *testing.T) {
	for license, want := range map[string]string{
		"": "", "NOASSERTION": "", "mit": "MIT", "MIT OR GPL-2.0+": "MIT OR GPL-2.0+", "LicenseRef-x": "LicenseRef-x",
		"(MIT OR Zlib) AND Acme": "(MIT OR Zlib) AND LicenseRef-Acme-7de70f59", "GPL-2.0-only WITH classpath-exception-2.0": "GPL-2.0-only WITH Classpath-exception-2.0",
		"MIT WITH Acme": "LicenseRef-MIT-WITH-Acme-4a0e94ca", "LicenseRef-a b": "LicenseRef-LicenseRef-a-b-61d5f3bd", "\x1b": "LicenseRef-2ff51c53", "MIT OR ": "LicenseRef-MIT-OR-6e0fcfbd",
	} {
		got, refs := Listed(license)
		for _, alternative := range spdx.Alternatives(got) {
			for _, id := range alternative {
				if got != "" && !IsSPDX(id) || strings.HasPrefix(id, "LicenseRef-") && refs[id] == "" {
					t.Errorf("%q: %q is in no list", license, id)
				}
			}
		}
		if !sameButHash(got, want) {
			t.Errorf("%q is %q, not %q", license, got, want)
		}
		if again, _ := Listed(got); again != got {
			t.Errorf("%q is %q, and then %q", license, got, again)
		}
	}
}

var refHash = regexp.MustCompile(`(LicenseRef-\S*?)[0-9a-f]{8}\b`)

func sameButHash(x, y string) bool {
	return refHash.ReplaceAllString(x, "$1") == refHash.ReplaceAllString(y, "$1")
}
