package corpus

import (
	"archive/tar"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
)

// tar reads a tar archive, compressed or not.
func (u *unpacker) tar(a archive, format archiveFormat, r io.Reader) error {
	stream, err := u.unpack(a, format, r)
	if err != nil {
		return u.fault(a.path, err)
	}
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
	if (format == formatTar || format == formatGem) && a.depth == 1 {
		return nil
	}
	// The checksum of the compressed stream is at its end.
	if _, err := io.Copy(io.Discard, stream); err != nil {
		return u.fault(a.path, err)
	}
	return nil
}

// unpack decompresses the stream r of the archive a. What comes out is counted.
func (u *unpacker) unpack(a archive, format archiveFormat, r io.Reader) (io.Reader, error) {
	switch format {
	case formatTarGzip:
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		return u.metered(z), nil
	case formatTarBzip2:
		return u.metered(io.NopCloser(bzip2.NewReader(r))), nil
	case formatTarXz:
		z, err := u.xzAt(a.depth, r)
		if err != nil {
			return nil, err
		}
		return u.metered(io.NopCloser(z)), nil
	case formatTarZstd:
		z, err := u.zstdAt(a.depth)
		if err == nil {
			err = z.Reset(r)
		}
		if err != nil {
			return nil, err
		}
		return u.metered(io.NopCloser(z)), nil
	}
	return r, nil
}

// zstdAt returns the decoder for archives at a depth, where one is read at a time. A decoder
// allocates its window at once. Reusing it keeps a thousand tiny archives from allocating a
// thousand windows.
func (u *unpacker) zstdAt(depth int) (*zstd.Decoder, error) {
	if z := u.zstd[depth]; z != nil {
		return z, nil
	}
	window := uint64(min(max(u.limits.Memory, zstd.MinWindowSize), zstd.MaxWindowSize))
	// With more goroutines it would read ahead, uncounted.
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return nil, err
	}
	u.zstd[depth] = z
	return z, nil
}

// xzAt is zstdAt for xz.
func (u *unpacker) xzAt(depth int, r io.Reader) (z *xz.Reader, err error) {
	if z = u.xz[depth]; z != nil {
		return z, z.Reset(r)
	}
	if z, err = xz.NewReader(r, uint32(min(u.limits.Memory, math.MaxUint32))); err == nil {
		u.xz[depth] = z
	}
	return z, err
}

// close closes the decoders.
func (u *unpacker) close() {
	for _, z := range u.zstd {
		z.Close()
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
// decompressed: those of an uncompressed tar, and the holes of a sparse file.
type tarFile struct {
	file *tar.Reader
	u    *unpacker
}

func (f *tarFile) Read(p []byte) (int, error) {
	if err := f.u.stopped(); err != nil {
		return 0, err
	}
	before := f.u.left
	n, err := f.file.Read(p)
	if uncounted := int64(n) - (before - f.u.left); uncounted > 0 {
		if over := f.u.spend(uncounted); over != nil {
			return 0, over
		}
	}
	return n, err
}
