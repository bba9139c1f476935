// Package notice reads licences. A browser compares files, and asks for no licence: its build has no texts of
// licences and no readers of manifests, which take 1 MB.
package notice

// Notice is what a file says of the files in a folder.
type Notice struct{ License, Package, Author string }

// MostSize bounds the size of a notice in bytes.
const MostSize = 0

// Beside are the paths of folders that say something of the folder that they are in.
var Beside []string

// Set says nothing.
type Set struct{}

// NewSet returns an empty set.
func NewSet(func(text []byte) string) *Set { return &Set{} }

// Find finds nothing.
func (*Set) Find(string) (license, pkg, author string) { return "", "", "" }

// Add adds nothing.
func (*Set) Add(string, []byte) {}

// Put adds nothing.
func (*Set) Put(string, Notice) {}

// Patterns select nothing.
func Patterns() []string { return nil }

// Is reports that no file is a notice.
func Is(string) bool { return false }

// IsLicense reports that no file is the text of a licence.
func IsLicense(string) bool { return false }

// Read reads nothing.
func Read(string, []byte, func([]byte) string) (n Notice, ok bool) { return Notice{}, false }

// WithoutVersion returns the id of a package as it is.
func WithoutVersion(id string) string { return id }

// Recognise recognises nothing.
func Recognise([]byte) string { return "" }

// InHead finds nothing.
func InHead([]byte, func(at int) bool) (license string, stated bool) { return "", false }

// Heads tells nothing.
type Heads struct{}

// Header finds nothing.
func (*Heads) Header([]byte, func(at int) bool) (license string, found bool) { return "", false }

// And joins no licences.
func And(...string) string { return "" }
