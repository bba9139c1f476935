package main

import (
	_ "embed" // scripts that try the wheel
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

//go:embed python/test_chaffinch.py
var pythonTests []byte

//go:embed first-answer
var firstAnswer []byte

var (
	rpmProcessor    = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	processorOfNode = map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
)

// tryScript runs the installer, with an address on this machine, and shows it a file that was
// changed.
func tryScript(t *trying) error {
	server := httptest.NewServer(http.FileServer(http.Dir(t.out)))
	defer server.Close()
	bin := filepath.Join(t.work, "bin")
	install := func(url string) error {
		cmd := exec.Command("sh", filepath.Join(t.out, "install.sh"))
		cmd.Env = append(os.Environ(), "CHAFFINCH_BIN="+bin, "CHAFFINCH_URL="+url)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	name, err := t.find("chaffinch_*_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(t.work, filepath.Base(name)), []byte("changed"), 0o644); err != nil {
		return err
	}
	if err := install("file://" + t.work); err == nil || !strings.Contains(err.Error(), "the checksum of") {
		return fmt.Errorf("a changed archive is installed: %w", err)
	}
	if err := install(server.URL); err != nil {
		return err
	}
	return t.quickStart(filepath.Join(bin, "chaffinch"))
}

// tryAction runs the step of the GitHub action, with the address of a release on this machine.
func tryAction(t *trying) error {
	server := httptest.NewServer(http.FileServer(http.Dir(t.out)))
	defer server.Close()
	checkout, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	project := filepath.Join(t.work, "project")
	if err := writeTexts(project, map[string]string{"squares.go": original, "copy.go": renamed}); err != nil {
		return err
	}
	cmd := exec.Command("bash", filepath.Join(checkout, "ci", "github.sh"))
	cmd.Dir = project
	cmd.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+checkout, "RELEASE="+server.URL, "COMMAND=pairs", "ARGS=--fail-over-match 50", "CHECKED=.",
		"OUTPUT=copies.sarif", "SINCE=", "CHAFFINCH_CORPUS=", "PULL_REQUEST=")
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "copy.go:3-15") || strings.Contains(string(said), "so chaffinch is built") {
		return fmt.Errorf("the action does not install the release and find a copy: %s %w", said, err)
	}
	_, err = os.Stat(filepath.Join(project, "copies.sarif"))
	return err
}

// inRoot runs the program that was installed into a root, and looks for what belongs to it.
func (t *trying) inRoot(root string) error {
	for _, name := range []string{"share/man/man1/chaffinch-search.1.gz", "share/bash-completion/completions/chaffinch"} {
		if _, err := os.Stat(filepath.Join(root, "usr", name)); err != nil {
			return err
		}
	}
	return t.quickStart(filepath.Join(root, "usr", "bin", "chaffinch"))
}

func tryDeb(t *trying) error {
	name, err := t.find("chaffinch_*_" + runtime.GOARCH + ".deb")
	if err != nil {
		return err
	}
	root := filepath.Join(t.work, "root")
	state := filepath.Join(root, "var", "lib", "dpkg")
	for _, folder := range []string{"updates", "info"} {
		if err := os.MkdirAll(filepath.Join(state, folder), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(state, "status"), nil, 0o644); err != nil {
		return err
	}
	if _, err := output(t.work, "dpkg", "--root="+root, "--force-not-root", "--force-script-chrootless", "-i", name); err != nil {
		return err
	}
	return t.inRoot(root)
}

func tryRPM(t *trying) error {
	name, err := t.find("chaffinch-*." + rpmProcessor + ".rpm")
	if err != nil {
		return err
	}
	root := filepath.Join(t.work, "root")
	if _, err := output(t.work, "rpm", "--root", root, "--dbpath", "/rpm", "--nosignature", "-i", name); err != nil {
		return err
	}
	return t.inRoot(root)
}

// tryAPK unpacks a package: Debian has no apk.
func tryAPK(t *trying) error {
	name, err := t.find("chaffinch_*_" + rpmProcessor + ".apk")
	if err != nil {
		return err
	}
	root := filepath.Join(t.work, "root")
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	if _, err := output(root, "bsdtar", "-xf", name); err != nil {
		return err
	}
	info, err := os.ReadFile(filepath.Join(root, ".PKGINFO"))
	if err != nil || !strings.Contains(string(info), "pkgname = chaffinch\n") {
		return errors.Join(err, fmt.Errorf(".PKGINFO has %s", info))
	}
	return t.inRoot(root)
}

func tryArch(t *trying) error {
	name, err := t.find("chaffinch-*-" + rpmProcessor + ".pkg.tar.zst")
	if err != nil {
		return err
	}
	root, settings := filepath.Join(t.work, "root"), filepath.Join(t.work, "pacman.conf")
	if err := os.MkdirAll(filepath.Join(root, "var", "lib", "pacman"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(settings, []byte("[options]\nArchitecture = auto\nLocalFileSigLevel = Never\n"), 0o644); err != nil {
		return err
	}
	if _, err := output(t.work, "pacman", "--root", root, "--config", settings, "--noconfirm", "-U", name); err != nil {
		return err
	}
	return t.inRoot(root)
}

func tryLintian(t *trying) error {
	name, err := t.find("chaffinch_*_" + runtime.GOARCH + ".deb")
	if err != nil {
		return err
	}
	_, err = output(t.work, "lintian", "--allow-root", "--fail-on", "error", name)
	return err
}

func tryRPMLint(t *trying) error {
	name, err := t.find("chaffinch-*." + rpmProcessor + ".rpm")
	if err != nil {
		return err
	}
	// It is signed where it is published, and nfpm does not write the class of each file, by which
	// rpmlint finds programs.
	settings := filepath.Join(t.work, "rpmlint.toml")
	if err := os.WriteFile(settings, []byte("Filters = ['no-signature', 'no-binary']\n"), 0o644); err != nil {
		return err
	}
	_, err = output(t.work, "rpmlint", "-c", settings, name)
	return err
}

// tryWheel installs without a network, and runs first-answer and the tests of the Python module,
// too.
func tryWheel(t *trying) error {
	name, err := t.find("chaffinch-*linux_*_" + rpmProcessor + ".*.whl")
	if err != nil {
		return err
	}
	script, venv := filepath.Join(t.work, "first-answer"), filepath.Join(t.work, "venv")
	if err := os.WriteFile(script, firstAnswer, 0o644); err != nil {
		return err
	}
	said, err := output(t.work, "sh", script, name)
	if err != nil {
		return err
	}
	t.note = "; " + said[strings.LastIndexByte(said, '\n')+1:]
	if _, err := output(t.work, "python3", "-m", "venv", venv); err != nil {
		return err
	}
	bin := filepath.Join(venv, "bin")
	if _, err := output(t.work, filepath.Join(bin, "pip"), "install", "--no-index", "--disable-pip-version-check", name); err != nil {
		return err
	}
	if err := t.quickStart(filepath.Join(bin, "chaffinch")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(t.work, "test_chaffinch.py"), pythonTests, 0o644); err != nil {
		return err
	}
	if _, err := output(t.work, filepath.Join(bin, "python"), "-m", "unittest"); err != nil {
		return err
	}
	_, err = output(t.work, filepath.Join(bin, "python"), "-m", "chaffinch", "version")
	return err
}

func tryNPM(t *trying) error {
	main, err := t.find("chaffinch-[0-9]*.tgz")
	if err != nil {
		return err
	}
	own, err := t.find("chaffinch-search-linux-" + processorOfNode + "-*.tgz")
	if err != nil {
		return err
	}
	if _, err := output(t.work, "npm", "install", "--offline", "--no-audit", "--no-fund", "--cache", filepath.Join(t.work, "cache"), "--prefix", t.work, own, main); err != nil {
		return err
	}
	return t.quickStart(filepath.Join(t.work, "node_modules", ".bin", "chaffinch"))
}

func tryImage(t *trying) error {
	name, err := t.find("chaffinch_*_image.tar")
	if err != nil {
		return err
	}
	if _, err := output(t.work, "skopeo", "copy", "--insecure-policy", "oci-archive:"+name, "oci:"+filepath.Join(t.work, "oci")+":tried"); err != nil {
		return err
	}
	unpack := []string{"unpack", "--image", filepath.Join(t.work, "oci") + ":tried", filepath.Join(t.work, "bundle")}
	if os.Getuid() != 0 {
		unpack = append([]string{"unpack", "--rootless"}, unpack[1:]...)
	}
	if _, err := output(t.work, "umoci", unpack...); err != nil {
		return err
	}
	if settings, err := os.ReadFile(filepath.Join(t.work, "bundle", "config.json")); err != nil || !strings.Contains(string(settings), `"/chaffinch"`) {
		return errors.Join(err, errors.New("the image does not start the program"))
	}
	rootfs := filepath.Join(t.work, "bundle", "rootfs")
	if os.Getuid() != 0 {
		return t.quickStart(filepath.Join(rootfs, "chaffinch"))
	}
	// The program has nothing around it but the image, and a folder: docker run -v FOLDER:/work
	// --user ...
	inside := func(folder, user string) []string {
		return []string{"unshare", "--root=" + rootfs, "--wd=" + folder, "--setgid=" + user, "--setuid=" + user, "/chaffinch"}
	}
	mounted := &trying{work: filepath.Join(rootfs, "work")}
	if err := mounted.quickStart(inside("/work/quick", "0")...); err != nil {
		return err
	}
	// ... and as a runner of GitHub has it for uses: docker://, where the image's user cannot
	// write.
	if err := writeTexts(filepath.Join(rootfs, "github", "workspace"), map[string]string{"squares.go": original, "copy.go": renamed}); err != nil {
		return err
	}
	pairs := append(inside("/github/workspace", "65532"), "pairs", "--fail-over-match", "50", ".")
	if said, err := output(t.work, "env", append([]string{"HOME=/github/home"}, pairs...)...); err == nil || !strings.Contains(err.Error(), "copy.go:3-15") {
		return fmt.Errorf("as an action, the image finds no copy: %s %w", said, err)
	}
	return nil
}

// syntax lets a program read a file.
func syntax(command ...string) func(*trying) error {
	return func(t *trying) error {
		_, err := output(t.out, command[0], command[1:]...)
		return err
	}
}

// tryDocuments reads JSON. .ci/full validates the lists of parts.
func tryDocuments(t *trying) error {
	for _, pattern := range []string{"chaffinch.json", "*.cdx.json", "*.spdx.json", "*.intoto.json"} {
		name, err := t.find(pattern)
		if err != nil {
			return err
		}
		if _, err := output(t.work, "python3", "-m", "json.tool", name, os.DevNull); err != nil {
			return err
		}
	}
	return nil
}
