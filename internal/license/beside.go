package license

import (
	"bytes"
	"slices"
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
		case r.inMatch(from), isLong, (!curt || words[0].hash == hashIt) && !hasAnyOf(words, doubting) && r.isRemark(from, to), r.isTechnical(from, to), r.isRelease(from, to), r.isOfHolder(from, to), r.isPerson(from, to),
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

// Withdraws reports whether a sentence of a text takes back what a licence beside it allows. The
// sentence begins and ends at these offsets. The sentences of a licence in the text do not count.
func Withdraws(text []byte, at, end int) bool {
	r := newWords(text[at:end])
	r.names()
	withdraws := false
	for to := 0; to < len(r.words); {
		from := to
		for to++; to < len(r.words) && !endsSentence(r.text, r.words[to-1]) && !r.afterBlank(to); to++ {
		}
		words := r.words[from:to]
		said := r.text[words[0].start:words[len(words)-1].end]
		if len(words) > mostConcerning || bytes.ContainsAny(said, "`=;{}") || referring.in(words) || usualSentence.in(words) || ofAllParts.in(words) || hasAnyOf(words, negating) && hasAnyOf(words, excepting) || takesNothing(words) {
			continue
		}
		var roles role
		for _, w := range words {
			roles |= roleOf(w)
		}
		limits, isLicense := hasAnyOf(words, withdrawing), r.namesIn(from, to) || r.hasName(from, to)
		isFree := hasAnyOf(words, free) && roles&ofThing != 0
		switch {
		case limits && (isLicense || isFree) && r.strange(from, to, part{from: to, to: -1}) >= 0, roles&(ofLimit|ofBan|ofClause|ofDuty) != 0 && !isLicense && r.isAct(from, to),
			(limits || roles&ofBan != 0) && (Denies(said) || withheld(said, words) || len(words) <= mostShort && roles&ofUser != 0 && roles&ofUse != 0):
			withdraws = true
		}
	}
	if !withdraws {
		return false
	}
	r = newReading(text, Anywhere)
	return !slices.ContainsFunc(r.matches, func(m match) bool {
		return int(r.words[m.from].start) < end && at < int(r.words[m.to-1].end)
	})
}

// takesNothing reports whether a sentence takes back nothing, though it has words that limit. It
// is as: commercial use is allowed; no licence key is needed; the licence does not cover the logo.
func takesNothing(words []word) bool {
	n, last := len(words), words[len(words)-1].hash
	withdraws := func(w word) bool { return withdrawing.has(w.hash) || roleOf(w)&ofBan != 0 }
	isPlain := func(w word) bool {
		return quantities.has(w.hash) && !narrow.has(w.hash) || deeds.has(w.hash) || copulas.has(w.hash) || objects.has(w.hash) || roleOf(w)&ofThing != 0 || w.hash == hashOfWord
	}
	end := n - 1 // of what is allowed, or not restricted
	if n > 1 && restricting.has(last) && negating.has(words[n-2].hash) {
		end--
	} else if !permitting.has(last) {
		end = -1
	}
	switch {
	case end > 0 && !slices.ContainsFunc(words[:end], func(w word) bool { return !isPlain(w) }):
		return true
	case needed.has(last):
		i := slices.IndexFunc(words, func(w word) bool { return w.hash == hashNo })
		return i >= 0 && n-i <= mostShort && !slices.ContainsFunc(words[:i], withdraws) && !slices.ContainsFunc(words[i+1:], func(w word) bool { return withdraws(w) || roleOf(w)&ofLimit != 0 })
	case ofMarks.has(last):
		return !slices.ContainsFunc(words, func(w word) bool { return roleOf(w)&(ofAct|ofBan|ofUser|ofThing|ofUse) != 0 || ending.has(w.hash) })
	}
	return false
}

var (
	permitting  = hashes("allowed", "permitted", "welcome")
	restricting = hashes("restricted", "limited", "prohibited", "forbidden")
	// narrow are words for a part of the uses: others may not be allowed.
	narrow = hashes("no", "private", "public", "in")
	needed = hashes("needed", "required", "necessary")
	// ofMarks are what a licence of code may leave out.
	ofMarks = hashes("logo", "icon", "artwork", "font", "picture", "photo", "trademark")
	ending  = hashes("only", "without", "unless", "except", "if", "revoked", "relicensed", "withdrawn", "expired", "proprietary", "confidential")
	hashNo  = hashOf("no")
	// withdrawing are words that limit or end a licence.
	withdrawing = hashes("not", "no", "non", "only", "never", "solely", "exclusively", "except", "revoked", "relicensed", "withdrawn", "expired", "proprietary", "confidential")
	// negating and excepting are in sentences such as: do not use it except under the licence.
	negating, excepting, free = hashes("not"), hashes("except", "unless"), hashes("free")
)

// hasAnyOf reports whether a sentence has a word of a set.
func hasAnyOf(words []word, set *wordSet) bool {
	return slices.ContainsFunc(words, func(w word) bool { return set.has(w.hash) })
}
