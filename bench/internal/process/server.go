package process

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
)

// Server is a running server.
type Server struct {
	URL  string // http://HOST:PORT
	Stop func() error
}

// Serve starts chaffinch serve and returns once it is ready.
func Serve(program, index string, flags ...string) (*Server, error) {
	cmd := exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--index", index}, flags...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	_, at, ok := strings.Cut(strings.TrimSpace(line), " at ")
	if !ok {
		return nil, errors.Join(fmt.Errorf("the server says %q: %s", line, &log), cmd.Process.Kill(), cmd.Wait())
	}
	go io.Copy(io.Discard, out)
	return &Server{at, sync.OnceValue(func() error {
		return errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait())
	})}, nil
}
