package index

import (
	"github.com/chaffinch-search/chaffinch/analyzer"
)

// FormatVersion is the version of what this package writes.
//
//	1: first version
//	2: segments of package segment, short records
//	3: contents are decoded before they are lexed, UTF-16 and UTF-32 among them
//	4: segments with a checksum for every page
const FormatVersion = 4

// Settings are chosen when an index is created, and stored in it.
type Settings struct {
	// Format is the [FormatVersion] of the index, Fingerprints its [analyzer.Version], and Segments
	// the type of its segments, segment.Type. [Create] sets them.
	Format       int `json:"format"`
	Fingerprints int `json:"fingerprints"`
	// Analyzer holds k, w and selection of every representation.
	Analyzer analyzer.Settings `json:"analyzer"`
	Segments string            `json:"segments"`
	// Store keeps the contents themselves in the index, compressed.
	Store bool `json:"store"`
}

// DefaultSettings returns the default settings.
func DefaultSettings() Settings {
	return Settings{Analyzer: analyzer.DefaultSettings()}
}
