package notice

import (
	"bytes"
	"slices"
	"sync"
)

// A sign is where a head may say something of a licence. Every file is searched for them, by the algorithm of Wu and
// Manber, which looks at a fourth of the bytes. Most heads have none, and are not read further.
type sign struct {
	at   int
	weak bool // many texts about other things have it
}

// signs are in every head that names a licence, or has one, in any case.
var signs = []string{
	"licen", "ermission ", "edistribut", "opyleft", "arrant", "opyrighted", "ublic domain", "ights reserved", "onfidential", "roprietary",
	"reative commons", "ommercial use", "rade secret", "ot for distribution", "istribution of this file", "isclaims all copyright",
	"o whatever you want", "ranted to ", " eupl", " cddl", " eula", "wtfpl", "bsd-2", "bsd-3", "bsd 2", "bsd 3", "pache-2", "pache 2", "mpl-2", "mpl 2",
}

// weakSigns are in heads that speak of rights in other words, and in other languages.
var weakSigns = []string{
	"istribu", "opying", "nauthori", "rohibi", "roibid", "orbidden", "eproduc", "cademic", "ommercial", "eserved", "eservad", "réserv", "reserve", "iservat", "isclos",
	"ntellectual p", "ot evil", "roperty of", "nternal use", "esearch use", "esearch p", "ersonal use", "rivate use", "valuation ", "ducational ", "free to ", "ree for ",
	"not copy", "not publish", "npublished", "stackoverflow.com", "stackexchange.com", "serverfault.com", "superuser.com", "askubuntu.com",
	"lizen", "vorbehalt", "ervielf", "eitergabe", "ntersagt", "erboten", "ogiciel libre", "oftware libre", "oftware livre", "oorbehoud", "zastrze", "förbeh", "forbeh", "vyhrazen", "pidätet",
	"лиценз", "ліценз", "защищен", "захищен", "запрещ", "распростран", "许可", "許可", "授权", "授權", "版权", "版權", "保留", "著作", "未经", "未經", "商业", "商用", "转载",
	"ライセンス", "許諾", "無断", "転載", "再配布", "라이선스", "라이센스", "저작권", "무단",
}

// denying are signs of sentences that forbid acts that a licence allows.
var denying = []string{
	"ommercial", "rohibit", "roprietary", "onfidential", "nauthori", "orbidden", "may not ", "ust not ", "not be ", "not for ", "not copy", "istribute", "ithout perm", "ithout the ", "ithout writ", "ithout expr",
	"rade secret", "cademic", "ersonal use", "esearch ", "valuation ", "npublished", "ortions of",
}

// shortSigns are in capitals, too short for the algorithm, and rare.
var shortSigns = [][]byte{[]byte("GPL"), []byte("CC0"), []byte("CC BY"), []byte("CC-BY")}

// signLength is how many bytes of each sign are looked for first.
const signLength = 5

// signTable has, for the hash of two bytes, how far the search may go on, and which signs have them at signLength.
type signTable struct {
	shift [1 << 12]uint8 // if it is 0, the signs are in group
	group [1 << 12]uint8
	signs [][]sought
}

// sought is a sign, with 0x20 set in each byte.
type sought struct {
	text []byte
	weak bool
}

func pairHash(a, b byte) uint16 { return (uint16(a|0x20)<<5 ^ uint16(b|0x20)) & (1<<12 - 1) }

// newSignTable returns the table of signs, and of weak ones.
func newSignTable(strong, weak []string) *signTable {
	t := &signTable{}
	for i := range t.shift {
		t.shift[i] = signLength - 1
	}
	for i, s := range slices.Concat(strong, weak) {
		for j := 1; j < signLength; j++ {
			h := pairHash(s[j-1], s[j])
			t.shift[h] = min(t.shift[h], uint8(signLength-1-j))
			if j == signLength-1 {
				folded := []byte(s)
				for k := range folded {
					folded[k] |= 0x20
				}
				if t.group[h] == 0 {
					t.signs = append(t.signs, nil)
					t.group[h] = uint8(len(t.signs))
				}
				g := t.group[h] - 1
				t.signs[g] = append(t.signs[g], sought{folded, i >= len(strong)})
			}
		}
	}
	return t
}

// The tables are made when the first head is read.
var (
	allSigns     = sync.OnceValue(func() *signTable { return newSignTable(signs, weakSigns) })
	denyingSigns = sync.OnceValue(func() *signTable { return newSignTable(denying, nil) })
)

// signsIn returns where a head has signs, in order.
func signsIn(head []byte) []sign {
	all := allSigns().find(head)
	for _, short := range shortSigns {
		for at := 0; ; at += len(short) {
			i := bytes.Index(head[at:], short)
			if i < 0 {
				break
			}
			at += i
			all = append(all, sign{at: at})
		}
	}
	slices.SortFunc(all, func(a, b sign) int { return a.at - b.at })
	return all
}

// find returns where a text has signs.
func (t *signTable) find(text []byte) (all []sign) {
	for i := signLength - 1; i < len(text); {
		h := pairHash(text[i-1], text[i])
		if n := t.shift[h]; n > 0 {
			i += int(n)
			continue
		}
		at := i - signLength + 1
		for _, s := range t.signs[t.group[h]-1] {
			if text[at]|0x20 == s.text[0] && hasFold(text[at:], s.text) {
				all = append(all, sign{at, s.weak})
			}
		}
		i++
	}
	return all
}

// hasFold reports whether a text begins with another one, which has 0x20 set in each byte.
func hasFold(text, want []byte) bool {
	if len(text) < len(want) {
		return false
	}
	for i := range len(want) {
		if text[i]|0x20 != want[i] {
			return false
		}
	}
	return true
}
