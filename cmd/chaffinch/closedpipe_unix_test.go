//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// If nobody reads the output, as behind "| head -1", a command ends in silence and leaves no
// temporary folder. Another error is still said.
func TestMain_OutputNobodyReads(t *testing.T) {
	c := newCommandLine(t)
	c.write("r/a.go", source(1))
	c.write("r/b.go", source(1))
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x"}} {
		if out, err := exec.Command("git", append([]string{"-C", filepath.Join(c.dir, "r")}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	repository := "git+file://" + filepath.Join(c.dir, "r")
	for _, test := range []struct {
		args []string
		code int
		said bool
	}{
		{[]string{"dedup", repository}, exitClosed, false},
		{[]string{"search", "--corpus", repository, filepath.Join(c.dir, "r/a.go")}, exitClosed, false},
		{[]string{"index", "--index", filepath.Join(c.dir, "x"), repository}, exitClosed, false},
		{[]string{"index", "--index", filepath.Join(c.dir, "x"), filepath.Join(c.dir, "nosuch")}, exitError, true},
	} {
		temp := t.TempDir()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var said bytes.Buffer
		cmd := exec.Command("chaffinch", test.args...) // this binary: see TestMain
		cmd.Env = append(slices.Clone(os.Environ()), "TMPDIR="+temp)
		cmd.Stdout, cmd.Stderr = w, &said
		_ = cmd.Run() // its exit code is compared
		w.Close()
		left, err := os.ReadDir(temp)
		if code := cmd.ProcessState.ExitCode(); err != nil || code != test.code || (said.Len() > 0) != test.said || len(left) > 0 {
			t.Errorf("%q: exit code %d, %q, left %v, %v", test.args, code, said.String(), left, err)
		}
	}
}

// A server whose output nobody reads any more does not end as after an interrupt.
func TestServe_OutputNobodyReads(t *testing.T) {
	c := newCommandLine(t)
	c.write("r/a.go", source(1))
	at := filepath.Join(c.dir, "x")
	if out, err := exec.Command("chaffinch", "index", "--index", at, filepath.Join(c.dir, "r")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("chaffinch", "serve", "--index", at, "--listen", "127.0.0.1:0")
	cmd.Stdout = w
	err = cmd.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(r).ReadString('\n'); err != nil {
		t.Errorf("%q, %v", line, err)
	}
	r.Close()
	if err := cmd.Process.Signal(syscall.SIGPIPE); err != nil { // as of a client that breaks off
		t.Error(err)
	}
	_ = cmd.Wait() // its exit code is compared
	if code := cmd.ProcessState.ExitCode(); code != exitClosed {
		t.Errorf("exit code %d", code)
	}
}
