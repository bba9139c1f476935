package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/rpc"
	"net/rpc/jsonrpc"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
)

// Reader is the service of the process that reads through the library, as long as a soak runs.
type Reader struct{ x *chaffinch.Index }

// Open opens the index again.
func (r *Reader) Open(path string, _ *bool) (err error) {
	if err := r.Close(false, nil); err != nil {
		return err
	}
	r.x, err = openIndex(path)
	return err
}

// Close closes the index.
func (r *Reader) Close(_ bool, _ *bool) error {
	if r.x == nil {
		return nil
	}
	x := r.x
	r.x = nil
	return x.Close()
}

// Ask searches for the origin of a file.
func (r *Reader) Ask(file string, allAnswer *answer.Answer) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	a, err := r.x.Search(context.Background(), chaffinch.Document{Name: file, Source: text},
		chaffinch.SearchOptions{})
	if err == nil {
		*allAnswer = *a
	}
	return err
}

// pipe is a connection over two pipes.
type pipe struct {
	io.Reader
	io.WriteCloser
}

// serve serves a Reader on standard input and output.
func serve() error {
	err := rpc.Register(&Reader{})
	rpc.ServeCodec(jsonrpc.NewServerCodec(pipe{os.Stdin, os.Stdout}))
	return err
}

// library is that process, as its parent sees it.
type library struct {
	client *rpc.Client
	cmd    *exec.Cmd
	pid    string
}

// startLibrary starts the process. What the library opens only once is open then.
func startLibrary(index string) (*library, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "-serve")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	l := &library{jsonrpc.NewClient(pipe{out, in}), cmd, strconv.Itoa(cmd.Process.Pid)}
	return l, errors.Join(l.open(index), l.close())
}

func (l *library) open(index string) error { return l.client.Call("Reader.Open", index, nil) }
func (l *library) close() error            { return l.client.Call("Reader.Close", false, nil) }
func (l *library) end() error              { return errors.Join(l.client.Close(), l.cmd.Wait()) }

func (l *library) ask(file string) (*answer.Answer, error) {
	var a answer.Answer
	return &a, l.client.Call("Reader.Ask", file, &a)
}

// openFiles returns how many files the process has open, 0 on other systems than Linux.
func (l *library) openFiles() int {
	files, _ := os.ReadDir(filepath.Join("/proc", l.pid, "fd"))
	return len(files)
}

// memoryMB returns the peak resident memory of a running process, 0 on other systems than Linux.
func memoryMB(pid string) (kB float64) {
	status, _ := os.ReadFile(filepath.Join("/proc", pid, "status"))
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(peak, &kB)
	return kB * 1024 / 1e6
}
