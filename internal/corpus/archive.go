package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Archives are read in place. Nothing is written to disk, and no name in an archive opens a file.
// An archive may be made to mislead a reader, or to unpack without end. Nothing that it says is
// trusted:
//
//   - Unpacked bytes are counted at the output of every decompressor, at every depth, and bounded.
//     This covers all bombs: nested layers (42.zip) and overlapping entries (Fifield, "A better zip
//     bomb", WOOT 2019). An entry is not opened if it claims a size over the rest of the limit, or
//     over Options.MaxSize. The size of standard input is unknown, so its limit grows with the
//     bytes read.
//   - The output is compared with the stated size, and with the checksum if the format has one. A
//     difference is Damaged.
//   - Names are cleaned as if the archive were the root of the file system: `/a`, `./a` and `../a`
//     are a. In a zip, `\` counts as a slash, because old Windows tools wrote it. A drive letter
//     becomes a folder. Other bytes are kept, as in names of files.
//   - Of several entries with the same path the first one worth reading is visited; the others are
//     Duplicate. Unpackers keep the last one, which is not known before the end of a stream.
//   - Links have no content of their own. Symbolic links are Symlink. The target of a hard link is
//     earlier in the archive, hence Duplicate. Folders are not reported.
//
// Ignore files in an archive are not applied: its author could hide files with them.

// archiveFormat is the format of an archive.
type archiveFormat uint8

const (
	notArchive archiveFormat = iota
	formatZip
	formatTar
	formatTarGzip
	formatTarBzip2
	formatTarZstd
	formatTarXz
	formatRar
	formatDeb
	formatGem
)

// suffixes are the suffixes of archives that are read.
var suffixes = []struct {
	suffix string
	format archiveFormat
}{
	{".zip", formatZip}, {".rar", formatRar}, {".tar", formatTar},
	{".tar.gz", formatTarGzip}, {".tgz", formatTarGzip}, {".tar.bz2", formatTarBzip2}, {".tbz2", formatTarBzip2},
	{".tar.zst", formatTarZstd}, {".tzst", formatTarZstd}, {".tar.xz", formatTarXz}, {".txz", formatTarXz},
	// Packages: of Java, Python, NuGet, Rust, Debian and Ruby.
	{".jar", formatZip}, {".war", formatZip}, {".aar", formatZip}, {".whl", formatZip}, {".nupkg", formatZip},
	{".crate", formatTarGzip}, {".deb", formatDeb}, {".gem", formatGem},
}

// formatOf returns the format of a name's suffix.
func formatOf(name string) archiveFormat {
	_, format := cutSuffix(name)
	return format
}

// cutSuffix returns the name without the suffix of an archive, and the format.
func cutSuffix(name string) (string, archiveFormat) {
	for _, s := range suffixes {
		if at := len(name) - len(s.suffix); at >= 0 && strings.EqualFold(name[at:], s.suffix) {
			return name[:at], s.format
		}
	}
	return name, notArchive
}

// IsArchive reports whether Unpack reads files of that name. It reads .zip, .rar, .tar, that
// compressed as .tar.gz, .tgz, .tar.bz2, .tbz2, .tar.xz, .txz, .tar.zst or .tzst, and the packages
// .jar, .war, .aar, .whl, .nupkg, .crate, .deb and .gem, in upper or lower case. It does not read
// the content.
func IsArchive(name string) bool { return formatOf(name) != notArchive }

// IsPacked reports whether a name is of an archive or a compressed file. Some of these are not
// read.
func IsPacked(name string) bool {
	lower := strings.ToLower(name)
	return IsArchive(name) || hasAnySuffix(lower, otherArchives...) || hasAnySuffix(lower, compressedBy[1:]...) ||
		hasAnySuffix(lower, ".lzma", ".lz4", ".br", ".sz", ".z")
}

// otherArchives are the suffixes of archives that are not read.
var otherArchives = []string{".7z", ".zipx", ".rpm"}

// CutArchive returns the name of an archive without its suffix. It returns other names as they are,
// and a suffix alone.
func CutArchive(name string) string {
	stem, _ := cutSuffix(name)
	return cmp.Or(stem, name)
}

var (
	errOtherArchive = errors.New("this format is not read: unpack it, or make a tar of it, as bsdtar -cf x.tar @x.7z does")
	errPackedDump   = option.Fail(option.PackedDump)
	errParquet      = option.Fail(option.Parquet)
)

// otherFormat returns what to do with an archive that Unpack cannot read. It decides by the name,
// and returns nil for others. Parquet counts only if the user has named the file: others are data
// of programs.
func otherFormat(name string, named bool) error {
	lower := strings.ToLower(filepath.Base(name))
	switch {
	case strings.HasSuffix(lower, ".7z") && host.MatchString(lower):
		return errPackedDump
	case hasAnySuffix(lower, otherArchives...):
		return errOtherArchive
	case named && strings.HasSuffix(lower, ".parquet"):
		return errParquet
	}
	return nil
}

// Unpack calls visit for every file worth reading in f, and skip otherwise. Calls come from the
// caller's goroutine, one at a time; visit and skip may be nil. Unpack opens f.Abs. The rules for
// files in folders apply (see [Walk] and [Read]), without ignore files.
//
// Paths are below f.Path as below a folder; the same applies to archives within the archive. With
// f.Path "x.zip" a file is "x.zip/lib.tar/a.c", with an empty one "lib.tar/a.c". Include and
// Exclude apply to these paths. If f.Path is not the name of an archive, the base name of f.Abs
// determines the format. Abs is empty, Size is the size of the content, and ModTime is the time in
// the archive. The content is valid during the call only and must not be changed.
//
// The order depends only on the bytes of the archive. A zip is visited in ascending byte order of
// the paths, a tar or RAR in stream order. An archive within an archive is visited where its own
// path comes in that order. No path is visited twice.
//
// An archive that is damaged, over a limit or cannot be opened is a Skip with the archive's path,
// after the files that were visited. Reading continues after a damaged entry of a zip or
// RAR, and ends after one of a tar. A truncated zip has no directory, so nothing in it is visited.
//
// Unpack returns an error only if a pattern of the options is malformed, if f does not have the
// name of an archive, if ctx ends (ctx's error) or if visit returns an error (returned unchanged).
// It is safe for concurrent use. It keeps in memory the largest file, the directories of zips, and
// at most about 128 MiB for archives within archives, or 256 MiB if they are nested RAR archives.
func Unpack(ctx context.Context, f File, o document.Options, visit func(File, []byte) error, skip func(Skip)) error {
	format := formatOf(f.Path)
	if format == notArchive {
		format = formatOf(filepath.Base(f.Abs))
	}
	if format == notArchive {
		return fmt.Errorf("unpacking %s: not the name of an archive: use a .zip, .rar, .tar or a package such as .deb", f.Abs)
	}
	u, err := newUnpacker(ctx, o, limitsOf(o), visit, skip)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	file, size, reason, err := openArchive(f.Abs)
	if reason != document.Kept {
		u.skip(Skip{Path: f.Path, Reason: reason, Err: err})
		return nil
	}
	defer file.Close()
	return u.outermost(f.Path, format, file, size)
}

// openArchive opens an archive, or returns why it cannot be read.
func openArchive(abs string) (*os.File, int64, document.Reason, error) {
	f, info, err := openRegular(abs)
	switch {
	case err != nil && isLink(err):
		return nil, 0, document.Symlink, nil
	case err != nil:
		return nil, 0, osReason(err), err
	case f == nil:
		return nil, 0, document.NotRegular, nil
	case info.Size() == 0:
		f.Close()
		return nil, 0, document.Empty, nil
	}
	return f, info.Size(), document.Kept, nil
}
