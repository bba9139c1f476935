package powercut

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// process is a recorded program.
type process struct {
	disk    *Disk
	open    map[int]*handle // by file descriptor
	pending map[int]*call   // by thread: begun but not ended
}

// handle is an open file. node is nil outside the folder.
type handle struct {
	node   *inode
	path   string // of a directory, for calls relative to it
	offset int64
	append bool
}

// call is a system call, with its arguments as strace prints them.
type call struct {
	name  string
	args  []string
	began int // moment
	file  *handle
}

// line parses and records one line of strace: a thread, and a call that has ended, begun or
// resumed.
func (p *process) line(line []byte) error {
	threadText, rest, _ := bytes.Cut(line, []byte(" "))
	thread, err := strconv.Atoi(string(threadText))
	if err != nil {
		return errors.New("the line does not begin with a thread id")
	}
	rest = bytes.TrimLeft(rest, " ")
	if bytes.HasPrefix(rest, []byte("+++")) || bytes.HasPrefix(rest, []byte("---")) {
		return nil
	}
	if bytes.HasPrefix(rest, []byte("???(")) { // strace lets a thread go before it has seen a call of it
		return nil
	}
	if begun, ok := bytes.CutSuffix(rest, []byte(" <unfinished ...>")); ok {
		p.pending[thread], err = p.begin(begun)
		return err
	}
	if bytes.HasPrefix(rest, []byte("<... ")) { // <... write resumed>, 10) = 10
		_, tail, ok := bytes.Cut(rest, []byte("resumed>"))
		c := p.pending[thread]
		if !ok || c == nil {
			return errors.New("a call resumes that has not begun")
		}
		delete(p.pending, thread)
		args, result, err := cutResult(tail)
		if err != nil {
			return err
		}
		if args = strings.TrimPrefix(strings.TrimLeft(args, " "), ", "); args != "" {
			c.args = append(c.args, splitArgs(args)...)
		}
		return p.end(c, result)
	}
	text, result, err := cutResult(rest)
	if err != nil {
		return err
	}
	c, err := p.begin([]byte(text))
	if err != nil {
		return err
	}
	return p.end(c, result)
}

// cutResult splits "...) = 3" into the arguments and the result, which is -1 after an error.
func cutResult(line []byte) (args string, result int64, err error) {
	at := bytes.LastIndex(line, []byte(" = "))
	if at < 0 {
		return "", 0, errors.New("a call without a result")
	}
	args = strings.TrimSuffix(strings.TrimRight(string(line[:at]), " "), ")")
	number, _, _ := strings.Cut(string(line[at+3:]), " ")
	if number == "?" { // the program has ended meanwhile
		return args, -1, nil
	}
	result, err = strconv.ParseInt(number, 0, 64)
	return args, result, err
}

// splitArgs splits arguments at commas outside brackets. Strings contain none, because strace
// prints them in hexadecimal.
func splitArgs(list string) []string {
	var args []string
	depth, from := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case ',':
			if depth == 0 {
				args = append(args, strings.TrimSpace(list[from:i]))
				from = i + 1
			}
		}
	}
	return append(args, strings.TrimSpace(list[from:]))
}

// begin parses the beginning of a call. A close takes effect here, because another thread may get
// the same descriptor before it returns.
func (p *process) begin(text []byte) (*call, error) {
	name, args, ok := strings.Cut(string(text), "(")
	if !ok {
		return nil, errors.New("a call without arguments")
	}
	c := &call{name: name, args: splitArgs(args), began: p.disk.now}
	if n, err := strconv.Atoi(c.args[0]); err == nil {
		c.file = p.open[n]
		if name == "close" {
			delete(p.open, n)
		}
	}
	return c, nil
}

// end records the effect of a call.
func (p *process) end(c *call, result int64) error {
	if result < 0 {
		return nil
	}
	switch c.name {
	case "close":
	case "open", "openat", "creat":
		return p.opened(c, int(result))
	case "dup", "dup2", "dup3":
		p.open[int(result)] = c.file
	case "fcntl":
		if strings.HasPrefix(c.args[1], "F_DUPFD") {
			p.open[int(result)] = c.file
		}
	case "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "rmdir", "mkdir", "mkdirat":
		return p.named(c)
	case "copy_file_range":
		return p.copied(c, result)
	default:
		return p.changed(c, result)
	}
	return nil
}

// opened records which file a descriptor refers to.
func (p *process) opened(c *call, number int) error {
	at := 0
	if c.name == "openat" {
		at = 1
	}
	name, err := p.path(c.args, at)
	if err != nil {
		return err
	}
	flags := "O_CREAT|O_TRUNC"
	if c.name != "creat" {
		flags = c.args[at+1]
	}
	h := &handle{path: name, append: strings.Contains(flags, "O_APPEND")}
	p.open[number] = h
	if !p.disk.holds(name) {
		return nil
	}
	h.node = p.disk.find(name)
	switch {
	case h.node == nil && strings.Contains(flags, "O_CREAT"):
		h.node = &inode{}
		p.disk.link(name, h.node)
	case h.node == nil:
		return fmt.Errorf("%s is opened, but nothing recorded has created it", name)
	case strings.Contains(flags, "O_TRUNC") && len(h.node.data) > 0:
		p.disk.truncate(h.node, 0)
	}
	return nil
}

// named records a change of names.
func (p *process) named(c *call) error {
	var paths []string
	for i, arg := range c.args {
		if !strings.HasPrefix(arg, `"`) {
			continue
		}
		name, err := p.path(c.args, i)
		if err != nil {
			return err
		}
		paths = append(paths, name)
	}
	switch d := p.disk; strings.TrimSuffix(strings.TrimSuffix(c.name, "2"), "at") {
	case "rename":
		if d.holds(paths[0]) || d.holds(paths[1]) {
			d.rename(paths[0], paths[1])
		}
	case "link":
		if d.holds(paths[1]) {
			d.link(paths[1], d.find(paths[0]))
		}
	case "mkdir":
		if d.holds(paths[0]) && paths[0] != d.dir {
			d.link(paths[0], newDir())
		}
	default:
		if d.holds(paths[0]) {
			d.unlink(paths[0])
		}
	}
	return nil
}

// changed records a change of bytes, or a sync.
func (p *process) changed(c *call, result int64) error {
	h := c.file
	if h == nil || h.node == nil {
		return nil
	}
	switch c.name {
	case "fsync", "fdatasync":
		p.disk.sync(h.node, c.began)
	case "lseek":
		h.offset = result
	case "ftruncate":
		size, err := strconv.ParseInt(c.args[1], 0, 64)
		if err == nil {
			p.disk.truncate(h.node, size)
		}
		return err
	case "write":
		data, err := text(c.args[1])
		if err != nil {
			return err
		}
		if h.append {
			h.offset = int64(len(h.node.data))
		}
		p.disk.write(h.node, h.offset, data[:result])
		h.offset += result
	case "pwrite64":
		data, err := text(c.args[1])
		if err != nil {
			return err
		}
		offset, err := strconv.ParseInt(c.args[3], 0, 64)
		if err != nil {
			return err
		}
		p.disk.write(h.node, offset, data[:result])
	}
	return nil
}

// copied records bytes that the kernel copies from one file to another. The arguments are a file,
// its offset, and the other file.
func (p *process) copied(c *call, result int64) error {
	number, err := strconv.Atoi(c.args[2])
	if err != nil {
		return err
	}
	source, target := c.file, p.open[number]
	known := source != nil && source.node != nil && c.args[1] == "NULL"
	if known {
		source.offset += result
	}
	if target == nil || target.node == nil || result == 0 {
		return nil
	}
	if !known || source.offset > int64(len(source.node.data)) {
		return errors.New("copying these bytes is not modelled")
	}
	p.disk.write(target.node, target.offset, bytes.Clone(source.node.data[source.offset-result:source.offset]))
	target.offset += result
	return nil
}

// path returns the absolute path that an argument names, relative to the directory before it.
func (p *process) path(args []string, i int) (string, error) {
	name, err := text(args[i])
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(string(name)) {
		return filepath.Clean(string(name)), nil
	}
	if i > 0 {
		if n, err := strconv.Atoi(args[i-1]); err == nil && p.open[n] != nil {
			return filepath.Join(p.open[n].path, string(name)), nil
		}
	}
	return filepath.Join("/nowhere", string(name)), nil // relative to the working directory
}

// text decodes a string that strace printed in hexadecimal.
func text(arg string) ([]byte, error) {
	quoted, begins := strings.CutPrefix(arg, `"`)
	quoted, ends := strings.CutSuffix(quoted, `"`)
	if !begins || !ends {
		return nil, fmt.Errorf("%.40q is not a complete string", arg)
	}
	return hex.DecodeString(strings.ReplaceAll(quoted, `\x`, ""))
}
