package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// A Debian package is an archive of the format ar. It has the files in data.tar and the description
// of the package in control.tar, each compressed (deb(5)). A gem is a tar with data.tar.gz. Their
// files have paths as if data.tar were the package; files of another archive are in a folder of its
// name, without suffix. The metadata of a gem is the file metadata.

// isTar reports whether archives in a package have the format.
func isTar(f archiveFormat) bool { return formatTar <= f && f <= formatTarXz }

// inHull returns the path for the files of an archive in a package.
func (a archive) inHull(name string) string {
	if stem := CutArchive(name); stem != "data" {
		return a.join(stem)
	}
	return a.path
}

// gemMetadata is the name of a gem's compressed metadata.
const gemMetadata = "metadata.gz"

// packed reads and visits a member that is compressed alone.
func (u *unpacker) packed(a archive, full string, m member) error {
	if m.size == 0 {
		return u.empty(full, m)
	}
	r, err := m.open()
	if err != nil {
		return u.fault(full, err)
	}
	defer r.Close()
	z, err := u.unpack(a, formatTarGzip, r)
	if err != nil {
		return u.fault(full, err)
	}
	content, err := io.ReadAll(io.LimitReader(z, maxSize(u.opts)+1))
	if err != nil {
		return u.fault(full, err)
	}
	m.size, m.open = int64(len(content)), func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	return u.file(full, m)
}

const (
	arMagic  = "!<arch>\n"
	arHeader = 60 // bytes before each entry: name, time, owner, group, mode, size, and two that end it
	arEnd    = "`\n"
)

var errAr = errors.New("it is not a package of Debian")

// deb reads a Debian package.
func (u *unpacker) deb(a archive, r io.Reader) error {
	var head [arHeader]byte
	if _, err := io.ReadFull(r, head[:len(arMagic)]); err != nil || string(head[:len(arMagic)]) != arMagic {
		return u.fault(a.path, errAr)
	}
	for {
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return u.fault(a.path, err)
		}
		m, err := arMember(head[:])
		if err != nil {
			return u.fault(a.path, err)
		}
		content := &arFile{io.LimitedReader{R: r, N: m.size}, u}
		m.open = func() (io.ReadCloser, error) { return io.NopCloser(content), nil }
		if err := u.member(a, m); err != nil {
			return err
		}
		if err := content.skip(m.size % 2); err != nil {
			return u.fault(a.path, err)
		}
	}
}

// arMember returns the entry of a header.
func arMember(head []byte) (member, error) {
	field := func(from, to int) string { return strings.TrimRight(string(head[from:to]), " ") }
	size, err := strconv.ParseInt(field(48, 58), 10, 64)
	if err != nil || size < 0 || string(head[58:]) != arEnd {
		return member{}, fmt.Errorf("%w: the header of an entry is damaged", errAr)
	}
	name := strings.TrimSuffix(field(0, 16), "/")
	seconds, _ := strconv.ParseInt(field(16, 28), 10, 64)
	return member{name: name, path: cleanPath(name), size: size, time: time.Unix(seconds, 0)}, nil
}

// arFile reads an entry. Nothing is compressed, so only the entries in archives of it are counted.
type arFile struct {
	io.LimitedReader
	u *unpacker
}

func (f *arFile) Read(p []byte) (int, error) {
	if err := f.u.stopped(); err != nil {
		return 0, err
	}
	return f.LimitedReader.Read(p)
}

// skip reads to the end of the entry, and the bytes that fill it up.
func (f *arFile) skip(fill int64) error {
	if _, err := io.Copy(io.Discard, f); err != nil {
		return err
	}
	if f.N > 0 {
		return io.ErrUnexpectedEOF
	}
	f.N = fill
	_, err := io.Copy(io.Discard, f)
	return err
}
