package notice

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/chaffinch-search/chaffinch/internal/license"
)

// A sign is where a head may say something of a licence. Every file is searched for them, six bytes
// at a time. Heads without one are not read further.
type sign struct {
	at   int
	weak bool // many texts about other things have it
}

// signsOf are the signs of a head, in order.
type signsOf struct {
	rights  []sign        // of a licence
	denying []sign        // that end within denyingHead
	clauses []int         // of clauses, in order; not nil
	tags    []int         // where spdxBegin is
	lines   []commentLine // memory for commentLines
}

var freeSigns = sync.Pool{New: func() any { return &signsOf{clauses: []int{}} }}

// newSigns returns the signs of a head, until free is called.
func newSigns(head []byte) *signsOf {
	s := freeSigns.Get().(*signsOf)
	s.search(head)
	return s
}

func (s *signsOf) free() { freeSigns.Put(s) }

// signs are in every head that names a licence, or has one, in any case.
var signs = []string{
	"licen", "ermission ", "edistribut", "opyleft", "arrant", "opyrighted", "ublic domain", "ights reserved", "onfidential", "roprietary",
	"reative commons", "ommercial use", "rade secret", "ot for distribution", "istribution of this file", "isclaims all copyright",
	"o whatever you want", "ranted to ", " eupl", " cddl", " eula", "wtfpl", "bsd-2", "bsd-3", "bsd 2", "bsd 3", "| bsd", "| mit", "pache-2", "pache 2", "mpl-2", "mpl 2", "legal notice", "numerical recipes s", "laced under ", "same terms as",
}

// weakSigns are in heads that speak of rights in other words, and in other languages.
var weakSigns = []string{
	"istribu", "opying", "nauthori", "rohibi", "roibid", "orbidden", "eproduc", "cademic", "ommercial", "eserved", "eservad", "réserv", "reserve", "iservat", "isclos",
	"ntellectual p", "ot evil", "roperty of", "nternal use", "esearch use", "esearch p", "ersonal use", "rivate use", "valuation ", "ducational ", "free to ", "ree for ",
	"eerware", "hareware", "on-free", "for production", "not use this", "ecial exception", " gfdl", "sissl", "ms-pl", "bsl 1.1", "osl 3", "osl-3",
	"ublic-domain", "omaine public", "ominio p", "emeinfrei", "isclaims copyright", "isclaim copyright", "no copyright", "o rights reserved", "subject to copyright", "aived all copyright",
	"nterdit", "omercial", "ommerziel", "vietat", "禁止", "禁ず", "禁じ", "不得", "仅供", "僅供", "営利", "금지",
	"requires a valid", "ise subscription", "lid subscription", "aid subscription", "ubscription agree", "ubscribers only", "upport contract", "aying customer",
	"ommons clause", "ot part of the", "ot covered by", "ot cover ", "ot included in", "ot apply", "ippocratic", "lastic licen",
	"not copy", "not publish", "npublished", "estricted to", "stackoverflow.com", "stackexchange.com", "serverfault.com", "superuser.com", "askubuntu.com", "linux kernel", "linux's kernel", "from gnu ", "from the gnu ", "from glibc", "from coreutils", "binutils", "from busybox", "numerical recipes",
	" rights", "ith permission", "may not ", "only by ", "used only ", "only be used", "se only", "mited to us", " bcp 78", "eference only", "as long as you", "a beer", "ourtesy", "euse auth", "is acknowledged", "nlimited redis",
	"taken from", "dapted from", "orrowed from", "tolen from", "opied from", "ported from", "erived from", " odbl", "(mit)", "[mit]", "(bsd)", "(bsd-", "[bsd-", "[bsd]", "uf anfrage", "n request", "ur für den", "ur fuer den", "tudy ",
	"lizen", "vorbehalt", "ervielf", "eitergabe", "ntersagt", "erboten", "ogiciel libre", "oftware libre", "oftware livre", "oorbehoud", "zastrze", "förbeh", "forbeh", "vyhrazen", "pidätet",
	"лиценз", "ліценз", "защищен", "захищен", "запрещ", "распростран", "许可", "許可", "授权", "授權", "版权", "版權", "保留", "著作", "未经", "未經", "商业", "商用", "转载",
	".org/mpl", "us/mpl/", "legal/epl", ".org/ofl", "org/copyright", ".com/bsl",
	"ine above is", "entifier above", "bove identifier", "tag above", "above tag", "erms of service",
	"opyright notice in", "ee copyright ", "egal stuff", "nd of this file", "nd of the file", "nd of file", "ottom of this file", "ottom of the file", " eula", "the nda ", " an nda", "régi par",
	"ライセンス", "許諾", "無断", "転載", "再配布", "라이선스", "라이센스", "저작권", "무단", "수 없", "saklıdır", "saklidir", "حقوق محفوظة",
}

// spdxBegin begins the tags of SPDX.
const spdxBegin = "SPDX-"

// denying are signs of sentences that forbid acts that a licence allows.
var denying = []string{
	"ommercial", "rohibit", "roprietary", "onfidential", "nauthori", "orbidden", "may not ", "ust not ", "not be ", "not for ", "not copy", "istribute", "ithout perm", "ithout the ", "ithout writ", "ithout expr",
	"nterdit", "omercial", "ommerziel", "roibid", "rohibid", "vietat", "erboten", "ntersagt", "禁止", "禁ず", "禁じ", "不得", "금지",
	"ommons clause", "ot part of", "ot covered", "ot cover ", "ot included in", "ot apply", "rade secret", "cademic", "ersonal use", "esearch ", "valuation ", "npublished", "ortions of", "side the company",
}

// clauses are in sentences that add to a licence, or forbid something, without any of these signs.
var clauses = []string{
	"ay not ", "ust not ", "hall not ", "not be ", "be copied", "be sold", "be modif", "not copy", "not sell", "not modif", "o part of", "xception", "estricti", "estricted right",
	"dditional ", "ifferent term", "ompany", "ompani", "onsent", "ithout perm", "ithout the ", "ithout writ", "ithout expr", "ithout prior", "ermitted", "reely ", "atent ", "he term", "same term",
}

// shortSigns are in capitals, too short for the table, and rare. Their first letter is as rare.
var shortSigns = []string{"GPL", "CC0", "CC BY", "CC-BY"}

const (
	stride = 3 // between the offsets of a head that are looked at

	filterBits = 17
	slotBits   = 13
)

// following are the bytes behind signs that are one byte shorter than a window. The last two begin
// ç and ț.
const following = "scztlfv0123 -,.:;()/]_<>+=|\"'\n\xc3\xc8"

// signTable has signs by each four bytes of their window. It is small, because it is made whenever
// a program starts that reads heads.
type signTable struct {
	filter [1 << filterBits / 64]uint64 // a bit for the hash of each four bytes
	slots  [1 << slotBits]uint16        // the first sign with four bytes, in the next free slot from their hash on
	signs  []sought                     // the first one is none
}

// sought is a sign by four bytes of its window.
type sought struct {
	text string // with 0x20 set in each byte
	gram uint32 // the four bytes
	next uint16 // the next sign with the same four bytes; 0 if there is none
	skip uint8  // where in the sign the four bytes begin
	kind signKind
}

// signKind is the list that a sign is of.
type signKind uint8

const (
	strongSign signKind = iota
	weakSign
	denyingSign
	tagSign
	clauseSign
	ofLabel
)

const fold = 0x2020202020202020

func gramHash(folded uint32) uint32 { return folded * 0x9e3779b1 >> (32 - filterBits) }

// has reports whether signs may have a hash.
func (t *signTable) has(hash uint32) bool {
	return t.filter[hash/64%uint32(len(t.filter))]&(1<<(hash%64)) != 0
}

// slot returns the slot of four bytes, or a free one.
func (t *signTable) slot(gram uint32) *uint16 {
	for i := gramHash(gram); ; i++ {
		if s := &t.slots[i%uint32(len(t.slots))]; *s == 0 || t.signs[*s].gram == gram {
			return s
		}
	}
}

// allSigns is made when the first head is read.
var allSigns = sync.OnceValue(func() *signTable {
	t := &signTable{}
	for kind, list := range [][]string{signs, slices.Concat(weakSigns, license.Withheld()), denying, {spdxBegin}, clauses} {
		for _, s := range list {
			s := folded(s)
			at := window(s, stride)
			for skip := at; skip < at+stride; skip++ {
				if skip+4 <= len(s) {
					t.add(s, skip, s[skip:skip+4], signKind(kind))
					continue
				}
				for _, next := range []byte(following) {
					t.add(s, skip, s[skip:]+string([]byte{next | 0x20}), signKind(kind))
				}
			}
		}
	}
	return t
})

// folded returns a sign with 0x20 set in each byte.
func folded(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] |= 0x20
	}
	return string(b)
}

// usual are parts of words that most sources have.
const usual = "string struct restrict register pointer interrupt internal filter parameter iterator value comment commerce public search version " +
	"person service server reserve preserve observe observer product reproduce attribute contribute distribute " +
	"cache config configure private activate base sense see for need to set to at the use the be the s of a for false else " +
	"without with the author this that other and not for not be if not from the in the of the to the is the on the copyright copying copy " +
	"free freeze tree three return protect prototype property proper academ trade port ports options portion permission warranty granted " +
	"use used user license licence licensed all rights reserved software redistribution closed close disclose discard " +
	"this is this is this is this file this file in a license a license licenses bsd-style bsd-style write writer written all rights right bright source code code is can be found for the for the " +
	"function action section complete component compile complete page message usage name same frame stack track decode require request are not is not are out about client event different effect " +
	"of int of int of int to use to use to use using being string copyright copyright copyright of the is the is the in the page in"

// usualGrams returns how often each four bytes are in usual words.
var usualGrams = sync.OnceValue(func() map[string]int {
	all := make(map[string]int, len(usual))
	for i := range len(usual) - 3 {
		all[usual[i:i+4]]++
	}
	return all
})

// mostUsual bounds the usual words that the window of a sign within a word has.
const mostUsual = 4

// window returns where the window of a sign begins: where as few usual words as possible have its
// bytes. Four bytes of a window begin at one of the offsets that are looked at. If a word of a sign
// is long enough, the window is in it, so that other blanks beside it do not matter.
func window(sign string, stride int) int {
	best, most := -1, 1<<30
	for from := 0; from+stride+3 <= len(sign); from++ {
		if word := sign[from : from+stride+3]; strings.IndexByte(word, ' ') < 0 && strings.IndexByte(sign, ' ') >= 0 {
			n := 0
			for i := range stride {
				n += usualGrams()[word[i:i+4]]
			}
			if n < most {
				best, most = from, n
			}
		}
	}
	if best >= 0 && most <= mostUsual {
		return best
	}
	best, least, grams, n := 0, 1<<30, usualGrams(), 0
	for at := 0; at+4 <= len(sign); at++ {
		n += grams[sign[at:at+4]]
		from := at + 1 - stride
		if from < 0 {
			continue
		}
		if n < least {
			best, least = from, n
		}
		n -= grams[sign[from:from+4]]
	}
	return best
}

// add adds a folded sign by four bytes from skip on.
func (t *signTable) add(folded string, skip int, four string, kind signKind) {
	gram := binary.LittleEndian.Uint32([]byte(four))
	h := gramHash(gram)
	t.filter[h/64] |= 1 << (h % 64)
	if t.signs == nil {
		t.signs = make([]sought, 1, 1<<slotBits)
	}
	at := t.slot(gram)
	for *at != 0 {
		at = &t.signs[*at].next
	}
	*at = uint16(len(t.signs))
	t.signs = append(t.signs, sought{text: folded, gram: gram, skip: uint8(skip), kind: kind})
}

// search finds the signs of a head. It looks at four bytes from each third offset on.
func (s *signsOf) search(head []byte) {
	s.rights, s.denying, s.tags, s.clauses = s.rights[:0], s.denying[:0], s.tags[:0], s.clauses[:0]
	t := allSigns()
	i := 0
	for ; i+8 <= len(head); i += 2 * stride {
		eight := binary.LittleEndian.Uint64(head[i:]) | fold
		a, b := uint32(eight), uint32(eight>>(8*stride))
		if t.has(gramHash(a)) {
			s.verify(t, head, i, a)
		}
		if t.has(gramHash(b)) {
			s.verify(t, head, i+stride, b)
		}
	}
	for ; i < len(head); i += stride {
		end := [4]byte{'\n', '\n', '\n', '\n'}
		copy(end[:], head[i:])
		s.verify(t, head, i, binary.LittleEndian.Uint32(end[:])|fold&(1<<32-1))
	}
	inOrder(s.rights)
	inOrder(s.denying)
	slices.Sort(s.clauses)
}

// besideTags reports whether a head with tags of SPDX has signs in other lines.
func (s *signsOf) besideTags(head []byte) bool {
	return len(s.denying) > 0 || len(s.clauses) > 0 || slices.ContainsFunc(s.rights, func(r sign) bool {
		line := head[bytes.LastIndexByte(head[:r.at], '\n')+1 : r.at]
		tag := bytes.Index(line, []byte(spdxBegin))
		return tag < 0 || !opensComment(line[:tag]) && !behindCode(line[:tag])
	})
}

// behindTags returns the signs behind the last tag of SPDX in a head. Signs that many other texts
// have are left out, and those in identifiers such as MAY_BE_CONFIDENTIAL. In prose there are none.
func (s *signsOf) behindTags(content []byte, prose bool) (all []sign) {
	tag := s.tags[len(s.tags)-1]
	line, _, _ := bytes.Cut(content[tag:], []byte("\n"))
	for _, r := range s.rights {
		before := bytes.TrimRightFunc(content[:r.at], unicode.IsLetter)
		if !r.weak && !prose && r.at > tag+len(line) && !bytes.HasSuffix(before, []byte("_")) {
			all = append(all, r)
		}
	}
	return all
}

// inOrder sorts signs that are nearly in order.
func inOrder(all []sign) {
	for i := 1; i < len(all); i++ {
		for k := i; k > 0 && all[k].at < all[k-1].at; k-- {
			all[k], all[k-1] = all[k-1], all[k]
		}
	}
}

// verify adds the signs with these four bytes at an offset of a head.
func (s *signsOf) verify(t *signTable, head []byte, at int, gram uint32) {
	for i := *t.slot(gram); i != 0; i = t.signs[i].next {
		want := &t.signs[i]
		begin := at - int(want.skip)
		if begin < 0 || !hasFold(head[begin:], want.text) {
			if begin = hasApart(head, at, want); begin < 0 {
				continue
			}
		}
		switch want.kind {
		case denyingSign:
			if begin+len(want.text) <= denyingHead {
				s.denying = append(s.denying, sign{at: begin})
			}
		case tagSign:
			if bytes.HasPrefix(head[begin:], []byte(spdxBegin)) {
				s.tags = append(s.tags, begin)
			}
		case clauseSign:
			s.clauses = append(s.clauses, begin)
		default:
			s.rights = append(s.rights, sign{begin, want.kind == weakSign})
		}
	}
}

// short adds the short signs. Lines of SPDX make them needless.
func (s *signsOf) short(head []byte) {
	n := len(s.rights)
	for _, first := range []byte("GC") {
		for at := 0; ; at++ {
			i := bytes.IndexByte(head[at:], first)
			if i < 0 {
				break
			}
			if at += i; at+1 < len(head) && (head[at+1] == 'P' || head[at+1] == 'C') && isShort(head[at:]) {
				s.rights = append(s.rights, sign{at: at})
			}
		}
	}
	if len(s.rights) > n {
		slices.SortFunc(s.rights, func(a, b sign) int { return a.at - b.at })
	}
}

// isShort reports whether a text begins with a short sign.
func isShort(text []byte) bool {
	return slices.ContainsFunc(shortSigns, func(short string) bool { return len(text) >= len(short) && string(text[:len(short)]) == short })
}

// hasSign reports whether a line has a sign.
func hasSign(line []byte) bool {
	s := newSigns(line)
	defer s.free()
	s.short(line)
	return len(s.rights) > 0
}

// mostGap bounds the bytes between two words of a sign.
const mostGap = 24

// isGap tells the bytes between two words of a sign, other than one blank: blanks, line breaks,
// marks of comments, hyphens, and the bytes of blanks and hyphens that are not in ASCII.
var isGap = func() (set [256]bool) {
	for _, c := range []byte(" \t\r\n*/#;%!-_\xc2\xa0\xe2\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x90\x91\xaf\xe3") {
		set[c] = true
	}
	return set
}()

// hasApart returns where a sign begins in a head whose words are farther apart, as in
// internal\tuse. Its four bytes at an offset are in one of them. It returns -1 if the sign is not
// there.
func hasApart(head []byte, at int, want *sought) (begin int) {
	text, skip := want.text, int(want.skip)
	if strings.IndexByte(text, ' ') < 0 || strings.IndexByte(text[skip:min(skip+4, len(text))], ' ') >= 0 {
		return -1
	}
	gap := func(i, step int) int { // the bytes of a gap
		n := 0
		for ; i >= 0 && i < len(head) && n < mostGap && isGap[head[i]]; i += step {
			n++
		}
		return n
	}
	for i, k := at, skip; k < len(text); k++ {
		if text[k] == ' ' {
			n := gap(i, 1)
			if i += n; n == 0 {
				return -1
			}
			continue
		}
		if i >= len(head) || head[i]|0x20 != text[k] {
			return -1
		}
		i++
	}
	begin = at
	for k := skip - 1; k >= 0; k-- {
		if text[k] == ' ' {
			n := gap(begin-1, -1)
			if begin -= n; n == 0 {
				return -1
			}
			continue
		}
		if begin--; begin < 0 || head[begin]|0x20 != text[k] {
			return -1
		}
	}
	return begin
}

// hasFold reports whether a text begins with want, ignoring case. want has 0x20 set in each byte.
func hasFold(text []byte, want string) bool {
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

// containsFold reports whether a text has want, ignoring case. want has 0x20 set in each byte.
func containsFold(text []byte, want string) bool {
	for i := range len(text) - len(want) + 1 {
		if text[i]|0x20 == want[0] && hasFold(text[i:], want) {
			return true
		}
	}
	return false
}
