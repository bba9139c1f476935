package main

import (
	"testing"
	"time"
)

func TestTimeLeft_AtTheSpeedSoFar(t *testing.T) {
	for _, c := range []struct {
		spent       time.Duration
		done, whole int
		want        string
	}{
		{10 * time.Second, 100, 400, ", up to 31s left"}, {time.Minute, 1, 3, ", up to 2m1s left"},
		{time.Second / 2, 100, 400, ""}, {10 * time.Second, 0, 400, ""}, {10 * time.Second, 100, 0, ""},
		{10 * time.Second, 400, 400, ""},
	} {
		if got := timeLeft(c.spent, c.done, c.whole); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
