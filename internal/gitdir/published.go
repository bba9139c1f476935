package gitdir

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

const (
	maxConfig = 1 << 20
	maxRefs   = 16 << 20
	maxTags   = 10_000
)

// Published returns where a repository is published and, if a commit is a release, under which tag.
// An empty commit means HEAD. Unknown is empty, and so is an address on this machine. The address
// has no user or password. path names a bare repository, or a work tree.
func Published(path, commit string) (address, tag string) {
	dir, common, ok := Find(path)
	if !ok {
		return "", ""
	}
	config, _ := ReadSmall(filepath.Join(common, "config"), maxConfig)
	address = addressOf(remoteOf(string(config)))
	if address == "" {
		return "", ""
	}
	packed, _ := ReadSmall(filepath.Join(common, "packed-refs"), maxRefs)
	if commit == "" {
		commit = headOf(dir, common, packed)
	}
	return address, tagOf(common, commit, packed)
}

// remoteOf returns the address of the remote origin, or else of the first remote.
func remoteOf(config string) (address string) {
	section := ""
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		if strings.HasPrefix(section, `[remote "`) && strings.EqualFold(strings.TrimSpace(name), "url") && (address == "" || section == `[remote "origin"]`) {
			address = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return address
}

// shortForm matches user@host:path.
var shortForm = lazyregexp.New(`^(?:[A-Za-z0-9._-]+@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+):([^/].*)$`)

// addressOf returns an address by HTTPS of a remote; empty for one on this machine.
func addressOf(remote string) string {
	if m := shortForm.FindStringSubmatch(remote); m != nil && !strings.Contains(remote, "://") {
		remote = "ssh://" + m[1] + "/" + m[2]
	}
	u, err := url.Parse(remote)
	if err != nil || len(remote) > 1000 || !strings.Contains(u.Hostname(), ".") || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	switch u.Scheme {
	case "ssh", "git":
		u.Scheme, u.Host = "https", u.Hostname()
	case "https", "http":
	default:
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// headOf returns the commit of HEAD.
func headOf(dir, common string, packed []byte) string {
	head, _ := ReadSmall(filepath.Join(dir, "HEAD"), MaxPointer)
	name, isRef := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: ")
	if !isRef {
		return name
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return ""
	}
	if id, err := ReadSmall(filepath.Join(common, filepath.FromSlash(name)), MaxPointer); err == nil {
		return strings.TrimSpace(string(id))
	}
	for line := range bytes.Lines(packed) {
		if id, of, ok := strings.Cut(strings.TrimSpace(string(line)), " "); ok && of == name {
			return id
		}
	}
	return ""
}

// tagOf returns the first tag of a commit that has a number in its name. The result is empty if
// there is none.
func tagOf(common, commit string, packed []byte) string {
	if len(commit) < 40 {
		return ""
	}
	var all []string
	add := func(name string) {
		if strings.ContainsAny(name, "0123456789") {
			all = append(all, name)
		}
	}
	last := ""
	for line := range bytes.Lines(packed) {
		id, name, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		if peeled, ok := strings.CutPrefix(id, "^"); ok && peeled == commit && last != "" {
			add(last)
		}
		if last, _ = strings.CutPrefix(name, "refs/tags/"); last == name {
			last = ""
		} else if id == commit {
			add(last)
		}
	}
	folder, seen := filepath.Join(common, "refs", "tags"), 0
	_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if seen++; err != nil || seen > maxTags {
			return fs.SkipAll
		}
		if !e.Type().IsRegular() {
			return nil
		}
		id, err := ReadSmall(path, MaxPointer)
		if of := strings.TrimSpace(string(id)); err == nil && (of == commit || taggedBy(common, of) == commit) {
			name, _ := filepath.Rel(folder, path)
			add(filepath.ToSlash(name))
		}
		return nil
	})
	if len(all) == 0 {
		return ""
	}
	return slices.Min(all)
}

// objectID matches the id of an object.
var objectID = lazyregexp.New(`^[0-9a-f]{40,64}$`)

// taggedBy returns the object of a tag with a message. The tag must be in a file of its own.
func taggedBy(common, id string) string {
	if !objectID.MatchString(id) {
		return ""
	}
	packed, err := ReadSmall(filepath.Join(common, "objects", id[:2], id[2:]), maxConfig)
	if err != nil {
		return ""
	}
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return ""
	}
	in := bufio.NewReader(io.LimitReader(z, MaxPointer))
	if head, err := in.ReadString(0); err != nil || !strings.HasPrefix(head, "tag ") {
		return ""
	}
	line, _ := in.ReadString('\n')
	of, _ := strings.CutPrefix(strings.TrimSpace(line), "object ")
	return of
}
