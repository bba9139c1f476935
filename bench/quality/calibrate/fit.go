package calibrate

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// fit fits the probability of a copy to all sets but one. It uses iterated weighted least squares
// (Newton's method for logistic regression; McCullagh and Nelder, "Generalized Linear Models",
// 1989, section 4).
func fit(sets map[string][]observed.Score, without string) (m align.Certainty) {
	const steps, ridge = 40, 1e-4
	for range steps {
		var gradient align.Certainty
		var hessian [len(m)][len(m)]float64
		for i := range m {
			gradient[i], hessian[i][i] = -ridge*m[i], ridge
		}
		for _, name := range slices.Sorted(maps.Keys(sets)) {
			if name == without {
				continue
			}
			weight := 1 / float64(len(sets[name]))
			for _, s := range sets[name] {
				x := align.Features(s.Score, s.Tokens)
				p := m.Probability(s.Score, s.Tokens)
				y := 0.
				if s.Copy {
					y = 1
				}
				for i := range m {
					gradient[i] += weight * (y - p) * x[i]
					for j := range m {
						hessian[i][j] += weight * p * (1 - p) * x[i] * x[j]
					}
				}
			}
		}
		step := solve(hessian, gradient)
		largest := 0.
		for i := range m {
			m[i] += step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < 1e-9 {
			break
		}
	}
	return m
}

// solve returns x for a x = b, by Gauss elimination. a is symmetric and positive definite.
func solve(a [4][4]float64, b [4]float64) [4]float64 {
	for i := range b {
		for j := i + 1; j < len(b); j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < len(b); k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := len(b) - 1; i >= 0; i-- {
		for j := i + 1; j < len(b); j++ {
			b[i] -= a[i][j] * b[j]
		}
		b[i] /= a[i][i]
	}
	return b
}

// probability returns how likely a copy is.
type probability func(observed.Score) float64

// by returns the probability that coefficients give.
func by(m align.Certainty) probability {
	return func(s observed.Score) float64 { return m.Probability(s.Score, s.Tokens) }
}

// shown is the probability that was shown.
func shown(s observed.Score) float64 { return s.Sure }

// bins is the number of tenths of the probability.
const bins = 10

// calibrationError returns the expected calibration error. (Naeini, Cooper and Hauskrecht,
// "Obtaining well calibrated probabilities using Bayesian binning", 2015, section 4.)
func calibrationError(says probability, scores []observed.Score) float64 {
	var excess [bins]float64 // of the probabilities over the copies
	for _, s := range scores {
		p := says(s)
		in := &excess[min(bins-1, int(p*bins))]
		if *in += p; s.Copy {
			*in--
		}
	}
	sum := 0.
	for _, e := range excess {
		sum += math.Abs(e)
	}
	return sum / float64(len(scores))
}

func errorOf(says probability, scores []observed.Score) string {
	return fmt.Sprintf("%.3f", calibrationError(says, scores))
}
