package license

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A text names a licence as its own in a sentence, a label or a title. The sentence has words such
// as under and licensed. Other names say something that is not clear.

// mostNames is the number of names of licences that are read. A hostile text has more: its rest is
// not clear.
const mostNames = 4096

// names takes the names of licences that the text says it is under.
func (r *reading) names() {
	for i := 0; i < len(r.words); i++ {
		if r.taken[i] {
			continue
		}
		if len(r.parts)+len(r.doubts) >= mostNames {
			if r.unclear < 0 {
				r.unclear = i
			}
			break
		}
		p, ok := r.expression(i)
		doubt := ok && p.license == ""
		if !ok {
			p, ok = r.page(i)
		}
		if ok {
			r.accept(p, doubt)
			i = p.to - 1
			continue
		}
		p, ok = r.name(i)
		if !ok || r.inAddress(i) {
			continue
		}
		if from, to := r.sentence(p.from); pristine.in(r.words[from:to]) {
			for k := from; k < to; k++ {
				r.taken[k] = true
			}
			continue
		}
		cue := r.cue(p)
		if (cue == "yes" || cue == "title") && r.foreign(p) {
			cue, p.foreign = "unclear", true
		}
		if cue == "no" {
			for k := p.from; k < p.to && r.isHandled(p); k++ {
				r.taken[k] = true
			}
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
		for {
			q, doubt, ok := r.operand(p)
			if !ok {
				break
			}
			r.accept(q, doubt)
			p, i = q, q.to-1
		}
	}
	slices.SortStableFunc(r.parts, func(a, b part) int { return a.from - b.from })
	for _, d := range r.doubts {
		for i := range r.parts {
			if p := &r.parts[i]; p.license == publicDomain && dedications[d.license] {
				p.license = d.license
			}
		}
		if slices.ContainsFunc(r.parts, func(p part) bool { return sameFamily(p, d) }) {
			for k := r.clause(d.from); k < d.to && d.foreign; k++ {
				r.taken[k] = true
			}
		} else if r.unclear < 0 {
			r.unclear = d.from
		}
	}
}

// accept adds a licence whose words are understood, or a doubt.
func (r *reading) accept(p part, doubt bool) {
	if doubt {
		r.doubts = append(r.doubts, p)
		return
	}
	r.parts = append(r.parts, p)
	for k := p.from; k < p.to; k++ {
		r.taken[k] = true
	}
}

// page reads a label with the address of a licence, such as
// License: https://opensource.org/licenses/MIT.
func (r *reading) page(at int) (p part, ok bool) {
	if at+1 >= len(r.words) || !r.isLabel(at) {
		return p, false
	}
	rest := r.text[r.words[at].end:]
	m := licensePage.FindSubmatch(rest)
	if m == nil {
		return p, false
	}
	id := m[1]
	if len(id) == 0 {
		id = append([]byte("Apache-"), m[2]...)
	}
	of := newNames(id)
	if len(of.words) == 0 {
		return p, false
	}
	if p, ok = of.name(0); !ok || p.to != len(of.words) || strings.Contains(p.license, "GPL") {
		return p, false // a page of the GPL does not say whether later versions hold
	}
	end := int(r.words[at].end) + len(m[0])
	p.from, p.to = at, at+1
	for p.to < len(r.words) && int(r.words[p.to].start) < end {
		p.to++
	}
	return p, true
}

func newNames(text []byte) *reading { return &reading{text: text, words: wordsOf(text)} }

// licensePage matches the address of a page with a licence.
var licensePage = lazyregexp.New(`^[ \t]*:?[ \t]*<?https?://(?:www\.)?(?:(?:opensource\.org/licenses?|spdx\.org/licenses)/([\w.+-]+?)(?:-license)?(?:\.(?:php|html|txt))?|apache\.org/licenses/LICENSE-([0-9.]+?)(?:\.(?:html|txt))?)/?>?\.?(?:\s|$)`)

// pristine is in the heads of openSUSE's spec files. The file has the licence of the package, and
// the MIT License otherwise.
var pristine = phrases(`pristine package`)

// publicDomain is what a text is that only says so. The dedications say how.
const publicDomain = "public-domain"

var dedications = map[string]bool{"CC0-1.0": true, "Unlicense": true}

// sameFamily reports whether a name may mean the licence of a part.
func sameFamily(p, name part) bool {
	return p.license != "" && p.license == name.license || name.family != "" && (p.family == name.family || strings.HasPrefix(p.license, name.family+"-") || name.family == "CC" && strings.HasPrefix(p.license, "CC0-")) || p.family != "" && strings.HasPrefix(name.license, p.family+"-")
}

// name reads the name of a licence that begins at a word.
func (r *reading) name(at int) (p part, ok bool) {
	if n, is := readGNU(r.text, r.words, at); is {
		p = part{license: n.license(), kind: noticeKind, from: at, to: n.to, bare: !n.later && !n.only}
		if p.license == "" {
			p.family = n.family
		}
		return p, true
	}
	table := nameTable()
	hash, n := uint32(0), 0
	for i := at; i < len(r.words) && n < mostName; i++ {
		w := r.words[i]
		if filler.has(w.hash) && n > 0 {
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
	underWords = listedWords("underWords")
	between    = listedWords("between")
	denials    = hashes("not", "compatible", "incompatible", "except", "unless", "like", "similar",
		"relicensed", "instead", "derived", "formerly", "previously", "originally", "if")
	// reporting begin the items of a history, as in Update licensing to MIT.
	reporting  = hashes("update", "change", "switch", "specify", "move", "relicense", "add", "remove", "fix")
	hashUnder  = hashOf("under")
	hashStored = hashOf("stored")
	hash100    = hashOf("100")

	hashCompatible, hashSee = hashOf("compatible"), hashOf("see")
)

// cue says whether a name is the licence that the text is under: yes, title, no, or unclear.
func (r *reading) cue(p part) string {
	if p.to < len(r.words) && r.words[p.to].hash == hashCompatible {
		return "no" // GPL-compatible
	}
	if r.isHandled(p) {
		return "no"
	}
	weak := p.to-p.from == 1 && !strong.has(r.words[p.from].hash) // such as Ruby, Python or curl
	if weak && r.precedesFile(p.to) {
		return "no"
	}
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
		denied = denied || denials.has(r.words[i].hash)
		if k < 7 && underWords.has(r.words[i].hash) && !before {
			before = true
			for j := i + 1; j < p.from; j++ {
				before = before && (between.has(r.words[j].hash) || r.taken[j])
			}
		}
	}
	last := p.to + b2i(after)
	end := last // of the line
	for end < len(r.words) && !r.words[end].line && (end < p.to+mostAfterTitle || r.inAddress(end)) {
		end++
	}
	begins := r.words[p.from].line || p.from > 0 && r.words[p.from-1].line && r.words[p.from-1].hash == hash100 // 100% Public Domain
	title := begins && (end >= len(r.words) || r.words[end].line || r.words[last].hash == hashSee) || r.leads() && (after || inside) && r.inBanner(p.from, last)
	if title && p.to-p.from == 1 && !after && p.from > 0 && owning.has(r.words[p.from-1].hash) {
		return "no" // the university, below AUTHOR
	}
	list := len(r.parts) > 0 && p.from-r.parts[len(r.parts)-1].to <= 3 && r.parts[len(r.parts)-1].kind == noticeKind &&
		!bytes.HasSuffix(bytes.TrimRight(r.text[:r.words[p.from].start], " "), []byte("::")) // as in Programming Language :: Python :: 2
	if weak {
		label := p.from > 0 && (r.words[p.from-1].hash == hashUnder || r.words[p.from-1].hash == hashLicensed || r.words[p.from-1].hash == hashLicense && r.labels(p.from-1))
		before = before && (after || inside || label)
	}
	if p.license == publicDomain && r.isStored(p.from) {
		return "no"
	}
	if r.leads() && !weak && r.isBarred(p.from) {
		switch next := bytes.TrimLeft(r.text[r.words[last-1].end:], " \t*!"); {
		case len(next) > 0 && bytes.IndexByte([]byte("&,/+"), next[0]) >= 0:
			return "unclear"
		case len(next) == 0 || next[0] == '|' || next[0] == '\n':
			title = true
		}
	}
	if first := r.clause(p.from); first < p.from && reporting.has(r.words[first].hash) && r.words[first].line {
		denied = true
	}
	switch {
	case denied && (before || after || inside) && !weak:
		return "unclear"
	case before, list && !weak && !title, (after || inside) && r.inBrackets(p.from, last):
		return "yes"
	case title && (!weak || after || inside), r.place == Whole && !weak && (after || inside):
		return "title"
	case weak && !after && !inside:
		return "no"
	case after || inside || loud.has(r.words[p.from].hash) || p.family == "CC" || strings.HasPrefix(p.license, "CC-BY-"):
		return "unclear"
	}
	return "no"
}

// isHandled reports whether a sentence says that the code does something with files of a licence,
// as in Converts GPL files. Code of a licence may be in the file.
func (r *reading) isHandled(p part) bool {
	from := r.clause(p.from)
	return p.from == from+1 && acting.has(r.words[from].hash) && p.to < len(r.words) && r.isSmall(r.words[p.to]) && handled.has(r.words[p.to].hash)
}

var handled = hashes("file", "header", "archive", "name", "notice", "tag", "identifier", "text", "expression", "string", "badge", "format")

// owning are headings above the name of an owner.
var owning = hashes("author", "copyright", "holder", "affiliation", "institution", "organization",
	"university", "contributor", "maintainer")

// inBrackets reports whether a name is in brackets behind a statement of copyright. An example is
// Copyright 2013 Ann Lee (MIT License).
func (r *reading) inBrackets(from, to int) bool {
	before := r.text[:r.words[from].start]
	if !bytes.HasSuffix(before, []byte("(")) || !bytes.HasPrefix(r.text[r.words[to-1].end:], []byte(")")) {
		return false
	}
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return copyrightOnly.Match(line)
}

// copyrightOnly matches a line of copyright up to a bracket, with years and names only.
var copyrightOnly = lazyregexp.New(`^\W*(?i:copyright)\s+(?:\([cC]\)\s*|©\s*)?[0-9][0-9, -]*\s+(?:by\s+)?(?:\p{Lu}[\pL.'-]*,?\s+|and\s+|contributors\s+|others\s+|<[^>]*>\s+){1,8}\($`)

// inBanner reports whether a name is a sentence within a line. An example is the
// banner left-pad. MIT License. Ann Lee.
func (r *reading) inBanner(from, to int) bool {
	if from == 0 || r.words[from].line || !endsSentence(r.text, r.words[from-1]) || !endsSentence(r.text, r.words[to-1]) {
		return false
	}
	for i := from - 1; i >= 0; i-- {
		if r.makes(i) {
			return false
		}
		if r.words[i].line {
			return true
		}
	}
	return false
}

// isStored reports whether words such as stored in the stand before the public domain.
func (r *reading) isStored(at int) bool {
	for _, w := range r.words[max(0, at-3):at] {
		if w.hash == hashStored {
			return true
		}
	}
	return false
}

// precedesFile reports whether the word behind a name names a file, as in doc LICENSE.
func (r *reading) precedesFile(at int) bool {
	if at == 0 || at >= len(r.words) || r.words[at].hash != hashLicense {
		return false
	}
	name, before := r.text[r.words[at].start:r.words[at].end], r.text[r.words[at-1].start:r.words[at-1].end]
	return bytes.Equal(name, bytes.ToUpper(name)) && !bytes.Equal(before, bytes.ToUpper(before))
}

// isBarred reports whether a name is behind a bar. An example is the banner foo 1.0 | BSD.
func (r *reading) isBarred(at int) bool {
	return bytes.HasSuffix(bytes.TrimRight(r.text[:r.words[at].start], " \t"), []byte("|"))
}

// labels reports whether a word is a label, as in License: MIT and @license MIT.
func (r *reading) labels(i int) bool {
	w := r.words[i]
	after := bytes.TrimLeft(r.text[w.end:], "_ \t")
	return len(after) > 0 && (after[0] == ':' && !bytes.HasPrefix(after, []byte("://")) || after[0] == '=') || w.start > 0 && (r.text[w.start-1] == '@' || r.text[w.start-1] == '\\')
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
var strong = listedWords("strong")

// loud are names that alone state a licence. Nothing else need say that the text is under it.
var loud = hashes("gpl", "lgpl", "agpl", "gplv2", "gplv3", "lgplv2", "lgplv3", "agplv3", "wtfpl", "sspl", "busl", "affero", "cc0", "odbl")
