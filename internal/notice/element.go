package notice

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
)

// element is the part of a manifest that states one licence. It has a name, the address of a text,
// and other words. All of the element states the licence: words that are not understood make it
// unknown.
type element struct {
	name, address string
	others        []string
}

// ofMembers returns the licence that an object states by its type or name. It also returns the
// address of the text.
func ofMembers(object map[string]any) string {
	var e element
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch text, ok := object[key].(string); {
		case !ok:
			return ""
		case key == "type" || key == "name" && object["type"] == nil:
			e.name = text
		case key == "url" || key == "path":
			e.address = text
		default:
			e.others = append(e.others, text)
		}
	}
	return e.license()
}

// license returns the licence that all of the element states. The result is empty if not all is
// understood.
func (e element) license() string {
	id := named(strings.TrimSpace(e.name))
	if strings.TrimSpace(e.name) == "" && IsSPDX(addressed(e.address)) {
		id = addressed(e.address)
	}
	if !e.fits(id) {
		return ""
	}
	return id
}

// fits reports whether nothing in the element but the name speaks of its licence. The address of
// another page and a comment may say something else.
func (e element) fits(id string) bool {
	return (e.address == "" || isAddressOf(e.address, id)) && !slices.ContainsFunc(e.others, func(text string) bool {
		said, _ := license.Read([]byte("License: "+text), license.Leading)
		return strings.TrimSpace(text) != "" && strings.TrimSpace(text) != ofMaven && said.License != id
	})
}

// ofMaven is the comment on the licence in Maven's own example, which many have copied.
const ofMaven = "A business-friendly OSS license"

// isAddressOf reports whether an address names a licence, or else a file that is called as a text.
func isAddressOf(address, id string) bool {
	address, _, _ = strings.Cut(strings.TrimRight(strings.TrimSpace(address), "/"), "#")
	dir, base := path.Split(address)
	all := append(license.Named(spaced(path.Base(dir)+" "+base)), license.Named(spaced(base))...)
	if listed := addressed(strings.TrimSuffix(address, ".txt")); IsSPDX(listed) {
		all = []string{listed}
	}
	for _, one := range all {
		if _, same := specific(id, one); same || isPart(one, id) || isFamily(id, one) {
			return true
		}
	}
	return len(all) == 0 && textName.MatchString(base)
}

// textName matches the names of files with the text of a licence.
var textName = lazyregexp.New(`(?i)^(?:un)?licen[sc]e|^copying`)

var (
	// inBraces matches an element in code, ofBraces its members with literals, and ofFileName the
	// file of an element of XML.
	inBraces   = lazyregexp.New(`(?i)\blicen[cs]es?["']?[ \t]*(?:=>|:?=|:)?[ \t]*\{([^{}]*)\}`)
	ofBraces   = lazyregexp.New(`[:"']?\b([A-Za-z]+)["']?[ \t]*(?:=>|[=:]|\.set\(|[ \t])[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')\)?[\s,;]*`)
	ofFileName = lazyregexp.New(`(?i)<license\b[^>]*\bfile=["']([^"']*)["']`)
)

// whole returns the reader of a manifest with elements in braces. An element states something only
// if all in it is understood.
func whole(read func(string, []byte) Notice) func(string, []byte) Notice {
	return func(folder string, content []byte) Notice {
		n := read(folder, content)
		if n.License == "" {
			return n
		}
		for _, m := range ofFileName.FindAllSubmatch(content, mostLicenses) {
			n.unclear = n.unclear || !IsLicense(string(m[1]))
		}
		for _, m := range inBraces.FindAllSubmatch(content, mostLicenses) {
			var e element
			for _, member := range ofBraces.FindAllSubmatch(m[1], mostLicenses) {
				switch text := string(member[2]) + string(member[3]); strings.ToLower(string(member[1])) {
				case "type", "name":
					e.name = text
				case "url":
					e.address = text
				case "file":
					n.unclear = n.unclear || !IsLicense(text)
				case "distribution":
				default:
					e.others = append(e.others, text)
				}
			}
			rest := ofBraces.ReplaceAll(m[1], nil)
			n.unclear = n.unclear || e.name != "" && (len(bytes.TrimSpace(rest)) > 0 || !e.fits(n.License))
		}
		if n.unclear {
			n.License, n.refers = "", ""
		}
		return n
	}
}
