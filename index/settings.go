package index

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/blevesearch/bleve/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// FormatVersion is the version of what this package writes.
//
//	1: first version
//	2: segments of package segment, short records
//	3: contents are decoded before they are lexed; UTF-16 and UTF-32 are not skipped
//	4: segments with a checksum for every page
const FormatVersion = 4

// Settings are fixed when an index is created and travel inside it.
type Settings struct {
	// Format is the [FormatVersion] that wrote the index, Fingerprints the
	// [analyzer.Version]. Create fills both in.
	Format       int `json:"format"`
	Fingerprints int `json:"fingerprints"`
	// Analyzer holds k, w and selection of every representation.
	Analyzer analyzer.Settings `json:"analyzer"`
	// Segments is the type of the index's segments, segment.Type. Create fills it in.
	Segments string `json:"segments"`
	// Store keeps the contents themselves in the index, compressed.
	Store bool `json:"store"`
}

// DefaultSettings returns the settings of an index for which nothing else was asked.
func DefaultSettings() Settings {
	return Settings{Analyzer: analyzer.DefaultSettings(), Segments: segment.Type}
}

// ErrNotIndex says that a path holds no index of this program's.
var ErrNotIndex = errors.New("no chaffinch index")

// MismatchError says that an index was made in another way than this program, or this call,
// wants it.
type MismatchError struct {
	Path string // of the index
	What string // the setting, as a person calls it
	Have string // its value in the index
	Want string // the value asked for
	// Again is, where the index is of another version, the command line that makes it anew, or
	// several with semicolons between.
	Again string
}

// Error says what differs and what to do.
func (e *MismatchError) Error() string {
	text := fmt.Sprintf("index %s was made with %s %s, not %s: make a new index in another folder (--index), "+
		"or remove this one and index again", e.Path, e.What, e.Have, e.Want)
	if e.Again != "" {
		text += ": " + e.Again
	}
	return text
}

// check returns a [MismatchError] if the program cannot use an index with these settings.
func (s Settings) check(path string) error {
	if s.Format != FormatVersion {
		return mismatch(path, "format version", s.Format, FormatVersion)
	}
	if s.Fingerprints != analyzer.Version {
		return mismatch(path, "fingerprint version", s.Fingerprints, analyzer.Version)
	}
	if s.Segments != segment.Type && s.Segments != "" {
		return mismatch(path, "segments of type", s.Segments, segment.Type)
	}
	return nil
}

// Match returns a [MismatchError] if the settings differ from those of the index at path, and
// nil where they agree. The versions, which are not for a caller to choose, are not compared.
func (s Settings) Match(path string, want Settings) error {
	if s.Store != want.Store {
		return mismatch(path, "stored contents", s.Store, want.Store)
	}
	have, wanted := reflect.ValueOf(s.Analyzer), reflect.ValueOf(want.Analyzer)
	for i := range have.NumField() {
		if h, w := have.Field(i).Interface(), wanted.Field(i).Interface(); h != w {
			return mismatch(path, have.Type().Field(i).Tag.Get("json"), describe(h), describe(w))
		}
	}
	return nil
}

func mismatch(path, what string, have, want any) error {
	return &MismatchError{Path: path, What: what, Have: fmt.Sprint(have), Want: fmt.Sprint(want)}
}

// describe writes a scheme with the names that its settings have everywhere: "k=10 w=8 robust".
func describe(v any) string {
	s, ok := v.(winnow.Scheme)
	if !ok {
		return fmt.Sprint(v)
	}
	if s.Off() {
		return "left out"
	}
	text := fmt.Sprintf("k=%d", s.K)
	if s.W > 0 {
		text += fmt.Sprintf(" w=%d", s.W)
	}
	text += " " + cmp.Or(s.Selection, winnow.SelectRobust)
	if s.P > 0 {
		text += fmt.Sprintf(" p=%d", s.P)
	}
	if s.S > 0 {
		text += fmt.Sprintf(" s=%d", s.S)
	}
	return text
}

// settingsKey is where the settings stand among Bleve's internal values.
var settingsKey = []byte("chaffinch.settings")

func writeSettings(b bleve.Index, s Settings) error {
	v, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encoding settings: %w", err)
	}
	if err := b.SetInternal(settingsKey, v); err != nil {
		return fmt.Errorf("writing settings: %w", err)
	}
	return nil
}

// readSettings returns [ErrNotIndex] where a Bleve index is not one of ours.
func readSettings(b bleve.Index) (Settings, error) {
	v, err := b.GetInternal(settingsKey)
	if err != nil {
		return Settings{}, fmt.Errorf("reading settings: %w", err)
	}
	if v == nil {
		return Settings{}, fmt.Errorf("%w: it is a Bleve index of another program", ErrNotIndex)
	}
	return parseSettings(v)
}

func parseSettings(v []byte) (s Settings, err error) {
	if err := json.Unmarshal(v, &s); err != nil {
		return s, fmt.Errorf("reading settings: %w: %w", err, ErrDamaged)
	}
	return s, nil
}
