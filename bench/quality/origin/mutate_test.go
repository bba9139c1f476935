package origin

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

const goCode = `// Sum adds up.
func Sum(values []int, err error) (total int) {
	for i, v := range values { // each
		if v < 0 || v > 1000 &&
			v != 4242 {
			return -1
		}

		/* a comment
		   of two lines */
		total += v * len(values[i:])
		fmt.Println("a // b", 'x', ` + "`raw\n  text`" + `, total)
	}
	return total
}
`

const cCode = `#include <stdio.h>
#define MAX(a, b) /* two
   lines */ \
	((a) > (b) ? (a) : (b))
#ifdef DEBUG // yes
static int debug = 1;
#endif
/* the
 * work */
struct list *walk(struct list *l, int n)
{
	for (int i = 0; i < n && l->next; i++) {
		l = l->next;	/* on */
		if (!l || n - -i > 3) return NULL; else n--;
	}
	char *s = "a" "b\"" ;
	int t[] = { 1, 2, 0x3f, 'c' };
	do { t[0]++; } while (t[0] < 10);
	return l;
}
`

const pythonCode = `        if x > 1:
            # why not
            values = [
                1, 2,
              3,
            ]

            total = sum(v for v in values if v) + \
                len(values)
            print("""a # text
   of lines""", total)
        else:
            return {"a": 1, 'b': f"{x}"}
    def other(self, name=None):
        """Say something."""
        return self.walk(name, 1.5, *args, **kwargs)
`

const shellCode = `#!/bin/sh
# set up
for f in "$@"; do
    if [ -f "$f" ] && grep -q 'x y' "$f"   # found
    then
        cat <<END
  text $f # no comment
END
        name=${f%.c}; echo "$name" \
            | sed -e s/a/b/ > /dev/null 2>&1
    fi
done
`

const jsCode = `// greet
export function greet(name, ...rest) {
  const text = ` + "`hello ${name} // no comment`" + `
  let re = /a[/]b/g, n = 4 / 2
  return rest.map((r) => r?.name ?? "none", {
    a: 1, /* one */ b: [2, 3],
  }).filter(x => x !== null && x > n)
}
`

const rustCode = `#[derive(Debug)]
fn longest<'a>(x: &'a str, y: &'a [u8]) -> Option<&'a str> {
    // compare
    let n = y.len() as usize..=10; /* nested /* comment */ */
    match x { "a" => None, r#"raw "text""# => Some(x), _ => { println!("{}", 'c'); None } }
}
`

const javaCode = `/** Docs. */
@Override public <T extends List<String>> Map<String, T> get(final int n) throws IOException {
    // nothing
    for (String s : names) { result.put(s, (T) new ArrayList<>()); }
    return n >>> 2 > 1 ? result : null;
}
`

var samples = map[string]string{
	"x.go": goCode, "x.c": cCode, "x.py": pythonCode, "x.sh": shellCode, "x.js": jsCode, "x.rs": rustCode,
	"x.java": javaCode,
}

// sampleSnippet makes a snippet of a whole text.
func sampleSnippet(t *testing.T, name, text string) *snippet {
	t.Helper()
	lang := detect.Language(name, []byte(text))
	if !code.IsCode(lang) {
		t.Fatalf("%s is detected as %s", name, lang.Name)
	}
	src := sourceOf(name, text, lang)
	return newSnippet(src, src.content, src.tokens)
}

func sourceOf(name, text string, lang *lex.Language) *source {
	content := []byte(text)
	return &source{document: document{name: name}, content: content, lang: lang, tokens: lang.Lex(nil, content)}
}

// forEachSample runs a test on all samples with several seeds.
func forEachSample(t *testing.T, test func(t *testing.T, rng *rand.Rand, s *snippet)) {
	for name, text := range samples {
		t.Run(name, func(t *testing.T) {
			s := sampleSnippet(t, name, text)
			for seed := range uint64(40) {
				test(t, rand.New(rand.NewPCG(seed, 0)), s)
			}
		})
	}
}

func texts(src []byte, tokens []lex.Token) []string {
	var all []string
	for _, t := range tokens {
		all = append(all, string(src[t.Start:t.End]))
	}
	return all
}

func TestRelaid_KeepsTokensDropsComments(t *testing.T) {
	forEachSample(t, func(t *testing.T, rng *rand.Rand, s *snippet) {
		out, why := reformat(rng, s)
		if why != used {
			t.Fatalf("not relaid: %s", why)
		}
		tokens := s.lang.Lex(nil, out)
		got, want := texts(out, tokens), texts(s.source, s.tokens)
		if strings.Join(got, "\x00") != strings.Join(want, "\x00") {
			t.Fatalf("tokens differ:\n%s", out)
		}
		if bytes.Equal(out, s.source) {
			t.Errorf("nothing was changed:\n%s", out)
		}
		if left := strings.Trim(between(out, code.Whole(s.lang, out)), " \t\n\\"); left != "" {
			t.Errorf("%q is left between the tokens of\n%s", left, out)
		}
	})
}

// between returns the text between the tokens.
func between(src []byte, tokens []lex.Token) string {
	var b strings.Builder
	at := uint32(0)
	for _, t := range tokens {
		b.Write(src[at:t.Start])
		at = t.End
	}
	b.Write(src[at:])
	return b.String()
}

func TestRelaid_KeepsDirectives(t *testing.T) {
	s := sampleSnippet(t, "x.c", cCode)
	for seed := range uint64(40) {
		out, _ := reformat(rand.New(rand.NewPCG(seed, 0)), s)
		var directives []string
		for line := range strings.Lines(strings.ReplaceAll(string(out), "\\\n", "")) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				directives = append(directives, strings.Join(strings.Fields(line), " "))
			}
		}
		want := "#include <stdio.h>|#define MAX(a, b) ((a) > (b) ? (a) : (b))|#ifdef DEBUG|#endif"
		if got := strings.Join(directives, "|"); got != want {
			t.Fatalf("directives are %s, want %s", got, want)
		}
	}
}

// It compares the indentation of Python's logical lines.
func TestRelaid_KeepsIndentation(t *testing.T) {
	s := sampleSnippet(t, "x.py", pythonCode)
	firsts := []string{"if", "values", "total", "print", "else", "return", "def", `"""Say`, "return self"}
	depths := []int{1, 2, 2, 2, 1, 2, 0, 1, 1}
	for seed := range uint64(40) {
		out, _ := reformat(rand.New(rand.NewPCG(seed, 0)), s)
		widths := make(map[int]int)
		for i, width := range columnsOf(t, string(out), firsts) {
			if known, ok := widths[depths[i]]; ok && known != width {
				t.Fatalf("%q is at column %d, its like at %d:\n%s", firsts[i], width, known, out)
			}
			widths[depths[i]] = width
		}
		if widths[0] >= widths[1] || widths[1] >= widths[2] {
			t.Fatalf("indentations are out of order: %v\n%s", widths, out)
		}
	}
}

// columnsOf returns the columns of the lines that start with the given texts, in this order.
func columnsOf(t *testing.T, text string, firsts []string) []int {
	t.Helper()
	var columns []int
	for line := range strings.Lines(text) {
		next := len(columns)
		if next < len(firsts) && strings.HasPrefix(strings.TrimSpace(line), firsts[next]) {
			columns = append(columns, code.Column(line))
		}
	}
	if len(columns) < len(firsts) {
		t.Fatalf("no line starts with %q in\n%s", firsts[len(columns)], text)
	}
	return columns
}

func TestRenamed_IsBijectionKeepsStructure(t *testing.T) {
	forEachSample(t, func(t *testing.T, rng *rand.Rand, s *snippet) {
		out, why := rename(rng, s)
		if why != used {
			t.Fatalf("not renamed: %s", why)
		}
		tokens := s.lang.Lex(nil, out)
		if len(tokens) != len(s.tokens) {
			t.Fatalf("%d tokens became %d", len(s.tokens), len(tokens))
		}
		there, back := make(map[string]string), make(map[string]string)
		old := texts(s.source, s.tokens)
		for i, name := range texts(out, tokens) {
			if tokens[i].Kind != s.tokens[i].Kind {
				t.Fatalf("%q, a %v, became %q, a %v", old[i], s.tokens[i].Kind, name, tokens[i].Kind)
			}
			isName := tokens[i].Kind == lex.Identifier && name != "END" // which ends a here-document
			if isName == (name == old[i]) {
				t.Fatalf("%q, a %v, became %q", old[i], s.tokens[i].Kind, name)
			}
			if known, ok := there[old[i]]; ok && known != name {
				t.Fatalf("%q became %q and %q", old[i], known, name)
			}
			if known, ok := back[name]; ok && known != old[i] {
				t.Fatalf("%q and %q became %q", old[i], known, name)
			}
			there[old[i]], back[name] = name, old[i]
		}
	})
}

func TestEdited_HasStatedShares(t *testing.T) {
	foreignLine := []byte("foreign = material(1, 2);\n")
	forEachSample(t, func(t *testing.T, rng *rand.Rand, s *snippet) {
		m, why := edit(rng, s, [][]byte{foreignLine})
		if why != used {
			t.Fatalf("not edited: %s", why)
		}
		out := m.source
		full := fullLines(s.source)
		added := bytes.Count(out, foreignLine)
		kept := fullLines(bytes.ReplaceAll(out, foreignLine, nil))
		if added != share(full, 0.15) || full-kept != share(full, 0.10) {
			t.Errorf("of %d lines, %d were dropped and %d added", full, full-kept, added)
		}
	})
}

// fullLines counts the lines that are not blank.
func fullLines(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		if !blank(line) {
			n++
		}
	}
	return n
}
