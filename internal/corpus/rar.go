package corpus

import (
	"bufio"
	"errors"
	"io"
	"io/fs"

	"github.com/nwaples/rardecode/v2"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Only the RAR format of 2013 is read, which all packers write since 2017. The one before has
// programs that the reader runs, and a method (PPMd) for which 111 bytes make the library allocate
// 342 MiB; no option bounds either. Of the format of 2013 MaxDictionarySize bounds the memory.
const (
	rarMark    = "Rar!\x1a\x07\x01\x00"
	oldRarMark = "Rar!\x1a\x07\x00"
)

var (
	errNotRar = errors.New("it is not a RAR archive")
	errOldRar = errors.New("a RAR format of before 2013 is not read: unpack it, or pack it as zip")
)

// rar reads a RAR archive in stream order.
func (u *unpacker) rar(a archive, r io.Reader) error {
	stream := bufio.NewReader(r)
	if err := checkRar(stream); err != nil {
		return u.fault(a.path, err)
	}
	z, err := rardecode.NewReader(stream, rardecode.MaxDictionarySize(max(u.limits.Memory, 0)))
	for err == nil {
		var h *rardecode.FileHeader
		if h, err = z.Next(); err != nil {
			break
		}
		content := u.metered(io.NopCloser(z))
		if err := u.member(a, u.rarMember(h, content)); err != nil {
			return err
		}
		// Next would unpack the rest of this entry, if others need it, uncounted. An error of it
		// spoils only this entry, and those that need it.
		if _, err := io.Copy(io.Discard, content); err != nil && u.stopped() != nil {
			return u.stopped()
		}
	}
	if err == io.EOF {
		return nil
	}
	return u.fault(a.path, err)
}

// checkRar returns an error unless the archive has the format that is read.
func checkRar(r *bufio.Reader) error {
	mark, err := r.Peek(len(rarMark))
	switch {
	case err != nil && err != io.EOF:
		return err
	case string(mark) == rarMark:
		return nil
	case len(mark) == len(rarMark) && string(mark[:len(oldRarMark)]) == oldRarMark:
		return errOldRar
	}
	return errNotRar
}

func (u *unpacker) rarMember(h *rardecode.FileHeader, content io.ReadCloser) member {
	m := member{
		name: h.Name, path: cleanPath(h.Name), dir: h.IsDir, size: max(h.UnPackedSize, 0), time: h.ModificationTime,
		open: func() (io.ReadCloser, error) { return content, nil },
	}
	switch {
	case h.Mode()&fs.ModeSymlink != 0, h.LinkType == rardecode.LinkTypeWindowsJunction:
		m.reason = document.Symlink
	case h.LinkType != rardecode.LinkTypeNone:
		m.reason = document.Duplicate
	case h.Encrypted:
		m.reason = document.Encrypted
	case h.UnKnownSize:
		m.reason = document.Unsupported
	}
	return m
}

// rarReason returns the reason for an error of the library that is not damage.
func rarReason(err error) (document.Reason, bool) {
	switch {
	case errors.Is(err, errOldRar), errors.Is(err, rardecode.ErrMultiVolume), errors.Is(err, rardecode.ErrUnknownDecoder),
		errors.Is(err, rardecode.ErrUnsupportedDecoder):
		return document.Unsupported, true
	case errors.Is(err, rardecode.ErrDictionaryTooLarge):
		return document.ArchiveLimit, true
	case errors.Is(err, rardecode.ErrArchiveEncrypted), errors.Is(err, rardecode.ErrArchivedFileEncrypted):
		return document.Encrypted, true
	}
	return document.Kept, false
}
