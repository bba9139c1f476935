package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Archives are read in place: nothing is written to disk, and no name of an archive ever opens a file. Whoever makes an
// archive may want it to be read wrongly, or not to end. So nothing that it says of itself is believed:
//
//   - What it unpacks to is counted where it comes out of a decompressor, at every depth, and ends at a limit. Bombs
//     need no recognition: whether layers are nested (42.zip) or the entries of one zip overlap (Fifield, "A better
//     zip bomb", WOOT 2019), the sum is what counts. An entry that claims more than is left, or than Options.MaxSize,
//     is not opened.
//   - Sizes are compared with what comes out, and checksums where the format has them; what differs is Damaged.
//   - Names are cleaned as if the archive were the root of the file system: `/a`, `./a` and `../a` are a. In a zip,
//     `\` is a slash, as old tools for Windows wrote it. What begins with a drive letter lies in a folder of that
//     name. Other bytes are left as they are, as in the names of files.
//   - Of several entries with the same path the first that is worth reading counts, and the others are Duplicate. Tools
//     that unpack let the last one win, which a stream does not tell before its end.
//   - Links have no content of their own: symbolic ones are Symlink, and what a hard link names the archive holds
//     before, hence Duplicate. Folders are not reported.
//
// The ignore files in an archive are not applied: it is what somebody made up and handed over, as it is.

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

// IsArchive reports whether Unpack reads files of that name: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tbz2, .tar.zst and
// .tzst, in upper or lower case. The content is not looked at.
func IsArchive(name string) bool { return packingOf(name) != unpacked }

// The defaults of ArchiveLimits.
const (
	DefaultArchiveBytes   = 1 << 30
	DefaultArchiveRatio   = 200
	DefaultArchiveEntries = 100_000
	DefaultArchiveDepth   = 3
	DefaultArchiveMemory  = 64 << 20
)

// ratioFree is how many bytes an archive may unpack to whatever its size: 10 MiB. Small files of little variety pack to
// a thousandth, and do no harm.
const ratioFree = 10 << 20

// ArchiveLimits bound what one archive may cost, with all archives in it. 0 or less means the default.
type ArchiveLimits struct {
	// Bytes is how much may be unpacked, counted at every depth. In a tar that is packed all counts, else what is read.
	Bytes int64
	// Ratio is how many times its size on disk, beyond 10 MiB, an archive may unpack to.
	Ratio int64
	// Entries is how many entries there may be, folders and what is skipped included.
	Entries int
	// Depth is how many archives may lie in one another, the outermost counted: 1 opens none that is in another.
	Depth int
	// Memory is how many bytes may be held for zip archives within archives, which are read out of order, and how many a
	// zstd stream may ask for as its window. Unlike the others this limit ends the reading of that archive alone.
	Memory int64
}

// withDefaults returns the limits with all that is not set replaced.
func (l ArchiveLimits) withDefaults() ArchiveLimits {
	return ArchiveLimits{
		Bytes:   positive(l.Bytes, DefaultArchiveBytes),
		Ratio:   positive(l.Ratio, DefaultArchiveRatio),
		Entries: positive(l.Entries, DefaultArchiveEntries),
		Depth:   positive(l.Depth, DefaultArchiveDepth),
		Memory:  positive(l.Memory, DefaultArchiveMemory),
	}
}

func positive[T int | int64](n, otherwise T) T {
	if n > 0 {
		return n
	}
	return otherwise
}

// Unpack calls visit for every file worth reading in the archive f, and skip for everything else. Calls come from the
// caller's goroutine, one at a time; a nil visit or skip is not called. It opens f.Abs. What is worth reading is
// decided as for files in folders (see Walk and Read), but without ignore files.
//
// Paths stand below f.Path as below a folder, archives within the archive likewise: with f.Path "x.zip", a file is
// "x.zip/lib.tar/a.c", and "lib.tar/a.c" with none. Include and Exclude see these paths. Where f.Path is not the name
// of an archive, the base name of f.Abs says of what format it is. Abs is empty, Size that of the content, and ModTime
// what the archive says. The content is valid during the call only and must not be changed.
//
// The order depends on the bytes of the archive alone: in a zip it is ascending by the bytes of the paths, in a tar
// that of the stream, and the files of an archive within come where it stands. No path is visited twice.
//
// An archive that is damaged or over a limit is a Skip of the archive's path, after what was visited of it; so is one
// that cannot be opened. Reading goes on behind a damaged entry of a zip, but ends in a tar. A zip needs its end, where
// the directory is: cut off, nothing of it is visited.
//
// Unpack returns an error only if a pattern of the options is malformed, if the name of f is none of an archive, if
// ctx ends (the error is then ctx's) or if visit returns an error (it is then returned as it is). It may be called
// from several goroutines at once. In memory it holds the largest file read, the directories of zips, and about twice
// what ArchiveLimits.Memory allows.
func Unpack(ctx context.Context, f File, o Options, l ArchiveLimits, visit func(File, []byte) error,
	skip func(Skip)) error {

	kind := packingOf(f.Path)
	if kind == unpacked {
		kind = packingOf(filepath.Base(f.Abs))
	}
	if kind == unpacked {
		return fmt.Errorf("unpacking %s: by its name it is no archive; name a .zip, .tar, .tar.gz, .tar.bz2 or .tar.zst", f.Abs)
	}
	u, err := newUnpacker(ctx, o, l, visit, skip)
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

// archiveFile is what archives are read from.
type archiveFile interface {
	io.ReaderAt
	io.Closer
}

// openArchive opens a regular file that is not empty.
func openArchive(abs string) (archiveFile, int64, Reason, error) {
	f, err := open(abs)
	if err != nil {
		if linked(err) {
			return nil, 0, Symlink, nil
		}
		return nil, 0, failed(err), err
	}
	info, err := f.Stat()
	reason := Kept
	switch {
	case err != nil:
		reason = failed(err)
	case !info.Mode().IsRegular():
		reason = NotRegular
	case info.Size() == 0:
		reason = Empty
	}
	if reason != Kept {
		f.Close()
		return nil, 0, reason, err
	}
	return f, info.Size(), Kept, nil
}

// errOverLimit is in every error about a limit that ends the reading of the whole archive.
var errOverLimit = errors.New("over a limit for archives")

// allowance returns how many bytes an archive of the given size may unpack to, and the error for one that exceeds it.
func (l ArchiveLimits) allowance(size int64) (int64, error) {
	if n := l.Ratio * size; size <= math.MaxInt64/l.Ratio && n < l.Bytes-ratioFree {
		return n + ratioFree, fmt.Errorf("%w: unpacks to over %d times its size and %d bytes", errOverLimit, l.Ratio,
			ratioFree)
	}
	return l.Bytes, fmt.Errorf("%w: unpacks to over %d bytes", errOverLimit, l.Bytes)
}

// damage returns the reason for an error met while reading an archive: the operating system's, or the archive's own.
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
