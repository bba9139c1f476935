package license

import (
	"bytes"
	"slices"
)

// A head may limit its licence in any words. They say that a part of the file is somebody else's,
// that a right is kept, or that a use is not allowed. No list of such words is ever complete. So a
// sentence with words of rights that is no part of a notice is not understood, unless it is a usual
// one that adds nothing.

// doubtful returns the first word of such a sentence; -1 if there is none.
func (r *reading) doubtful() int {
	for i := 0; i < len(r.words); {
		from := i
		for i < len(r.words) && !r.taken[i] {
			i++
			if endsSentence(r.text, r.words[i-1]) || i < len(r.words) && (r.afterBlank(i) || r.words[i].line && r.labels(i)) {
				break
			}
		}
		if i == from {
			i++
			continue
		}
		begin := from
		for begin > 0 && begin < i && r.taken[begin-1] && roleOf(r.words[begin])&ofLicense != 0 {
			begin++ // of a name such as MIT License
		}
		if begin < i && r.isDoubtful(begin, i) {
			return from
		}
	}
	return -1
}

// isDoubtful reports whether words of one sentence speak of rights, and are not usual.
func (r *reading) isDoubtful(from, to int) bool {
	words := r.words[from:to]
	has := func(any *wordSet) bool {
		return slices.ContainsFunc(words, func(w word) bool { return any.has(w.hash) })
	}
	licensed, borrowed, named := false, has(borrowing), false
	says := false // more than the name of a licence
	for i := from; i < to; i++ {
		if r.inAddress(i) || r.isPath(i) {
			continue
		}
		w := r.words[i]
		isLicense := roleOf(w)&ofLicense != 0
		says = says || !isLicense && !between.has(w.hash)
		licensed = licensed || isLicense && !topics.has(w.hash) && !r.inHeading(i) && (len(r.parts) == 0 || w.start == 0 || r.text[w.start-1] != '@')
		borrowed = borrowed || i+1 < to && origin.has(r.words[i+1].hash) && r.makes(i)
		named = named || r.isNameBeside(i)
	}
	switch {
	case retaining.in(words), r.isAround() && has(keeping) && has(rightsWord):
		return true
	case r.isAround():
		return false
	case borrowed && (licensed || named || len(r.parts) == 0 && r.place != BesideTag && has(copyrighting)):
		return !harmlessOrigin.in(words)
	case !r.leads() || r.place == Spanning:
		return false
	case licensed:
		return says && (len(r.parts) > 0 || r.place == BesideTag) && !referring.in(words) && !usualSentence.in(words)
	case has(interfaces):
		return false
	case has(keeping) && has(rightsWord):
		return true
	case !has(limits) || !has(acts):
		return false
	}
	for i, w := range words[:len(words)-1] {
		if pointers.has(w.hash) && slices.ContainsFunc(words[i+1:min(i+3, len(words))], func(w word) bool { return subjects.has(w.hash) }) {
			return true
		}
	}
	return false
}

// isNameBeside reports whether a licence's name is at a word. It has a version, or is in brackets.
func (r *reading) isNameBeside(i int) bool {
	p, ok := r.name(i)
	if !ok {
		return false
	}
	w := r.words[i]
	return p.to-p.from > 1 && p.license != publicDomain || w.start > 0 && bytes.IndexByte([]byte("(["), r.text[w.start-1]) >= 0 && strong.has(w.hash)
}

var (
	borrowing = hashes("portion", "snippet", "adapted", "adaptation", "taken", "ported",
		"borrowed", "copied", "excerpted", "stolen", "courtesy", "reproduced", "extracted", "lifted")
	copyrighting = hashes("copyright", "copyrighted")
	keeping      = hashes("retain", "retains", "retained", "stay", "stays", "remain", "remains", "keep", "keeps", "belong", "belongs")
	rightsWord   = hashes("right")
	subjects     = listedWords("subjects")
	topics       = hashes("licensing", "unlicensed")
	origin       = hashes("from", "on", "upon", "by", "of")
	pointers     = hashes("this", "these", "our")
	limits       = hashes("only", "limited", "solely", "exclusively")
	acts         = listedWords("acts")
	interfaces   = listedWords("interfaces")
)

// retaining are phrases about what a right is kept of, or a use that is limited.
var retaining = listedPhrases("retaining")

// harmlessOrigin are phrases of sentences about an origin that say nothing of its licence.
var harmlessOrigin = phrases(`contributed by; placed into the public domain; placed in the public domain; in the public domain`)

// usualSentence are in sentences about a licence that add nothing to it.
var usualSentence = listedPhrases("usualSentence")

// isDoubted reports whether a text beside a notice says something of rights that is not understood.
func (r *reading) isDoubted() bool {
	r.take()
	r.names()
	return r.doubtful() >= 0 || r.strangeRights() >= 0
}
