package scan

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/git"
)

func TestPolicy_JudgesExpressions(t *testing.T) {
	p := Policy{Allow: []string{"MIT", "BSD-*", "GPL-2.0-only WITH Linux-*"}, Deny: []string{"AGPL-*"}, Review: []string{"GPL-*", Unknown}}
	for license, want := range map[string]Status{
		"MIT": Allowed, "mit": Allowed, "BSD-3-Clause": Allowed, "Apache-2.0": Undecided, "AGPL-3.0-only": Denied,
		"": Review, "NOASSERTION": Review, "MIT OR AGPL-3.0-only": Allowed, "MIT AND AGPL-3.0-only": Denied,
		"(MIT OR GPL-2.0-only) AND Apache-2.0": Undecided, "GPL-2.0-only OR AGPL-3.0-only": Review,
		"(AGPL-3.0-only AND MIT) OR (BSD-2-Clause AND MIT)": Allowed, strings.Repeat("(", 3000): Review,
	} {
		if got := p.Judge(license); got != want {
			t.Errorf("%.60q is %s, want %s", license, got, want)
		}
	}
}

func TestPolicy_KnowsOldAndNewSpellings(t *testing.T) {
	for _, same := range [][]string{
		{"GPL-2.0", "gpl-2.0-only", "GPL-2.0-only"}, {"LGPL-2.1+", "LGPL-2.1-or-later"}, {"AGPL-3.0", "AGPL-3.0-only"},
		{"GPL-3.0+ WITH Autoconf-exception-3.0", "GPL-3.0-or-later WITH autoconf-exception-3.0"},
	} {
		for _, denied := range same {
			for _, license := range same {
				if got := (Policy{Allow: []string{"*"}, Deny: []string{denied}}).Judge(license); got != Denied {
					t.Errorf("%s is %s, and %s is denied", license, got, denied)
				}
			}
		}
	}
	for denied, license := range map[string]string{"GPL-2.0": "GPL-2.0+", "GPL-2.0+": "GPL-2.0-only", "MIT": "MIT-0", "GPL-2.0-only": "GPL-3.0-only"} {
		if got := (Policy{Allow: []string{"*"}, Deny: []string{denied}}).Judge(license); got != Allowed {
			t.Errorf("%s is %s, and only %s is denied", license, got, denied)
		}
	}
}

// What is no identifier of SPDX is not allowed by a pattern, and a second licence in such a text
// counts.
func TestPolicy_PatternsAllowNoText(t *testing.T) {
	for _, test := range []struct {
		allow string
		want  Status
		of    []string
	}{
		{"BSD-*", Denied, []string{
			"BSD-3-Clause, AGPL-3.0-only", "BSD-3-Clause + AGPL-3.0", "BSD-3-Clause (portions AGPL-3.0-only)", "BSD-3-Clause/AGPL-3.0-only",
			"BSD-3-Clause except for parts under AGPL-3.0-only", "MIT AND (BSD-2-Clause, AGPL-3.0-only)",
		}},
		{"*", Undecided, []string{
			"AGPL", "AGPLv3", "AGPL 3", "GNU Affero GPL", "GNU Affero General Public License v3 or later", "UNLICENSED",
			"SEE LICENSE IN X", "", "NONE", "MIT License", "LicenseRef-Acme", "DocumentRef-x:LicenseRef-MIT", "MIT WITH Commons-Clause", "Apache-2.0 WITH no-ai-training",
			"GPL-2.0-only WITH Foo-exception", "MIT OR Foo", "MIT OR Proprietary", "MIT-NonCommercial",
		}},
		{"*", Allowed, []string{"MIT", "gpl-2.0+", "GPL-2.0-only WITH Linux-syscall-note", "MIT OR AGPL-3.0-only", "MIT OR LicenseRef-Acme", "(MIT)"}},
		{"Acme-1.0", Allowed, []string{"Acme-1.0"}},
		{"LicenseRef-Acme", Allowed, []string{"LicenseRef-Acme"}},
		{"LicenseRef-*", Undecided, []string{"LicenseRef-Acme"}},
		{"MIT*", Undecided, []string{"MIT-NonCommercial", "MIT-Acme", "MIT WITH Commons-Clause"}},
		{"MIT*", Allowed, []string{"MIT", "MIT-0"}},
		{"MIT", Undecided, []string{"MIT WITH Commons-Clause", "MIT OR Foo", "MIT-NonCommercial"}},
		{"MIT WITH Commons-Clause", Allowed, []string{"MIT WITH Commons-Clause"}},
		{"see license in X", Allowed, []string{"SEE LICENSE IN X"}},
		{"unknown", Allowed, []string{"", "GNU Affero GPL", "unknown"}},
		{"unknown", Undecided, []string{"Acme-1.0", "MIT"}},
	} {
		p := Policy{Allow: []string{test.allow}, Deny: []string{"AGPL-*"}}
		for _, license := range test.of {
			if got := p.Judge(license); got != test.want {
				t.Errorf("%q is %s, want %s, if %s is allowed", license, got, test.want, test.allow)
			}
		}
	}
	if got := (Policy{Allow: []string{"*"}, Deny: []string{"*GPL*"}}).Judge("AGPLv3"); got != Denied {
		t.Errorf("a denied family is %s", got)
	}
}

// A pattern for all licences allows those that forbid some uses as little as it allows unknown
// ones.
func TestPolicy_AllIsNotRestricted(t *testing.T) {
	for license, want := range map[string]Status{
		"MIT": Allowed, "GPL-3.0-only": Allowed, "Unicode-3.0": Allowed, "CECILL-2.1": Allowed, "": Undecided, "BUSL-1.1": Undecided, "Elastic-2.0": Undecided,
		"FSL-1.1-MIT": Undecided, "SSPL-1.0": Undecided, "CC-BY-NC-4.0": Undecided, "CC-BY-ND-4.0": Undecided, "PolyForm-Noncommercial-1.0.0": Undecided, "NCGL-UK-2.0": Undecided, "PPL": Undecided, "UnRAR": Undecided, "JSON": Undecided, "CPOL-1.02": Undecided,
		"ASWF-Digital-Assets-1.1":            Undecided,
		"LicenseRef-Confluent-Community-1.0": Undecided, "Apache-2.0 AND LicenseRef-Commons-Clause": Undecided, "MIT OR BUSL-1.1": Allowed,
	} {
		if got := (Policy{Allow: []string{"*"}}).Judge(license); got != want {
			t.Errorf("%q is %s, not %s", license, got, want)
		}
	}
	for id, want := range map[string]Status{"BSD-3-Clause": Allowed, "BSD-3-Clause-No-Military-License": Undecided, "BSD-3-Clause-No-Nuclear-License": Undecided, "CC-BY-4.0": Allowed, "CC-BY-NC-4.0": Undecided} {
		if got := (Policy{Allow: []string{"BSD-*", "CC-*"}}).Judge(id); got != want {
			t.Errorf("%s is %s, not %s", id, got, want)
		}
	}
	if got := (Policy{Allow: []string{"BUSL-*"}}).Judge("BUSL-1.1"); got != Allowed {
		t.Errorf("BUSL-1.1 by its name is %s", got)
	}
}

func TestPolicy_NamesUnknownIdentifiers(t *testing.T) {
	found := make([]Finding, 1)
	found[0].Origin.License = "Acme-1.0"
	p := Policy{Allow: []string{"MIT", "BSD-*", "acme-1.0", "GPL-2.0+", "LicenseRef-A"}, Deny: []string{"GPLv3", "GPL-3.0-only", "FOO", Unknown}}
	if got := p.unknownIDs(found); !slices.Equal(got, []string{"FOO", "GPLv3"}) {
		t.Errorf("unknown are %q", got)
	}
}

// A text can be made so that each division finds one more line. Without a bound this one would be
// divided 25,000 times, and the test would not end.
func TestNewLines_BoundsTheDivisions(t *testing.T) {
	const n = 25_000
	var old, now strings.Builder
	for i := range n {
		fmt.Fprintf(&old, "L%d\no%d\nL%d\no%d\n", i+1, i, i, i+n)
		fmt.Fprintf(&now, "L%d\nn%d\nL%d\nn%d\n", i+1, i, i, i+n)
	}
	ranges := newLines([]byte(old.String()), []byte(now.String()))
	all := 0
	for _, l := range ranges {
		all += l.Len()
	}
	if all < 2*n {
		t.Errorf("%d of %d lines are new", all, 4*n)
	}
}

// Lines without a token do not divide what is asked for together: an earlier commit may have
// prepared them.
func TestJoinedOverComments(t *testing.T) {
	source := "a()\n// one\n\n// two\n/*\nthree\n*/\nb()\nc()\ns := `d\n// no comment\n`\n// four\ne()\n"
	lines := func(all ...int) (ranges []answer.Lines) {
		for i := 0; i < len(all); i += 2 {
			ranges = append(ranges, answer.Lines{From: all[i], To: all[i+1]})
		}
		return ranges
	}
	for _, c := range []struct{ given, want []answer.Lines }{
		{lines(1, 1, 8, 8), lines(1, 8)},
		{lines(1, 1, 9, 9), lines(1, 1, 9, 9)},
		{lines(1, 1, 8, 8, 10, 10, 12, 12, 14, 14), lines(1, 8, 10, 10, 12, 14)},
		{lines(3, 4), lines(3, 4)},
		{nil, nil},
	} {
		if got := joinedOverComments(slices.Clone(c.given), "Go", []byte(source)); !slices.Equal(got, c.want) {
			t.Errorf("%v are joined to %v, not %v", c.given, got, c.want)
		}
	}
	for _, language := range []string{"", "Klingon"} {
		if given := lines(1, 1, 8, 8); !slices.Equal(joinedOverComments(given, language, []byte(source)), given) {
			t.Errorf("lines in %q are joined", language)
		}
	}
}

// What newLines leaves out is a part of the old text, in the same order.
func TestNewLines_LeavesOutWhatWasThere(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	text := func(n int) (lines []string) {
		for range n {
			lines = append(lines, strings.Repeat("x", random.IntN(6))+"\n")
		}
		return lines
	}
	for range 2000 {
		old := text(random.IntN(12))
		now := slices.Clone(old)
		for range random.IntN(4) {
			at := random.IntN(len(now) + 1)
			now = slices.Insert(now, at, text(1+random.IntN(3))...)
			if cut := random.IntN(len(now)); random.IntN(2) == 0 {
				now = slices.Delete(now, cut, cut+1)
			}
		}
		isNew := make([]bool, len(now))
		for _, l := range newLines([]byte(strings.Join(old, "")), []byte(strings.Join(now, ""))) {
			for i := l.From - 1; i < l.To; i++ {
				isNew[i] = true
			}
		}
		left := old
		for i, line := range now {
			if isNew[i] {
				continue
			}
			at := slices.Index(left, line)
			if at < 0 {
				t.Fatalf("line %d of %q is not new, but not in %q", i+1, now, old)
			}
			left = left[at+1:]
		}
	}
}

func TestNewLines_FindsAllOfABlock(t *testing.T) {
	old := "a\nb\nc\n{\n}\nd\ne\n"
	now := "a\nb\nnew 1\n{\n}\nnew 2\nc\n{\n}\nd\ne\n"
	ranges := newLines([]byte(old), []byte(now))
	if len(ranges) != 1 || ranges[0].From != 3 || ranges[0].To != 6 {
		t.Errorf("new lines %v", ranges)
	}
	if ranges := newLines([]byte(old), []byte(strings.ReplaceAll(old, "\n", "\r\n"))); ranges != nil {
		t.Errorf("after a change of line ends: %v", ranges)
	}
}

func TestDecisions_RoundTrip(t *testing.T) {
	name := filepath.Join(t.TempDir(), DecisionsName)
	if all, err := ReadDecisions(name); err != nil || all != nil {
		t.Fatalf("without a file: %v, %v", all, err)
	}
	key := keyOfTokens([]uint64{1})
	want := []Decision{
		{Matches: []string{key}, Decision: Permitted, Reason: "a \"quoted\"\nreason", By: "Jane <j@x.org>", Date: "2026-11-24", File: "a.go"},
		{Matches: []string{keyOfTokens([]uint64{2}), keyOfTokens([]uint64{3})}, Decision: ToFix, File: "b\x1b.go", License: "MIT"},
	}
	must(t, WriteDecisions(name, []Decision{want[1], want[0]}))
	got, err := ReadDecisions(name)
	must(t, err)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".chaffinch-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	must(t, os.Remove(name))
}

func TestDecisions_SaysWhatIsWrong(t *testing.T) {
	key := keyOfTokens([]uint64{1})
	for text, want := range map[string]string{
		"[[decision]]\nmatches = [\"" + key + "\"]\ndecision = \"fine\"\nfile = \"x.c\"\n": `decision 1 (x.c): "fine" is not a decision`,
		"[[decision]]\ndecision = \"own\"\n":                                               "it has no matches",
		"[[decision]]\nmatches = [\"12\"]\ndecision = \"own\"\n":                           "not the key of a match",
		"[[decision]]\nmatches = [\"" + key + "\"]\ndecision = \"own\"\nwho = \"me\"\n":    "line 4: unknown key",
		"[[decision]\n":                       "line 1",
		"[[decision]]\nreason = 2026-01-02\n": "line 2: reason is no text: use text in quotes",
		"[[decision]]\nmatches = \"x\"\n":     "line 2: matches is no list of texts: use a list of keys, each in quotes",
		"decision = 5\n":                      "line 1: decision is no table: use [[decision]] before each",
		"[[decision]]\nmatches = [\"" + key + "\"]\ndecision = \"own\"\ndate = 3\n":                                                      "its date is 3",
		"[[decision]]\nmatches = [\"" + key + "\"]\ndecision = \"own\"\n[[decision]]\nmatches = [\"" + key + "\"]\ndecision = \"fix\"\n": "is also own",
	} {
		if _, err := parseDecisions([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// A date may be one of TOML, without quotes.
func TestDecisions_TakeDatesOfTOML(t *testing.T) {
	key := keyOfTokens([]uint64{1})
	for text, want := range map[string]string{
		"": "", "date = '2026-01-02'": "2026-01-02", "date = 2026-01-02": "2026-01-02", "date = 2026-01-02T03:04:05": "2026-01-02T03:04:05",
		"date = 2026-01-02T03:04:05Z": "2026-01-02T03:04:05Z",
	} {
		all, err := parseDecisions([]byte("[[decision]]\nmatches = [\"" + key + "\"]\ndecision = \"own\"\nby = \"me\"\n" + text + "\n"))
		if err != nil || len(all) != 1 || all[0].Date != want || all[0].By != "me" {
			t.Errorf("%q: %+v, %v", text, all, err)
		}
	}
}

func FuzzParseDecisions(f *testing.F) {
	f.Add([]byte("[[decision]]\nmatches = [\"" + keyOfTokens([]uint64{1}) + "\"]\ndecision = \"own\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := parseDecisions(text)
		if err != nil || len(all) == 0 {
			return
		}
		name := filepath.Join(t.TempDir(), DecisionsName)
		must(t, WriteDecisions(name, all))
		again, err := ReadDecisions(name)
		if err != nil || len(again) != len(all) {
			t.Errorf("%q is written and read as %v, %v", text, again, err)
		}
	})
}

func FuzzNewLines(f *testing.F) {
	f.Add([]byte("a\nb\n"), []byte("a\nc\nb"))
	f.Fuzz(func(t *testing.T, old, now []byte) {
		last := 0
		for _, l := range newLines(old, now) {
			if l.From <= last || l.To < l.From || l.To > bytes.Count(now, []byte("\n"))+1 {
				t.Fatalf("lines %v of %q", l, now)
			}
			last = l.To
		}
	})
}

// A key stands for a match that is somewhat longer or shorter, or was cut in two, and for no other
// one.
func TestKey_StandsForTheSameMaterial(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	tokens := func(n int) (all []uint64) {
		for range n {
			all = append(all, random.Uint64())
		}
		return all
	}
	missed, grown := 0, 0
	const rounds = 500
	for range rounds {
		n := 17 + random.IntN(2000)
		match := tokens(n)
		var s keySet[int]
		s.add(keyOfTokens(match), 1)
		s.add(keyOfTokens(tokens(100)), 2)
		longer := slices.Concat(tokens(n/40), match, tokens(n/40))
		for _, same := range [][]uint64{match, longer, match[n/4:], match[:n/2+8]} {
			if v, ok := s.find(keyOfTokens(same)); !ok || v != 1 {
				missed++
			}
		}
		if v, ok := s.find(keyOfTokens(tokens(n))); ok {
			t.Fatalf("other material has the value %d", v)
		}
		if _, ok := s.find(keyOfTokens(slices.Concat(match, tokens(n)))); ok {
			grown++
		}
	}
	if missed > 4*rounds/100 || grown > rounds/20 {
		t.Errorf("of %d, %d were not found, and %d twice as long were", 4*rounds, missed, grown)
	}
}

// A key is the sample at the lowest level with few enough hashes, though a long text's are not all
// sorted.
func TestKey_HasTheLowestLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for n := 1; n < 20000; n += 1 + n/7 {
		for _, distinct := range []int{1, 30, 40, 70, n} {
			period := make([]uint64, distinct)
			for i := range period {
				period[i] = random.Uint64()
			}
			tokens := make([]uint64, n)
			for i := range tokens {
				tokens[i] = period[i%distinct]
			}
			want := key{hashes: runsOf(tokens)}
			slices.Sort(want.hashes)
			want.hashes = slices.Compact(want.hashes)
			for len(want.hashes) > mostHashes {
				want = want.at(want.level + 1)
			}
			if got := keyOfTokens(tokens); got != want.String() {
				t.Fatalf("%d tokens, %d distinct: %s, not %s", n, distinct, got, want)
			}
		}
	}
}

// A long copy that was decided says nothing about a short one of which it has a part, however many
// there are.
func TestKey_OfALongCopyStandsForNoStranger(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	tokens := func(n int) (all []uint64) {
		for range n {
			all = append(all, random.Uint64())
		}
		return all
	}
	long := tokens(100_000)
	var s keySet[int]
	s.add(keyOfTokens(long), 1)
	for i := range 2000 {
		n := 40 + random.IntN(2000)
		part := long[i*40:][:n/4]
		if _, ok := s.find(keyOfTokens(slices.Concat(part, tokens(n-len(part))))); ok {
			t.Fatalf("it stands for %d tokens, of which it has %d", n, len(part))
		}
	}
	if _, ok := s.find(keyOfTokens(long[:60_000])); !ok {
		t.Error("it does not stand for a half of it")
	}
}

// Many files may have the same copy: a key is kept once, with all that it stands for.
func TestKeySet_KeepsEqualKeysOnce(t *testing.T) {
	var s keySet[int]
	key := keyOfTokens([]uint64{1, 2, 3})
	for i := range 1000 {
		s.add(key, i)
	}
	n := 0
	for range s.sharing(key) {
		n++
	}
	if v, ok := s.find(key); !ok || v != 0 || n != 1000 {
		t.Errorf("found %d, %v, and %d of 1000 values", v, ok, n)
	}
	for h, keys := range s.at {
		if len(keys) != 1 {
			t.Errorf("hash %x has %d keys", h, len(keys))
		}
	}
}

func FuzzParseKey(f *testing.F) {
	f.Add(keyOfTokens([]uint64{1, 2, 3}))
	f.Add("1-00000002")
	f.Fuzz(func(t *testing.T, text string) {
		k, ok := parseKey(text)
		if ok && k.String() != text {
			t.Errorf("%q is read as %s", text, k)
		}
		k.shareIn(k)
	})
}

// A file that was renamed, edited, moved into a folder or divided is followed. Another new file is
// not.
func TestGoneFiles_FollowsRenames(t *testing.T) {
	g := &goneFiles{holders: map[uint64][]int{}}
	for i := range 20 {
		text := []byte("// a head that all files have, and that says nothing\npackage p\n\n" + routine(3*i) + routine(3*i+1) + routine(3*i+2))
		g.add(git.Entry{Path: fmt.Sprint(i)}, text, "Go")
	}
	for name, x := range map[string]struct{ text, origin string }{
		"edited":     {routines(9, 100, 10, 11), "3"},
		"indented":   {strings.ReplaceAll(routines(9, 10, 11), "\n", "\n\t\t"), "3"},
		"half of":    {routines(12), "4"},
		"grown":      {routines(15, 16, 17, 101, 102, 103, 104, 105, 106), "5"},
		"of two":     {routines(18, 21, 22), "7"},
		"new":        {routines(200, 201, 202), ""},
		"only head":  {"// a head that all files have, and that says nothing\npackage p\n\n" + routine(203), ""},
		"mostly new": {routines(24, 110, 111, 112, 113, 114), ""},
		"empty":      {"", ""},
	} {
		if e, ok := g.origin([]byte(x.text), "Go"); e.Path != x.origin || ok != (x.origin != "") {
			t.Errorf("%s: from %q", name, e.Path)
		}
	}
}

// The same material twice in a file has one key, and may be of two classes: own documents may
// explain one place only.
func TestAddHit_ClassIsOfThePlace(t *testing.T) {
	code := routine(1)
	n := strings.Count(code, "\n")
	first, second := answer.Lines{From: 1, To: n}, answer.Lines{From: n + 1, To: 2 * n}
	hit := &answer.Hit{Language: "Go", Occurrences: []index.Occurrence{{Path: "a.go"}}, Matches: []answer.Match{
		{Question: first, Kind: Fingerprints, Tokens: 150, Weight: 100, Evident: 100, DF: 1},
		{Question: second, Kind: Fingerprints, Tokens: 150, Weight: 100, Evident: 100, DF: 1},
	}}
	for name, owned := range map[string]answer.Lines{"first": first, "second": second} {
		s := scanner{report: &Report{}}
		j := NewJudge(chaffinch.Document{Name: "b.go", Source: []byte(code + code)}, answer.Question{Tokens: 300}, 1)
		j.owned = []answer.Lines{owned}
		s.addHit(&File{Path: "b.go"}, hit, j)
		for _, f := range s.report.Findings {
			if f.Matches[0].Key != s.report.Findings[0].Matches[0].Key {
				t.Fatalf("%s: keys differ", name)
			}
			if isOwn := f.Matches[0].File == owned; len(f.Matches) != 1 || isOwn != (f.Class == Own) {
				t.Errorf("%s: lines %s are %s", name, f.Matches[0].File, f.Class)
			}
		}
		if len(s.report.Findings) != 2 {
			t.Errorf("%s is own: %d findings", name, len(s.report.Findings))
		}
	}
}

func TestDoc_ListsAllFiles(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	must(t, err)
	all, err := filepath.Glob("*.go")
	must(t, err)
	for _, name := range all {
		if name != "doc.go" && !strings.HasSuffix(name, "_test.go") && !bytes.Contains(text, []byte("//\t"+name+" ")) {
			t.Errorf("doc.go does not say what %s does", name)
		}
	}
	for _, listed := range regexp.MustCompile(`//\t(\S+\.go) `).FindAllSubmatch(text, -1) {
		if !slices.Contains(all, string(listed[1])) {
			t.Errorf("doc.go lists %s, which is no file", listed[1])
		}
	}
}

// Places of matches are those of the file as it is, whatever its encoding.
func TestRun_ReadsOtherEncodings(t *testing.T) {
	x := corpusOf(t)
	text := routines(100, 101, 102) + routine(2)
	units := utf16.Encode([]rune("\ufeff" + text))
	var b bytes.Buffer
	must(t, binary.Write(&b, binary.LittleEndian, units))
	r := run(t, x, Options{Language: "Go", Tree: write(t, map[string]string{"a/LICENSE": b.String(), "b/LICENSE": text})})
	if got := summaries(r); len(got) != 2 || !strings.HasPrefix(got[0], "a/LICENSE copy ") || got[0][1:] != got[1][1:] {
		t.Errorf("found %q", got)
	}
}

// A line of the project counts once for each source, though several findings or parts of one have
// it.
func TestReport_OriginsCountEachLineOnce(t *testing.T) {
	of := func(file, path string, lines ...[2]int) (f Finding) {
		f.Class, f.File, f.Origin.Occurrence = Copy, file, index.Occurrence{Root: "up", Path: path}
		for _, l := range lines {
			f.Matches = append(f.Matches, Match{File: answer.Lines{From: l[0], To: l[1]}})
		}
		return f
	}
	r := Report{Findings: []Finding{
		of("a.go", "lib/x.go", [2]int{1, 332}, [2]int{40, 60}, [2]int{50, 62}), of("a.go", "lib/y.go", [2]int{330, 340}),
		of("b.go", "lib/x.go", [2]int{8, 9}, [2]int{2, 3}, [2]int{3, 4}), of("a.go", "other/z.go", [2]int{1, 2}),
	}}
	for i, want := range []Source{{Files: 2, Lines: 340 + 5}, {Files: 1, Lines: 2}} {
		if got := r.Origins()[i]; got.Files != want.Files || got.Lines != want.Lines {
			t.Errorf("%d: %+v, not %+v", i, got, want)
		}
	}
}
