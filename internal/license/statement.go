package license

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

var (
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
	// Family is set if the text names licences without a version, such as BSD, and nothing else: a text that it refers
	// to, or the project, may say which one.
	Family string
	// File is the name of the file that has the licence, if the text says nothing else of it.
	File string
	// At is the offset of what decided, as far as one place did.
	At int
}

// part is a licence that a text names, or has.
type part struct {
	license  string // empty if only the family is known
	family   string
	kind     kind
	from, to int  // words
	title    bool // it is a line of its own, such as a heading
	foreign  bool // it is the licence of something else
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
	slight  bool   // the part that is not understood may be of a sentence that refers to a file
}

// Read returns the statement of a text. The text is the text of a licence if whole is set, else the
// head of a file without the marks of its language. ok is false if it says nothing of licences.
func Read(text []byte, whole bool) (s Statement, ok bool) { return read(text, whole, false) }

// ReadLeading returns the statement of a head that stands before the code. The head may say
// something of rights in any words.
func ReadLeading(text []byte) (s Statement, ok bool) { return read(text, false, true) }

// ReadAside is ReadLeading for a paragraph that is hardly about rights, and names no licence.
func ReadAside(text []byte) (s Statement, ok bool) {
	words := wordsOf(text)
	r := &reading{text: text, words: words, taken: make([]bool, len(words))}
	if !r.speaks() && !r.has(referring) && !r.has(speaking) && !r.has(denying) {
		return s, false
	}
	return ReadLeading(text)
}

func read(text []byte, whole, leading bool) (s Statement, ok bool) {
	r := newReading(text)
	r.take()
	r.names(whole)
	r.rest(whole)
	s, ok = r.judge(whole)
	return s, ok || leading && r.speaks()
}

func newReading(text []byte) *reading {
	words := wordsOf(text)
	return &reading{text: text, words: words, taken: make([]bool, len(words)), matches: find(text, words), unclear: -1}
}

// mostReference bounds the words of a text that only refers to another file.
const mostReference = 12

// Refers reports whether a text only refers to another file, such as "See COPYING".
func Refers(text []byte) bool {
	r := reading{text: text, words: wordsOf(text)}
	return len(r.words) <= mostReference && r.has(referring)
}

// Named returns the licences and the families of licences that a text names or has, in any words.
func Named(text []byte) (all []string) {
	r := newReading(text)
	r.take()
	r.names(false)
	for _, p := range slices.Concat(r.parts, r.doubts) {
		if p.kind != exceptionKind {
			all = append(all, p.license+p.family)
		}
	}
	return all
}

// take takes the templates that the text has.
func (r *reading) take() {
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

// chosen returns the licence of a match. Of several with the same text it is the one whose name stands before it.
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
	for from = at; from > 0 && !endsSentence(r.text, r.words[from-1]) && !r.taken[from-1]; from-- {
	}
	for to = at + 1; to < len(r.words) && !endsSentence(r.text, r.words[to-1]) && !r.taken[to-1]; to++ {
	}
	return from, to
}

// endsSentence reports whether a full stop follows a word, and then something else than a word in small letters.
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
	if w.bullet || w.end-w.start == 1 && !('0' <= text[w.start] && text[w.start] <= '9') || abbreviated[w.hash] {
		return false
	}
	for i++; i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == ')' || text[i] == '"'); i++ {
	}
	return i >= len(text) || (text[i-1] == ' ' || text[i-1] == '\n' || text[i-1] == '\t') && !('a' <= text[i] && text[i] <= 'z')
}

var abbreviated = hashes("inc", "v", "ver", "co", "corp", "ltd", "vol", "e.g", "i.e", "etc")

// names takes the names of licences that the text says it is under.
func (r *reading) names(whole bool) {
	for i := 0; i < len(r.words); i++ {
		if r.taken[i] {
			continue
		}
		p, ok := r.name(i)
		if !ok || r.inAddress(i) {
			continue
		}
		cue := r.cue(p, whole)
		if (cue == "yes" || cue == "title") && r.foreign(p) {
			cue, p.foreign = "unclear", true
		}
		if cue == "no" {
			i = p.to - 1
			continue
		}
		if cue == "unclear" {
			r.doubts = append(r.doubts, p)
			i = p.to - 1
			continue
		}
		p.title = cue == "title"
		r.parts = append(r.parts, p)
		from, _ := r.sentence(p.from)
		for k := from; k < p.to; k++ {
			r.taken[k] = true
		}
		i = p.to - 1
	}
	slices.SortStableFunc(r.parts, func(a, b part) int { return a.from - b.from })
	for _, d := range r.doubts {
		if slices.ContainsFunc(r.parts, func(p part) bool { return sameFamily(p, d) }) {
			for k := r.clause(d.from); k < d.to && d.foreign; k++ {
				r.taken[k] = true
			}
		} else if r.unclear < 0 {
			r.unclear = d.from
		}
	}
}

// sameFamily reports whether a name may mean the licence of a part.
func sameFamily(p, name part) bool {
	return p.license != "" && p.license == name.license || name.family != "" && (p.family == name.family || strings.HasPrefix(p.license, name.family+"-")) || p.family != "" && strings.HasPrefix(name.license, p.family+"-")
}

// name reads the name of a licence that begins at a word.
func (r *reading) name(at int) (p part, ok bool) {
	if n, is := readGNU(r.text, r.words, at); is {
		p = part{license: n.license(), kind: noticeKind, from: at, to: n.to}
		if p.license == "" {
			p.family = n.family
		}
		return p, true
	}
	if filler[r.words[at].hash] {
		return p, false
	}
	table := nameTable()
	hash, n := uint32(0), 0
	for i := at; i < len(r.words) && n < mostName; i++ {
		w := r.words[i]
		if filler[w.hash] && n > 0 {
			continue
		}
		hash = inName(hash, w.hash)
		id, known := table.get(hash)
		if !known {
			break
		}
		n++
		if id != "" {
			p, ok = part{license: id, kind: noticeKind, from: at, to: i + 1}, true
		}
		if endsSentence(r.text, w) {
			break
		}
	}
	if !ok {
		return p, false
	}
	if family, is := strings.CutPrefix(p.license, "~"); is {
		p.license, p.family = "", family
	}
	return p, true
}

var (
	underWords = hashes("under", "license", "licensed", "terms", "conditions", "governed", "subject", "covered", "released", "license-identifier", "licensing", "in", "into", "to")
	between    = hashes("the", "a", "an", "of", "terms", "and", "conditions", "or", "either", "both", "by", "license", "licensed", "under", "is", "as", "version", "with", "this", "its", "standard", "gnu", "open", "source", "free", "permissive", "software", "same", "following", "dual", "v", "in", "to", "into", "s", "copyleft", "liberal", "placed", "released", "plain", "simple", "usual", "new")
	denials    = hashes("not", "compatible", "incompatible", "except", "unless", "like", "similar", "relicensed", "instead", "derived", "formerly", "previously", "originally", "if")
	hashUnder  = hashOf("under")
)

// cue says whether a name is the licence that the text is under: yes, title, no, or unclear.
func (r *reading) cue(p part, whole bool) string {
	weak := p.to-p.from == 1 && !strong[r.words[p.from].hash] // such as Ruby, Python or curl
	after := p.to < len(r.words) && (r.words[p.to].hash == hashLicense || r.words[p.to].hash == hashLicensed)
	inside := false
	for i := p.from; i < p.to; i++ {
		inside = inside || r.words[i].hash == hashLicense || r.words[i].hash == hashLicensed
	}
	before, denied := false, false
	for i, k := p.from-1, 0; i >= 0 && k < 10; i, k = i-1, k+1 {
		if endsSentence(r.text, r.words[i]) {
			break
		}
		denied = denied || denials[r.words[i].hash]
		if k < 7 && underWords[r.words[i].hash] && !before {
			before = true
			for j := i + 1; j < p.from; j++ {
				before = before && (between[r.words[j].hash] || r.taken[j])
			}
		}
	}
	end := p.to + b2i(after) // of the line
	for end < len(r.words) && !r.words[end].line && (end < p.to+mostAfterTitle || r.inAddress(end)) {
		end++
	}
	title := r.words[p.from].line && (end >= len(r.words) || r.words[end].line)
	list := len(r.parts) > 0 && p.from-r.parts[len(r.parts)-1].to <= 3 && r.parts[len(r.parts)-1].kind == noticeKind
	if weak {
		label := p.from > 0 && (r.words[p.from-1].hash == hashUnder || r.words[p.from-1].hash == hashLicensed || r.words[p.from-1].hash == hashLicense && r.labels(p.from-1))
		before = before && (after || inside || label)
	}
	switch {
	case denied && (before || after || inside) && !weak:
		return "unclear"
	case before, list && !weak && !title:
		return "yes"
	case title && (!weak || after || inside), whole && !weak && (after || inside):
		return "title"
	case weak && !after && !inside:
		return "no"
	case after || inside || loud[r.words[p.from].hash]:
		return "unclear"
	}
	return "no"
}

// labels reports whether a word is a label, as in License: MIT and @license MIT.
func (r *reading) labels(i int) bool {
	w := r.words[i]
	after := bytes.TrimLeft(r.text[w.end:], "_ \t")
	return len(after) > 0 && (after[0] == ':' || after[0] == '=') || w.start > 0 && (r.text[w.start-1] == '@' || r.text[w.start-1] == '\\')
}

// inAddress reports whether a word is in the address of a page.
func (r *reading) inAddress(i int) bool {
	at := int(r.words[i].start)
	from := at
	for from > 0 && at-from < 200 && r.text[from-1] > ' ' && r.text[from-1] != '<' && r.text[from-1] != '(' {
		from--
	}
	before := string(r.text[from:at])
	return strings.Contains(before, "://") || strings.HasPrefix(before, "www.")
}

// mostAfterTitle bounds the words after a name in a title, such as a date.
const mostAfterTitle = 4

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// strong are words that are nothing but names of licences.
var strong = hashes("gpl", "lgpl", "agpl", "gplv2", "gplv3", "lgplv2", "lgplv3", "lgplv2.1", "agplv3", "gpl2", "gpl3", "mit", "bsd", "wtfpl", "unlicense", "mpl", "cddl", "sspl", "busl", "gfdl", "cc0", "epl")

// loud are names that say something even if nothing says that the text is under the licence.
var loud = hashes("gpl", "lgpl", "agpl", "gplv2", "gplv3", "lgplv2", "lgplv3", "agplv3", "wtfpl", "sspl", "busl", "affero")

// denying are words that forbid acts that open-source licences allow, wherever they stand outside
// of a known text.
var denying = phrases(`commercial use
commercial purpose
commercially
non commercial
confidential
proprietary and
and proprietary
proprietary information
proprietary software
proprietary code
proprietary material
proprietary to
is proprietary
trade secret
strictly prohibited
prohibited without
strictly forbidden
evaluation purpose
evaluation license
evaluation only
educational purpose
educational use
academic use
academic purpose
research use
research purpose
personal use
may not be used
may not be copied
may not be distributed
may not be redistributed
may not be reproduced
may not be modified
may not be sold
may not be disclosed
must not be copied
must not be distributed
must not be redistributed
must not be sold
must not be disclosed
not be copied
not be distributed
not be reproduced
not be disclosed
may not use
may not copy
may not distribute
may not redistribute
may not modify
may not sell
do not distribute
do not redistribute
not for distribution
no part of this
without permission
without the permission
without written permission
without the written permission
without the express
without express
without prior written
without the prior
without the author
unpublished work
unpublished source
unpublished proprietary
portion of this file are under
portion of this file are licensed
unpublished right
non disclosure
nondisclosure`)

// varying are words of terms that add to a licence.
var varying = phrases(`commercial product
commercial license
commercial distribution
commercial application
commercial software
proprietary license
proprietary right
restricted right
license agreement
special exception
linking exception
exception to the gnu
exception to the gpl
with the exception of
with the following exception
following exception
with exception
additional restriction
additional permission
additional term
additional condition
under different term
company with
for company
following restriction
following modification
further restriction`)

// speaking are words that say something of a licence.
var speaking = phrases(`permission is
permission to
permission granted
permission from
permission notice
permission of the
hereby granted
are permitted
is permitted
permitted provided
may redistribute
can redistribute
redistribute it
redistribute this
redistribute and
redistribution and use
redistribution of
redistribution in
freely distribute
freely distributed
freely distributable
freely redistributable
freely redistribute
freely use
freely usable
freely used
freely copied
freely copy
freely available under
used freely
distributed freely
licensed under
licensed as
licensed to you
licensed by
licensed from
sublicense
same license
same term
under license
under the license of
under the following license
license of your choice
copyleft
free for any
free for use
free for personal
free to use
free of charge
under the term
patent license
patent claim`)

var (
	reserved  = phrases(`all right reserved`)
	referring = phrases(`license file
see license
see the license
file license
the license.txt
see copying
file copying
copying file
see the copying
see copyright
copyright file
file copyright
license.txt
license md
license txt
in license
see the file
see the accompanying
see readme
see notice
license information
license detail
copying for
copying in
in copying
license in the
license for`)
)

// phraseSet returns phrases by their first word. They are made when they are first used, not at the start of each process.
type phraseSet func() *table[[][]uint32]

func phrases(list string) phraseSet {
	return sync.OnceValue(func() *table[[][]uint32] {
		set := map[uint32][][]uint32{}
		for line := range strings.Lines(list) {
			var all []uint32
			for _, w := range appendWords(nil, []byte(line)) {
				all = append(all, w.hash)
			}
			set[all[0]] = append(set[all[0]], all)
		}
		return newTable(set)
	})
}

// at reports whether one of the phrases begins at a word.
func (s phraseSet) at(words []word, i int) bool {
	all, _ := s().get(words[i].hash)
	for _, p := range all {
		if hasWords(words[i:], p) {
			return true
		}
	}
	return false
}

// rest looks for words that are not understood.
func (r *reading) rest(whole bool) {
	left := 0
	for i := range r.words {
		if r.unclear >= 0 && r.unclear <= i && !r.slight {
			return
		}
		if !r.taken[i] {
			left++
		}
		restricts := (r.denies(i) || varying.at(r.words, i) || r.withholds(i)) && !r.inMatch(i) && !r.granted(i)
		if (restricts || !r.taken[i] && r.unclear < 0 && speaking.at(r.words, i)) && !r.inHeading(i) {
			r.unclear = i
			if r.slight = !restricts && len(r.parts) == 0; !r.slight {
				return
			}
		}
	}
	r.clauses(whole)
	if r.unclear < 0 && whole && left > mostHeading && len(r.parts) > 0 && !slices.ContainsFunc(r.parts, func(p part) bool { return p.kind == textKind }) {
		r.unclear = r.parts[0].from // a text that is not known names it
	}
}

var (
	// duties are words of clauses; concerned are words for the people or things that clauses are
	// about.
	duties    = hashes("must", "shall", "may", "not", "agree", "acknowledge", "comply", "governed", "require", "required", "indemnify", "export", "waive", "obligated", "prohibit")
	concerned = hashes("you", "licensee", "agreement", "license", "user", "software", "recipient", "distribution", "company", "organization", "employee", "student")
)

// mostAfter bounds the words after the text of a licence in the head of a file, in which a clause may belong to it.
const mostAfter = 60

// clauses looks for clauses that stand beside the text of a licence, and are none of it.
func (r *reading) clauses(whole bool) {
	end := -1 // of the last text
	for _, m := range r.matches {
		if m.kind == textKind && (end < 0 || whole) {
			end = m.to
		}
	}
	if end < 0 {
		return
	}
	for i := 0; i < len(r.words); {
		from := i
		duty, about := false, false
		for ; i < len(r.words); i++ {
			if r.taken[i] {
				i++
				break
			}
			duty = duty || duties[r.words[i].hash]
			about = about || concerned[r.words[i].hash]
			if endsSentence(r.text, r.words[i]) {
				i++
				break
			}
		}
		if !duty || !about && !whole || !whole && (from < end || from > end+mostAfter) {
			continue
		}
		if r.unclear < 0 || from < r.unclear {
			r.unclear = from
		}
		return
	}
}

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
		if heading[r.words[i].hash] {
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

// nameOf returns the full name of a licence.
func nameOf(id string) string {
	for _, e := range Entries() {
		if e.ID == id {
			return e.Name
		}
	}
	return ""
}

// granted reports whether a word such as commercial is the last of several uses that are allowed, as in "for both academic
// and commercial purposes".
func (r *reading) granted(i int) bool {
	if r.words[i].hash != hashCommercial && r.words[i].hash != hashAcademic || i == 0 || !also[r.words[i-1].hash] {
		return false
	}
	from, to := r.sentence(i)
	for k := from; k < to; k++ {
		if against[r.words[k].hash] {
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

// judge returns the statement.
func (r *reading) judge(whole bool) (s Statement, ok bool) {
	offset := func(i int) int { return int(r.words[i].start) }
	if (r.unclear < 0 || r.slight) && len(r.parts) == 0 && !whole && r.has(referring) {
		return Statement{File: referred(r.text)}, true
	}
	if r.unclear >= 0 {
		return Statement{At: offset(r.unclear)}, true
	}
	if len(r.parts) == 0 {
		return s, whole && len(r.words) > 0 || r.has(reserved)
	}
	s.At = offset(r.parts[0].from)
	license, family, clear := r.combine()
	if clear {
		s.License, s.Family = license, family
	}
	return s, true
}

// mostApart bounds the words between two licences that belong together.
const mostApart = 40

var (
	choosing = hashes("or", "either", "alternatively", "dual", "dually", "choice", "choose", "option")
	joining  = hashes("and", "both", "plus", "portion", "additionally", "addition")
)

// combine returns the expression of all parts. It is clear only if words say how several belong together.
func (r *reading) combine() (license, family string, clear bool) {
	parts := r.withoutImplied()
	for i, p := range parts {
		if p.kind == exceptionKind {
			if license == "" || strings.Contains(license, " ") || family != "" {
				return "", "", false
			}
			license += " WITH " + p.license
			continue
		}
		if i == 0 {
			license, family = p.license, p.family
			continue
		}
		if p.family != family || family != "" {
			return "", "", false
		}
		if p.license == license {
			continue
		}
		operator, apart := "", 0
		for k := parts[i-1].to; k < p.from; k++ {
			if !r.taken[k] {
				apart++
			}
			switch {
			case r.inMatch(k):
			case r.words[k].hash == hashAnd && k+1 < len(r.words) && r.words[k+1].hash == hashOr:
				k++ // redistribute and/or modify
			case choosing[r.words[k].hash]:
				operator = " OR "
			case joining[r.words[k].hash] && operator == "":
				operator = " AND "
			}
		}
		if r.offers(parts[i-1], p) {
			operator = " OR "
		}
		if operator == "" || apart > mostApart || strings.Contains(license, " AND ") && operator == " OR " || strings.Contains(license, " OR ") && operator == " AND " {
			return "", "", false
		}
		license += operator + p.license
	}
	return license, family, license != "" || family != ""
}

// offers reports whether words say that one of two licences is enough: alternatively, or dual before or after both.
func (r *reading) offers(first, second part) bool {
	for i, w := range r.words {
		if (w.hash == hashAlternatively || (w.hash == hashDual || w.hash == hashDually) && (i < first.from || i >= second.to)) && !r.inMatch(i) {
			return true
		}
	}
	return false
}

// withoutImplied removes the parts that others imply: a licence named again, the version that its
// text does not say, and the GPL below the LGPL of version 3, which is made of it.
func (r *reading) withoutImplied() (kept []part) {
	for i, p := range r.parts {
		implied := false
		for k, q := range r.parts {
			if i == k || q.kind == exceptionKind || p.kind == exceptionKind {
				continue
			}
			same := p.license == q.license && p.family == q.family
			if p.title && q.kind == textKind && (p.license == "" && sameFamily(q, p) || related(p.license, q.license)) {
				implied = true
			}
			if p.title && q.kind == textKind || q.title && p.kind == textKind {
				continue
			}
			isText, ofText := p.kind == textKind, q.kind == textKind
			implied = implied || same && (ofText && !isText || ofText == isText && k < i) || !same && implies(q, p)
		}
		if !implied {
			kept = append(kept, p)
		}
	}
	return kept
}

// related reports whether a licence's text may have a title: QPL-1.0 also has the title of
// QPL-1.0-INRIA-2004.
func related(title, text string) bool {
	family := func(id string) string {
		id, _, _ = strings.Cut(id, "-")
		if id == "PSF" || id == "CNRI" {
			return "Python"
		}
		return id
	}
	return title != "" && family(title) == family(text)
}

// implies reports whether a part says all that another one says.
func implies(p, of part) bool {
	switch {
	case of.family != "" && p.license != "":
		return strings.HasPrefix(p.license, of.family+"-") || p.license == of.family || of.family == "CC" && strings.HasPrefix(p.license, "CC0-")
	case p.license == "" || of.license == "":
		return false
	case p.license == "LGPL-3.0" || p.license == "LGPL-3.0-only" || p.license == "LGPL-3.0-or-later":
		return of.license == "GPL-3.0" || of.license == "GPL-3.0-only" && of.kind == textKind || of.license == "LGPL-3.0"
	}
	return of.license != p.license && (p.license == of.license+"-only" || p.license == of.license+"-or-later")
}
