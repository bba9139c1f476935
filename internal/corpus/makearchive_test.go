package corpus

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// packed is an entry of an archive. If its name ends in a slash, it is a folder.
type packed struct {
	name, content string
	mode          fs.FileMode // type bits; for a symbolic link the content is the target
}

// packTime is even, because zip rounds to two seconds.
var packTime = time.Date(2024, 3, 4, 5, 6, 8, 0, time.UTC)

func makeZip(t testing.TB, entries ...packed) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: packTime}
		h.SetMode(e.mode | 0o644)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, e.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rawEntry is an entry of a zip as it is written to disk.
type rawEntry struct {
	name, packed  string
	method, flags uint16
	size          uint64 // claimed
	sum           uint32
}

func makeRawZip(t testing.TB, entries ...rawEntry) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.CreateRaw(&zip.FileHeader{Name: e.name, Method: e.method, Flags: e.flags, CRC32: e.sum,
			CompressedSize64: uint64(len(e.packed)), UncompressedSize64: e.size})
		if err == nil {
			_, err = io.WriteString(w, e.packed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// stored returns an entry whose header is right.
func stored(name, content string) rawEntry {
	return rawEntry{name: name, packed: content, size: uint64(len(content)), sum: crc32.ChecksumIEEE([]byte(content))}
}

func makeTar(t testing.TB, entries ...packed) string {
	t.Helper()
	var headers []tar.Header
	var contents []string
	for _, e := range entries {
		h := tar.Header{Name: e.name, Mode: 0o644, ModTime: packTime, Typeflag: tar.TypeReg}
		switch {
		case e.mode&fs.ModeSymlink != 0:
			h.Typeflag, h.Linkname = tar.TypeSymlink, e.content
			e.content = ""
		case strings.HasSuffix(e.name, "/"):
			h.Typeflag = tar.TypeDir
		}
		headers = append(headers, h)
		contents = append(contents, e.content)
	}
	return makeTarOf(t, headers, contents)
}

func makeTarOf(t testing.TB, headers []tar.Header, contents []string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i, h := range headers {
		h.Size = int64(len(contents[i]))
		err := w.WriteHeader(&h)
		if err == nil {
			_, err = io.WriteString(w, contents[i])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t testing.TB, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(t testing.TB, content string, options ...zstd.EOption) string {
	t.Helper()
	w, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(content), nil))
}

// bzippedTar is a tar with the file a.c, "int x;\n", compressed by bzip2, which the standard
// library can only decompress.
func bzippedTar(t testing.TB) string {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(bzip2Base64)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// unpackedFiles is what Unpack reported.
type unpackedFiles struct {
	outcome
	contents map[string]string
	err      error
}

func (u *unpackedFiles) visit(f File, content []byte) error {
	if u.contents == nil {
		u.contents = map[string]string{}
	}
	u.files = append(u.files, f)
	u.contents[f.Path] = string(content)
	return nil
}

// unpackBytes unpacks an archive from memory. Its name says the format; paths begin with prefix.
func unpackBytes(name, data, prefix string, o document.Options, l archiveLimits) (out unpackedFiles) {
	u, err := newUnpacker(context.Background(), o, l.withDefaults(), out.visit, out.skip)
	if err != nil {
		return unpackedFiles{err: err}
	}
	out.err = u.outermost(prefix, formatOf(name), strings.NewReader(data), int64(len(data)))
	return out
}

// unpackFile writes an archive to disk and unpacks it.
func unpackFile(t *testing.T, name, data string, o document.Options) (out unpackedFiles) {
	t.Helper()
	abs := filepath.Join(t.TempDir(), name)
	writeFile(t, abs, data)
	out.err = Unpack(context.Background(), File{Path: name, Abs: abs}, o, out.visit, out.skip)
	return out
}

// lines lists visited files, then skipped ones, for comparison.
func (u unpackedFiles) lines() string {
	var b strings.Builder
	for _, f := range u.files {
		b.WriteString(f.Path + "\n")
	}
	for _, s := range u.skips {
		b.WriteString(string(s.Reason) + " " + s.Path + "\n")
	}
	return b.String()
}

const bzip2Base64 = "QlpoOTFBWSZTWYnp958AAG77gMmQAAhAAV2IAAJoIR5ACAggAFRCaEZNpDGkw1BJRMmjJo0GIH3MRqEEHIQjW22RSW" +
	"cECGBu07rR4nMEdEIEkzYjn12QId1z4u1W0hEQD8XckU4UJCJ6fefA"

// withDefaults fills in the limits that are not set.
func (l archiveLimits) withDefaults() archiveLimits {
	return archiveLimits{
		Bytes:   cmp.Or(l.Bytes, defaultLimits.Bytes),
		Ratio:   cmp.Or(l.Ratio, defaultLimits.Ratio),
		Entries: cmp.Or(l.Entries, defaultLimits.Entries),
		Depth:   cmp.Or(l.Depth, defaultLimits.Depth),
		Memory:  cmp.Or(l.Memory, defaultLimits.Memory),
	}
}

// xzTar is the tar of [TestUnpack_Formats], compressed by xz, which no library here can do.
func xzTar(t testing.TB) string {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(xzBase64)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const xzBase64 = "" +
	"/Td6WFoAAATm1rRGAgAhAQgAAADYDyMT4A3/AHddADELvBunjDREwbqTFekACY2x8Sg4A5fhWmxRGu3+VgSaRGN0Tvaflvad6SfH" +
	"hxCrt9lQDWBAdENJd45dETFiUtFzo6L3/9L5iHb658+KmrME8gJE3YjQUsNf8oLRDAO82c0NncLyXaC15BlRsOQlVnAt01AC/AAA" +
	"AABvnNoK0NIT+gABkwGAHAAAr3WinbHEZ/sCAAAAAARZWg=="

// makeDeb returns a package of Debian with these entries.
func makeDeb(entries ...packed) string {
	b := []byte(arMagic)
	for _, e := range entries {
		b = fmt.Appendf(b, "%-16s%-12d%-6d%-6d%-8s%-10d%s", e.name, packTime.Unix(), 0, 0, "100644", len(e.content), arEnd)
		b = append(b, e.content...)
		if len(e.content)%2 == 1 {
			b = append(b, '\n')
		}
	}
	return string(b)
}
