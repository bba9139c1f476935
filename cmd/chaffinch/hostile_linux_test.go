package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/spf13/cobra"
)

// openTerminal returns a terminal for a program, and its output. See pts(4).
func openTerminal(t *testing.T) (program, user *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	var number, unlock int32
	for _, call := range []struct {
		request uintptr
		value   *int32
	}{{syscall.TIOCSPTLCK, &unlock}, {syscall.TIOCGPTN, &number}} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, user.Fd(), call.request, uintptr(unsafe.Pointer(call.value))); errno != 0 {
			t.Skip("no terminals here:", errno)
		}
	}
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	return program, user
}

// ours is the output that may control a terminal: colours and links of [terminal.Style], a replaced
// line, and line feeds, which a terminal makes CR LF.
var ours = regexp.MustCompile("\x1b\\[(0|1|2|31|32|33|36)m|\x1b\\]8;;[!-~]*\x1b\\\\|\r\x1b\\[K|\r\n")

// On a terminal a run writes colours and a line of progress, and otherwise no control characters
// from names or sources.
func TestCommands_NeverControlTerminal(t *testing.T) {
	newHostileFolder(t)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	coloured, progress := 0, 0
	eachHostileRun(t, func(_ *cobra.Command, args []string) {
		text := onTerminal(t, args)
		if strings.Contains(text, "\x1b[2m") {
			coloured++
		}
		if strings.Contains(text, "\r\x1b[K") {
			progress++
		}
		text = ours.ReplaceAllString(text, "\n")
		if written(args) {
			text = strings.ReplaceAll(text, "\t", " ")
		}
		if part, found := whatIsRaw(text); found {
			t.Errorf("%q prints %q", args, part)
		}
	})
	if coloured < 10 || progress < 10 {
		t.Errorf("%d runs print colours, and %d their progress: this tests little", coloured, progress)
	}
}

// onTerminal returns the output of a run on a terminal, on both streams.
func onTerminal(t *testing.T, args []string) string {
	t.Helper()
	return onTerminalOf(t, func(*os.File) {}, args)
}

// onTerminalOf is [onTerminal] with a terminal that is set up first.
func onTerminalOf(t *testing.T, setUp func(*os.File), args []string) string {
	t.Helper()
	program, user := openTerminal(t)
	defer user.Close()
	setUp(program)
	seen := make(chan []byte)
	go func() {
		var b bytes.Buffer
		_, _ = io.Copy(&b, user) // the error is that the program has gone
		seen <- b.Bytes()
	}()
	run(t.Context(), args, strings.NewReader(harmfulSource(0)), program, program)
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	return string(<-seen)
}
