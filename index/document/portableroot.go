package document

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"strings"
)

// portableScheme begins the root of an occurrence that came from a file of hashes. No source is
// read there.
const portableScheme = "hashes://"

// Portable returns the occurrence for another machine. Its root has the name of the folder, archive
// or repository and 8 digits of the SHA-256 of its path or address, but not the path. The data for
// updating it is gone.
func (o Occurrence) Portable() Occurrence {
	if o.IsPortable() {
		return o
	}
	root, _ := Address(o.Root)
	sum := sha256.Sum256([]byte(o.Root))
	o.Root = portableScheme + path.Base(filepath.ToSlash(root)) + "-" + hex.EncodeToString(sum[:4])
	o.Reading.Version = 0
	return o
}

// IsPortable reports whether the occurrence came from a file of hashes.
func (o Occurrence) IsPortable() bool { return strings.HasPrefix(o.Root, portableScheme) }
