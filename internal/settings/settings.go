// Package settings reads chaffinch.toml: the values of flags, for all commands or for one. It knows
// no flags.
//
//	index = "corpus.chaffinch"  # for every command that has the flag
//
//	[pairs]                     # for one command
//	min-score = 0.5
//	base = ["handout/"]
//
// It uses the parser of go-toml, without its decoder: only the parser says in which line a value
// is, and it adds 70 kB to the program, where BurntSushi/toml adds 180 kB. The parser finds errors
// of syntax. This package finds keys that are set twice, and values that no flag takes.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/chaffinch-search/chaffinch/internal/plainfile"
)

// Name is the name of the file.
const Name = "chaffinch.toml"

// maxSize bounds the file, in bytes.
const maxSize = 1 << 20

// Kind is the type of a value.
type Kind int

// The kinds of values.
const (
	Text Kind = iota
	Whole
	Fraction
	Bool
	List // of texts
)

// Setting is a value in a file.
type Setting struct {
	Command string // the command, such as "pairs" or "boilerplate add"; empty for all
	Flag    string
	Kind    Kind
	Values  []string // one, unless it is a list
	Line    int
}

// Key returns the name of the setting as in the file, such as pairs.min-score.
func (s Setting) Key() string {
	return strings.TrimPrefix(strings.ReplaceAll(s.Command, " ", ".")+"."+s.Flag, ".")
}

// Error is an error in a line of a file.
type Error struct {
	Path string
	Line int
	Text string
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Text) }

// Find returns the nearest chaffinch.toml in the folder or a parent. Without one it returns "". A
// folder of that name is none; to read a pipe is an error.
func Find(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("looking for %s: %w", Name, err)
	}
	for {
		path := filepath.Join(folder, Name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", nil
		}
		folder = above
	}
}

// Read reads the file. If a line is wrong, the error is an [*Error].
func Read(path string) ([]Setting, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading settings: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading settings: %w", err)
	}
	if len(text) > maxSize {
		return nil, fmt.Errorf("reading settings: %s is larger than %d MiB", path, maxSize>>20)
	}
	return Parse(path, text)
}

// Parse reads the text of a file, which may begin with the byte order mark of UTF-8. Errors name
// the path.
func Parse(path string, text []byte) ([]Setting, error) {
	p := parser{path: path, lines: map[string]int{}}
	p.toml.Reset(bytes.TrimPrefix(text, []byte("\ufeff")))
	for p.toml.NextExpression() {
		if err := p.add(p.toml.Expression()); err != nil {
			return nil, err
		}
	}
	var wrong *unstable.ParserError
	if err := p.toml.Error(); errors.As(err, &wrong) {
		message := wrong.Message
		if strings.HasSuffix(message, "at start of value") { // of text without quotes
			message = "no value begins so: use text in quotes, a number, true, false, or a list of texts"
		}
		return nil, p.wrong(p.toml.Shape(p.toml.Range(wrong.Highlight)).Start.Line, "%s", message)
	} else if err != nil {
		return nil, fmt.Errorf("reading settings: %s: %w", path, err)
	}
	return p.found, nil
}

type parser struct {
	toml  unstable.Parser
	path  string
	table []string // of the following values
	lines map[string]int
	found []Setting
}

func (p *parser) wrong(line int, format string, args ...any) error {
	return &Error{p.path, line, fmt.Sprintf(format, args...)}
}

// add adds an expression: a table or a value.
func (p *parser) add(x *unstable.Node) error {
	keys, line := p.key(x)
	switch x.Kind {
	case unstable.Table:
		p.table = keys
		return p.once("["+strings.Join(keys, ".")+"]", line)
	case unstable.ArrayTable:
		name := strings.Join(keys, ".")
		return p.wrong(line, "[[%s]] is a list of tables: write [%s]", name, name)
	}
	keys = append(p.table[:len(p.table):len(p.table)], keys...)
	last := len(keys) - 1
	s := Setting{Command: strings.Join(keys[:last], " "), Flag: keys[last], Line: line}
	if err := p.once(strings.Join(keys, "."), line); err != nil {
		return err
	}
	var ok bool
	if s.Kind, s.Values, ok = valueOf(x.Value()); !ok {
		return p.wrong(line, "%s is a value that no flag takes: use text in quotes, a number, true, false, or a list of texts", s.Key())
	}
	p.found = append(p.found, s)
	return nil
}

// once returns an error if the key has been seen.
func (p *parser) once(key string, line int) error {
	if before, ok := p.lines[key]; ok {
		return p.wrong(line, "%s is also in line %d: remove one of them", key, before)
	}
	p.lines[key] = line
	return nil
}

// key returns the parts of the key of an expression, and its line.
func (p *parser) key(x *unstable.Node) (parts []string, line int) {
	for it := x.Key(); it.Next(); {
		n := it.Node()
		parts = append(parts, string(n.Data))
		if line == 0 {
			line = p.toml.Shape(n.Raw).Start.Line
		}
	}
	return parts, line
}

// valueOf returns a value in the form that flags read.
func valueOf(x *unstable.Node) (k Kind, values []string, ok bool) {
	text := string(x.Data)
	switch x.Kind {
	case unstable.String:
		return Text, []string{text}, true
	case unstable.Bool:
		return Bool, []string{text}, true
	case unstable.Integer:
		text = strings.ReplaceAll(text, "_", "")
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			text = strconv.FormatInt(n, 10)
		}
		return Whole, []string{text}, true
	case unstable.Float:
		return Fraction, []string{strings.ReplaceAll(text, "_", "")}, true
	case unstable.Array:
		for it := x.Children(); it.Next(); {
			if it.Node().Kind != unstable.String {
				return List, nil, false
			}
			values = append(values, string(it.Node().Data))
		}
		return List, values, true
	}
	return 0, nil, false
}
