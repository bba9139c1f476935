package notice

import (
	"strings"
	"testing"
)

// A head in other letters, or with runes that nobody sees, says what it says in plain ones.
func TestHeads_Disguises(t *testing.T) {
	within := func(hidden string) func(string) string {
		return func(s string) string {
			return strings.ReplaceAll(strings.ReplaceAll(s, "n", "n"+hidden), "G", "G"+hidden)
		}
	}
	disguises := map[string]func(string) string{
		"plain":    func(s string) string { return s },
		"Cyrillic": strings.NewReplacer("o", "о", "e", "е", "P", "Р", "C", "С").Replace,
		"Greek":    strings.NewReplacer("o", "ο", "i", "ι", "P", "Ρ", "A", "Α").Replace,
		"full width": func(s string) string {
			return strings.Map(func(r rune) rune { return r + 0xfee0*rune(b2i(r > ' ')) }, s)
		},
		"bold":        func(s string) string { return strings.Map(bold, s) },
		"soft hyphen": within("\u00ad"), "no width": within("\u200b"), "joiner": within("\u200d"), "word joiner": within("\u2060"), "mark": within("\u200f"), "selector": within("\ufe0f"), "accent": within("\u0301"), "tag": within("\U000e0061"),
	}
	for name, disguise := range disguises {
		for text, want := range map[string]string{
			"Proprietary and confidential.": "", "Internal use only": "", "Licensed under the AGPL, version 3 only.": "AGPL-3.0-only",
		} {
			own := new(Heads).Own([]byte("/* "+disguise(text)+" */\nint f(void);\n"), false, false, nil)
			if !own.Stated || own.License != want {
				t.Errorf("%s, %q: %+v, want %q", name, disguise(text), own, want)
			}
		}
	}
	for _, plain := range []string{"Größe in μm, Δx und Ωs", "прог на языке Go", "José ❤️ Zoë", "日本語：テスト"} {
		if got := undisguised([]byte(plain)); got != nil {
			t.Errorf("%q is read as %q", plain, got)
		}
	}
}

// bold returns a letter of mathematics.
func bold(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 0x1d400
	case 'a' <= r && r <= 'z':
		return r - 'a' + 0x1d41a
	}
	return r
}
