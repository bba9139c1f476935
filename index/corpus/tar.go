package corpus

import (
	"archive/tar"
	"errors"
	"io"
)

// tar reads a tar archive, compressed or not.
func (u *unpacker) tar(a archive, format archiveFormat, r io.Reader) error {
	stream, err := u.unpack(a, format, r)
	if err != nil {
		return u.fault(a.path, err)
	}
	return u.tarEntries(a, stream, a.depth > 1 || format != formatTar && format != formatGem)
}

// tarEntries reads the entries of a tar. toEnd reads on behind it, where a compressed stream has its checksum.
func (u *unpacker) tarEntries(a archive, stream io.Reader, toEnd bool) error {
	t := tar.NewReader(stream)
	for {
		h, err := t.Next()
		if err == io.EOF {
			break
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
	if !toEnd {
		return nil
	}
	if _, err := io.Copy(io.Discard, stream); err != nil {
		return u.fault(a.path, err)
	}
	return nil
}

// unpack decompresses the stream r of the archive a. What comes out is counted.
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
		m.reason = Symlink
	case tar.TypeLink:
		m.reason = Duplicate
	default:
		m.reason = NotRegular
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
