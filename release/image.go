package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// image makes an image from nothing but the program, for all processors of Linux: a tar file of an
// OCI layout.
func (r *release) image(out string) error {
	labels := map[string]string{
		"org.opencontainers.image.title": "chaffinch", "org.opencontainers.image.description": summary,
		"org.opencontainers.image.version": r.version, "org.opencontainers.image.revision": r.commit,
		"org.opencontainers.image.created": r.date, "org.opencontainers.image.source": homepage,
		"org.opencontainers.image.licenses": license,
	}
	if !slices.ContainsFunc(r.platforms, func(p string) bool { return strings.HasPrefix(p, "linux/") }) {
		fmt.Fprintln(os.Stderr, "no image: no platform of Linux is selected")
		return nil
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, platform := range r.platforms {
		processor, ok := strings.CutPrefix(platform, "linux/")
		if !ok {
			continue
		}
		one, err := r.imageFor(processor, labels)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: one, Descriptor: v1.Descriptor{
			Platform: &v1.Platform{OS: "linux", Architecture: processor}}})
	}
	index = mutate.Annotations(index, labels).(v1.ImageIndex)
	folder := filepath.Join(r.work, "image")
	p, err := layout.Write(folder, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	name := map[string]string{"org.opencontainers.image.ref.name": r.version}
	if err := p.AppendIndex(index, layout.WithAnnotations(name)); err != nil {
		return err
	}
	var files []file
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, path)
		files = append(files, file{filepath.ToSlash(inside), 0o644, data})
		return err
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := tarTo(tar.NewWriter(&b), "", files, r.at); err != nil {
		return err
	}
	return write(out, "chaffinch_"+r.version+"_image.tar", b.Bytes())
}

func (r *release) imageFor(processor string, labels map[string]string) (v1.Image, error) {
	program, err := os.ReadFile(r.programs["linux/"+processor])
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	// Caches and temporary files of any user are in tmp.
	if err := w.WriteHeader(&tar.Header{Name: "tmp/", Mode: 0o1777, Typeflag: tar.TypeDir, ModTime: r.at}); err != nil {
		return nil, err
	}
	files := []file{{"chaffinch", 0o755, program}, {"LICENSE", 0o644, r.extra.license}, {"THIRD-PARTY.txt", 0o644, r.extra.notices}}
	if err := tarTo(w, "", files, r.at); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(level), tarball.WithCompressedCaching)
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	one, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{CreatedBy: "chaffinch/release", Created: v1.Time{Time: r.at}}})
	if err != nil {
		return nil, err
	}
	c, err := one.ConfigFile()
	if err != nil {
		return nil, err
	}
	c = c.DeepCopy()
	c.OS, c.Architecture, c.Created = "linux", processor, v1.Time{Time: r.at}
	c.Config = v1.Config{Entrypoint: []string{"/chaffinch"}, Env: []string{"HOME=/tmp"}, WorkingDir: "/work", User: "65532:65532", Labels: labels}
	return mutate.ConfigFile(one, c)
}
