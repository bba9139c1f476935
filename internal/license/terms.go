package license

import (
	"bytes"
	"slices"
	"strings"
)

// Words beside the licences of a text may forbid something, add to a licence, or grant something.
// What no template has of them makes the licence unknown.

// denying are words that forbid what open-source licences allow, outside known texts.
var denying = listedPhrases("denying")

// varying are words of terms that add to a licence.
var varying = listedPhrases("varying")

// speaking are words that say something of a licence.
var speaking = listedPhrases("speaking")

var reserved = phrases(`all right reserved`)

// rest looks for words that are not understood.
func (r *reading) rest() {
	for i := range r.words {
		if r.unclear >= 0 && r.unclear <= i && !r.slight {
			return
		}
		restricts := (r.denies(i) || varying.at(r.words, i) || r.withholds(i)) && !r.inMatch(i) && !r.granted(i)
		if (restricts || !r.taken[i] && r.unclear < 0 && speaking.at(r.words, i) && !r.inAddress(i)) && !r.inHeading(i) {
			r.unclear = i
			if r.slight = !restricts && len(r.parts) == 0; !r.slight {
				return
			}
		}
	}
	if r.place != Whole {
		r.clauses()
	}
}

// mostAfter bounds the words after a licence's text where its clauses may stand. The text is in a
// file's head.
const mostAfter = 60

// clauses looks for clauses beside the first text of a licence in a head.
func (r *reading) clauses() {
	at := slices.IndexFunc(r.matches, func(m match) bool { return m.kind == textKind })
	if at < 0 {
		return
	}
	end := r.matches[at].to
	for i := 0; i < len(r.words); {
		from := i
		for i < len(r.words) && !r.taken[i] {
			i++
			if endsSentence(r.text, r.words[i-1]) {
				break
			}
		}
		if i == from {
			i++
			continue
		}
		if from < end || from > end+mostAfter || !r.isClause(from, i) {
			continue
		}
		if r.unclear < 0 || from < r.unclear {
			r.unclear = from
		}
		return
	}
}

// isClause reports whether a sentence in the head of a file may be a clause.
func (r *reading) isClause(from, to int) bool {
	var has role
	for i := from; i < to; i++ {
		if n := reserved.length(r.words[:to], i); n > 0 {
			i += n - 1
			continue
		}
		has |= roleOf(r.words[i])
	}
	return has.obliges()
}

// obliges reports whether a sentence with such words has a duty, and is about rights.
func (has role) obliges() bool {
	return has&(ofClause|ofDuty|ofLimit) != 0 && has&(ofRight|ofLicense|ofAct|ofBan|ofUser|ofUse|ofThing) != 0
}

// inMail reports whether a word is in an address of mail.
func (r *reading) inMail(i int) bool {
	from, to := int(r.words[i].start), int(r.words[i].end)
	for from > 0 && r.text[from-1] > ' ' {
		from--
	}
	for to < len(r.text) && r.text[to] > ' ' {
		to++
	}
	at := bytes.IndexByte(r.text[from:to], '@')
	return at > 0 && bytes.IndexByte(r.text[from+at:to], '.') > 0
}

// mostBeforeCopyright bounds the words before copyright in a statement of copyright.
const mostBeforeCopyright = 4

var inCopyright = hashes("other", "author", "until", "reserved")

// harmless are phrases with a duty that is none.
var harmless = listedPhrases("harmless")

// mostHeading bounds the words of the heading of a text.
const mostHeading = 40

// heading are words of the headings of texts.
var heading = hashes("license", "agreement", "permission", "notice", "copyleft", "patent")

// inHeading reports whether a word stands before the text of a licence, in its heading.
func (r *reading) inHeading(i int) bool {
	for _, m := range r.matches {
		if m.kind != textKind || i >= m.from || m.from-i > mostHeading {
			continue
		}
		if heading.has(r.words[i].hash) {
			return true
		}
		id, _, _ := strings.Cut(m.id, "|")
		for _, w := range appendWords(nil, []byte(nameOf(id))) {
			if w.hash == r.words[i].hash {
				return true
			}
		}
	}
	return false
}

// granted reports whether a word is the last of several allowed uses. An example is "for both
// academic and commercial purposes".
func (r *reading) granted(i int) bool {
	if r.words[i].hash != hashCommercial && r.words[i].hash != hashAcademic || i == 0 || !also.has(r.words[i-1].hash) {
		return false
	}
	from, to := r.sentence(i)
	for k := from; k < to; k++ {
		if against.has(r.words[k].hash) {
			return false
		}
	}
	return true
}

var (
	also           = hashes("and", "or", "including", "both")
	against        = hashes("non", "not", "except", "without", "require", "required", "need", "only", "must", "separate", "contact")
	hashCommercial = hashOf("commercial")
	hashAcademic   = hashOf("academic")
)

func (r *reading) inMatch(i int) bool {
	return slices.ContainsFunc(r.matches, func(m match) bool { return m.from <= i && i < m.to }) ||
		slices.ContainsFunc(r.parts, func(p part) bool { return p.from <= i && i < p.to })
}

// has reports whether a phrase of the set is outside of the templates.
func (r *reading) has(s phraseSet) bool {
	for i := range r.words {
		if s.at(r.words, i) && !r.inMatch(i) {
			return true
		}
	}
	return false
}
