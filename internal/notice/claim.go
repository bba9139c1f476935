package notice

import (
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Claim is the statement of a file about its own licence.
type Claim struct {
	// License is an SPDX expression; empty if the file's statement is not understood.
	License string
	// Family is set if the file names licences without a version, such as BSD or Apache-2.0 OR BSD.
	// Then the licence of its folder holds, if that is one of the family: see [Claim.In].
	Family string
	// File is the name of the file that has the licence, if the head only refers to it.
	File string
	// bare is set if the version of a licence of GNU may be the least one: GPLv3, say.
	bare bool
}

// In returns the licence of a file that claims something, in a licensed folder. The file from
// states the folder's licence.
func (c Claim) In(folder, from string) string {
	switch {
	case c.File != "" && !isReferred(c.File, from):
		return ""
	case c.File != "" && c.Family == "":
		return folder
	case c.bare && sameLicenses(strings.ReplaceAll(c.License, "-only", "-or-later"), folder):
		return folder
	case c.Family == "":
		return c.License
	}
	folders, own := spdx.Alternatives(folder), spdx.Alternatives(c.Family)
	for _, alternative := range folders {
		if !slices.ContainsFunc(own, func(families []string) bool { return areOf(alternative, families) }) {
			return ""
		}
	}
	for _, families := range own {
		if len(own) > 1 && !slices.ContainsFunc(folders, func(alternative []string) bool { return areOf(alternative, families) }) {
			return ""
		}
	}
	return folder
}

// areOf reports whether licences and families match: each has its counterpart.
func areOf(licenses, families []string) bool {
	isOf := func(id, family string) bool {
		return id == family || strings.HasPrefix(id, family+"-") || family == "Libpng" && id == "libpng-2.0"
	}
	return !slices.ContainsFunc(licenses, func(id string) bool {
		return !slices.ContainsFunc(families, func(f string) bool { return isOf(id, f) })
	}) &&
		!slices.ContainsFunc(families, func(f string) bool {
			return !slices.ContainsFunc(licenses, func(id string) bool { return isOf(id, f) })
		})
}

// isReferred reports whether a head refers to the file that states the folder's licence. It names
// that file, or for LICENSE any text with such a name, and a manifest; or the code that is called
// as the folder with the text, such as lua.h of lua/COPYRIGHT; or a page of the work that is called
// as the folder.
func isReferred(name, from string) bool {
	base := path.Base(from)
	if strings.Contains(name, "/") { // an address names the work
		work := workOf(folderOf(from))
		return work != "" && IsLicense(from) && slices.ContainsFunc(strings.Split(name, "/"), func(element string) bool { return workOf(element) == work })
	}
	if work := workOf(folderOf(from)); work != "" && IsLicense(from) && !IsLicense(name) && work == workOf(strings.TrimSuffix(name, path.Ext(name))) {
		return true
	}
	if plainName(name) == plainName(base) || textname.IsOfDebian(from) {
		return true
	}
	isText := strings.HasPrefix(plainName(base), "license")
	return from != "" && plainName(name) == "license" && (isText || !IsLicense(from))
}

// workOf returns the key of the work that a folder, or a file without its suffix, names. See
// workKey. Numbers do not count.
func workOf(name string) string {
	return strings.TrimPrefix(strings.TrimRight(workKey(nameWords(path.Base(name))), "0123456789"), "lib")
}

// plainName returns the name of a text in small letters, without its extension.
func plainName(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "licence", "license")
	switch ext := path.Ext(name); ext {
	case ".txt", ".md", ".rst", ".html":
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// and returns the claim of a file with another claim, late, after its head. late applies to the
// whole file, or perhaps to a part of it. The head claims c, if ok is set. If late is not
// understood, neither is the file.
func (c Claim) and(late Claim, ok, whole bool) Claim {
	said := late.License + late.Family
	switch {
	case !ok && whole:
		return late
	case ok && said == "":
		return Claim{}
	case c.License+c.Family == "":
		return Claim{Family: said, File: c.File}
	case contradicts(said, c.License+c.Family) && (Claim{Family: late.Family}).In(c.License, "") == "":
		return Claim{}
	}
	return c
}
