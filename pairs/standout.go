package pairs

import (
	"cmp"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// kernelWidth is the width of the kernel of the density of scores. fenceFactor is Tukey's factor of
// the middle half. Both are set by hand, for the cases of TestFindStandOut_Cases.
const kernelWidth, fenceFactor = 0.035, 1.5

// StandOut describes units whose best score stands out from the others' best scores. It is not a
// verdict: in a class of near-identical files a high score means little.
type StandOut struct {
	Units int     `json:"units"` // number of units that stand out
	From  float64 `json:"from"`  // their lowest best score
	// Below is the highest best score of the others, at least the least listed score.
	Below float64 `json:"below"`
}

// FindStandOut sets [Report].StandOut from the listed pairs and the groups of identical units.
func (r *Report) FindStandOut() {
	r.StandOut = standOut(r.bestScores())
}

// bestScores returns the highest score of each new unit with another, ascending. It also returns
// the least score that is listed. Units without a listed pair have that score. So a large group of
// copies counts no more than its members.
func (r *Report) bestScores() (best []float64, least float64) {
	least = r.MinScore
	if r.More > 0 && len(r.Pairs) > 0 {
		least = slices.MinFunc(r.Pairs, func(x, y Pair) int { return cmp.Compare(x.Score, y.Score) }).Score
	}
	scores := make([]float64, len(r.Units))
	for _, p := range r.Pairs {
		for _, n := range []int{p.A.Unit, p.B.Unit} {
			scores[n] = max(scores[n], p.Score)
		}
	}
	for _, group := range r.Identical {
		for _, n := range group {
			scores[n] = scores[group[0]] // only the first is paired with others
			if r.PairsWithin(group) > 0 {
				scores[n] = 1
			}
		}
	}
	for i, u := range r.Units {
		if !u.Old {
			best = append(best, max(least, scores[i]))
		}
	}
	slices.Sort(best)
	return best, least
}

// standOut looks for a gap in ascending scores, or else for scores far above most. It returns nil
// if there is neither.
func standOut(best []float64, least float64) *StandOut {
	if len(best) < threshold.StandOutUnits || best[len(best)-1] <= least {
		return nil
	}
	at := valley(best, least)
	if at < 0 {
		at = fence(best)
	}
	if at < 0 || len(best)-at < 2 {
		return nil
	}
	return &StandOut{Units: len(best) - at, From: best[at], Below: best[at-1]}
}

// valley returns the index of the first score above the deepest valley of the scores' density. The
// valley is between two hills. The index is -1 if there is none.
func valley(best []float64, least float64) int {
	var density []float64
	for x := least; x <= 1; x += 0.01 {
		sum := 0.
		for _, y := range best {
			sum += math.Exp(-(x - y) * (x - y) / (2 * kernelWidth * kernelWidth))
		}
		density = append(density, sum)
	}
	after := slices.Clone(density) // the highest from there on
	for i := len(after) - 2; i >= 0; i-- {
		after[i] = max(after[i], after[i+1])
	}
	at, deepest, before := -1, threshold.StandOutValley, 0.
	for i, d := range density {
		before = max(before, d)
		n, _ := slices.BinarySearch(best, least+float64(i)*0.01)
		if depth := d / min(before, after[i]); depth < deepest && n > 0 && len(best)-n >= 2 {
			at, deepest = n, depth
		}
	}
	return at
}

// fence returns the index of the first score above Tukey's fence, or -1 ("Exploratory data
// analysis", 1977).
func fence(best []float64) int {
	low, high := best[len(best)/4], best[3*len(best)/4]
	n, _ := slices.BinarySearch(best, max(high+fenceFactor*(high-low), high+threshold.StandOutLead))
	if n == len(best) {
		return -1
	}
	return n
}
