package packages

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// The versions that a registry never replaces: those with three numbers, where others are the
// beginning of one, or all.
var (
	threeNumbers = lazyregexp.New(`^v?[0-9]+\.[0-9]+\.[0-9]+`)
	anyVersion   = lazyregexp.New(``)
	noSnapshot   = lazyregexp.New(`[0-9]$|(?i:ga|final|release|sp[0-9]*|rc[0-9]*)$`)
)

// clients are the clients of registries.
var clients = []client{
	{kind: "npm", program: []string{"npm"}, install: "https://nodejs.org has it",
		names: whole(`(?:@[a-z0-9_][a-z0-9._~-]*/)?[A-Za-z0-9_][A-Za-z0-9._~-]*`), versions: whole(`[\^~]?` + versionsOfMost),
		exact: threeNumbers, example: "pkg:npm/express@4", fetch: npm},
	{kind: "pypi", program: []string{"python3", "python"}, install: "https://python.org has it, with pip",
		names: whole(`[A-Za-z0-9][A-Za-z0-9._-]*`), versions: whole(versionsOfMost),
		exact: anyVersion, example: "pkg:pypi/flask@3.0.3", fetch: pypi},
	{kind: "golang", program: []string{"go"}, install: "https://go.dev has it",
		names: whole(`[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:/[A-Za-z0-9_~!][A-Za-z0-9._~!-]*)*`), versions: whole(versionsOfMost),
		exact: threeNumbers, example: "pkg:golang/github.com/spf13/cobra@v1.9.1", fetch: golang},
	{kind: "cargo", program: []string{"cargo"}, install: "https://rustup.rs has it",
		names: whole(`[A-Za-z0-9][A-Za-z0-9_-]*`), versions: whole(`[\^~]?` + versionsOfMost),
		exact: threeNumbers, example: "pkg:cargo/serde@1", fetch: cargo},
	{kind: "maven", program: []string{"mvn"}, install: "https://maven.apache.org has it",
		names: whole(`[A-Za-z0-9_][A-Za-z0-9._-]*/[A-Za-z0-9_][A-Za-z0-9._-]*`), versions: whole(versionsOfMost),
		exact: noSnapshot, example: "pkg:maven/org.apache.commons/commons-lang3@3.14.0", fetch: maven},
	{kind: "deb", program: []string{"apt-get"}, install: "Debian and its relatives have it",
		names: whole(`(?:[a-z]+/)?[a-z0-9][a-z0-9+.-]+`), versions: whole(`[0-9A-Za-z][0-9A-Za-z.:+~-]*`),
		exact: anyVersion, example: "pkg:deb/debian/zlib", fetch: debian, form: Archives},
	{kind: "gem", program: []string{"gem"}, install: "https://www.ruby-lang.org has it",
		names: whole(`[A-Za-z0-9_][A-Za-z0-9._-]*`), versions: whole(versionsOfMost),
		exact: anyVersion, example: "pkg:gem/rake@13.2.1", fetch: gem},
	repositories("github", "github.com"),
	repositories("gitlab", "gitlab.com"),
	repositories("bitbucket", "bitbucket.org"),
}

// spec returns the name, and after the separator the version, if there is one.
func (j *job) spec(separator string) string {
	if j.Version == "" {
		return j.Name
	}
	return j.Name + separator + j.Version
}

// npm packs a package of the registry. A name or version that could be a folder, an address or a
// repository would have scripts that run; names and versions have no such characters.
func npm(j *job) (version, path string, err error) {
	out, err := j.run([]string{"NO_UPDATE_NOTIFIER=1", "NO_COLOR=1"},
		"pack", "--ignore-scripts", "--json", "--loglevel=error", "--pack-destination="+j.folder, "--", j.spec("@"))
	if err != nil {
		return "", "", err
	}
	var packed []struct{ Version string }
	if at := strings.IndexByte(string(out), '['); at < 0 || json.Unmarshal(out[at:], &packed) != nil || len(packed) != 1 {
		return "", "", errors.New("npm printed another answer than pack --json should")
	}
	path, err = j.onlyFile("*.tgz")
	return packed[0].Version, path, err
}

// pipDownloads runs pip, and no code of a package.
//
//go:embed pip.py
var pipDownloads string

// pypi downloads the source package, or a wheel if there is none.
func pypi(j *job) (version, path string, err error) {
	spec := j.spec("==")
	wanted := filepath.Join(j.folder, "wanted.txt")
	for _, sum := range j.Checksums {
		spec += " --hash=" + sum
	}
	if err := os.WriteFile(wanted, []byte(spec+"\n"), 0o600); err != nil {
		return "", "", err
	}
	j.verified = true // by pip
	kept := filepath.Join(j.folder, "kept")
	if err := os.Mkdir(kept, 0o700); err != nil {
		return "", "", err
	}
	download := func(only string) error {
		_, err := j.run([]string{"PIP_NO_INPUT=1", "PIP_DISABLE_PIP_VERSION_CHECK=1", "NO_COLOR=1", "PYTHONDONTWRITEBYTECODE=1"},
			"-c", pipDownloads, kept, "download", "--quiet", "--no-deps", "--no-cache-dir", "--dest="+kept, only, "--requirement="+wanted)
		return err
	}
	if download("--no-binary=:all:") == nil {
		if path, err = j.onlyFile("kept/*"); err == nil {
			stem := trimmed(filepath.Base(path), ".tar.gz", ".tgz", ".zip", ".tar.bz2", ".tar.xz")
			return stem[strings.LastIndexByte(stem, '-')+1:], path, nil
		}
	}
	if err := download("--only-binary=:all:"); err != nil {
		return "", "", err
	}
	if path, err = j.onlyFile("kept/*.whl"); err != nil {
		return "", "", err
	}
	if parts := strings.Split(filepath.Base(path), "-"); len(parts) > 2 { // NAME-VERSION-...
		version = parts[1]
	}
	return version, path, nil
}

// trimmed returns a name without the first of the suffixes that it has.
func trimmed(name string, suffixes ...string) string {
	for _, s := range suffixes {
		if stem, ok := strings.CutSuffix(name, s); ok {
			return stem
		}
	}
	return name
}

// field returns the value of the first line of a file that begins with the name and a colon.
// Otherwise it returns value.
func field(file, name, value string) string {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
		return value
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return value
	}
	for line := range strings.Lines(string(content)) {
		if v, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(v)
		}
	}
	return value
}

// golang downloads a module into the user's cache.
func golang(j *job) (version, path string, err error) {
	version = j.Version
	if version == "" {
		version = "latest"
	}
	out, err := j.run([]string{"GOWORK=off", "GO111MODULE=on", "GOTOOLCHAIN=local"}, "mod", "download", "-json", "--", j.Name+"@"+version)
	var module struct{ Version, Zip, Sum, Error string }
	if bad := json.Unmarshal(out, &module); module.Error != "" {
		return "", "", errors.New("go says: " + withoutSecrets(module.Error))
	} else if err == nil && bad != nil {
		err = errors.New("go printed another answer than mod download -json should")
	}
	if j.verified = true; err == nil && len(j.Checksums) > 0 && !slices.Contains(j.Checksums, module.Sum) {
		err = errOther
	}
	return module.Version, module.Zip, err
}

var crateVersion = lazyregexp.New(`(?m)^version: [0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*`)

// cargo downloads a crate into the user's cache, by asking for its description.
func cargo(j *job) (version, path string, err error) {
	// No file of a project configures it there: cargo looks for such in the folders above.
	j.in = string(filepath.Separator)
	out, err := j.run([]string{"CARGO_TERM_COLOR=never", "RUSTUP_AUTO_INSTALL=0"}, "info", "--", j.spec("@"))
	if err != nil {
		return "", "", err
	}
	home := os.Getenv("CARGO_HOME")
	if home == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			return "", "", err
		}
		home = filepath.Join(user, ".cargo")
	}
	// The crate's description comes before its version, and may have such lines, too.
	for _, line := range crateVersion.FindAllString(string(out), 10) {
		version := strings.TrimPrefix(line, "version: ")
		found, err := filepath.Glob(filepath.Join(home, "registry", "cache", "*", j.Name+"-"+version+".crate"))
		if err == nil && len(found) > 0 && (!j.IsExact() || strings.TrimPrefix(j.Version, "v") == version) {
			return version, found[0], nil
		}
	}
	return "", "", fmt.Errorf("cargo info (of 1.82 or later) has put no such crate into %s", filepath.Join(home, "registry", "cache"))
}

// maven copies the sources of an artifact.
func maven(j *job) (version, path string, err error) {
	group, artifact, _ := strings.Cut(j.Name, "/")
	version = j.Version
	if version == "" {
		version = "LATEST"
	}
	_, err = j.run(nil, "--batch-mode", "--quiet", "dependency:copy", "-Dartifact="+group+":"+artifact+":"+version+":jar:sources",
		"-DoutputDirectory="+j.folder)
	if err != nil {
		return "", "", err
	}
	if path, err = j.onlyFile(artifact + "-*-sources.jar"); err == nil {
		version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), artifact+"-"), "-sources.jar")
	}
	return version, path, err
}

// debian downloads a source package without unpacking it: an unpacked one is patched by programs.
func debian(j *job) (version, path string, err error) {
	spec := j.spec("=")
	if _, err := j.run([]string{"LC_ALL=C", "DEBIAN_FRONTEND=noninteractive"},
		"source", "--download-only", "--only-source", "-qq", "-o", "APT::Sandbox::User=", "--", spec[strings.IndexByte(spec, '/')+1:]); err != nil {
		return "", "", err
	}
	description, err := j.onlyFile("*.dsc")
	if err != nil {
		return "", "", err
	}
	return field(description, "Version", j.Version), j.folder, nil
}

// gem fetches a gem without installing it.
func gem(j *job) (version, path string, err error) {
	args := []string{"fetch", "--quiet"}
	if j.Version != "" {
		args = append(args, "--version="+j.Version)
	}
	if _, err := j.run(nil, append(args, j.Name)...); err != nil {
		return "", "", err
	}
	if path, err = j.onlyFile("*.gem"); err == nil {
		version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), j.Name+"-"), ".gem")
	}
	return version, path, err
}

// repositories are the repositories of a host. A version is a tag or a branch, perhaps without a v
// before it.
func repositories(kind, host string) client {
	return client{kind: kind, program: []string{"git"}, install: "https://git-scm.com has it",
		names: whole(`[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+`), versions: whole(`[0-9A-Za-z_][0-9A-Za-z._/+-]*`),
		example: "pkg:" + kind + "/NAME/PROJECT@v1.0", form: Repository,
		fetch: func(j *job) (version, path string, err error) {
			path = filepath.Join(j.folder, "repository.git")
			clone := func(tag ...string) error {
				_, err := j.run([]string{"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_LFS_SKIP_SMUDGE=1"}, append(append(
					[]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "init.templateDir=", "clone", "--quiet", "--bare", "--depth=1"}, tag...),
					"--", "https://"+host+"/"+j.Name, path)...)
				return err
			}
			if j.Version == "" {
				return "", path, clone()
			}
			if err = clone("--branch=" + j.Version); err != nil && clone("--branch=v"+j.Version) == nil {
				return "v" + j.Version, path, nil
			}
			return j.Version, path, err
		}}
}
