// Package web is chaffinch in the browser: its page, the engine that it runs, and the JavaScript interface
// to it. README.md describes them.
//
//	page/       the page
//	index.js    the JavaScript interface, with types in index.d.ts
//	engine/     the engine: the library as WebAssembly
//	src/        the worker that the engine runs in, and its file system
//	build/      makes dist/ of engine and src
//	dist/       what is built: go generate ./web
//
// The program embeds all but the sources of dist/. Without go generate it has no engine, and the functions
// return [ErrNotBuilt].
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"github.com/andybalholm/brotli"
)

//go:generate go run ./build

//go:embed dist index.js page
var files embed.FS

// ErrNotBuilt means that the program was built without the browser edition.
var ErrNotBuilt = errors.New("this program was built without the browser edition: " +
	"in a checkout, run go generate ./web and build again")

// EngineName is the name of the engine beside [Page].
const EngineName = "engine.js"

// PackedEngine returns the script with the engine, compressed by brotli.
func PackedEngine() ([]byte, error) {
	packed, err := files.ReadFile("dist/" + EngineName + ".br")
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotBuilt
	}
	return packed, err
}

// Engine returns the script with the engine.
func Engine() ([]byte, error) {
	packed, err := PackedEngine()
	if err != nil {
		return nil, err
	}
	script, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("unpacking the engine: %w", err)
	}
	return script, nil
}

// Page returns the page that loads the engine beside it, and its policy, which it also states itself.
func Page() (page []byte, policy string, err error) {
	return newPage(`<script src="`+EngineName+`"></script>`, "'self'")
}

// Single returns the page with the engine in it: one file that works from a disk. The engine is compressed by
// gzip, which browsers unpack.
func Single() ([]byte, error) {
	script, err := Engine()
	if err != nil {
		return nil, err
	}
	return single(script)
}

func single(script []byte) ([]byte, error) {
	var text strings.Builder
	text.WriteString(`<script type="text/plain" id="engine">`)
	to := base64.NewEncoder(base64.StdEncoding, &text)
	z, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(script); err != nil {
		return nil, err
	}
	if err := errors.Join(z.Close(), to.Close()); err != nil {
		return nil, err
	}
	text.WriteString("</script>")
	page, _, err := newPage(text.String(), "blob:")
	return page, err
}

// importLine matches what binds the parts of the script in node.
var importLine = regexp.MustCompile(`(?m)^import .* from "\.{1,2}/.*";\n`)

// newPage fills in the page. The engine is markup, and from is where the policy lets it load a script from.
func newPage(engine, from string) (page []byte, policy string, err error) {
	names, err := fs.Glob(files, "page/*.js")
	if err != nil {
		return nil, "", err
	}
	script, err := joined(append([]string{"index.js"}, names...)...)
	if err != nil {
		return nil, "", err
	}
	script = importLine.ReplaceAllString(script, "")
	if names, err = fs.Glob(files, "page/*.css"); err != nil {
		return nil, "", err
	}
	style, err := joined(names...)
	if err != nil {
		return nil, "", err
	}
	whole, err := joined("page/index.html")
	if err != nil {
		return nil, "", err
	}
	policy = policyFor(style, script, from)
	whole = strings.NewReplacer(
		"{{policy}}", policy, "{{style}}", style, "{{script}}", script, "{{engine}}", engine,
	).Replace(whole)
	return []byte(whole), policy, nil
}

// policyFor allows the page its own script and style, and the engine in workers, and forbids every connection.
// The pages of reports, which the page shows in frames, have policies of their own.
func policyFor(style, script, engine string) string {
	return fmt.Sprintf("default-src 'none'; connect-src 'none'; script-src '%s' %s 'wasm-unsafe-eval'; style-src '%s'; "+
		"worker-src blob:; frame-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
		digest(script), engine, digest(style))
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func joined(names ...string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}
