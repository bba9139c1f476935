package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Each submission has starter code with a fifth of its lines changed, and its own program; the last
// is a copy of the first.
func TestPairs_SetAsideEditedStarterCode(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("s%02d/start.go", i)] = edited(starter(), i)
		files[fmt.Sprintf("s%02d/own.go", i)] = filetest.Program(uint64(100 + i%11))
	}
	class := filetest.Folder(t, files)
	r := compared(t, pairs.Options{Unit: pairs.ByFolder, MinScore: 0.01}, class)
	if !saysRuns(r) {
		t.Errorf("warnings %+v", r.Warnings)
	}
	if len(r.Pairs) == 0 || r.Pairs[0].A.Name != "s00" || r.Pairs[0].B.Name != "s11" || r.Pairs[0].Score < 0.5 {
		t.Fatalf("best pair %+v", r.Pairs)
	}
	counted := compared(t, pairs.Options{Unit: pairs.ByFolder, MinScore: 0.01, CountCommon: true}, class)
	if saysRuns(counted) || bestOther(counted) < 0.3 || bestOther(r) > 0.75*bestOther(counted) {
		t.Errorf("another pair has %.2f, counted %.2f", bestOther(r), bestOther(counted))
	}
	named := compared(t, pairs.Options{Unit: pairs.ByFolder, Reading: pairs.Reading{Base: []string{class + "/s00/start.go"}}}, class)
	if saysRuns(named) {
		t.Error("runs are set aside beside starter code that is named")
	}
}

// Copies of one program are no starter code, though two of three submissions are copies.
func TestPairs_KeepWhatAGroupCopied(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		text := filetest.Program(uint64(100 + i))
		if i < 8 {
			text = edited(starter(), i)
		}
		files[fmt.Sprintf("s%02d/main.go", i)] = text
	}
	r := compared(t, pairs.Options{Unit: pairs.ByFolder, MinScore: 0.25}, filetest.Folder(t, files))
	if saysRuns(r) || len(r.Pairs) < 28 {
		t.Errorf("%d pairs, warnings %+v", len(r.Pairs), r.Warnings)
	}
}

func starter() string {
	return filetest.Program(1) + filetest.Program(2) + filetest.Program(3)
}

// edited changes a fifth of the lines.
func edited(text string, seed int) string {
	rng := rand.New(rand.NewPCG(uint64(seed), 7))
	lines := strings.Split(text, "\n")
	for i := range lines {
		if rng.IntN(5) == 0 {
			lines[i] = fmt.Sprintf("\tx%d := y%d + %d", rng.IntN(1e6), rng.IntN(1e6), rng.IntN(1e6))
		}
	}
	return strings.Join(lines, "\n")
}

func saysRuns(r *pairs.Report) bool {
	return slices.ContainsFunc(r.Warnings, func(w answer.Warning) bool { return w.Code == string(option.CommonRuns) })
}

// bestOther returns the best score of other pairs than the first submission and its copy.
func bestOther(r *pairs.Report) (best float64) {
	for _, p := range r.Pairs {
		if p.A.Name != "s00" || p.B.Name != "s11" {
			best = max(best, p.Score)
		}
	}
	return best
}
