package corpus

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
)

// compression is the format in which a stream is compressed.
type compression uint8

const (
	uncompressed compression = iota
	gzipFormat
	bzip2Format
	xzFormat
	zstdFormat
)

// magics are the first bytes of compressed streams.
var magics = map[compression]string{gzipFormat: "\x1f\x8b", bzip2Format: "BZh", xzFormat: "\xfd7zXZ\x00", zstdFormat: "\x28\xb5\x2f\xfd"}

// errNotHere is the error of a format whose decoder this program lacks: see zstd_js.go and
// xz_js.go.
var errNotHere = errors.New("this compression is not read in a browser, but zip is")

// compressionOf returns the format of a stream by its first bytes.
func compressionOf(head []byte) compression {
	for c, magic := range magics {
		if bytes.HasPrefix(head, []byte(magic)) {
			return c
		}
	}
	return uncompressed
}

// decoders decompress one stream at a time. A decoder allocates its window at once. Reusing it
// keeps a thousand tiny archives from allocating a thousand windows.
type decoders struct {
	zstd zstdDecoder
	xz   xzDecoder
}

// decompress returns a reader of what r has, decompressed. memory bounds the window of zstd and xz,
// in bytes; it is the same in every call. The reader of the call before must not be used any more.
func (d *decoders) decompress(c compression, r io.Reader, memory int64) (io.Reader, error) {
	switch c {
	case gzipFormat:
		return newGzipReader(r)
	case bzip2Format:
		return bzip2.NewReader(r), nil
	case xzFormat:
		return d.xz.reset(r, memory)
	case zstdFormat:
		return d.zstd.reset(r, memory)
	}
	return r, nil
}

// gzipReader reads the streams of a gzip file, and zeros after them. Some programs fill their last
// block with zeros, as rpm2archive does.
type gzipReader struct {
	*gzip.Reader
	in *bufio.Reader
}

func newGzipReader(r io.Reader) (*gzipReader, error) {
	in := bufio.NewReader(r)
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipReader{z, in}, nil
}

func (g *gzipReader) Read(p []byte) (int, error) {
	for {
		n, err := g.Reader.Read(p)
		if err != io.EOF {
			return n, err
		}
		if n > 0 {
			return n, nil
		}
		next, err := g.in.ReadByte()
		for err == nil && next == 0 {
			next, err = g.in.ReadByte()
		}
		if err != nil {
			return 0, err
		}
		if err := errors.Join(g.in.UnreadByte(), g.Reset(g.in)); err != nil {
			return 0, err
		}
		g.Multistream(false)
	}
}

// close closes the decoders.
func (d *decoders) close() { d.zstd.close() }

// mostWindow bounds the memory for bytes that a compressed stream refers back to.
const mostWindow = 128 << 20

// inflated is a stream that may be compressed, which its first bytes show.
type inflated struct {
	*bufio.Reader // of the decompressed data; its bytes are not counted
	decoders
	compressed bool
	read       int64 // bytes of the compressed stream
	from       io.Reader
}

// inflate decompresses a stream. Close it when nothing more is read.
func inflate(r io.Reader) (*inflated, error) {
	in := &inflated{from: r}
	raw := bufio.NewReaderSize(countedInput{in}, 1<<16)
	in.Reader = raw
	head, _ := raw.Peek(6)
	c := compressionOf(head)
	if c == uncompressed {
		return in, nil
	}
	out, err := in.decompress(c, raw, mostWindow)
	if err != nil {
		in.close()
		return nil, err
	}
	in.compressed, in.Reader = true, bufio.NewReaderSize(out, 1<<16)
	return in, nil
}

// countedInput reads the compressed stream.
type countedInput struct{ *inflated }

func (c countedInput) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.read += int64(n)
	return n, err
}
