package evidence

import (
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// Releases of a project stand beside each other, as lua-5.4.5/src/lgc.c and lua-5.4.6/src/lgc.c. They are no independent
// origins: twelve of them do not make an idiom of their code. So files of one path that differ in versions only count as one
// document, and so do files of one package or repository. An idiom is what unrelated projects have, under any names.

// release matches a version in the name of a folder or archive: 5.4.6, 1_80_0, v2, 1.0-rc1, 1.3.dfsg-1ubuntu2, a pseudo-version of Go,
// a date, or the id of a commit. A number alone may belong to an author or a task.
var release = lazyregexp.New(`(?i)v?(?:[0-9]+(?:\.[0-9]+)+|[0-9]+(?:_[0-9]+){2,})(?:[-+._~]?(?:[0-9][0-9a-z]*|[a-z]+[-.]?[0-9][0-9a-z]*|dfsg|ds|orig|final|ga|release|snapshot|dev|pre|alpha|beta|rc)\b)*` +
	`|(?:\b|_)v[0-9]+\b|\b(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}\b|[-_.](?:19|20)[0-9]{6}\b|\b[0-9a-f]{40}\b`)

// releaseOfFile matches a version in the name of a file. Two numbers may count files, as in test-1.2.c.
var releaseOfFile = lazyregexp.New(`[0-9]+\.[0-9]+\.[0-9]+`)

// mostPlaces bounds the occurrences of a content that are looked at.
const mostPlaces = 20

// unversioned keeps the names of folders without the versions in them: one folder has many files.
type unversioned map[string]string

func (u unversioned) of(folder string) string {
	name, ok := u[folder]
	if !ok {
		name = release.ReplaceAllString(folder, "#")
		u[folder] = name
	}
	return name
}

// lineagesOf returns what a content has in common with other versions of the same file: keys of the history and of the
// releases that it is in.
func lineagesOf(occurrences []index.Occurrence, folders unversioned) (keys []string) {
	add := func(key string) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if history := pathOf(occurrences); history != "" {
		add(history)
	}
	for _, o := range occurrences[:min(len(occurrences), mostPlaces)] {
		folder, base := path.Split(o.Root + "/" + o.Path)
		if name := folders.of(folder) + releaseOfFile.ReplaceAllString(base, "#"); name != folder+base {
			add("release\x00" + name)
		}
		within := path.Join(path.Base(path.Dir(o.Path)), path.Base(o.Path))
		if o.Package != "" {
			add("package\x00" + purl.WithoutVersion(o.Package) + "\x00" + within)
		}
		if o.Repository != "" {
			add("repository\x00" + o.Repository + "\x00" + within)
		}
	}
	return keys
}
