// Package printfile reads and writes questions as fingerprints, to be sent without their sources. A
// file is text: a line of JSON for the settings, one for each question, and one with the SHA-256 of
// all lines before. docs/format.md describes it, and docs/hash-only.md explains how much it reveals
// of the sources.
//
//	printfile.go  the lines of a file, and its checksum
//	question.go   a question, made of a document
//	analysis.go   the analysis that is made of a question
//
// A file is believed only as a whole. It is bounded in bytes, and each question in tokens and
// lines.
package printfile

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

const (
	format = "chaffinch fingerprints"
	// version is raised if the format changes.
	version = 1
	// mostBytes bounds a file.
	mostBytes = 256 << 20
)

// ErrDamaged means that a file is not a whole file of fingerprints. It was cut or changed, or is
// another one.
var ErrDamaged = errors.New("not a complete file of fingerprints")

func damaged(format string, values ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, values...)...)
}

// Settings say how the fingerprints were made.
type Settings struct {
	Analyzer analyzer.Settings `json:"analyzer"`
	Key      string            `json:"key,omitempty"` // [analyzer.Key.Check]; empty without a key
}

// header is the first line.
type header struct {
	Format       string `json:"format"`
	Version      int    `json:"version"`
	Fingerprints int    `json:"fingerprints"` // analyzer.Version
	Settings
}

// footer is the last line.
type footer struct {
	SHA256 string `json:"sha256"`
}

// Write writes a file. It returns its SHA-256 in hexadecimal.
func Write(to io.Writer, s Settings, all []*Question) (string, error) {
	sum, whole := sha256.New(), sha256.New()
	out := io.MultiWriter(to, sum, whole)
	if err := writeLine(out, header{format, version, analyzer.Version, s}); err != nil {
		return "", err
	}
	for _, q := range all {
		if err := writeLine(out, q); err != nil {
			return "", err
		}
	}
	err := writeLine(io.MultiWriter(to, whole), footer{hex.EncodeToString(sum.Sum(nil))})
	return hex.EncodeToString(whole.Sum(nil)), err
}

func writeLine(to io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = to.Write(append(line, '\n'))
	return err
}

// Read reads a file. The error wraps [ErrDamaged] unless it is whole.
func Read(from io.Reader) (Settings, []*Question, error) {
	in := bufio.NewReaderSize(io.LimitReader(from, mostBytes+1), 1<<16)
	sum, left := sha256.New(), mostBytes
	next := func() ([]byte, error) {
		line, err := in.ReadBytes('\n')
		if left -= len(line); left < 0 {
			return nil, fmt.Errorf("it has more than %d MiB: make several files", mostBytes>>20)
		}
		if errors.Is(err, io.EOF) {
			return nil, damaged("it ends early")
		}
		return line, err
	}
	line, err := next()
	if err != nil {
		return Settings{}, nil, err
	}
	s, err := parseHeader(line)
	if err != nil {
		return s, nil, err
	}
	a, err := analyzer.New(s.Analyzer)
	if err != nil {
		return s, nil, damaged("%w", err)
	}
	all := []*Question{}
	for {
		sum.Write(line)
		if line, err = next(); err != nil {
			return s, nil, err
		}
		if end, ok := parseFooter(line); ok {
			if end != hex.EncodeToString(sum.Sum(nil)) {
				return s, nil, damaged("its checksum is wrong")
			}
			break
		}
		q := new(Question)
		if err := strict(line, q); err != nil {
			return s, nil, damaged("question %d: %w", len(all)+1, err)
		}
		if err := q.check(a); err != nil {
			return s, nil, damaged("question %d: %w", len(all)+1, err)
		}
		all = append(all, q)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return s, nil, damaged("something follows its end")
	}
	return s, all, nil
}

func parseHeader(line []byte) (Settings, error) {
	var h header
	if err := json.Unmarshal(line, &h); err != nil || h.Format != format {
		return h.Settings, damaged("it begins with %.40q", bytes.TrimSpace(line))
	}
	if h.Version != version || h.Fingerprints != analyzer.Version {
		return h.Settings, fmt.Errorf("it has version %d and fingerprints of version %d, and this program makes %d and %d: "+
			"make it again", h.Version, h.Fingerprints, version, analyzer.Version)
	}
	if h.Key != "" && !analyzer.IsCheck(h.Key) {
		return h.Settings, damaged("the key %q", h.Key)
	}
	return h.Settings, nil
}

func parseFooter(line []byte) (sum string, ok bool) {
	var f footer
	ok = bytes.HasPrefix(line, []byte(`{"sha256":`)) && strict(line, &f) == nil
	return f.SHA256, ok
}

// strict decodes a line that has no other keys.
func strict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the value")
	}
	return nil
}
