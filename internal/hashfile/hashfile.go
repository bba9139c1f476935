// Package hashfile reads and writes a corpus as one file of hashes: its contents with their
// fingerprints, and where they occur, without sources. docs/format.md describes the file.
//
//	hashfile.go  the frames of a file, and its checksum
//	record.go    the records in them
//	terms.go     the code of fingerprints
//	write.go     a file as the target of a copy
//	read.go      a file as the source of a copy
//
// A file is believed only as a whole: [Open] reads all of it, compares the checksum, and decodes
// every record, before anything is passed on. Memory is bounded by one frame, and 20 bytes for each
// content.
package hashfile

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	magic = "chaffinch hashes 1\n"
	// fullFrame is the size from which a frame is written; mostFrame bounds one, unpacked. A frame
	// of more than fullFrame has a single large record in the end.
	fullFrame = 1 << 20
	mostFrame = 64 << 20
)

// ErrDamaged means that a file is not a whole file of hashes. It was cut or changed, or is another
// one.
var ErrDamaged = errors.New("not a complete file of hashes")

func damaged(format string, values ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, values...)...)
}

// frameWriter writes frames: 4 bytes, little-endian, the size of the rest; and one zstd frame.
// A size of 0 ends them, and the SHA-256 of all before follows.
type frameWriter struct {
	to    io.Writer
	sum   hash.Hash // of the bytes written
	zstd  *zstd.Encoder
	frame []byte
	bytes int64
}

func newFrameWriter(to io.Writer) (*frameWriter, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	w := &frameWriter{to: to, sum: sha256.New(), zstd: z}
	return w, w.write([]byte(magic))
}

func (w *frameWriter) write(p []byte) error {
	w.sum.Write(p)
	w.bytes += int64(len(p))
	_, err := w.to.Write(p)
	return err
}

// record adds a record to the frame.
func (w *frameWriter) record(kind byte, body []byte) error {
	if len(body) > mostFrame-fullFrame-1-binary.MaxVarintLen64 {
		return fmt.Errorf("a record of %d bytes is too large for a file of hashes", len(body))
	}
	w.frame = append(w.frame, kind)
	w.frame = binary.AppendUvarint(w.frame, uint64(len(body)))
	w.frame = append(w.frame, body...)
	if len(w.frame) < fullFrame {
		return nil
	}
	return w.flush()
}

func (w *frameWriter) flush() error {
	if len(w.frame) == 0 {
		return nil
	}
	packed := w.zstd.EncodeAll(w.frame, make([]byte, 4, 4+len(w.frame)))
	binary.LittleEndian.PutUint32(packed, uint32(len(packed)-4))
	w.frame = w.frame[:0]
	return w.write(packed)
}

// end writes the rest, and the checksum.
func (w *frameWriter) end() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.write(make([]byte, 4)); err != nil {
		return err
	}
	return w.write(w.sum.Sum(nil))
}

// eachRecord calls f for every record of a file. The body is valid during the call only. It returns
// the SHA-256 of the whole file. The error is [ErrDamaged], an error of reading, or the first of f.
// Only without an error is all of the passed data from a whole file.
func eachRecord(from io.Reader, f func(kind byte, body []byte) error) (sum [sha256.Size]byte, err error) {
	all := sha256.New()
	in := io.TeeReader(from, all)
	head := make([]byte, len(magic))
	if err := readFull(in, head); err != nil {
		return sum, err
	}
	if string(head) != magic {
		return sum, damaged("it begins with %q", head)
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostFrame))
	if err != nil {
		return sum, err
	}
	defer z.Close()
	var packed, frame []byte
	for {
		if packed, err = readFrame(in, packed); err != nil {
			return sum, err
		}
		if len(packed) == 0 {
			break
		}
		if frame, err = z.DecodeAll(packed, frame[:0]); err != nil {
			return sum, damaged("unpacking: %w", err)
		}
		if err := eachIn(frame, f); err != nil {
			return sum, err
		}
	}
	want := all.Sum(nil)
	got := make([]byte, len(want))
	if err := readFull(in, got); err != nil {
		return sum, err
	}
	if string(got) != string(want) {
		return sum, damaged("its checksum is wrong")
	}
	if n, err := in.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return sum, damaged("something follows its end")
	}
	return [sha256.Size]byte(all.Sum(nil)), nil
}

// readFrame reads a packed frame into the capacity of used.
func readFrame(in io.Reader, used []byte) ([]byte, error) {
	var size [4]byte
	if err := readFull(in, size[:]); err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(size[:]))
	if n > mostFrame+1024 { // zstd makes incompressible data little larger
		return nil, damaged("a frame of %d bytes", n)
	}
	if int64(cap(used)) >= n {
		used = used[:n]
		return used, readFull(in, used)
	}
	packed, err := io.ReadAll(io.LimitReader(in, n)) // grows with the data, not with the stated size
	if err == nil && int64(len(packed)) < n {
		err = damaged("it ends early")
	}
	return packed, err
}

func readFull(in io.Reader, into []byte) error {
	_, err := io.ReadFull(in, into)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return damaged("it ends early")
	}
	return err
}

func eachIn(frame []byte, f func(kind byte, body []byte) error) error {
	for len(frame) > 0 {
		n, used := binary.Uvarint(frame[1:])
		if used <= 0 || n > uint64(len(frame)-1-used) {
			return damaged("a record is longer than its frame")
		}
		body := frame[1+used : 1+used+int(n)]
		if err := f(frame[0], body); err != nil {
			return err
		}
		frame = frame[1+used+int(n):]
	}
	return nil
}
