package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// pythonPlatform has what Python calls a platform: sys.platform, and platform.machine().
var pythonPlatform = map[string][2]string{
	"linux/amd64":   {"linux", "x86_64"},
	"linux/arm64":   {"linux", "aarch64"},
	"darwin/amd64":  {"darwin", "x86_64"},
	"darwin/arm64":  {"darwin", "arm64"},
	"windows/amd64": {"win32", "AMD64"},
	"windows/arm64": {"win32", "ARM64"},
}

// preCommit makes a repository whose hooks are Python packages, so that no Go is needed. pip takes
// the release's wheel by its address and checksum. The hooks are the project's.
func (r *release) preCommit(out string) error {
	hooks, err := os.ReadFile(filepath.Join(r.src, ".pre-commit-hooks.yaml"))
	if err != nil {
		return err
	}
	own := bytes.ReplaceAll(hooks, []byte("language: golang"), []byte("language: python"))
	if bytes.Equal(own, hooks) {
		return errors.New("no hook in .pre-commit-hooks.yaml has language: golang")
	}
	sums, err := table(out)
	if err != nil {
		return err
	}
	var project strings.Builder
	fmt.Fprintf(&project, "[build-system]\nrequires = [\"setuptools>=61\"]\nbuild-backend = \"setuptools.build_meta\"\n\n"+
		"[project]\nname = \"chaffinch-pre-commit\"\nversion = \"%s\"\ndependencies = [\n", pep440(r.version))
	for _, platform := range r.platforms {
		wheel, p := r.wheelName(platform), pythonPlatform[platform]
		fmt.Fprintf(&project, "  \"chaffinch @ %s/%s#sha256=%s ; sys_platform == '%s' and platform_machine == '%s'\",\n",
			r.address(), wheel, sums[wheel], p[0], p[1])
	}
	project.WriteString("]\n\n[tool.setuptools]\npy-modules = []\n")
	files := []file{{".pre-commit-hooks.yaml", 0o644, own}, {"LICENSE", 0o644, r.extra.license},
		{"pyproject.toml", 0o644, []byte(project.String())}}
	data, err := tarGz("chaffinch-pre-commit/", files, r.at)
	if err != nil {
		return err
	}
	return write(out, "chaffinch_"+r.version+"_pre-commit.tar.gz", data)
}
