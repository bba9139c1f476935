package license

import (
	"bytes"
	"slices"
)

// A short sentence beside a line of SPDX may deny that line in any words: Void, Acme only. So only
// two kinds of such sentences surely describe the code. One begins with a verb, as in Counts birds.
// The other has nothing but words about code and platforms, as in Linux only.

// describes reports whether a sentence is of these kinds.
func (r *reading) describes(from, to int) bool {
	if r.inMatch(from) {
		return false
	}
	return r.tellsAct(from, to) || r.isOfCode(from, to)
}

// tellsAct reports whether a sentence tells what the code does, as in Checks permissions of a file.
// The verb ends with s. It is a usual one, or an article follows.
func (r *reading) tellsAct(from, to int) bool {
	verb := r.text[r.words[from].start:r.words[from].end]
	if to-from < 2 || !bytes.HasSuffix(verb, []byte("s")) || bytes.HasSuffix(verb, []byte("ss")) || r.text[r.words[from].end] != ' ' {
		return false
	}
	next, isUsual := r.words[from+1], acting.has(r.words[from].hash)
	switch {
	case isUsual && !articles.has(next.hash) && (ofCodeToo.has(next.hash) || verbs.has(next.hash) || roleOf(next)&^(ofUse|ofThing) != 0 || !r.isSmall(next) && !ofCode.has(next.hash)):
		return false // as in checks required: no verb
	case isUsual:
		said := r.text[r.words[from].start:r.words[to-1].end]
		return !Denies(said) && !withheld(said, r.words[from:to]) && !hasAnyOf(r.words[from:to], limits) && !hasAnyOf(r.words[from:to], ofOwners) && !outright.in(r.words[from:to])
	case copying.has(r.words[from].hash) && ofCode.has(next.hash):
		return !slices.ContainsFunc(r.words[from+1:to], r.isGrave)
	}
	return articles.has(next.hash) && !slices.ContainsFunc(r.words[from:to], r.isGrave)
}

// isOfCode reports whether a sentence only has words about code and platforms.
func (r *reading) isOfCode(from, to int) bool {
	has := false
	for _, w := range r.words[from:to] {
		switch {
		case ofCode.has(w.hash):
			has = true
		case ofCodeToo.has(w.hash), r.isNumber(w) && w.hash != hashI:
		default:
			return false
		}
	}
	return has
}

// isGrave reports whether a word may be about rights, owners, users, money, or the truth of a line.
func (r *reading) isGrave(w word) bool {
	t, _ := allTopics().get(w.hash)
	return t&^(aboutUse|aboutWork) != 0 || roleOf(w)&^(ofUse|ofThing) != 0 || r.concerns(w) || doubting.has(w.hash) || scoping.has(w.hash) || limiting.has(w.hash) ||
		strong.has(w.hash) || makingWords().has(w.hash) || verbs.has(w.hash) || r.isForeign(w)
}

var (
	ofCode    = listedWords("ofCode")
	ofCodeToo = listedWords("ofCodeToo")
	acting    = listedWords("acting")
	copying   = hashes("copies")
	articles  = hashes("a", "an", "the", "all", "each", "its")
	hashI     = hashOf("i")
)
