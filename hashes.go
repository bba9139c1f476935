//go:build !js

// Not in a browser: it changes an index, and one in memory does not change.

package chaffinch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/hashfile"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// ErrDamagedHashes means that a file of hashes was cut or changed, or is another file. Nothing of
// it is imported.
var ErrDamagedHashes = hashfile.ErrDamaged

// ExportReport counts what [Index.Export] wrote.
type ExportReport = hashfile.Report

// ExportOptions are the options of [Index.Export]. The zero value is the default.
type ExportOptions struct {
	// Append adds the records that the file lacks. Otherwise the file must not exist.
	Append bool
}

// Export writes the contents of the index to one file, as hashes. The file has fingerprints, and
// the path and the known origin of each occurrence. The file has no source and no path of this
// machine. It is complete, or missing.
func (x *Index) Export(ctx context.Context, path string, o ExportOptions) (ExportReport, error) {
	r, err := x.export(ctx, path, o)
	if err != nil {
		err = fmt.Errorf("exporting to %s: %w", path, err)
	}
	return r, err
}

func (x *Index) export(ctx context.Context, path string, o ExportOptions) (r ExportReport, err error) {
	var before *hashfile.File
	_, err = os.Lstat(path)
	switch {
	case err == nil && !o.Append:
		return r, option.Errorf(option.Append, "is not set, and the file exists: add it, or use another FILE")
	case err == nil:
		if before, err = hashfile.Open(ctx, path); err != nil {
			return r, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return r, err
	}
	s, err := x.State()
	if err != nil {
		return r, err
	}
	defer s.Close()
	from, err := index.CopiedOf(s)
	if err != nil {
		return r, err
	}
	return r, newfile.Replace(path, func(to io.Writer) (err error) {
		r, err = hashfile.Write(ctx, to, from, x.Settings(), before)
		return err
	})
}

// Hashes is a file of hashes that was read to its end, and is whole.
type Hashes struct{ file *hashfile.File }

// OpenHashes reads a file of [Index.Export]. The error wraps [ErrDamagedHashes] unless it is whole.
func OpenHashes(ctx context.Context, path string) (*Hashes, error) {
	f, err := hashfile.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return &Hashes{f}, nil
}

// SHA256 returns the checksum of the file, in hexadecimal.
func (h *Hashes) SHA256() string { return h.file.SHA256() }

// Settings returns the settings of an index that the file can be imported to.
func (h *Hashes) Settings() index.Settings { return h.file.Settings() }

// Import adds a file of hashes to the index, which must keep hashes only. An occurrence at the same
// place is replaced. If ctx is done, the next import of the file does the rest.
func (x *Index) Import(ctx context.Context, h *Hashes, o index.CopyOptions) (index.CopyReport, error) {
	if !x.Settings().HashOnly {
		return index.CopyReport{}, option.Fail(option.ReadsSources, x.Path(), option.HashOnly)
	}
	path, err := filepath.Abs(h.file.Path())
	if err != nil {
		return index.CopyReport{}, err
	}
	o.From = index.ImportedFrom + path
	return x.kind().CopyFrom(ctx, h.file, h.file.Settings(), o)
}
