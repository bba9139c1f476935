package parts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Lines of a quotation or listing in a comment hide no code below it: a program is a listing or
// quotation only if nine tenths of all lines are.
func TestFormat_NeedsNearlyAllLines(t *testing.T) {
	const code = "def settle(account, period):\n    total = account[period] + 7\n\n    return total\n"
	said := strings.Repeat("> this is what somebody said\n", 36)
	var numbers strings.Builder
	for i := range 36 {
		fmt.Fprintf(&numbers, "%6d\tthis is what somebody said\n", i+1)
	}
	quote := func(src string) string { return "> " + strings.ReplaceAll(strings.TrimSpace(src), "\n", "\n> ") + "\n" }
	many := strings.Repeat(code, 40) // longer than any head
	for _, c := range []struct{ name, src, want string }{
		{"a quotation in a docstring", "\"\"\"\n" + said + "\"\"\"\n" + strings.Repeat(code, 4), "Python"},
		{"a long quotation in a docstring", "\"\"\"\n" + strings.Repeat(said, 9) + "\"\"\"\n" + many, "Python"},
		{"a listing in a docstring", "\"\"\"\n" + numbers.String() + "\"\"\"\n" + strings.Repeat(code, 4), "Python"},
		{"five sixths", quote(code+code+code+code+code) + code, "Python"},
		{"a quotation", "On Monday B wrote:\n" + quote(many), mail},
		{"a quotation below a letter", code + code + quote(many), mail},
		{"a listing", numbers.String(), listing},
		{"a program", many, "Python"},
	} {
		if got := Format(format(t, "Python"), []byte(c.src)); got.Name != c.want {
			t.Errorf("%s: %s, want %s", c.name, got.Name, c.want)
		}
	}
}

// A listing or quotation has the tokens of the program that it shows, each in its place.
func TestLexShown_IsAsTheProgram(t *testing.T) {
	const js = "/* a\n   b */\nfunction settle(account) {\n\n  const s = `${account} of\n  two`;\n  return /a+/.test(s) ? 'x' : \"y\";\n}\n"
	const python = "def settle(account):\n    \"\"\"Sum.\n\n    It's all.\n    \"\"\"\n    for a in account:\n        yield f'{a}', r'\\d'\n"
	const c = "#define B {\n#define E }\nint f(int a) B\n  return g(a); /* that\n  is */\nE\n"
	const java = "class A {\n  int \\u0061b() { return 1; }\n}\n"
	for name, src := range map[string]string{"JavaScript": js, "Python": python, "C": c, "Java": java} {
		l := format(t, name)
		src = strings.Repeat(src, 5)
		number, line := 0, func(string) string { return "" }
		dress := func(as func(string) string) (all string) {
			line, number = as, 0
			for text := range strings.Lines(src) {
				all += line(text)
			}
			return all
		}
		cat := func(text string) string { number++; return fmt.Sprintf("%6d\t%s", number, text) }
		bat := func(text string) string { number++; return fmt.Sprintf("%4d | %s", number, text) }
		mark := func(text string) string { return "> " + text }
		both := func(text string) string { return mark(cat(text)) }
		var want Lexed
		Lex(l, []byte(src), Indexed, &want)
		for way, as := range map[string]func(string) string{"cat": cat, "bat": bat, "mail": mark, "quoted cat": both} {
			dressed := dress(as)
			var got Lexed
			Lex(l, []byte(dressed), Asked, &got)
			if !slices.EqualFunc(got.Tokens, want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash && a.Kind == b.Kind }) {
				t.Errorf("%s, %s: %d tokens, not the %d of the program", name, way, len(got.Tokens), len(want.Tokens))
				continue
			}
			text := func(l *Lexed, src string, k lex.Token) string {
				if words, ok := l.Texts[k.Start]; ok && k.End > k.Start {
					return string(words)
				}
				return src[k.Start:k.End]
			}
			for i, k := range got.Tokens {
				if a, b := text(&got, dressed, k), text(&want, src, want.Tokens[i]); a != b {
					t.Errorf("%s, %s: token %q, want %q", name, way, a, b)
				}
				own := want.Tokens[i]
				if rest := src[own.End:max(own.End, own.Whole)]; strings.Contains(rest, "\n") {
					if k.Whole != 0 {
						t.Errorf("%s, %s: a string has numbers or marks in it", name, way)
					}
				} else if k.Whole > 0 != (own.Whole > 0) || dressed[k.End:max(k.End, k.Whole)] != rest {
					t.Errorf("%s, %s: the string of %q ends at %d of %d", name, way, text(&got, dressed, k), k.Whole, len(dressed))
				}
			}
		}
	}
}
