package parts

import (
	"bytes"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// An element pre of an HTML file is a block of code, read as in [Page]. It becomes a part of the
// file in addition to the file's tokens. Between those come the tags that colour the code, and
// character references.

// elements adds the code in the elements pre of an HTML file.
func (f *finder) elements() {
	if indexTag(f.src, "<pre") < 0 {
		return
	}
	s := splitter{depth: deepest}
	var at []span // by part
	for _, element := range f.allPre() {
		src := whole(f.src)
		s.page(src.part(element.from, element.to))
		for len(at) < len(s.parts) {
			at = append(at, element)
		}
	}
	s.guess()
	for i, p := range s.parts {
		p.inside = true
		tokens := p.Language.Lex(nil, p.text.bytes)
		if p.Language != lex.Prose && len(tokens) >= leastCodeTokens {
			f.found = append(f.found, lexedPart{p, tokens})
			f.pres = append(f.pres, at[i])
		}
	}
}

// allPre returns the elements pre that may hold code. Each has the elements div that begin right
// before it. Comments, in which code is found anyway, scripts and styles have none.
func (f *finder) allPre() (all []span) {
	for from := 0; ; {
		i := bytes.IndexByte(f.src[from:], '<')
		if i < 0 {
			return all
		}
		from += i
		tag, ok := readTag(f.src[from:])
		switch {
		case !ok:
			from++
			continue
		case tag.name == "script" || tag.name == "style" || tag.name == "!--":
			from += tag.skip(f.src[from+tag.length:])
		case tag.name == "pre" && !tag.closing:
			end := indexTag(f.src[from:], "</pre")
			if end < 0 {
				return all
			}
			if end >= leastInside {
				all = append(all, span{f.around(from), from + end + len("</pre>")})
			}
			from += end
			continue
		}
		from += tag.length
	}
}

// around returns where the elements div begin that begin right before the offset. Their classes may
// name the language.
func (f *finder) around(at int) int {
	const longest = 256
	for {
		before := bytes.TrimRight(f.src[max(0, at-longest):at], " \t\r\n")
		i := bytes.LastIndexByte(before, '<')
		if i < 0 || before[len(before)-1] != '>' || indexTag(before[i:], "<div") != 0 {
			return at
		}
		at = max(0, at-longest) + i
	}
}

// indexTag returns where a tag that begins so comes next, in any case. It returns -1 if none does
// and ends.
func indexTag(src []byte, tag string) int {
	for from := 0; ; from++ {
		i := bytes.IndexByte(src[from:], '<')
		if i < 0 || len(src)-from-i <= len(tag) {
			return -1
		}
		from += i
		if next := src[from+len(tag)]; bytes.EqualFold(src[from:from+len(tag)], []byte(tag)) && (next == '>' || next <= ' ') {
			return from
		}
	}
}

// inElement reports whether an offset is in an element that holds code.
func (f *finder) inElement(at int) bool {
	i := sort.Search(len(f.pres), func(i int) bool { return f.pres[i].to > at })
	return i < len(f.pres) && f.pres[i].from <= at
}
