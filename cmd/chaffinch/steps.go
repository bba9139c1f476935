package main

import (
	"fmt"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// showSteps returns a function that shows the progress of a step. It shows how long the step may
// still take. It is nil without a terminal, so that nothing is counted needlessly.
func showSteps(progress *terminal.Progress) func(doing string, done, whole int) {
	if !progress.IsShown() {
		return nil
	}
	step, began := "", time.Time{}
	return func(doing string, done, whole int) {
		if doing != step {
			step, began = doing, time.Now()
		}
		progress.Show(comparing(doing, done, whole) + timeLeft(time.Since(began), done, whole))
	}
}

func comparing(doing string, done, whole int) string {
	if whole == 0 {
		return fmt.Sprintf("%s: %s", doing, terminal.Thousands(done))
	}
	return fmt.Sprintf("%s: %s of %s", doing, terminal.Thousands(done), terminal.Thousands(whole))
}

// timeLeft is the time that the rest of the work takes at the speed so far, in words. It is an
// upper bound, because a comparison ends when no further pair can be listed. It is empty for the
// first second, when the speed is not known yet.
func timeLeft(spent time.Duration, done, whole int) string {
	if spent < time.Second || done <= 0 || whole <= done {
		return ""
	}
	left := time.Duration(float64(spent) / float64(done) * float64(whole-done))
	return fmt.Sprintf(", up to %s left", left.Round(time.Second)+time.Second)
}
