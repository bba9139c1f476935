package notice

import (
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/licensecheck"
)

var update = flag.Bool("update", false, "write the phrases of licences")

// lreMark matches what is no word in a pattern of licensecheck: a comment, the ends of groups, and wildcards.
var lreMark = regexp.MustCompile(`(?s)//\*\*.*?\*\*//|\(\(|\)\)(?:\?\?)?|\|\||__\d+__`)

var words = regexp.MustCompile(`[\pL\d]+`)

// required returns the runs of words that every text has that matches a pattern: those outside of groups. A pattern that
// is one group, of several forms of a licence, has those of each form.
func required(lre string) (forms [][]string) {
	for outside := 0; outside < 2 && len(slices.Concat(forms...)) == 0; outside++ {
		forms = [][]string{nil}
		depth, from := 0, 0
		for _, m := range append(lreMark.FindAllStringIndex(lre, -1), []int{len(lre), len(lre)}) {
			if run := strings.TrimSpace(lre[from:m[0]]); depth == outside && run != "" {
				forms[len(forms)-1] = append(forms[len(forms)-1], run)
			}
			switch mark := lre[m[0]:m[1]]; {
			case mark == "((":
				depth++
			case strings.HasPrefix(mark, "))"):
				depth--
			case mark == "||" && depth == outside:
				forms = append(forms, nil)
			}
			from = m[1]
		}
	}
	return forms
}

// choosePhrases returns the phrases of each form of each licence: of those that it requires, the ones that fewest forms
// require. They have no words in common, so that one changed word changes one phrase.
func choosePhrases(all []licensecheck.License) map[form][]uint32 {
	type phrase struct {
		hash uint32
		at   int // number of the first word
	}
	of := map[form][]phrase{}
	frequency := map[uint32]int{}
	for i, l := range all {
		for k, runs := range required(l.LRE) {
			f, at := formOf(i, k), 0
			if len(words.FindAllString(strings.Join(runs, " "), -1)) <= mostCopyrightWords {
				f |= shortForm
			}
			has := map[uint32]bool{}
			for _, run := range runs {
				eachPhrase([]byte(run), func(h uint32) {
					of[f] = append(of[f], phrase{h, at})
					has[h] = true
					at++
				})
				at += phraseWords
			}
			for h := range has {
				frequency[h]++
			}
		}
	}
	chosen := map[form][]uint32{}
	for f, list := range of {
		slices.SortStableFunc(list, func(a, b phrase) int { return cmp.Compare(frequency[a.hash], frequency[b.hash]) })
		taken := map[int]bool{}
		for _, p := range list {
			if len(chosen[f]) == mostPhrases || taken[p.at] || taken[p.at+phraseWords-1] || slices.Contains(chosen[f], p.hash) {
				continue
			}
			chosen[f] = append(chosen[f], p.hash)
			for k := range phraseWords {
				taken[p.at+k] = true
			}
		}
	}
	return chosen
}

func TestPhrases_UpToDate(t *testing.T) {
	var entries [][]byte
	for f, hashes := range choosePhrases(licensecheck.BuiltinLicenses()) {
		for _, h := range hashes {
			entries = append(entries, binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint32(nil, h), uint16(f)))
		}
	}
	slices.SortFunc(entries, func(a, b []byte) int {
		return cmp.Or(cmp.Compare(binary.LittleEndian.Uint32(a), binary.LittleEndian.Uint32(b)), slices.Compare(a, b))
	})
	want := string(slices.Concat(entries...))
	if *update {
		if err := os.WriteFile("phrases.bin", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if phrases != want {
		t.Error("phrases.bin is not of this version of licensecheck: run go test ./internal/notice -run UpToDate -update")
	}
}

// texts returns texts that match a pattern: with the first and with the last alternative of each group, with what is
// optional and without it.
func texts(lre string) (all []string) {
	for _, last := range []bool{false, true} {
		for _, full := range []bool{true, false} {
			text, _ := expand(lre, 0, last, full)
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// expand returns the text of a group from an offset on, up to its end, which it returns as well.
func expand(lre string, from int, last, full bool) (text string, end int) {
	var done []string // alternatives
	var b strings.Builder
	for {
		m := lreMark.FindStringIndex(lre[from:])
		if m == nil {
			m = []int{len(lre) - from, len(lre) - from}
		}
		b.WriteString(lre[from : from+m[0]])
		mark := lre[from+m[0] : from+m[1]]
		from += m[1]
		switch {
		case mark == "((":
			inner, end := expand(lre, from, last, full)
			if from = end; full || !strings.HasSuffix(lre[:end], "??") {
				b.WriteString(inner)
			}
		case mark == "||":
			done = append(done, b.String())
			b.Reset()
		case strings.HasPrefix(mark, "__") && full:
			b.WriteString("xyzzy")
		case strings.HasPrefix(mark, "))"), mark == "":
			done = append(done, b.String())
			if last {
				return done[len(done)-1], from
			}
			return done[0], from
		}
	}
}

// Scan answers as the scanner of all licences of licensecheck does: for its own texts as a whole, for their heads, with
// words changed, in comments, and several in one text.
func TestScan(t *testing.T) {
	before := ""
	check := func(id, text string) (matches bool) {
		got, want := scan([]byte(text)), licensecheck.Scan([]byte(text))
		got.Match, want.Match = withoutURLs(got.Match), withoutURLs(want.Match)
		if len(want.Match) == 0 {
			got.Percent, want.Percent = 0, 0
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, not %v, of %q", id, got, want, text[:min(len(text), 200)])
		}
		return len(want.Match) > 0
	}
	matched, n := 0, 0
	for _, l := range licensecheck.BuiltinLicenses() {
		if l.LRE == "" {
			continue
		}
		for _, text := range texts(l.LRE) {
			if check(l.ID, text) {
				matched++
			}
			switch n++; n % 6 { // each changes many texts, and a change of all takes long
			case 0:
				check(l.ID, text[:min(len(text), headSize)])
			case 1:
				check(l.ID, text[:len(text)/2])
			case 2:
				check(l.ID, text[len(text)/3:])
			case 3:
				check(l.ID, strings.ReplaceAll(strings.ReplaceAll(text, "software", "sofware"), "warranty", "warrantey"))
			case 4:
				check(l.ID, "// "+strings.ReplaceAll(text, "\n", "\n// "))
			case 5:
				check(l.ID, "Copyright 2020 X\n"+text+"\n\n"+before)
			}
			before = text
		}
	}
	if matched < 900 {
		t.Errorf("only %d texts match their patterns", matched)
	}
	for _, text := range []string{mit, bsd, bsd + gpl, "x\n" + isc} {
		for range mostApart + 1 { // from then on by one scanner
			check("often", text)
		}
	}
	check("nothing", "Permission is hereby refused, see https://creativecommons.org/licenses/by/4.0/ instead.")
	check("empty", "")
}

func withoutURLs(all []licensecheck.Match) []licensecheck.Match {
	return slices.DeleteFunc(all, func(m licensecheck.Match) bool { return m.IsURL })
}

// Few texts have the phrases of many licences, so few scanners are built for a text.
func TestCandidates_AreFew(t *testing.T) {
	for _, text := range []string{bsd, mit, isc, apache, mpl, gpl, fsfap} {
		if n := len(candidates([]byte(text), 0)); n == 0 || n > 12 {
			t.Errorf("%d sets of candidates for %q", n, text[:40])
		}
	}
	if n := len(candidates([]byte("Permission slips, redistribution, and copying. Copyright holders and others."), 0)); n > 0 {
		t.Errorf("%d candidates for no licence", n)
	}
}
