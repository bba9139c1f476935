package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// trial installs a package into a root of its own, and runs the program that is then there.
type trial struct {
	name  string
	tools []string // programs that it needs
	try   func(t *trying) error
}

// trying is a trial that runs.
type trying struct {
	out  string // the packages
	work string // an empty folder
	note string // what it measured
}

// trials are in the order in which the program is tried. Formula, Scoop and winget manifests need
// systems that are not here: only their syntax is.
var trials = []trial{
	{"tar.gz", []string{"tar"}, tryArchive},
	{"install.sh", []string{"sh", "curl", "tar"}, tryScript},
	{"deb", []string{"dpkg"}, tryDeb},
	{"rpm", []string{"rpm"}, tryRPM},
	{"apk", []string{"bsdtar"}, tryAPK},
	{"pkg.tar.zst", []string{"pacman"}, tryArch},
	{"lintian", []string{"lintian"}, tryLintian},
	{"rpmlint", []string{"rpmlint", "rpm"}, tryRPMLint},
	{"wheel", []string{"python3"}, tryWheel},
	{"pre-commit", []string{"git", "pre-commit"}, tryPreCommit},
	{"npm", []string{"node", "npm"}, tryNPM},
	{"action", []string{"bash", "curl", "tar"}, tryAction},
	{"image", []string{"skopeo", "umoci"}, tryImage},
	{"formula", []string{"ruby"}, syntax("ruby", "-c", "chaffinch.rb")},
	{"PKGBUILD", []string{"bash"}, syntax("bash", "-n", "PKGBUILD")},
	{"nix", []string{"nix-instantiate"}, syntax("nix-instantiate", "--parse", "chaffinch.nix")},
	{"json", []string{"python3"}, tryDocuments},
}

// tryAll runs every trial whose tools are installed, or the named trials, and prints their results.
func tryAll(out string, names ...string) error {
	var failed error
	for _, one := range trials {
		if len(names) > 0 && !slices.Contains(names, one.name) {
			continue
		}
		fmt.Printf("%-12s", one.name)
		if lacking := missing(one.tools); lacking != "" {
			fmt.Println("skipped:", lacking, "is not installed")
			continue
		}
		if slices.Contains([]string{"rpm", "pkg.tar.zst"}, one.name) && os.Getuid() != 0 {
			fmt.Println("skipped: only root may install it into another root")
			continue
		}
		note, err := runTrial(one, out)
		if err != nil {
			fmt.Println("failed:", err)
			failed = errors.Join(failed, fmt.Errorf("%s: %w", one.name, err))
			continue
		}
		fmt.Println("good, with", strings.Join(one.tools, ", ")+note)
	}
	return failed
}

func missing(tools []string) string {
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			return tool
		}
	}
	return ""
}

func runTrial(one trial, out string) (note string, err error) {
	work, err := os.MkdirTemp("", "chaffinch-trial-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	t := &trying{out: out, work: work}
	err = one.try(t)
	return t.note, err
}

// find returns the package with this form of name for the platform of this machine.
func (t *trying) find(pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(t.out, pattern))
	if err != nil || len(found) != 1 {
		return "", errors.Join(err, fmt.Errorf("%d packages are called %s", len(found), pattern))
	}
	return found[0], nil
}

// quickStart indexes a folder, and searches for the origin of a renamed copy of a function.
func (t *trying) quickStart(command ...string) error {
	folder := filepath.Join(t.work, "quick")
	if err := writeTexts(folder, map[string]string{"corpus/squares.go": original, "corpus/other.go": other, "copy.go": renamed}); err != nil {
		return err
	}
	run := func(args ...string) (string, error) {
		return output(folder, command[0], append(command[1:len(command):len(command)], args...)...)
	}
	if said, err := run("version"); err != nil {
		return err
	} else if strings.Contains(said, "commit unknown") {
		return fmt.Errorf("the program says of its build: %s", said)
	}
	if _, err := run("index", "corpus"); err != nil {
		return err
	}
	said, err := run("search", "copy.go")
	if err != nil {
		return err
	}
	if !strings.Contains(said, "renamed") || !strings.Contains(said, "squares.go") {
		return fmt.Errorf("the program does not find the origin of a copy: %s", said)
	}
	return nil
}

// writeTexts writes files below a folder.
func writeTexts(folder string, texts map[string]string) error {
	for name, text := range texts {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

const original = `package sample

func Squares(values []int) (total int) {
	for i, v := range values {
		if v <= 0 {
			continue
		}
		if i%2 == 0 {
			total += v * v
		} else {
			total -= v * v / 2
		}
	}
	return total
}
`

var renamed = strings.NewReplacer("values", "items", "total", "sum").Replace(original)

const other = `package sample

type Queue struct{ first, last []string }

func (q *Queue) Push(s string) { q.last = append(q.last, s) }
`

func tryArchive(t *trying) error {
	name, err := t.find("chaffinch_*_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz")
	if err != nil {
		return err
	}
	if _, err := output(t.work, "tar", "xzf", name, "--strip-components=1"); err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "THIRD-PARTY.txt", "man/man1/chaffinch-search.1", "completions/_chaffinch"} {
		if info, err := os.Stat(filepath.Join(t.work, name)); err != nil || info.Size() == 0 {
			return errors.Join(err, fmt.Errorf("%s is missing", name))
		}
	}
	return t.quickStart(filepath.Join(t.work, "chaffinch"))
}
