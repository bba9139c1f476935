package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// allPlatforms are the platforms of a release: GOOS/GOARCH.
var allPlatforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

const (
	module   = "github.com/chaffinch-search/chaffinch"
	homepage = "https://" + module
	summary  = "Finds where code and text came from"
	about    = "Index a corpus once, then search for a snippet or a file. chaffinch lists\n" +
		"the documents that share material with it: lines, a score and the kind of copy."
	maintainer = "The chaffinch authors <chaffinch@chaffinch-search.github.io>"
	license    = "Apache-2.0"
)

// options choose the packages to build.
type options struct {
	version   string   // empty: the version of the tag or the source
	page      string   // file with the browser edition; empty: it is built
	platforms []string // GOOS/GOARCH
}

// release is a release in the making.
type release struct {
	options
	src, work    string // the clone, and a folder for the results
	commit, date string // of the commit; RFC 3339
	trim, cgo    string // the flag that hides the folder of the build; "0": nothing of C is linked
	at           time.Time
	goVersion    string
	programs     map[string]string // file by platform
	extra        extra
}

// extra is what the packages hold in addition to the program.
type extra struct {
	license, notices, readme []byte
	man, completions         []file // by name
	page                     []byte // index.html; nil if the program has none
}

// file is a file in a package.
type file struct {
	name string // with slashes
	mode os.FileMode
	data []byte
}

// prepare clones the commit that is checked out. Changes that are not committed are not in a
// release.
func prepare(o options, checkout, work string) (*release, error) {
	r := &release{options: o, work: work, src: filepath.Join(work, "chaffinch"), programs: map[string]string{}, trim: "-trimpath", cgo: "0"}
	var err error
	if r.commit, err = output(checkout, "git", "rev-parse", "HEAD"); err != nil {
		return nil, err
	}
	seconds, err := output(checkout, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, err
	}
	r.at = time.Unix(n, 0).UTC()
	r.date = r.at.Format(time.RFC3339)
	if _, err = output(checkout, "git", "clone", "--quiet", "--shared", "--no-checkout", ".", r.src); err != nil {
		return nil, err
	}
	if _, err = output(r.src, "git", "checkout", "--quiet", "--detach", r.commit); err != nil {
		return nil, err
	}
	if r.goVersion, err = output(r.src, "go", "env", "GOVERSION"); err != nil {
		return nil, err
	}
	return r, r.findVersion()
}

var sourceVersion = regexp.MustCompile(`var Version = "(.*)"`)

// semantic is a version that every kind of package can express: MAJOR.MINOR.PATCH, and one word for
// a prerelease.
var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(?:-(?:dev|(?:alpha|beta|rc)\.\d+))?$`)

func (r *release) findVersion() error {
	if r.version == "" {
		if tag, err := output(r.src, "git", "describe", "--exact-match", "--tags", "--match", "v[0-9]*"); err == nil {
			r.version = strings.TrimPrefix(tag, "v")
		} else if source, err := os.ReadFile(filepath.Join(r.src, "internal", "stamp", "stamp.go")); err != nil {
			return err
		} else if found := sourceVersion.FindSubmatch(source); found != nil {
			r.version = string(found[1])
		}
	}
	if !semantic.MatchString(r.version) {
		return notVersion(r.version)
	}
	return nil
}

func notVersion(version string) error {
	return fmt.Errorf("%q is not a version such as 1.2.3 or 1.2.3-rc.1: name one by -version", version)
}

// build compiles the browser edition and the programs, and has one write its manual pages and
// completions.
func (r *release) build() error {
	page := filepath.Join(r.src, "web", "dist", "index.html.br")
	if r.page == "" {
		progress("the browser edition")
		if err := os.Setenv("CHAFFINCH_VERSION", r.version); err != nil {
			return err
		}
		if _, err := output(r.src, "go", "generate", "./web"); err != nil {
			return err
		}
	} else if data, err := os.ReadFile(r.page); err != nil {
		return err
	} else if err := os.WriteFile(page, data, 0o644); err != nil {
		return err
	}
	for _, platform := range r.platforms {
		progress("the program for " + platform)
		program, err := r.compile(platform)
		if err != nil {
			return err
		}
		r.programs[platform] = program
	}
	host := r.programs[runtime.GOOS+"/"+runtime.GOARCH]
	if host == "" {
		var err error
		if host, err = r.compile(runtime.GOOS + "/" + runtime.GOARCH); err != nil {
			return err
		}
	}
	return r.ask(host)
}

var begun = time.Now()

// progress prints the next file to be made, and the minutes since the start.
func progress(what string) {
	fmt.Fprintf(os.Stderr, "%4.1f min: making %s\n", time.Since(begun).Minutes(), what)
}

// compile builds the program without anything of this machine: its paths, its time, its settings.
func (r *release) compile(platform string) (string, error) {
	system, processor, _ := strings.Cut(platform, "/")
	program := filepath.Join(r.work, system+"-"+processor, "chaffinch"+exe(platform))
	set := fmt.Sprintf("-s -w -buildid= -X github.com/chaffinch-search/chaffinch/internal/stamp.Version=%s -X main.commit=%s -X main.date=%s", r.version, r.commit, r.date)
	cmd := exec.Command("go", "build", r.trim, "-buildvcs=false", "-ldflags", set, "-o", program, "./cmd/chaffinch")
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED="+r.cgo, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS="+modcacherw(),
		"GOWORK=off", "GOEXPERIMENT=", "GOTOOLCHAIN="+r.goVersion)
	cmd.Dir = r.src
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building for %s: %w\n%s", platform, err, out)
	}
	return program, nil
}

// modcacherw keeps the one setting of Go that changes no program: CI must be able to remove the
// modules.
func modcacherw() string {
	if strings.Contains(os.Getenv("GOFLAGS"), "-modcacherw") {
		return "-modcacherw"
	}
	return ""
}

func exe(platform string) string {
	if strings.HasPrefix(platform, "windows/") {
		return ".exe"
	}
	return ""
}

// ask reads the other files of packages, from the checkout and from the program.
func (r *release) ask(program string) (err error) {
	x := &r.extra
	for name, to := range map[string]*[]byte{"LICENSE": &x.license, "README.md": &x.readme, "cmd/chaffinch/third-party.txt": &x.notices} {
		if *to, err = os.ReadFile(filepath.Join(r.src, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	x.readme = packaged(x.readme, r.version)
	said, err := output(r.work, program, "version", "--json")
	if err != nil {
		return err
	}
	var b struct{ Version, Commit, Date string }
	if err := json.Unmarshal([]byte(said), &b); err != nil || b.Version != r.version || b.Commit != r.commit || b.Date != r.date {
		return errors.Join(err, fmt.Errorf("the program says of its build: %s", said))
	}
	for shell, name := range map[string]string{"bash": "chaffinch.bash", "zsh": "_chaffinch", "fish": "chaffinch.fish", "powershell": "chaffinch.ps1"} {
		text, err := output(r.work, program, "completion", shell)
		if err != nil {
			return err
		}
		x.completions = append(x.completions, file{name, 0o644, []byte(text + "\n")})
	}
	slices.SortFunc(x.completions, byName)
	pages := filepath.Join(r.work, "man1")
	if _, err := output(r.work, program, "man", pages); err != nil {
		return err
	}
	if x.man, err = readFolder(pages); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.src, "web", "dist", "index.html.br")); err != nil {
		return nil // a test
	}
	site := filepath.Join(r.work, "web")
	if _, err := output(r.work, program, "web", "--out", site); err != nil {
		return err
	}
	x.page, err = os.ReadFile(filepath.Join(site, "index.html"))
	return err
}

var (
	unreleased = regexp.MustCompile(`(?m)^There is no release yet.*\n\n?`)
	picture    = regexp.MustCompile(`(!\[[^\]]*\]\()([^):]+\))`)
	relative   = regexp.MustCompile(`(\]\()([^):#]+(?:#[^)]*)?\))`)
)

// packaged returns the README as a package has it: its links lead to the files of the release,
// since the package does not hold them.
func packaged(readme []byte, version string) []byte {
	readme = unreleased.ReplaceAll(readme, nil)
	raw := "https://raw.githubusercontent.com/" + strings.TrimPrefix(module, "github.com/")
	readme = picture.ReplaceAll(readme, []byte("${1}"+raw+"/v"+version+"/${2}"))
	return relative.ReplaceAll(readme, []byte("${1}"+homepage+"/blob/v"+version+"/${2}"))
}

func byName(a, b file) int { return strings.Compare(a.name, b.name) }

// readFolder returns the files of a folder in order.
func readFolder(folder string) (files []file, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{e.Name(), 0o644, data})
	}
	return files, nil
}

// output runs a program and returns what it prints. An error has what it complained of.
func output(folder, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(program), strings.Join(args, " "), err, out, complaints.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
