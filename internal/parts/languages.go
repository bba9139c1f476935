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
// only if they do. So all ask the [Doubts] about a text.

const (
	// Guesses is the number of likely languages in which a doubtful text is read. Its name may say
	// another language.
	Guesses = 4
	// FurtherGuesses is the number for a short text. To compile a lexer takes a fifth of a
	// millisecond.
	FurtherGuesses = 10
)

// Doubts tell in which languages a text may be, beside the one of its name and content. They are
// made once for a text, and find out what is asked for. Only one goroutine may use them.
type Doubts struct {
	name     string
	language *lex.Language
	src      []byte
	short    bool            // so it may be a cut
	plain    *Lexed          // the text in its language; nil if nobody asked
	likely   []*lex.Language // all, by the looks, or the first; nil if nobody asked
	certain  *bool           // nil if nobody asked
}

// NewDoubts returns the doubts about a text that is read in the language. The name may be empty.
func NewDoubts(name string, l *lex.Language, src []byte) *Doubts {
	return &Doubts{name: name, language: l, src: src, short: len(src) <= threshold.LongestCut}
}

// Language returns the language that the doubts are about.
func (d *Doubts) Language() *lex.Language { return d.language }

// Likely returns the first languages that the text looks like. It asks [detect.Candidates] without
// a name.
func (d *Doubts) Likely(n int) []*lex.Language {
	switch {
	case n == 1 && d.likely == nil: // prose is recognised without the classifier
		d.likely = detect.Candidates("", d.src, 1)
	case n > 1 && len(d.likely) <= 1:
		d.likely = detect.Candidates("", d.src, len(lex.Languages()))
	}
	return d.likely[:min(n, len(d.likely))]
}

// Certain reports whether the text is in its language without doubt. Its middle looks like that,
// and a short text as a whole, without a program in another language or format. If the file is no
// program by its name, the name says so, and the file is in no format that may hold programs.
func (d *Doubts) Certain() bool {
	if d.certain == nil {
		is := d.isCertain()
		d.certain = &is
	}
	return *d.certain
}

func (d *Doubts) isCertain() bool {
	l, src := d.language, d.src
	if l.Parted() || l == lex.Prose || strings.HasPrefix(l.Name, "Text+") || slices.Contains(holdPrograms, l.Name) || IsMessage(src) || WholeDiff(src) {
		return false
	}
	isSource := detect.IsSource(d.name)
	switch {
	case isSource && len(d.overruled()) > 0:
		return false
	case !isSource && detect.Language(d.name, nil) != l, (d.short || !isSource) && Looks(src) != nil:
		return false
	case !d.short:
		return detect.Fits(l, src) || isSource && !unlike(l, src)
	}
	return detect.Fits(l, src) && !d.holdsProgram() && !unlike(l, src)
}

// overruled returns the languages of the name, if the content is read in another: the name may be
// right, and a foreign program fill the comments.
func (d *Doubts) overruled() []*lex.Language {
	named := detect.OfName(d.name)
	if slices.Contains(named, d.language) {
		return nil
	}
	return named
}

// Sure reports whether one reading of a question suffices. It is Certain, looks most like its
// language, and is no listing or quotation of a program.
func (d *Doubts) Sure() bool {
	return d.Certain() && Format(d.language, d.src) == d.language && d.Likely(1)[0] == d.language
}

// Languages returns the languages in which the text is read beside its own. They are the likeliest
// of the others, which are languages of known texts, and those that it looks like. A long program
// that looks as its name says is in none, unless it may hold another.
func (d *Doubts) Languages(others []*lex.Language) (all []*lex.Language) {
	likely, n := d.Likely(FurtherGuesses), Guesses
	switch {
	case !d.short && detect.IsSource(d.name) && likely[0] == d.language && len(d.overruled()) == 0 && !d.holdsProgram():
		return nil
	case d.short && !d.language.Parted():
		n = FurtherGuesses
	}
	if len(others) > FurtherGuesses {
		others = slices.DeleteFunc(slices.Clone(d.Likely(len(lex.Languages()))), func(l *lex.Language) bool { return !slices.Contains(others, l) })
		others = others[:min(len(others), FurtherGuesses)]
	}
	for _, l := range slices.Concat(d.overruled(), others, likely[:min(len(likely), n)]) {
		if !l.Parted() && l != lex.Prose && !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

// LanguagesOf returns the languages in which a text is compared if no language is given, the
// likeliest first.
func LanguagesOf(name string, src []byte) []*lex.Language {
	first := FileLanguage(name, src)
	all := detect.Candidates(name, Shown(src), Guesses)
	switch {
	case !detect.IsSource(name) && first.Parted():
		return []*lex.Language{first}
	case !slices.Contains(all, first): // a program under the name of none, or of another
		all = slices.Insert(all, 0, first)
	}
	return all
}

// unlike reports whether the middle of a text looks like two other languages more. Many look like a
// close one. It takes 0.2 ms, and 3 ms for 4 kB.
func unlike(l *lex.Language, src []byte) bool {
	const sample = 1 << 10 // bytes
	from := max(0, len(src)-sample) / 2
	return !slices.Contains(detect.Candidates("", src[from:min(len(src), from+sample)], 2), l)
}

// holdPrograms are languages without programs whose texts often are some: steps of a build,
// listings, dumps.
var holdPrograms = []string{"SQL", "TeX", "XML", "YAML"}

// holdsProgram reports whether a text may have a program in a comment or a string. The string is a
// heredoc, is in one line, as dumps of databases have, or is between two quotes of a cut that
// begins and ends in strings.
func (d *Doubts) holdsProgram() bool {
	if slices.Contains(holdPrograms, d.language.Name) || heredoc.Match(d.src) {
		return true
	}
	for line := range bytes.Lines(d.src) {
		if bytes.Count(line, []byte(`\n`)) >= leastCodeLines {
			return true
		}
	}
	if !d.short {
		return false
	}
	if d.plain == nil {
		d.plain = new(Lexed)
		Lex(d.language, d.src, Asked, d.plain)
	}
	return d.plain.Foreign || hasQuotedLines(d.src, Outside(d.language, d.plain.Tokens))
}

// heredoc matches the start of a heredoc at the end of a line, whose mark is in capitals.
var heredoc = lazyregexp.New(`(?m)<<[-~<]?["']?[A-Z_]{2,}["']?\r?$`)

// HasLongString reports whether tokens have a string of several lines: it may be code.
func HasLongString(src []byte, tokens []lex.Token) bool {
	return slices.ContainsFunc(tokens, func(t lex.Token) bool {
		return t.Kind == lex.String && bytes.IndexByte(src[t.Start:max(t.End, t.Whole)], '\n') >= 0
	})
}

// hasQuotedLines reports whether a pair of single or double quotes has lines between.
func hasQuotedLines(src []byte, tokens []lex.Token) bool {
	return slices.ContainsFunc(tokens, func(t lex.Token) bool {
		s := src[t.Start:max(t.End, t.Whole)]
		return t.Kind == lex.String && (s[0] == '"' || s[0] == '\'') && bytes.IndexByte(s, '\n') >= 0 && s[1] != s[0]
	})
}

// IsIn reports whether the text, or its parts with guessed languages, are read in one of these. So
// is a text whose parts have the languages that were guessed.
func (r Reading) IsIn(languages []*lex.Language) bool {
	if r.Language.Parted() {
		return r.Guessed == nil || slices.Contains(languages, r.Guessed)
	}
	return slices.Contains(languages, r.Language)
}

// LanguagesIn returns the languages of a text and of the parts of its tokens. The text is read in
// l.
func LanguagesIn(l *lex.Language, tokens []lex.Token) []*lex.Language {
	all := []*lex.Language{l}
	for _, t := range tokens {
		if t.Kind == lex.Border && !slices.Contains(all, t.Language()) {
			all = append(all, t.Language())
		}
	}
	return all
}
