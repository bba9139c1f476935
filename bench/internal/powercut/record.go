package powercut

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// calls are the system calls by which the recorded programs change a folder. Some only identify the
// file of another call. If a program changes the folder in another way, such as by a shared
// mapping, or a read moves an offset that a write uses, [Disk.Verify] fails.
const calls = "open,openat,creat,close,dup,dup2,dup3,fcntl,lseek,write,pwrite64,ftruncate,copy_file_range,fsync,fdatasync," +
	"rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir"

// Record runs a program to its end and records what it changes in the folder of the disk. It needs
// strace, which makes the program slow. It returns the exit code and the output. The error explains
// what could not be recorded.
func (d *Disk) Record(ctx context.Context, program string, args ...string) (exit int, output []byte, err error) {
	dir, err := os.MkdirTemp("", "chaffinch-trace-")
	if err != nil {
		return 0, nil, err
	}
	defer os.RemoveAll(dir)
	trace := filepath.Join(dir, "trace")
	strace := []string{
		"-f", "--seccomp-bpf", "-qq", "-xx", "-a", "0", "-s", "67108864", "-e", "signal=none",
		"-e", "trace=" + calls, "-o", trace, program,
	}
	cmd := exec.CommandContext(ctx, "strace", append(strace, args...)...)
	var all bytes.Buffer
	cmd.Stdout, cmd.Stderr = &all, &all
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
		return 0, nil, fmt.Errorf("recording system calls: %w", err)
	}
	f, err := os.Open(trace)
	if err != nil {
		return 0, all.Bytes(), fmt.Errorf("%w: %s", err, all.Bytes())
	}
	defer f.Close()
	return cmd.ProcessState.ExitCode(), all.Bytes(), cmp.Or(d.replay(f), d.Verify())
}

// replay records the changes of a trace.
func (d *Disk) replay(trace io.Reader) error {
	p := process{disk: d, open: map[int]*handle{}, pending: map[int]*call{}}
	in := bufio.NewReaderSize(trace, 1<<20)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			if err := p.line(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
				return fmt.Errorf("system call %d, %.200q: %w", n, line, err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Verify returns an error unless the contents of the folder are the result of the recorded changes.
func (d *Disk) Verify() error { return d.root.verify(d.dir) }

func (n *inode) verify(at string) error {
	if n.names == nil {
		got, err := os.ReadFile(at)
		if err == nil && !bytes.Equal(got, n.data) {
			err = fmt.Errorf("%s has %d bytes, which differ from the %d recorded", at, len(got), len(n.data))
		}
		return err
	}
	entries, err := os.ReadDir(at)
	if err != nil {
		return err
	}
	if len(entries) != len(n.names) {
		return fmt.Errorf("%s has %d entries instead of the %d recorded", at, len(entries), len(n.names))
	}
	for _, e := range entries {
		node := n.names[e.Name()]
		if node == nil {
			return fmt.Errorf("%s was not recorded", filepath.Join(at, e.Name()))
		}
		if err := node.verify(filepath.Join(at, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
