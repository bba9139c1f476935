package report

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/pairs"
)

// jplagNames are the names of units and files in a report for JPlag. Units and paths come from
// archives and repositories, so they are hostile. In the report each name is one that every
// operating system accepts, and no two differ only in case or in the composition of characters, so
// that a report can be unpacked anywhere.
type jplagNames struct {
	units []string
	files [][]string // by unit and file: the unit's name, a slash, and a path
}

const (
	// maxElement bounds the bytes of an element of a path; file systems allow 255.
	maxElement = 120
	// maxSafePath bounds the bytes of a path below a unit. Of a longer one only the last element is
	// used.
	maxSafePath = 480
	// keptExtension is the longest extension, in bytes, that stays when an element is shortened.
	keptExtension = 16
)

func newJPlagNames(units []pairs.Unit) *jplagNames {
	n := &jplagNames{}
	taken := uniqueNames{}
	for i := range units {
		u := &units[i]
		name := taken.add(safeElement(strings.ReplaceAll(u.Name, "/", "_")))
		n.units = append(n.units, name)
		within := uniqueNames{}
		var files []string
		for _, f := range u.Files {
			files = append(files, name+"/"+within.add(safePath(pathInUnit(u, f.Path))))
		}
		n.files = append(n.files, files)
	}
	return n
}

// pathInUnit returns the path of a file below its unit.
func pathInUnit(u *pairs.Unit, file string) string {
	if file == u.Name {
		return path.Base(file)
	}
	return strings.TrimPrefix(file, u.Name+"/")
}

// safePath returns a path of safe elements, separated by slashes.
func safePath(p string) string {
	elements := strings.Split(p, "/")
	for i, e := range elements {
		elements[i] = safeElement(e)
	}
	if safe := strings.Join(elements, "/"); len(safe) <= maxSafePath {
		return safe
	}
	return elements[len(elements)-1]
}

// safeElement returns a name that every operating system and the viewer accept in paths. It reads a
// backslash as a slash, leaves out folders whose name ends in __MACOSX, and uses units as keys of
// objects, where __proto__ cannot be a key.
func safeElement(name string) string {
	var b strings.Builder
	for _, r := range name { // broken UTF-8 yields U+FFFD
		if r == utf8.RuneError || !unicode.IsPrint(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
			r = '_'
		}
		b.WriteRune(r)
	}
	safe := shortened(composed(b.String()))
	safe = strings.TrimLeft(safe, " ")
	if rest := strings.TrimRight(safe, ". "); rest != safe || rest == "" {
		safe = rest + "_"
	}
	stem, _, _ := strings.Cut(safe, ".")
	if reservedNames[strings.ToUpper(strings.TrimSpace(stem))] || safe == "__proto__" {
		safe = "_" + safe
	}
	if strings.HasSuffix(safe, "__MACOSX") {
		safe += "_"
	}
	return safe
}

// reservedNames are devices on Windows, with any extension.
var reservedNames = func() map[string]bool {
	all := map[string]bool{"CON": true, "PRN": true, "AUX": true, "NUL": true, "CONIN$": true, "CONOUT$": true}
	for _, n := range strings.Split("0123456789¹²³", "") {
		all["COM"+n], all["LPT"+n] = true, true
	}
	return all
}()

// shortened bounds a name, and keeps its extension.
func shortened(name string) string {
	if len(name) <= maxElement {
		return name
	}
	extension := path.Ext(name)
	if len(extension) > keptExtension {
		extension = ""
	}
	end := maxElement - len(extension)
	for end > 0 && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + extension
}

// uniqueNames are the names given so far, ignoring case and composition. Folders are among them.
type uniqueNames map[string]*nameUse

type nameUse struct {
	folder bool
	last   int // number that was put after a name
}

// add returns the path, or a similar one that is free. A free path is neither a folder nor below a
// file.
func (u uniqueNames) add(p string) string {
	if u.belowFile(p) {
		p = shortened(strings.ReplaceAll(p, "/", "_"))
	}
	given, extension := p, path.Ext(p)
	first := u[foldedName(p)]
	for n := 2; u[foldedName(given)] != nil; n++ {
		n = max(n, first.last+1)
		first.last = n
		given = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(p, extension), n, extension)
	}
	u[foldedName(given)] = &nameUse{}
	for folder := path.Dir(given); folder != "."; folder = path.Dir(folder) {
		if key := foldedName(folder); u[key] == nil {
			u[key] = &nameUse{folder: true}
		}
	}
	return given
}

// belowFile reports whether a folder of the path is a file.
func (u uniqueNames) belowFile(p string) bool {
	for folder := path.Dir(p); folder != "."; folder = path.Dir(folder) {
		if use := u[foldedName(folder)]; use != nil && !use.folder {
			return true
		}
	}
	return false
}
