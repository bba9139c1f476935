package notice

import (
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// The manifests and the licence texts of one folder are equally near to its files. So they must
// agree, or the licence is unknown: a manifest may join several texts, and a text may name
// the licence that a manifest calls BSD.

// ofAll returns the licence that a folder states for all files.
func (s *Set) ofAll(f *folder) stated {
	if f.debian.license != "" { // a person has read all of it
		return f.debian
	}
	for _, t := range f.others {
		if t.unread && !isSecondary(t.from) {
			return stated{from: t.from} // it may say anything
		}
	}
	texts := f.texts
	if len(texts) == 0 {
		texts = f.others
	}
	if len(texts) == 0 && len(f.manifests) == 0 {
		texts = f.readmes
	}
	said, ok := s.ofManifests(f, len(texts) > 0)
	switch {
	case !ok:
		return stated{from: said.from}
	case said.license != "" && said.refers == "":
		return said.against(f.texts, texts)
	case said.from != "":
		return said
	}
	own := 0 // the first that is not named after one work
	for own < len(texts) && texts[own].isOfWork(f.packages) {
		own++
	}
	for _, t := range texts {
		if own == len(texts) || t.license != texts[0].license {
			return stated{from: texts[0].from} // nothing selects one of them
		}
	}
	if len(texts) > 0 {
		return texts[own]
	}
	return f.debian
}

var (
	// namedText matches the name of a text that says more than that it is one.
	namedText = lazyregexp.New(`(?i)^(?:licen[sc]es?|licencia|licen[cç]a|licenza|lizenz|copying|copyrights?|eula)[._-]+([a-z0-9._+-]+)$`)
	// plainWords are in the names of texts of any work.
	plainWords = map[string]bool{"txt": true, "md": true, "rst": true, "pod": true, "org": true, "rdoc": true, "markdown": true, "textile": true, "html": true, "htm": true, "pdf": true, "rtf": true, "docx": true, "doc": true, "gz": true, "adoc": true, "en": true, "de": true, "fr": true, "es": true, "it": true, "pt": true, "zh": true, "cn": true, "ja": true, "ru": true,
		"eng": true, "english": true, "full": true, "main": true, "lesser": true, "lib": true, "library": true, "project": true, "software": true, "code": true, "source": true, "src": true, "file": true, "text": true, "agreement": true, "notice": true, "license": true, "copyright": true, "v": true, "clause": true, "exception": true}
	// otherNames are the names of licences whose identifiers begin otherwise.
	otherNames = map[string]string{"boost": "BSL-", "expat": "MIT", "x11": "MIT", "python": "P", "perl": "Artistic", "pd": "public-domain", "cc": "CC"}
)

// isOfWork reports whether a text is named after one work. It is not named after its licence, its
// folder or the package there.
func (s stated) isOfWork(packages []string) bool {
	m := namedText.FindStringSubmatch(path.Base(s.from))
	if m == nil {
		return false
	}
	words := slices.DeleteFunc(nameWords(m[1]), func(w string) bool {
		return plainWords[w] || strings.Trim(strings.TrimPrefix(w, "v"), "0123456789+") == ""
	})
	around := nameWords(path.Base(folderOf(s.from)))
	for _, p := range packages {
		around = append(around, nameWords(p)...)
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return !slices.Contains(around, w) && (s.license != "" && !ofLicense(w, s.license))
	})
}

// ofLicense reports whether a word begins the name of a licence in an expression. Examples are gpl2
// and apache.
func ofLicense(word, expression string) bool {
	for id := range strings.FieldsSeq(strings.ToLower(expression)) {
		first, _, _ := strings.Cut(strings.Trim(id, "()"), "-")
		other := strings.ToLower(otherNames[word])
		if strings.HasPrefix(word, first) || strings.HasPrefix(first, word) || other != "" && strings.HasPrefix(id, other) {
			return true
		}
	}
	return false
}

// ofManifests returns the joint licence of the manifests. It returns the zero value if the texts
// have the same. ok is false if they differ.
func (s *Set) ofManifests(f *folder, hasTexts bool) (said stated, ok bool) {
	built := slices.ContainsFunc(f.manifests, func(m stated) bool { return m.license != "" && path.Base(m.from) == "PKG-INFO" })
	for _, m := range f.manifests {
		if m.license != "" && m.refers != "" { // both hold
			if text, found := s.text(m); found && !m.covers(text) || !found && !IsLicense(m.refers) {
				return m, false
			}
			m.refers = ""
		} else if m.license == "" && built && path.Base(m.from) == "setup.py" { // PKG-INFO has its results
			continue
		}
		if m.refers != "" {
			text, found := s.text(m)
			switch {
			case found:
				m.license, m.from = text.license, text.from
			case hasTexts && plainName(m.refers) == "license":
				continue
			}
		}
		if said.from == "" {
			said = m
			continue
		}
		more, same := specific(said.license, m.license)
		if !same {
			if said.license != "" {
				said.from = m.from
			}
			return said, false
		}
		if said.license = more; m.refers == "" {
			said.refers = ""
		}
	}
	return said, true
}

// text returns the text that a manifest refers to, in its folder or above.
func (s *Set) text(m stated) (text stated, found bool) {
	name := path.Join(folderOf(m.from), m.refers)
	f := s.folders[folderOf(name)]
	if f == nil || !strings.HasPrefix(m.from, folderOf(name)) {
		return text, false
	}
	for _, t := range slices.Concat(f.texts, f.others) {
		if strings.EqualFold(t.from, name) {
			return t, true
		}
	}
	return text, false
}

// against returns the licence of the manifests, if no text contradicts it. A text in of may replace
// it by a more exact licence.
func (s stated) against(texts, of []stated) stated {
	for _, t := range of {
		if more, ok := specific(s.license, t.license); ok && more != s.license && len(of) == 1 {
			return t
		}
	}
	lesser := slices.ContainsFunc(texts, func(t stated) bool { return strings.HasPrefix(t.license, "LGPL-") && s.covers(t) })
	for _, t := range texts {
		if s.covers(t) || lesser && strings.HasPrefix(t.license, "GPL-") { // the LGPL is made of the GPL
			continue
		}
		return stated{from: t.from}
	}
	return s
}

// covers reports whether a text has no licence that a manifest does not name. A text that is not
// understood must begin with one of the manifest's, and may name others that ask no more, as a list
// of bundled software does; or it names only licences that the manifest joins by AND.
func (s stated) covers(t stated) bool {
	if t.license != "" {
		_, same := specific(s.license, t.license)
		return same || !spdx.Conflict(t.license, s.license)
	}
	if len(t.names) > 1 && t.names[0] == "" { // it tells which parts have which licence
		all := spdx.Alternatives(s.license)
		return len(all) == 1 && len(all[0]) > 1 && !slices.ContainsFunc(t.names[1:], func(id string) bool { return !slices.Contains(all[0], id) })
	}
	class := max(slices.Index(classes, ClassOf(s.license)), slices.Index(classes, Other))
	for i, id := range t.names {
		if spdx.Conflict(id, s.license) && !isPart(id, s.license) && (i == 0 || slices.Index(classes, ClassOf(id)) > class) {
			return false
		}
	}
	return len(t.names) > 0 && t.names[0] != ""
}

// isPart reports whether a family, such as BSD, has a licence of an expression.
func isPart(family, expression string) bool {
	for _, alternative := range spdx.Alternatives(expression) {
		if slices.ContainsFunc(alternative, func(id string) bool { return isFamily(family, id) }) {
			return true
		}
	}
	return false
}

// specific returns the more exact one of two statements of the same licence. ok is false if they
// differ.
func specific(a, b string) (more string, ok bool) {
	switch {
	case sameLicenses(a, b), spdx.Outdated(b, a), isFamily(b, a):
		return a, true
	case spdx.Outdated(a, b), isFamily(a, b):
		return b, true
	}
	return "", false
}

// sameLicenses reports whether two expressions offer the same alternatives.
func sameLicenses(a, b string) bool {
	sorted := func(expression string) (all []string) {
		for _, alternative := range spdx.Alternatives(expression) {
			slices.Sort(alternative)
			all = append(all, strings.ToLower(strings.Join(alternative, " AND ")))
		}
		slices.Sort(all)
		return all
	}
	return a == b || a != "" && b != "" && slices.Equal(sorted(a), sorted(b))
}

// joins matches the operators of expressions.
var joins = lazyregexp.New(` (?:AND|OR|WITH) `)

// isFamily reports whether a name is as general as a family of licences. Examples are BSD and The
// MIT License (MIT).
func isFamily(name, id string) bool {
	if name == "" || IsSPDX(name) || strings.Contains(id, " ") || joins.MatchString(name) {
		return false
	}
	all := []string{name}
	if !identifier.MatchString(name) {
		all = license.Named([]byte(name))
	}
	return len(all) > 0 && !slices.ContainsFunc(all, func(n string) bool {
		return n != id && !spdx.Outdated(n, id) && (IsSPDX(n) || !strings.HasPrefix(id, n+"-"))
	})
}
