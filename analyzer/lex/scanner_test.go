package lex

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// checkTokens checks what holds for the tokens of any source.
func checkTokens(t *testing.T, l *Language, src []byte, tokens []Token) {
	t.Helper()
	end := uint32(0)
	var literals []Literal
	plain := slices.Equal(l.LexLiterals(nil, &literals, src), tokens)
	inCode := func(token Token) bool { // a string with code, or inside it
		if !plain && slices.ContainsFunc(l.spans(), func(s *language.Span) bool { return s.Interp != "" || s.Names != "" }) {
			return token.Kind == String
		}
		i := sort.Search(len(literals), func(i int) bool { return literals[i].End > token.Start })
		return i < len(literals) && literals[i].Start <= token.Start && token.Kind == String
	}
	for i, token := range tokens {
		if token.Start < end || token.End <= token.Start || int(token.End) > len(src) {
			t.Fatalf("%s: token %d at %d-%d after %d, of %d bytes", l, i, token.Start, token.End, end, len(src))
		}
		if token.Kind < Keyword || token.Kind > Word {
			t.Fatalf("%s: token %d has kind %d", l, i, token.Kind)
		}
		end = token.End
		if want := wantHash(l, src[token.Start:token.End], token.Kind); want != 0 && token.Hash != want && !inCode(token) {
			t.Fatalf("%s: hash of %s %q is %x, want %x", l, token.Kind, src[token.Start:token.End], token.Hash, want)
		}
	}
}

// wantHash computes the hash of a token the slow way; 0 for words beyond ASCII, which prose_test.go
// checks.
func wantHash(l *Language, text []byte, kind Kind) uint64 {
	folds := l.row != nil && l.row.FoldCase && kind != String && kind != Char
	if kind == Word {
		if bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
			return 0
		}
		folds = true
	}
	// Parts of another language may fold where this one does not.
	if l.row != nil && (l.row.Embed != "" || l.row.Host != "") && kind != Word {
		return 0
	}
	if l.row != nil && (kind == Identifier || kind == Keyword) &&
		bytes.IndexByte([]byte("'`\"|["), text[0]) < 0 && utf8.Valid(text) { // a name in quotes is as it is
		text = plainSlowly(l.row, text)
	}
	if kind == String {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if folds {
		text = bytes.Clone(text) // byte by byte: bytes.Map would mend broken UTF-8
		for i, b := range text {
			if b >= 'A' && b <= 'Z' {
				text[i] = b + 'a' - 'A'
			}
		}
	}
	return xxhash.Sum64(text)
}

func TestHashText_IsXXHash(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		if hashText(text) != xxhash.Sum64(text) {
			t.Errorf("hashText differs from xxhash at length %d", n)
		}
		folded := bytes.Clone(text)
		for i := range folded {
			folded[i] = lower(folded[i])
		}
		if hashFolded(text) != xxhash.Sum64(folded) {
			t.Errorf("hashFolded differs from xxhash at length %d", n)
		}
	}
}

// pieces are what random sources are made of: everything that opens or closes something somewhere.
var pieces = strings.Split(`"|'|`+"`"+`|"""|'''|\|/|//|/*|*/|#|#{|${|}|{|(|)|[|]|]]|[[|[=[|<<EOF|<<-'A'|<<~X|EOF|A|X|<|>|</|<!--|-->|<?php|?>|
|<script>|</script>|r"|R"x(|)x"|r#"|"#|$tag$|$$|q{|qw(|s/|m{|tr/|%w[|%|~r/|=begin|=cut|=end|=pod|--|--[[|{-|-}|(*|*)|#||||#|#;|#\|
|\
|'a|'a'|0'|$a|?a|4'b10|1.5e-3|1..2|.5|0x1F|x|y1|été|日本|→|@|@"|"@|$"|!|:|;|,|.|+|-|=|~|^|&|?|__END__|REM|C|.and.| |	|`+"\x00\xff\xc3\xe2\x82", "|")

// randomSource returns n pieces in random order.
func randomSource(random *rand.Rand, n int) []byte {
	var src []byte
	for range n {
		src = append(src, pieces[random.IntN(len(pieces))]...)
		if random.IntN(4) == 0 {
			src = append(src, " \n"[random.IntN(2)])
		}
	}
	return src
}

func TestLex_InvariantsOnRandomSources(t *testing.T) {
	for _, l := range Languages() {
		random := rand.New(rand.NewPCG(3, 4))
		for range 300 {
			src := randomSource(random, random.IntN(60))
			plain := l.Lex(nil, src)
			checkTokens(t, l, src, plain)
			if tokens, c, ok := l.LexCut(src, plain); ok {
				checkTokens(t, l, src, tokens)
				if n := len(Within(tokens, c.From, c.To)); n != len(tokens) || c.From == 0 && c.To == len(src) {
					t.Errorf("%s: %d of %d tokens are in %+v of %q", l, n, len(tokens), c, src)
				}
			}
		}
	}
}

// TestLex_CoversEverything: what is between tokens is white space, comments or nothing valid.
// Checked where comments are easy to see: in sources without any.
func TestLex_CoversEverything(t *testing.T) {
	src := []byte("a+b*(c-1.5) == \"s\" && x[3]<y ? z : {w;v,u.t} !~^|& é ≠ \x00\xff@ \n")
	for _, name := range []string{"C", "C++", "Go", "Java", "Rust", "JavaScript", "TypeScript"} {
		l, _ := Lookup(name)
		end := uint32(0)
		for _, token := range l.Lex(nil, src) {
			if gap := bytes.Trim(src[end:token.Start], " \n\x00\xff"); len(gap) > 0 {
				t.Errorf("%s: %q belongs to no token", name, gap)
			}
			end = token.End
		}
	}
}

func TestLex_Appends(t *testing.T) {
	l, _ := Lookup("Go")
	first := l.Lex(nil, []byte("x := 1"))
	both := l.Lex(first, []byte("y = /re/"))
	if len(both) != 3+5 || both[3].Start != 0 {
		t.Errorf("got %v", both)
	}
	js, _ := Lookup("js")
	alone := js.Lex(nil, []byte("/re/"))
	if after := js.Lex(js.Lex(nil, []byte("x")), []byte("/re/")); len(alone) != 1 || len(after) != 2 {
		t.Errorf("tokens of an earlier source decide: %d alone, %d after", len(alone), len(after))
	}
}

func TestLex_AllocatesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	src := randomSource(random, 3000)
	for _, l := range Languages() {
		dst := l.Lex(make([]Token, 0, len(src)), src)
		if n := testing.AllocsPerRun(3, func() { l.Lex(dst[:0], src) }); n > 0 {
			t.Errorf("%s: %v allocations", l, n)
		}
	}
}

// TestLex_LinearTime feeds every language what opens and does not close. The loop moves forward
// with every step; what it looks at in vain besides is drawn from scanner.budget, which must never
// be overdrawn by more than the searches under way.
func TestLex_LinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("it lexes many texts in every language")
	}
	const n = 1 << 12
	for _, l := range codeLanguages() {
		for _, piece := range append(interpolations(), pieces...) {
			src := bytes.Repeat([]byte(piece+" "), n/(len(piece)+1))
			s := newScanner(l.compiled(), src, 0, 0)
			s.document(nil)
			if spent := budgetPerByte*len(src) + 64 - s.budget; spent > (budgetPerByte+maxNesting+2)*len(src)+64 {
				t.Errorf("%s: %d bytes read in vain in %d of %q", l, spent, len(src), piece)
			}
		}
	}
}

// interpolations returns what opens strings with code in them.
func interpolations() []string {
	var all []string
	for _, quote := range []string{`"`, "'", "`", `f"`, `$"`, `"""`, "<a>"} {
		for _, code := range []string{"${", "{", "$(", "#{", `\(`} {
			all = append(all, quote+code, quote+code+code, quote+code+" (", quote+" "+code)
		}
	}
	return all
}

// FuzzLexer reaches every language: the first byte says which, and each has its fixture for a seed.
func FuzzLexer(f *testing.F) {
	all := Languages()
	for i, l := range all {
		src, err := os.ReadFile(filepath.Join("testdata", "lang", fixtureName(l)+".src"))
		if err != nil || len(src) == 0 {
			f.Fatalf("no seed for %s: %v", l, err)
		}
		f.Add(uint8(i), src)
		f.Add(uint8(i), []byte("'a\r\nb' \"c\r\nd\""))
	}
	if len(all) > math.MaxUint8+1 {
		f.Fatalf("a byte does not tell %d languages apart", len(all))
	}
	f.Fuzz(func(t *testing.T, which uint8, src []byte) {
		l := all[int(which)%len(all)]
		tokens := l.Lex(nil, src)
		checkTokens(t, l, src, tokens)
		if again := l.Lex(tokens, src); !slices.Equal(again[len(tokens):], tokens) {
			t.Errorf("%s: %q is lexed in another way behind other tokens", l, src)
		}
	})
}

// TestLex_ChargesForgottenHeredocs: the search for a body is charged if a string runs over the
// body.
func TestLex_ChargesForgottenHeredocs(t *testing.T) {
	src := []byte(strings.Repeat("<<A '\n'\n", 1000) + "A\n")
	for _, name := range []string{"Perl", "Ruby", "Shell"} {
		l, _ := Lookup(name)
		s := newScanner(l.compiled(), src, 0, 0)
		s.from(nil, 0)
		if s.budget >= 0 || s.budget < -len(src) {
			t.Errorf("%s: a budget of %d is left", name, s.budget)
		}
	}
}

// TestLex_Recovers: what opens a string and never closes swallows no further line, in every
// language; what opens one that cannot go over several lines does not even if a later line could
// close it.
func TestLex_Recovers(t *testing.T) {
	const openings = "\" ' ` \"\"\" ''' ``` r\" b' f\" $\" @\" $@\" L\" R\"x( r#\" r\"( q( q{ q'[ qw/ m{ s/ s{ tr/ y| %w[ %q( ~s( ~r/ " +
		"[[ [=[ [r| {| {x| $$ $x$ <<X <<-X <<~X <<<X <<'X' @' ' / /x $/ `$( \"$( \"${ \"#{ \"{ \"\\( < <a <a> <a>{ <a b=\" <? <![CDATA[ ? %( " +
		"#\" #| |x « (* |- >"
	for _, l := range Languages() {
		for open := range strings.FieldsSeq(openings) {
			for _, before := range []string{"", "x ", "x", "x = ", "x: ", "f("} {
				if src := before + open + " y\nafter z\n"; !opensComment(l, open) && !lexesWord(l, src, "after") {
					t.Errorf("%s: %q swallows what follows", l, before+open)
				}
			}
		}
		for _, s := range l.spans() {
			if s.Kind == 0 || s.Form != language.Delimited || s.Flags&language.Multi != 0 || s.Close == "" {
				continue
			}
			if l.row.Tags != "" && l.row.Host != "" {
				continue // strings inside tags
			}
			if src := "x = " + s.Open + "y\nafter\n" + s.Open + "z" + s.Close + "\n"; !lexesWord(l, src, "after") {
				t.Errorf("%s: %q swallows the next line", l, s.Open)
			}
		}
	}
}

// spans returns the spans of a language; none for Prose.
func (l *Language) spans() []*language.Span {
	if l.row == nil {
		return nil
	}
	return l.row.AllSpans()
}

// opensComment reports whether text holds a mark that opens a comment over several lines.
func opensComment(l *Language, text string) bool {
	return slices.ContainsFunc(l.spans(), func(s *language.Span) bool {
		return s.Kind == 0 && s.Flags&language.Multi != 0 && strings.Contains(text, s.Open)
	})
}

// lexesWord reports whether word is a token of src.
func lexesWord(l *Language, src, word string) bool {
	return slices.ContainsFunc(l.Lex(nil, []byte(src)), func(t Token) bool { return src[t.Start:t.End] == word })
}
