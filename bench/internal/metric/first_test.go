package metric

import (
	"math"
	"slices"
	"testing"
)

func TestRightAt_Cases(t *testing.T) {
	firsts := []First{{.9, true}, {.8, false}, {.5, true}, {.3, true}, {0, false}}
	var none []float64
	for i := range 20 {
		none = append(none, float64(i%4)/10) // 0 to .3, five times each
	}
	none[0] = .6
	before := slices.Clone(none)
	for alarms, want := range map[float64][2]float64{
		0:   {1. / 5, .6}, // none of 20 may exceed it
		.05: {2. / 5, .3}, // one
		.3:  {3. / 5, .2}, // six
	} {
		if share, threshold := RightAt(alarms, firsts, none); !near(share, want[0]) || !near(threshold, want[1]) {
			t.Errorf("at %v: %v above %v, want %v", alarms, share, threshold, want)
		}
	}
	if !slices.Equal(none, before) {
		t.Errorf("the scores were changed to %v", none)
	}
	for _, missing := range []struct {
		firsts []First
		none   []float64
	}{{firsts, nil}, {nil, none}} {
		if share, threshold := RightAt(.05, missing.firsts, missing.none); !math.IsNaN(share) || !math.IsNaN(threshold) {
			t.Errorf("got %v above %v where questions of one kind are missing, want NaN", share, threshold)
		}
	}
}
