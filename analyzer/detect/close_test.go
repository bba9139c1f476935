package detect

import (
	"testing"

	enry "github.com/go-enry/go-enry/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A language without a lexer is read in one that is close to it, if its name leaves no doubt.
func TestLanguage_Close(t *testing.T) {
	for name, want := range map[string]string{
		"x.vala": "C#", "x.stan": "C", "x.y": "C", "x.boo": "Python", "x.wren": "JavaScript", "x.hx": "TypeScript", "x.ftlh": "Java Server Pages", "x.pwn.in": "C",
		"x.fs": "F#", "x.pl": "Perl", "x.as": "JavaScript", "x.ecl": "Text", // a row has .fs, and both languages of .as are close to one
	} {
		if got := Language(name, nil).Name; got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	if got := Language("x.gd", []byte("extends Node\n\nfunc _ready():\n\tpass\n")).Name; got != "Python" {
		t.Errorf("GDScript, which rules tell, is %s", got)
	}
	for content, want := range map[string]string{"<#if a??>\n<p>${a.b}</p>\n</#if>\n": "Java Server Pages", "hello = Hello, { $name }!\n": "Text"} {
		if got := Language("x.ftl", []byte(content)).Name; got != want {
			t.Errorf("%q in FreeMarker or Fluent is %s, not %s", content, got, want)
		}
	}
	for name, want := range map[string]string{"vala": "C#", "Stan": "C", "gdscript": "Python", "boo": "Python", "fennel": "Clojure"} {
		if l, ok := lex.Lookup(name); !ok || l.Name != want {
			t.Errorf("Lookup(%q) = %v, %v", name, l, ok)
		}
	}
	all := language.ClosestNames()
	if len(all) < 50 {
		t.Errorf("%d names", len(all))
	}
	for _, name := range all {
		if _, ok := enry.GetLanguageByAlias(name); !ok || language.ByName(name) != nil || language.Close(name) == nil {
			t.Errorf("%q: linguist must know it, no row may have it, and a row must read it", name)
		}
	}
}

// The name of a program that nothing reads is known.
func TestUnread(t *testing.T) {
	for name, want := range map[string]string{
		"a/x.dylan": "Dylan", "x.ODIN": "Odin", "x.dylan.bak": "Dylan", "x.applescript": "AppleScript", "Justfile": "Just", "x.ecl": "ECL",
		"x.vala": "", "x.go": "", "x.fs": "", "x.txt": "", "README": "", "x.csv": "", "x.org": "", "x.nosuch": "", "x": "", "-": "", "": "",
	} {
		if got := Unread(name); got != want {
			t.Errorf("Unread(%q) = %q, want %q", name, got, want)
		}
		if l := Language(name, []byte("x\n")); Unread(name) != "" && l != lex.Prose {
			t.Errorf("%s is read as %s", name, l)
		}
	}
}
