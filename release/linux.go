package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/arch"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// linux makes the packages of distributions.
func (r *release) linux(out string) error {
	for _, platform := range r.platforms {
		processor, ok := strings.CutPrefix(platform, "linux/")
		if !ok {
			continue
		}
		for _, format := range []string{"deb", "rpm", "apk", "archlinux"} {
			if err := r.distribution(out, format, processor); err != nil {
				return fmt.Errorf("%s for %s: %w", format, processor, err)
			}
		}
	}
	return nil
}

func (r *release) distribution(out, format, processor string) error {
	contents, err := r.installed(format, r.programs["linux/"+processor])
	if err != nil {
		return err
	}
	number, early, _ := strings.Cut(r.version, "-")
	early = strings.ReplaceAll(early, ".", "")
	if format == "apk" && early == "dev" {
		early = "alpha0" // Alpine knows some words only
	}
	changes := filepath.Join(r.work, "changes.yaml")
	entry := fmt.Sprintf("- semver: %s\n  date: %s\n  packager: %s\n  changes:\n    - note: Release %s\n", r.version, r.date, maintainer, r.version)
	if err := os.WriteFile(changes, []byte(entry), 0o600); err != nil {
		return err
	}
	info := &nfpm.Info{
		Name: "chaffinch", Arch: processor, Platform: "linux", Version: number, VersionSchema: "none", Prerelease: early, Release: "1",
		Section: "devel", Priority: "optional", Maintainer: maintainer, Description: summary + "\n" + about, Vendor: "chaffinch",
		Homepage: homepage, License: license, DisableGlobbing: true, MTime: r.at,
		Overridables: nfpm.Overridables{
			Contents:  contents,
			Suggests:  []string{"git"},
			RPM:       nfpm.RPM{BuildHost: "localhost", Summary: summary, Group: "Development/Tools", Packager: maintainer},
			ArchLinux: nfpm.ArchLinux{Packager: maintainer},
		},
	}
	if format == "rpm" {
		info.Changelog = changes
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := packager.Package(info, &b); err != nil {
		return err
	}
	return write(out, packager.ConventionalFileName(info), b.Bytes())
}

// installed returns the files of a package of a distribution, where that has them.
func (r *release) installed(format, program string) (all files.Contents, err error) {
	x := &r.extra
	binary, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	add := func(name string, mode os.FileMode, kind string, data []byte) {
		source := filepath.Join(r.work, format, filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(source), 0o755)
		}
		if err == nil {
			err = os.WriteFile(source, data, 0o600)
		}
		if format != "rpm" {
			kind = files.TypeFile // only RPM tells documentation and licences from other files
		}
		all = append(all, &files.Content{Source: source, Destination: "/usr/" + name, Type: kind,
			FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.at, Owner: "root", Group: "root"}})
	}
	add("bin/chaffinch", 0o755, files.TypeFile, binary)
	for _, f := range x.man {
		add("share/man/man1/"+f.name+".gz", 0o644, files.TypeRPMDoc, gzipped(f.data))
	}
	zsh := map[bool]string{true: "share/zsh/vendor-completions/", false: "share/zsh/site-functions/"}[format == "deb"]
	folders := map[string]string{"chaffinch.bash": "share/bash-completion/completions/chaffinch", "_chaffinch": zsh + "_chaffinch",
		"chaffinch.fish": "share/fish/vendor_completions.d/chaffinch.fish"}
	for _, f := range x.completions {
		if to := folders[f.name]; to != "" {
			add(to, 0o644, files.TypeFile, f.data)
		}
	}
	if format != "deb" {
		add("share/licenses/chaffinch/LICENSE", 0o644, files.TypeRPMLicense, x.license)
		add("share/licenses/chaffinch/THIRD-PARTY.txt", 0o644, files.TypeRPMLicense, x.notices)
		add("share/doc/chaffinch/README.md", 0o644, files.TypeRPMDoc, x.readme)
		return all, err
	}
	changes := fmt.Sprintf("chaffinch (%s-1) unstable; urgency=medium\n\n  * Release %s; see %s.\n\n -- %s  %s\n",
		strings.Replace(r.version, "-", "~", 1), r.version, homepage, maintainer, r.at.Format(time.RFC1123Z))
	copyright := "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: chaffinch\nSource: " + homepage +
		"\n\nFiles: *\nCopyright: " + strconv.Itoa(r.at.Year()) + " The chaffinch authors\nLicense: Apache-2.0\n On Debian systems, the text of the Apache License, Version 2.0, is in\n" +
		" /usr/share/common-licenses/Apache-2.0. The licences of the modules that are\n compiled in are in THIRD-PARTY.txt.gz beside this file.\n"
	add("share/doc/chaffinch/changelog.Debian.gz", 0o644, files.TypeFile, gzipped([]byte(changes)))
	add("share/doc/chaffinch/copyright", 0o644, files.TypeFile, []byte(copyright))
	add("share/doc/chaffinch/THIRD-PARTY.txt.gz", 0o644, files.TypeFile, gzipped(x.notices))
	// Programs in Go have no libraries to load.
	add("share/lintian/overrides/chaffinch", 0o644, files.TypeFile, []byte("chaffinch: statically-linked-binary [usr/bin/chaffinch]\n"))
	return all, err
}

// gzipped compresses a file without its name and time.
func gzipped(data []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err) // nothing that is written to memory fails
	}
	return b.Bytes()
}
