package detect

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Code under names that identify no language: without an extension, with an unknown extension, or
// .txt.

const (
	// leastCode is the minimum number of tokens of such code.
	leastCode = 40
	// firstHead is the number of bytes of a head that must look like a program. They are its first
	// or its last bytes; all of the head is read then. Most texts end there.
	firstHead = 2 << 10
)

// ofPrograms are the languages that such code is in. Tables and lists often look like others.
var ofPrograms = []string{
	"C", "C#", "C++", "Dart", "Go", "Haskell", "Java", "JavaScript", "Kotlin", "PHP", "Perl", "Python", "R",
	"Ruby", "Rust", "Scala", "Swift", "TypeScript",
}

// File is [Language] for a file of a collection. It also detects programs whose names do not
// identify a language. For questions with such names, try several languages instead.
func File(name string, content []byte) *lex.Language {
	l := Language(name, content)
	if l == lex.Prose && !IsNameless(name) && saysNothing(baseName(name)) {
		return codeOrProse(content)
	}
	return l
}

// Untrusted is [File], except that the content overrules any name that it contradicts. Names may
// deceive in a collection such as a class. The language of about four in five files under the name
// of another program is found. It takes 30 µs more.
func Untrusted(name string, content []byte) *lex.Language {
	l := File(name, content)
	if IsNameless(name) || !slices.Contains(ofPrograms, l.Name) || holdsOpenTag(l, headOf(content, detectHead)) {
		return l
	}
	return contradicted(l, content, untrustedLines)
}

// holdsOpenTag reports whether a content holds a mark that leads into the language: <?php. Most of
// such a page may be in other languages.
func holdsOpenTag(l *lex.Language, head []byte) bool {
	for mark := range strings.FieldsSeq(language.ByName(l.Name).OpenTags) {
		if len(mark) > len("<?") && bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// Unread returns linguist's name of a file's language, if it is read as another. [Language] reads
// such a file as text, because package lex knows no such language and none close to it. Otherwise
// it is empty.
func Unread(name string) string {
	name = baseName(name)
	names := namesFor(name)
	if inner, wrapped := withoutWrapping(name); wrapped && len(names) == 0 {
		names = namesFor(inner)
	}
	if len(ourLanguages(names)) > 0 || pickClose(name, names, nil) != nil {
		return ""
	}
	for _, known := range names {
		if linguist.IsProgramming(known) {
			return known
		}
	}
	return ""
}

// OfName returns the languages that files of that name may be in, none if none is known.
func OfName(name string) []*lex.Language { return ourLanguages(namesFor(baseName(name))) }

// IsProgramming reports whether a language is a programming language. Others are data, markup or
// prose.
func IsProgramming(l *lex.Language) bool { return linguist.IsProgramming(l.Name) }

// saysNothing reports whether code may have that name.
func saysNothing(name string) bool {
	names := namesFor(name)
	return len(names) == 0 || slices.Contains(names, "Text")
}

// Program returns the language of an undoubted program, whatever its name, or [lex.Prose].
func Program(content []byte) *lex.Language { return codeOrProse(content) }

// codeOrProse returns the language of a content that is a program without doubt, or [lex.Prose]. A
// content with long comments is also judged without them: nothing else may be in its first bytes,
// such as a licence.
func codeOrProse(content []byte) *lex.Language {
	head := headOf(content, detectHead)
	l := programOrProse(head)
	if l != lex.Prose {
		return l
	}
	rest, removed := withoutComments(content, detectHead)
	if 2*removed < min(len(head), 2*firstHead) || len(rest) == 0 {
		return lex.Prose
	}
	return programOrProse(rest)
}

const (
	// overruleSample is a number of bytes from the middle of a head. They must look like a program
	// to overrule a name.
	overruleSample = 1 << 10
	// threshold.OverruleMargin is multiplied by the lines, at least untrustedLines, if the name
	// belongs to a program.
	untrustedLines = 16
)

// likePrograms are languages that differ little from one of ofPrograms.
var likePrograms = []string{
	"Apex", "Crystal", "Cuda", "GLSL", "Hack", "HLSL", "JFlex", "Lex", "Objective-C", "Objective-C++", "Raku", "Solidity",
}

// alike has languages whose contents look like a language of ofPrograms.
var alike = map[string]string{"Elm": "Haskell", "GraphQL": "TypeScript"}

// overruled returns the language of a content whose name suggests only l. The result differs from l
// only if few programs are in l, and the content contradicts it.
func overruled(l *lex.Language, content []byte) *lex.Language {
	if l == lex.Prose || l.Parted() || slices.Contains(ofPrograms, l.Name) || slices.Contains(likePrograms, l.Name) {
		return l
	}
	return contradicted(l, content, 0)
}

// contradicted returns l, or another language if the content is undoubtedly no l. Then it returns
// the language of the content. A content of fewer than least lines must look as different as one of
// so many. A script whose shebang agrees with l is in l: most of it may be a heredoc in another
// language.
func contradicted(l *lex.Language, content []byte, least int) *lex.Language {
	head := headOf(content, detectHead)
	if isData(head) || l.Name == "INI" && looksLikeINI(head) || slices.Contains(ourLanguages(linguist.ByShebang(head)), l) {
		return l
	}
	if Fits(l, head) {
		return l
	}
	found := likeliest(head, orPrograms(l))
	if found == l || found.Name == alike[l.Name] || looksLikeProse(head) || !isProgram(found, head, threshold.OverruleKeywords) {
		return l
	}
	f := gather(head)
	lines := f.lines
	f.release()
	if s := score(head, []*lex.Language{l, found}); s[1].score-s[0].score < threshold.OverruleMargin*float64(max(lines, least)) {
		return l
	}
	return found
}

// Fits reports whether the middle of the start of a content looks like the language. Otherwise it
// looks like one that programs are often in. It takes 30 µs.
func Fits(l *lex.Language, content []byte) bool {
	head := headOf(content, detectHead)
	return likeliest(headOf(head[max(0, len(head)-overruleSample)/2:], overruleSample), orPrograms(l)) == l
}

// orPrograms returns the languages that programs are often in, and l.
func orPrograms(l *lex.Language) []*lex.Language {
	return append(programLanguages()[:len(ofPrograms):len(ofPrograms)], l)
}

// isData reports whether a content begins with a tag, or like JSON or INI, perhaps behind comments.
func isData(head []byte) bool {
	text := withoutMargin(head)
	if rest, removed := withoutComments(text, firstHead); removed > 0 && bytes.HasPrefix(text, []byte("/")) {
		text = withoutMargin(rest)
	}
	return len(text) == 0 || bytes.IndexByte([]byte("<{["), text[0]) >= 0 && !bytes.HasPrefix(text, []byte("<?php"))
}

// programLanguages returns the languages of ofPrograms. They must not be changed.
var programLanguages = sync.OnceValue(func() (all []*lex.Language) {
	for _, name := range ofPrograms {
		all = append(all, knownAs(name))
	}
	return all
})

var tokensPool = sync.Pool{New: func() any { return new([]lex.Token) }}

// programOrProse is codeOrProse for a head.
func programOrProse(head []byte) *lex.Language {
	if looksLikeProse(head) {
		return lex.Prose
	}
	l := likeliest(headOf(head, firstHead), guessable())
	if len(head) > firstHead {
		if !slices.Contains(ofPrograms, l.Name) {
			l = likeliest(head[len(head)-firstHead:], guessable())
		}
		if slices.Contains(ofPrograms, l.Name) {
			l = likeliest(head, guessable())
		}
	}
	if !slices.Contains(ofPrograms, l.Name) {
		return lex.Prose
	}
	if !isProgram(l, head, threshold.CodeKeywords) {
		return lex.Prose
	}
	return l
}

// isProgram reports whether a head, read in the language, looks like a program. It has enough
// tokens and keywords, and few values that follow values.
func isProgram(l *lex.Language, head []byte, keywords float64) bool {
	scratch := tokensPool.Get().(*[]lex.Token)
	defer tokensPool.Put(scratch)
	tokens := l.Lex((*scratch)[:0], head)
	*scratch = tokens
	return len(tokens) >= leastCode && float64(lex.CountKeywords(tokens)) >= keywords*float64(len(tokens)) && lex.Oddness(head, tokens) <= threshold.OddCode
}

// Comments, and strings that are used as such, by their opening and closing marks.
var commentMarks = [][2]string{{"/*", "*/"}, {`"""`, `"""`}, {"'''", "'''"}, {"{-", "-}"}, {"=begin", "=end"}, {"=pod", "=cut"}}

// commentBytes begin a line that begins with a comment.
const commentBytes = `/"'{=-#`

// withoutComments returns a content's start without comments, and the number of bytes removed. It
// removes long comments at the beginnings of lines, and lines that are comments; the start has at
// most most bytes.
func withoutComments(content []byte, most int) (rest []byte, removed int) {
	end := ""       // of the comment
	quoted := false // in a Python string that is not raw
	for line := range bytes.Lines(content) {
		if len(rest) >= most {
			break
		}
		text := unindented(line)
		if end == "" && !quoted && (len(text) == 0 || strings.IndexByte(commentBytes, text[0]) < 0) && !bytes.Contains(text, []byte(`"""`)) {
			rest = keep(content, rest, line, removed)
			continue
		}
		kept := line
		for {
			text := unindented(kept)
			if end == "" && !quoted {
				text, end = cutComment(text)
			}
			if end == "" {
				break
			}
			_, after, ended := bytes.Cut(text, []byte(end))
			if kept = after; !ended {
				kept = nil
				break
			}
			end = ""
		}
		quoted = quoted != (bytes.Count(kept, []byte(`"""`))%2 == 1)
		if !quoted && isCommentLine(bytes.TrimLeft(kept, " \t")) {
			kept = nil
		}
		if len(kept) < len(line) {
			removed += len(line) - len(kept)
			rest = append(rest, kept...)
		} else {
			rest = keep(content, rest, line, removed)
		}
	}
	return headOf(rest, most), removed
}

// keep appends a line to the rest of a content. As long as nothing was removed, the rest is the
// beginning of the content.
func keep(content, rest, line []byte, removed int) []byte {
	if n := len(rest) + len(line); removed == 0 {
		return content[:n:n]
	}
	return append(rest, line...)
}

// unindented returns a line without blanks and byte order marks at its beginning.
func unindented(line []byte) []byte {
	for {
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		after, marked := bytes.CutPrefix(line, []byte("\uFEFF"))
		if !marked {
			return line
		}
		line = after
	}
}

// cutComment returns the text after the mark that begins a comment, and the closing mark. It
// returns "" if no comment begins.
func cutComment(text []byte) (after []byte, end string) {
	for _, m := range commentMarks {
		if after, ok := bytes.CutPrefix(text, []byte(m[0])); ok {
			return after, m[1]
		}
	}
	return text, ""
}

// isCommentLine reports whether a line, without its indentation, begins with a mark of a comment.
// "#include" is not one.
func isCommentLine(text []byte) bool {
	if bytes.HasPrefix(text, []byte("//")) || bytes.HasPrefix(text, []byte("-- ")) {
		return true
	}
	after, ok := bytes.CutPrefix(text, []byte("#"))
	return ok && (len(bytes.TrimSpace(after)) == 0 || after[0] == ' ' || after[0] == '#' || after[0] == '\t')
}
