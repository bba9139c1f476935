package changes

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// results are sources with what a change makes of them. New names are those of seed 1: see NAME.
var results = []struct{ kind, lang, before, after string }{
	{"statements reordered", "c", `
int f(int a) {
	int b = 1;
	/* second */
	int c = 2;
	b = c;
	a = g(3);
	if (a) {
		h(c);
	}
	return a;
}
`, `
int f(int a) {
	/* second */
	int c = 2;
	int b = 1;
	a = g(3);
	b = c;
	if (a) {
		h(c);
	}
	return a;
}
`},
	{"statements reordered", "python", `
def f():
    x = 1
    y = x
    z = 2
    return z
`, `
def f():
    x = 1
    z = 2
    y = x
    return z
`},
	{"functions reordered", "python", `
import sys

class A:
    def f(self):
        return 1

    # about g
    def g(self):
        return [
            2]
`, `
import sys

class A:

    # about g
    def g(self):
        return [
            2]
    def f(self):
        return 1
`},
	{"if and else swapped", "go", `
func f() {
	if a && b { // why
		g()
	} else {
		h()
	}
	if x := y(); x {
		g()
	} else {
		h()
	}
	if a {
		g()
	} else if b {
		h()
	} else {
		i()
	}
}
`, `
func f() {
	if !(a && b) { // why
		h()
	} else {
		g()
	}
	if x := y(); x {
		g()
	} else {
		h()
	}
	if a {
		g()
	} else if b {
		h()
	} else {
		i()
	}
}
`},
	{"if and else swapped", "c", `
void f()
{
	if (a)
		g();
	else
		h();
	if (b)
	{
		g();
	}
	else
	{
		h();
	}
}
`, `
void f()
{
	if (!(a))
		h();
	else
		g();
	if (!(b))
	{
		h();
	}
	else
	{
		g();
	}
}
`},
	{"if and else swapped", "ruby", `
def f
  if a == 1
    g
  else
    h
  end
end
`, `
def f
  unless a == 1
    h
  else
    g
  end
end
`},
	{"types changed", "rust", `
fn f(a: i32, b: Vec<u8>) -> bool { g("i32") }
`, `
fn f(a: i64, b: Box<u16>) -> u8 { g("i32") }
`},
	{"loops rewritten", "php", `<?php
function f($a) {
    foreach ($a['x'] as $k => $v) {
        g($k);
    }
    for (;;) {
        h();
    }
    while (i($a)) {
        j();
    }
}
`, `<?php
function f($a) {
    foreach (array_keys($a['x']) as $k) {
        $v = $a['x'][$k];
        g($k);
    }
    while () {
        h();
    }
    for (; i($a); ) {
        j();
    }
}
`},
	{"loops rewritten", "ruby", `
def f(a)
  a.map(&:b).each do |c|
    g(c)
  end
  3.times do |i|
    g(i)
  end
end
`, `
def f(a)
  for c in a.map(&:b) do
    g(c)
  end
  for i in 0...3 do
    g(i)
  end
end
`},
	{"functions extracted", "javascript", `
function f(a, b) {
  const c = g(a);
  h(c, b, 1, 2, 3, 4, 5, 6);
  i(b, { c: a }, 1, 2, 3, 4);
  j(c);
  return c;
}
`, `
function f(a, b) {
  NAME(c, a, b);
  j(c);
  return c;
}

function NAME(c, a, b) {
  const c = g(a);
  h(c, b, 1, 2, 3, 4, 5, 6);
  i(b, { c: a }, 1, 2, 3, 4);
}
`},
	{"as if decompiled", "java", `
int f(List<A> as) {
    // adds up
    int sum = 0;
    for (int i = 0; i < as.size(); i++) {
        sum += as.get(i).size() - 1;
        if (sum > 10) {
            g();
        } else {
            sum--;
        }
    }
    return sum;
}
`, `int f(List<A> as) {
   int var1 = 0;
   int var2 = 0;
   while (var2 < as.size()) {
      var1 = var1 + (as.get(var2).size() - 1);
      if (!(var1 > 10)) {
         var1 = var1 - 1;
      } else {
         g();
      }
      var2 = var2 + 1;
   }
   return var1;
}
`},
	{"Java as Kotlin", "java", `
public class A extends B {
    @Override
    public final void f(final List<String> a, int b) throws C {
        Map<String, int> m = new HashMap<>();
        for (final String s : a) {
            m.put(s, b);
        }
    }
}
`, `
 class A : B {
    @Override
      fun f(a: List<String>, b: Int) {
        val m: Map<String, Int> =  HashMap<>()
        for (s in a) {
            m.put(s, b)
        }
    }
}
`},
	{"Java as C#", "java", `
class A implements B {
    boolean f(String a) throws C {
        for (String s : a.split("x")) {
            g();
        }
        return super.f(a);
    }
}
`, `
class A : B {
    bool F(string a) {
        foreach (string s in a.Split("x")) {
            G();
        }
        return base.F(a);
    }
}
`},
	{"JavaScript as TypeScript", "javascript", `
async function f(a, b) {
  const c = g(a);
  var d = [b];
}
`, `
async function f(a: any, b: any): any {
  const c: any = g(a);
  let d: any = [b];
}
`},
	{"functions inlined", "java", `
class A {
    void f(int a) {
        if (a) {
            g();
        }
        return;
    }

    void h() {
        for (;;) {
            this.f(1);
        }
    }
}
`, `
class A {

    void h() {
        for (;;) {
            if (a) {
                g();
            }
        }
    }
}
`},
}

func TestKinds_Results(t *testing.T) {
	for _, r := range results {
		lang, _ := lex.Lookup(r.lang)
		s := &source{name: r.kind, text: r.before, lang: lang}
		made := kindNamed(t, r.kind).change(1, s, nil)
		if len(made) != 1 {
			t.Errorf("%s, %s: %d copies", r.lang, r.kind, len(made))
			continue
		}
		name := newNamer(randomFor(1, r.kind, r.kind), s.parse()).fresh("name")
		if after := strings.ReplaceAll(r.after, "NAME", name); made[0] != after {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", r.lang, r.kind, made[0], after)
		}
	}
}

func TestRenamed_KeepsImportedNames(t *testing.T) {
	for lang, texts := range map[string][2]string{
		"python": {"import os\nos.path(name)\n", "import os\nos."}, "go": {"import \"a/os\"\nfunc f() { os.G(x) }\n", "os."},
	} {
		l, _ := lex.Lookup(lang)
		made := kindNamed(t, "names renamed").change(1, &source{text: texts[0], lang: l}, nil)
		if len(made) != 1 || !strings.Contains(made[0], texts[1]) {
			t.Errorf("%s: %q", lang, made)
		}
	}
}

func TestLiterals_KeepEscapes(t *testing.T) {
	rng := randomFor(1)
	for _, text := range []string{`"\n%d ${name} #{x} {y}"`, `"ab"`, "'\\t'"} {
		if got := otherWords(rng, text); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
	for text, prefix := range map[string]string{`"the word"`: `"`, `b'word'`: "b'", "\"\"\"doc\nstring\"\"\"": `"""`} {
		if got := otherWords(rng, text); got == text || len(got) != len(text) || !strings.HasPrefix(got, prefix) {
			t.Errorf("%s became %s", text, got)
		}
	}
	for text, suffix := range map[string]string{"10u32": "u32", "0x1F": "F", "1.5": "", "017": ""} {
		if got := otherDigits(rng, text); got == text || len(got) != len(text) || !strings.HasSuffix(got, suffix) {
			t.Errorf("%s became %s", text, got)
		}
	}
}

// What is behind the only class is no half.
func TestFileSplit_LeavesNoScrap(t *testing.T) {
	lang, _ := lex.Lookup("javascript")
	s := &source{text: "class A {\n  f() {\n    g(1, 2);\n  }\n\n  h() {\n    i(1, 2);\n  }\n}\nfunction j() {\n}\n", lang: lang}
	made := kindNamed(t, "file split in two").change(1, s, nil)
	if len(made) != 2 || strings.Contains(made[0], "i(1") || !strings.Contains(made[1], "class A {\n\n  h()") {
		t.Errorf("%q", made)
	}
}

func TestFileSplit_DividesAClass(t *testing.T) {
	before := "import x;\n\nclass A {\n    int f() {\n        return 1;\n    }\n\n    int g() {\n        return 2;\n    }\n}\n"
	lang, _ := lex.Lookup("java")
	s := &source{text: before, lang: lang}
	made := kindNamed(t, "file split in two").change(1, s, nil)
	if len(made) != 2 || strings.Contains(made[0], "g()") || strings.Contains(made[1], "f()") {
		t.Fatalf("%q", made)
	}
	for _, half := range made {
		if !strings.HasPrefix(half, "import x;\n\nclass A {\n") || !strings.HasSuffix(half, "}\n}\n") {
			t.Errorf("%q", half)
		}
	}
}

func TestFilesMerged_HasOneHeader(t *testing.T) {
	lang, _ := lex.Lookup("php")
	a := &source{text: "<?php\n\nuse A;\n\nf();\n", lang: lang}
	b := &source{text: "<?php\nuse B;\ng();\n// end\n", lang: lang}
	made := kindNamed(t, merged).change(1, a, &material{other: b})
	if want := "<?php\n\nuse A;\nuse B;\n\nf();\ng();\n// end\n"; len(made) != 1 || made[0] != want {
		t.Errorf("%q, want %q", made, want)
	}
}

func TestRelaid_RemovesComments(t *testing.T) {
	lang, _ := lex.Lookup("python")
	s := &source{text: "# one\nif a:\n    # two\n\n    b = '#' # three\n", lang: lang}
	made := kindNamed(t, "no comments, re-laid out").change(1, s, nil)
	if len(made) != 1 || strings.Count(made[0], "\n") != 2 || strings.Count(made[0], "#") != 1 ||
		strings.Contains(made[0], "\n    b") {
		t.Errorf("%q", made)
	}
}
