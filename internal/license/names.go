package license

import (
	"slices"
	"strings"
	"sync"
)

// A name is what texts call a licence. In a name the words the, license and version do not count,
// and 2.0 is 2.

// names has licences' identifiers by hashes of names. Beginnings of names have no identifier.
type names map[uint32]string

// mostName is how many words of a name count.
const mostName = 10

// filler are words that do not count in names.
var filler = hashes("the", "license", "version", "v", "ver", "a", "an", "terms", "of")

// inName returns the hash of the name before with one more word. before is 0 for none.
func inName(before, word uint32) uint32 {
	hash := (before ^ word) * hashFactor
	return hash ^ hash>>13
}

var nameTable = sync.OnceValue(func() *table[string] {
	n := make(names, len(Entries())*4)
	var parted [][2]string // names without what their parentheses have, and identifiers
	for _, e := range Entries() {
		if e.Exception || e.Deprecated || e.ID == "Libpng" { // whose name is also the name of version 2
			continue
		}
		n.add(e.ID, e.ID)
		id := e.ID
		for _, suffix := range []string{"-only", "-or-later"} {
			id = strings.TrimSuffix(id, suffix)
		}
		if id != e.ID || strings.HasPrefix(id, "GFDL") { // the words or later are read apart
			continue
		}
		name, _, part := strings.Cut(e.Name, " (")
		if part { // the name without it may be another licence's
			parted = append(parted, [2]string{name, e.ID})
			continue
		}
		n.add(name, e.ID)
		for _, end := range []string{" International", " Unported", " Generic"} {
			n.add(strings.TrimSuffix(name, end), e.ID)
		}
		n.add(strings.ReplaceAll(name, "Source License", "Source"), e.ID)
	}
	for _, line := range strings.Split(aliases, "\n") {
		id, all, _ := strings.Cut(line, ":")
		for name := range strings.SplitSeq(all, ",") {
			n.add(name, strings.TrimSpace(id))
		}
	}
	for _, p := range parted {
		if !slices.ContainsFunc(parted, func(q [2]string) bool { return q[0] == p[0] && q[1] != p[1] }) {
			n.add(p[0], p[1])
		}
	}
	return newTable(n)
})

func (n names) add(name, id string) {
	hash, words := uint32(0), 0
	var few [2 * mostName]word
	for _, w := range appendWords(few[:0], []byte(name)) {
		if filler.has(w.hash) {
			continue
		}
		if words++; words > mostName {
			return
		}
		hash = inName(hash, w.hash)
		if _, ok := n[hash]; !ok {
			n[hash] = ""
		}
	}
	if words > 0 && (n[hash] == "" || strings.HasPrefix(n[hash], "~")) {
		n[hash] = id
	}
}

// aliases are names that SPDX's list does not have. An identifier that begins with ~ is a family:
// the name does not say which of its licences.
const aliases = `MIT: MIT, Expat, MIT Expat, MIT X11, X11 MIT, MIT X Consortium, MIT open source, MIT style X11
X11: X11, X Consortium
BSD-2-Clause: BSD 2 clause, 2 clause BSD, two clause BSD, BSD two clause, simplified BSD, BSD simplified, FreeBSD, BSD 2, BSD2
BSD-3-Clause: BSD 3 clause, 3 clause BSD, three clause BSD, BSD three clause, new BSD, BSD new, modified BSD, revised BSD, BSD 3, BSD3, Eclipse Distribution 1.0, EDL 1.0, BSD new style
BSD-4-Clause: BSD 4 clause, 4 clause BSD, four clause BSD, original BSD, old BSD
0BSD: Zero clause BSD, BSD zero clause, 0 clause BSD
Apache-2.0: Apache 2.0, Apache software 2.0, ASL 2.0, AL 2.0, ALv2, Apache software foundation 2.0, Apache open source 2.0, Apache2
Apache-1.1: Apache 1.1, Apache software 1.1
Apache-2.0 WITH LLVM-exception: Apache 2.0 with LLVM exceptions, Apache 2.0 with LLVM exception
MPL-1.0: MPL 1.0
MPL-1.1: MPL 1.1
MPL-2.0: MPL 2.0
EPL-1.0: EPL 1.0
EPL-2.0: EPL 2.0
CDDL-1.0: CDDL 1.0, Common Development and Distribution License 1.0
BSL-1.0: Boost software, Boost, Boost 1.0, Boost software 1.0, BSL 1.0
BUSL-1.1: Business Source License 1.1, Business Source License, BSL 1.1, BUSL 1.1, BUSL
Elastic-2.0: Elastic License 2.0, Elastic 2.0, ELv2
SSPL-1.0: SSPL, Server Side Public License, Server Side Public License 1, SSPL 1
LicenseRef-Elastic-1.0: Elastic License 1
LicenseRef-Confluent-Community-1.0: Confluent Community License, Confluent Community License 1.0
LicenseRef-Commons-Clause: Commons Clause, Commons Clause License Condition 1.0
LicenseRef-Redis-Source-Available: Redis Source Available License, Redis Source Available License 2.0, Redis Source Available License 1.0, RSAL, RSALv2, RSALv1
LicenseRef-Timescale: Timescale License, Timescale License Agreement
LicenseRef-CockroachDB-Community: CockroachDB Community License, CockroachDB Software License
LicenseRef-MariaDB-BSL: MariaDB Business Source License
LicenseRef-Fair-Source: Fair Source License
LicenseRef-PolyForm-Shield-1.0.0: PolyForm Shield License 1.0.0
LicenseRef-PolyForm-Perimeter-1.0.0: PolyForm Perimeter License 1.0.0
LicenseRef-PolyForm-Internal-Use-1.0.0: PolyForm Internal Use License 1.0.0
LicenseRef-PolyForm-Strict-1.0.0: PolyForm Strict License 1.0.0
LicenseRef-PolyForm-Free-Trial-1.0.0: PolyForm Free Trial License 1.0.0
FSL-1.1-MIT: Functional Source License 1.1 MIT Future License, FSL 1.1 MIT
FSL-1.1-ALv2: Functional Source License 1.1 ALv2 Future License, Functional Source License 1.1 Apache 2.0 Future License, FSL 1.1 Apache 2.0
Zlib: zlib, zlib png, zlib libpng
ISC: ISC
WTFPL: WTFPL, WTFPL 2, Do What The Fuck You Want To Public License
Unlicense: Unlicense
CC0-1.0: CC0, CC0 1.0, Creative Commons Zero, Creative Commons CC0, CC0 1.0 Universal, Creative Commons Zero 1.0
NCSA: University of Illinois Open Source License, University of Illinois NCSA Open Source License, NCSA Open Source License, University of Illinois BSD like Open Source License
Artistic-2.0: Artistic 2.0
Artistic-1.0: Artistic 1.0
Ruby: Ruby
PostgreSQL: PostgreSQL
OpenSSL: OpenSSL
ODbL-1.0: ODbL, ODbL 1.0, Open Database, Open Database 1.0
PHP-3.0: PHP 3.0
PHP-3.01: PHP 3.01
OFL-1.1: SIL Open Font License 1.1, SIL OFL 1.1, OFL 1.1
CPL-1.0: Common Public License 1.0, CPL 1.0
UPL-1.0: Universal Permissive License, Universal Permissive License 1.0, UPL
curl: curl
public-domain: public domain
Artistic-1.0-Perl OR GPL-1.0-or-later: same terms as Perl, same terms as Perl itself, same terms as Perl 5
~BSD: BSD, BSD style, BSD like, Berkeley, BSD type
~MIT: MIT style, MIT like, X11 style
~Apache: Apache, Apache software, Apache style
~MPL: MPL, Mozilla, Mozilla public
~EPL: EPL, Eclipse, Eclipse public
~CDDL: CDDL, Common Development and Distribution
~CC: Creative Commons, Creative Commons Attribution, CC BY, CC BY SA, CC BY NC, CC BY ND, CC BY NC SA, CC BY NC ND
~Artistic: Artistic, Perl Artistic
~Python: Python, PSF, Python software foundation
~OFL: OFL, SIL Open Font, Open Font
~PHP: PHP
~LPPL: LPPL, LaTeX Project Public
~CECILL: CeCILL
~QPL: QPL, Q Public
~SISSL: SISSL
~W3C: W3C
~ZPL: ZPL, Zope Public
~Elastic: Elastic
~FSL: Functional Source License
~PolyForm: PolyForm
~Libpng: libpng`
