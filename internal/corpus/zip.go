package corpus

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

const (
	zipEncrypted = 1 << 0 // flag of an entry
	zipEntry     = 512    // average bytes of an entry in the directory: 46, and name, times and comment
	zipEnd       = 1 << 17
)

// zip reads a zip archive. Only the directory at its end counts. Names and sizes are also stored
// before each entry, where they may differ, but unpackers do not use those.
func (u *unpacker) zip(a archive, r io.ReaderAt, size int64) error {
	entries := max(u.limits.Entries-u.entries, 0)
	directory := &directoryReader{r: r, left: zipEnd + zipEntry*int64(entries), entries: uint64(entries)}
	z, err := zip.NewReader(directory, size)
	if errors.Is(err, errDirectory) {
		u.limitErr = fmt.Errorf("%w: has a directory too large for %d entries", errOverLimit, u.limits.Entries)
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return u.fault(a.path, err)
	}
	directory.left = math.MaxInt64
	if hasUnlisted(z.File, directory, size) {
		if err := u.fault(a.path, errUnlisted); err != nil {
			return err
		}
	}
	members := make([]member, len(z.File))
	for i, f := range z.File {
		members[i] = u.zipMember(f)
	}
	slices.SortStableFunc(members, compareMembers)
	for _, m := range members {
		if err := u.member(a, m); err != nil {
			return err
		}
	}
	return nil
}

var errUnlisted = errors.New("it has files that its directory does not list, which are not read")

// mostUnlisted bounds how many bytes outside of the listed entries are searched. A program that
// unpacks itself comes before them.
const mostUnlisted = 64 << 20

// hasUnlisted reports whether an entry begins in the bytes that no listed entry has.
func hasUnlisted(files []*zip.File, r io.ReaderAt, size int64) bool {
	type entry struct{ name, end int64 } // where its name and its content end
	var entries []entry
	for _, f := range files {
		begin, err := f.DataOffset()
		if err != nil {
			return false // reading the entry returns the error
		}
		entries = append(entries, entry{begin, begin + int64(min(f.CompressedSize64, uint64(size)))})
	}
	order.Short(entries, func(x, y entry) int { return cmp.Compare(x.name, y.name) })
	at, left := int64(0), int64(mostUnlisted)
	for _, e := range append(entries, entry{size, size}) {
		expected := 1 // the header of the entry
		if e.name == size {
			expected = 0
		}
		if n := min(e.name-at, left); n > 0 {
			gap := make([]byte, n)
			if read, _ := r.ReadAt(gap, at); bytes.Count(gap[:read], []byte("PK\x03\x04")) > expected {
				return true
			}
			left -= n
		}
		at = max(at, e.end)
	}
	return false
}

// compareMembers orders members as their files are visited. A folder or an archive counts as if its
// name ended in a slash.
func compareMembers(a, b member) int {
	return strings.Compare(a.sortPath(), b.sortPath())
}

func (m member) sortPath() string {
	if m.dir || IsArchive(m.path) {
		return m.path + "/"
	}
	return m.path
}

func (u *unpacker) zipMember(f *zip.File) member {
	name := strings.ReplaceAll(f.Name, `\`, "/")
	m := member{
		name: f.Name,
		path: cleanPath(name),
		dir:  strings.HasSuffix(name, "/") || f.Mode().IsDir(),
		size: int64(min(f.UncompressedSize64, math.MaxInt64)),
		time: f.Modified,
		open: func() (io.ReadCloser, error) { return u.zipOpen(f) },
	}
	m.reason, m.err = zipReason(f)
	if m.dir && m.size > 0 {
		m.dir, m.reason, m.err = false, document.Damaged, errors.New("it is a folder, but has content")
	}
	return m
}

func (u *unpacker) zipOpen(f *zip.File) (io.ReadCloser, error) {
	if f.CompressedSize64 == 0 && f.UncompressedSize64 == 0 {
		return io.NopCloser(strings.NewReader("")), nil // some tools mark empty files as deflated, without any data
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return u.metered(r), nil
}

// zipReason returns why an entry cannot be read, judged by the directory.
func zipReason(f *zip.File) (document.Reason, error) {
	mode := f.Mode()
	switch {
	case mode&fs.ModeSymlink != 0:
		return document.Symlink, nil
	case mode.Type()&^fs.ModeDir != 0:
		return document.NotRegular, nil
	case f.Flags&zipEncrypted != 0:
		return document.Encrypted, nil
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return document.Unsupported, fmt.Errorf("unsupported compression method %d: use store or deflate", f.Method)
	}
	return document.Kept, nil
}

var errDirectory = errors.New("the directory is too large")

// directoryReader bounds the memory for the directory of a zip, which the library reads completely.
// It reads at most left bytes. The library allocates the number of entries that the end record of a
// zip64 states, so this number is also bounded.
type directoryReader struct {
	r       io.ReaderAt
	left    int64
	entries uint64
}

func (d *directoryReader) ReadAt(p []byte, off int64) (int, error) {
	if d.left < int64(len(p)) {
		return 0, errDirectory
	}
	n, err := d.r.ReadAt(p, off)
	d.left -= int64(n)
	if claimed, ok := zip64Entries(p[:n]); ok && claimed > d.entries {
		return 0, errDirectory
	}
	return n, err
}

// zip64Entries returns a zip64's number of entries if p is its end record. (APPNOTE 4.3.14)
func zip64Entries(p []byte) (uint64, bool) {
	if len(p) != 56 || string(p[:4]) != "PK\x06\x06" {
		return 0, false
	}
	return binary.LittleEndian.Uint64(p[32:]), true
}
