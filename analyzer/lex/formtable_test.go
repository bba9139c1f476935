package lex

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// trial shows what the functions of a form are good for besides lexing, in a language that has the
// form.
type trial struct {
	language string
	// cut is a source that begins inside the form. A ^ is where the code begins.
	cut string
	// uncut says why no source is read as if it began inside.
	uncut string
	// opening and closing are lines of a comment with its marks. Their text is " text", and "text "
	// or nothing.
	opening, closing string
}

const (
	inOneLine = "it does not go over several lines"
	hasCode   = "what is inside is read as code anyway"
)

var trials = map[language.Form]trial{
	language.Delimited: {language: "C", cut: "and the list isn't empty\n */^ int f(void) { return 1; }\n",
		opening: "/** text", closing: "text **/"},
	"tagged": {language: "Lua", cut: "some words isn't here ]=]^\nlocal a = f(1)\n",
		opening: "--[==[ text", closing: "]==]"},
	"heredoc":       {language: "Shell", cut: "usage of this program isn't hard\nEOF^\ncat < a | sort > b\n"},
	"cobol-column":  {language: "COBOL", uncut: inOneLine, opening: "000100* text"},
	"regex-lines":   {uncut: "a slash is too little to close it"},
	"quasi-quote":   {uncut: "the quotes with longer names close alike"},
	"verbatim":      {uncut: hasCode},
	"digit-name":    {uncut: inOneLine},
	"hollerith":     {uncut: inOneLine},
	"indented":      {language: "Sass", uncut: "no mark closes it", opening: "// text"},
	"paragraph":     {language: "Raku", uncut: "no mark closes it", opening: "= text"},
	"named-tagged":  {uncut: "the form tagged closes alike"},
	"cobol-margin":  {uncut: inOneLine},
	"comment-datum": {language: "Scheme", uncut: hasCode, opening: "#; text"},
	"quote-like":    {uncut: "any byte may close it"},
	"quoted-code":   {uncut: "its mark closes other strings of Shell"},
	"perl-format":   {uncut: "a dot is too little to close it"},
	"block":         {uncut: "no mark closes it"},
	"jsx":           {uncut: hasCode},
	"bracketed":     {uncut: hasCode},
	"attribute":     {uncut: "a quotation mark is too little to close it"},
	"markup-code":   {uncut: hasCode},
	closeTagForm:    {uncut: hasCode},
	"tick":          {uncut: inOneLine},
	"tick-only":     {uncut: inOneLine},
	"regex":         {uncut: inOneLine},
	"rune-name":     {uncut: inOneLine},
	"number-mark":   {uncut: inOneLine},
	"braced-name":   {uncut: inOneLine},
	"placeholder":   {uncut: inOneLine},
	"outline-head":  {uncut: inOneLine},
	"literal":       {uncut: inOneLine},
	"continuation":  {uncut: inOneLine},
	"line-break":    {uncut: inOneLine},
}

// Every form has a trial of the functions that lexing does without, so that none is forgotten: each
// trial fails without its function. TestLex_Forms and the fixtures try the others.
func TestForms_EveryFunctionIsTried(t *testing.T) {
	for name, f := range forms {
		c := trials[name]
		if (c.cut == "") == (c.uncut == "") {
			t.Errorf("%q: write a trial with a source that begins inside, or say why there is none", name)
			continue
		}
		l, _ := Lookup(c.language)
		check := func(function string, exists, wanted bool, drop func(), holds func() bool) {
			t.Helper()
			if exists != wanted {
				t.Errorf("%q: %s exists: %v; it has a trial: %v", name, function, exists, wanted)
				return
			}
			if !exists {
				return
			}
			original := *f
			defer func() { *f = original }()
			if !holds() {
				t.Errorf("%q: the trial of %s fails", name, function)
			}
			if drop(); holds() {
				t.Errorf("%q: the trial of %s needs no such function", name, function)
			}
		}
		check("rest", f.rest != nil, c.cut != "", func() { f.rest = nil }, func() bool { return findsCode(l, c.cut) })
		check("opening", f.opening != nil, c.opening != "", func() { f.opening = nil },
			func() bool { return uncommented(l, c.opening) == " text" })
		check("closing", f.closing != nil, c.closing != "", func() { f.closing = nil },
			func() bool { return strings.TrimSuffix(uncommented(l, c.closing), "text ") == "" })
	}
}

// Every row names forms of the table, every form is of use, and the comments' forms have an
// opening.
func TestForms_AreThoseOfTheRows(t *testing.T) {
	used := map[language.Form]bool{}
	for _, l := range codeLanguages() {
		for _, s := range l.row.AllSpans() {
			f := forms[s.Form]
			if f == nil {
				t.Fatalf("%s: %q has the form %q, which the table has not", l, s.Open, s.Form)
			}
			used[s.Form] = true
			hasText := f.end != nil && s.Form != "continuation"
			if s.Kind == 0 && hasText && f.emit == nil && f.opening == nil {
				t.Errorf("%s: %q opens a comment of the form %q, which has no function opening", l, s.Open, s.Form)
			}
		}
	}
	for name := range forms {
		if !used[name] {
			t.Errorf("no language has the form %q", name)
		}
	}
}

// A form needs nothing but its row: it is lexed, in one piece or in tokens, a source that begins
// inside is read, and so is the text of its comments. The form made here ends with as many bars as
// it begins with.
func TestForms_RowAloneSuffices(t *testing.T) {
	bars := func(text []byte) int { return len(text) - len(bytes.TrimLeft(text, "|")) }
	forms["test"] = &form{
		end: func(s *scanner, _ []Token, _ *spanProgram, _, i int) int {
			n := bars(s.src[i:])
			at := bytes.Index(s.src[i+n:], append(s.src[i:i+n:i+n], '%'))
			if n == 0 || at < 0 {
				return 0
			}
			return i + n + at + n + 1
		},
		rest: func(s *scanner, _ *spanProgram) rest {
			at := bytes.Index(s.src, []byte("|%"))
			if at < 0 {
				return rest{}
			}
			return rest{mark: at, end: at + 2}
		},
		opening: func(sp *spanProgram, text []byte) int { return len(sp.open) + bars(text[len(sp.open):]) },
		closing: func(_ *spanProgram, text []byte) int {
			if !bytes.HasSuffix(text, []byte("|%")) {
				return 0
			}
			return len(text) - len(bytes.TrimRight(text, "|%"))
		},
	}
	split := *forms["test"]
	split.emit = func(s *scanner, dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
		body := start + len(sp.open)
		dst = s.emit(dst, start, body, Operator)
		return s.emit(dst, body, end, s.kind), end
	}
	forms["test tokens"] = &split
	defer func() {
		delete(forms, "test")
		delete(forms, "test tokens")
	}()
	row := language.Row{Name: "test", Spans: []language.Span{
		{Open: "%", Form: "test", Kind: language.String},
		{Open: "&%", Form: "test"},
		{Open: "t%", Form: "test tokens", Kind: language.String},
	}}
	const want = "i:a s:%|it's|% i:b i:d o:t% s:|f|% o:% i:e"
	if got := lexRow(row, "a %|it's|% b &%||x\n|%y||% d t%|f|% % e"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	l := &Language{Name: row.Name, row: &row}
	if !findsCode(l, "the end of it is here\n|%^ + f(1);\n") {
		t.Error("a source that begins inside is not read")
	}
	for line, want := range map[string]string{"&%||text": "text", "text ||%": "text "} {
		if got := uncommented(l, line); got != want {
			t.Errorf("the text of %q is %q", line, got)
		}
	}
}

// findsCode reports whether LexCut reads the source from the ^ on, which is left out.
func findsCode(l *Language, marked string) bool {
	before, code, _ := strings.Cut(marked, "^")
	src := []byte(before + code)
	_, c, ok := l.LexCut(src, l.Lex(nil, src))
	return ok && c.From == len(before)
}

func uncommented(l *Language, line string) string {
	from, to := l.Uncomment([]byte(line))
	return line[from:to]
}
