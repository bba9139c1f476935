package packages

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/chaffinch-search/chaffinch/internal/filetest" // hides the configuration of git
)

func TestParse_NamesOfRegistries(t *testing.T) {
	for name, want := range map[string]string{
		"pkg:npm/express": "npm express ", "pkg:npm/express@4": "npm express 4", "pkg:npm/@types/node@^20.1": "npm @types/node ^20.1",
		"pkg:npm/%40types/node@~20": "npm @types/node ~20", "pkg:pypi/Flask@3.0.3": "pypi Flask 3.0.3", "PKG:npm/a": "",
		"pkg:golang/github.com/spf13/cobra@v1.9.1": "golang github.com/spf13/cobra v1.9.1", "pkg:golang/gopkg.in/yaml.v3": "golang gopkg.in/yaml.v3 ",
		"pkg:cargo/serde@1": "cargo serde 1", "pkg:maven/org.apache.commons/commons-lang3@3.14.0": "maven org.apache.commons/commons-lang3 3.14.0",
		"pkg:deb/debian/zlib@1:1.2.13.dfsg-1": "deb debian/zlib 1:1.2.13.dfsg-1", "pkg:deb/libstdc++@12": "deb libstdc++ 12", "pkg:gem/rake": "gem rake ",
		"pkg:github/madler/zlib@v1.3.1": "github madler/zlib v1.3.1", "pkg:GitHub/madler/zlib": "github madler/zlib ",
	} {
		r, err := Parse(name)
		if got := strings.Join([]string{r.Kind, r.Name, r.Version}, " "); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%s is %q, %v, not %q", name, got, err, want)
		}
	}
}

// A name is never a path, an address, an option or words for a shell.
func TestParse_RefusesHostileNames(t *testing.T) {
	for _, hostile := range []string{
		"", "/", "..", "../x", "a/../b", "-o", "--registry=http://x", "a b", "a;id", "$(id)", "`id`", "a|b", "a\nb", "a\x00b", "a&b", "~/x", "file:x", "git+https://x/y",
		"https://x/y", "C:\\x", "a@npm:b", "a@file:../x", "a@https://x/y.tgz", "a@-1", "a@", "a@1 2", "a@$(id)", "a?x=1", "a#b", "%2e%2e/x", "a%00b", "a%0ab", "%2fetc/passwd", "%zz",
		strings.Repeat("a", 500), "ext::sh -c id", "é", "a@1@2/../3",
	} {
		for _, c := range clients {
			if r, err := Parse("pkg:" + c.kind + "/" + hostile); err == nil {
				t.Errorf("%s/%q is package %q, version %q", c.kind, hostile, r.Name, r.Version)
			}
		}
		if _, err := Parse("pkg:" + hostile); err == nil {
			t.Errorf("pkg:%q is a package", hostile)
		}
	}
}

// packed returns a tar, compressed by gzip.
func packed(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for i := 0; i < len(files); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o755, Size: int64(len(files[i+1])), ModTime: time.Unix(1e9, 0)}); err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(files[i+1]))
	}
	if w.Close() != nil || z.Close() != nil {
		t.Fatal("not packed")
	}
	return b.Bytes()
}

// registry serves files by their paths.
func registry(t *testing.T, files map[string]func(base string) []byte) string {
	t.Helper()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := files[r.URL.Path]
		if f == nil {
			http.NotFound(w, r)
			return
		}
		switch {
		case strings.HasPrefix(r.URL.Path, "/simple/"):
			w.Header().Set("Content-Type", "text/html")
		case !strings.Contains(r.URL.Path, "."):
			w.Header().Set("Content-Type", "application/json")
		}
		_, _ = w.Write(f(server.URL))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func content(b []byte) func(string) []byte { return func(string) []byte { return b } }

// needs skips a test without the client, and makes its cache and home empty folders.
func needs(t *testing.T, program string) (home string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
	home = t.TempDir()
	for _, name := range []string{"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"} {
		t.Setenv(name, "")
	}
	return home
}

// fetched fetches a package, and returns the text of a file in it.
func fetched(t *testing.T, name, wantID string, form Form) Package {
	t.Helper()
	r, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	p, err := r.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Remove(); err != nil {
			t.Error(err)
		}
	})
	if p.ID != wantID || p.Form != form {
		t.Errorf("%s is %s in form %d, not %s in form %d", name, p.ID, p.Form, wantID, form)
	}
	return p
}

// marker returns a path, and a function that fails the test if something is there.
func marker(t *testing.T) (path string, check func()) {
	path = filepath.Join(t.TempDir(), "executed")
	return path, func() {
		t.Helper()
		if _, err := os.Stat(path); err == nil {
			t.Error("code of the package was executed")
		}
	}
}

func TestFetch_NPMRunsNoScript(t *testing.T) {
	home := needs(t, "npm")
	mark, check := marker(t)
	script := fmt.Sprintf(`"touch %s"`, mark)
	scripts := fmt.Sprintf(`{"preinstall":%[1]s,"install":%[1]s,"prepare":%[1]s,"prepack":%[1]s,"postpack":%[1]s,"prepublish":%[1]s}`, script)
	tgz := packed(t, "package/package.json", `{"name":"a","version":"1.2.3","license":"MIT","scripts":`+scripts+`}`, "package/a.js", "x\n")
	sum := sha512.Sum512(tgz)
	url := registry(t, map[string]func(string) []byte{
		"/a/-/a-1.2.3.tgz": content(tgz),
		"/a": func(base string) []byte {
			return fmt.Appendf(nil, `{"name":"a","dist-tags":{"latest":"1.2.3"},"versions":{"1.2.3":{"name":"a","version":"1.2.3","scripts":%s,
				"dist":{"tarball":"%s/a/-/a-1.2.3.tgz","integrity":"sha512-%s"}}}}`, scripts, base, base64.StdEncoding.EncodeToString(sum[:]))
		},
	})
	t.Setenv("npm_config_registry", url)
	t.Setenv("npm_config_cache", filepath.Join(home, "cache"))
	t.Setenv("npm_config_userconfig", filepath.Join(home, "npmrc"))
	fetched(t, "pkg:npm/a@1", "pkg:npm/a@1.2.3", Archive)
	fetched(t, fmt.Sprintf("pkg:npm/a@1?checksum=sha1:%040d,sha512:%x", 0, sum), "pkg:npm/a@1.2.3", Archive)
	isOther(t, fmt.Sprintf("pkg:npm/a@1?checksum=sha1:%040d,sha512:%0128d", 0, 0))
	check()
}

// isOther checks that a package is refused because of its checksum.
func isOther(t *testing.T, name string) {
	t.Helper()
	r, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := r.Fetch(t.Context()); !errors.Is(err, errOther) {
		t.Errorf("%s is %+v, %v", name, p, err)
	}
}

func TestFetch_PipRunsNoSetup(t *testing.T) {
	home := needs(t, "python3")
	if exec.Command("python3", "-m", "pip", "--version").Run() != nil {
		t.Skip("pip is not installed")
	}
	mark, check := marker(t)
	evil := fmt.Sprintf("open(%q, 'w')\nimport os\nos.system('touch %s')\n", mark, mark)
	info := "Metadata-Version: 2.1\nName: NAME\nVersion: 1.5\n"
	files, sums := map[string]func(string) []byte{}, map[string]string{}
	for name, inside := range map[string][]string{
		"old": {"setup.py", evil + "from setuptools import setup\nsetup(name='old', version='1.5')\n"},
		"own": {"pyproject.toml", "[build-system]\nrequires = []\nbuild-backend = 'backend'\nbackend-path = ['.']\n", "backend.py", evil},
	} {
		of := []string{name + "-1.5/PKG-INFO", strings.Replace(info, "NAME", name, 1), name + "-1.5/sitecustomize.py", evil, name + "-1.5/a.py", "x = 1\n"}
		for i := 0; i < len(inside); i += 2 {
			of = append(of, name+"-1.5/"+inside[i], inside[i+1])
		}
		sdist := packed(t, of...)
		files["/files/"+name+"-1.5.tar.gz"] = content(sdist)
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(sdist))
		page := fmt.Sprintf(`<!DOCTYPE html><html><body><a href="/files/%s-1.5.tar.gz#sha256=%x">%[1]s-1.5.tar.gz</a></body></html>`, name, sha256.Sum256(sdist))
		files["/simple/"+name+"/"] = content([]byte(page))
	}
	var wheel bytes.Buffer
	w := zip.NewWriter(&wheel)
	for name, text := range map[string]string{
		"whl.py": "x = 2\n", "whl-2.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: whl\nVersion: 2.0\n", "whl-2.0.dist-info/RECORD": "",
		"whl-2.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
	} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte(text))
	}
	w.Close()
	files["/files/whl-2.0-py3-none-any.whl"] = content(wheel.Bytes())
	files["/simple/whl/"] = content([]byte(`<!DOCTYPE html><html><body><a href="/files/whl-2.0-py3-none-any.whl">whl-2.0-py3-none-any.whl</a></body></html>`))
	t.Setenv("PIP_INDEX_URL", registry(t, files)+"/simple/")
	t.Setenv("PIP_CONFIG_FILE", os.DevNull)
	t.Setenv("HOME", home)
	r, err := Parse("pkg:pypi/old@1.5?checksum=sha256:" + strings.Repeat("0", 64))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Fetch(t.Context()); err == nil {
		t.Error("a package with another checksum was fetched")
	}
	fetched(t, "pkg:pypi/old@1.5?checksum=sha256:"+sums["old"], "pkg:pypi/old@1.5", Archive)
	fetched(t, "pkg:pypi/whl", "pkg:pypi/whl@2.0", Archive)
	for _, name := range []string{"old", "own"} {
		p := fetched(t, "pkg:pypi/"+name, "pkg:pypi/"+name+"@1.5", Archive)
		if text := readText(t, p.Path); text != string(files["/files/"+name+"-1.5.tar.gz"]("")) {
			t.Errorf("%s is another file", p.Path)
		}
		check()
	}
}

func TestFetch_GoDownloads(t *testing.T) {
	home := needs(t, "go")
	at := filepath.Join(home, "proxy", "example.org", "m", "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create("example.org/m@v1.2.0/a.go")
	_, _ = f.Write([]byte("package m\n"))
	w.Close()
	for name, text := range map[string]string{
		"list": "v1.2.0\n", "v1.2.0.info": `{"Version":"v1.2.0","Time":"2020-01-01T00:00:00Z"}`, "v1.2.0.mod": "module example.org/m\n", "v1.2.0.zip": b.String(),
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(filepath.Join(home, "proxy")))
	t.Setenv("GONOSUMDB", "*")
	t.Setenv("GOFLAGS", "-modcacherw")
	t.Setenv("GOMODCACHE", filepath.Join(home, "cache"))
	fetched(t, "pkg:golang/example.org/m@v1", "pkg:golang/example.org/m@v1.2.0", Archive)
	isOther(t, "pkg:golang/example.org/m@v1.2.0?checksum=h1:"+strings.Repeat("A", 43)+"=")
}

func TestFetch_GitRunsNoHook(t *testing.T) {
	home := needs(t, "git")
	mark, check := marker(t)
	work := filepath.Join(home, "a", "b")
	git := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-C", work, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		t.Fatal(err)
	}
	git("init", "-q")
	for _, hook := range []string{"post-checkout", "pre-receive", "post-update", "reference-transaction"} {
		if err := os.WriteFile(filepath.Join(work, ".git", "hooks", hook), []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
			t.Skip("no hooks here")
		}
	}
	if err := os.WriteFile(filepath.Join(work, "a.c"), []byte("int a;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	git("-c", "core.hooksPath="+os.DevNull, "add", ".")
	git("-c", "core.hooksPath="+os.DevNull, "commit", "-qm", "x")
	git("-c", "core.hooksPath="+os.DevNull, "tag", "v1.0")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "url.file://"+filepath.ToSlash(home)+"/.insteadOf")
	t.Setenv("GIT_CONFIG_VALUE_0", "https://github.com/")
	fetched(t, "pkg:github/a/b@1.0", "pkg:github/a/b@v1.0", Repository)
	fetched(t, "pkg:github/a/b@v1.0", "pkg:github/a/b@v1.0", Repository)
	fetched(t, "pkg:github/a/b", "pkg:github/a/b", Repository)
	check()
}

// fake puts a script in the place of a client.
func fake(t *testing.T, program, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no scripts here")
	}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":/bin:/usr/bin")
}

// The clients that no test machine has to have: what they are asked, and what is made of it.
func TestFetch_OtherClients(t *testing.T) {
	for _, c := range []struct {
		name, program, script, id string
		form                      Form
	}{
		{"pkg:maven/g.h/a@1.0", "mvn", `[ "$4" = "-Dartifact=g.h:a:1.0:jar:sources" ] && touch a-1.0-sources.jar`, "pkg:maven/g.h/a@1.0", Archive},
		{"pkg:maven/g.h/a", "mvn", `[ "$4" = "-Dartifact=g.h:a:LATEST:jar:sources" ] && touch a-1.1-sources.jar`, "pkg:maven/g.h/a@1.1", Archive},
		{"pkg:gem/a-b@2", "gem", `[ "$1 $3 $4" = "fetch --version=2 a-b" ] && touch a-b-2.1.gem`, "pkg:gem/a-b@2.1", Archive},
		{"pkg:deb/debian/zz@1:2-1", "apt-get", `case "$*" in *"-- zz=1:2-1") printf 'Format: 3.0\nVersion: 1:2-1\n' >z_2-1.dsc; touch z_2.orig.tar.xz;; *) exit 1; esac`, "pkg:deb/debian/zz@1:2-1", Archives},
	} {
		fake(t, c.program, c.script)
		fetched(t, c.name, c.id, c.form)
	}
}

// A client that hangs ends with the context, and with it what it has started.
func TestFetch_EndsAHangingClient(t *testing.T) {
	mark, check := marker(t)
	fake(t, "npm", "echo $$ >started; (sleep 3; touch "+mark+") & sleep 60")
	ctx, cancel := context.WithCancel(t.Context())
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	go func() {
		for ctx.Err() == nil {
			if found, _ := filepath.Glob(filepath.Join(folder, "*", "started")); len(found) > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	r, err := Parse("pkg:npm/a")
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if _, err = r.Fetch(ctx); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
	time.Sleep(max(0, 4*time.Second-time.Since(begun)))
	check()
}

// An error has the client's words, and no secrets.
func TestFetch_SaysWhatTheClientSays(t *testing.T) {
	for script, want := range map[string]string{
		`echo "fatal: cannot read https://me:hunter2@r.example/a: 401" >&2; exit 1`: "npm says: fatal: cannot read https://***@r.example/a: 401",
		`echo "npm error code E401 _authToken=hunter2"; exit 1`:                     "npm says: npm error code E401 _authToken ***",
		`echo "npm error Authorization: Bearer hunter2" >&2; exit 1`:                "npm says: npm error Authorization ***",
		`echo nothing to see >&2; echo "last words" >&2; exit 3`:                    "npm says: nothing to see; last words",
		`exit 3`:                       "npm: exit status 3",
		`echo '[{"version":"1"}]'`:     "npm fetched 0 files *.tgz, not 1",
		`echo hello`:                   "npm printed another answer",
		`head -c 20000000 /dev/zero`:   "npm printed more than 16 MiB",
		`echo '[]'; touch a.tgz b.tgz`: "npm printed another answer",
	} {
		fake(t, "npm", script)
		r, err := Parse("pkg:npm/a")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = r.Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "fetching pkg:npm/a: "+want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", script, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	for _, c := range clients {
		r, err := Parse(c.example)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "it needs "+c.program[0]+", which is not installed: ") {
			t.Errorf("%s: %v", c.kind, err)
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func listing(t *testing.T, folder string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

func TestIsExact(t *testing.T) {
	for name, want := range map[string]bool{
		"pkg:npm/a@1.2.3": true, "pkg:npm/a@1": false, "pkg:npm/a@latest": false, "pkg:npm/a@^1.2.3": false, "pkg:golang/a.b/c@v1.2.3-pre": true,
		"pkg:pypi/a@1": true, "pkg:pypi/a": false, "pkg:maven/a/b@1-SNAPSHOT": false, "pkg:github/a/b@v1.2.3": false,
	} {
		if r, err := Parse(name); err != nil || r.IsExact() != want {
			t.Errorf("%s: %t, %v", name, r.IsExact(), err)
		}
	}
}

// Ahead fetches each package once, some at a time, and leaves nothing behind.
func TestAhead_FetchesEachOnce(t *testing.T) {
	log := t.TempDir() + "/log"
	fake(t, "npm", `for last; do :; done; echo "$last" >>`+log+`
case "$last" in *5@*) echo "npm error 404" >&2; exit 1; esac
touch a.tgz; echo '[{"version":"1.0.0"}]'`)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("pkg:npm/a%d@1.0.0", i))
	}
	ctx, stop := Ahead(t.Context(), names)
	for i, name := range names[:9] {
		r, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		one, end := context.WithCancel(ctx)
		p, err := r.Fetch(one)
		end()
		if (err != nil) != (i == 5) || err == nil && p.ID != name {
			t.Errorf("%s: %v", name, err)
		}
		if err := p.Remove(); err != nil {
			t.Error(err)
		}
	}
	stop()
	lines := strings.Fields(readText(t, log))
	slices.Sort(lines)
	if len(slices.Compact(slices.Clone(lines))) != len(lines) || len(lines) < 9 || len(lines) > 12 {
		t.Errorf("fetched %q", lines)
	}
	if left := listing(t, folder); len(left) > 0 {
		t.Errorf("left are %q", left)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	ctx, stop = Ahead(cancelled, names)
	defer stop()
	r, _ := Parse(names[0])
	if _, err := r.Fetch(ctx); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
}
