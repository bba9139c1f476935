// Package packages fetches the source of a package by the client of its registry. The user has the
// client, so mirrors, proxies, credentials and checksums are the user's. Nothing of a package is
// executed: no build, no script, no hook.
package packages

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"

	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// Request names a package, and perhaps a version or the beginning of one.
type Request struct {
	Kind, Name, Version string
	// Checksums are those of the package, one of which it must have. Each is an algorithm, a colon
	// and hexadecimal digits, or h1: and what go.sum has. None if it may have any.
	Checksums []string
	client    *client
}

// Package is a fetched package. Remove it when its files are read.
type Package struct {
	ID   string // the package URL, with the version that was fetched
	Path string // of an archive, a folder or a bare repository; perhaps in the client's cache
	Form Form

	folder string // temporary
}

// Remove removes the temporary files of the package.
func (p Package) Remove() error {
	if p.folder == "" {
		return nil
	}
	return os.RemoveAll(p.folder)
}

// Form is what the path of a package is.
type Form int

// The forms.
const (
	Archive    Form = iota
	Archives        // a folder of archives
	Repository      // of git, without files
)

// client is the client of a registry.
type client struct {
	kind    string   // of the package URL
	program []string // names of the program; the first one that is there is run
	install string   // where a user gets it
	// names matches the names of the registry, and versions their versions: no path, no address, no
	// option of the client.
	names, versions *lazyregexp.Regexp
	exact           *lazyregexp.Regexp // matches a version that is never replaced; nil for none
	example         string
	fetch           func(*job) (version, path string, err error)
	form            Form
}

// versionsOfMost are the versions and tags of most registries.
const versionsOfMost = `[0-9A-Za-z][0-9A-Za-z._+~-]*`

func whole(pattern string) *lazyregexp.Regexp { return lazyregexp.New(`^(?:` + pattern + `)$`) }

// Parse returns the request of a name such as pkg:npm/express@4. A name that no registry can have
// is an error.
func Parse(name string) (Request, error) {
	rest, ok := strings.CutPrefix(name, document.PackageScheme)
	kind, rest, cut := strings.Cut(rest, "/")
	kind = strings.ToLower(kind)
	i := slices.IndexFunc(clients, func(c client) bool { return c.kind == kind })
	if !ok || i < 0 {
		var kinds []string
		for _, c := range clients {
			kinds = append(kinds, c.kind)
		}
		return Request{}, fmt.Errorf("%s names no package: use %sKIND/NAME@VERSION with KIND %s", name, document.PackageScheme, strings.Join(kinds, ", "))
	}
	r := Request{Kind: kind, client: &clients[i]}
	wrong := fmt.Errorf("%s is not a name of %s: use a name such as %s", name, kind, r.client.example)
	rest, checksums, _ := strings.Cut(rest, checksumKey)
	if checksums != "" {
		r.Checksums = strings.Split(checksums, ",")
	}
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		return Request{}, fmt.Errorf("%s: %c and the text behind it are not read: specify %s", name, rest[at], name[:len(name)-len(checksums)-len(rest)+at])
	}
	if at := strings.LastIndexByte(rest, '@'); at > 0 {
		rest, r.Version = rest[:at], rest[at+1:]
		if r.Version == "" {
			return Request{}, wrong
		}
	}
	var err, verr error
	r.Name, err = url.PathUnescape(rest)
	r.Version, verr = url.PathUnescape(r.Version)
	if !cut || err != nil || verr != nil || !r.client.names.MatchString(r.Name) || strings.Contains(r.Name, "..") ||
		r.Version != "" && !r.client.versions.MatchString(r.Version) || len(name)-len(checksums) > 400 || !areChecksums.MatchString(checksums) {
		return Request{}, wrong
	}
	return r, nil
}

// String returns the name of the package. Other than a package URL, it keeps capitals: registries
// of modules tell them apart.
func (r Request) String() string { return purl.Of(r.Kind, r.Name, r.Version) }

// ID returns the package URL of the request.
func (r Request) ID() string { return purl.New(r.Kind, r.Name, r.Version) }

// IsExact reports whether only one source can have the name. Its registry never replaces a version,
// and the version is not the beginning of one.
func (r Request) IsExact() bool {
	return r.client.exact != nil && r.Version != "" && r.client.exact.MatchString(r.Version)
}

// checksumKey begins the checksums in a name (purl-spec, Known qualifiers).
const checksumKey = "?checksum="

var areChecksums = lazyregexp.New(`^(?:(?:sha1:[0-9a-f]{40}|sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128}|h1:[A-Za-z0-9+/]{43}=)(?:,|$))*$`)

// WithChecksums returns a name with the checksums of its package.
func WithChecksums(name string, checksums []string) string {
	if len(checksums) == 0 {
		return name
	}
	return name + checksumKey + strings.Join(checksums, ",")
}

// Fetch fetches the package by its client. It returns an [Error] with what the client says, or how
// to get the client.
func (r Request) Fetch(ctx context.Context) (Package, error) {
	if a, ok := ctx.Value(aheadKey{}).(*ahead); ok {
		return a.fetch(ctx, r)
	}
	return r.fetch(ctx)
}

func (r Request) fetch(ctx context.Context) (p Package, err error) {
	program, err := r.client.find()
	if err != nil {
		return p, &Error{r.String(), fmt.Errorf("it needs %s, which is not installed: %s", r.client.program[0], r.client.install)}
	}
	folder, err := os.MkdirTemp("", "chaffinch-package-")
	if err != nil {
		return p, err
	}
	if folder, err = stops(folder); err != nil {
		return p, err
	}
	j := &job{ctx: ctx, program: program, folder: folder, Request: r}
	version, path, err := r.client.fetch(j)
	if err == nil && path == "" {
		err = fmt.Errorf("%s fetched nothing", r.client.program[0])
	}
	if err == nil && !j.verified {
		err = r.verify(path)
	}
	p = Package{ID: purl.New(r.Kind, r.Name, version), Path: path, Form: r.client.form, folder: folder}
	if err != nil {
		_ = p.Remove()
		if ctx.Err() != nil {
			return Package{}, ctx.Err()
		}
		return Package{}, &Error{r.String(), err}
	}
	return p, nil
}

// stops makes in a folder what clients look for in the folders above. So no file there configures
// them. It returns the absolute path.
func stops(folder string) (string, error) {
	abs, err := filepath.Abs(folder)
	if err == nil {
		err = os.Mkdir(filepath.Join(abs, ".mvn"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(abs, "package.json"), []byte("{}\n"), 0o600)
	}
	return abs, err
}

// Error is an error of fetching a package, such as that there is none.
type Error struct {
	Name string // of the package
	Err  error
}

func (e *Error) Error() string { return "fetching " + e.Name + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// find returns the path of the client's program.
func (c *client) find() (program string, err error) {
	for _, name := range c.program {
		if program, err = exec.LookPath(name); err == nil && !errors.Is(err, exec.ErrDot) {
			return program, nil
		}
	}
	return "", err
}
