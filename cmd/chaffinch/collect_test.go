package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// The first collection comes late, and the others as they should.
func TestCollectLater_EndsWithTheFirstCollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	collected := make(chan struct{})
	collectLater(func() { close(collected) })
	if percent := debug.SetGCPercent(firstPercent); percent != firstPercent {
		t.Errorf("before the first collection: %d%%, not %d%%", percent, firstPercent)
	}
	runtime.GC()
	select {
	case <-collected:
	case <-time.After(time.Minute):
		t.Error("the first collection changed nothing")
	}
}
