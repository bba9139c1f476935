//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A lock file with checksums is a corpus, again and again. Its packages stay in the cached index.
func TestCorpus_OfALockFileWithChecksums(t *testing.T) {
	c := newCommandLine(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: "package/a.go", Mode: 0o644, Size: int64(len(source(1)))}); err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte(source(1)))
	if w.Close() != nil || z.Close() != nil {
		t.Fatal("not packed")
	}
	c.write("a.tgz", packed.String())
	sum := sha512.Sum512(packed.Bytes())
	c.write("package-lock.json", fmt.Sprintf(`{"packages":{"node_modules/a":{"version":"1.2.3","integrity":"sha512-%s"}}}`, base64.StdEncoding.EncodeToString(sum[:])))
	c.write("q.go", source(1))
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	c.write("bin/npm", "#!/bin/sh\ncp "+filepath.Join(here, "a.tgz")+" . && echo '[{\"version\":\"1.2.3\"}]'\n")
	if err := os.Chmod("bin/npm", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(here, "bin")+":"+os.Getenv("PATH"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(here, "cache"))
	for range 2 {
		if out, errOut := c.run(exitFound, "search", "--corpus", "deps:package-lock.json", "q.go"); !strings.Contains(out, "pkg:npm/a@1.2.3/package/a.go") {
			t.Fatal(out, errOut)
		}
	}
}
