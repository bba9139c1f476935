package disk

import (
	"bytes"
	"encoding/json"
	"math"
	"runtime/debug"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"go.etcd.io/bbolt"

	"github.com/chaffinch-search/chaffinch/index/segment"
)

// metaContent returns the content of metaFile, which is the same for every index.
func metaContent() []byte {
	content, _ := json.Marshal(struct { // as Bleve's indexMeta
		Storage   string         `json:"storage"`
		IndexType string         `json:"index_type"`
		Config    map[string]any `json:"config"`
	}{scorch.Name, scorch.Name, segment.Config(printFields(), keyFields())})
	return content
}

// lacksMeta reports whether metaFile is damaged and can be written again. The list of segments of
// an index of this program suffices.
func (d folder) lacksMeta() bool {
	content, err := d.read(metaFile, maxSmall)
	return (err != nil || !bytes.Equal(content, metaContent())) && d.listHasSettings()
}

// listHasSettings reports whether the list of segments opens and holds settings. It is false while
// a process writes.
func (d folder) listHasSettings() (has bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // bbolt maps its file
	defer func() { has = recover() == nil && has }()
	if info, err := d.stat(storeList, math.MaxInt64); err != nil || info.Size() == 0 {
		return false
	}
	db, err := bbolt.Open(d.at(storeList), 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockTry})
	if err != nil {
		return false
	}
	defer db.Close()
	_ = db.View(func(tx *bbolt.Tx) error {
		states := tx.Bucket(statesBucket)
		if names := bucketsOf(states); len(names) > 0 {
			values := states.Bucket(names[len(names)-1]).Bucket(internalBucket)
			has = values != nil && values.Get(settingsKey) != nil
		}
		return nil
	})
	return has
}
