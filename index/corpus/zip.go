package corpus

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
)

const (
	zipEncrypted = 1 << 0 // flag of an entry
	zipEntry     = 512    // bytes of the directory that an entry may take on average: 46, and its name, times, comment
	zipEnd       = 1 << 17
)

// zip reads a zip archive. Its directory, at its end, is all that counts: names and sizes are said
// a second time before each entry, and may be others there, but no unpacker that sees the end looks
// at them.
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

// compareMembers orders by the paths of what the members stand for: what holds files counts as if
// its name ended in a slash.
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
		m.dir, m.reason, m.err = false, Damaged, errors.New("is a folder that holds bytes")
	}
	return m
}

func (u *unpacker) zipOpen(f *zip.File) (io.ReadCloser, error) {
	if f.CompressedSize64 == 0 && f.UncompressedSize64 == 0 {
		return io.NopCloser(strings.NewReader("")), nil // some tools say that nothing is deflated, which deflate cannot
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return u.metered(r), nil
}

// zipReason says why the entry cannot be read, if that can be told from the directory.
func zipReason(f *zip.File) (Reason, error) {
	mode := f.Mode()
	switch {
	case mode&fs.ModeSymlink != 0:
		return Symlink, nil
	case mode.Type()&^fs.ModeDir != 0:
		return NotRegular, nil
	case f.Flags&zipEncrypted != 0:
		return Encrypted, nil
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return Unsupported, fmt.Errorf("is packed by method %d", f.Method)
	}
	return Kept, nil
}

var errDirectory = errors.New("the directory is too large")

// gate is between a zip and the library that reads it. It bounds the memory that the directory
// takes, which is read whole, by letting no more than so many bytes through; and as the library
// makes room at once for the number of entries that the end record of a zip64 claims, it looks at
// that, too.
type directoryReader struct {
	r       io.ReaderAt
	left    int64
	entries uint64
}

func (g *directoryReader) ReadAt(p []byte, off int64) (int, error) {
	if g.left < int64(len(p)) {
		return 0, errDirectory
	}
	n, err := g.r.ReadAt(p, off)
	g.left -= int64(n)
	if claimed, ok := zip64Entries(p[:n]); ok && claimed > g.entries {
		return 0, errDirectory
	}
	return n, err
}

// zip64Entries returns the number of entries in the end record of a zip64's directory (APPNOTE
// 4.3.14), if p is one.
func zip64Entries(p []byte) (uint64, bool) {
	if len(p) != 56 || string(p[:4]) != "PK\x06\x06" {
		return 0, false
	}
	return binary.LittleEndian.Uint64(p[32:]), true
}
