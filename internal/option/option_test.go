package option

import (
	"slices"
	"strings"
	"testing"
)

// Texts have the names of JavaScript for the options that it has.
func TestIn_NamesOptionsOfJavaScript(t *testing.T) {
	for _, o := range All() {
		got := In("raise "+o.Field, JavaScript)
		if name, ok := strings.CutPrefix(got, "raise options."); ok != (o.Key+o.Call != "") || ok && strings.Contains(name, ".") {
			t.Errorf("%s is %q", o, got)
		}
	}
	if got := In(GroupBy.Field+" excludes "+Cover.Field, JavaScript); got != "options.groupBy excludes options.cover" {
		t.Error(got)
	}
	if got := In("the minimum "+PairsSkipped.Field, JavaScript); got != "the minimum options.onSkipped" {
		t.Error(got)
	}
}

func TestIn_ReaderHasNoOptions(t *testing.T) {
	for text, want := range map[string]string{
		"nothing to compare: all files skipped: 10 unreadable (pairs.Options.Skipped lists them)":                          "nothing to compare: all files skipped: 10 unreadable",
		"9 of 9 tokens are in pairs.Options.Base, and ignored: name only starter code there":                               "9 of 9 tokens are in the starter code, and ignored: name only starter code there",
		"the boilerplate to ignore (pairs.Options.Base) is too short to match anything: no code is ignored":                "the starter code is too short to match anything: no code is ignored",
		"3 of 3 paths have a submission main.py: if each path is one submission, name the folder that they are in instead": "3 of 3 groups have a submission main.py: if each of them is one submission, do not compare them as groups",
		"raise pairs.Options.MinScore, or set pairs.Options.Top to 12":                                                     "raise the minimum score",
		"each file is compared as a submission: use pairs.Options.Unit dir for folders and archives":                       "each file is compared as a submission: use the unit dir for folders and archives",
	} {
		if got := In(text, Reader); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// A face has its own words, or those of the library; what follows "to" is no advice.
func TestIn_WordsAdvice(t *testing.T) {
	noFlag := Command(func(string) bool { return false })
	cached := Command(func(flag string) bool { return flag == "corpus" })
	for _, c := range []struct {
		face Face
		text string
		want string
	}{
		{noFlag, "it is a file: use another folder", "it is a file: use another --index"},
		{cached, "it is a file: use another folder", "it is a file: set XDG_CACHE_HOME to use another folder"},
		{noFlag, "the disk is full (set TMPDIR to use another folder)", "the disk is full (set TMPDIR to use another folder)"},
		{JavaScript, "unknown language \"x\": use a name such as Go or C++", "unknown language \"x\": use a name such as Go or C++"},
		{API, "unknown language \"x\": use a name such as Go or C++", "unknown language \"x\": GET /api/v1/languages lists them"},
		{Form, "the request timed out: send fewer lines, or raise the server's --max-time", "the request timed out: send fewer lines"},
		{Assistant, "no collection c: Index.Collections lists them", "no collection c: corpus_info lists them"},
	} {
		if got := In(c.text, c.face); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
		if got := AllIn([]string{c.text}, c.face); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
