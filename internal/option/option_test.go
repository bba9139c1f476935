package option

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Errors have the names of JavaScript for the options that it has.
func TestErrorIn_NamesOptionsOfJavaScript(t *testing.T) {
	for _, o := range All() {
		got := ErrorIn(Errorf(o, "is wrong"), JavaScript)
		if name, ok := strings.CutPrefix(got, "options."); ok != (o.Key+o.Call != "") || ok && strings.Contains(name, ".") {
			t.Errorf("%s is %q", o, got)
		}
	}
	if got := ErrorIn(Errorf(GroupBy, "excludes %v", Cover), JavaScript); got != "options.groupBy excludes options.cover" {
		t.Error(got)
	}
}

// Only values of messages are worded: the error of another package, and names in it, keep their
// text.
func TestErrorIn_WordsOnlyItsOwn(t *testing.T) {
	noFlag, cached := Command(func(string) bool { return false }, ""), Command(func(flag string) bool { return flag == "corpus" }, "")
	on := Command(func(string) bool { return false }, " --index '100%'")
	file := Fail(IsFile, Say(OtherFolder))
	for _, c := range []struct {
		face Face
		err  error
		want string
	}{
		{noFlag, file, "it is a file: use another --index"},
		{cached, file, "it is a file: set XDG_CACHE_HOME to use another folder"},
		{Library, file, "it is a file: use another folder"},
		{noFlag, errors.New("it is a file: use another folder"), "it is a file: use another folder"},
		{noFlag, fmt.Errorf("creating SearchOptions.Top: %w", file), "creating SearchOptions.Top: it is a file: use another --index"},
		{noFlag, fmt.Errorf("%w (creating x)", file), "it is a file: use another --index (creating x)"},
		{noFlag, errors.Join(file, Errorf(Top, "is wrong")), "it is a file: use another --index\n--top is wrong"},
		{on, Errorf(ScanCollection, "is c: %v", Say(SeeCollections)), "--collection is c: chaffinch list --index '100%' --collections lists them"},
		{Bare, fmt.Errorf("opening: %w", Fail(Advised, errors.New("bad"), "repair it")), "opening: bad"},
		{Library, fmt.Errorf("opening: %w", Fail(Advised, errors.New("bad"), "repair it")), "opening: bad: repair it"},
		{noFlag.Saying(func(v any) (string, bool) { return "so", v == 7 }), Fail(Advised, file, 7), "it is a file: use another --index: so"},
		{JavaScript, Fail(UnknownLanguage, "x"), "unknown language \"x\": use a name such as Go or C++"},
		{API, Fail(UnknownLanguage, "x"), "unknown language \"x\": GET /api/v1/languages lists them"},
		{Form, Fail(TimedOut), "the request timed out: send fewer lines"},
		{Assistant, Errorf(ScanCollection, "is c: %v", Say(SeeCollections)), "collection is c: corpus_info lists them"},
	} {
		if got := ErrorIn(c.err, c.face); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// A message wraps the errors among its values.
func TestFail_WrapsErrors(t *testing.T) {
	cause := errors.New("none")
	if err := fmt.Errorf("opening: %w", Fail(Advised, cause, "create one")); !errors.Is(err, cause) {
		t.Error(err)
	}
}

// Each face has its own words, or the library's with its names of options. It leaves out clauses
// about options that it lacks.
func TestWord_IsOfTheFace(t *testing.T) {
	command := Command(func(string) bool { return false }, "")
	for _, c := range []struct {
		face   Face
		code   Code
		values []any
		want   string
	}{
		{Library, AllSkipped, []any{"10 unreadable", PairsSkipped}, "nothing to compare: all files skipped: 10 unreadable (pairs.Options.Skipped lists them)"},
		{command, AllSkipped, []any{"10 unreadable", PairsSkipped}, "nothing to compare: all files skipped: 10 unreadable (--list-skipped lists them)"},
		{API, AllSkipped, []any{"10 unreadable", PairsSkipped}, "nothing to compare: all files skipped: 10 unreadable"},
		{Reader, AllSkipped, []any{"10 unreadable", PairsSkipped}, "nothing to compare: all files skipped: 10 unreadable"},
		{Reader, NearlyAllBase, []any{9, 9, PairsBase}, "9 of 9 tokens are in the starter code, and ignored: name only starter code there, not submissions"},
		{Reader, BaseTooShort, []any{PairsBase}, "the starter code is too short to match anything: no code is ignored"},
		{Reader, SamePart, []any{3, 3, "main.py"}, "3 of 3 groups have a submission main.py: if each of them is one submission, do not compare them as groups"},
		{Reader, LeftOut, []any{4, PairsMinScore, PairsTop, 12}, "the 4 pairs that have least in common were not compared: raise the minimum score"},
		{command, LeftOut, []any{4, PairsMinScore, PairsTop, 12}, "the 4 pairs that have least in common were not compared: raise --min-score, or set --top to 12"},
		{Reader, ReadAsText, []any{1, "Zig", Language}, "1 file is read as text, because there is no lexer for Zig: a copy with other names may be missed"},
		{JavaScript, ReadAsText, []any{2, "Zig", Language}, "2 files are read as text, because there is no lexer for Zig: a copy with other names may be missed; options.language reads all files in a language like it"},
		{JavaScript, TooFewTokens, []any{"the question", "2 tokens", 5}, "The snippet is too short to be found: paste more lines."},
		{command, UnknownCollection, []any{"{x}", Say(SeeCollections)}, "the index has no collection {x}: chaffinch list --collections lists them"},
	} {
		if got := Word(c.face, c.code, c.values...); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// Formats take their values in the same order in every face, and braces enclose clauses.
func TestMessages_AreWhole(t *testing.T) {
	seen := map[Code]bool{}
	for _, m := range messages {
		if m.code == "" || m.Library == "" || seen[m.code] {
			t.Errorf("%q is no code, or twice", m.code)
		}
		seen[m.code] = true
		for _, format := range []string{m.Library, m.One, m.Command, m.Cached, m.API, m.Form, m.Assistant, m.Page, m.Reader} {
			if strings.Count(format, "{") != strings.Count(format, "}") || strings.Contains(format, "%[") {
				t.Errorf("%s: %q", m.code, format)
			}
			if !strings.HasPrefix(verbs(m.Library), verbs(format)) {
				t.Errorf("%s: %q takes other values than %q", m.code, format, m.Library)
			}
		}
	}
}

func verbs(format string) (all string) {
	for _, part := range strings.Split(format, "%")[1:] {
		all += part[:1]
	}
	return all
}
