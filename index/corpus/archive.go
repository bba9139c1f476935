package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Archives are read in place: nothing is written to disk, and no name in an archive ever opens a
// file. An archive may be built to be misread, or never to end, so none of its claims is trusted:
//
//   - Unpacked bytes are counted at the output of every decompressor, at every depth, and bounded.
//     Bombs need no detection: whether layers are nested (42.zip) or the entries of one zip overlap
//     (Fifield, "A better zip bomb", WOOT 2019), the sum counts. An entry that claims more than is
//     left, or than Options.MaxSize, is not opened.
//   - Sizes are compared with the output, and so are checksums if the format has them. Differences
//     are Damaged.
//   - Names are cleaned as if the archive were the root of the file system: `/a`, `./a` and `../a`
//     are a. In a zip, `\` is a slash, as old Windows tools wrote it. A drive letter becomes a
//     folder. Other bytes are kept, as in names of files.
//   - Of several entries with the same path the first one worth reading counts; the others are
//     Duplicate. Unpackers use the last one, but a stream does not reveal it before its end.
//   - Links have no content of their own. Symbolic links are Symlink. The target of a hard link is
//     earlier in the archive, hence Duplicate. Folders are not reported.
//
// Ignore files in an archive are not applied: an archive was made on purpose and handed over as a
// whole.

// packing is how an archive is packed, by its name.
type packing uint8

const (
	unpacked packing = iota // it is none
	zipped
	tarPlain
	tarGzip
	tarBzip2
	tarZstd
)

// packingOf returns the packing that the end of a name stands for.
func packingOf(name string) packing {
	name = strings.ToLower(name[max(0, len(name)-len(".tar.bz2")):])
	switch {
	case hasSuffix(name, ".zip"):
		return zipped
	case hasSuffix(name, ".tar"):
		return tarPlain
	case hasSuffix(name, ".tar.gz", ".tgz"):
		return tarGzip
	case hasSuffix(name, ".tar.bz2", ".tbz2"):
		return tarBzip2
	case hasSuffix(name, ".tar.zst", ".tzst"):
		return tarZstd
	}
	return unpacked
}

// IsArchive reports whether Unpack reads files of that name: .zip, .tar, .tar.gz, .tgz, .tar.bz2,
// .tbz2, .tar.zst and .tzst, in upper or lower case. It does not read the content.
func IsArchive(name string) bool { return packingOf(name) != unpacked }

// defaultLimits are the limits of [Unpack].
var defaultLimits = archiveLimits{Bytes: 1 << 30, Ratio: 200, Entries: 100_000, Depth: 3, Memory: 64 << 20}

// ratioFree is the number of bytes, 10 MiB, that any archive may unpack to whatever its size. Small
// repetitive files are compressed to a thousandth, and are harmless.
const ratioFree = 10 << 20

// archiveLimits bound the cost of one archive, including all archives in it.
type archiveLimits struct {
	// Bytes bounds the unpacked bytes, counted at every depth: all of a compressed tar, and the
	// parts read of other archives.
	Bytes int64
	// Ratio bounds the unpacked bytes beyond ratioFree, in multiples of the archive's size on disk.
	Ratio int64
	// Entries bounds the number of entries, including folders and skipped ones.
	Entries int
	// Depth bounds the nesting of archives: 1 opens no archive inside another one.
	Depth int
	// Memory bounds the bytes kept for zip archives within archives, which are not read in order,
	// and for the window of a zstd stream. Unlike the others it ends the reading of that archive
	// only.
	Memory int64
}

// Unpack calls visit for every file worth reading in the archive f, and skip for everything else.
// Calls come from the caller's goroutine, one at a time; visit and skip may be nil. Unpack opens
// f.Abs. The rules are those for files in folders (see [Walk] and [Read]), without ignore files.
//
// Paths are below f.Path as below a folder; the same applies to archives within the archive. With
// f.Path "x.zip" a file is "x.zip/lib.tar/a.c", with an empty one "lib.tar/a.c". Include and
// Exclude apply to these paths. If f.Path is not the name of an archive, the base name of f.Abs
// determines the format. Abs is empty, Size is that of the content, and ModTime is the time in the
// archive. The content is valid during the call only and must not be changed.
//
// The order depends only on the bytes of the archive. A zip is visited in ascending byte order of
// the paths, a tar in stream order, and an archive within it at its place. No path is visited
// twice.
//
// An archive that is damaged, over a limit or cannot be opened is a Skip with the archive's path,
// after the files that were visited. Reading continues after a damaged entry of a zip, but ends in
// a tar. If the end of a zip is cut off, nothing is visited, because its directory is there.
//
// Unpack returns an error only if a pattern of the options is malformed, if f does not have the
// name of an archive, if ctx ends (ctx's error) or if visit returns an error (returned unchanged).
// It is safe for concurrent use. It keeps in memory the largest file, the directories of zips, and
// at most about 128 MiB for archives within archives.
func Unpack(ctx context.Context, f File, o Options, visit func(File, []byte) error, skip func(Skip)) error {
	kind := packingOf(f.Path)
	if kind == unpacked {
		kind = packingOf(filepath.Base(f.Abs))
	}
	if kind == unpacked {
		return fmt.Errorf("unpacking %s: by its name it is no archive; name a .zip, .tar, .tar.gz, .tar.bz2 or .tar.zst", f.Abs)
	}
	u, err := newUnpacker(ctx, o, defaultLimits, visit, skip)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	file, size, reason, err := openArchive(f.Abs)
	if reason != Kept {
		u.skip(Skip{Path: f.Path, Reason: reason, Err: err})
		return nil
	}
	defer file.Close()
	return u.outermost(f.Path, kind, file, size)
}

// openArchive opens a regular file that is not empty.
func openArchive(abs string) (*os.File, int64, Reason, error) {
	f, info, err := openRegular(abs)
	switch {
	case err != nil && linked(err):
		return nil, 0, Symlink, nil
	case err != nil:
		return nil, 0, failed(err), err
	case f == nil:
		return nil, 0, NotRegular, nil
	case info.Size() == 0:
		f.Close()
		return nil, 0, Empty, nil
	}
	return f, info.Size(), Kept, nil
}

// errOverLimit is in every error about a limit that ends the reading of the whole archive.
var errOverLimit = errors.New("over a limit for archives")

// allowance returns how many bytes an archive of the given size may unpack to, and the error for
// one that exceeds it.
func (l archiveLimits) allowance(size int64) (int64, error) {
	if n := l.Ratio * size; size <= math.MaxInt64/l.Ratio && n < l.Bytes-ratioFree {
		return n + ratioFree, fmt.Errorf("%w: unpacks to over %d times its size and %d bytes", errOverLimit, l.Ratio,
			ratioFree)
	}
	return l.Bytes, fmt.Errorf("%w: unpacks to over %d bytes", errOverLimit, l.Bytes)
}

// damage returns the reason for an error met while reading an archive: the operating system's, or
// the archive's own.
func damage(err error) Reason {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return ArchiveLimit
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		return failed(err)
	}
	return Damaged
}

const (
	maxName    = 4096 // bytes in the name of an entry; Linux takes no longer path
	maxFolders = 100  // that an entry may lie in
)

// unpacker is one call of Unpack.
type unpacker struct {
	ctx    context.Context
	opts   Options
	limits archiveLimits
	visit  func(File, []byte) error
	skip   func(Skip)
	choice
	seen    map[[sha256.Size]byte]bool // paths of what was visited, and of folders that were reported
	entries int                        // met
	held    int64                      // bytes of zips in archives
	left    int64                      // bytes that may still be unpacked
	tooMuch error                      // what to say if they are more
	over    error                      // the limit that was exceeded; all reading ends
	buf     []byte
	zstd    map[int]*zstd.Decoder // by depth
}

// archive is one that is being read.
type archive struct {
	path     string // below which its files stand; may be empty
	depth    int    // 1 is the outermost
	included bool   // Include is satisfied for all in it, unless a later pattern says otherwise
}

// member is an entry of an archive.
type member struct {
	name   string // as the archive has it
	path   string // see cleaned
	dir    bool
	size   int64 // that the archive claims, never negative
	time   time.Time
	reason Reason // why it cannot be read, else Kept
	err    error
	open   func() (io.ReadCloser, error)
}

func newUnpacker(ctx context.Context, o Options, l archiveLimits, visit func(File, []byte) error,
	skip func(Skip)) (*unpacker, error) {

	choice, err := newChoice(o)
	if err != nil {
		return nil, err
	}
	if visit == nil {
		visit = func(File, []byte) error { return nil }
	}
	if skip == nil {
		skip = func(Skip) {}
	}
	return &unpacker{ctx: ctx, opts: o, limits: l, visit: visit, skip: skip, choice: choice,
		seen: map[[sha256.Size]byte]bool{}, zstd: map[int]*zstd.Decoder{}}, nil
}

// outermost reads the archive that Unpack was asked for.
func (u *unpacker) outermost(path string, kind packing, r io.ReaderAt, size int64) error {
	defer u.close()
	u.left, u.tooMuch = u.limits.allowance(size)
	a := archive{path: path, depth: 1, included: u.above(path)}
	file := io.NewSectionReader(r, 0, size)
	var err error
	if kind == zipped {
		err = u.zip(a, file, size)
	} else {
		err = u.tar(a, kind, file)
	}
	if u.over != nil && errors.Is(err, u.over) {
		u.skip(Skip{Path: path, Reason: ArchiveLimit, Err: err})
		return nil
	}
	return err
}

// above reports whether Include is satisfied by a path whose elements are all taken for folders.
func (u *unpacker) above(path string) bool {
	included := len(u.include) == 0
	if path == "" {
		return included
	}
	for i := range len(path) {
		if path[i] == '/' {
			included = u.includes(widen(path[:i]), true, included)
		}
	}
	return u.includes(widen(path), true, included)
}

// member deals with an entry of the archive a.
func (u *unpacker) member(a archive, m member) error {
	if err := u.count(); err != nil {
		return err
	}
	if m.path == "" {
		u.badName(a, m)
		return nil
	}
	where, included, reason := u.folders(a, m)
	if reason != Kept {
		u.skipFolder(where, reason)
		return nil
	}
	if m.dir {
		return nil
	}
	full := a.join(m.path)
	kind := packingOf(m.path)
	inner := kind != unpacked
	wide := widen(full)
	included = u.includes(wide, inner, included)
	reason = u.rejects(path.Base(m.path), wide, inner)
	switch {
	case reason != Kept:
		m.err = nil
	case m.reason != Kept:
		reason = m.reason
	case !inner && !included:
		reason = Excluded
	case u.seen[key(full)]:
		reason = Duplicate
	case inner:
		return u.inner(archive{path: full, depth: a.depth + 1, included: included}, kind, m)
	default:
		return u.file(full, m)
	}
	u.skip(Skip{Path: full, Reason: reason, Err: m.err})
	return nil
}

// count counts an entry.
func (u *unpacker) count() error {
	if u.entries++; u.entries > u.limits.Entries {
		u.over = fmt.Errorf("%w: holds over %d entries", errOverLimit, u.limits.Entries)
		return u.over
	}
	return u.ctx.Err()
}

// badName reports an entry without a path. Many archives have an entry for their own root.
func (u *unpacker) badName(a archive, m member) {
	if m.dir && path.Clean("/"+m.name) == "/" {
		return
	}
	u.skip(Skip{Path: a.path, Reason: BadName, Err: fmt.Errorf("name %.80q of an entry", m.name)})
}

// folders judges the folders that m is in, from the archive on. It returns the first that is
// rejected, or whether Include is satisfied in the last.
func (u *unpacker) folders(a archive, m member) (where string, included bool, r Reason) {
	included = a.included
	folders := m.path
	if m.dir {
		folders += "/"
	}
	for i := range len(folders) {
		if folders[i] != '/' {
			continue
		}
		full := a.join(folders[:i])
		wide := widen(full)
		if r := u.rejects(path.Base(full), wide, true); r != Kept {
			return full + "/", false, r
		}
		included = u.includes(wide, true, included)
	}
	return "", included, Kept
}

// skipFolder reports a folder, once.
func (u *unpacker) skipFolder(path string, r Reason) {
	if k := key(path); !u.seen[k] {
		u.seen[k] = true
		u.skip(Skip{Path: path, Reason: r})
	}
}

// key stands for a path in seen, where paths would be up to 4 KiB each.
func key(path string) [sha256.Size]byte { return sha256.Sum256([]byte(path)) }

func (a archive) join(path string) string {
	if a.path == "" {
		return path
	}
	return a.path + "/" + path
}

// file reads and visits a member that is no archive.
func (u *unpacker) file(full string, m member) error {
	if m.size == 0 {
		return u.empty(full, m)
	}
	if r := u.opts.known(full, m.size); r != Kept {
		u.skip(Skip{Path: full, Reason: r})
		return nil
	}
	content, reason, err := u.content(m)
	if err != nil {
		return u.broken(full, err)
	}
	if reason == Kept {
		reason = u.opts.judge(full, content)
	}
	if reason != Kept {
		u.skip(Skip{Path: full, Reason: reason})
		return nil
	}
	u.seen[key(full)] = true
	return u.visit(File{Path: full, Size: int64(len(content)), ModTime: m.time}, content)
}

var errSize = errors.New("holds more or fewer bytes than the archive says")

// content reads a member of a size that is worth reading. Of one that is no text it reads the
// beginning only.
func (u *unpacker) content(m member) ([]byte, Reason, error) {
	if m.size > u.left {
		u.over = u.tooMuch
		return nil, Kept, u.over
	}
	r, err := m.open()
	if err != nil {
		return nil, Kept, err
	}
	defer r.Close()
	content, reason, err := take(r, int(m.size), u.buf)
	u.buf = content[:0]
	switch {
	case err != nil:
	case reason == Changed:
		err = errSize
	case reason == Kept:
		err = ended(r)
	}
	return content, reason, err
}

// empty finds out if a member that claims to be empty is.
func (u *unpacker) empty(full string, m member) error {
	r, err := m.open()
	if err != nil {
		return u.broken(full, err)
	}
	defer r.Close()
	if err := ended(r); err != nil {
		return u.broken(full, err)
	}
	u.skip(Skip{Path: full, Reason: Empty})
	return nil
}

// ended reads to the end of r, where checksums are compared, and of which no byte may be left.
func ended(r io.Reader) error {
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
func (u *unpacker) inner(a archive, kind packing, m member) error {
	if m.size == 0 {
		return u.empty(a.path, m)
	}
	if a.depth > u.limits.Depth {
		u.skip(Skip{Path: a.path, Reason: Nested})
		return nil
	}
	if limit := u.limits.Memory - u.held; kind == zipped && m.size > limit {
		err := fmt.Errorf("%w: takes over %d bytes of memory", errOverLimit, limit)
		u.skip(Skip{Path: a.path, Reason: ArchiveLimit, Err: err})
		return nil
	}
	r, err := m.open()
	if err != nil {
		return u.broken(a.path, err)
	}
	defer r.Close()
	if kind != zipped {
		return u.tar(a, kind, r)
	}
	return u.innerZip(a, m.size, r)
}

// innerZip reads a zip within an archive, from memory. It is read to its end, where checksums are
// compared.
func (u *unpacker) innerZip(a archive, size int64, r io.Reader) error {
	var held bytes.Buffer
	n, err := held.ReadFrom(io.LimitReader(r, size))
	if err == nil {
		err = ended(r)
	}
	if err == nil && n < size {
		err = errSize
	}
	if err != nil {
		return u.broken(a.path, err)
	}
	u.held += n
	defer func() { u.held -= n }()
	return u.zip(a, bytes.NewReader(held.Bytes()), n)
}

// broken handles an error while reading the entry or archive at path: it is reported, unless it
// ends all reading.
func (u *unpacker) broken(path string, err error) error {
	if err := u.stopped(); err != nil {
		return err
	}
	u.skip(Skip{Path: path, Reason: damage(err), Err: err})
	return nil
}

// stopped returns why nothing may be read any more.
func (u *unpacker) stopped() error {
	if u.over != nil {
		return u.over
	}
	return u.ctx.Err()
}

// spend counts bytes that were unpacked.
func (u *unpacker) spend(n int64) error {
	if u.left -= n; u.left < 0 {
		u.over = u.tooMuch
	}
	return u.over
}

// metered returns r with its bytes counted as unpacked. It ends with an error when they are too
// many, or with ctx.
func (u *unpacker) metered(r io.ReadCloser) io.ReadCloser { return &meter{r, u} }

type meter struct {
	io.ReadCloser
	u *unpacker
}

func (m *meter) Read(p []byte) (int, error) {
	if err := m.u.stopped(); err != nil {
		return 0, err
	}
	n, err := m.ReadCloser.Read(p[:min(int64(len(p)), m.u.left+1)])
	if over := m.u.spend(int64(n)); over != nil {
		return 0, over
	}
	return n, err
}

// cleaned returns the path below its archive for a name, or "" if the name is no path.
func cleaned(name string) string {
	if len(name) > maxName || strings.IndexByte(name, 0) >= 0 {
		return ""
	}
	p := path.Clean("/" + name)[1:]
	if strings.Count(p, "/") > maxFolders {
		return ""
	}
	return p
}
