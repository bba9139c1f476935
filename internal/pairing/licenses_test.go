package pairing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Four submissions have programs of their own; of three, the texts of licences are alike or equal.
// The program of the first, which the last has as COPYING, counts.
func TestPairs_SetAsideTextsOfLicenses(t *testing.T) {
	files := map[string]string{"s0/LICENSE": notice.Text("BSD-2-Clause"), "s1/license.txt": notice.Text("BSD-3-Clause"), "s2/LICENSE": notice.Text("BSD-2-Clause")}
	for i := range 4 {
		files[fmt.Sprintf("s%d/own.go", i)] = filetest.Program(uint64(100 + i))
	}
	files["s3/COPYING"] = filetest.Program(100)
	licenses := filetest.Folder(t, files)
	for name := range files {
		if strings.HasSuffix(strings.ToLower(name), "license") || strings.HasSuffix(name, ".txt") {
			delete(files, name)
		}
	}
	without := filetest.Folder(t, files)
	o := pairs.Options{Unit: pairs.ByFolder, BestOfEach: 10}
	r, want := compared(t, o, licenses), compared(t, o, without)
	if a, b := evidence(r), evidence(want); !slices.Equal(a, b) || len(a) == 0 || r.Pairs[0].B.Name != "s3" {
		t.Errorf("with licences %v, without %v", a, b)
	}
	if text := saysLicenses(r); !strings.Contains(text, "3 files are texts of licences") || !strings.Contains(text, ": LICENSE, license.txt") || saysLicenses(want) != "" {
		t.Errorf("warnings %+v", r.Warnings)
	}
	o.CountCommon = true
	if r := compared(t, o, licenses); saysLicenses(r) != "" || len(r.Pairs) < 3 {
		t.Errorf("counted: %d pairs, warnings %+v", len(r.Pairs), r.Warnings)
	}
	if r := compared(t, pairs.Options{}, licenses); len(r.Identical) != 1 || slices.ContainsFunc(r.Pairs, func(p pairs.Pair) bool { return strings.HasSuffix(p.A.Name, "LICENSE") }) {
		t.Errorf("of files: %v, %+v", r.Identical, r.Pairs)
	}
}

// The head of a program with a licence is a comment, which changes no figure.
func TestPairs_HeadsWithLicensesWeighNothing(t *testing.T) {
	var of [2][]string
	for i, head := range []string{"", "/*\n" + notice.Text("MIT") + "\n*/\n"} {
		r := compared(t, pairs.Options{BestOfEach: 10}, filetest.Folder(t, map[string]string{
			"a.go": head + filetest.Program(1), "b.go": head + filetest.Program(2), "c.go": head + filetest.Program(1) + filetest.Program(3),
		}))
		of[i] = evidence(r)
		if len(r.SameComments) > 0 {
			t.Errorf("%+v", r.SameComments)
		}
	}
	if !slices.Equal(of[0], of[1]) || len(of[0]) == 0 {
		t.Errorf("%v, with heads %v", of[0], of[1])
	}
}

// evidence names all pairs, weak ones too, with their figures.
func evidence(r *pairs.Report) (all []string) {
	for _, p := range slices.Concat(r.Pairs, r.Weak) {
		all = append(all, fmt.Sprintf("%s %s %.4f %.4f %d", p.A.Name, p.B.Name, p.Score, p.Probability, p.Tokens))
	}
	return all
}

func saysLicenses(r *pairs.Report) string {
	if i := slices.IndexFunc(r.Warnings, func(w answer.Warning) bool { return w.Code == string(option.LicenseTexts) }); i >= 0 {
		return r.Warnings[i].Text
	}
	return ""
}
