package license

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A text may speak of rights in words that no template has. Then its licence is unknown, and not
// its project's licence. So what matters is whether a sentence is about rights, not what it says:
// one word of it is about licences, and another is one of the others below; or it bans an act; or
// it allows some uses only.

// role is the role of a word in a sentence about rights.
type role uint16

const (
	ofLicense role = 1 << iota // such as license and EULA
	ofAct                      // such as copying
	ofBan                      // such as unauthorized and prohibited
	ofLimit                    // such as not, only, may
	ofUser                     // such as academic and commercial
	ofUse                      // such as use and purpose
	ofThing                    // such as file and software
	ofClause                   // such as must and except: beside a whole text, it makes a sentence a clause
	ofDuty                     // such as keep and need: beside a whole text, it does so in a sentence about rights
	ofRight                    // such as patent and link: it makes a sentence one about rights there
)

var roles = sync.OnceValue(func() *table[role] {
	all := map[uint32]role{}
	for r, words := range map[role]string{
		ofLicense: "license licensed licensing licensor licensee relicensed sublicense unlicensed licensable copyleft eula gpl gpl'd gpled lgpl agpl eupl cddl gfdl",
		ofAct:     "copy copied copying diffusion copie copia commerciale comercial kommerziell reproducción riproduzione distribución distribuzione kopieren distribute distributed distributing distribution redistribute redistributed redistribution reproduced reproduction republish publish published publication resell resale sell sold disclose disclosed disclosure transmit transmitted duplication duplicate plagiarize",
		ofBan:     "unauthorized prohibited forbidden consent authorization permitted infringement interdit interdite prohibido prohibida vietato vietata proibido proibida verboten untersagt",
		ofLimit:   "not no only may must shall never cannot can't without unless subject under term agreement granted grant reserved restricted governed apply proprietary commercial",
		ofUser:    "academic commercial noncommercial personal educational education research",
		ofUse:     "purpose use using usage",
		ofThing:   "file software program code source work script library package project material",
		ofClause:  listed("clauses"),
		ofDuty:    "ends provided may need require required acknowledge governed keep retain remain remove removing stay should don't cannot can't donate credit different other another",
		ofRight:   "you your yours anyone everyone user licensee recipient company corporation organization employee institution author name publication copy patent trademark logo link footer attribution right royalty modification change agreement grant warranty liability derivative fork train",
	} {
		for w := range strings.FieldsSeq(words) {
			all[hashOf(w)] |= r
		}
	}
	return newTable(all)
})

func roleOf(w word) role {
	r, _ := roles().get(w.hash)
	return r
}

// outright are phrases about rights, in languages with blanks between words.
var outright = listedPhrases("outright")

// unspaced are words about rights in languages without blanks.
var unspaced = [][]byte{[]byte("许可证"), []byte("許可證"), []byte("许可协议"), []byte("授权协议"), []byte("授權條款"), []byte("版权所有"), []byte("版權所有"), []byte("保留所有权利"), []byte("保留一切权利"),
	[]byte("保留所有權利"), []byte("著作权"), []byte("著作權"), []byte("著作権"), []byte("未经"), []byte("未經"), []byte("商业用途"), []byte("商用"), []byte("转载"), []byte("ライセンス"), []byte("使用許諾"),
	[]byte("無断"), []byte("転載"), []byte("再配布"), []byte("라이선스"), []byte("라이센스"), []byte("저작권"), []byte("무단"), []byte("حقوق محفوظة")}

// bans and banned are words that forbid something together, in languages without blanks: 禁止 beside
// 商用, say.
var (
	bans   = [][]byte{[]byte("禁止"), []byte("禁ず"), []byte("禁じ"), []byte("不得"), []byte("금지"), []byte("限り"), []byte("仅供"), []byte("僅供"), []byte("수 없")}
	banned = [][]byte{[]byte("商用"), []byte("商业"), []byte("商業"), []byte("営利"), []byte("盈利"), []byte("複製"), []byte("复制"), []byte("転載"), []byte("转载"), []byte("配布"), []byte("分发"), []byte("販売"), []byte("销售"), []byte("改変"), []byte("传播"),
		[]byte("복제"), []byte("배포"), []byte("상업")}
)

// bansUnspaced reports whether a text forbids something in a language without blanks.
func bansUnspaced(text []byte) bool {
	return hasAny(text, bans) && hasAny(text, banned)
}

func hasAny(text []byte, any [][]byte) bool {
	return slices.ContainsFunc(any, func(w []byte) bool { return bytes.Contains(text, w) })
}

// answers match links to sites' answers from which something was taken. Posts there are under CC
// BY-SA.
var answers = lazyregexp.New(`(?i)\b(?:from|copied|taken|based|adapted|borrowed|stolen|source|credits?|thanks|via|by|courtesy|snippet)\b[^\n]{0,60}(?:\n[^\n]{0,10})?://(?:[a-z-]+\.)*(?:stackoverflow|stackexchange|serverfault|superuser|askubuntu)\.com/(?:a|q|questions)/`)

// pages match the addresses of licences without the word licence, such as mozilla.org/MPL.
var pages = lazyregexp.New(`(?i)\b(?:mozilla\.org/(?:[\w-]+/)?MPL\b|eclipse\.org/legal/epl|sil\.org/OFL\b|unicode\.org/copyright|mariadb\.com/bsl)`)

// Denies reports whether a text forbids what open-source licences allow. Known texts do not count.
func Denies(text []byte) bool {
	r := newWords(text)
	found := false
	for i := range r.words {
		if !r.denies(i) {
			continue
		}
		if !found {
			r.matches, found = find(text, r.words), true
		}
		if !r.inMatch(i) && !r.granted(i) && !r.inHeading(i) {
			return true
		}
	}
	return r.excludesFile()
}

// excludesFile reports whether a short sentence says that a licence, its text, or an open release
// is not of the file, as in: This file is not part of the MIT release.
func (r *reading) excludesFile() bool {
	for from, to := 0, 0; from < len(r.words); from = to {
		if to = r.sentenceEnd(from); to-from <= mostConcerning && !r.inMatch(from) && r.excludes(from, to) {
			return true
		}
	}
	return false
}

// excludes is excludesFile for a sentence.
func (r *reading) excludes(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if !covering.has(r.words[i].hash) || !hasAnyOf(r.words[max(from, i-2):i], negations) {
			continue
		}
		for k := from; k < to; k++ {
			w := r.words[k]
			isLicense := roleOf(w)&ofLicense != 0 || strong.has(w.hash) && r.text[w.start] <= 'Z'
			isOpen := releases.has(w.hash) && hasAnyOf(r.words[max(from, k-3):k], opened)
			if (isLicense || isOpen) && !r.inAddress(k) {
				return true
			}
		}
	}
	return false
}

var (
	// covering are verbs for what a licence is of, and releases what it is of.
	covering = hashes("part", "cover", "covered", "include", "included", "apply", "applies", "licensed", "belong", "released")
	releases = hashes("release", "distribution", "edition", "version", "part", "repository", "project", "source")
	opened   = hashes("open", "public", "free", "community", "oss")
)

// denies reports whether a forbidding phrase begins at a word, or bans its sentence's subject.
func (r *reading) denies(i int) bool {
	if w := r.words[i]; r.text[w.start] >= utf8.RuneSelf && w.end-w.start >= 6 && bansUnspaced(r.text[w.start:w.end]) {
		return true
	}
	if roleOf(r.words[i])&ofBan == 0 || r.words[i].hash == hashPermitted || denying.at(r.words, i) {
		return denying.at(r.words, i)
	}
	from, to := r.sentence(i)
	for k := from; k < to; k++ {
		if roleOf(r.words[k])&ofAct != 0 || r.words[k].hash == hashUse && banning.has(r.words[i].hash) && !r.isOfOther(k+1, to) {
			return true
		}
	}
	return false
}

// isOfOther reports whether of and a thing without a licence are behind a use, as in use of tabs.
func (r *reading) isOfOther(from, to int) bool {
	if from+1 >= to || r.words[from].hash != hashOfObject {
		return false
	}
	w := r.words[from+1]
	return r.isSmall(w) && roleOf(w) == 0 && !subjects.has(w.hash) && !objects.has(w.hash) && !quantities.has(w.hash) && !pointers.has(w.hash)
}

var (
	hashPermitted, hashUse = hashOf("permitted"), hashOf("use")
	banning                = hashes("prohibited", "forbidden", "interdit", "interdite", "prohibido",
		"prohibida", "vietato", "vietata", "proibido", "proibida", "verboten", "untersagt")
)

// mostSentence bounds the words of a sentence. Longer ones are tables.
const mostSentence = 60

// origins matches what was copied from works that ask to share, or forbid copies.
var origins = lazyregexp.New(`(?i)\b(?:copied|ported|taken|adapted|derived|borrowed|stolen|lifted|translated|converted|cribbed)\s+(?:\w+\s+)?from\s+(?:the\s+)?(?:linux(?:'s)?\s+kernel|gnu\s+\w+|glibc|coreutils|binutils|busybox|numerical\s+recipes)\b`)

// fromOthers reports whether a text says that it has such an origin.
func (r *reading) fromOthers() bool {
	return slices.ContainsFunc(r.words, func(w word) bool { return w.hash == hashFrom }) && origins.Match(r.text)
}

// speaks reports whether a sentence is about rights.
func (r *reading) speaks() bool {
	if bytes.Contains(r.text, []byte(".com/")) && answers.Match(r.text) || pages.Match(r.text) || r.fromOthers() || r.isUnspaced() {
		return true
	}
	for to := 0; to < len(r.words); {
		from := to
		for to++; to < len(r.words) && to-from < mostSentence && !endsSentence(r.text, r.words[to-1]); to++ {
		}
		if r.isOfRights(from, to) || r.isOfLicense(from, to) || r.excludes(from, to) {
			return true
		}
	}
	return withheld(r.text, r.words)
}

// isUnspaced reports whether a text is about rights in a language without blanks.
func (r *reading) isUnspaced() bool { return hasAny(r.text, unspaced) || bansUnspaced(r.text) }

// isOfLicense reports whether a sentence is about a licence.
func (r *reading) isOfLicense(from, to int) bool {
	var has role
	licenses := 0
	for i := from; i < to; i++ {
		role := roleOf(r.words[i])
		switch {
		case r.taken[i], role&ofLicense != 0 && r.isFile(i):
			continue
		case role&ofLicense != 0 && (r.inAddress(i) || r.isPath(i) || r.isNamed(i)):
			return true
		case role&ofLicense != 0:
			licenses++
		}
		has |= role
	}
	return licenses > 1 || licenses > 0 && has&(ofAct|ofLimit|ofThing) != 0
}

// isOfRights reports whether a sentence is about rights, without words about licences.
func (r *reading) isOfRights(from, to int) bool {
	var has role
	proprietary := false
	for i := from; i < to; i++ {
		if r.taken[i] {
			continue
		}
		if outright.length(r.words[:to], i) > 0 && !r.inAddress(i) || r.isLabel(i) {
			return true
		}
		has |= roleOf(r.words[i])
		proprietary = proprietary || r.words[i].hash == hashProprietary
	}
	return has&(ofBan|ofAct) == ofBan|ofAct || has&(ofUser|ofUse|ofLimit) == ofUser|ofUse|ofLimit || proprietary && to-from <= mostMark ||
		has&(ofLimit|ofBan|ofClause|ofDuty) != 0 && to-from <= mostShortRule && r.isAct(from, to)
}

// mostShortRule bounds the words of a sentence such as Use is restricted to members.
const mostShortRule = 16

// isAct reports whether the subject of a sentence is what a licence allows, as in Distribution of.
func (r *reading) isAct(from, to int) bool {
	for from < to && quantities.has(r.words[from].hash) {
		from++
	}
	if from+1 >= to || !deeds.has(r.words[from].hash) || !ofDeed.has(r.words[from+1].hash) {
		return false
	}
	return r.words[from+1].hash != hashOfObject || slices.ContainsFunc(r.words[from+2:min(to, from+6)], func(w word) bool {
		return subjects.has(w.hash) || roleOf(w)&ofThing != 0 || objects.has(w.hash)
	})
}

// hashOfObject begins what is done something with: not each distribution is one of a program.
var hashOfObject = hashOf("of")

var (
	quantities = hashes("any", "all", "the", "commercial", "further", "no", "every", "public", "private", "and", "or")
	deeds      = listedWords("deeds")
	objects    = hashes("this", "these", "it", "package", "library", "module", "product", "copies")
	ofDeed     = hashes("is", "are", "of", "in", "by", "outside", "without", "requires", "require",
		"and", "or", "on", "subject", "limited", "restricted", "only")
)

// sentenceEnd returns the end of the sentence that begins at a word. It also ends at a blank line,
// and at the beginning or end of a match.
func (r *reading) sentenceEnd(from int) int {
	to := from + 1
	for to < len(r.words) && !endsSentence(r.text, r.words[to-1]) && !r.breaks(to, true) && r.inMatch(to) == r.inMatch(from) {
		to++
	}
	return to
}

// strangeRights returns the first word of a sentence about rights that is not usual beside a
// licence. The sentence names no licence. The result is -1 if there is none. See doubtful for
// sentences about licences.
func (r *reading) strangeRights() int {
	var rest []word // beside templates and names
	for i, w := range r.words {
		if !r.inMatch(i) {
			rest = append(rest, w)
		}
		for k := range max(reserved.length(r.words, i), usualBehind.length(r.words, i), givenAway.length(r.words, i)) {
			r.taken[i+k] = true
		}
	}
	mayWithhold := withheld(r.text, rest)
	for from, to := 0, 0; from < len(r.words); from = to {
		to = r.sentenceEnd(from)
		if r.namesIn(from, to) || r.words[from].start > 0 && r.text[r.words[from].start-1] == '@' { // see unusual, foreign and otherTag
			continue
		}
		end := len(r.text)
		if to < len(r.words) {
			end = int(r.words[to].start)
		}
		if said := r.text[r.words[from].start:end]; mayWithhold && withheld(said, r.words[from:to]) || hasAny(said, unspaced) || bansUnspaced(said) {
			return from
		}
		if r.isOfRights(from, to) {
			if i := r.strange(from, to, part{}); i >= 0 {
				return i
			}
		}
	}
	if mayWithhold && len(r.matches)+len(r.parts) == 0 && len(r.words) > 0 { // words that lines break
		return 0
	}
	return -1
}

// givenAway is what needs no licence.
var givenAway = phrases(`public domain`)

// namesIn reports whether words have the name of a licence, or of a template.
func (r *reading) namesIn(from, to int) bool {
	within := func(p part) bool { return p.from < to && from < p.to }
	return r.inMatch(from) || slices.ContainsFunc(r.parts, within) || slices.ContainsFunc(r.doubts, within)
}

// mostMark bounds the words of a sentence that says only that the file is proprietary.
const mostMark = 3

// isLabel reports whether a word begins a line such as License: Acme, or is a tag such as @license.
func (r *reading) isLabel(i int) bool {
	w := r.words[i]
	return w.hash == hashLicense && r.labels(i) && (w.line || w.start > 0 && strings.IndexByte(`@\_`, r.text[w.start-1]) >= 0)
}

// isPath reports whether a word is in an address without a scheme, as in jquery.org/license.
func (r *reading) isPath(i int) bool {
	at := int(r.words[i].start)
	host := r.text[bytes.LastIndexAny(r.text[:at], " \t\n(<")+1 : at]
	return len(host) > 0 && host[len(host)-1] == '/' && bytes.IndexByte(host, '.') > 0
}

// isFile reports whether a word is part of a file's path or pattern.
func (r *reading) isFile(i int) bool {
	w := r.words[i]
	return int(w.end) < len(r.text) && r.text[w.end] == '*' || w.start > 0 && r.text[w.start-1] == '/' && !r.inAddress(i) && !r.isPath(i)
}

// isNamed reports whether a word ends a name such as Acme Companion License.
func (r *reading) isNamed(i int) bool {
	if i == 0 || r.words[i].hash != hashLicense || r.words[i].start != r.words[i-1].end+1 || r.text[r.words[i-1].end] != ' ' {
		return false
	}
	capital := func(w word) bool { return 'A' <= r.text[w.start] && r.text[w.start] <= 'Z' }
	return capital(r.words[i]) && capital(r.words[i-1]) && !between.has(r.words[i-1].hash)
}
