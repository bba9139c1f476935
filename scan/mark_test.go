package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// reportOn is the report of copies at lines of a file.
func reportOn(file File, lines ...answer.Lines) *Report {
	r := &Report{Files: []File{file}}
	for i, l := range lines {
		r.Findings = append(r.Findings, Finding{
			File: file.Path, Class: Copy, Kind: "verbatim", Matches: []Match{{File: l, Weight: float64(100 + i)}},
			Origin: Origin{
				Content: "c0ffee", SWHID: "swh:1:cnt:c0ffee", Copyright: []string{"Copyright (c) 2019 Jane */ --> Doe"},
				Occurrence: index.Occurrence{Path: "a/b.c", Collection: "up", Origin: corpus.Origin{License: "MIT"}},
			},
		})
	}
	return r
}

func TestMark_Languages(t *testing.T) {
	for name, want := range map[string]string{
		"Go": "// SPDX-SnippetBegin", "Python": "# SPDX-SnippetBegin", "HTML": "<!-- SPDX-SnippetBegin -->", "CSS": "/* SPDX-SnippetBegin */",
	} {
		l, _ := lex.Lookup(name)
		source := "<a>\n  <b>\n  </b>\n</a>\n"
		r := reportOn(File{Path: "x", Language: l.Name}, answer.Lines{From: 2, To: 3})
		marked, unmarked := r.Mark(r.Files[0], []byte(source))
		if len(unmarked) != 1 || unmarked[0].Why != "" || !strings.Contains(string(marked), "\n  "+want+"\n") {
			t.Errorf("%s: %+v, marked\n%s", name, unmarked, marked)
		}
	}
}

// A file is lexed few times, however many copies it has, and whether they can be marked or not.
func TestMark_LexesAFileFewTimes(t *testing.T) {
	for text, marked := range map[string]bool{"f()\n": true, "b {} /*\nc {}\n*/\n": false} {
		l, _ := lex.Lookup(map[bool]string{true: "Go", false: "CSS"}[marked])
		source := strings.Repeat("a\n"+text, 1000)
		n := strings.Count(text, "\n") + 1
		var lines []answer.Lines
		for i := range 1000 {
			lines = append(lines, answer.Lines{From: i*n + 2, To: i*n + 2})
		}
		r := reportOn(File{Path: "x", Language: l.Name}, lines...)
		m := marker{report: r, lines: bytes.SplitAfter([]byte(source), []byte("\n")), language: l, plain: l.Lex(nil, []byte(source))}
		all := m.copies("x")
		m.refuse(all)
		if m.lexed > 1 == marked || m.lexed > 3*mostLexed || len(all) != 1000 || (all[0].Why == "") != marked {
			t.Errorf("%q: lexed %d times, %d copies, %s", text, m.lexed, len(all), all[0].Why)
		}
	}
}

// Marks change no token, every copy that is marked is enclosed, and a patch that git applies makes
// the same file.
func TestMark_ChangesNoProgram(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	pieces := []string{
		"x := f(1, 2)", "\ty[3] = `raw", "string", "end` + z", "/* a comment", "of two lines */", "#define A \\", "  b \\", "  c", "", "}", "if q {",
	}
	l, _ := lex.Lookup("Go")
	folder := t.TempDir()
	for round := range 300 {
		var lines []string
		for range 1 + random.IntN(20) {
			lines = append(lines, pieces[random.IntN(len(pieces))])
		}
		end := []string{"\n", "\r\n"}[random.IntN(2)]
		source := strings.Join(lines, end)
		if random.IntN(2) == 0 {
			source += end
		}
		var copies []answer.Lines
		for range 1 + random.IntN(3) {
			from := 1 + random.IntN(len(lines))
			copies = append(copies, answer.Lines{From: from, To: min(len(lines), from+random.IntN(6))})
		}
		r := reportOn(File{Path: "f.go", Language: l.Name}, copies...)
		marked, unmarked := r.Mark(r.Files[0], []byte(source))
		same := func(x, y lex.Token) bool { return x.Hash == y.Hash && x.Kind == y.Kind }
		if !slices.EqualFunc(l.Lex(nil, []byte(source)), l.Lex(nil, marked), same) {
			t.Fatalf("%q has other tokens with marks: %q", source, marked)
		}
		begins := strings.Count(string(marked), beginMark)
		could := 0
		for _, u := range unmarked {
			if u.Why == "" {
				could++
			}
		}
		if begins != could || begins != strings.Count(string(marked), endMark) {
			t.Fatalf("%d marks for %d copies: %q", begins, could, marked)
		}
		isOpen := false
		for _, line := range strings.Split(string(marked), "\n") {
			if begin := strings.Contains(line, beginMark); begin || strings.Contains(line, endMark) {
				if begin == isOpen {
					t.Fatalf("marks overlap: %q", marked)
				}
				isOpen = begin
			}
			if strings.Contains(line, beginMark) && strings.Contains(line, "\\") {
				t.Errorf("a mark continues: %q", line)
			}
		}
		applies(t, folder, fmt.Sprintf("f%d.go", round), source, string(marked))
	}
}

// applies lets git apply the patch, if there is git.
func applies(t *testing.T, folder, name, source, marked string) {
	t.Helper()
	patch := Patch(name, []byte(source), []byte(marked))
	if patch == "" {
		if source != marked {
			t.Fatalf("no patch from %q to %q", source, marked)
		}
		return
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	path := filepath.Join(folder, name)
	must(t, os.WriteFile(path, []byte(source), 0o644))
	cmd := exec.Command("git", "apply", "-")
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(patch)
	cmd.Env = append(os.Environ(), "GIT_DIR="+filepath.Join(folder, "none"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s\n%s", err, out, patch)
	}
	got, err := os.ReadFile(path)
	must(t, err)
	if string(got) != marked {
		t.Fatalf("the patch makes %q, want %q", got, marked)
	}
}

// Names of any characters stay names: git and patch apply the patch to that file, and to no other.
func TestPatch_NamesOfAnyCharacters(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such names cannot be made")
	}
	for _, name := range []string{
		"a b.go", " a", "a ", "a\tb.go", "q\"q.go", "b\\n.go", "é.go", "\xff.go", "n\n+++ b/victim.go\n@@ -1,1 +1,1 @@\n-safe\n+lost\n.go",
	} {
		folder := t.TempDir()
		must(t, os.WriteFile(filepath.Join(folder, "victim.go"), []byte("safe\n"), 0o644))
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		applies(t, folder, name, "x\ny\n", "// z\nx\ny\n")
		if got, err := os.ReadFile(filepath.Join(folder, "victim.go")); string(got) != "safe\n" {
			t.Errorf("%q: another file is changed: %q, %v", name, got, err)
		}
	}
}

// What is inserted holds nothing that any reader of the file could take for more than a comment.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"2019 Jane Doe <jane.doe@example.org>, (c) others": "2019 Jane Doe <jane.doe@example.org>, (c) others",
		`x \u000a static { }`:                              "x  u000a static ( )",
		"$(shell touch x) `y` ${z}":                        "(shell touch x) 'y'  (z)",
		"a --!><script> --> b":                             "a -!)(script) -) b",
		"a ??/":                                            "a ?/",
		"*/ #include ?> %> (* \" \x1b[31m\u202e":           "/ #include ?) %) (  '  (31m",
		"-*- coding: utf-7 -*-":                            "- - coding  utf-7 - -",
		"<a@b-->c":                                         "(a@b-)c",
		"José Ñandú, 日本":                                   "José Ñandú, 日本",
		"\xff":                                             "",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

// Where a comment would be more than a comment there is no mark.
func TestMark_NotWhereCommentsMeanMore(t *testing.T) {
	for _, at := range []struct{ language, source, why string }{
		{"Perl", "while(<DATA>){print}\n__DATA__\na\nb\n", "it is data after __DATA__"},
		{"Ruby", "a\n__END__\na\nb\n", "it is data after __END__"},
		{"Go", "package p\n// #include <math.h>\nimport \"C\"\nvar x = C.pi\n", `the comment before import "C" is C`},
	} {
		r := reportOn(File{Path: "x", Language: at.language}, answer.Lines{From: 3, To: 4})
		marked, unmarked := r.Mark(r.Files[0], []byte(at.source))
		if len(unmarked) != 1 || unmarked[0].Why != at.why || string(marked) != at.source {
			t.Errorf("%s: %+v, marked\n%s", at.language, unmarked, marked)
		}
	}
}

func FuzzMark(f *testing.F) {
	f.Add("Go", "a\nb\\\nc", 1, 2)
	f.Add("HTML", "<!DOCTYPE a>\n<b>", 1, 2)
	f.Fuzz(func(t *testing.T, language, source string, from, to int) {
		lines := countLines([]byte(source))
		if from < 1 || to < from || to > lines {
			return
		}
		r := reportOn(File{Path: "x", Language: language}, answer.Lines{From: from, To: to})
		marked, _ := r.Mark(r.Files[0], []byte(source))
		if patch := Patch("x", []byte(source), marked); (patch == "") != (source == string(marked)) {
			t.Errorf("patch %q from %q to %q", patch, source, marked)
		}
	})
}

func TestMark_LeavesWhatIsMarkedOrDecided(t *testing.T) {
	l, _ := lex.Lookup("Go")
	source := "package p\n\n// SPDX-SnippetBegin\n// SPDX-License-Identifier: MIT\nfunc f() {\n\tg(1)\n}\n// SPDX-SnippetEnd\n\nfunc h() {\n\tg(2)\n}\n"
	r := reportOn(File{Path: "x.go", Language: l.Name}, answer.Lines{From: 5, To: 7}, answer.Lines{From: 10, To: 12})
	if _, unmarked := r.Mark(r.Files[0], []byte(source)); len(unmarked) != 1 || unmarked[0].Lines.From != 10 {
		t.Errorf("unmarked %+v", unmarked)
	}
	r.Findings[1].Decision = &Decision{Decision: OwnWork}
	if marked, unmarked := r.Mark(r.Files[0], []byte(source)); len(unmarked) != 0 || string(marked) != source {
		t.Errorf("unmarked %+v, marked %q", unmarked, marked)
	}
}

// Matches of a finding whose marks would touch or overlap, because a line is continued, have one
// mark.
func TestMark_JoinsCopiesThatTouch(t *testing.T) {
	source := "#define A(x) f(x)\n#define B(x) \\\n\tf(x); \\\n\tg(x)\nint b;\nint c;\nint d;\n"
	r := reportOn(File{Path: "f.c", Language: "C"})
	match := func(key string, from, to int) Match {
		return Match{Key: key, File: answer.Lines{From: from, To: to}, Weight: 10, Kind: "verbatim"}
	}
	r.Findings = []Finding{{File: "f.c", Class: Copy, Status: Undecided, Open: true, Kind: "verbatim", Matches: []Match{match("0-1", 1, 2), match("0-2", 3, 5)}}}
	marked, unmarked := r.Mark(r.Files[0], []byte(source))
	if len(unmarked) != 1 || unmarked[0].Lines != (answer.Lines{From: 1, To: 5}) || strings.Count(string(marked), beginMark) != 1 {
		t.Errorf("%+v, %s", unmarked, marked)
	}
	if !strings.HasPrefix(string(marked), "// SPDX") || !strings.HasSuffix(string(marked), "int b;\n// SPDX-SnippetEnd\nint c;\nint d;\n") {
		t.Error(string(marked))
	}
}
