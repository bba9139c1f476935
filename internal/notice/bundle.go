package notice

import (
	"bytes"
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A build puts the code of many packages into one file, and lists their licences in another. The
// manifest beside them is the project's, and says nothing of that code.

// othersList matches the names of lists of the licences of others.
var othersList = lazyregexp.New(`(?i)^(?:third|3rd)[-_ ]?party[-_ ]?(?:software[-_ ]?)?(?:licen[cs]es?|notices?|licen[cs]e[-_ ]notices?)(\.json|\.txt|\.md|\.html|\.rst|\.csv)?$`)

// ListsOthers reports by its path whether a file lists the licences of other works. Its own licence
// is none of theirs.
func ListsOthers(file string) bool {
	base := path.Base(file)
	return (base[0]|0x20 == 't' || base[0] == '3') && othersList.MatchString(base)
}

// bundledFiles are patterns of the files that a build makes.
var bundledFiles = []string{"*.min.js", "*.min.mjs", "*.min.css", "*.bundle.js", "*.bundle.css", "*.chunk.js", "*.chunk.css"}

// listed returns the notice of a list: the licence of bundles beside it is unknown, and by a list of
// JSON, which a build makes, the licence of all files.
func listed(base string) (n Notice) {
	files := bundledFiles
	if path.Ext(base) == ".json" {
		files = []string{"*"}
	}
	n.files = newGlobs()
	n.files.except = true
	for _, pattern := range files {
		n.files.add(pattern, "")
	}
	return n
}

// bundleMarks are in bundles of webpack, and of the extraction of notices.
var bundleMarks = [][]byte{[]byte("webpackChunk"), []byte("webpackJsonp"), []byte("For license information please see ")}

// packagesFolder is in the comments of bundles.
var packagesFolder = []byte("node_modules/")

// beforePackages are before packagesFolder in bundles.
var beforePackages = [][]byte{[]byte("\n// "), []byte("\n  // "), []byte("*/ \"./"), []byte("*! ./"), []byte("*** ./")}

// bundleHead bounds the bytes of a bundle before its first mark.
const bundleHead = 64 << 10

// IsBundle reports whether a script holds the code of other packages.
func IsBundle(script []byte) bool {
	script = script[:min(len(script), bundleHead)]
	if has(script, bundleMarks) {
		return true
	}
	for at := 0; ; at++ {
		i := bytes.Index(script[at:], packagesFolder)
		if i < 0 {
			return false
		}
		at += i
		if slices.ContainsFunc(beforePackages, func(before []byte) bool { return bytes.HasSuffix(script[:at], before) }) {
			return true
		}
	}
}
