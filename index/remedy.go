package index

import (
	"cmp"
	"fmt"
	"strings"
)

// Remedy is what to do about an index. Faces word it: the command prints lines to copy.
type Remedy struct {
	Kind  RemedyKind
	Index string // its path or address
	// Completes means that an update has begun, and this completes it.
	Completes bool
	Roots     []Root   // to index
	Files     []string // to read, to remove, or to add as boilerplate
	Text      string   // the words of a face; empty are the library's
}

// Root is a root that was indexed, and its collection.
type Root struct{ Collection, Path string }

// Compare orders roots by collection and path.
func (r Root) Compare(other Root) int {
	return cmp.Or(cmp.Compare(r.Collection, other.Collection), cmp.Compare(r.Path, other.Path))
}

// RemedyKind is a kind of remedy.
type RemedyKind string

// The kinds of remedies.
const (
	RemedyCreate      RemedyKind = "create"      // create an index at this path
	RemedyRepair      RemedyKind = "repair"      // repair the index
	RemedyRestore     RemedyKind = "restore"     // repair it, which restores the last published state
	RemedyRecreate    RemedyKind = "recreate"    // remove the index and index again
	RemedyUpdate      RemedyKind = "update"      // index the roots; without any, the folders that were indexed
	RemedyFile        RemedyKind = "file"        // remove the file, and index the root
	RemedyImport      RemedyKind = "import"      // import the file of hashes
	RemedyCopy        RemedyKind = "copy"        // copy the index at the path of the file to this one
	RemedyBoilerplate RemedyKind = "boilerplate" // add the files as boilerplate
	RemedyRerun       RemedyKind = "rerun"       // run the interrupted command again
	RemedyRepeat      RemedyKind = "repeat"      // run the last update again: unpublished changes are lost
	RemedyNone        RemedyKind = "none"        // nothing: it is restored
)

// String returns the words of a face, or else of the library.
func (r Remedy) String() string {
	if r.Text != "" {
		return r.Text
	}
	text := r.text()
	if r.Completes {
		return "this completes it: " + text
	}
	return text
}

func (r Remedy) text() string {
	switch r.Kind {
	case RemedyCreate:
		return "create one with Create"
	case RemedyRepair:
		return "repair it with Repair"
	case RemedyRestore:
		return "restore the last published state with Repair"
	case RemedyRecreate:
		return "remove the index and index again"
	case RemedyFile:
		return fmt.Sprintf("remove %s from collection %s, and index it again from %s", r.Files[0], r.Roots[0].Collection, r.Roots[0].Path)
	case RemedyImport:
		return "import " + r.Files[0]
	case RemedyCopy:
		return "copy the index " + r.Files[0]
	case RemedyBoilerplate:
		return "add the boilerplate " + strings.Join(r.Files, ", ")
	case RemedyRerun:
		return "if it was stopped, run it again, which completes it"
	case RemedyRepeat:
		return "unpublished changes are lost: run the last update again"
	case RemedyNone:
		return "it is restored, and nothing is lost"
	}
	if len(r.Roots) == 0 {
		return "index the folders again"
	}
	var roots []string
	for _, root := range r.Roots {
		roots = append(roots, fmt.Sprintf("%s in collection %s", root.Path, root.Collection))
	}
	return "index " + strings.Join(roots, ", ")
}

// MarshalText returns the words.
func (r Remedy) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets the words.
func (r *Remedy) UnmarshalText(text []byte) error {
	r.Text = string(text)
	return nil
}
