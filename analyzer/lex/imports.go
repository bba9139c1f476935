package lex

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Lines that only name other code, such as import lines, are the same in unrelated programs. The
// row of a language has their forms: see [language.Row].Imports.

// importForm is a form of import lines.
type importForm struct {
	first    []string // texts that its first token may have, or nil
	rest     []importPart
	overLine bool // it ends at a semicolon only
	before   bool // it counts if an import line follows
}

// importPart is a part of a form.
type importPart struct {
	texts    []string // of one token; in brackets of their first one, if there is any
	any      bool     // tokens without brackets
	equals   bool     // operators with =, too
	brackets bool     // brackets, too
	open     byte     // a bracket, or 0
	names    bool     // the brackets hold a list of names
	nextLine bool     // it may open in the next line
	blank    bool     // white space
}

// imports are the forms of a language, and the lowest bytes of the hashes of their first tokens.
type imports struct {
	forms []importForm
	low   [256]bool
	fold  bool
}

// mostImported bounds the tokens of an import line, so that the search takes linear time.
const mostImported = 1 << 12

func compileImports(r *language.Row) *imports {
	if r.Imports == "" {
		return nil
	}
	all := &imports{fold: r.FoldCase}
	for form := range strings.SplitSeq(r.Imports, ",") {
		parts := []importPart{}
		for word := range strings.FieldsSeq(form) {
			parts = append(parts, compileImport(word))
		}
		f := importForm{first: parts[0].texts, rest: parts[1:]}
		if parts[0].open != 0 {
			f.first, f.rest = []string{string(parts[0].open)}, parts
		}
		if n := len(parts) - 1; strings.HasSuffix(form, " ;") {
			f.overLine, f.rest = true, parts[1:n]
		} else if strings.HasSuffix(form, " +") {
			f.before, f.rest = true, parts[1:n]
		}
		if parts[0].any {
			f.rest = parts
			for i := range all.low {
				all.low[i] = true
			}
		}
		for _, text := range f.first {
			if r.FoldCase {
				text = strings.ToLower(text)
			}
			all.low[byte(hashText([]byte(text)))] = true
		}
		all.forms = append(all.forms, f)
	}
	return all
}

func compileImport(word string) (p importPart) {
	word, p.nextLine = strings.CutPrefix(word, "~")
	switch {
	case word == "_":
		return importPart{blank: true}
	case strings.Trim(word, "*") == "":
		return importPart{any: true, nextLine: p.nextLine, equals: len(word) > 1, brackets: len(word) > 2}
	case len(word) > 1 && strings.IndexByte(openBrackets, word[0]) >= 0:
		p.open = word[0]
		if word = word[1 : len(word)-1]; word == "_" {
			p.names = true
			return p
		}
		if strings.Trim(word, "*") == "" {
			p.equals = len(word) > 1
			return p
		}
		p.equals = p.open == '[' // attributes
	}
	p.texts = strings.Split(word, "|")
	return p
}

const openBrackets, closeBrackets = "([{", ")]}"

// Imports calls f with the runs of tokens that are import lines, in order. The tokens are
// from src in the language, or from a part of it. from and to are their indexes.
func (l *Language) Imports(src []byte, tokens []Token, f func(from, to int)) {
	if l.row == nil || l.row.Imports == "" {
		return
	}
	all := l.compiled().imports
	s := importSearch{src: src, tokens: tokens, fold: all.fold}
	before := 0 // the tokens before i that count if it is an import line
	for i := 0; i < len(tokens); i++ {
		form, to := (*importForm)(nil), 0
		if all.low[byte(tokens[i].Hash)] && (before > 0 || s.begins(i)) {
			form, to = s.matchAny(all.forms, i)
		}
		switch {
		case to == 0:
			before = 0
		case form.before:
			before += to - i
		default:
			f(i-before, to)
			before = 0
		}
		i = max(i, to-1)
	}
}

// matchAny returns the form of the import line that begins at the token, and the line's end.
func (s *importSearch) matchAny(forms []importForm, i int) (*importForm, int) {
	for n := range forms {
		if to := s.match(&forms[n], i); to > 0 && s.onlyNames(i, to) {
			return &forms[n], to
		}
	}
	return nil, 0
}

// mostNested bounds the depth of parentheses in an import line, and mostNumbers its numbers, such
// as versions. A line with more may be code.
const mostNested, mostNumbers = 2, 6

// onlyNames reports whether the tokens name other code and do nothing else. Brackets hold no
// statements and blocks, and no operator joins another command. Otherwise code could hide as an
// argument of an import.
func (s *importSearch) onlyNames(from, to int) bool {
	var open [3]int // by bracket
	numbers := 0
	for i := from; i < to; i++ {
		switch t := &s.tokens[i]; t.Kind {
		case Number:
			if numbers++; numbers > mostNumbers {
				return false
			}
		case Operator:
			text := s.text(i)
			if n := strings.IndexByte(openBrackets, text[0]); n >= 0 && len(text) == 1 {
				open[n]++
			} else if n := strings.IndexByte(closeBrackets, text[0]); n >= 0 && len(text) == 1 {
				open[n]--
			}
			inside := open[0]+open[1] > 0
			switch string(text) {
			case "&&", "||", "|", "&":
				if !s.is(from, '#') {
					return false
				}
			case ";":
				if inside || open[2] > 0 {
					return false
				}
			case "{":
				if inside {
					return false
				}
			case "(":
				if open[0] > mostNested {
					return false
				}
			}
		}
	}
	return true
}

// importSearch searches for import lines.
type importSearch struct {
	src    []byte
	tokens []Token
	fold   bool
}

// begins reports whether a statement may begin at the token.
func (s *importSearch) begins(i int) bool {
	return i == 0 || s.is(i-1, ';') || s.is(i-1, '{') || s.is(i-1, '}') || s.breaks(i)
}

// breaks reports whether a line ends before the token.
func (s *importSearch) breaks(i int) bool {
	from, to := s.tokens[i-1].End, s.tokens[i].Start
	if from == to || from+1 == to && s.src[from] == ' ' { // most
		return false
	}
	return from > to || bytes.IndexByte(s.src[from:to], '\n') >= 0 || bytes.IndexByte(s.src[from:to], '\r') >= 0
}

func (s *importSearch) text(i int) []byte { return s.src[s.tokens[i].Start:s.tokens[i].End] }

// is reports whether the token is that byte.
func (s *importSearch) is(i int, b byte) bool {
	t := &s.tokens[i]
	return t.End-t.Start == 1 && s.src[t.Start] == b
}

// isOneOf reports whether the token has one of the texts.
func (s *importSearch) isOneOf(i int, texts []string) bool {
	text := s.text(i)
	for _, t := range texts {
		if string(text) == t || s.fold && bytes.EqualFold(text, []byte(t)) {
			return true
		}
	}
	return false
}

// ends reports whether the statement ends before the token.
func (s *importSearch) ends(f *importForm, i int) bool {
	return i == len(s.tokens) || s.is(i, ';') || !f.overLine && !s.is(i-1, ',') && s.breaks(i)
}

// match returns the end of a line of that form that begins at the token, or 0.
func (s *importSearch) match(f *importForm, from int) int {
	at := from + 1
	switch {
	case len(f.rest) > 0 && f.rest[0].open != 0 && s.is(from, f.rest[0].open):
		at = from // the brackets are the form's first part
	case f.first != nil && !s.isOneOf(from, f.first):
		return 0
	}
	for n := range f.rest {
		p := &f.rest[n]
		switch {
		case p.any:
			if p.nextLine && at < len(s.tokens) && s.breaks(at) {
				at++
			}
			var next *importPart
			if n+1 < len(f.rest) {
				next = &f.rest[n+1]
			}
			at = s.skip(f, p, next, at)
		case at > from && s.ends(f, at) && !(p.nextLine && at < len(s.tokens)):
			return 0
		case p.blank:
			if s.tokens[at-1].End == s.tokens[at].Start {
				return 0
			}
		case p.names:
			at = s.closingNames(p.open, at)
		case p.open != 0:
			at = s.closing(p, at)
		case s.isOneOf(at, p.texts):
			at++
		default:
			return 0
		}
		if at == 0 {
			return 0
		}
	}
	switch {
	case at < len(s.tokens) && s.is(at, ';'):
		return at + 1
	case at == len(s.tokens) || s.ends(f, at) || s.is(at, '}') || f.before:
		return at
	}
	return 0
}

// skip returns the end of any tokens. There the next part or the end of the statement begins.
func (s *importSearch) skip(f *importForm, p, next *importPart, at int) int {
	for from := at; !s.ends(f, at); at++ {
		if at-from == mostImported {
			return 0
		}
		t := &s.tokens[at]
		if next != nil && s.partBegins(next, at) {
			return at
		}
		if t.Kind != Operator {
			continue
		}
		text := s.text(at)
		if p.brackets && string(text) == "{" {
			return 0
		}
		if !p.brackets && len(text) == 1 && strings.IndexByte(openBrackets+closeBrackets, text[0]) >= 0 {
			if text[0] == '}' && next == nil {
				return at
			}
			return 0
		}
		if !p.equals && bytes.IndexByte(text, '=') >= 0 {
			return 0
		}
	}
	return at
}

// partBegins reports whether the part may begin with the token.
func (s *importSearch) partBegins(p *importPart, i int) bool {
	if p.open != 0 {
		return s.is(i, p.open)
	}
	return s.isOneOf(i, p.texts)
}

// closing returns the end of the brackets that open at the token. It is 0 if others or none do. It
// is also 0 if something is assigned in them, unless p.equals.
func (s *importSearch) closing(p *importPart, at int) int {
	if !s.is(at, p.open) || p.texts != nil && (at+1 == len(s.tokens) || !s.isOneOf(at+1, p.texts)) {
		return 0
	}
	depth := 0
	for last := min(len(s.tokens), at+mostImported); at < last; at++ {
		t := &s.tokens[at]
		if t.Kind != Operator {
			continue
		}
		if !p.equals && s.src[t.End-1] == '=' {
			return 0
		}
		if t.End-t.Start != 1 {
			continue
		}
		switch b := s.src[t.Start]; {
		case strings.IndexByte(openBrackets, b) >= 0:
			depth++
		case strings.IndexByte(closeBrackets, b) >= 0:
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return 0
}

// mostNames bounds the tokens of a list of names.
const mostNames = 1 << 8

// closingNames returns the end of the brackets that open at the token, or 0. They hold only names,
// also in quotes, and their marks.
func (s *importSearch) closingNames(open byte, at int) int {
	if !s.is(at, open) {
		return 0
	}
	for last := min(len(s.tokens), at+mostNames); at+1 < last; {
		at++
		text := s.text(at)
		switch kind := s.tokens[at].Kind; {
		case kind == Identifier || kind == Keyword:
		case kind == String && len(text) > 1 && len(bytes.TrimFunc(text[1:len(text)-1], isOfName)) == 0:
		case kind != Operator:
			return 0
		case len(text) == 1 && text[0] == closeBrackets[strings.IndexByte(openBrackets, open)]:
			return at + 1
		case !slices.Contains([]string{",", ":", "::", "..."}, string(text)):
			return 0
		}
	}
	return 0
}

func isOfName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
