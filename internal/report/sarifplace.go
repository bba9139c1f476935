package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// artifact names a file by a path relative to the working folder of the program, or by an absolute
// path outside of it.
func (w *sarifWriter) artifact(path string) sarifArtifact { return artifactOf(w.path(path)) }

// artifactOf names a file on disk as [sarifWriter.artifact] does.
func artifactOf(where string) sarifArtifact {
	if local := localPath(where); local != "" {
		return sarifArtifact{URI: escaped(filepath.ToSlash(local)), URIBaseID: srcRoot}
	}
	if abs, err := filepath.Abs(where); err == nil {
		where = abs
	}
	return fileArtifact(where)
}

// fileArtifact names a file by an absolute path.
func fileArtifact(where string) sarifArtifact {
	return sarifArtifact{URI: "file://" + escaped(filepath.ToSlash(where))}
}

// localPath returns the path relative to the working folder, whose path may contain symbolic links;
// empty for a path outside of it.
func localPath(path string) string {
	path = filepath.Clean(path)
	if filepath.IsLocal(path) {
		return path
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	real, err := filepath.EvalSymlinks(here)
	if err != nil {
		real = here
	}
	for _, folder := range []string{here, real} {
		if local, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(local) {
			return local
		}
	}
	return ""
}

// escaped writes a path with slashes as the path of a URI (RFC 3986, section 3.3). It escapes
// colons, which could be read as the end of a scheme.
func escaped(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

// keptSources bounds the number of decoded sources in the cache.
const keptSources = 64

// source returns the text of a content; empty if it cannot be read.
func (w *sarifWriter) source(content string) *corpus.Text {
	text, known := w.sources[content]
	if known {
		return text
	}
	text = new(corpus.Text)
	if len(w.sources) == keptSources {
		clear(w.sources)
	}
	source, err := w.r.Source(content)
	if err == nil {
		*text = corpus.Decode(source)
	}
	w.sources[content] = text
	return text
}

// column returns the column, in UTF-16 code units from 1, of the rune at that byte.
func column(source []byte, at int) int {
	line := source[bytes.LastIndexByte(source[:at], '\n')+1:]
	rest := at - (len(source) - len(line))
	units := 1
	for i := 0; i < rest; {
		r, n := utf8.DecodeRune(line[i:])
		if i+n > rest {
			break
		}
		units += utf16Length(r)
		i += n
	}
	return units
}

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}

func utf16Length(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// fingerprintsOf identifies the pair of units, independently of their order.
func fingerprintsOf(u, v *chaffinch.Unit) sarifFingerprints {
	if u.Name > v.Name {
		u, v = v, u
	}
	pair := digest(u.Name, v.Name)
	return sarifFingerprints{
		Pair:     pair,
		Contents: digest(u.Name, v.Name, contents(u), contents(v)),
		Line:     pair + ":1",
	}
}

func contents(u *chaffinch.Unit) string {
	var ids []string
	for _, f := range u.Files {
		ids = append(ids, f.Content)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// digest returns 16 hexadecimal digits. The texts must not contain NUL bytes.
func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
