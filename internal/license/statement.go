package license

import (
	"bytes"
	"slices"
	"strings"
)

var (
	hashAlso          = hashOf("also")
	hashAlternatively = hashOf("alternatively")
	hashAnd           = hashOf("and")
	hashDual          = hashOf("dual")
	hashDually        = hashOf("dually")
	hashLicense       = hashOf("license")
	hashLicensed      = hashOf("licensed")
)

// Statement is the licence that a text states.
type Statement struct {
	// License is an SPDX expression; empty if the text says something that is not understood.
	License string
	// Family is set if the text names licences without a version, such as BSD. In Apache-2.0 OR
	// BSD, a text that it refers to, or the project, may say which one.
	Family string
	// File names the file that has the licence, if the text says nothing else of it. With a text of
	// Family behind the name, both hold.
	File string
	// Text reports that the text has the text of the licence, and not only a notice.
	Text bool
	// Bare reports that the text has no word, such as only, about later versions of a licence of
	// GNU.
	Bare bool
	// Portion reports that it is the licence of a portion: License is empty then.
	Portion bool
	// At is the offset of what decided, as far as one place did. End is the offset where the last
	// licence ends.
	At, End int
}

// part is a licence that a text names, or has.
type part struct {
	license  string // empty if only the family is known
	family   string
	kind     kind
	from, to int  // words
	title    bool // it is a line of its own, such as a heading
	foreign  bool // it is the licence of something else
	bare     bool // see Statement
}

// reading is a text that is read.
type reading struct {
	text    []byte
	words   []word
	taken   []bool // words that are understood
	matches []match
	parts   []part
	doubts  []part // names of licences that perhaps nothing is under
	unclear int    // the word of the first that is not understood; -1 if there is none
	place   Place
	file    string // that the text refers to before it has a text itself
	slight  bool   // the part that is not understood may be of a sentence that refers to a file
}

// Place is where a text stands, which decides what its words mean.
type Place uint8

// A text of one of the last seven places is read after its licence is known. Or nothing names its
// licence. Then the text only says whether it may limit or deny that licence: its statement is
// empty.
const (
	Anywhere      Place = iota // in a comment, without the marks of its language
	Whole                      // in the text of a licence
	InProse                    // in a file of prose, whose lines such as License: Acme are no code
	Leading                    // in a head that stands before the code, and may speak of rights in any words
	Spanning                   // in such a head, whose comments code may stand between
	Aside                      // in a paragraph of such a head that is hardly about rights, and names no licence
	AroundText                 // around the text of a licence in a head
	AroundInProse              // around the text of a licence in prose
	BesideNotice               // in the paragraphs beside a notice
	BesideTag                  // in the lines beside one of SPDX: names of licences count
	TagComment                 // in the comment with such a line: short sentences about it count
	Denying                    // where only words count that forbid what open-source licences allow
	Copying                    // at the beginning of something copied
)

// Read returns the statement of a text at a place. ok is false if it says nothing of licences.
func Read(text []byte, at Place) (s Statement, ok bool) {
	switch at {
	case Denying:
		return s, Denies(text)
	case Copying:
		return s, Copied(text)
	case BesideNotice:
		return s, Denies(text) || newReading(text, at).isDoubted()
	case BesideTag:
		return s, newReading(text, at).isDoubted()
	case TagComment:
		return s, newReading(text, at).limitsTag()
	case AroundText, AroundInProse:
		return s, newReading(text, at).surrounds()
	case Aside:
		r := newWords(text)
		if !r.speaks() && !r.has(referring) && !r.has(speaking) && !r.has(denying) && !r.namesStrong() && r.doubtful() < 0 {
			return s, false
		}
		at = Leading
	}
	return newReading(text, at).read()
}

// leads reports whether a text stands before the code.
func (r *reading) leads() bool {
	return r.place == Leading || r.place == Spanning || r.place == BesideNotice || r.place == BesideTag
}

// isAround reports whether only what stands beside the text of a licence counts.
func (r *reading) isAround() bool { return r.place == AroundText || r.place == AroundInProse }

// namesStrong reports whether a text has a word in capitals that can only name a licence.
func (r *reading) namesStrong() bool {
	return slices.ContainsFunc(r.words, func(w word) bool {
		name := r.text[w.start:w.end]
		return strong.has(w.hash) && (bytes.Equal(name, bytes.ToUpper(name)) || w.hash == hashODbL)
	})
}

var hashODbL = hashOf("odbl")

func (r *reading) read() (s Statement, ok bool) {
	whole := r.place == Whole
	r.take()
	r.names()
	r.rest()
	portion := false
	if !whole && r.unclear < 0 && len(r.parts) > 0 {
		if r.unclear = r.inPortion(); r.unclear < 0 {
			r.unclear = r.refersBefore()
		} else {
			portion = true
		}
	}
	doubtful := -1
	if !whole && r.unclear < 0 {
		if doubtful = r.doubtful(); len(r.parts) > 0 {
			r.unclear = doubtful
		}
	}
	if r.unclear < 0 && len(r.parts) > 0 {
		r.unclear = r.unusual()
	}
	s, ok = r.judge()
	s.Portion = portion
	return s, ok || r.leads() && (doubtful >= 0 || r.speaks())
}

func newReading(text []byte, at Place) *reading {
	r := newWords(text)
	r.matches, r.place = find(text, r.words), at
	return r
}

// newWords is newReading without a place, and without templates.
func newWords(text []byte) *reading {
	words := wordsOf(text)
	return &reading{text: text, words: words, taken: make([]bool, len(words)), unclear: -1, place: Leading}
}

// Named returns the licences and families that a text names or has, however worded.
func Named(text []byte) (all []string) {
	r := newReading(text, Anywhere)
	r.take()
	r.names()
	for _, p := range slices.Concat(r.parts, r.doubts) {
		if p.kind != exceptionKind {
			all = append(all, p.license+p.family)
		}
	}
	return all
}

// First returns the licence that a text begins with. AND joins it with others in its sentence, and
// with the first whole text. It is none if the text says something else before it, or if it is the
// licence of a portion.
func First(text []byte) string {
	r := newReading(text, Whole)
	r.take()
	r.names()
	r.rest()
	for _, p := range r.parts {
		if p.kind == exceptionKind {
			continue
		}
		before := r.words[:p.from]
		if from, _ := r.naming(p); p.kind == noticeKind && r.strange(from, p.from, p) >= 0 {
			return ""
		}
		if !ofAllParts.in(before) && (r.unclear >= 0 && r.unclear < p.from || slices.ContainsFunc(before, func(w word) bool { return pieces.has(w.hash) })) {
			return ""
		}
		all := []string{p.license + p.family}
		end := p.to // of the sentence
		for end < len(r.words) && !endsSentence(r.text, r.words[end-1]) {
			end++
		}
		for _, q := range slices.Concat(r.parts, r.doubts) {
			if q.kind != exceptionKind && p.kind != textKind && (q.from < end || q.kind == textKind) && !sameFamily(p, q) && !sameFamily(q, p) {
				all = append(all, q.license+q.family)
			}
			if q.kind == textKind {
				break
			}
		}
		return strings.Join(all, " AND ")
	}
	return ""
}

// ofAllParts introduces a licence of all parts, except as documented below it.
var ofAllParts = phrases(`to all part`)

// take takes the templates that the text has.
func (r *reading) take() {
	for _, m := range r.matches {
		if m.kind == textKind {
			for _, s := range m.program().title(r.words, m.from) {
				r.matches = append(r.matches, match{&template{kind: neutralKind}, s})
			}
		}
	}
	for _, m := range r.matches {
		for i := m.from; i < m.to; i++ {
			r.taken[i] = true
		}
		switch m.kind {
		case textKind, noticeKind, exceptionKind:
			p := part{license: r.chosen(m), kind: m.kind, from: m.from, to: m.to}
			if m.kind == noticeKind && r.foreign(p) {
				r.doubts = append(r.doubts, p)
				continue
			}
			r.parts = append(r.parts, p)
		}
	}
}

// chosen returns the licence of a match. Of several with the same text it is the one whose name
// stands before it.
func (r *reading) chosen(m match) string {
	ids := strings.Split(m.id, "|")
	if len(ids) == 1 {
		return m.id
	}
	before := map[uint32]bool{}
	for i := max(0, m.from-40); i < m.from+8 && i < len(r.words); i++ {
		before[r.words[i].hash] = true
	}
	best, most := ids[0], 0
	for _, id := range ids {
		n, all := 0, true
		for _, w := range appendWords(nil, []byte(nameOf(id))) {
			if all = all && before[w.hash]; all {
				n++
			}
		}
		if all && n > most {
			best, most = id, n
		}
	}
	return best
}

// sentence returns the words around at that are of the same sentence.
func (r *reading) sentence(at int) (from, to int) {
	for from = at; from > max(0, at-mostClause) && !endsSentence(r.text, r.words[from-1]) && !r.taken[from-1]; from-- {
	}
	for to = at + 1; to < min(at+mostClause, len(r.words)) && !endsSentence(r.text, r.words[to-1]) && !r.taken[to-1]; to++ {
	}
	return from, to
}

// endsSentence reports whether a full stop follows a word and no small letter then.
func endsSentence(text []byte, w word) bool {
	i := int(w.end)
	for i < len(text) && (text[i] == ')' || text[i] == '"' || text[i] == '\'') {
		i++
	}
	if i >= len(text) {
		return true
	}
	if text[i] != '.' && text[i] != '!' {
		return false
	}
	if w.bullet || w.end-w.start == 1 && !('0' <= text[w.start] && text[w.start] <= '9') || abbreviated.has(w.hash) {
		return false
	}
	for i++; i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == ')' || text[i] == '"'); i++ {
	}
	return i >= len(text) || (text[i-1] == ' ' || text[i-1] == '\n' || text[i-1] == '\t') && !('a' <= text[i] && text[i] <= 'z')
}

var abbreviated = hashes("inc", "v", "ver", "co", "corp", "ltd", "vol", "e.g", "i.e", "etc")

// nameOf returns the full name of a licence.
func nameOf(id string) string {
	for _, e := range Entries() {
		if e.ID == id {
			return e.Name
		}
	}
	return ""
}

// judge returns the statement.
func (r *reading) judge() (s Statement, ok bool) {
	whole := r.place == Whole
	offset := func(i int) int { return int(r.words[i].start) }
	if (r.unclear < 0 || r.slight) && len(r.parts) == 0 && !whole && r.has(referring) && !r.isLabelled() && !r.excludesFile() {
		if at := r.grantsElsewhere(); at >= 0 {
			return Statement{At: offset(at)}, true
		}
		return Statement{File: referred(r.text)}, true
	}
	if r.unclear >= 0 {
		return Statement{At: offset(r.unclear)}, true
	}
	if len(r.parts) == 0 && r.isLabelled() && (r.place == InProse || r.has(referring)) || len(r.parts) > 0 && !whole && r.isOverruled() {
		return s, true
	}
	if len(r.parts) == 0 {
		return s, whole && len(r.words) > 0 || r.has(reserved)
	}
	s.At = offset(r.parts[0].from)
	for _, p := range r.parts {
		s.End = max(s.End, int(r.words[p.to-1].end))
	}
	license, family, clear := r.combine()
	if clear {
		if s.License, s.Family = license, family; r.file != "" {
			s.License, s.Family, s.File = "", license+family, r.file
		}
		s.Bare = s.License != "" && slices.ContainsFunc(r.parts, func(p part) bool { return p.bare })
		s.Text = license != "" && slices.ContainsFunc(r.parts, func(p part) bool { return p.kind == textKind })
	}
	return s, true
}
