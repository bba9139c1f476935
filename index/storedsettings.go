//go:build !js

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

// ErrNotIndex means that a path is not an index of this program.
var ErrNotIndex = errors.New("no chaffinch index")

// MismatchError means that an index was made by another version of this program, or with other
// settings than those asked for.
type MismatchError struct {
	path             string // of the index
	what, have, want string // a setting, its value in the index, and the value asked for
	again            string // commands that index again, if the version differs
}

// Error says what differs and what to do.
func (e *MismatchError) Error() string {
	text := fmt.Sprintf("index %s was made with %s %s, not %s: ", e.path, e.what, e.have, e.want)
	if e.again == "" {
		return text + "remove it and index again, or use another folder"
	}
	return text + "make a new index in another folder, or remove this one and index again: " + e.again
}

// check returns a [*MismatchError] if the program cannot use an index with these settings.
func (s Settings) check(path string) error {
	if s.Format != FormatVersion {
		return mismatch(path, "format version", s.Format, FormatVersion)
	}
	if s.Fingerprints != analyzer.Version {
		return mismatch(path, "fingerprint version", s.Fingerprints, analyzer.Version)
	}
	if s.Segments != segment.Type {
		return mismatch(path, "segments of type", s.Segments, segment.Type)
	}
	return nil
}

// Match returns a [*MismatchError] if the settings of the index at path differ from want. It does
// not compare versions, since callers do not choose them.
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

// settingsKey is the key of the settings among Bleve's internal values.
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

// readSettings reads the settings. The error is [ErrNotIndex] if another program made the index.
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
		return s, fmt.Errorf("reading settings: %w: %w", err, errDamagedFiles)
	}
	return s, nil
}
