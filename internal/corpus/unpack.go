package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// unpacker is one call of Unpack.
type unpacker struct {
	budget
	opts  document.Options
	visit func(File, []byte) error
	skip  func(Skip)
	pathFilter
	seen     map[[sha256.Size]byte]bool // keys of visited files and reported folders
	entries  int                        // read so far
	zipBytes int64                      // bytes of zips within archives, in memory
	buf      []byte
	decoders map[int]*decoders // by depth
}

// archive is an archive that is being read.
type archive struct {
	path     string // prefix of the paths of its files; may be empty
	depth    int    // 1 is the outermost
	included bool   // Include is satisfied for all in it, unless a later pattern says otherwise
	hull     bool   // it is a package, whose files are in archives in it
}

// member is an entry of an archive.
type member struct {
	name   string // as stored in the archive
	path   string // see cleanPath; "" for a bad name
	dir    bool
	size   int64 // as stated in the archive, never negative
	time   time.Time
	reason document.Reason // why it cannot be read, otherwise Kept
	err    error
	open   func() (io.ReadCloser, error)
	packed bool // it is compressed by gzip, and path is the name without .gz
}

func newUnpacker(ctx context.Context, o document.Options, l archiveLimits, visit func(File, []byte) error,
	skip func(Skip)) (*unpacker, error) {

	filter, err := newPathFilter(o)
	if err != nil {
		return nil, err
	}
	if visit == nil {
		visit = func(File, []byte) error { return nil }
	}
	if skip == nil {
		skip = func(Skip) {}
	}
	return &unpacker{budget: budget{ctx: ctx, limits: l}, opts: o, visit: visit, skip: skip, pathFilter: filter,
		seen: map[[sha256.Size]byte]bool{}, decoders: map[int]*decoders{}}, nil
}

// outermost reads the archive that Unpack was called for.
func (u *unpacker) outermost(path string, format archiveFormat, r io.ReaderAt, size int64) error {
	defer u.close()
	u.allow(size)
	a := archive{path: path, depth: 1, included: u.includesFolders(path)}
	file := io.NewSectionReader(r, 0, size)
	var err error
	if format == formatZip {
		err = u.zip(a, file, size)
	} else {
		err = u.stream(a, format, file)
	}
	return u.ended(path, err)
}

// ended returns the error with which the outermost archive ends. Exceeding a limit is a Skip.
func (u *unpacker) ended(path string, err error) error {
	if u.limitErr != nil && errors.Is(err, u.limitErr) {
		u.skip(Skip{Path: path, Reason: document.ArchiveLimit, Err: err})
		return nil
	}
	return err
}

// includesFolders reports whether Include accepts a path of folders.
func (u *unpacker) includesFolders(path string) bool {
	included := len(u.include) == 0
	if path != "" {
		_, included, _ = u.folders(path+"/", 0, included)
	}
	return included
}

// member visits, enters or skips an entry of the archive a.
func (u *unpacker) member(a archive, m member) error {
	if err := u.count(); err != nil {
		return err
	}
	if m.path == "" {
		u.badName(a, m)
		return nil
	}
	if a.hull && m.path == gemMetadata {
		m.path, m.packed = strings.TrimSuffix(m.path, ".gz"), true
	}
	full := a.join(m.path)
	folders := full
	if m.dir {
		folders += "/"
	}
	folder, included, reason := u.folders(folders, len(full)-len(m.path), a.included)
	if reason != document.Kept {
		u.skipFolder(folder+"/", reason)
		return nil
	}
	if m.dir {
		return nil
	}
	format := formatOf(m.path)
	inner := format != notArchive
	included = u.includes(full, inner, included)
	reason = u.rejects(path.Base(m.path), full, inner)
	switch {
	case reason != document.Kept:
		m.err = nil
	case m.reason != document.Kept:
		reason = m.reason
	case !inner && !included:
		reason = document.Excluded
	case u.seen[key(full)]:
		reason, m.err = document.Duplicate, errRepeated
	case inner && a.hull && isTar(format):
		return u.inner(archive{path: a.inHull(m.path), depth: a.depth, included: a.included}, format, m)
	case inner:
		return u.inner(archive{path: full, depth: a.depth + 1, included: included}, format, m)
	case m.packed:
		return u.packed(a, full, m)
	default:
		return u.file(full, m)
	}
	u.skip(Skip{Path: full, Reason: reason, Err: m.err})
	return nil
}

var errRepeated = errors.New("the archive has an earlier file of the same path, which is read")

// badName reports an entry whose name is not a path. Many archives have an entry for their root,
// which is not reported.
func (u *unpacker) badName(a archive, m member) {
	if m.dir && path.Clean("/"+m.name) == "/" {
		return
	}
	u.skip(Skip{Path: a.path, Reason: document.BadName, Err: fmt.Errorf("the name %.80q of an entry is not a path", m.name)})
}

// skipFolder reports a folder, once.
func (u *unpacker) skipFolder(path string, r document.Reason) {
	if k := key(path); !u.seen[k] {
		u.seen[k] = true
		u.skip(Skip{Path: path, Reason: r})
	}
}

// key is the hash of a path, which may have 4 KiB.
func key(path string) [sha256.Size]byte { return sha256.Sum256([]byte(path)) }

func (a archive) join(path string) string {
	if a.path == "" {
		return path
	}
	return a.path + "/" + path
}

// file reads and visits a member that is not an archive.
func (u *unpacker) file(full string, m member) error {
	if m.size == 0 {
		return u.empty(full, m)
	}
	if err := otherFormat(full, false); err != nil {
		u.skip(Skip{Path: full, Reason: document.Unsupported, Err: err})
		return nil
	}
	if r := judgeListed(u.opts, full, m.size); r != document.Kept {
		u.skip(Skip{Path: full, Reason: r})
		return nil
	}
	content, reason, err := u.content(full, m)
	if err != nil {
		return u.fault(full, err)
	}
	if reason == document.Kept {
		content, reason, err = textOf(u.opts, full, content, u.spend)
	}
	if over := u.stopped(); over != nil {
		return over
	}
	if reason != document.Kept {
		u.skip(Skip{Path: full, Reason: reason, Err: err})
		return nil
	}
	u.seen[key(full)] = true
	return u.visit(File{Path: full, Size: int64(len(content)), ModTime: m.time}, content)
}

var errSize = errors.New("its size is not the size that the archive states")

// content reads a member. If it is not text, only its beginning is read.
func (u *unpacker) content(path string, m member) ([]byte, document.Reason, error) {
	if m.size > u.left && u.input == nil {
		u.limitErr = u.leftErr
		return nil, document.Kept, u.limitErr
	}
	r, err := m.open()
	if err != nil {
		return nil, document.Kept, err
	}
	defer r.Close()
	content, reason, err := readText(u.opts, r, path, int(m.size), u.buf)
	u.buf = content[:0]
	switch {
	case err != nil:
	case reason == document.Changed:
		err = errSize
	case reason == document.Kept:
		err = expectEOF(r)
	}
	return content, reason, err
}

// empty verifies that a member with a stated size of 0 is empty.
func (u *unpacker) empty(full string, m member) error {
	r, err := m.open()
	if err != nil {
		return u.fault(full, err)
	}
	defer r.Close()
	if err := expectEOF(r); err != nil {
		return u.fault(full, err)
	}
	u.skip(Skip{Path: full, Reason: document.Empty})
	return nil
}

// expectEOF returns an error unless r is at its end. Decompressors compare checksums there.
func expectEOF(r io.Reader) error {
	switch n, err := io.ReadFull(r, make([]byte, 1)); {
	case n > 0:
		return errSize
	case err == io.EOF:
		return nil
	default:
		return err
	}
}

// inner reads an archive within an archive.
func (u *unpacker) inner(a archive, format archiveFormat, m member) error {
	if m.size == 0 {
		return u.empty(a.path, m)
	}
	if a.depth > u.limits.Depth {
		u.skip(Skip{Path: a.path, Reason: document.Nested})
		return nil
	}
	if limit := u.limits.Memory - u.zipBytes; format == formatZip && m.size > limit {
		err := fmt.Errorf("%w: it takes over %d bytes of memory", errOverLimit, limit)
		u.skip(Skip{Path: a.path, Reason: document.ArchiveLimit, Err: err})
		return nil
	}
	r, err := m.open()
	if err != nil {
		return u.fault(a.path, err)
	}
	defer r.Close()
	if format != formatZip {
		return u.stream(a, format, r)
	}
	return u.innerZip(a, m.size, r)
}

// stream reads an archive that is read in order.
func (u *unpacker) stream(a archive, format archiveFormat, r io.Reader) error {
	a.hull = format == formatDeb || format == formatGem
	switch format {
	case formatRar:
		return u.rar(a, r)
	case formatDeb:
		return u.deb(a, r)
	}
	return u.tar(a, format, r)
}

// innerZip reads a zip within an archive into memory, and then its entries.
func (u *unpacker) innerZip(a archive, size int64, r io.Reader) error {
	var held bytes.Buffer
	n, err := held.ReadFrom(io.LimitReader(r, size))
	if err == nil {
		err = expectEOF(r)
	}
	if err == nil && n < size {
		err = errSize
	}
	if err != nil {
		return u.fault(a.path, err)
	}
	u.zipBytes += n
	defer func() { u.zipBytes -= n }()
	return u.zip(a, bytes.NewReader(held.Bytes()), n)
}

// fault reports an error in the entry or archive at path. It returns an error only if nothing more
// may be read.
func (u *unpacker) fault(path string, err error) error {
	if err := u.stopped(); err != nil {
		return err
	}
	u.skip(Skip{Path: path, Reason: faultReason(err), Err: err})
	return nil
}

// faultReason returns the reason for an error in reading an archive. The error may be the operating
// system's.
func faultReason(err error) document.Reason {
	if errors.Is(err, errOverLimit) || isTooLarge(err) {
		return document.ArchiveLimit
	}
	if errors.Is(err, errNotHere) {
		return document.Unsupported
	}
	if r, ok := rarReason(err); ok {
		return r
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		return osReason(err)
	}
	return document.Damaged
}

const (
	maxName    = 4096 // bytes in the name of an entry, as in a path on Linux
	maxFolders = 100  // folders that an entry may be in
)

// cleanPath returns a name's path in its archive, or "" if it is not a path.
func cleanPath(name string) string {
	if len(name) > maxName || strings.IndexByte(name, 0) >= 0 {
		return ""
	}
	p := path.Clean("/" + name)[1:]
	if strings.Count(p, "/") > maxFolders {
		return ""
	}
	return p
}
