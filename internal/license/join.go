package license

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Several licences in a text are an expression only if words join them. A choice must be said in
// the sentence that joins the two: any other or is about something else.

// mostApart bounds the words between two licences that belong together.
const mostApart = 40

var (
	joining = hashes("and", "both", "plus", "portion", "additionally", "addition")
	// choosing are in sentences that let the reader choose. Two of them are of the reader only.
	choosing = hashes("dual", "dually", "alternatively", "choose", "chosen", "select", "choice", "option", "discretion")
	ofReader = hashes("choice", "option", "discretion", "convenience")
	// linking may stand between the word or and a licence.
	linking = hashes("at", "your", "option", "choice", "discretion", "optionally", "alternatively", "you", "may", "can", "use", "used", "it", "be", "made", "available", "distributed",
		"redistributed", "redistribute", "modify", "instead", "also", "any", "one", "these", "subject")
)

// combine returns the expression of all parts. It is clear only if words join several parts.
func (r *reading) combine() (license, family string, clear bool) {
	parts := r.withoutImplied()
	families, choice := false, false // choice: a name stands for several licences
	if len(parts) == 1 && r.isDual() && !r.isX11(parts[0]) {
		return "", "", false // the other one has no known name
	}
	said := ""      // the operator so far
	listed := false // no word joins the last two, which are items of a list
	introduced := false
	for i, p := range parts {
		if p.kind == exceptionKind {
			if license == "" || strings.ContainsAny(license, " \x00") || families {
				return "", "", false
			}
			license += " WITH " + p.license
			continue
		}
		families = families || p.license == ""
		choice = choice || strings.Contains(p.license, " OR ")
		if i == 0 {
			license = p.license + p.family
			continue
		}
		if p.license+p.family == license {
			continue
		}
		operator, clear := r.operator(parts[i-1], p)
		if !clear || operator != "" && said != "" && operator != said {
			return "", "", false
		}
		introduced = introduced || r.isIntroduced(parts[i-1])
		listed = operator == "" && !introduced
		said = cmp.Or(operator, said)
		license += "\x00" + p.license + p.family
	}
	if strings.Contains(license, "\x00") && (said == "" || said == " AND " && r.offersEither() || listed || choice && said == " AND ") {
		return "", "", false
	}
	if license = strings.ReplaceAll(license, "\x00", said); families {
		return "", license, true
	}
	return license, "", license != ""
}

// offersEither reports whether the word either stands outside of the templates.
func (r *reading) offersEither() bool {
	for i, w := range r.words {
		if w.hash == hashEither && !r.inMatch(i) {
			return true
		}
	}
	return false
}

// operator returns how words join two licences that follow each other. It is empty for items of a
// list, whose last two are joined. clear is false if nothing joins them.
func (r *reading) operator(p, q part) (operator string, clear bool) {
	apart, more, both := 0, false, false
	for k := p.to; k < q.from; k++ {
		if !r.taken[k] {
			apart++
		}
		switch h := r.words[k].hash; {
		case r.inMatch(k):
		case h == hashAnd && k+1 < len(r.words) && r.words[k+1].hash == hashOr:
			k++ // redistribute and/or modify
		case h == hashAlso:
			more = true // also provided under: it does not say whether one is enough
		case r.derives(k): // copied or derived from it
		default:
			both = both || joining.has(h)
		}
	}
	listed := !both && p.kind != textKind && q.kind != textKind && r.isListed(p, q)
	switch {
	case apart > mostApart:
		return "", false
	case r.alternates(p, q) || r.offers(p, q, both || listed):
		return " OR ", !r.isConditional(p, q)
	case both && !more:
		return " AND ", true
	}
	return "", listed
}

// isConditional reports whether a condition stands behind one of two licences in their sentence.
// Then the reader may not choose.
func (r *reading) isConditional(p, q part) bool {
	for k := p.to; k < min(len(r.words), q.to+mostCondition); k++ {
		if k >= q.to && (r.taken[k] || endsSentence(r.text, r.words[k-1]) || r.afterBlank(k)) {
			break
		}
		if conditions.has(r.words[k].hash) && !r.inMatch(k) && !slices.ContainsFunc(r.words[k+1:min(len(r.words), k+3)], func(w word) bool { return preferring.has(w.hash) }) {
			return true
		}
	}
	return false
}

// mostCondition bounds the words from a licence to a condition.
const mostCondition = 8

var (
	conditions = hashes("if", "depending", "unless", "when", "whenever", "otherwise")
	preferring = hashes("wish", "prefer", "like", "want", "choose", "so", "desire", "desired", "preferred")
)

// alternates reports whether a word between two licences makes one enough. It is or before the
// second one, either before both, alternatively in the sentence of the second.
func (r *reading) alternates(p, q part) bool {
	for k := p.to; k < q.from; k++ {
		if r.inMatch(k) || r.derives(k) || k > 0 && r.words[k-1].hash == hashAnd {
			continue
		}
		if h := r.words[k].hash; h == hashOr && r.leadsTo(k, q) || (h == hashAlternatively || ofReader.has(h) && r.chooses(k)) && !r.endsBetween(k, q.from) {
			return true
		}
	}
	return r.isIntroduced(p) && !r.endsBetween(p.to-1, q.from)
}

// isIntroduced reports whether either, or one of, stands before a licence.
func (r *reading) isIntroduced(p part) bool {
	for k := p.from - 1; k >= 0 && k > p.from-mostLeading; k-- {
		if h := r.words[k].hash; h == hashEither || (h == hashAny || h == hashOne) && r.words[k+1].hash == hashOfWord {
			return !r.inMatch(k) && r.leadsTo(k, p)
		}
	}
	return false
}

// mostLeading bounds the words between either and a licence.
const mostLeading = 12

// leadsTo reports whether a word stands before a licence, and no other subject or sentence between
// them. A word alone in its line leads to what follows.
func (r *reading) leadsTo(k int, q part) bool {
	if r.words[k].line && k+1 < len(r.words) && r.words[k+1].line && !endsSentence(r.text, r.words[k]) {
		return true
	}
	for i := k + 1; i < q.from; i++ {
		if w := r.words[i]; r.isCopyrightLine(i) || r.inMatch(i) {
			continue
		} else if isThing := w.class&thing != 0; r.inAddress(i) || isThing && r.words[i-1].hash != hashThis || !isThing && !w.bullet && !between.has(w.hash) && !linking.has(w.hash) {
			return false // as in the client or the library is under
		}
	}
	return !r.endsBetween(k, q.from)
}

// isCopyrightLine reports whether a word is in a line of copyright.
func (r *reading) isCopyrightLine(i int) bool {
	for i > 0 && !r.words[i].line {
		i--
	}
	return r.words[i].hash == hashCopyright
}

// chooses reports whether a word lets the reader choose.
func (r *reading) chooses(k int) bool {
	h := r.words[k].hash
	return choosing.has(h) && (!ofReader.has(h) || k > 0 && r.words[k-1].hash == hashYour)
}

// endsBetween reports whether a sentence ends between two words.
func (r *reading) endsBetween(from, to int) bool {
	for k := from; k < to; k++ {
		if endsSentence(r.text, r.words[k]) {
			return true
		}
	}
	return false
}

// isListed reports whether two licences are items of a list in one sentence. Between them are
// commas, or marks of items, and what stands in brackets.
func (r *reading) isListed(p, q part) bool {
	if r.endsBetween(p.to-1, q.from) {
		return false
	}
	depth, listed, other := 0, false, false
	at := int(r.words[p.to-1].end)
	for k := p.to; k <= q.from; k++ {
		for ; at < int(r.words[k].start); at++ {
			switch r.text[at] {
			case '(', '<', '[':
				depth++
			case ')', '>', ']':
				if depth--; depth < 0 { // the first one stands in brackets
					depth, listed, other = 0, false, false
				}
			case ',', '/', '|':
				listed = listed || depth == 0
			case '*', '-':
				listed = listed || depth == 0 && isBlankLine(r.text[:at])
			}
		}
		other = other || k < q.from && depth == 0 && !between.has(r.words[k].hash)
	}
	return listed && !other
}

// isBlankLine reports whether the last line of a text is blank so far.
func isBlankLine(text []byte) bool {
	text = bytes.TrimRight(text, " \t")
	return len(text) == 0 || text[len(text)-1] == '\n'
}

var (
	hashYour   = hashOf("your")
	hashEither = hashOf("either")
	hashOne    = hashOf("one")
)

// isDual reports whether words say that there are two licences.
func (r *reading) isDual() bool {
	for i, w := range r.words {
		if (w.hash == hashDual || w.hash == hashDually) && i+1 < len(r.words) && r.words[i+1].hash == hashLicensed && !r.inMatch(i) {
			return true
		}
	}
	return false
}

// isX11 reports whether a licence is called MIT/X11, which is one.
func (r *reading) isX11(p part) bool {
	return p.license == "MIT" && slices.ContainsFunc(r.words[p.from:min(p.to+1, len(r.words))], func(w word) bool { return w.hash == hashX11 })
}

var hashX11 = hashOf("x11")

// derives reports whether a word is in a sentence about where something is from.
func (r *reading) derives(at int) bool {
	from, to := r.sentence(at)
	for i := from; i < to; i++ {
		if r.makes(i) && !isUse(r.text[r.words[i].start:r.words[i].end]) {
			return true
		}
	}
	return false
}

// offers reports whether a sentence says that one of two licences is enough. It names both, or it
// is about licences and names none. Behind them, it is about licences that words join.
func (r *reading) offers(p, q part, joined bool) bool {
	for k := range r.words {
		h := r.words[k].hash
		if !r.chooses(k) || r.inMatch(k) {
			continue
		}
		from, to := r.statement(k)
		names, ofP, ofQ := false, false, false
		for _, o := range r.parts {
			if o.from < to && from < o.to {
				names = true
				ofP = ofP || sameFamily(o, p) || sameFamily(p, o)
				ofQ = ofQ || sameFamily(o, q) || sameFamily(q, o)
			}
		}
		if names {
			if ofP && ofQ && h != hashAlternatively {
				return true
			}
			continue
		}
		if k >= q.to && !joined {
			continue
		}
		if slices.ContainsFunc(r.words[k:min(to, k+mostOffered)], func(w word) bool { return roleOf(w)&ofLicense != 0 }) || ofReader.has(h) && to-from <= mostOffered {
			return true
		}
	}
	return false
}

// mostOffered bounds the words from a choice to the word license.
const mostOffered = 8

// statement returns the words of a sentence, with the licences in it. A paragraph ends one, unless
// it introduces the next.
func (r *reading) statement(at int) (from, to int) {
	ends := func(i int) bool {
		return endsSentence(r.text, r.words[i-1]) || r.afterBlank(i) && r.text[r.words[i-1].end] != ':' && r.text[r.words[i-1].end] != ','
	}
	for from = at; from > max(0, at-mostClause) && !ends(from); from-- {
	}
	for to = at + 1; to < min(at+mostClause, len(r.words)) && !ends(to); to++ {
	}
	return from, to
}

// withoutImplied removes the parts that others imply. These are a licence named again, the version
// that its text does not say, and the GPL below the LGPL of version 3, which is made of it.
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
				break
			}
			if p.title && p.bare && !q.title && q.license == strings.TrimSuffix(p.license, "-only")+"-or-later" {
				implied = true // as in GPL v2 License, above: either version 2 or any later version
				break
			}
			if p.title && q.kind == textKind || q.title && p.kind == textKind {
				continue
			}
			isText, ofText := p.kind == textKind, q.kind == textKind
			if implied = same && (ofText && !isText || ofText == isText && k < i) || !same && implies(q, p); implied {
				break
			}
		}
		if !implied {
			kept = append(kept, p)
		}
	}
	return kept
}

// related reports whether a licence's text may have a title. QPL-1.0 also has the title of
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
	if all := slices.Concat(spdx.Alternatives(p.license)...); len(all) > 1 && of.kind != textKind {
		return slices.ContainsFunc(all, func(id string) bool { return id == of.license || implies(part{license: id}, of) })
	}
	switch {
	case of.family != "" && p.license != "":
		return strings.HasPrefix(p.license, of.family+"-") || p.license == of.family || of.family == "CC" && strings.HasPrefix(p.license, "CC0-")
	case p.license == "" || of.license == "":
		return false
	case of.license == publicDomain:
		return dedications[p.license]
	case p.license == "LGPL-3.0" || p.license == "LGPL-3.0-only" || p.license == "LGPL-3.0-or-later":
		return of.license == "GPL-3.0" || of.license == "GPL-3.0-only" && of.kind == textKind || of.license == "LGPL-3.0"
	}
	return of.license != p.license && (p.license == of.license+"-only" || p.license == of.license+"-or-later")
}
