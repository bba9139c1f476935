package lex

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

var escapeInNames = regexp.MustCompile(`\\u\{([0-9a-fA-F]{1,8})\}|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})`)

// plainSlowly returns the plain spelling of a name.
func plainSlowly(r *language.Row, name []byte) []byte {
	text := strings.TrimPrefix(string(name), r.NamePrefix)
	if r.NameEscapes != "" {
		text = escapeInNames.ReplaceAllStringFunc(text, func(escape string) string {
			code, _ := strconv.ParseUint(strings.Trim(escape, `\uU{}`), 16, 32)
			return string(rune(code))
		})
	}
	if r.NameSplices {
		text = regexp.MustCompile(`(?:\\|\?\?/)[ \t]*\r?\n`).ReplaceAllString(text, "")
	}
	if r.NameAmpersands {
		text = regexp.MustCompile(`&\s*&`).ReplaceAllString(text, "")
	}
	if slices.ContainsFunc(r.OwnSpans(), func(s language.Span) bool { return s.Form == "braced-name" }) {
		text = regexp.MustCompile(`^\{(.*)\}$`).ReplaceAllString(text, "$1")
	}
	if r.LeadBraces {
		text = regexp.MustCompile(`^(\S)\{['"]?(.*?)['"]?\}$`).ReplaceAllString(text, "$1$2")
	}
	return bytes.Map(func(c rune) rune {
		if isInvisible(c) {
			return -1
		}
		return c
	}, []byte(text))
}

// Invisible are the format characters of Unicode, but for those that enclose numbers, and all that
// a program may leave undrawn by default.
func TestIsInvisible_IsUnicodes(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) &&
			!unicode.Is(unicode.Prepended_Concatenation_Mark, r) && !(r >= 0x13430 && r <= 0x1345F) // hieroglyphs
		if got := isInvisible(r); got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}

// Whatever a name is spelled like, it is one token with the hash of the plain name, and around it
// nothing changes.
func TestLex_NamesByAnySpelling(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 7))
	first := func(format string) func(string) string {
		return func(name string) string { return fmt.Sprintf(format, name[0]) + name[1:] }
	}
	last := func(format string) func(string) string {
		return func(name string) string { return name[:len(name)-1] + fmt.Sprintf(format, name[len(name)-1]) }
	}
	between := func(text string) func(string) string {
		return func(name string) string {
			i := 1 + random.IntN(len(name)-1)
			return name[:i] + text + name[i:]
		}
	}
	around := func(format string) func(string) string {
		return func(name string) string { return fmt.Sprintf(format, name) }
	}
	for _, c := range []struct {
		languages, lead string
		spell           func(name string) string
	}{
		{"JavaScript,TypeScript,C,C++,Objective-C,C#", "", first(`\u%04x`)},
		{"JavaScript,TypeScript,C,C++,C#", "", last(`\u%04X`)},
		{"JavaScript,TypeScript,C++", "", first(`\u{%x}`)},
		{"C,C++,C#", "", last(`\U%08x`)},
		{"C,C++,Cuda,Objective-C", "", between("\\\n")}, {"C,C++", "", between("\\\r\n")},
		{"C,C++,Cuda,Objective-C", "", between("\\ \t\n")}, {"C,C++", "", between("??/\n")}, {"C,Objective-C++", "", between("??/ \r\n")},
		{"Fortran", "", between("&\n   &")}, {"Fortran", "", between("&  \r\n\t&")},
		{"Rust", "", around("r#%s")}, {"C#", "", around("@%s")}, {"Pascal", "", around("&%s")},
		{"Perl,PHP,Shell,Tcl", "$", around("{%s}")}, {"PHP", "$", around(`{'%s'}`)}, {"Perl", "@", around("{%s}")},
		{"JavaScript,C#", "", between(`\u200c`)},
		{"", "", between("\u200B")}, {"", "", between("\u00AD")}, {"", "", between("\u2060")}, {"", "", between("\uFE0F")},
		{"", "", between("\u200D\u200C")}, {"", "", between("\uFEFF")}, {"", "", between("\u061C")}, {"", "", between("\U000E0001")},
	} {
		for _, l := range Languages() {
			if l.row == nil || l.row.Host != "" && c.languages == "" || l.row.Markup || l.row.NameKind == language.Word || l.row.HeadKind != 0 {
				continue
			}
			if c.languages != "" && !strings.Contains(","+c.languages+",", ","+l.Name+",") {
				continue
			}
			for range 20 {
				name := fmt.Sprintf("na%dxy", random.IntN(1000)) + strings.Repeat("z", random.IntN(40))
				open, before := "", "q = "+c.lead
				if l.row.Host != "" {
					open = "<?php "
				}
				plain := []byte(open + before + name + " + " + c.lead + "b\n")
				spelled := []byte(open + before + c.spell(name) + " + " + c.lead + "b\n")
				want, got := l.Lex(nil, plain), l.Lex(nil, spelled)
				checkTokens(t, l, spelled, got)
				if !sameKindsAndHashes(want, got) {
					t.Fatalf("%s: %q is not read as %q", l, spelled, plain)
				}
			}
		}
	}
}

func sameKindsAndHashes(a, b []Token) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Kind != b[i].Kind || a[i].Hash != b[i].Hash {
			return false
		}
	}
	return true
}

// A word of prose is that without the characters that nobody sees.
func TestLex_WordsWithInvisibleCharacters(t *testing.T) {
	want := Prose.Lex(nil, []byte("the hidden word"))
	for _, r := range "\u200B\u00AD\u2060\uFEFF\u200E\uFE0F\u061C" {
		got := Prose.Lex(nil, []byte("the hid"+string(r)+"den wo"+string(r)+"rd"))
		if !sameKindsAndHashes(want, got) {
			t.Errorf("%U splits a word", r)
		}
	}
}

// What is no other spelling of a name is not read as one.
func TestLex_LeavesOtherMarksOfNames(t *testing.T) {
	for _, c := range []struct {
		language, src string
		tokens        int
	}{
		{"C", "a \\ \t\n + ??/\r\n b", 3}, {"C", "a??/b", 5}, {"C++", "a \\ b", 3}, {"C", "a ? ?/b", 5},
		{"C", "a\\\n b", 2}, {"C", "a \\\nb", 2}, {"JavaScript", `a\u007b`, 3}, {"JavaScript", `a\u00`, 3},
		{"Perl", "@{$x}", 4}, {"Perl", "${x y}", 5}, {"Shell", "${x:-y}", 6}, {"Tcl", "${x y}", 4}, {"Shell", "${x", 2}, {"Rust", "r #x", 3}, {"Python", `a\u0062`, 3}, {"Fortran", "a & b", 2},
		{"Java", "a‿b€c", 1}, {"Python", "a·b", 1}, {"Swift", "a😀b", 1}, {"Python", "a ≤ b", 3},
	} {
		if got := mustLookup(t, c.language).Lex(nil, []byte(c.src)); len(got) != c.tokens {
			t.Errorf("%s: %q has %d tokens, not %d", c.language, c.src, len(got), c.tokens)
		}
	}
}
