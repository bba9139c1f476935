package license

import (
	"slices"
	"strings"
)

// Several licences in a text are an expression only if words between them, or the word dual, join
// them.

// mostApart bounds the words between two licences that belong together.
const mostApart = 40

var (
	choosing = hashes("or", "either", "alternatively", "dual", "dually", "choice", "choose", "option")
	joining  = hashes("and", "both", "plus", "portion", "additionally", "addition")
)

// combine returns the expression of all parts. It is clear only if words join several parts.
func (r *reading) combine() (license, family string, clear bool) {
	parts := r.withoutImplied()
	families := false
	if len(parts) == 1 && r.isDual() && !r.isX11(parts[0]) {
		return "", "", false // the other one has no known name
	}
	for i, p := range parts {
		if p.kind == exceptionKind {
			if license == "" || strings.Contains(license, " ") || families {
				return "", "", false
			}
			license += " WITH " + p.license
			continue
		}
		families = families || p.license == ""
		if i == 0 {
			license = p.license + p.family
			continue
		}
		if p.license+p.family == license {
			continue
		}
		operator, apart, more := "", 0, false
		for k := parts[i-1].to; k < p.from; k++ {
			if !r.taken[k] {
				apart++
			}
			switch {
			case r.inMatch(k):
			case r.words[k].hash == hashAnd && k+1 < len(r.words) && r.words[k+1].hash == hashOr:
				k++ // redistribute and/or modify
			case r.words[k].hash == hashAlso:
				more = true // also provided under: it does not say whether one is enough
			case (choosing.has(r.words[k].hash) || joining.has(r.words[k].hash)) && r.derives(k): // copied or derived from it
			case choosing.has(r.words[k].hash):
				operator = " OR "
			case joining.has(r.words[k].hash) && operator == "":
				operator = " AND "
			}
		}
		if r.offers(parts[i-1], p) {
			operator = " OR "
		}
		if operator == "" || more && operator == " AND " || apart > mostApart || strings.Contains(license, " AND ") && operator == " OR " || strings.Contains(license, " OR ") && operator == " AND " {
			return "", "", false
		}
		license += operator + p.license + p.family
	}
	if families {
		return "", license, true
	}
	return license, "", license != ""
}

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

// offers reports whether words say that one of two licences is enough: alternatively, or dual
// before or after both.
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
	case of.license == publicDomain:
		return dedications[p.license]
	case p.license == "LGPL-3.0" || p.license == "LGPL-3.0-only" || p.license == "LGPL-3.0-or-later":
		return of.license == "GPL-3.0" || of.license == "GPL-3.0-only" && of.kind == textKind || of.license == "LGPL-3.0"
	}
	return of.license != p.license && (p.license == of.license+"-only" || p.license == of.license+"-or-later")
}
