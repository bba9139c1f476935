package license

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// A head may name the licence of something else. This is a library that the file needs, what it was
// made from, its documentation, or an earlier version. Then the sentence has another subject than
// the file. Such a name does not say what the file is under, and what it says of the file is not
// clear.

// mostClause is the number of words before one that may be of its sentence. Hostile text ends none.
const mostClause = 200

// clause returns the first word of the sentence that a word is in. A line that begins as sentences
// about licences do, and a paragraph, begin a sentence, unless a colon or a comma is before them.
func (r *reading) clause(at int) (from int) {
	for from = at; from > max(0, at-mostClause); from-- {
		before, w := r.words[from-1], r.words[from]
		if endsSentence(r.text, before) {
			break
		}
		gap := r.text[before.end:w.start]
		end, _, _ := bytes.Cut(gap, []byte("\n"))
		if w.line && (r.labels(from) || gap[len(gap)-1] == ':') {
			break
		}
		if bytes.ContainsAny(end, ":,") {
			continue
		}
		if c := r.text[w.start]; bytes.Contains(gap, []byte("\n\n")) || bytes.Contains(gap, []byte("---")) || w.line && 'A' <= c && c <= 'Z' && openings.has(w.hash) {
			break
		}
	}
	return from
}

var (
	openings = hashes("licensed", "released", "distributed", "dual", "dually", "available", "license", "this", "these", "it", "you", "permission", "redistribution", "published",
		"all", "copyright", "the", "under", "subject", "use", "see", "free", "provided", "spdx")
	copulas    = hashes("is", "are", "was", "were", "has", "have", "may", "can")
	hashThis   = hashOf("this")
	hashThese  = hashOf("these")
	hashPart   = hashOf("part")
	hashWas    = hashOf("was")
	hashSome   = hashOf("some")
	hashFrom   = hashOf("from")
	hashOfWord = hashOf("of")
	hashUsed   = hashOf("used")
	hashIs     = hashOf("is")
	// pieces are parts of a file, and documents things that may stand beside one.
	pieces = hashes("portion", "part", "function", "routine", "section", "algorithm", "hash", "table", "snippet")
	beside = hashes("documentation", "doc", "readme", "icon", "image", "artwork", "logo", "font", "asset", "modification", "change", "contribution", "data", "example", "sample",
		"test", "version", "original", "upstream", "portion", "part", "picture", "photo")
	// plainly are the nouns among them that need no verb, as in Icons by Ann, licensed under.
	plainly = hashes("documentation", "readme", "icon", "image", "artwork", "logo", "font", "asset",
		"modification", "change", "original", "portion", "part")
	// idle are words between a verb and the name of a licence that are no other object.
	idle = listedWords("idle")
)

// making are verbs about other works, each with the words that may follow it. "" is any.
var making = map[string]string{
	"requires": "", "needs": "", "uses": "", "using": "", "talks": "to", "loads": "", "bundles": "", "bundling": "", "includes": "", "contains": "", "embeds": "", "incorporates": "", "wraps": "",
	"depends": "on", "based": "on upon", "inspired": "by", "adapted": "from", "ported": "from", "derived": "from", "generated": "by from with", "taken": "from", "copied": "from", "borrowed": "from",
	"comes": "from", "come": "from", "came": "from", "is": "from", "are": "from", "was": "from", "were": "from", "port": "of", "fork": "of", "clone": "of", "rewrite": "of", "translation": "of",
	"converted": "from", "translated": "from", "extracted": "from", "thanks": "to", "credits": "", "parser": "for", "detects": "", "checks": "", "converts": "", "imports": "", "wrapper": "for around", "works": "with",
}

// makingWords are the verbs by their hashes, which other words may have.
var makingWords = sync.OnceValue(func() *table[bool] {
	all := map[uint32]bool{}
	for verb := range making {
		all[hashOf(verb)] = true
	}
	return newTable(all)
})

// makes reports whether a verb about another work is at a word.
func (r *reading) makes(i int) bool {
	if _, may := makingWords().get(r.words[i].hash); !may {
		return false
	}
	follows, ok := making[lower(r.text[r.words[i].start:r.words[i].end])]
	if !ok || follows == "" {
		return ok
	}
	if i+1 >= len(r.words) {
		return false
	}
	next := r.words[i+1]
	for f := range strings.FieldsSeq(follows) {
		if strings.EqualFold(f, string(r.text[next.start:next.end])) {
			return true
		}
	}
	return false
}

// foreign reports whether the sentence of a name or notice is about something else. The file is
// meant otherwise.
func (r *reading) foreign(p part) bool {
	from := r.clause(p.from)
	words := r.words[from:p.from]
	if len(words) > 0 && r.aboutOther(words, from) {
		return true
	}
	return r.asked(p) || r.introduced(p.from)
}

// aboutOther reports whether the words before a name are about something else.
func (r *reading) aboutOther(words []word, at int) bool {
	verb := -1 // the first copula
	object := false
	making := -1
	for i, w := range words {
		switch {
		case copulas.has(w.hash) && verb < 0:
			verb = i
		case w.hash == hashUsed && i+1 < len(words) && words[i+1].hash == hashUnder && (i == 0 || !allowing.has(words[i-1].hash)):
			return true // as in boilerplate, used under
		case w.hash == hashAlso && i+1 < len(words) && offered.has(words[i+1].hash) && len(r.parts) == 0:
			return true // another licence comes first
		}
		if making < 0 && r.makes(at+i) {
			making = i
		} else if making >= 0 && !between.has(w.hash) && !idle.has(w.hash) {
			object = true
		}
		if relative.has(w.hash) && i > 0 && i+1 < len(words) && copulas.has(words[i+1].hash) && (words[i-1].class&thing == 0 && !r.isPart(words[:i]) || slices.ContainsFunc(words[:i], func(w word) bool { return pointing.has(w.hash) })) {
			return true
		}
		if w.hash == hashWas && i+1 < len(words) && words[i+1].hash == hashLicensed {
			return true
		}
	}
	if object {
		return true
	}
	if relative.has(words[0].hash) && len(words) > 1 && copulas.has(words[1].hash) || plurals.has(words[0].hash) {
		return true // a paragraph or a sentence before it says of which
	}
	this := words[0].hash == hashThis
	first := strings.ToLower(string(r.text[words[0].start:words[0].end]))
	switch {
	case first == "from" && len(words) > 2:
		return true
	case this && len(words) > 1:
		return pieces.has(words[1].hash) && verb == 2
	case verb < 0:
		for _, w := range words[:min(2, len(words))] {
			if plainly.has(w.hash) && (len(words) < 2 || !owning.has(words[1].hash)) {
				return true
			}
		}
		return false
	}
	for i, w := range words[:verb] {
		if w.hash == hashThis || w.hash == hashThese {
			return false
		}
		if i == verb-1 && manyAre(words[verb]) && w.class&thing == 0 && !allOf.has(w.hash) && 'a' <= r.text[w.start] && r.text[w.start] <= 'z' {
			return true // as in the foo patches are
		}
		if (pieces.has(w.hash) || beside.has(w.hash)) && (i+1 >= verb || !owning.has(words[i+1].hash)) || r.isOther(w, at+i) {
			return true
		}
	}
	return false
}

// manyAre reports whether a verb is about several things.
func manyAre(w word) bool { return w.hash == hashAre || w.hash == hashWere }

var (
	hashAre, hashWere = hashOf("are"), hashOf("were")
	// allOf end subjects that are all of a work.
	allOf = listedWords("allOf")
)

var (
	allowing = hashes("be", "may", "can")
	offered  = hashes("available", "licensed", "released", "provided", "distributed", "offered")
	plurals  = hashes("they", "they've", "they're")
	pointing = hashes("see", "check", "visit", "consult")
)

var (
	relative = hashes("which", "who", "whose", "that")
)

// isPart reports whether a sentence begins as in This file is part of.
func (r *reading) isPart(words []word) bool {
	for i, w := range words {
		if w.hash == hashPart && i > 1 && (words[0].hash == hashThis || words[i-1].hash == hashIs) {
			return true
		}
	}
	return false
}

// isOther reports whether a word names a work that the file is said to use. A sentence before it
// says so.
func (r *reading) isOther(w word, at int) bool {
	if between.has(w.hash) || idle.has(w.hash) || w.class != 0 || w.end-w.start < 3 {
		return false
	}
	for i := range at {
		if r.makes(i) && !isUse(r.text[r.words[i].start:r.words[i].end]) {
			for _, o := range r.words[i+1 : min(i+4, at)] {
				if o.hash == w.hash {
					return true
				}
			}
		}
	}
	return false
}

// isUse reports whether a verb says so little as uses. A file may use what it implements.
func isUse(verb []byte) bool {
	return bytes.EqualFold(verb, []byte("uses")) || bytes.EqualFold(verb, []byte("using"))
}

// mostBeforePortion bounds the words before a portion in the sentence about it.
const mostBeforePortion = 3

// asked reports whether a name ends a question.
func (r *reading) asked(p part) bool {
	to := p.to
	if to < len(r.words) && (r.words[to].hash == hashLicense || r.words[to].hash == hashLicensed) {
		to++
	}
	return bytes.HasPrefix(r.text[r.words[to-1].end:], []byte("?"))
}

// withholds reports whether a sentence, at a word, reserves rights or is proprietary.
func (r *reading) withholds(i int) bool {
	if r.words[i].hash != hashProprietary && !reserved.at(r.words, i) {
		return false
	}
	from, to := r.sentence(i)
	return slices.ContainsFunc(r.words[from:to], func(w word) bool { return changes.has(w.hash) })
}

var (
	changes         = hashes("modification", "change", "addition")
	hashProprietary = hashOf("proprietary")
)

var (
	// portions are nouns for what a file has of other works.
	portions        = listedWords("portions")
	hashFollowing   = hashOf("following")
	hashCopyright   = hashOf("copyright")
	hashContributed = hashOf("contributed")
)

// mostPortion bounds the words between a file's portion and its origin in a sentence.
const mostPortion = 8

// inPortion returns the first word of a sentence about a part from another work. Text about that
// work may have a licence of its own: the text after "The following logic has been extracted from",
// and text with a copyright or the address of a licence in the same paragraph. It is -1 if there is
// none.
func (r *reading) inPortion() int {
	if p := r.parts[0]; p.kind == textKind && r.introduced(p.from) {
		return p.from
	}
	for i, w := range r.words {
		if r.taken[i] || i > 0 && !r.taken[i-1] && !endsSentence(r.text, r.words[i-1]) && !r.afterBlank(i) {
			continue
		}
		from := i
		for from+1 < len(r.words) && (between.has(r.words[from].hash) || r.words[from].hash == hashSome) && r.words[from].hash != hashFollowing {
			from++
		}
		follows := r.words[from].hash == hashFollowing
		if follows && from+1 < len(r.words) {
			if from++; r.words[from].hash == hashFrom {
				return i
			}
		}
		origin := -1
		for k := from; k < len(r.words) && k < from+mostPortion && !r.taken[k] && (k == i || !r.afterBlank(k)); k++ {
			if r.words[k].hash == hashContributed {
				origin = -1
				break
			}
			if origin < 0 && (r.makes(k) && !isUse(r.text[r.words[k].start:r.words[k].end]) || k > from && pieces.has(r.words[from].hash) && r.words[k].hash == hashFrom) {
				origin = k
			}
			if endsSentence(r.text, r.words[k]) {
				break
			}
		}
		if origin < 0 || w.hash == hashThis {
			continue
		}
		if follows && portions.has(r.words[from].hash) {
			return i
		}
		for k := origin; k < len(r.words) && (k == i || !r.afterBlank(k)) && !r.taken[k]; k++ {
			h := r.words[k].hash
			if pieces.has(r.words[from].hash) && h == hashCopyright || origin > i && !r.words[origin].line && h == hashLicense && (r.inAddress(k) || r.isPath(k)) && k < origin+mostAfter {
				return i
			}
		}
	}
	return -1
}

// Copied reports whether a text begins with a sentence such as Excerpted from foo.
func Copied(text []byte) bool {
	r := newWords(text)
	for i := range r.words[:min(len(r.words), mostPortion)] {
		if borrowing.has(r.words[i].hash) && i+1 < len(r.words) && r.words[i+1].hash == hashFrom {
			return true
		}
		if endsSentence(r.text, r.words[i]) {
			break
		}
	}
	return false
}

// introduced reports whether a paragraph such as Parts of this are derived from: comes before a
// licence, at a word.
func (r *reading) introduced(at int) bool {
	for i := at - 1; i >= 0 && i > at-mostIntroduced; i-- {
		if !r.afterBlank(i+1) || r.text[r.words[i].end] != ':' {
			continue
		}
		from := i
		for from > 0 && !r.afterBlank(from) && !endsSentence(r.text, r.words[from-1]) {
			from--
		}
		if sentence, _ := r.sentence(i); r.aboutRights(r.words[sentence:i+1]) && r.aboutOther(r.words[sentence:i+1], sentence) {
			return true
		}
		isPiece := slices.ContainsFunc(r.words[from:min(from+mostBeforePortion, i)], func(w word) bool { return pieces.has(w.hash) })
		for k := from; k <= i && isPiece; k++ {
			if r.makes(k) {
				return true
			}
		}
	}
	return false
}

// aboutRights reports whether a sentence such as It has this license: is about rights.
func (r *reading) aboutRights(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return roleOf(w)&ofLicense != 0 || noticing.has(w.hash) })
}

var noticing = hashes("copyright", "notice", "permission", "term")

// mostIntroduced bounds the words from a colon to the licence of what it introduces.
const mostIntroduced = 100

// afterBlank reports whether an empty line is before a word.
func (r *reading) afterBlank(i int) bool {
	return i > 0 && bytes.Contains(r.text[r.words[i-1].end:r.words[i].start], []byte("\n\n"))
}

// refersBefore returns the first word of a sentence that names a file for the licence. It ends a
// paragraph before the first licence that is named only; -1 if there is none. Then the licence is
// perhaps of the data that the file describes. A text there holds in addition to the file.
func (r *reading) refersBefore() int {
	first := r.parts[0]
	from := r.clause(first.from)
	for i := range from {
		if r.taken[i] || !referring.at(r.words, i) {
			continue
		}
		begin, end := r.sentence(i)
		file := fileIn(r.text[max(int(r.words[begin].start)-1, 0):min(int(r.words[end-1].end)+1, len(r.text))])
		if file == "" {
			continue
		}
		for k := end; k <= from; k++ {
			if k >= end && r.afterBlank(k) && first.kind == textKind {
				r.file = file
				return -1
			} else if k >= end && r.afterBlank(k) {
				return begin
			}
		}
	}
	return -1
}

// elsewhere are in labels that point to a text.
var elsewhere = hashes("copying", "below", "following", "above", "end")

// isLabelled reports whether a line such as License: Acme says something else than the name of a
// file.
func (r *reading) isLabelled() bool {
	return slices.ContainsFunc(r.labelled(), func(l span) bool { return !r.taken[l.from] && !r.pointsElsewhere(l) })
}

// isOverruled reports whether such a line, or an address, stands beside a named licence. Another
// line names it: the licence may be of a portion.
func (r *reading) isOverruled() bool {
	return slices.ContainsFunc(r.labelled(), func(l span) bool {
		after := r.text[r.words[l.from].end:r.words[l.to-1].end]
		return bytes.HasPrefix(after, []byte(":")) && (bytes.Contains(after, []byte("://")) || !r.pointsElsewhere(l)) &&
			!slices.ContainsFunc(r.parts, func(p part) bool { return p.from < l.to && l.from < p.to })
	})
}

// labelled returns the lines with a label and a value.
func (r *reading) labelled() (all []span) {
	for i, w := range r.words {
		if !w.line || !r.isLabel(i) {
			continue
		}
		to := i + 1
		for to < len(r.words) && !r.words[to].line {
			to++
		}
		if to > i+1 {
			all = append(all, span{from: i, to: to})
		}
	}
	return all
}

// pointsElsewhere reports whether a label names a file, or says that the licence is in another
// place.
func (r *reading) pointsElsewhere(l span) bool {
	value := r.text[r.words[l.from].end:r.words[l.to-1].end]
	return slices.ContainsFunc(r.words[l.from+1:l.to], func(w word) bool { return roleOf(w)&ofLicense != 0 || elsewhere.has(w.hash) }) ||
		fileName.Find(value) != nil || textFile.Find(value) != nil
}
