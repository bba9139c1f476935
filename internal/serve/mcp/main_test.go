package mcp

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the collector run as rarely as in the program: the tests hold little memory.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
