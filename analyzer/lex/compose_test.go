package lex

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// newCompositions returns the content of compositions.txt.
func newCompositions() string {
	var lines []string
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if r >= hangul && r < hangul+leadings*vowels*trailings || !isNFC(r) {
			continue
		}
		parts := []rune(norm.NFD.String(string(r)))
		if len(parts) < 2 {
			continue
		}
		first, last := []rune(norm.NFC.String(string(parts[:len(parts)-1]))), parts[len(parts)-1]
		if len(first) == 1 && norm.NFC.String(string(first)+string(last)) == string(r) {
			lines = append(lines, string(first)+string(last)+string(r)+"\n")
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func isNFC(r rune) bool { return utf8.ValidRune(r) && norm.NFC.String(string(r)) == string(r) }

func TestCompositions_UpToDate(t *testing.T) {
	table := newCompositions()
	if *update {
		if err := os.WriteFile("compositions.txt", []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if table != compositions {
		t.Error("compositions.txt is of another version of Unicode: run go test ./analyzer/lex -run UpToDate -update")
	}
}

func TestComposed_EqualsNFC(t *testing.T) {
	check := func(text string) {
		t.Helper()
		want := norm.NFC.String(text)
		if got := string(Composed([]byte(norm.NFD.String(text)))); got != want {
			t.Errorf("%q (%+q) becomes %+q", text, norm.NFD.String(text), got)
		}
		if got := string(Composed([]byte(want))); got != want {
			t.Errorf("%q is composed, and becomes %+q", want, got)
		}
	}
	for r := range rune(unicode.MaxRune) {
		if isNFC(r) && !unicode.IsMark(r) {
			check("a" + string(r) + "b")
		}
	}
	for _, text := range []string{"Việt Nam", "한국어 각", "ἄ ᾧ", "й ё", "がぎ", "কো", "plain text, longer than eight"} {
		check(text)
	}
	for _, text := range []string{"\xff\xcc", "e\xcc", "\u0301", ""} {
		if got := string(Composed([]byte(text))); got != text {
			t.Errorf("%+q becomes %+q", text, got)
		}
	}
}

// Names, words and strings in NFC and NFD have the same tokens.
func TestLex_NormalForms(t *testing.T) {
	for _, c := range []struct{ language, src string }{
		{"Python", "größe = 'Äpfel' + \"über\" # é\nété(größe, '''naïve''', f'{Ångström} ö')\n각 = Ελλάδα"},
		{"JavaScript", "let größe = 'Äpfel' + `é`; x.été = /ü/"}, {"Go", "var größe = \"Äpfel\" + `é`; s := 'é'"},
		{"Pascal", "Größe := 'Äpfel';"}, {"Shell", "cat <<EOF\nÄpfel\nEOF\n"}, {"YAML", "größe: |\n  Äpfel und Öl\n"},
		{"Text", "Größe der Äpfel, Việt Nam, 한국어 がぎ"}, {"TeX", "Größe \\emph{der} Äpfel"}, {"HTML", "<p title=\"Ä\">Größe</p>"},
		{"SQL", "SELECT \"größe\" FROM öl WHERE é = 'ü\r\nä'"}, {"Gherkin", "Given Äpfel \"Öl\""}, {"Perl", "$größe = q{Äpfel} . \"é\";"},
	} {
		l := mustLookup(t, c.language)
		a, b := norm.NFC.String(c.src), norm.NFD.String(c.src)
		x, y := l.Lex(nil, []byte(a)), l.Lex(nil, []byte(b))
		if a == b || len(x) != len(y) || len(x) == 0 {
			t.Errorf("%s: %d and %d tokens", c.language, len(x), len(y))
			continue
		}
		for i := range x {
			s, u := []byte(a[x[i].Start:x[i].End]), []byte(b[y[i].Start:y[i].End])
			if x[i].Hash != y[i].Hash || x[i].Kind != y[i].Kind || !SameWord(s, u) && !SameName(s, u) {
				t.Errorf("%s: %q and %q differ", c.language, s, u)
			}
		}
	}
}
