package align

import (
	"cmp"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Kind is the kind of a copy.
type Kind uint8

const (
	// Verbatim copies have the same tokens; only white space and comments may differ.
	Verbatim Kind = iota
	// Renamed copies differ only in identifiers, which are mapped one to one. This is Baker's
	// parameterized match: "A program for identifying duplicated code", 1992.
	Renamed
	// Edited copies have inserted, deleted or changed tokens.
	Edited
)

var kindNames = [...]string{Verbatim: "verbatim", Renamed: "renamed", Edited: "edited"}

// String returns the name: "verbatim", "renamed" or "edited".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Kinds collects the kinds of the matches of two documents.
type Kinds struct{ once, again Kind }

// Add adds the kind of a match.
func (k *Kinds) Add(m Match, kind Kind) {
	if m.Duplicate || m.DuplicateB {
		k.again = max(k.again, kind+1)
	} else {
		k.once = max(k.once, kind+1)
	}
}

// Copy returns the kind of the copy over all matches. What a document has a second time, perhaps
// with other names, does not count: it changes nothing about the first.
func (k Kinds) Copy() Kind { return max(cmp.Or(k.once, k.again), 1) - 1 }

// EditKind is the kind of a difference.
type EditKind uint8

const (
	// Inserted tokens occur in b only.
	Inserted EditKind = iota
	// Deleted tokens occur in a only.
	Deleted
	// Changed tokens replace others.
	Changed
)

var editNames = [...]string{Inserted: "inserted", Deleted: "deleted", Changed: "changed"}

// String returns the name: "inserted", "deleted" or "changed".
func (k EditKind) String() string {
	if int(k) < len(editNames) {
		return editNames[k]
	}
	return fmt.Sprintf("edit(%d)", uint8(k))
}

// Rename is an identifier of a that is renamed in b Count times.
type Rename struct {
	From, To string
	Count    int
}

// Edit is a difference. For insertions and deletions one of the spans is empty.
type Edit struct {
	Kind EditKind
	A, B analyzer.Span
}

// Change describes how the sides of a match differ.
type Change struct {
	Kind    Kind
	Renames []Rename // the most frequent first
	Edits   []Edit   // in order; none unless Kind is Edited
	// Invisible are invisible characters between the tokens that only one side has. These are
	// control and format characters, and spaces that are not ASCII. With any, Kind is Edited.
	Invisible []rune
}

// Changes returns how the sides of the match differ. a and b must be the documents of the match, in
// that order.
func (m Match) Changes(a, b *Document) Change {
	names := namesOf(a, b, m)
	c := Change{Renames: names.renames(a, b), Invisible: m.invisible(a, b)}
	for i, t := range m.Tiles {
		if i > 0 {
			last := m.Tiles[i-1]
			c.gap(span(last.endA(), t.A), span(last.endB(), t.B))
		}
		c.tile(t, a, b, names)
	}
	switch {
	case len(c.Edits) > 0 || len(c.Invisible) > 0:
		c.Kind = Edited
	case len(c.Renames) > 0:
		c.Kind = Renamed
	}
	return c
}

func (c *Change) gap(a, b analyzer.Span) {
	switch {
	case a.Len() == 0:
		c.edit(Edit{Inserted, a, b})
	case b.Len() == 0:
		c.edit(Edit{Deleted, a, b})
	default:
		c.edit(Edit{Changed, a, b})
	}
}

// tile records tokens that differ without being renamed, and names that break the mapping. Names
// that stay the same are part of it.
func (c *Change) tile(t Tile, a, b *Document, names names) {
	for i := range t.Length {
		if at, bt := t.A+i, t.B+i; !names.explain(a, at, b, bt) {
			c.edit(Edit{Changed, span(at, at+1), span(bt, bt+1)})
		}
	}
}

// edit adds an edit, or extends the last one.
func (c *Change) edit(e Edit) {
	if n := len(c.Edits) - 1; n >= 0 && c.Edits[n].A.To == e.A.From && c.Edits[n].B.To == e.B.From {
		last := &c.Edits[n]
		last.A.To, last.B.To = e.A.To, e.B.To
		if last.A.Len() > 0 && last.B.Len() > 0 {
			last.Kind = Changed
		}
		return
	}
	c.Edits = append(c.Edits, e)
}
