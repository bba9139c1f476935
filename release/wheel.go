package main

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed python/chaffinch/*.py
var python embed.FS

// wheelTags name the systems of a wheel. The program needs no libraries, so that any libc does.
var wheelTags = map[string]string{
	"linux/amd64":   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	"linux/arm64":   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// pep440 is the version as Python has it: 1.2.3rc1 for 1.2.3-rc.1.
func pep440(version string) string {
	return strings.NewReplacer("-dev", ".dev0", "-alpha.", "a", "-beta.", "b", "-rc.", "rc").Replace(version)
}

func (r *release) wheelName(platform string) string {
	return "chaffinch-" + pep440(r.version) + "-py3-none-" + wheelTags[platform] + ".whl"
}

// wheels makes a package for pip of each platform: the program as a script, and a module that runs
// it.
func (r *release) wheels(out string) error {
	version := pep440(r.version)
	info := "chaffinch-" + version + ".dist-info/"
	for _, platform := range r.platforms {
		program, err := os.ReadFile(r.programs[platform])
		if err != nil {
			return err
		}
		files, err := embedded(python, "python")
		if err != nil {
			return err
		}
		wheel := "Wheel-Version: 1.0\nGenerator: chaffinch/release\nRoot-Is-Purelib: false\n"
		for tag := range strings.SplitSeq(wheelTags[platform], ".") {
			wheel += "Tag: py3-none-" + tag + "\n"
		}
		metadata := "Metadata-Version: 2.4\nName: chaffinch\nVersion: " + version + "\nSummary: " + summary + "\nLicense-Expression: " + license +
			"\nLicense-File: LICENSE\nLicense-File: THIRD-PARTY.txt\nRequires-Python: >=3.10\nProject-URL: Homepage, " + homepage +
			"\nDescription-Content-Type: text/markdown\n\n" + string(r.extra.readme)
		files = append(files,
			file{"chaffinch-" + version + ".data/scripts/chaffinch" + exe(platform), 0o755, program},
			file{info + "METADATA", 0o644, []byte(metadata)}, file{info + "WHEEL", 0o644, []byte(wheel)},
			file{info + "licenses/LICENSE", 0o644, r.extra.license}, file{info + "licenses/THIRD-PARTY.txt", 0o644, r.extra.notices})
		var record strings.Builder
		for _, f := range files {
			sum := sha256.Sum256(f.data)
			fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
		}
		fmt.Fprintf(&record, "%sRECORD,,\n", info)
		files = append(files, file{info + "RECORD", 0o644, []byte(record.String())})
		data, err := zipped("", files, r.at)
		if err != nil {
			return err
		}
		if err := write(out, r.wheelName(platform), data); err != nil {
			return err
		}
	}
	return nil
}

// embedded returns the files of a folder that is compiled in, by their names in it.
func embedded(from embed.FS, folder string) (files []file, err error) {
	entries, err := from.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := folder + "/" + e.Name()
		if !e.IsDir() {
			data, err := from.ReadFile(name)
			if err != nil {
				return nil, err
			}
			files = append(files, file{e.Name(), 0o644, data})
			continue
		}
		inner, err := embedded(from, name)
		if err != nil {
			return nil, err
		}
		for _, f := range inner {
			files = append(files, file{filepath.ToSlash(filepath.Join(e.Name(), f.name)), f.mode, f.data})
		}
	}
	return files, nil
}
