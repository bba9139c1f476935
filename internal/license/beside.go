package license

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A licence that is known, in a line of SPDX or in a file LICENSE, may be limited by sentences
// beside it. Only words about its truth, its scope and its users tell them from descriptions.

// limitsTag reports whether a short sentence in a comment with a line of SPDX may limit that line,
// or hardly describes a file.
func (r *reading) limitsTag() bool {
	r.take()
	r.names()
	for from, to := 0, 0; from < len(r.words); from = to {
		to = r.sentenceEnd(from)
		words := r.words[from:to]
		aside := words[0].start > 0 && r.text[words[0].start-1] == '(' && (words[0].line || from == 0)
		short := len(words) <= mostShort && (aside || slices.ContainsFunc(words, r.concerns) || hasAnyOf(words, limiting) || hasAnyOf(words, doubting))
		curt := r.isCurt(from, to) && !slices.ContainsFunc(words, r.isIdentifier)
		isLong := !short && !curt && (!r.limitsText(from, to) || slices.ContainsFunc(words, func(w word) bool { return roleOf(w)&ofLicense != 0 }))
		switch {
		case r.inMatch(from), isLong, r.describes(from, to), (!curt || words[0].hash == hashIt) && !hasAnyOf(words, doubting) && r.isRemark(from, to), r.isTechnical(from, to), r.isRelease(from, to), r.isOfHolder(from, to), r.isPerson(from, to),
			r.isCourtesy(from, to), referring.in(words) && !aside, hasAnyOf(words, ofInterface) && !hasAnyOf(words, scoping) && !aside:
			continue
		}
		if r.strange(from, to, part{from: to, to: -1}) >= 0 {
			return true
		}
	}
	return false
}

// isRelease reports whether a sentence only names a file of a release, as in
// Acme Contracts v4.4.1 (utils/Context.sol).
func (r *reading) isRelease(from, to int) bool {
	version := slices.IndexFunc(r.words[from:to], r.isVersion)
	isOther := func(w word) bool {
		return !unicode.IsUpper(rune(r.text[w.start])) || roleOf(w) != 0 || doubting.has(w.hash)
	}
	return version > 0 && version < mostShort && from+version+1 < to && !slices.ContainsFunc(r.words[from:from+version], isOther) &&
		bytes.Equal(bytes.TrimSpace(r.text[r.words[from+version].end:r.words[from+version+1].start]), []byte("(")) && releaseFile.Match(r.text[r.words[from+version+1].start:])
}

// releaseFile matches the path of a file that ends a line, in brackets.
var releaseFile = lazyregexp.New(`^[\w./-]+/[\w.-]+\.\w{1,5}\)[ \t]*(?:\n|$)`)

var (
	// doubting are in short sentences about the truth of a line, or about who has a file.
	doubting = hashes("wrong", "mistake", "fixme", "maybe", "perhaps", "guess", "determined", "rest", "remainder", "half", "secret", "geheim", "intern", "internal", "private",
		"enterprise", "premium", "pro", "staff", "team", "share", "leaked", "stolen", "owned", "own", "closed", "reserve", "don't", "whatever")
	// scoping are in sentences about what a licence is of.
	scoping = hashes("apply", "applies", "only", "except", "linux", "rest")
)

// Limit is a sentence that may limit the licence beside its text.
type Limit struct {
	From, To int    // its bytes
	Names    string // the licence or family that it names, if it limits nothing else
}

// Limits yields the sentences of a text that may limit the licence beside it. In a place about
// licences, any sentence does that is not understood. Elsewhere a sentence must say who may do what
// with the work. The sentences of a licence in the text do not count.
func Limits(text []byte, isLegal func(at int) bool) iter.Seq[Limit] {
	return func(yield func(Limit) bool) {
		r := newWords(text)
		var whole *reading
		for from, to := 0, 0; from < len(r.words); from = to {
			to = r.sentenceEnd(from)
			l := Limit{From: int(r.words[from].start), To: int(r.words[to-1].end)}
			legal := isLegal(l.From)
			if r.inTable(l.From) {
				continue
			}
			if !r.limits(from, to, legal) {
				if !legal || !r.hasName(from, to) && to-from > mostNamed || hasAnyOf(r.words[from:to], fitting) {
					continue
				}
				if l.Names = r.onlyName(from, to); l.Names == "" {
					continue
				}
			}
			if whole == nil {
				whole = newReading(text, Anywhere)
			}
			inMatch := slices.ContainsFunc(whole.matches, func(m match) bool {
				return int(whole.words[m.from].start) < l.To && l.From < int(whole.words[m.to-1].end)
			})
			if !inMatch && !yield(l) {
				return
			}
		}
	}
}

// inTable reports whether a place is behind a bar, in a line with another bar.
func (r *reading) inTable(at int) bool {
	before := r.text[:at]
	if !bytes.HasSuffix(bytes.TrimRight(before, " "), []byte("|")) {
		return false
	}
	line, _, _ := bytes.Cut(r.text[bytes.LastIndexByte(before, '\n')+1:], []byte("\n"))
	return bytes.Count(line, []byte("|")) > 1
}

// mostNamed bounds the words of a sentence that only names a licence.
const mostNamed = 5

// commonsClause takes the right to sell from any licence.
const commonsClause = "LicenseRef-Commons-Clause"

// onlyName returns the licence or family that a sentence names. It is empty if it names several,
// and no Commons Clause.
func (r *reading) onlyName(from, to int) string {
	only, several := "", false
	for i := from; i < to; i++ {
		p, ok := r.name(i)
		if !ok || p.license == publicDomain || p.to-p.from == 1 && !strong.has(r.words[i].hash) {
			continue
		}
		if p.license == commonsClause {
			return commonsClause
		}
		if only != "" && only != p.license+p.family {
			several = true
			continue
		}
		only, i = p.license+p.family, max(i, p.to-1)
	}
	if several {
		return ""
	}
	return only
}

// limits reports whether a sentence may limit the licence beside it.
func (r *reading) limits(from, to int, isLegal bool) bool {
	words := r.words[from:to]
	said := r.text[words[0].start:words[len(words)-1].end]
	of := r.topicsOf(from, to)
	isOf := r.licenses(from, to)
	if isOf {
		of |= aboutLicense
	}
	has := func(any topic) bool { return of&any != 0 }
	short := len(words) <= mostShort
	denied := has(aboutLicense | aboutAct | aboutUse | aboutUser | aboutMoney) // and not, say, that a file exists
	switch {
	case of == 0 && !isLegal, len(words) > mostLimiting, codeMarks.Match(said), !has(aboutDuty|aboutBan) && (referring.in(words) || usualSentence.in(words)), ofAllParts.in(words), r.isOfHolder(from, to), takesNothing(words), hasAnyOf(words, negating) && hasAnyOf(words, excepting):
		return false
	case isLegal && hasAnyOf(words, ofOwners), (isLegal && denied || r.isOfWork(from, to)) && (Denies(said) || withheld(said, words)):
	case r.isTechnical(from, to), !isOf && hasAnyOf(words, interfaces):
		return false
	case isLegal && short && (has(aboutLicense|aboutAct|aboutUser|aboutMoney) || has(aboutUse) && has(aboutBan)):
	case isLegal && has(aboutLicense|aboutAct|aboutUser|aboutMoney) && (has(aboutLimit | aboutUser | aboutMoney)):
	case isLegal && (has(aboutUse) && has(aboutUser|aboutMoney|aboutDuty) || yourDuties.in(words) && (denied || hasAnyOf(words, addressed)) || retaining.in(words) || r.isOfRights(from, to) && !givenAway.in(words)):
	case len(words) > mostConcerning:
		return false
	case has(aboutLimit) && denied && (Denies(said) || withheld(said, words)):
	case isOf && has(aboutLimit|aboutUser|aboutMoney):
	case r.isAct(from, to) && has(aboutDuty|aboutBan):
	case r.forbids(from, to):
	case len(words) <= mostRule && has(aboutUser) && has(aboutDuty) && has(aboutAct|aboutUse|aboutWork|aboutMoney):
	default:
		return false
	}
	return r.strange(from, to, part{from: to, to: -1}) >= 0
}

// isOfWork reports whether a sentence begins as in This software is.
func (r *reading) isOfWork(from, to int) bool {
	w := r.words[from:to]
	return len(w) > 3 && len(w) <= mostRule && (w[0].hash == hashThis || quantities.has(w[0].hash)) && w[1].class&thing != 0 && copulas.has(w[2].hash)
}

// licenses reports whether a sentence has a word that is only about licences.
func (r *reading) licenses(from, to int) bool {
	words := r.words[from:to]
	return r.hasName(from, to) && !hasAnyOf(words, topics) || hasAnyOf(words, ofOwners) || sourceOpen.in(words)
}

// forbids reports whether a sentence forbids an act with the work, as in: do not copy this program.
func (r *reading) forbids(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if t, _ := allTopics().get(r.words[i].hash); t&aboutAct == 0 || t&aboutCode != 0 {
			continue
		}
		before, after := r.words[max(from, i-2):i], r.words[i+1:min(to, i+4)]
		if hasAnyOf(before, negations) && (len(after) == 0 || hasAnyOf(after, objects) || slices.ContainsFunc(after, func(w word) bool { return roleOf(w)&ofThing != 0 })) {
			return true
		}
	}
	return false
}

var (
	ofOwners       = hashes("proprietary", "eula")
	fitting        = hashes("compatible")
	ofContributors = hashes("contribution", "contribute", "contributing", "contributed")
	yourDuties     = phrases(`you must; you need; you have to; you agree; may not; must not; not allowed; not permitted; but not`)
	sourceOpen     = phrases(`closed source; source available; free software; own license`)
	addressed      = hashes("you")
	negations      = hashes("not", "never", "cannot", "can't", "don't")
)

// topic says what a word is about, in sentences about what others may do.
type topic uint16

const (
	aboutLicense topic = 1 << iota // such as license and open source
	aboutAct                       // such as copying
	aboutUse                       // such as use
	aboutUser                      // such as companies
	aboutMoney                     // such as fee
	aboutLimit                     // such as not and only
	aboutBan                       // such as prohibited
	aboutWork                      // such as this software
	aboutDuty                      // such as must
	aboutCode                      // such as modify: an act, also of code
)

var allTopics = sync.OnceValue(func() *table[topic] {
	all := map[uint32]topic{}
	for list, of := range map[string]topic{"aboutLicense": aboutLicense, "aboutAct": aboutAct, "aboutCode": aboutAct | aboutCode, "aboutUse": aboutUse, "aboutUser": aboutUser, "aboutMoney": aboutMoney, "aboutLimit": aboutLimit, "aboutBan": aboutBan | aboutLimit, "aboutWork": aboutWork, "aboutDuty": aboutDuty | aboutLimit} {
		for w := range strings.FieldsSeq(listed(list)) {
			all[hashOf(w)] |= of
		}
	}
	return newTable(all)
})

// topicsOf returns what a sentence is about.
func (r *reading) topicsOf(from, to int) (of topic) {
	for i := from; i < to; i++ {
		if t, _ := allTopics().get(r.words[i].hash); t != 0 && !r.inAddress(i) && !r.isPath(i) && !r.isFileName(r.words[i]) && r.text[min(int(r.words[i].end), len(r.text)-1)] != '-' {
			of |= t
		}
	}
	return of
}

// codeMarks matches what is in code.
var codeMarks = lazyregexp.New("[`={}|]|;\\s*\\n")

// mostRule bounds the words of a sentence about who may do what.
const mostRule = 10

// mostLimiting bounds the words of a sentence that limits a licence.
const mostLimiting = 30

// takesNothing reports whether a sentence takes back nothing, though it has words that limit. It
// is as: commercial use is allowed; no licence key is needed; the licence does not cover the logo.
func takesNothing(words []word) bool {
	n, last := len(words), words[len(words)-1].hash
	withdraws := func(w word) bool { return withdrawing.has(w.hash) || roleOf(w)&ofBan != 0 }
	switch {
	case idleLimit.in(words), (idleUse.in(words) || hasAnyOf(words, ofContributors)) && !hasAnyOf(words, restricting):
		return true
	case hasAnyOf(words, freely): // all may use it
		return !slices.ContainsFunc(words, func(w word) bool {
			t, _ := allTopics().get(w.hash)
			return withdraws(w) || t&(aboutUser|aboutLimit|aboutMoney) != 0 && w.hash != hashCommercial
		})
	case permitting.has(last) || n > 1 && restricting.has(last) && negating.has(words[n-2].hash): // of all uses
		return !slices.ContainsFunc(words[:n-1-b2i(restricting.has(last))], func(w word) bool {
			t, _ := allTopics().get(w.hash)
			return withdraws(w) || narrow.has(w.hash) || t&aboutDuty != 0 || t&(aboutUser|aboutLimit) != 0 && w.hash != hashCommercial
		})
	case needed.has(last):
		i := slices.IndexFunc(words, func(w word) bool { return w.hash == hashNo })
		return i >= 0 && n-i <= mostShort && !slices.ContainsFunc(words[:i], withdraws) && !slices.ContainsFunc(words[i+1:], func(w word) bool { return withdraws(w) || roleOf(w)&ofLimit != 0 })
	case ofMarks.has(last):
		return !slices.ContainsFunc(words, func(w word) bool { return roleOf(w)&(ofAct|ofBan|ofUser|ofThing|ofUse) != 0 || ending.has(w.hash) })
	}
	return false
}

var (
	// idleLimit are phrases of sentences that limit no licence.
	idleLimit = listedPhrases("idleLimit")
	// idleUse are others, unless something is forbidden.
	idleUse = phrases(`commercial or not; unless noted otherwise; unless otherwise noted; unless otherwise stated; please cite`)

	freely      = hashes("freely")
	permitting  = hashes("allowed", "permitted", "welcome", "fine")
	restricting = hashes("restricted", "limited", "prohibited", "forbidden")
	// narrow are words for a part of the uses: others may not be allowed.
	narrow = hashes("private", "public", "in", "for", "by", "to", "on", "at")
	needed = hashes("needed", "required", "necessary")
	// ofMarks are what a licence of code may leave out.
	ofMarks = hashes("logo", "icon", "artwork", "font", "picture", "photo", "trademark")
	ending  = hashes("only", "without", "unless", "except", "if", "revoked", "relicensed", "withdrawn", "expired", "proprietary", "confidential")
	hashNo  = hashOf("no")
	// withdrawing are words that limit or end a licence.
	withdrawing = hashes("not", "no", "non", "only", "never", "solely", "exclusively", "except", "revoked", "relicensed", "withdrawn", "expired", "proprietary", "confidential")
	// negating and excepting are in sentences such as: do not use it except under the licence.
	negating, excepting = hashes("not"), hashes("except")
)

// hasAnyOf reports whether a sentence has a word of a set.
func hasAnyOf(words []word, set *wordSet) bool {
	return slices.ContainsFunc(words, func(w word) bool { return set.has(w.hash) })
}
