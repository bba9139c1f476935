package detect

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestLanguage_ByName(t *testing.T) {
	for name, want := range map[string]string{
		"main.go": "Go", "MAIN.GO": "Go", "a/b/x.java": "Java", `a\b\x.py`: "Python", "x.tsx": "TypeScript",
		"x.mjs": "JavaScript", "x.rs": "Rust", "x.cu": "Cuda", "x.hpp": "C++", "x.c": "C", "x.sh": "Shell", ".bashrc": "Shell",
		"x.f": "Fortran Fixed Form", "X.FOR": "Fortran Fixed Form", "x.f90": "Fortran",
		"x.h.in": "C", "x.py.bak": "Python", "x.c~": "C", "SConstruct": "Python", "Dockerfile.tmpl": "Dockerfile",
		"Rakefile.SAMPLE": "Ruby", "CMakeLists.txt.in": "CMake", "x.M4~": "Text", "~": "Text",
		"README": "Text", "README.md": "Markdown", "x.ipynb": "Jupyter Notebook", "x.patch": "Diff", "x.txt": "Text", "x.rst": "Text", "x.nosuch": "Text", "..": "Text", "/": "Text",
		".": "Text", "noext": "Text", ".in": "Text", "x.in.in.in.in": "Text",
	} {
		if got := Language(name, nil).Name; got != want {
			t.Errorf("Detect(%q) = %s, want %s", name, got, want)
		}
	}
}

func TestLanguage_ByContent(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"tool", "#!/usr/bin/env python3\nprint(1)\n", "Python"},
		{"tool", "#!/bin/sh\necho\n", "Shell"},
		{"tool", "#!/usr/bin/env -S node --x\n", "JavaScript"},
		{"tool", "hello\n# vim: ft=python\n", "Python"},
		{"x.h", "#ifndef X\n#define X\nint f(struct class *p);\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n", "C"},
		{"x.h", "// class X\nnamespace a { class B; }\n", "C++"},
		{"x.h", "template <typename T> T f();\n", "C++"},
		{"x.h", "struct a { int template; };\n", "C"},
		{"x.h", "", "C"},
		{"x.ts", "<?xml version=\"1.0\"?>\n<TS/>", "XML"}, {"x.rs", "<node id=\"1\">\n", "XML"}, {"x.rs", "<T as Clone>::clone(&it);\n", "Rust"},
		{"", "\uFEFF\n<?xml version=\"1.0\"?>\n<a/>", "XML"},
		{"", "<p>don't</p>\n<?php f($x); ?>\n", "PHP"},
		{"", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@x:y\n", "INI"},
		{"", "# units\n[Unit]\nDescription=A service\nAfter=network.target\n\n[Install]\nWantedBy=x.target\n", "INI"},
		{"", "; it's\n[a b]\nkey=1\n  more (of) it\n", "INI"},
		{"", "[tox]\nenvlist = py36,py37\ndeps: pytest\n", "INI"},
		{"", "[package]\nname = \"foo\"\nedition = 2021\n[dependencies]\nserde = { version = \"1.0\" }\n", "TOML"},
		{"", "[Test]\nx = y;\nfoo();\nvoid F() { var a = new List<int>(); return a; }\n", "C#"},
		{"x.f", "subroutine s\n  integer :: c\n  c = 1\nend\n", "Fortran"},
		{"x.f", "      subroutine s\n\n", "Fortran Fixed Form"},
		{"x.f77", "c it's\n      call f(a,\n     &  b)\n", "Fortran Fixed Form"},
		{"x.for", "  call f(a, &\n     b)\nc = 1\n", "Fortran"},
		{"x.f90", "* x\n", "Fortran"},
		{"", "C     Sum\n      SUBROUTINE S(N, X)\n      INTEGER N\n      REAL X(N)\n      DO 10 I = 1, N,\n     & 2\n   10 CONTINUE\n      END\n", "Fortran Fixed Form"},
		{"", "subroutine s(n, x)\n  implicit none\n  integer, intent(in) :: n\n  do i = 1, n\n  end do\nend subroutine s\n", "Fortran"},
		{"", "#!/bin/bash\nls\n", "Shell"}, {"", "", "Text"}, {"-", " \n", "Text"},
		{"-", "The quick brown fox jumps over the lazy dog, and nobody minds.\n", "Text"},
		{"", "#include <stdio.h>\nint main(void) {\n\tprintf(\"x\");\n\treturn 0;\n}\n", "C"},
		{"", "import os\n\ndef f(self, x):\n    if x is None:\n        return os.path.join(x)\n", "Python"},
		{"", "public class A {\n  public static void main(String[] args) {\n    System.out.println(args[0]);\n  }\n}\n", "Java"},
	} {
		if got := Language(c.name, []byte(c.content)).Name; got != c.want {
			t.Errorf("Detect(%q, %.30q) = %s, want %s", c.name, c.content, got, c.want)
		}
	}
}

func TestCandidates_OfNames(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 3, 1000} {
		got := Candidates("", []byte("x = y + 1;\n"), n)
		if len(got) < 1 || len(got) > max(n, 1) {
			t.Errorf("%d candidates for n=%d", len(got), n)
		}
		seen := map[*lex.Language]bool{}
		for _, l := range got {
			if l == nil || seen[l] {
				t.Errorf("n=%d: nil or twice: %v", n, got)
			}
			seen[l] = true
		}
	}
	if got := Candidates("x.go", nil, 5); len(got) != 1 || got[0].Name != "Go" {
		t.Errorf("a name that decides: %v", got)
	}
}

func TestCandidates_Deterministic(t *testing.T) {
	content := []byte("zzq qqz :: [x] -> y")
	want := Candidates("", content, 100)
	for range 20 {
		for i, l := range Candidates("", content, 100) {
			if l != want[i] {
				t.Fatalf("candidate %d is %s, was %s", i, l, want[i])
			}
		}
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("x.h", []byte("class A {"))
	f.Add("", []byte("<?xml"))
	f.Add("a/.", []byte("#!/usr/bin/env"))
	f.Add("x.pl", []byte("<a b=\"c>"))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		if Language(name, content) == nil {
			t.Fatal("nil")
		}
	})
}
