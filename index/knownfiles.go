package index

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// knownFiles are the records of earlier updates below a root. A source may have a hundred million
// documents, so what an update needs of each is kept in 88 bytes, its place below the root, and an
// entry of a map.
type knownFiles struct {
	collection, root string
	files            map[string]*knownFile // by place
	texts            []string              // languages, reasons, licences, and packages with authors
	numbers          map[string]uint32     // of the texts
}

// knownFile is a record of an earlier update: an occurrence or a skipped file.
type knownFile struct {
	place                                string // see inRoot
	size, version                        int64
	language, skipped, license, packaged uint32 // numbers of texts
	around, from                         uint32 // of the licence: see document.Origin
	content                              contentSum
	flags                                knownFlags
}

type knownFlags uint8

const (
	knownContent       knownFlags = 1 << iota // it is an occurrence
	knownForced                               // see document.LanguageChoice
	knownLicenseInFile                        // see document.Origin
	knownSeen                                 // the walk found it, or could not read it
	knownRejected                             // it must no longer be indexed
)

func newKnownFiles(collection, root string) *knownFiles {
	return &knownFiles{collection: collection, root: root, files: map[string]*knownFile{}, numbers: map[string]uint32{}}
}

// add keeps a record.
func (k *knownFiles) add(o Occurrence) error {
	f := &knownFile{
		place: strings.Clone(document.InRoot(o.Path, o.Revision)), size: o.Reading.Size, version: o.Reading.Version, language: k.number(o.Reading.Choice.Language),
		skipped: k.number(string(o.Skipped)), license: k.number(o.License), packaged: k.number(packaged(o)),
		around: k.number(o.LicenseAround), from: k.number(o.LicenseFrom),
	}
	if o.Content != "" {
		var err error
		if f.content, err = sumOf(o.Content); err != nil {
			return fmt.Errorf("occurrence %q: %w", o.Path, err)
		}
		f.set(knownContent, true)
	}
	f.set(knownForced, o.Reading.Choice.Forced)
	f.set(knownLicenseInFile, o.LicenseInFile)
	k.files[f.place] = f
	return nil
}

// number returns the number of a text. There are few distinct texts.
func (k *knownFiles) number(text string) uint32 {
	n, ok := k.numbers[text]
	if !ok {
		n = uint32(len(k.texts))
		text = strings.Clone(text) // it may be a part of a record
		k.texts, k.numbers[text] = append(k.texts, text), n
	}
	return n
}

// at returns the record of a document, nil if there is none.
func (k *knownFiles) at(path, revision string) *knownFile {
	if k == nil { // of a review
		return nil
	}
	return k.files[document.InRoot(path, revision)]
}

// record returns the record of a document, without its content and most of its origin.
func (k *knownFiles) record(f *knownFile) Occurrence {
	o := Occurrence{Collection: k.collection, Root: k.root, Skipped: document.Reason(k.texts[f.skipped]), Reading: document.Reading{
		Size: f.size, Version: f.version, Choice: document.LanguageChoice{Language: k.texts[f.language], Forced: f.is(knownForced)}}}
	o.Path, o.Revision, _ = strings.Cut(f.place, "\x00")
	o.License, o.LicenseInFile = k.texts[f.license], f.is(knownLicenseInFile)
	o.LicenseAround, o.LicenseFrom = k.texts[f.around], k.texts[f.from]
	o.Package, o.Author, _ = strings.Cut(k.texts[f.packaged], "\x00")
	return o
}

// packaged returns the package and the author of a document. Without a package, an update does not
// need the author.
func packaged(o Occurrence) string {
	if o.Package == "" {
		return ""
	}
	return o.Package + "\x00" + o.Author
}

// contentID returns the id of the content, and nothing for a skipped file.
func (f *knownFile) contentID() string {
	if !f.is(knownContent) {
		return ""
	}
	return f.content.id()
}

func (f *knownFile) is(flag knownFlags) bool { return f.flags&flag != 0 }

func (f *knownFile) set(flag knownFlags, to bool) {
	if f.flags &^= flag; to {
		f.flags |= flag
	}
}

// contentSum is a content's id in binary, a third of a string's size.
type contentSum [20]byte

// sumOf returns the sum of an id.
func sumOf(id string) (sum contentSum, err error) {
	if len(id) == 2*len(sum) {
		_, err = hex.Decode(sum[:], []byte(id))
	} else {
		err = document.ErrRecord
	}
	if err != nil {
		return sum, fmt.Errorf("content %q: not an id: %w", id, err)
	}
	return sum, nil
}

// mustSum returns the sum of an id that [BlobID] has returned.
func mustSum(id string) contentSum {
	sum, err := sumOf(id)
	if err != nil {
		panic(err)
	}
	return sum
}

func (s contentSum) id() string { return hex.EncodeToString(s[:]) }
