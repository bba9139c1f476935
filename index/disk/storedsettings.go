package disk

import (
	"encoding/json"
	"fmt"

	"github.com/chaffinch-search/chaffinch/index"
)

// FormatVersion is the version of the index on disk. Versions below 10 were never published.
const FormatVersion = 10

// settingsKey is the key of the settings among Bleve's internal values.
var settingsKey = []byte("chaffinch.settings")

func writeSettings(b bleveIndex, s index.Settings) error {
	v, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encoding settings: %w", err)
	}
	if err := b.SetInternal(settingsKey, v); err != nil {
		return fmt.Errorf("writing settings: %w", err)
	}
	return nil
}

// readSettings reads the settings. The error is [index.ErrNotIndex] if another program made the
// index.
func readSettings(b bleveIndex) (index.Settings, error) {
	v, err := b.GetInternal(settingsKey)
	if err != nil {
		return index.Settings{}, fmt.Errorf("reading settings: %w", err)
	}
	if v == nil {
		return index.Settings{}, fmt.Errorf("%w: it is a Bleve index of another program", index.ErrNotIndex)
	}
	return parseSettings(v)
}

func parseSettings(v []byte) (s index.Settings, err error) {
	if err := json.Unmarshal(v, &s); err != nil {
		return s, fmt.Errorf("reading settings: %w: %w", err, errDamagedFiles)
	}
	return s, nil
}
