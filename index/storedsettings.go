//go:build !js

// Not in a browser: it imports Bleve.

package index

import (
	"encoding/json"
	"fmt"

	"github.com/blevesearch/bleve/v2"
)

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
