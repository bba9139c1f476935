// Package build builds the browser edition for go generate ./web.
package build

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
)

// Web compiles the engine to WebAssembly, and writes its page. The page has the engine, its worker
// and the functions that call it. If script is a name, Web also writes the engine as a script, for
// tests in node. The page is compressed with brotli, of a level from 0 to 11, because the program
// embeds it. Web runs in the folder web.
func Web(level int, page, script string) error {
	dir, err := os.MkdirTemp("", "chaffinch-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root, err := goRoot()
	if err != nil {
		return err
	}
	worker, err := workerSource(root)
	if err != nil {
		return err
	}
	wasm, err := compile(filepath.Join(dir, "engine.wasm"))
	if err != nil {
		return err
	}
	licenses, err := notices()
	if err != nil {
		return err
	}
	library, err := os.ReadFile("index.js")
	if err != nil {
		return err
	}
	engine, err := engineScript(worker, licenses, wasm)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := writePage(&text, engine, compact(string(library))); err != nil {
		return err
	}
	packed, err := compress(text.Bytes(), level)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{page: packed, script: html.UTF16(engine)} {
		if name == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		err := newfile.Replace(name, func(out io.Writer) error {
			_, err := out.Write(content)
			return err
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("%s: %.2f MB, of %.1f MB of WebAssembly\n", page, float64(len(packed))/1e6, float64(len(wasm))/1e6)
	return nil
}

// writePage writes the page with the script of the engine and the JavaScript interface.
func writePage(out io.Writer, engine, library string) error {
	body, exports, found := strings.Cut(library, "\nexport ")
	if !found || strings.Contains(exports, "\nexport ") {
		return fmt.Errorf("index.js must end with its only export")
	}
	var names []string
	for _, l := range inspect.Languages().Languages {
		names = append(names, l.Name)
	}
	languages, err := json.Marshal(names)
	if err != nil {
		return err
	}
	// The parts of index.js that are for node do not run in a page.
	script := engine + "const chaffinch = (() => {\n" + body + "\nreturn " + exports + "})();\n"
	for _, end := range []string{"</script", "<!--"} {
		if strings.Contains(script, end) {
			return fmt.Errorf("the script contains %s, which would end its element in the page", end)
		}
	}
	return html.WriteWeb(out, script, html.Block{ID: "languages", Text: string(languages)})
}

// compactAssets writes the assets of reports without comments to a folder. It returns the file that
// puts them in place of the others: see go help build.
func compactAssets(folder string) (string, error) {
	const assets = "../internal/report/html/assets"
	place := struct{ Replace map[string]string }{map[string]string{}}
	for _, pattern := range []string{"css/*", "js/*", "shared/css/*", "shared/js/*"} {
		names, err := filepath.Glob(filepath.Join(assets, filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			return "", fmt.Errorf("no asset is %s", pattern)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			from, err := filepath.Abs(name)
			if err != nil {
				return "", err
			}
			to := filepath.Join(folder, "asset"+fmt.Sprint(len(place.Replace)))
			if err := os.WriteFile(to, []byte(html.Compact(string(text))), 0o666); err != nil {
				return "", err
			}
			place.Replace[from] = to
		}
	}
	text, err := json.Marshal(place)
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(folder, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o666)
}

// goRoot returns GOROOT.
func goRoot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("asking for GOROOT: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// cold are packages that take little of the engine's time, as patterns.
var cold = []string{
	"archive/...", "compress/bzip2", "crypto/...", "encoding/...", "fmt", "html", "io/...", "mime", "net/...", "os/...",
	"path/...", "reflect", "regexp/...", "strconv", "syscall/...", "time", "golang.org/...", "github.com/nwaples/...",
	module, module + "/answer", module + "/pairs", module + "/analyzer/detect", module + "/analyzer/wfp",
	module + "/index/...", module + "/internal/collection/infocsv", module + "/internal/pdf", module + "/internal/saved",
	module + "/internal/skips", module + "/internal/spdx", module + "/internal/warning", module + "/internal/printfile",
	module + "/internal/collection/platform", module + "/internal/collection/units", module + "/internal/corpus",
	module + "/internal/inspect", module + "/internal/office", module + "/internal/option",
	module + "/internal/report/...", module + "/internal/terminal", module + "/internal/trees",
}

const module = "github.com/chaffinch-search/chaffinch"

// compile compiles the engine, without debug information. Functions of the cold packages are not
// inlined, which makes the page 5% smaller. The script and the style of reports lose their comments
// before, as [html.Write] would remove them.
func compile(file string) ([]byte, error) {
	overlay, err := compactAssets(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	set := "-s -w"
	if version := os.Getenv("CHAFFINCH_VERSION"); version != "" { // of a release
		set += " -X " + module + "/internal/stamp.Version=" + version
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=" + set, "-overlay", overlay}
	for _, p := range cold {
		args = append(args, "-gcflags="+p+"=-l")
	}
	c := exec.Command("go", append(args, "-o", file, "./engine")...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("compiling the engine: %w", err)
	}
	return os.ReadFile(file)
}

// workerSource returns the source of the worker: the file system, Go's wasm_exec.js, and the
// messages.
func workerSource(root string) (string, error) {
	var b strings.Builder
	for _, name := range []string{"src/fs.js", filepath.Join(root, "lib", "wasm", "wasm_exec.js"), "src/worker.js"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.WriteString(compact(string(text)))
	}
	return b.String(), nil
}

// compact removes indentation, empty lines and comment lines, except for Go's licence. No string in
// the scripts spans lines.
func compact(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, "\t")
		if line != "\n" && (!strings.HasPrefix(line, "//") || strings.Contains(line, "BSD-style") || strings.Contains(line, "Copyright")) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func compress(content []byte, level int) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: level, LGWin: 24})
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}
