package license

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A sentence that names a licence is understood only if all of its words are usual in such
// sentences. Any other word may restrict, revoke or condition what it names. A sentence behind it
// must be usual, too, if it is in the same line, or if it is in the same paragraph and speaks of
// people, money, bans or parts.

// unusual returns the first word beside a name that is not usual; -1 if there is none.
func (r *reading) unusual() int {
	if r.place == Whole {
		return r.strangeInText()
	}
	if i := r.otherTag(); i >= 0 {
		return i
	}
	for i, w := range r.words {
		if ofContract.has(w.hash) && r.inAddress(i) && r.text[w.start-1] != '_' { // utm_term counts visitors
			return i
		}
	}
	for _, p := range r.parts {
		if p.kind != noticeKind {
			continue
		}
		from, to := r.naming(p)
		if r.isTemplate(p) {
			if i := r.strange(from, p.from, r.subjectOf(from, p)); r.continues(p.from) && i >= 0 {
				return i
			}
			continue
		}
		if i := r.strange(from, to, p); i >= 0 {
			return i
		}
		if r.isStruck(p.from) || r.isFormer(from, p.from) || r.isLimitedTo(p, to) || r.isVariant(from, to) {
			return p.from
		}
	}
	for _, p := range r.parts {
		if i := r.strangeBehind(p); i >= 0 {
			return i
		}
	}
	if r.leads() {
		return r.strangeRights()
	}
	return -1
}

// subjectOf returns the licence before which the name of a work may stand, in words up to it that
// have a verb. If they have none, no name may.
func (r *reading) subjectOf(from int, p part) part {
	if from < p.from && slices.ContainsFunc(r.words[from:p.from], func(w word) bool { return verbs.has(w.hash) }) {
		return p
	}
	return part{to: -1}
}

// struck are marks before a name that negate it or strike it through.
var struck = [][]byte{[]byte("~~"), []byte("!"), []byte("<s>"), []byte("<del>"), []byte("<strike>")}

// isStruck reports whether the name at a word is negated, or struck through.
func (r *reading) isStruck(i int) bool {
	before := r.text[:r.words[i].start]
	return slices.ContainsFunc(struck, func(mark []byte) bool { return bytes.HasSuffix(before, mark) })
}

// isVariant reports whether a sentence has the address of a page such as our-mit, or
// mit-with-changes.
func (r *reading) isVariant(from, to int) bool {
	joined := func(i int) bool {
		return i > from && i < to && r.words[i].start == r.words[i-1].end+1 && bytes.IndexByte([]byte("-_"), r.text[r.words[i-1].end]) >= 0
	}
	for i := from; i < to; i++ {
		if !strong.has(r.words[i].hash) || !r.inAddress(i) {
			continue
		}
		first, last := i, i
		for joined(first) {
			first--
		}
		for joined(last + 1) {
			last++
		}
		if isBadge := first > from && r.words[first-1].hash == hashBadge; !isBadge && slices.ContainsFunc(r.words[first:last+1], func(w word) bool { return !strong.has(w.hash) && !usualWords.has(w.hash) && !r.isNumber(w) }) {
			return true
		}
	}
	return false
}

// isFormer reports whether a label before a name is of something else than the file, as in
// Upstream-License.
func (r *reading) isFormer(from, name int) bool {
	for i := name - 1; i > 0 && !r.words[i].line; i-- {
		if r.words[i].hash == hashLicense && r.labels(i) && former.has(r.words[i-1].hash) {
			return true
		}
	}
	return from > 0 && !r.words[from].line && former.has(r.words[from-1].hash)
}

// isLimitedTo reports whether a sentence says for whom a licence is, or whose words it has.
func (r *reading) isLimitedTo(p part, to int) bool {
	for i := p.to; i+1 < to; i++ {
		if r.words[i].hash == hashTo && r.isName(r.words[i+1]) && !usualWords.has(r.words[i+1].hash) {
			return true
		}
		if r.words[i].hash == hashPublished && i+2 < to && r.isName(r.words[i+2]) && !usualWords.has(r.words[i+2].hash) {
			return true
		}
	}
	return p.from > 2 && r.words[p.from-1].hash != hashSame && comparing.in(r.words[max(0, p.from-6):p.from])
}

var (
	former                          = hashes("upstream", "original", "was", "old", "previous", "former")
	comparing                       = phrases(`as permissive as; as free as; as liberal as; as open as; permissive as`)
	hashTo, hashSame, hashPublished = hashOf("to"), hashOf("same"), hashOf("published")
	// ofContract are in addresses of contracts.
	ofContract = hashes("eula", "term", "tou", "tos", "contract", "pricing", "commercial")
)

// strangeInText returns the first word of a licence text that is not usual; -1 if there is none.
func (r *reading) strangeInText() int {
	if slices.ContainsFunc(r.parts, func(p part) bool { return p.kind == textKind }) {
		return r.strangeAround()
	}
	for to := 0; to < len(r.words); {
		from := to
		for to++; to < len(r.words) && !endsSentence(r.text, r.words[to-1]) && !r.breaks(to, true); to++ {
		}
		of := part{}
		for _, p := range r.parts {
			if p.from < to && from < p.to {
				of = p
			}
		}
		if i := r.strange(from, to, of); i >= 0 && !(r.isCopyrightLine(i) && !slices.ContainsFunc(r.words[from:to], r.concerns)) {
			return i
		}
	}
	return -1
}

// surrounds reports whether words around the text of a licence, in the same comment, may limit it,
// take it back, or say that it is of something else.
func (r *reading) surrounds() bool {
	r.take()
	r.names()
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.kind == textKind }) && (r.strangeAround() >= 0 || r.doubtful() >= 0 || r.strangeRights() >= 0)
}

// Amends reports whether the text of a licence has words beside it that may be clauses.
func Amends(text []byte) bool {
	r := newReading(text, Whole)
	r.take()
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.kind == textKind }) && r.strangeAround() >= 0
}

// strangeAround returns the first word around the text of a licence that may change it; -1 if there
// is none. In a head, which says what its file is for, only these sentences count: what introduces
// the text with a colon, or begins its first sentence, titles, short sentences that concern it, and
// lines of copyright that limit something.
func (r *reading) strangeAround() int {
	var first, last part // texts
	for _, p := range r.parts {
		if p.kind == textKind {
			if first.to == 0 {
				first = p
			}
			last = p
		}
	}
	most := len(r.words)
	if r.isAround() {
		most = min(most, last.to+mostAfter)
	}
	people := false // the sentence before has, or introduces, names of people
	for i := 0; i < most; {
		from := i
		for i++; i < len(r.words) && !endsSentence(r.text, r.words[i-1]) && !r.breaks(i, true) && r.inMatch(i) == r.inMatch(from); i++ {
		}
		if i <= first.from && r.isNoted(i-1) {
			return i - 1
		}
		if r.inMatch(from) {
			people = false
			continue
		}
		of := part{to: -1} // no name of a work is expected
		if i <= first.from && slices.ContainsFunc(r.words[from:i], func(w word) bool { return verbs.has(w.hash) }) {
			of = first
		}
		introduces := r.introduces(i, first.from)
		if introduces && r.words[from].hash != hashThis && slices.ContainsFunc(r.words[from:i], func(w word) bool { return beside.has(w.hash) }) {
			return from
		}
		isTitle := i <= first.from && !introduces && r.isTitle(from, i)
		if r.isAround() && !isTitle && !introduces && !r.continues(i) && (!r.limitsText(from, i) && !r.isCurt(from, i) || r.describes(from, i) || r.isTechnical(from, i)) {
			continue
		}
		if r.isOfHolder(from, i) {
			if at := r.limitsHolder(from, i); at >= 0 {
				return at
			}
			people = true
			continue
		}
		if at := r.strangeInTitle(from, i, first); i <= first.from && at < 0 {
			continue
		} else if isTitle {
			return at
		}
		if people = (people || r.listsPeople(i-1)) && r.isNames(from, i) && !r.continues(i); people || r.isPerson(from, i) || r.endsHolder(from, i) || !introduces && r.isCourtesy(from, i) {
			people = true
			continue
		}
		if at := r.strange(from, i, of); at >= 0 {
			return at
		}
		people = r.listsPeople(i - 1)
	}
	return -1
}

// isTitle reports whether a line up to a word has the name of a licence, and no verb. The words are
// in it, or all of it.
func (r *reading) isTitle(from, to int) bool {
	behind := !r.words[from].line && r.inMatch(from-1)
	begin := from
	for begin > 0 && !r.words[begin].line {
		begin--
	}
	return !slices.ContainsFunc(r.words[begin:to], func(w word) bool { return verbs.has(w.hash) && (w.start == 0 || r.text[w.start-1] != '-') }) && (behind || r.hasName(from, to))
}

// hasName reports whether words have the word license, or the name of one.
func (r *reading) hasName(from, to int) bool {
	for i := from; i < to; i++ {
		if w := r.words[i]; (strong.has(w.hash) && to-from <= mostShort && (w.start == 0 || r.text[w.start-1] != '/') || roleOf(w)&ofLicense != 0) && !r.inAddress(i) && !r.inMail(i) {
			return true
		}
	}
	return false
}

// strangeInTitle returns the first word of a title that the name of the licence lacks. It is -1 if
// there is none.
func (r *reading) strangeInTitle(from, to int, of part) int {
	name, isBSD := appendWords(nil, []byte(nameOf(of.license))), strings.HasPrefix(of.license, "BSD-")
	for i := from; i < to; i++ {
		if q, ok := r.name(i); ok && (sameFamily(of, q) || sameFamily(q, of)) {
			i = q.to - 1
		} else if w := r.words[i]; !(inTitle.has(w.hash) && (isBSD || !changed.has(w.hash))) && !(r.isNumber(w) && !r.isVersion(w)) && !r.inAddress(i) && !slices.ContainsFunc(name, func(n word) bool { return n.hash == w.hash }) && !r.isSubject(w) {
			return i
		}
	}
	return -1
}

// isNoted reports whether a mark behind a word of a title points to a note, as in MIT License*.
func (r *reading) isNoted(last int) bool {
	end := int(r.words[last].end)
	return end < len(r.text) && r.text[end] == '*' && (end+1 == len(r.text) || r.text[end+1] == '\n') &&
		bytes.IndexByte(r.text[bytes.LastIndexByte(r.text[:end], '\n')+1:end], '*') < 0
}

// changed are words of titles that say that the text is another one than the licence. There is a
// new, revised, modified and simplified BSD.
var changed = hashes("modified", "revised", "new", "simplified")

// isSubject reports whether a sentence is about the work with a name, as in Lua is licensed under.
func (r *reading) isSubject(name word) bool {
	for i, w := range r.words[:max(0, len(r.words)-2)] {
		if w.hash == name.hash && r.isName(w) && r.words[i+1].hash == hashIs && r.words[i+2].hash == hashLicensed {
			return true
		}
	}
	return false
}

// inTitle are words of titles, beside names, such as Creative Commons Legal Code.
var inTitle = listedWords("inTitle")

// isOfHolder reports whether a sentence states copyright.
func (r *reading) isOfHolder(from, to int) bool {
	return r.isCopyrightLine(from) && !(from > 0 && endsSentence(r.text, r.words[from-1])) || slices.ContainsFunc(r.words[from:min(from+mostBeforeCopyright, to)], func(w word) bool { return w.hash == hashCopyright })
}

// limitsHolder returns the first word that limits something in a statement of copyright. If there
// is none, it returns -1. A statement that goes on in the text of a licence has only names.
func (r *reading) limitsHolder(from, to int) int {
	continues := r.continues(to)
	if continues && r.isSmall(r.words[to]) && !r.isFileName(r.words[to]) {
		return from
	}
	for i := from; i < to; i++ {
		w := r.words[i]
		if (limiting.has(w.hash) || ofUsers.has(w.hash)) && r.isSmall(w) || continues && !usualWords.has(w.hash) && !holders.has(w.hash) && !r.isNames(i, i+1) && !r.isOfName(i) {
			return i
		}
	}
	return -1
}

// isOfName reports whether a word may be of the name of a holder, though it is none: Research of
// Acme Research, org of acme.org, year of <year>, and portions before copyright.
func (r *reading) isOfName(i int) bool {
	w := r.words[i]
	switch {
	case roleOf(w) == ofUser && !r.isSmall(w), r.isFileName(w), i+1 < len(r.words) && pieces.has(w.hash) && r.words[i+1].hash == hashCopyright:
		return true
	case !standIns.has(w.hash):
		return false
	}
	open := bytes.LastIndexAny(r.text[:w.start], "<([\n")
	if open < 0 || r.text[open] == '\n' {
		return false
	}
	for i > 0 && int(r.words[i-1].start) > open {
		i--
	}
	for ; i < len(r.words); i++ {
		if w := r.words[i]; !standIns.has(w.hash) && !ofNames.has(w.hash) && !r.isNames(i, i+1) {
			return false
		} else if int(w.end) < len(r.text) && bytes.IndexByte([]byte(">)]"), r.text[w.end]) >= 0 {
			return true
		}
	}
	return false
}

// standIns stand in brackets for a name or a year, with nothing else.
var standIns = hashes("year", "yyyy", "digit", "copyright", "holder", "name", "author", "organization", "date")

// isSmall reports whether a word begins with a small letter.
func (r *reading) isSmall(w word) bool { return 'a' <= r.text[w.start] && r.text[w.start] <= 'z' }

// endsHolder reports whether words are the rest of a name that ends the text of a licence.
func (r *reading) endsHolder(from, to int) bool {
	return from > 0 && r.inMatch(from-1) && !endsSentence(r.text, r.words[from-1]) && !r.afterBlank(from) && r.isNames(from, to)
}

// isNames reports whether a sentence has nothing but names and addresses.
func (r *reading) isNames(from, to int) bool {
	for i := from; i < to; i++ {
		if !r.isName(r.words[i]) && !r.isNumber(r.words[i]) && !r.inAddress(i) && !r.inMail(i) && !ofNames.has(r.words[i].hash) && r.words[i].hash != hashHTTP {
			return false
		}
	}
	return true
}

// isCurt reports whether a sentence, in a paragraph of its own, hardly describes a file. It is too
// short, as Void is, or in another language than English.
func (r *reading) isCurt(from, to int) bool {
	alone := from == 0 || r.afterBlank(from) || r.inMatch(from-1) && r.words[from].line
	if r.place == AroundInProse || !alone || to < len(r.words) && !r.words[to].line {
		return false
	}
	said := r.words[from:to]
	return len(said) <= mostConcerning && slices.ContainsFunc(said, r.isForeign) ||
		len(said) <= mostCurt && bytes.HasPrefix(r.text[r.words[to-1].end:], []byte(".")) && !slices.ContainsFunc(said, func(w word) bool { return describing.has(w.hash) })
}

// isIdentifier reports whether a word is a name of code such as BitMap.
func (r *reading) isIdentifier(w word) bool {
	name := r.text[w.start:w.end]
	return bytes.ContainsFunc(name, unicode.IsLower) && bytes.ContainsFunc(name[1:], unicode.IsUpper)
}

// isForeign reports whether a word, which is no name, has letters that English has not.
func (r *reading) isForeign(w word) bool {
	first, _ := utf8.DecodeRune(r.text[w.start:])
	return !unicode.IsUpper(first) && bytes.ContainsFunc(r.text[w.start:w.end], func(c rune) bool { return c >= utf8.RuneSelf }) ||
		first >= utf8.RuneSelf && !unicode.Is(unicode.Latin, first)
}

// mostCurt bounds the words of such a sentence.
const mostCurt = 3

// isCourtesy reports whether a sentence thanks somebody, or says how to reach the authors.
func (r *reading) isCourtesy(from, to int) bool {
	courtesy := false
	for i := from; i < to; i++ {
		w := r.words[i]
		n := harmless.length(r.words[:to], i)
		switch {
		case n > 0:
			i += n - 1
			courtesy = true
		case r.inAddress(i), r.inMail(i), r.isFileName(w), w.start > 0 && bytes.IndexByte([]byte("@/-"), r.text[w.start-1]) >= 0: // as in @acme/foo-bar
		case i == from && i+1 < to && owning.has(r.words[i+1].hash), i == 0 && r.isWork(i, from, to) && r.isVersion(r.words[to-1]):
			courtesy = true
		case w.hash == hashVersion && i+1 < to && r.isVersion(r.words[i+1]):
			courtesy = true
		case bytes.ContainsAny(r.text[w.start:w.end], "0123456789"): // of a work, too
		case courteous.has(w.hash):
			courtesy = true
		case roleOf(w)&^(ofThing|ofRight) != 0, ofDutiful.has(w.hash):
			return false
		case !usualWords.has(w.hash) && !polite.has(w.hash) && !r.isName(w) && !r.isNumber(w):
			return false
		}
	}
	return courtesy
}

var (
	courteous = listedWords("courteous")
	polite    = hashes("list", "first", "made", "from", "all", "who", "hand", "official", "added", "started", "originally",
		"last", "do", "write")
	ofDutiful  = hashes("subject", "allowed", "terms", "conditions", "offered", "provided", "governed", "covered")
	describing = listedWords("describing")
	ofNames    = hashes("and", "the", "of", "by", "et", "al", "at", "author", "contributor", "other", "de", "van", "von", "der", "la", "di")
)

// introduces reports whether words up to an index end with a colon, and a text comes next. Titles
// and lines of copyright may stand between.
func (r *reading) introduces(to, text int) bool {
	if to > text || !bytes.HasPrefix(bytes.TrimLeft(r.text[r.words[to-1].end:], ")\"'. "), []byte(":")) {
		return false
	}
	for i := to; i < text; i++ {
		if !r.inMatch(i) && !r.isCopyrightLine(i) {
			return false
		}
	}
	return true
}

// continues reports whether a sentence goes on in the text of a licence. It is the sentence of the
// word before an index, as in: for members only, permission is hereby granted.
func (r *reading) continues(i int) bool {
	if i == 0 || i >= len(r.words) || !r.inMatch(i) || endsSentence(r.text, r.words[i-1]) {
		return false
	}
	return !r.words[i].line || bytes.HasPrefix(r.text[r.words[i-1].end:], []byte(","))
}

// mostConcerning bounds the words of a sentence that concerns the text beside it.
const mostConcerning = 16

// limitsText reports whether a sentence concerns the text of a licence beside it.
func (r *reading) limitsText(from, to int) bool {
	if to-from > mostConcerning {
		return false
	}
	if r.isCopyrightLine(from) {
		return r.limitsHolder(from, to) >= 0
	}
	uses, limits := false, false
	for i := from; i < to; i++ {
		if n := harmless.length(r.words[:to], i); n > 0 {
			i += n - 1
			continue
		}
		w := r.words[i]
		inName := w.start > 0 && bytes.IndexByte([]byte("-_"), r.text[w.start-1]) >= 0 // as in read-only
		switch {
		case inName, r.inAddress(i), r.isPath(i), w.hash == hashClause && i+1 < to && r.isNumber(r.words[i+1]) && bytes.HasPrefix(r.text[r.words[i+1].end:], []byte(")")), w.hash == hashNotice && i > 0 && r.words[i-1].hash == hashCopyright:
		case ofText.has(w.hash), ofUsers.has(w.hash) && r.isSmall(w):
			return true
		default:
			uses = uses || ofUses.has(w.hash)
			limits = limits || limiting.has(w.hash)
		}
	}
	return uses && limits
}

var (
	hashClause = hashOf("clause") // of a standard, in (clause 45)

	ofText   = hashes("above", "notice", "license", "licensed", "clause", "withdrawn", "revoked", "seat", "foreign")
	ofUsers  = hashes("customer", "company", "employee")
	ofUses   = hashes("use", "production", "valid", "everything")
	limiting = hashes("not", "no", "only", "before", "ask", "never", "solely", "below", "exclusive",
		"exclusively", "except")
)

// strangeBehind returns the first word of the sentences behind a licence that is not usual; -1 if
// there is none.
func (r *reading) strangeBehind(p part) int {
	to := p.to
	if p.kind != noticeKind {
		return -1
	}
	if !r.isTemplate(p) {
		_, to = r.naming(p)
	}
	beside := true // in the line of the notice
	people := to > 0 && r.listsPeople(to-1)
	for to < len(r.words) && !r.afterBlank(to) && !r.afterBadge(to) && !r.inMatch(to) {
		from := to
		for to++; to < len(r.words) && !endsSentence(r.text, r.words[to-1]) && !r.breaks(to, true) && !r.inMatch(to); to++ {
		}
		concerns := slices.ContainsFunc(r.words[from:to], r.concerns) && !r.isTechnical(from, to)
		if people = people && !concerns && to-from <= mostShort; people {
			continue
		}
		people = r.listsPeople(to - 1)
		if beside = beside && !r.words[from].line; (concerns || (beside || to-from <= mostShort) && !r.isRemark(from, to)) && !r.isPerson(from, to) {
			if i := r.strange(from, to, part{}); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// listsPeople reports whether a word introduces the names of people in the next lines.
func (r *reading) listsPeople(i int) bool {
	return holders.has(r.words[i].hash) && bytes.HasPrefix(r.text[r.words[i].end:], []byte(":"))
}

// mostShort bounds the words of a sentence that may take a licence back in any words.
const mostShort = 6

// isRemark reports whether a short sentence behind a notice only says who, when or for which tool,
// or has the names of code.
func (r *reading) isRemark(from, to int) bool {
	first, last := r.words[from], r.words[to-1]
	line, _, _ := bytes.Cut(r.text[first.start:], []byte("\n"))
	switch {
	case r.isTechnical(from, to), remarks.has(first.hash), to-from > 1 && (first.hash == hashIt || remarks.has(r.words[from+1].hash)),
		r.isFileName(first), r.text[first.start] >= utf8.RuneSelf, bytes.HasPrefix(r.text[last.end:], []byte("!")), bytes.Contains(line, []byte(" :: ")), directive.Match(line):
		return true
	}
	return slices.ContainsFunc(r.words[from:to], func(w word) bool { return int(w.end) < len(r.text) && r.text[w.end] == '_' })
}

// isTechnical reports whether a sentence is about how code is made or called, and not about what
// people may do.
func (r *reading) isTechnical(from, to int) bool {
	isOf := func(w word) bool { return technical.has(w.hash) }
	return slices.ContainsFunc(r.words[from:to], isOf) && !slices.ContainsFunc(r.words[from:to], func(w word) bool {
		return (roleOf(w)&(ofUser|ofBan|ofAct|ofLicense|ofRight) != 0 || ofUsers.has(w.hash)) && !isOf(w)
	})
}

var (
	technical = hashes("generated", "autogenerated", "edit", "manually", "supported", "tested", "thread", "dependency", "dependencies", "sync", "write",
		"recommended")

	remarks = listedWords("remarks")
	// directive matches a line for a tool, as in mypy: ignore-errors, or names a standard.
	directive = lazyregexp.New(`^(?:RFC ?\d|[a-z][\w-]*:\s*[a-z]+[-=]\S+\s*$|(?:go:)?build )`)
)

// otherTag returns a tag @license that names no licence, beside one that does; -1 if there is
// none. A tag such as @license React v16.13.1 names a work.
func (r *reading) otherTag() int {
	named, other := false, -1
	for i, w := range r.words {
		if w.hash != hashLicense || w.start == 0 || r.text[w.start-1] != '@' {
			continue
		}
		if slices.ContainsFunc(r.parts, func(p part) bool {
			return p.from <= i && i < p.to || p.from > i && p.from <= i+mostTag && r.sameLine(i, p.from)
		}) {
			named = true
		} else if i+1 < len(r.words) && !r.words[i+1].line && !(i+2 < len(r.words) && r.isVersion(r.words[i+2])) {
			other = i
		}
	}
	if !named {
		return -1
	}
	return other
}

// mostTag bounds the words from a tag to its licence.
const mostTag = 3

// isTemplate reports whether a part is a notice whose words a template has.
func (r *reading) isTemplate(p part) bool {
	return slices.ContainsFunc(r.matches, func(m match) bool { return m.from == p.from && m.to == p.to })
}

// naming returns the words of the sentence, the label or the title that has a name.
func (r *reading) naming(p part) (from, to int) {
	from = p.from
	if p.title {
		for from > 0 && !r.words[from].line && !endsSentence(r.text, r.words[from-1]) && !r.afterBar(from) {
			from--
		}
		for i := from; i > 0 && !r.words[i].line; {
			if i--; r.concerns(r.words[i]) {
				from = i // what stands before it in its line may limit it
			}
		}
	} else {
		first := r.clause(p.from)
		for from > first && !r.breaks(from, false) {
			from--
		}
	}
	line := p.title || r.inLabel(p.from)
	for to = p.to; to < len(r.words) && !endsSentence(r.text, r.words[to-1]) && !r.breaks(to, line) && !r.inMatch(to); to++ {
	}
	return from, to
}

// breaks reports whether a word begins a sentence, a label, or a badge. A label or a title ends
// with its line.
func (r *reading) breaks(i int, line bool) bool {
	if i == 0 {
		return true
	}
	w := r.words[i]
	switch {
	case r.afterBadge(i), r.afterBlank(i), r.afterBar(i):
		return true
	case !w.line:
		return false
	case r.beginsLabel(i):
		return true
	}
	return (line || r.inAddress(i-1) || bytes.HasPrefix(r.text[r.words[i-1].end:], []byte("."))) && !r.goesOn(i)
}

// afterBadge reports whether a badge of Markdown begins at a word.
func (r *reading) afterBadge(i int) bool {
	return bytes.Contains(r.text[r.words[i-1].end:r.words[i].start], []byte("!["))
}

// afterBar reports whether a bar of a banner stands before a word, as in zork 1.0 | MIT License.
func (r *reading) afterBar(i int) bool {
	return bytes.HasSuffix(bytes.TrimRight(r.text[r.words[i-1].end:r.words[i].start], " ("), []byte(" |"))
}

// goesOn reports whether a line goes on with the sentence before it.
func (r *reading) goesOn(i int) bool {
	c, _ := utf8.DecodeRune(r.text[r.words[i].start:])
	before := bytes.TrimRight(r.text[:r.words[i].start], " \t\n*#/")
	return unicode.IsLower(c) && !r.isFileName(r.words[i]) || len(before) > 0 && bytes.IndexByte([]byte(",;(&+"), before[len(before)-1]) >= 0
}

// beginsLabel reports whether a line begins with a label, as in Price: or @usage.
func (r *reading) beginsLabel(i int) bool {
	w := r.words[i]
	if w.start > 0 && (r.text[w.start-1] == '@' || r.text[w.start-1] == '\\') {
		return true
	}
	line, _, _ := bytes.Cut(r.text[w.start:], []byte("\n"))
	label, value, ok := bytes.Cut(line, []byte(":"))
	return ok && len(label) < 30 && bytes.Count(label, []byte(" ")) < 3 && (len(value) == 0 || value[0] == ' ' || value[0] == '\t')
}

// isPerson reports whether a sentence has only a name and an address.
func (r *reading) isPerson(from, to int) bool {
	if to-from > mostPerson || !r.isNames(from, to) {
		return false
	}
	for i := from; i < to; i++ {
		if r.inAddress(i) || r.inMail(i) {
			return true
		}
	}
	return false
}

// mostPerson bounds the words of a name and an address.
const mostPerson = 12

// isName reports whether a word may be of a name.
func (r *reading) isName(w word) bool {
	return bytes.ContainsFunc(r.text[w.start:w.end], unicode.IsUpper) && !r.concerns(w)
}

// concerns reports whether a word is in sentences about what others may do.
func (r *reading) concerns(w word) bool {
	return roleOf(w)&(ofClause|ofBan|ofUser) != 0 || concerning.has(w.hash)
}

// strange returns the first word of a sentence that is not usual; -1 if there is none.
func (r *reading) strange(from, to int, p part) int {
	subject := true // the names of works may stand here
	holder := false // the names of people may stand here
	for i := from; i < to; i++ {
		w := r.words[i]
		if w.line {
			holder = false
		}
		if q, ok := r.name(i); ok {
			i = max(i, min(q.to, to)-1)
			subject = false
			continue
		}
		if holders.has(w.hash) || bytes.HasSuffix(bytes.TrimRight(r.text[:w.start], " [("), []byte("©")) || bytes.HasSuffix(r.text[:w.start], []byte("@")) {
			holder = true
		}
		if i >= p.from && i < p.to || r.inMatch(i) || r.isNumber(w) || r.inAddress(i) || r.isPath(i) || r.inMail(i) {
			continue
		}
		if n := usualBehind.length(r.words, i); n > 0 {
			i += n - 1
			subject = subject || r.words[i].hash == hashOfWord
			continue
		}
		if r.addsTerms(i, to, p) {
			return i
		}
		if usualWords.has(w.hash) {
			subject = subject && !verbs.has(w.hash)
			continue
		}
		switch {
		case int(w.end) < len(r.text) && (r.text[w.end] == '=' || r.text[w.end] == '>' && w.start > 0 && (r.text[w.start-1] == '<' || r.text[w.start-1] == '/')), r.isFileName(w), p.to == 0 && i+1 < to && r.isName(w) && r.isNumber(r.words[i+1]):
		case holder && (r.isName(w) || roleOf(w) == ofUser && unicode.IsUpper(rune(r.text[w.start])) || inCopyright.has(w.hash) || i+1 < to && r.isNumber(r.words[i+1])):
		case subject && i < p.from && (i > from && r.isName(w) || r.isWork(i, from, to)):
		default:
			return i
		}
	}
	return -1
}

// addsTerms reports whether a usual word begins a condition or other terms. Examples are provided
// you or your product, and behind a name, subject to the terms at an address.
func (r *reading) addsTerms(i, to int, p part) bool {
	follows := func(words *wordSet) bool {
		return i+1 >= to || words.has(r.words[i+1].hash)
	}
	switch h := r.words[i].hash; {
	case h == hashProvided:
		return !follows(afterProvided)
	case h == hashYour:
		return !follows(ofReader)
	case i > max(0, p.to) && terms.has(h) && !licenseFiles.has(r.words[i-1].hash):
		for j := i + 1; j < min(len(r.words), i+mostToLicense) && !endsSentence(r.text, r.words[j-1]); j++ {
			if _, ok := r.name(j); ok || licenseFiles.has(r.words[j].hash) && !r.inAddress(j) {
				return false
			}
		}
		return true
	}
	return false
}

// mostToLicense bounds the words between the terms and the licence whose terms these are.
const mostToLicense = 8

// isFileName reports whether a word is of the name of a file, as in foo.h.
func (r *reading) isFileName(w word) bool {
	if before := r.text[:w.start]; bytes.HasSuffix(before, []byte("LICENSE-")) || bytes.HasSuffix(before, []byte("LICENSE_")) {
		return true
	}
	return int(w.end)+1 < len(r.text) && r.text[w.end] == '.' && r.text[w.end+1] > ' ' && isASCIILetter[r.text[w.end+1]] || w.start > 1 && r.text[w.start-1] == '.' && isASCIILetter[r.text[w.start-2]]
}

// isVersion reports whether a word is the version of a work.
func (r *reading) isVersion(w word) bool {
	number := bytes.TrimPrefix(r.text[w.start:w.end], []byte("v"))
	return len(number) > 0 && '0' <= number[0] && number[0] <= '9' && bytes.IndexByte(number, '.') > 0
}

func (r *reading) isNumber(w word) bool {
	c := r.text[w.start]
	return '0' <= c && c <= '9' || w.bullet || w.end-w.start == 1
}

// isWork reports whether a word is the name of a work, as in foo is, the foo library or foo.js.
func (r *reading) isWork(i, from, to int) bool {
	w := r.words[i]
	if bytes.ContainsAny(r.text[w.start:w.end], "_0123456789") || w.start > 0 && bytes.IndexByte([]byte("`_-./'\""), r.text[w.start-1]) >= 0 || int(w.end) < len(r.text) && bytes.IndexByte([]byte("`_-./'\""), r.text[w.end]) >= 0 && !endsSentence(r.text, w) {
		return true
	}
	if i+1 >= to {
		return false
	}
	next, first := r.words[i+1], i == from || r.words[i-1].hash == hashThe
	return first && (copulas.has(next.hash) || next.class&thing != 0) || r.isVersion(next) ||
		i > 0 && r.words[i-1].hash == hashOfWord && (next.hash == hashAnd || next.class&thing != 0 || verbs.has(next.hash))
}

var (
	hashHTTP, hashNotice, hashThe, hashProvided, hashIt, hashBadge = hashOf("http"), hashOf("notice"), hashOf("the"), hashOf("provided"), hashOf("it"), hashOf("badge")

	afterProvided = hashes("under", "by", "with", "in", "as", "at", "for", "here", "to")
	terms         = hashes("terms", "conditions", "subject", "plus", "product", "website", "content")
	licenseFiles  = hashes("license", "copying", "copyright")
	verbs         = listedWords("verbs")
	holders       = hashes("copyright", "c", "by", "author", "copyrighted")
	usualWords    = listedWords("usualWords")

	// concerning are in sentences about what others may do, beside the roles of words.
	concerning = listedWords("concerning")

	// usualBehind are clauses that stand behind names of licences, and take back nothing.
	usualBehind = listedPhrases("usualBehind")
)
