package hashfile

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/chaffinch-search/chaffinch/index"
)

// File is a file of hashes that was read once, to its end, and found whole. It is an
// [index.Copied], which reads it again. If it is changed in the meantime, the error wraps
// [ErrDamaged].
type File struct {
	path        string
	settings    index.Settings
	sum         [sha256.Size]byte
	contents    int
	occurrences int
}

var _ index.Copied = (*File)(nil)

// Open reads a file. The error wraps [ErrDamaged] unless it is whole.
func Open(ctx context.Context, path string) (*File, error) {
	f := &File{path: path}
	if err := f.check(ctx); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return f, nil
}

// Settings returns the settings of an index of hashes only for it.
func (f *File) Settings() index.Settings { return f.settings }

// Path returns the path, as it was opened.
func (f *File) Path() string { return f.path }

// SHA256 returns the checksum of the whole file, in hexadecimal.
func (f *File) SHA256() string { return hex.EncodeToString(f.sum[:]) }

// Contents implements [index.Copied].
func (f *File) Contents() int { return f.contents }

func (f *File) check(ctx context.Context) error {
	in, err := os.Open(f.path)
	if err != nil {
		return errors.Unwrap(err)
	}
	defer in.Close()
	if info, err := in.Stat(); err != nil || !info.Mode().IsRegular() { // it is read twice
		return errors.Join(err, errors.New("it is not a regular file"))
	}
	c := checker{file: f, ids: map[[idBytes]byte]bool{}}
	f.sum, err = eachRecord(bufio.NewReaderSize(in, 1<<16), func(kind byte, body []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return c.record(kind, body)
	})
	if err == nil && !c.begun {
		err = damaged("it has no settings")
	}
	if err == nil && c.bare > 0 {
		err = damaged("%d contents have no occurrence", c.bare)
	}
	return err
}

// checker checks each record of a file.
type checker struct {
	file  *File
	begun bool                   // the settings were read
	ids   map[[idBytes]byte]bool // whether an occurrence names the content
	bare  int                    // contents that none names
}

func (c *checker) record(kind byte, body []byte) error {
	if c.begun != (kind != kindSettings) {
		return damaged("its settings are not its first record")
	}
	switch kind {
	case kindSettings:
		c.begun = true
		settings, err := settingsOf(body)
		c.file.settings = settings
		return err
	case kindContent:
		if _, err := parseContent(body); err != nil {
			return err
		}
		id := [idBytes]byte(body[:idBytes])
		if _, ok := c.ids[id]; !ok { // an appended file may have it twice, of another version
			c.ids[id] = false
			c.file.contents++
			c.bare++
		}
		return nil
	case kindOccurrence:
		o, err := parseOccurrence(body)
		if err != nil {
			return err
		}
		id, err := hex.DecodeString(o.Content)
		if err != nil {
			return damaged("occurrence %q", o.Path)
		}
		named, ok := c.ids[[idBytes]byte(id)]
		if !ok {
			return damaged("occurrence %q has no content", o.Path)
		}
		if !named {
			c.ids[[idBytes]byte(id)] = true
			c.bare--
		}
		c.file.occurrences++
		return nil
	}
	return damaged("a record of kind %q", kind)
}

// each calls f for every record of the file again.
func (f *File) each(ctx context.Context, do func(kind byte, body []byte) error) error {
	in, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer in.Close()
	sum, err := eachRecord(bufio.NewReaderSize(io.Reader(in), 1<<16), func(kind byte, body []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return do(kind, body)
	})
	if err == nil && sum != f.sum {
		err = damaged("it has changed since it was first read")
	}
	return err
}

// EachDocument implements [index.Copied].
func (f *File) EachDocument(ctx context.Context, do func(index.Document) error) error {
	seen := map[[idBytes]byte]bool{}
	return f.each(ctx, func(kind byte, body []byte) error {
		if kind != kindContent {
			return nil
		}
		d, err := parseContent(body)
		if err != nil {
			return err
		}
		id := [idBytes]byte(body[:idBytes])
		if seen[id] {
			return nil
		}
		seen[id] = true
		return do(d)
	})
}

// Occurrences implements [index.Copied].
func (f *File) Occurrences(ctx context.Context, w index.Where, do func(index.Occurrence) error) error {
	return f.each(ctx, func(kind byte, body []byte) error {
		if kind != kindOccurrence {
			return nil
		}
		o, err := parseOccurrence(body)
		if err != nil || !w.Selects(o) {
			return err
		}
		return do(o)
	})
}

// EachBoilerplate implements [index.Copied]. A file has none.
func (f *File) EachBoilerplate(ctx context.Context, _ func(index.Boilerplate) error) error {
	return ctx.Err()
}
