package jsname

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Texts have the names of JavaScript for the options that it has.
func TestIn_NamesOptionsOfJavaScript(t *testing.T) {
	for _, o := range option.All() {
		got := In("raise " + o.Field)
		if name, ok := strings.CutPrefix(got, "raise options."); ok != (o.Key+o.Call != "") || ok && strings.Contains(name, ".") {
			t.Errorf("%s is %q", o, got)
		}
	}
	if got := In(option.GroupBy.Field + " excludes " + option.Cover.Field); got != "options.groupBy excludes options.cover" {
		t.Error(got)
	}
	if got := In("the minimum " + option.PairsSkipped.Field); got != "the minimum options.onSkipped" {
		t.Error(got)
	}
}

func TestPlain_HasNoOptions(t *testing.T) {
	for text, want := range map[string]string{
		"nothing to compare: all files skipped: 10 unreadable (pairs.Options.Skipped lists them)":                          "nothing to compare: all files skipped: 10 unreadable",
		"9 of 9 tokens are in pairs.Options.Base, and ignored: name only starter code there":                               "9 of 9 tokens are in the starter code, and ignored: name only starter code there",
		"the boilerplate to ignore (pairs.Options.Base) is too short to match anything: no code is ignored":                "the starter code is too short to match anything: no code is ignored",
		"3 of 3 paths have a submission main.py: if each path is one submission, name the folder that they are in instead": "3 of 3 groups have a submission main.py: if each of them is one submission, do not compare them as groups",
		"raise pairs.Options.MinScore, or set pairs.Options.Top to 12":                                                     "raise the minimum score",
		"each file is compared as a submission: use pairs.Options.Unit dir for folders and archives":                       "each file is compared as a submission: use the unit dir for folders and archives",
	} {
		if got := Plain([]string{text}); len(got) != 1 || got[0] != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
