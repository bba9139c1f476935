package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write writes files below a new folder, and returns it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return folder
}

// makeIndex makes an index with a collection for each map of files.
func makeIndex(t testing.TB, collections map[string]map[string]string) *chaffinch.Index {
	t.Helper()
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for name, files := range collections {
		_, err := x.Update(t.Context(), index.Source{Root: write(t, files), Collection: name}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

// routine is a Go function of some hundred tokens on 11 lines. For every n it has other names and
// expressions.
func routine(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	var names []string
	for range 8 {
		names = append(names, fmt.Sprintf("%c%c%d", 'a'+r.IntN(26), 'a'+r.IntN(26), r.IntN(100)))
	}
	name := func() string { return names[r.IntN(len(names))] }
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 {
			return []string{name(), fmt.Sprint(r.IntN(1000)), name()}[r.IntN(3)]
		}
		x, y := value(depth-1), value(r.IntN(depth))
		return []string{x + " + " + y, name() + "(" + x + ", " + y + ")", x + "[" + y + "]", "(" + x + " << " + y + ")",
			name() + "." + name() + "(" + y + ")", "!" + x, x + " == " + y}[r.IntN(7)]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func %s%d(%s, %s int) {\n", name(), n, name(), name())
	for range 9 {
		fmt.Fprintf(&b, "\t%s := %s; %s(%s)\n", name(), value(2), name(), value(1))
	}
	return b.String() + "}\n"
}

// routines are several, in a file.
func routines(numbers ...int) string {
	text := "package p\n\n"
	for _, n := range numbers {
		text += routine(n) + "\n"
	}
	return text
}

// corpus has an upstream project under MIT, another one under the GPL, and one of our own.
func corpusOf(t *testing.T) *chaffinch.Index {
	return makeIndex(t, map[string]map[string]string{
		"mit": {
			"up/sort.go":  "// Copyright 2019 Jane Doe\n// SPDX-License-Identifier: MIT\n" + routines(1, 2, 3, 4),
			"up/whole.go": "// SPDX-License-Identifier: MIT\n" + routines(20, 21, 22),
		},
		"gpl": {"tree.go": "// SPDX-License-Identifier: GPL-3.0-only\n" + routines(10, 11, 12)},
		"us":  {"ours.go": routines(30, 31, 32)},
	})
}

func run(t *testing.T, x *chaffinch.Index, o Options) *Report {
	t.Helper()
	r, err := Run(t.Context(), x, o)
	must(t, err)
	return r
}

// summary is what a finding says, but for numbers.
func summary(f Finding) string {
	return fmt.Sprintf("%s %s %s %s %s %s", f.File, f.Class, f.Kind, f.Origin.Path, f.Origin.License, f.Status)
}

func summaries(r *Report) (all []string) {
	for _, f := range r.Findings {
		all = append(all, summary(f))
	}
	return all
}

func TestRun_FindsCopies(t *testing.T) {
	x := corpusOf(t)
	renamed := otherNames(routine(11))
	tree := write(t, map[string]string{
		"a/mixed.go":  routines(100, 101) + routine(2) + routine(102) + renamed,
		"b/whole.go":  "// SPDX-License-Identifier: MIT\n" + routines(20, 21, 22),
		"b/ours.go":   routines(200) + routine(31),
		"c/clean.go":  routines(300, 301, 302),
		"c/short.go":  "package c\n",
		"c/empty.txt": "",
	})
	r := run(t, x, Options{Tree: tree, Own: []string{"us"}})
	want := []string{
		"a/mixed.go copy edited up/sort.go MIT undecided",
		"a/mixed.go copy renamed tree.go GPL-3.0-only undecided",
		"b/ours.go own verbatim ours.go  ",
		"b/whole.go copy identical up/whole.go MIT undecided",
	}
	// What stands beside a copy may agree with what stands beside its origin, so matches may be
	// longer.
	for i, lines := range []answer.Lines{{From: 27, To: 37}, {From: 49, To: 59}, {From: 15, To: 25}, {From: 1, To: 39}} {
		m := r.Findings[i].Matches
		if len(m) != 1 || m[0].File.From > lines.From || m[0].File.To < lines.To || m[0].File.Len() > lines.Len()+6 {
			t.Errorf("%s: matches %+v, planted at %s", r.Findings[i].File, m, lines)
		}
	}
	if got := summaries(r); !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c := r.Findings[0].Origin.Copyright; !slices.Equal(c, []string{"Copyright 2019 Jane Doe"}) {
		t.Errorf("copyright %q", c)
	}
	if r.Totals.Open != 3 || r.Totals.Copied < 11+11+39 || r.Totals.Own < 11 || r.Totals.Files != 5 {
		t.Errorf("totals %+v", r.Totals)
	}
	if sum := r.Totals.Copied + r.Totals.Own + r.Totals.Common + r.Totals.Unexplained; sum != r.Totals.Lines {
		t.Errorf("lines of all classes: %d, of all files: %d", sum, r.Totals.Lines)
	}
	for _, f := range r.Findings {
		source, err := os.ReadFile(filepath.Join(tree, f.File))
		must(t, err)
		for _, m := range f.Matches {
			text := string(source[m.FileBytes.From:m.FileBytes.To])
			if lines := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1; lines != m.File.Len() {
				t.Errorf("%s: bytes of %d lines for lines %s", f.File, lines, m.File)
			}
		}
	}
}

// Documents of the project itself are no origins.
func TestRun_LeavesOutTheProject(t *testing.T) {
	tree := write(t, map[string]string{"a.go": routines(1, 2), "b.go": routines(2, 3)})
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: tree, Collection: "all"}, index.UpdateOptions{})
	must(t, err)
	_, err = x.Update(t.Context(), index.Source{Root: write(t, map[string]string{"c.go": routine(9)}), Collection: "other"}, index.UpdateOptions{})
	must(t, err)
	r := run(t, x, Options{Tree: tree})
	if got := summaries(r); len(got) > 0 {
		t.Errorf("found %q", got)
	}
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0].Text, "the collection all is not searched, because ") {
		t.Errorf("warned %q", r.Warnings)
	}
	if r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": routines(1)})}); len(r.Warnings) > 0 {
		t.Errorf("warned %q of a project that is not in the index", r.Warnings)
	}
}

// A decision holds when the copy moves, and what surrounds it changes; it does not for other
// material.
func TestRun_DecisionsSurviveChanges(t *testing.T) {
	x := corpusOf(t)
	before := run(t, x, Options{Tree: write(t, map[string]string{"a.go": routines(100) + routine(2)})})
	before.decideOne(&before.Findings[0], Permitted, "asked", "jane", before.Date)
	decisions := []Decision{*before.Findings[0].Decision}
	decisions[0].File = ""
	moved := strings.ReplaceAll(routine(2), "; ", ";\n\t\t// moved\n\t")
	after := run(t, x, Options{Decisions: decisions, Tree: write(t, map[string]string{
		"sub/b.go": routines(101, 102) + moved + "\n" + routine(103) + routine(12),
	})})
	var got []string
	for _, f := range after.Findings {
		got = append(got, fmt.Sprint(f.Origin.Path, " ", f.Status, " ", f.Open))
	}
	if want := []string{"up/sort.go decided false", "tree.go undecided true"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if len(after.Stale) != 0 {
		t.Errorf("stale %v", after.Stale)
	}
	gone := run(t, x, Options{Decisions: decisions, Tree: write(t, map[string]string{"a.go": routines(100)})})
	if len(gone.Stale) != 1 {
		t.Errorf("the decision about a copy that is gone is not stale")
	}
}

func TestRun_BaselineAndPolicy(t *testing.T) {
	x := corpusOf(t)
	files := map[string]string{"a.go": routines(100) + routine(2)}
	known := run(t, x, Options{Tree: write(t, files)})
	files["b.go"], files["c.go"] = routines(101)+routine(3), routines(102)+routine(12)
	tree := write(t, files)
	statuses := func(o Options) string {
		o.Tree = tree
		var all []string
		for _, f := range run(t, x, o).Findings {
			all = append(all, string(f.Status))
		}
		return strings.Join(all, " ")
	}
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{}, "undecided undecided undecided"},
		{Options{Baseline: NewBaseline(known)}, "known undecided undecided"},
		{Options{Policy: Policy{Allow: []string{"MIT"}}}, "allowed allowed undecided"},
		{Options{Policy: Policy{Allow: []string{"*"}, Deny: []string{"GPL-*"}}}, "allowed allowed denied"},
		{Options{Policy: Policy{Allow: []string{"*"}, Review: []string{"mit"}}}, "review review allowed"},
	} {
		if got := statuses(test.o); got != test.want {
			t.Errorf("%+v: %s, want %s", test.o.Policy, got, test.want)
		}
	}
}

// A scan that can find nothing says so: a name in its options may be mistyped.
func TestRun_SaysThatItAsksNothing(t *testing.T) {
	x := corpusOf(t)
	tree := write(t, map[string]string{"a.go": routines(100) + routine(2)})
	if _, err := Run(t.Context(), x, Options{Tree: tree, Collection: "nope"}); err == nil || !strings.Contains(err.Error(), "the index has no collection nope") {
		t.Errorf("an unknown collection: %v", err)
	}
	for want, o := range map[string]Options{
		"no file is read": {Corpus: document.Options{Include: []string{"*.nope"}}},
		"":                {Filter: chaffinch.Filter{Path: "*.go"}},
	} {
		o.Tree = tree
		r := run(t, x, o)
		if got := strings.Join(warning.Texts(r.Warnings), "\n"); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("warnings %q, not %q", got, want)
		}
	}
	asksNothing := func(x *chaffinch.Index, o Options) {
		t.Helper()
		if _, err := Run(t.Context(), x, o); err == nil || !strings.Contains(err.Error(), "nothing to search: ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	asksNothing(x, Options{Tree: tree, Filter: chaffinch.Filter{Repository: "nope"}})
	asksNothing(makeIndex(t, nil), Options{Tree: tree})
	itself := makeIndex(t, map[string]map[string]string{"own": {"a.go": routine(1)}})
	roots, err := itself.State()
	must(t, err)
	defer roots.Close()
	var root string
	must(t, roots.Occurrences(t.Context(), index.Where{}, func(o index.Occurrence) error { root = o.Root; return nil }))
	asksNothing(itself, Options{Tree: root})
}

func TestRun_Cancelled(t *testing.T) {
	x := corpusOf(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Run(ctx, x, Options{Tree: write(t, map[string]string{"a.go": routines(1)})}); err == nil {
		t.Error("no error")
	}
}

func TestOptions_Check(t *testing.T) {
	for _, o := range []Options{{}, {Tree: "a", MinScore: 2}, {Tree: "a", Language: "Klingon"}, {Tree: "a", Policy: Policy{Allow: []string{"(MIT"}}}} {
		if o.Check() == nil {
			t.Errorf("%+v is no error", o)
		}
	}
	x := corpusOf(t)
	_, err := Run(t.Context(), x, Options{Tree: t.TempDir(), Own: []string{"nothing-like-it"}})
	if err == nil || !strings.Contains(err.Error(), "Index.Collections lists them") {
		t.Errorf("error %v", err)
	}
}

// With an earlier report, only files that changed are asked for, and the findings are those of a
// scan without it.
func TestRun_ReusesUnchangedFiles(t *testing.T) {
	x := corpusOf(t)
	files := map[string]string{"a.go": routines(100) + routine(2) + routines(101) + routine(11), "b.go": routines(20, 21, 22, 102), "c.go": routines(103)}
	tree := write(t, files)
	first := run(t, x, Options{Tree: tree})
	text, err := json.Marshal(first)
	must(t, err)
	decisions := []Decision{{Matches: []string{first.Findings[0].Matches[0].Key}, Decision: ToFix}}
	must(t, os.WriteFile(filepath.Join(tree, "b.go"), []byte(routines(104)+routine(3)), 0o644))
	for _, test := range []struct {
		o     Options
		asked int
	}{
		{Options{}, 1}, {Options{Decisions: decisions}, 1}, {Options{MinScore: 0.31}, 3}, {Options{Own: []string{"us"}}, 3},
	} {
		test.o.Tree = tree
		want := run(t, x, test.o)
		test.o.Earlier = new(Report)
		must(t, json.Unmarshal(text, test.o.Earlier))
		got := run(t, x, test.o)
		if got.Totals.Asked != test.asked {
			t.Errorf("%+v: asked for %d files, want %d", test.o, got.Totals.Asked, test.asked)
		}
		want.Date, want.Totals.Asked = got.Date, got.Totals.Asked
		a, err := json.Marshal(got)
		must(t, err)
		b, err := json.Marshal(want)
		must(t, err)
		if string(a) != string(b) {
			t.Errorf("with an earlier report\n%s\nwithout\n%s", a, b)
		}
	}
	_, err = x.Update(t.Context(), index.Source{Root: write(t, map[string]string{"new.go": routines(103)}), Collection: "new"}, index.UpdateOptions{})
	must(t, err)
	again := run(t, x, Options{Tree: tree, Earlier: first})
	if again.Totals.Asked != 2 || len(again.Findings) != len(first.Findings)+1 { // c.go is identical to new.go
		t.Errorf("after an update of the index: asked for %d files, findings %q", again.Totals.Asked, summaries(again))
	}
}

// A report that was changed by hand may have places that its files lack. Such files are asked for
// again.
func TestRun_ReusesNoImpossibleFindings(t *testing.T) {
	x := corpusOf(t)
	o := Options{Tree: write(t, map[string]string{"a.go": routines(100) + routine(2)})}
	first := run(t, x, o)
	text, err := json.Marshal(first)
	must(t, err)
	want := summaries(first)
	for name, change := range map[string]func(*Finding){
		"lines before the first": func(f *Finding) { f.Matches[0].File.From = -5 },
		"lines after the last":   func(f *Finding) { f.Matches[0].File.To = 1 << 40 },
		"bytes before the first": func(f *Finding) { f.Matches[0].FileBytes.From = -5 },
		"bytes after the last":   func(f *Finding) { f.Matches[0].FileBytes.To = 1 << 30 },
		"bytes in disorder":      func(f *Finding) { f.Matches[0].FileBytes = Bytes{20, 10} },
		"lines in disorder":      func(f *Finding) { f.Matches[0].Origin = answer.Lines{From: 9, To: 3} },
		"unknown kind":           func(f *Finding) { f.Kind = "guessed" },
		"unknown kind of match":  func(f *Finding) { f.Matches[0].Kind = "guessed" },
		"unknown class":          func(f *Finding) { f.Class = "stolen" },
	} {
		o.Earlier = new(Report)
		must(t, json.Unmarshal(text, o.Earlier))
		change(&o.Earlier.Findings[0])
		if got := run(t, x, o); got.Totals.Asked != 1 || !slices.Equal(summaries(got), want) {
			t.Errorf("%s: asked for %d files, found %q", name, got.Totals.Asked, summaries(got))
		}
	}
}

func TestReportUnmarshalJSON_RefusesOtherFiles(t *testing.T) {
	for _, text := range []string{"", "[]", "{", "{}", `{"files": []}`, `{"files": [], "findings": null}`, `{"files": [], "findings": [{"file": "a"}]}`} {
		r := new(Report)
		err := r.UnmarshalJSON([]byte(text))
		if err == nil || !strings.Contains(err.Error(), "create it with Run") || r.Files != nil {
			t.Errorf("%s is read as %+v, %v", text, r, err)
		}
	}
}

// A report of another project, or with other documents of its own, is not reused: what is no origin
// differs.
func TestRun_ReusesOnlyReportsOfTheProject(t *testing.T) {
	text := routines(1, 2, 3)
	one, two := write(t, map[string]string{"a.go": text}), write(t, map[string]string{"a.go": text})
	x := makeIndex(t, map[string]map[string]string{"other": {"b.go": routines(4)}})
	_, err := x.Update(t.Context(), index.Source{Root: two, Collection: "two"}, index.UpdateOptions{})
	must(t, err)
	first := run(t, x, Options{Tree: one})
	if len(first.Findings) != 1 {
		t.Fatalf("found %q", summaries(first))
	}
	if got := run(t, x, Options{Tree: two, Earlier: first}); len(got.Findings) != 0 {
		t.Errorf("the project is its own origin: %q", summaries(got))
	}
	t.Chdir(filepath.Dir(two))
	own := Options{Tree: one, Own: []string{filepath.Base(two)}}
	first = run(t, x, own)
	if got, want := summaries(first), "a.go own identical a.go  "; len(got) != 1 || got[0] != want {
		t.Fatalf("found %q, not %s", got, want)
	}
	folder := write(t, map[string]string{filepath.Base(two) + "/c.go": routines(5)})
	_, err = x.Update(t.Context(), index.Source{Root: folder, Collection: "three"}, index.UpdateOptions{})
	must(t, err)
	first = run(t, x, own)
	t.Chdir(folder) // where the same name is another folder
	own.Earlier = first
	if got, want := summaries(run(t, x, own)), "a.go copy identical a.go  undecided"; len(got) != 1 || got[0] != want {
		t.Errorf("found %q, not %s", got, want)
	}
}

// With another index than the one that decided, or without reading a file, a scan cannot tell
// whether a copy is gone.
func TestRun_KeepsDecisionsThatItCannotSee(t *testing.T) {
	upstream := map[string]map[string]string{"up": {"a.go": routines(1, 2), "b.go": routines(5)}, "more": {"c.go": routines(9)}}
	x := makeIndex(t, upstream)
	tree := write(t, map[string]string{"a.go": routines(100, 2), "r.go": otherNames(routine(5)), "gone.go": routines(9)})
	o := Options{Tree: tree, DecisionsFolder: tree}
	r := run(t, x, o)
	for i := range r.Findings {
		r.decideOne(&r.Findings[i], Permitted, "", "jane", r.Date)
		o.Decisions = append(o.Decisions, *r.Findings[i].Decision)
	}
	if len(o.Decisions) != 3 {
		t.Fatalf("decided %q", summaries(r))
	}
	counts := func(x *chaffinch.Index, o Options, stale, unseen int) {
		t.Helper()
		if r := run(t, x, o); len(r.Stale) != stale || len(r.Unseen) != unseen {
			t.Errorf("stale %+v, unseen %+v", r.Stale, r.Unseen)
		}
	}
	counts(x, o, 0, 0)
	other := makeIndex(t, map[string]map[string]string{"others": {"z.go": routines(70)}})
	counts(other, o, 0, 3)
	some := makeIndex(t, map[string]map[string]string{"others": {"z.go": routines(70)}, "more": upstream["more"]})
	counts(some, o, 0, 2)

	large := o
	large.Corpus.MaxSize = 10
	counts(x, large, 0, 3)
	since := o
	since.Corpus.Exclude = []string{"a.go"}
	counts(x, since, 0, 0)

	must(t, os.Remove(filepath.Join(tree, "gone.go")))
	counts(x, o, 1, 0)
	counts(other, o, 0, 3)
	must(t, os.WriteFile(filepath.Join(tree, "r.go"), []byte(routines(300)), 0o644))
	counts(x, o, 2, 0)
	must(t, os.WriteFile(filepath.Join(tree, "a.go"), []byte(routines(100, 1, 2)), 0o644)) // the copy grew
	counts(x, o, 3, 0)

}

// The documents may have changed, or be hashes, which tell nothing of renamed names.
func TestRun_KeepsDecisionsWhoseTextIsThere(t *testing.T) {
	upstream := map[string]string{"a.go": routines(1, 2), "b.go": routines(5)}
	tree := write(t, map[string]string{"a.go": routines(100, 2), "r.go": otherNames(routine(5))})
	o := Options{Tree: tree, DecisionsFolder: tree}
	r := run(t, makeIndex(t, map[string]map[string]string{"one": upstream}), o)
	for i := range r.Findings {
		r.decideOne(&r.Findings[i], Permitted, "", "jane", r.Date)
		o.Decisions = append(o.Decisions, *r.Findings[i].Decision)
	}
	x := makeHashIndex(t, nil, upstream)
	if r := run(t, x, o); len(r.Findings) != 2 || len(r.Stale) != 0 || len(r.Unseen) != 1 || r.Unseen[0].File != "r.go" {
		t.Errorf("hashes: found %q, stale %+v, unseen %+v", summaries(r), r.Stale, r.Unseen)
	}
	upstream["a.go"] = routines(1, 3)
	x = makeIndex(t, map[string]map[string]string{"one": upstream})
	if r := run(t, x, o); len(r.Stale) != 0 || len(r.Unseen) != 1 || r.Unseen[0].File != "a.go" {
		t.Errorf("a later version: stale %+v, unseen %+v", r.Stale, r.Unseen)
	}
	must(t, os.WriteFile(filepath.Join(tree, "a.go"), []byte(routines(100)), 0o644))
	if r := run(t, x, o); len(r.Stale) != 1 || len(r.Unseen) != 0 {
		t.Errorf("without the copy: stale %+v, unseen %+v", r.Stale, r.Unseen)
	}
}

// Escapes in comments and strings of a program hide nothing that it compiles.
func TestRun_EscapesHideNoCode(t *testing.T) {
	x := corpusOf(t)
	for name, hide := range map[string][2]string{
		"an OSC":                         {"/*\x1b]*/", "/*\a*/"},
		"an OSC up to ST":                {"/*\x1b]0;*/", "/*\x1b\\*/"},
		"a link":                         {"/*\x1b]8;;*/", "/*\a*/"},
		"a link with a scheme":           {"/*\x1b]8;;a://*/", "/*\a*/"},
		"a CSI":                          {"/*\x1b[*/", "/*m*/"},
		"a colour":                       {"/*\x1b[31m*/", "/*\x1b[m*/"},
		"a character set":                {"/*\x1b(*/", "/*\x1b(*/"},
		"the end of a comment":           {"/* *\x1b[m/ ` */", "// `"},
		"a character behind a backslash": {"_ = `\\\x1b[m`;", "// ``"},
	} {
		source := "package p\n\n"
		for line := range strings.Lines(routine(2)) {
			source += hide[0] + strings.TrimSpace(line) + hide[1] + "\n"
		}
		r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": source}), Own: []string{"us"}})
		if len(r.Findings) == 0 || r.Findings[0].Origin.Path != "up/sort.go" {
			t.Errorf("%s: %v", name, summaries(r))
		}
	}
}

// The head of an e-mail, in a comment or before one, does not hide the program under it.
func TestRun_MailHeadsHideNoCode(t *testing.T) {
	x := corpusOf(t)
	const alternative = "Content-Type: multipart/alternative; boundary=zz\n\n--zz\nContent-Type: text/plain\n\nharmless words of text\n--zz\n\n*/\n"
	const encoded = "Content-Transfer-Encoding: x-none\n\n*/\n"
	for _, head := range []string{"/*:\n" + alternative, "/*:\n" + encoded, "From: /*\nTo: a\n" + alternative, "From: /*\nTo: a\n" + encoded} {
		r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": head + routines(2)}), Own: []string{"us"}})
		if len(r.Findings) == 0 || r.Findings[0].Origin.Path != "up/sort.go" {
			t.Errorf("%q: %v", head, summaries(r))
		}
	}
}

// A whole diff under the name of a program is read as a diff, too.
func TestRun_DiffUnderAnotherName(t *testing.T) {
	source := strings.TrimSuffix(routine(2), "\n")
	diff := fmt.Sprintf("--- a/a.go\n+++ b/a.go\n@@ -0,0 +1,%d @@\n+", 1+strings.Count(source, "\n")) + strings.ReplaceAll(source, "\n", "\n+") + "\n"
	r := run(t, corpusOf(t), Options{Tree: write(t, map[string]string{"a.go": diff, "b.html": diff, "c.txt": diff}), Own: []string{"us"}})
	if len(r.Findings) != 3 {
		t.Errorf("%v", summaries(r))
	}
}

// otherNames returns routines with other names.
func otherNames(text string) string {
	return regexp.MustCompile(`\b([a-z])([a-z])(\d+)\b`).ReplaceAllString(text, "$2$1${3}5")
}

// A document whose occurrences state different licences is under none of them surely: one that is
// denied denies it, and it is allowed only if all are.
func TestRun_CopiesOfOtherLicences(t *testing.T) {
	source := routines(1, 2, 3)
	x := makeIndex(t, map[string]map[string]string{
		"a":    {"package.json": `{"name": "a", "version": "1.0.0", "license": "MIT"}`, "x.go": source},
		"long": {"package.json": `{"name": "b", "version": "1.0.0", "license": "GPL-3.0-only"}`, "far/x.go": source},
	})
	for name, text := range map[string]string{"identical": source, "copy": routines(1, 2, 3, 9)} {
		for _, test := range []struct {
			p    Policy
			want Status
		}{
			{Policy{Allow: []string{"MIT"}, Deny: []string{"GPL-*"}}, Denied},
			{Policy{Allow: []string{"MIT"}}, Undecided},
			{Policy{Allow: []string{"MIT", "GPL-3.0-only"}}, Allowed},
		} {
			r := run(t, x, Options{Policy: test.p, Tree: write(t, map[string]string{"b.go": text})})
			if len(r.Findings) != 1 || r.Findings[0].Status != test.want || len(r.Findings[0].Origin.Licenses) != 1 {
				t.Errorf("%s, %+v: %+v, not %s", name, test.p, r.Findings, test.want)
			}
		}
	}
}

// A name says the language of a file if the content looks like it. Else both are tried, as search
// does.
func TestScanner_BelievesNamesWithTheirContent(t *testing.T) {
	const python = "def pour(spring, bucket, width=0):\n    \"\"\"Pour a spring into a bucket.\"\"\"\n    while True:\n        drops = spring.flow(width)\n        if not drops:\n            break\n"
	for name, want := range map[string]string{"f.py": "Python", "f.r": "", "f.rb": "", "f.c": "", "f.kt": "", "f": "", "f.md": ""} {
		if got := new(scanner).languageOf(chaffinch.Document{Name: name, Source: []byte(python)}); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}
