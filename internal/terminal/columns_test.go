package terminal

import (
	"strings"
	"testing"
)

func TestColumns_WithoutTerminal(t *testing.T) {
	if n := Columns(&strings.Builder{}); n != Width {
		t.Errorf("%d", n)
	}
}

func TestRuneColumns_Widths(t *testing.T) {
	for r, want := range map[rune]int{'a': 1, 'é': 1, '\u0301': 0, '中': 2, '！': 2, '한': 2, 'ｱ': 1, '🙂': 2, '…': 1, 'я': 1} {
		if have := RuneColumns(r); have != want {
			t.Errorf("%q takes %d columns, not %d", r, have, want)
		}
	}
}

func TestStyle_WithoutColoursPaintsNothing(t *testing.T) {
	plain, colored := Style{}, Colored()
	if plain.Paints() || !colored.Paints() {
		t.Error("a style does not know whether it paints")
	}
	for _, paint := range []func(Style, string) string{Style.Bold, Style.Dim, Style.Warn, Style.Removed, Style.Added, Style.Renamed} {
		if paint(plain, "x") != "x" || paint(colored, "") != "" {
			t.Error("paint where there should be none")
		}
		if p := paint(colored, "x"); !strings.HasPrefix(p, "\x1b[") || !strings.HasSuffix(p, "mx\x1b[0m") {
			t.Errorf("%q", p)
		}
	}
}
