package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// steps make the packages. Later steps read the checksums of earlier packages.
var steps = []struct {
	name string
	make func(*release, string) error
}{
	{"archives", (*release).archives},
	{"packages of Linux", (*release).linux},
	{"wheels", (*release).wheels},
	{"hooks of pre-commit", (*release).preCommit},
	{"packages of npm", (*release).npm},
	{"image", (*release).image},
	{"parts", (*release).sbom},
	{"manifests", (*release).manifests},
	{"provenance", (*release).provenance},
	{"checksums", (*release).sums},
}

// level is the level of gzip; a test takes a faster one.
var level = gzip.BestCompression

func (r *release) packAll(out string) error {
	for _, s := range steps {
		progress("the " + s.name)
		if err := s.make(r, out); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// contents returns the files of an archive: the program and what belongs to it.
func (r *release) contents(platform string) ([]file, error) {
	program, err := os.ReadFile(r.programs[platform])
	if err != nil {
		return nil, err
	}
	x := &r.extra
	files := []file{
		{"chaffinch" + exe(platform), 0o755, program}, {"LICENSE", 0o644, x.license}, {"README.md", 0o644, x.readme},
		{"THIRD-PARTY.txt", 0o644, x.notices},
	}
	for _, f := range x.completions {
		files = append(files, file{"completions/" + f.name, f.mode, f.data})
	}
	if !strings.HasPrefix(platform, "windows/") {
		for _, f := range x.man {
			files = append(files, file{"man/man1/" + f.name, f.mode, f.data})
		}
	}
	return files, nil
}

// archiveName returns the name of an archive without its extension: the name of the folder in it.
func (r *release) archiveName(platform string) string {
	return "chaffinch_" + r.version + "_" + strings.ReplaceAll(platform, "/", "_")
}

func (r *release) archives(out string) error {
	for _, platform := range r.platforms {
		files, err := r.contents(platform)
		if err != nil {
			return err
		}
		name := r.archiveName(platform)
		pack, extension := tarGz, ".tar.gz"
		if strings.HasPrefix(platform, "windows/") {
			pack, extension = zipped, ".zip"
		}
		data, err := pack(name+"/", files, r.at)
		if err != nil {
			return err
		}
		if err := write(out, name+extension, data); err != nil {
			return err
		}
	}
	return nil
}

// write writes a package. Its mode does not depend on the umask.
func write(out, name string, data []byte) error {
	path := filepath.Join(out, name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	return os.Chmod(path, 0o644)
}

// tarGz returns a tar file of root's files, whose names begin with prefix.
func tarGz(prefix string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return nil, err
	}
	if err := tarTo(tar.NewWriter(z), prefix, files, at); err != nil {
		return nil, err
	}
	err = z.Close() // before the bytes are taken
	return b.Bytes(), err
}

func tarTo(w *tar.Writer, prefix string, files []file, at time.Time) error {
	for _, f := range files {
		h := &tar.Header{Name: prefix + f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at, Uname: "root", Gname: "root"}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return w.Close()
}

func zipped(prefix string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: prefix + f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// table returns the checksums, SHA-256 in hexadecimal, of all packages by name.
func table(out string) (map[string]string, error) {
	entries, err := os.ReadDir(out)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(out, e.Name()))
		if err != nil {
			return nil, err
		}
		sums[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return sums, nil
}

// sums writes SHA256SUMS. SHA256SUMS.minisig is the place of its signature.
func (r *release) sums(out string) error {
	sums, err := table(out)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&b, "%s  %s\n", sums[name], name)
	}
	return write(out, "SHA256SUMS", []byte(b.String()))
}
