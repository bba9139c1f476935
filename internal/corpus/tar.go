package corpus

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// tar reads a tar archive, compressed or not.
func (u *unpacker) tar(a archive, format archiveFormat, r io.Reader) error {
	stream, err := u.unpack(a, format, r)
	if err != nil {
		return u.fault(a.path, err)
	}
	return u.tarEntries(a, stream)
}

// tarEntries reads the entries of a tar and of tars after it. tar --ignore-zeros does the same.
func (u *unpacker) tarEntries(a archive, stream io.Reader) error {
	t := tar.NewReader(stream)
	for {
		h, err := t.Next()
		if err == io.EOF {
			next, err := u.nextTar(stream)
			if err != nil {
				return u.fault(a.path, err)
			}
			if next == nil {
				return nil
			}
			t = tar.NewReader(next)
			continue
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return u.fault(a.path, err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader { // attributes of all later entries, not an entry itself
			err = u.count()
		} else {
			err = u.member(a, u.tarMember(h, t))
		}
		if err != nil {
			return err
		}
	}
}

// nextTar returns a stream from the next nonzero block on, or nil. A compressed stream has its
// checksum there.
func (u *unpacker) nextTar(stream io.Reader) (io.Reader, error) {
	for block := make([]byte, 512); ; {
		n, err := io.ReadFull(stream, block)
		switch {
		case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
			return nil, err
		case len(bytes.Trim(block[:n], "\x00")) > 0:
			return io.MultiReader(bytes.NewReader(block[:n]), stream), nil
		case err != nil:
			return nil, nil
		}
		if err := u.stopped(); err != nil {
			return nil, err
		}
	}
}

// unpack decompresses the stream r of the archive a. The unpacked bytes are counted.
func (u *unpacker) unpack(a archive, format archiveFormat, r io.Reader) (io.Reader, error) {
	c := compressionOfTar[format]
	if c == uncompressed {
		return r, nil
	}
	if u.decoders[a.depth] == nil {
		u.decoders[a.depth] = &decoders{} // one archive at a depth is read at a time
	}
	z, err := u.decoders[a.depth].decompress(c, r, u.limits.Memory)
	if err != nil {
		return nil, err
	}
	return u.metered(io.NopCloser(z)), nil
}

var compressionOfTar = map[archiveFormat]compression{formatTarGzip: gzipFormat, formatTarBzip2: bzip2Format, formatTarXz: xzFormat, formatTarZstd: zstdFormat}

// close closes the decoders.
func (u *unpacker) close() {
	for _, d := range u.decoders {
		d.close()
	}
}

func (u *unpacker) tarMember(h *tar.Header, t *tar.Reader) member {
	m := member{
		name: h.Name,
		path: cleanPath(h.Name),
		dir:  h.Typeflag == tar.TypeDir,
		size: max(h.Size, 0),
		time: h.ModTime,
		open: func() (io.ReadCloser, error) { return io.NopCloser(&tarFile{t, u}), nil },
	}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont, tar.TypeGNUSparse, tar.TypeDir:
	case tar.TypeSymlink:
		m.reason = document.Symlink
	case tar.TypeLink:
		m.reason = document.Duplicate
	default:
		m.reason = document.NotRegular
	}
	return m
}

// tarFile reads a file of a tar. It counts the bytes that are not counted when the stream is
// decompressed: the bytes of an uncompressed tar, and the holes of a sparse file.
type tarFile struct {
	file *tar.Reader
	u    *unpacker
}

func (f *tarFile) Read(p []byte) (int, error) {
	if err := f.u.stopped(); err != nil {
		return 0, err
	}
	before := f.u.spent
	n, err := f.file.Read(p)
	if uncounted := int64(n) - (f.u.spent - before); uncounted > 0 {
		if over := f.u.spend(uncounted); over != nil {
			return 0, over
		}
	}
	return n, err
}
