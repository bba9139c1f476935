package index

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Settings are chosen when an index is created, and stored in it.
type Settings struct {
	// Format is the version of the index's format. Creating an index sets it, Fingerprints and
	// Segments.
	Format       int `json:"format"`
	Fingerprints int `json:"fingerprints"` // the version of the fingerprints
	// Analyzer holds the scheme of every representation, and the bits of a term: see [TermBitsFor].
	Analyzer analyzer.Settings `json:"analyzer"`
	Segments string            `json:"segments"` // chaffinch or opensearch
	// Store keeps the contents themselves in the index, compressed.
	Store bool `json:"store"`
	// HashOnly keeps no source, and reads none again. It excludes Store.
	HashOnly bool `json:"hashOnly,omitempty"`
	// Scanoss keeps the SCANOSS fingerprints of each content, and its MD5: see [WFPState]. It
	// excludes Key, since they are made without one. An index on a cluster has none.
	Scanoss bool `json:"scanoss,omitempty"`
	// Key identifies the key of an index of hashes, or is empty: see [analyzer.Key.Check]. It needs
	// HashOnly.
	Key string `json:"key,omitempty"`
	// Secret is that key, which is not stored. It is nil if the key is unknown: then the index
	// answers only questions by fingerprints, and cannot be updated.
	Secret *analyzer.Key `json:"-"`
	// Shards is the cluster's number of shards; 0 means one for each data node. An index on disk
	// has none.
	Shards int `json:"shards,omitempty"`
}

// DefaultSettings returns the default settings, for up to 50,000 documents of usual size.
func DefaultSettings() Settings {
	s := Settings{Analyzer: analyzer.DefaultSettings()}
	s.Analyzer.TermBits = analyzer.LeastTermBits
	return s
}

const (
	// documentTerms is the number of terms that a document adds to an index. It is 220 in Linux
	// 6.1, and 180 in the Go tree.
	documentTerms = 220
	// spareTermBits are the bits beyond the logarithm of the number of terms, rounded. With 5, one
	// in 23 to 45 unknown fingerprints looks known. docs/decisions/terms.md has the measurements.
	spareTermBits = 5
)

// TermBitsFor returns the bits of a term for an index of that many documents.
func TermBitsFor(documents int) int {
	terms := math.Log2(float64(max(documents, 1)) * documentTerms)
	return min(max(int(math.Round(terms))+spareTermBits, analyzer.LeastTermBits), winnow.TermBits)
}

// Outgrown reports whether so many documents are too many for the bits of a term. Then more than
// one in four unknown fingerprints look known.
func (s Settings) Outgrown(documents int) bool {
	return TermBitsFor(documents) >= s.TermBits()+spareTermBits-1
}

// TermBits returns how many bits of a fingerprint an index with these settings keeps.
func (s Settings) TermBits() int { return cmp.Or(s.Analyzer.TermBits, winnow.TermBits) }

// NewAnalyzer returns the analyzer of these settings, or an error if they are wrong.
func (s Settings) NewAnalyzer() (*analyzer.Analyzer, error) {
	if s.Store && s.HashOnly {
		return nil, option.Fail(option.StoresNoSources, option.Store, option.HashOnly)
	}
	if s.Scanoss && s.Key != "" {
		return nil, option.Fail(option.ScanossNoKey, option.Scanoss, option.Key)
	}
	if s.Key != "" && !s.HashOnly {
		return nil, option.Fail(option.KeyNoSources, option.HashOnly)
	}
	if s.Secret != nil && s.Secret.Check() != s.Key {
		return nil, errWrongKey(s.Key)
	}
	a, err := analyzer.New(s.Analyzer)
	if err != nil {
		return nil, err
	}
	return a.WithKey(s.Secret), nil
}

// WithKey returns the settings of an index of hashes with the key; nil is none.
func (s Settings) WithKey(k *analyzer.Key) Settings {
	if s.Secret = k; k != nil {
		s.Key, s.HashOnly = k.Check(), true
	}
	return s
}

// ErrKey means that the key of an index with a key is missing or wrong.
var ErrKey = errors.New("wrong key")

// keyError is an ErrKey with advice.
type keyError struct{ error }

func (e keyError) Unwrap() error        { return e.error }
func (e keyError) Is(target error) bool { return target == ErrKey }

func errWrongKey(key string) error {
	if key == "" {
		return keyError{option.Fail(option.NoKey, option.Key)}
	}
	return keyError{option.Fail(option.WrongKey, key[:min(len(key), 8)], option.Key)}
}

// Unlocked returns an error that wraps [ErrKey] if the index's key is unknown.
func (s Settings) Unlocked() error {
	if s.Key != "" && s.Secret == nil {
		return keyError{option.Fail(option.KeyNeeded, option.Key)}
	}
	return nil
}

// ErrNotIndex means that a path is not an index of this program.
var ErrNotIndex = errors.New("no chaffinch index")

// MismatchError means that an index has another version, or other settings than the caller
// specified.
type MismatchError struct {
	// Again is how to index again if the version differs, or nil.
	Again *Remedy

	path             string // of the index
	what, have, want string // a setting, its value in the index, and the wanted value
}

// Error names the difference and the remedy.
func (e *MismatchError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the error that faces word.
func (e *MismatchError) Unwrap() error {
	if e.Again == nil {
		return option.Fail(option.OtherSettings, e.path, e.what, e.have, e.want, option.Say(option.OtherFolder))
	}
	return option.Fail(option.OtherVersion, e.path, e.what, e.have, e.want, *e.Again)
}

// Fit returns a [*MismatchError] if this program cannot use an index with these settings. path is
// the index's. format and segments are the formats that it writes to an index of that kind.
func (s Settings) Fit(path string, format int, segments string) error {
	if s.Format != format {
		return mismatch(path, "format version", s.Format, format)
	}
	if s.Fingerprints != analyzer.Version {
		return mismatch(path, "fingerprint version", s.Fingerprints, analyzer.Version)
	}
	if s.Segments != segments {
		return mismatch(path, "segments of type", s.Segments, segments)
	}
	return nil
}

// Match returns a [*MismatchError] if the settings of the index at path differ from want. It does
// not compare versions, since callers do not choose them, and shards and bits of a term only if
// some are wanted.
func (s Settings) Match(path string, want Settings) error {
	if s.Store != want.Store {
		return mismatch(path, "stored contents", s.Store, want.Store)
	}
	if s.HashOnly != want.HashOnly {
		return mismatch(path, "hashes only", s.HashOnly, want.HashOnly)
	}
	if s.Scanoss != want.Scanoss {
		return mismatch(path, "SCANOSS fingerprints", s.Scanoss, want.Scanoss)
	}
	if s.Key != want.Key {
		return mismatch(path, "key", cmp.Or(s.Key, "none"), cmp.Or(want.Key, "none"))
	}
	if want.Shards != 0 && s.Shards != want.Shards {
		return mismatch(path, "shards", s.Shards, want.Shards)
	}
	if b := want.Analyzer.TermBits; b != 0 && s.TermBits() != b {
		return mismatch(path, "bits of a term", s.TermBits(), b)
	}
	s.Analyzer.TermBits, want.Analyzer.TermBits = 0, 0
	have, wanted := reflect.ValueOf(s.Analyzer), reflect.ValueOf(want.Analyzer)
	for i := range have.NumField() {
		if h, w := have.Field(i).Interface(), wanted.Field(i).Interface(); h != w {
			return mismatch(path, have.Type().Field(i).Tag.Get("json"), describe(h), describe(w))
		}
	}
	return nil
}

func mismatch(path, what string, have, want any) error {
	return &MismatchError{path: path, what: what, have: fmt.Sprint(have), want: fmt.Sprint(want)}
}

// describe writes a scheme like "k=10 w=8 robust".
func describe(v any) string {
	s, ok := v.(winnow.Scheme)
	if !ok {
		return fmt.Sprint(v)
	}
	if s.Off() {
		return "left out"
	}
	return fmt.Sprintf("k=%d w=%d %s", s.K, s.W, cmp.Or(s.Selection, winnow.SelectRobust))
}
