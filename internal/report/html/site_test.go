package html

import (
	"strings"
	"testing"
)

// The lines of a source, put together, are its text as the report shows it.
func FuzzLines_AreTheText(f *testing.F) {
	for _, text := range []string{"", "\n", "a\r\nb", "func f(x int) { // \u202e\n\treturn \"é😀\"\n}\n", "\x00\xff\n\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var b strings.Builder
		lines := Lines("Go", []byte(source))
		for i, line := range lines {
			for _, piece := range line {
				if piece.Text == "" || strings.Contains(piece.Text, "\n") {
					t.Errorf("%q is a piece", piece.Text)
				}
				b.WriteString(piece.Text)
			}
			if i < len(lines)-1 {
				b.WriteString("\n")
			}
		}
		if want := strings.TrimSuffix(newText([]byte(source)).shown, "\n"); b.String() != want {
			t.Errorf("%q, not %q", b.String(), want)
		}
	})
}

func TestLines_HaveTheClassesOfTheReport(t *testing.T) {
	lines := Lines("Go", []byte("func f() {\n\treturn \"x\" // y\n}\n"))
	if len(lines) != 3 || lines[0][0] != (Highlighted{"keyword", "func"}) || lines[0][2] != (Highlighted{"function", "f"}) {
		t.Errorf("%q", lines)
	}
	classes := map[string]string{}
	for _, piece := range lines[1] {
		classes[piece.Class] = piece.Text
	}
	if classes["literal"] != `"x"` || classes["comment"] != "// y" || classes["keyword"] != "return" {
		t.Errorf("%q", classes)
	}
}
