package lex

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	enry "github.com/go-enry/go-enry/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixtureName returns the file name of a language's fixture, without extension. Templates in
// several hosts have one.
func fixtureName(l *Language) string {
	name := l.Name
	if l.row != nil {
		name = cmp.Or(l.row.HostOf, name)
	}
	name = strings.NewReplacer("+", "p", "#", "sharp", " ", "-", "/", "-").Replace(name)
	return strings.ToLower(name)
}

// golden writes tokens one per line, as `kind text`, with line breaks in a text shown as ⏎.
func golden(src []byte, tokens []Token) string {
	var out strings.Builder
	for _, t := range tokens {
		text := strings.NewReplacer("\r", "", "\n", "⏎").Replace(string(src[t.Start:t.End]))
		out.WriteString(t.Kind.String() + " " + text + "\n")
	}
	return out.String()
}

func TestLanguage_Fixtures(t *testing.T) {
	for _, l := range Languages() {
		if l.row != nil && l.row.HostOf != "" {
			continue // see TestLex_TemplatesInOtherHosts
		}
		t.Run(l.Name, func(t *testing.T) {
			base := filepath.Join("testdata", "lang", fixtureName(l))
			src, err := os.ReadFile(base + ".src")
			if err != nil {
				t.Fatalf("every language needs a fixture: %v", err)
			}
			got := golden(src, l.Lex(nil, src))
			if *update {
				if err := os.WriteFile(base+".tokens", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(base + ".tokens")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("tokens differ from %s.tokens in line %d; look at the change and run with -update", base, firstDifference(got, string(want)))
			}
			checkTokens(t, l, src, l.Lex(nil, src))
		})
	}
}

// firstDifference returns the number of the first line in which two texts differ.
func firstDifference(a, b string) int {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return i + 1
		}
	}
	return min(len(x), len(y)) + 1
}

func TestLanguage_FixturesAreAllUsed(t *testing.T) {
	files, err := filepath.Glob("testdata/lang/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	used := map[string]bool{}
	for _, l := range Languages() {
		used[fixtureName(l)] = true
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)); !used[name] {
			t.Errorf("%s belongs to no language", file)
		}
	}
}

func TestLanguages_SortedAndDistinct(t *testing.T) {
	var names []string
	for _, l := range Languages() {
		names = append(names, l.Name)
	}
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %v", names)
	}
	if distinct := slices.Compact(slices.Clone(names)); len(distinct) != len(names) {
		t.Errorf("a name stands twice: %v", names)
	}
}

func TestLookup_Names(t *testing.T) {
	for query, want := range map[string]string{
		"go": "Go", "golang": "Go", "GOLANG": "Go", "cpp": "C++", "c++": "C++", "C++": "C++", "cc": "C++", "c": "C",
		"py": "Python", "python3": "Python", "js": "JavaScript", "node": "JavaScript", "tsx": "TypeScript",
		"ts": "TypeScript", "rs": "Rust", "bash": "Shell", "zsh": "Shell", "text": "Text", "md": "Markdown", "patch": "Diff", "ipynb": "Jupyter Notebook", "java": "Java",
		"cuda": "Cuda", " Java ": "Java", "fortran": "Fortran", "f90": "Fortran", "f": "Fortran Fixed Form", "f77": "Fortran Fixed Form",
	} {
		l, ok := Lookup(query)
		if !ok || l.Name != want {
			t.Errorf("Lookup(%q) = %v, %v; want %s", query, l, ok, want)
		}
	}
	for _, query := range []string{"", "nosuch", "a.go", "../x"} {
		if l, ok := Lookup(query); ok {
			t.Errorf("Lookup(%q) = %v, want none", query, l)
		}
	}
	for _, l := range Languages() {
		if found, ok := Lookup(l.Name); !ok || found != l {
			t.Errorf("Lookup(%q) = %v", l.Name, found)
		}
	}
}

// TestLanguage_Rows finds slips in the rows which would otherwise just have no effect.
func TestLanguage_Rows(t *testing.T) {
	for _, l := range codeLanguages() {
		r := l.row
		keywords := strings.Fields(r.Keywords)
		for word := range strings.FieldsSeq(r.ValueWords) {
			if !slices.Contains(keywords, word) {
				t.Errorf("%s: value word %q is no keyword", l, word)
			}
		}
		if r.FoldCase && (strings.ToLower(r.Keywords) != r.Keywords || strings.ToLower(r.Operators) != r.Operators) {
			t.Errorf("%s: keywords and operators must be in lower case", l)
		}
		for op := range strings.FieldsSeq(r.Operators) {
			if len(op) > 8 || isLetter(op[0]) {
				t.Errorf("%s: operator %q is too long or starts with a letter", l, op)
			}
		}
		for _, name := range r.Dialects() {
			if _, ok := enry.GetLanguageByAlias(name); !ok {
				t.Errorf("%s: linguist knows no %q", l, name)
			}
		}
		for item := range strings.FieldsSeq(r.Embed + " x=" + l.Name) {
			if _, name, _ := strings.Cut(item, "="); r.Embed != "" && named(name) == nil {
				t.Errorf("%s: no language %q to embed", l, name)
			}
		}
		if r.Host != "" && (named(r.Host) == nil || r.Tags == "" && (strings.Fields(r.OpenTags) == nil || closeTag(r) == nil)) {
			t.Errorf("%s: Outside %q without language, islands or their end", l, r.Host)
		}
		checkTags(t, r)
		checkSpans(t, l)
	}
}

// checkTags finds slips in the fields of templates.
func checkTags(t *testing.T, r *language.Row) {
	t.Helper()
	for _, list := range []string{r.Tags, r.TagComments, r.CommentTags} {
		if len(strings.Fields(list))%2 != 0 {
			t.Errorf("%s: %q is no list of pairs", r.Name, list)
		}
	}
	all := strings.Fields(r.TagComments + " " + r.Tags)
	for i := 0; i < len(all); i += 2 {
		for k := i + 2; k < len(all); k += 2 {
			if all[k] != all[i] && strings.HasPrefix(all[k], all[i]) {
				t.Errorf("%s: the tag %s hides %s: the longer one must come first", r.Name, all[i], all[k])
			}
		}
	}
	if n := len(all) / 2; n > 31 {
		t.Errorf("%s: %d tags are more than scanner.endless has bits for", r.Name, n)
	}
	for _, name := range []string{r.Inside, r.Front} {
		if name != "" && named(name) == nil {
			t.Errorf("%s: no language %q", r.Name, name)
		}
	}
	for item := range strings.FieldsSeq(r.Directives) {
		if strings.IndexByte("(;{.", item[len(item)-1]) < 0 || len(item) == 1 {
			t.Errorf("%s: the directive %q does not say how it goes on", r.Name, item)
		}
	}
	if r.Tags == "" && r.TagComments+r.Directives+r.CodeAttributes+r.Front+r.Inside+r.Hosts != "" || r.Tags != "" && r.Host == "" && !r.Markup {
		t.Errorf("%s: Tags are missing, or what is around them", r.Name)
	}
}

func isLetter(b byte) bool { return lower(b) >= 'a' && lower(b) <= 'z' }

// checkSpans finds spans whose fields contradict each other.
func checkSpans(t *testing.T, l *Language) {
	t.Helper()
	for _, s := range l.row.AllSpans() {
		switch {
		case s.Open == "":
			t.Errorf("%s: a span without Open", l)
		case s.Flags&language.Prefixed != 0 && s.Prefix == "":
			t.Errorf("%s: span %q must have a prefix and has none to choose from", l, s.Open)
		case s.Form == language.Delimited && s.Flags&language.Multi != 0 && s.Close == "":
			t.Errorf("%s: span %q goes over several lines and has no Close", l, s.Open)
		case s.Form == "perl-format" && (s.Close == "" || s.Tag == ""):
			t.Errorf("%s: picture %q has no Close or Tag", l, s.Open)
		case s.Form == "tagged" && s.Close == "":
			t.Errorf("%s: tagged span %q has no Close", l, s.Open)
		case len(strings.Fields(s.Interp))%2 != 0:
			t.Errorf("%s: span %q: Interp is no list of pairs", l, s.Open)
		}
	}
}

// TestLookup_LanguagesPeopleAskFor: whatever people call these languages, there is a row. Every row
// has a fixture.
func TestLookup_LanguagesPeopleAskFor(t *testing.T) {
	const names = `C, C++, Objective-C, CUDA, Java, C#, Kotlin, Scala, Groovy, Go, Rust, Swift, Zig, D, Dart, JavaScript,
		TypeScript, JSX, TSX, PHP, Python, Ruby, Perl, Lua, R, Julia, Shell, PowerShell, SQL, Haskell, OCaml, F#, Elm, Erlang,
		Elixir, Clojure, Scheme, Common Lisp, Fortran, Pascal, Ada, MATLAB, Visual Basic, VHDL, Verilog, Assembly, Prolog,
		Tcl, Nim, CSS, HTML, XML, Protocol Buffers, Makefile, Dockerfile, YAML, JSON, TOML, LaTeX`
	for name := range strings.SplitSeq(names, ",") {
		if l, ok := Lookup(name); !ok || l == Prose {
			t.Errorf("Lookup(%q) = %v, %v", name, l, ok)
		}
	}
}

// codeLanguages returns all languages but Prose.
func codeLanguages() []*Language {
	return slices.DeleteFunc(Languages(), func(l *Language) bool { return l == Prose })
}
