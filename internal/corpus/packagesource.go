//go:build !js

// Not in a browser: a browser runs no program, such as npm.

package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/packages"
	"github.com/chaffinch-search/chaffinch/internal/packages/lists"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
)

// packageSource is a package of a registry. Each fetches it, and Close removes it.
type packageSource struct {
	request packages.Request
	options document.Options
	fetched packages.Package
	inner   Source
}

func openPackage(name string, o document.Options) (Source, error) {
	request, err := packages.Parse(name)
	if err != nil {
		return nil, err
	}
	return &packageSource{request: request, options: o}, nil
}

// rootOfPackage returns the root of a package by its name.
func rootOfPackage(name string) (string, error) {
	request, err := packages.Parse(name)
	return request.String(), err
}

// packageNamed returns the name of a package as an index has it, with its checksums.
func packageNamed(name string) (names, left []string, err error) {
	r, err := packages.Parse(name)
	if err != nil {
		return nil, nil, err
	}
	return []string{packages.WithChecksums(r.String(), r.Checksums)}, nil, nil
}

// packagesListed returns the names of the packages of a list, and its other entries.
func packagesListed(name string) (names, left []string, err error) {
	file := name[len(listScheme):]
	if file == "" {
		return nil, nil, errors.New("deps: names no list: use deps:FILE, such as deps:go.sum")
	}
	content, err := readList(file)
	if err != nil {
		return nil, nil, err
	}
	names, left, err = lists.Read(file, Decode(content).UTF8)
	switch {
	case err != nil:
		err = fmt.Errorf("reading %w", err)
	case len(names) == 0 && len(left) > 0:
		err = fmt.Errorf("%s lists no package of a registry with its version: %s", file, left[0])
	case len(names) == 0:
		err = fmt.Errorf("%s lists no package of a registry with its version", file)
	}
	return names, left, err
}

// readList reads a list of packages, which a settings file may name.
func readList(file string) ([]byte, error) {
	f, err := plainfile.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, MostSize+1))
	if err == nil && len(content) > MostSize {
		err = fmt.Errorf("%s is larger than %d MiB: list fewer packages", file, MostSize>>20)
	}
	return content, err
}

func (p *packageSource) Name() string { return p.request.String() }

func (p *packageSource) Root() string { return p.request.String() }

func (p *packageSource) Has(string) bool { return true }

func (p *packageSource) Close() (err error) {
	if p.inner != nil {
		err = p.inner.Close()
	}
	return cmp.Or(err, p.fetched.Remove())
}

func (p *packageSource) Each(ctx context.Context, v Visitor) (err error) {
	whole := File{ModTime: time.Unix(0, 0), Blob: p.request.ID()}
	if p.request.IsExact() && v.Unchanged != nil && v.Unchanged(whole) {
		return nil
	}
	if p.fetched, err = p.request.Fetch(ctx); err != nil {
		return err
	}
	id := p.fetched.ID
	if whole.Blob = id; v.Unchanged != nil && v.Unchanged(whole) {
		return nil
	}
	if p.inner, err = p.within(); err != nil {
		return fmt.Errorf("reading %s: %w", id, err)
	}
	complete, read := true, v.Read
	v = v.noting(func(s Skip) {
		complete = complete && s.Reason != document.Damaged && s.Reason != document.Missing && s.Reason != document.Unreadable
	})
	visit := v.Visit
	v.Unchanged, v.Read = nil, nil
	v.Visit = func(f File) error {
		if f.content == nil {
			content, reason, err := Read(f, p.options, nil)
			if reason != document.Kept {
				v.skip(Skip{Path: f.Path, Reason: reason, Err: err})
				return nil
			}
			f.content = &held{content}
		}
		f.Origin.Package = cmp.Or(f.Origin.Package, id)
		f.Abs, f.git, f.again = "", nil, false // the package will be gone
		return visit(f)
	}
	if err := p.inner.Each(ctx, v); err != nil {
		return err
	}
	if complete && read != nil {
		read(whole)
	}
	return nil
}

// within returns the source of the fetched files. The ignore files of a package hide nothing: what
// was published is its source.
func (p *packageSource) within() (Source, error) {
	o, fetched := p.options, p.fetched
	o.NoIgnore = true
	switch fetched.Form {
	case packages.Repository:
		return openGit(fetched.Path, o)
	case packages.Archive:
		if IsArchive(fetched.Path) {
			return &archiveFile{fetched.Path, o}, nil
		}
	case packages.Archives:
		o.Archives = true
	}
	return &tree{root: RealPath(fetched.Path), options: o}, nil
}
