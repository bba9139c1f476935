package disk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// roleVariable makes the test binary play a role in another process.
const roleVariable = "CHAFFINCH_TEST_ROLE"

// roles are the functions of such processes.
var roles = map[string]func(args []string) error{
	"write":  func(args []string) error { return holdOpen(args[0], false) },
	"read":   func(args []string) error { return holdOpen(args[0], true) },
	"look":   func(args []string) error { return lookOften(args[0]) },
	"update": func(args []string) error { return updateInSmallSteps(args[0], args[1]) },
}

func TestMain(m *testing.M) {
	role, ok := roles[os.Getenv(roleVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := role(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// holdOpen opens the index, prints "ready", and closes it when standard input ends.
func holdOpen(path string, readOnly bool) error {
	x, err := Open(context.Background(), path, index.Options{ReadOnly: readOnly, Unpublished: readOnly})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	return x.Close()
}

// lookOften opens the index for reading at each line of input, and prints its documents in one
// line.
func lookOften(path string) error {
	fmt.Println("ready")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		x, err := Open(context.Background(), path, index.Options{ReadOnly: true})
		if err != nil {
			return err
		}
		lines, orphans, err := contentsOf(x)
		if err == nil && len(orphans) > 0 {
			err = fmt.Errorf("without an occurrence: %v", orphans)
		}
		if err := errors.Join(err, x.Close()); err != nil {
			return err
		}
		fmt.Println(strings.Join(lines, "; "))
	}
	return nil
}

// updateInSmallSteps updates in small batches.
func updateInSmallSteps(path, root string) error {
	x, err := Open(context.Background(), path, index.Options{})
	if err != nil {
		return err
	}
	x.limits = limits{bytes: 1 << 20, documents: 4}
	fmt.Println("ready")
	if _, err := x.Update(context.Background(), index.Source{Root: root, Collection: "c"}, index.UpdateOptions{Prune: true}); err != nil {
		return err
	}
	return x.Close()
}

// process is another process that plays a role.
type process struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// start starts a process and returns when it is ready.
func start(t *testing.T, role string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	p := &process{Cmd: exec.Command(self, args...)}
	p.Env = append(os.Environ(), roleVariable+"="+role, "GORACE=atexit_sleep_ms=0")
	p.Stderr = os.Stderr
	p.in, err = p.StdinPipe()
	must(t, err)
	out, err := p.StdoutPipe()
	must(t, err)
	p.out = bufio.NewReader(out)
	must(t, p.Start())
	t.Cleanup(func() { p.Process.Kill(); p.Wait() })
	if line, err := p.out.ReadString('\n'); line != "ready\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	return p
}

// ask returns what a process with the role "look" sees.
func (p *process) ask(t *testing.T) []string {
	t.Helper()
	if _, err := fmt.Fprintln(p.in); err != nil {
		t.Error(err)
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		t.Error(err)
	}
	return strings.Split(strings.TrimSuffix(line, "\n"), "; ")
}

// end ends a process by closing its input.
func (p *process) end(t *testing.T) {
	t.Helper()
	p.in.Close()
	must(t, p.Wait())
}
