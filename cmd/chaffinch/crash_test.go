package main

import (
	"context"
	"os/exec"
	"runtime"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/crash/kill"
)

// The program is killed while it writes, as bench/crash does it a thousand times.
func TestKilledProgramLeavesAPublishedState(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a generation that is open cannot be removed there")
	}
	program, err := exec.LookPath("chaffinch") // this binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	rows, err := kill.Run(context.Background(), kill.Options{
		Program: program, Dir: t.TempDir(), Seed: 1, Kills: 30, Files: 40, Lines: 15,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Kills+r.Ended == 0 {
			t.Errorf("%s was not run", r.Command)
		}
		for _, f := range r.Failures {
			t.Errorf("%s: %s", r.Command, f)
		}
	}
}
