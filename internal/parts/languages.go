package parts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// All faces read a text in the same languages. search, a scan, compare and pairs agree on a copy
// only if they do. So all ask here whether a name is right, and how many languages that the text
// looks like are tried.

const (
	// Guesses is the number of likely languages in which a text is read that may be in another
	// language than its name says.
	Guesses = 4
	// FurtherGuesses is the number for a short text that looks otherwise, or is not found. To
	// compile a lexer takes a fifth of a millisecond.
	FurtherGuesses = 10
)

// IsCertain reports whether a file is in the language without doubt. Its middle looks like that,
// and a short text as a whole, without a program in another language or format. If the file is no
// program by its name, the name says so, and the file is in no format that may hold programs.
func IsCertain(name string, l *lex.Language, src []byte) bool {
	if l.Parted() || l == lex.Prose || strings.HasPrefix(l.Name, "Text+") || slices.Contains(holdPrograms, l.Name) || IsMessage(src) || WholeDiff(src) {
		return false
	}
	isShort, isSource := len(src) <= threshold.LongestCut, detect.IsSource(name)
	switch {
	case !isSource && detect.Language(name, nil) != l, (isShort || !isSource) && Looks(src) != nil:
		return false
	case !isShort:
		return detect.Fits(l, src) || isSource && !unlike(l, src)
	}
	return detect.Fits(l, src) && !holdsProgram(l, src) && !unlike(l, src)
}

// unlike reports whether the middle of a text looks like two other languages more: many look like a
// close one. It takes 0.2 ms, and 3 ms for 4 kB.
func unlike(l *lex.Language, src []byte) bool {
	const sample = 1 << 10 // bytes
	from := max(0, len(src)-sample) / 2
	return !slices.Contains(detect.Candidates("", src[from:min(len(src), from+sample)], 2), l)
}

// holdPrograms are languages without programs whose texts often are some: steps of a build,
// listings, dumps.
var holdPrograms = []string{"SQL", "TeX", "XML", "YAML"}

// holdsProgram reports whether a text may have a program in a string. The string is a heredoc, is
// in one line, as dumps of databases have, or is between two quotes of a cut that begins and ends
// in strings.
func holdsProgram(l *lex.Language, src []byte) bool {
	if slices.Contains(holdPrograms, l.Name) || heredoc.Match(src) {
		return true
	}
	for line := range bytes.Lines(src) {
		if bytes.Count(line, []byte(`\n`)) >= leastCodeLines {
			return true
		}
	}
	return len(src) <= threshold.LongestCut && hasQuotedLines(l, src)
}

// heredoc matches the start of a heredoc at the end of a line, whose mark is in capitals.
var heredoc = lazyregexp.New(`(?m)<<[-~<]?["']?[A-Z_]{2,}["']?\r?$`)

// hasQuotedLines reports whether a pair of single or double quotes has lines between.
func hasQuotedLines(l *lex.Language, src []byte) bool {
	return slices.ContainsFunc(l.Lex(nil, src), func(t lex.Token) bool {
		s := src[t.Start:max(t.End, t.Whole)]
		return t.Kind == lex.String && (s[0] == '"' || s[0] == '\'') && bytes.IndexByte(s, '\n') >= 0 && s[1] != s[0]
	})
}

// languagesOf returns the languages in which a text may be, beside l: those of other texts, and
// those that the text looks like. A program that looks as its name says is in none, unless it may
// hold another.
func languagesOf(name string, src []byte, l *lex.Language, others []*lex.Language) (all []*lex.Language) {
	likely, n := detect.Candidates("", src, FurtherGuesses), Guesses
	isUnlike := likely[0] != l
	switch isShort := len(src) <= threshold.LongestCut; {
	case detect.IsSource(name) && !isUnlike && !holdsProgram(l, src):
		return nil
	case isShort && !l.Parted() && (isUnlike || hasQuotedLines(l, src)):
		n = FurtherGuesses
	}
	for _, o := range slices.Concat(others, likely[:min(len(likely), n)]) {
		if !o.Parted() && o != lex.Prose && !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	return all
}

// IsIn reports whether the text, or its parts with guessed languages, are read in one of these. So
// is a text whose parts have the languages that were guessed.
func (r Reading) IsIn(languages []*lex.Language) bool {
	if r.Language.Parted() {
		return r.Guessed == nil || slices.Contains(languages, r.Guessed)
	}
	return slices.Contains(languages, r.Language)
}

// LanguagesIn returns the languages of a text that is read in l, and of the parts of its tokens.
func LanguagesIn(l *lex.Language, tokens []lex.Token) []*lex.Language {
	all := []*lex.Language{l}
	for _, t := range tokens {
		if t.Kind == lex.Border && !slices.Contains(all, t.Language()) {
			all = append(all, t.Language())
		}
	}
	return all
}
