package main

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"text/template"
)

//go:embed manifests
var manifests embed.FS

// manifest is what the templates of manifests/ read.
type manifest struct {
	Version, Base, Homepage, Summary, License, Date string
	sums                                            map[string]string
}

// Archive returns the name of the archive for a system and a processor.
func (m manifest) Archive(system, processor string) string {
	extension := ".tar.gz"
	if system == "windows" {
		extension = ".zip"
	}
	return (&release{options: options{version: m.Version}}).archiveName(system+"/"+processor) + extension
}

// Sum returns the SHA-256 of an archive. An archive that was not made has only zeros, so
// that nobody installs it.
func (m manifest) Sum(system, processor string) string {
	if sum := m.sums[m.Archive(system, processor)]; sum != "" {
		return sum
	}
	return strings.Repeat("0", 64)
}

// SRI returns the checksum as Nix has it.
func (m manifest) SRI(system, processor string) (string, error) {
	sum, err := hex.DecodeString(m.Sum(system, processor))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum), err
}

// Arch returns the version as Arch Linux has it.
func (m manifest) Arch() string { return strings.NewReplacer("-", "", ".rc.", "rc").Replace(m.Version) }

// address returns where the release's files are downloaded.
func (r *release) address() string { return homepage + "/releases/download/v" + r.version }

// manifests writes the files that tell package managers where the archives are, and which checksums
// they have.
func (r *release) manifests(out string) error {
	sums, err := table(out)
	if err != nil {
		return err
	}
	files, err := embedded(manifests, "manifests")
	if err != nil {
		return err
	}
	if len(r.platforms) < len(allPlatforms) {
		fmt.Fprintln(os.Stderr, "not for a release: manifests and install.sh have only zeros as checksums of the other platforms")
	}
	m := manifest{Version: r.version, Base: r.address(), Homepage: homepage, Summary: summary, License: license,
		Date: r.at.Format("2006-01-02"), sums: sums}
	for _, f := range files {
		t, err := template.New(f.name).Delims("<<", ">>").Parse(string(f.data))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, m); err != nil {
			return err
		}
		if err := write(out, f.name, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
