package parts

import (
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Whoever compares texts reads each in the language of [FileLanguage]. If the name and the content
// do not agree on that, [Doubts.EachReading] has the other ways to read it: which of them is right
// shows by what the text shares with others.

// Reading is a way to read a text.
type Reading struct {
	Language *lex.Language
	// Guessed is the language of the parts whose languages are guessed; nil is the guess.
	Guessed *lex.Language
	// Joined means that each quotation of an e-mail is one part: see [Joined].
	Joined bool
	// Cut means that the text, or a part, begins or ends inside a comment or string. A text without
	// parts is otherwise read so if that is likely: see [LexFile].
	Cut bool
	// Foreign reads all code inside comments and strings in the language that it looks like: see
	// the constant.
	Foreign bool
}

// FileLanguage returns how a file is read that is compared: a listing or quotation under the name
// of a program as that program. A file that is a diff from its first line on is read as one, unless
// its name is a name of code. The language may be wrong if there are [Doubts].
func FileLanguage(name string, src []byte) *lex.Language {
	name = path.Base(name)
	l := detect.Untrusted(name, Shown(src))
	if detect.IsSource(name) {
		return l
	}
	if IsDiff(name, src) {
		l, _ = lex.Lookup(Diff)
	}
	return Format(l, src)
}

// IsDiff reports whether a file is read only as a diff. It is one from its first line on, and its
// name is no name of code.
func IsDiff(name string, src []byte) bool { return !detect.IsSource(path.Base(name)) && WholeDiff(src) }

// Any reports whether a file may have to be read otherwise: see [Doubts.EachReading]. plain is the
// file by [LexFile].
func (d *Doubts) Any(plain *Lexed) bool {
	d.plain = plain
	if plain.Foreign || !d.Certain() {
		return true
	}
	_, _, isCut := lexCut(d.language, d.src, plain.Tokens)
	return isCut
}

// Lex lexes src in this way, and overwrites into. It reports whether there is this way: with Cut,
// there may be no cut.
func (r Reading) Lex(src []byte, into *Lexed) bool {
	switch {
	case r.Language.Parted() && r != (Reading{Language: r.Language}):
		return r.lexParts(r.split(src), into)
	case r.Foreign:
		Lex(r.Language, src, Foreign, into)
		return true
	case !r.Cut:
		LexFile(r.Language, src, into)
		return true
	}
	Lex(r.Language, src, Asked, into)
	tokens, _, ok := lexCut(r.Language, src, into.Tokens)
	if ok {
		*into = Lexed{Tokens: tokens}
	}
	return ok
}

// lexCut is [lex.Language.LexCut], but does not leave out code. Somebody may have pasted the cut
// into a program. plain are the tokens of [Lex].
func lexCut(l *lex.Language, src []byte, plain []lex.Token) (all []lex.Token, c lex.Cut, ok bool) {
	plain = Outside(l, plain)
	cut, c, ok := l.LexCut(src, plain)
	before, after := lex.Within(plain, 0, c.From), lex.Within(plain, c.To, len(src))
	if !ok || lex.IsProse(src, before) && lex.IsProse(src, after) {
		return cut, c, ok
	}
	for _, part := range [][]lex.Token{before, cut, after} {
		if len(part) > 0 {
			all = append(append(all, lex.NewBorder(l, part[0].Start)), part...)
		}
	}
	return all, lex.Cut{To: len(src)}, true
}

// CutOf returns the string or comment that a text without parts is read as a cut of.
func (r Reading) CutOf(src []byte) PartCut {
	var plain Lexed
	Lex(r.Language, src, Asked, &plain)
	_, c, _ := lexCut(r.Language, src, plain.Tokens)
	return PartCut{Cut: c, Ends: len(src)}
}

// split returns the parts of a document in a format of several parts.
func (r Reading) split(src []byte) []Part {
	split := Split(r.Language, src)
	if r.Joined {
		split = Joined(r.Language, src)
	}
	if r.Guessed == nil {
		return split
	}
	return In(r.Guessed, split)
}

// lexParts is Lex for the parts of a document.
func (r Reading) lexParts(split []Part, into *Lexed) bool {
	switch {
	case r.Cut:
		return len(LexCuts(split, into)) > 0
	case r.Foreign:
		LexParts(split, Foreign, into)
	default:
		LexParts(split, Asked, into)
	}
	return true
}

// EachReading calls f with the tokens of each further way to read a text. These ways are the
// languages that it looks like and of other texts, and the formats that it has or seems to have,
// with parts in these languages. A file that is in the language without doubt may only be a cut, or
// hold foreign code. The other lines of a diff are not read.
func (d *Doubts) EachReading(others []*lex.Language, f func(Reading, *Lexed)) {
	l, src := d.language, d.src
	if !l.Parted() {
		var plain Lexed
		Lex(l, src, Asked, &plain)
		if cut, _, ok := lexCut(l, src, plain.Tokens); ok {
			f(Reading{Language: l, Cut: true}, &Lexed{Tokens: cut})
		}
		if r := (Reading{Language: l, Foreign: true}); plain.Foreign {
			var lexed Lexed
			r.Lex(src, &lexed)
			f(r, &lexed)
		}
	}
	if d.Certain() {
		return
	}
	formats := []*lex.Language{l, Looks(src)}
	if formats[1] == l {
		formats = formats[:1]
	}
	others = d.Languages(others)
	onlyDiff := l.Name == Diff && IsDiff(d.name, src)
	for _, o := range others {
		if o != l && !onlyDiff {
			wholeAndCut(o, src, f)
		}
	}
	for _, format := range formats {
		if format == nil || !format.Parted() {
			continue
		}
		eachOfParts(Reading{Language: format}, Split(format, src), others, f)
		if joined := Joined(format, src); joined != nil {
			eachOfParts(Reading{Language: format, Joined: true}, joined, others, f)
		}
	}
}

// eachOfParts calls f for each way to read the parts of a document, each like r otherwise.
func eachOfParts(r Reading, split []Part, others []*lex.Language, f func(Reading, *Lexed)) {
	guessed := []*lex.Language{nil}
	if slices.ContainsFunc(split, func(p Part) bool { return p.Guessed }) {
		guessed = append(guessed, others...)
	}
	for _, r.Guessed = range guessed {
		in := split
		if r.Guessed != nil {
			in = In(r.Guessed, split)
		}
		ways := []Reading{r, r, r}
		ways[1].Foreign, ways[2].Cut = true, true
		isForeign := false
		for _, w := range ways {
			var lexed Lexed
			if (isForeign || !w.Foreign) && w.lexParts(in, &lexed) {
				f(w, &lexed)
				isForeign = isForeign || lexed.Foreign
			}
		}
	}
}

// wholeAndCut calls f for a text as a whole. It also calls f for the text as a cut, and with
// foreign code, if there are such.
func wholeAndCut(l *lex.Language, src []byte, f func(Reading, *Lexed)) {
	var whole Lexed
	Lex(l, src, Asked, &whole)
	cut, _, isCut := lexCut(l, src, whole.Tokens)
	if isCut { // else LexFile finds none
		whole.readFile(l, src)
	}
	f(Reading{Language: l}, &whole)
	if isCut {
		f(Reading{Language: l, Cut: true}, &Lexed{Tokens: cut})
	}
	if r := (Reading{Language: l, Foreign: true}); whole.Foreign {
		var lexed Lexed
		r.Lex(src, &lexed)
		f(r, &lexed)
	}
}
