package hashfile

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
)

// The kinds of records. The settings come first. A content comes before its occurrences.
const (
	kindSettings   = 's' // JSON
	kindContent    = 'c'
	kindOccurrence = 'o' // as Occurrence.MarshalBinary encodes it
)

// idBytes is the size of a git blob id.
const idBytes = 20

// header is the record of the settings.
type header struct {
	Fingerprints int               `json:"fingerprints"` // analyzer.Version
	Analyzer     analyzer.Settings `json:"analyzer"`
	Key          string            `json:"key,omitempty"` // see index.Settings
}

func headerOf(s index.Settings) ([]byte, error) {
	return json.Marshal(header{analyzer.Version, s.Analyzer, s.Key})
}

// settingsOf returns the settings of an index for a file with that header.
func settingsOf(body []byte) (index.Settings, error) {
	var h header
	if err := json.Unmarshal(body, &h); err != nil {
		return index.Settings{}, damaged("its settings: %w", err)
	}
	if h.Fingerprints != analyzer.Version {
		return index.Settings{}, fmt.Errorf("it has fingerprints of version %d, and this program makes version %d: export it again",
			h.Fingerprints, analyzer.Version)
	}
	s := index.Settings{Analyzer: h.Analyzer, HashOnly: true, Key: h.Key}
	if _, err := s.NewAnalyzer(); err != nil {
		return index.Settings{}, damaged("%w", err)
	}
	if s.Key != "" && !analyzer.IsCheck(s.Key) {
		return index.Settings{}, damaged("the key %q", s.Key)
	}
	return s, nil
}

// contentRecord encodes a content with its terms. Its hashes ascend and are distinct.
func contentRecord(d index.Document) ([]byte, error) {
	id, err := hex.DecodeString(d.ID)
	if err != nil || len(id) != idBytes {
		return nil, fmt.Errorf("content %q: not an id", d.ID)
	}
	r := binary.AppendUvarint(id, uint64(len(d.Language)))
	r = append(r, d.Language...)
	r = binary.AppendUvarint(r, uint64(d.Size))
	r = binary.AppendUvarint(r, uint64(d.Tokens))
	for i, hashes := range d.Hashes {
		r = binary.AppendUvarint(r, uint64(d.Fingerprints[i]))
		r = appendTerms(r, hashes)
	}
	return r, nil
}

// parseContent decodes a content.
func parseContent(body []byte) (d index.Document, err error) {
	if len(body) < idBytes {
		return d, damaged("a content")
	}
	d.ID = hex.EncodeToString(body[:idBytes])
	body = body[idBytes:]
	n := number(&body, uint64(len(body)))
	if n < 0 || n > int64(len(body)) {
		return d, damaged("a content")
	}
	d.Language, body = string(body[:n]), body[n:]
	if _, ok := lex.Lookup(d.Language); !ok {
		return d, damaged("content %s has the language %q", d.ID, d.Language)
	}
	d.Size = number(&body, 1<<62)
	d.Tokens = int(number(&body, uint64(max(0, d.Size))))
	for r := range d.Hashes {
		prints := number(&body, uint64(max(0, d.Tokens)))
		if d.Size < 0 || d.Tokens < 0 || prints < 0 {
			return d, damaged("content %s", d.ID)
		}
		d.Fingerprints[r] = int(prints)
		if d.Hashes[r], body, err = readTerms(body); err != nil {
			return d, err
		}
		if len(d.Hashes[r]) > d.Fingerprints[r] {
			return d, damaged("content %s has too many fingerprints", d.ID)
		}
	}
	if len(body) > 0 || len(d.Hashes[0])+len(d.Hashes[1]) == 0 {
		return d, damaged("content %s", d.ID)
	}
	return d, nil
}

// number reads a varint of at most most; -1 if there is none.
func number(body *[]byte, most uint64) int64 {
	v, n := binary.Uvarint(*body)
	if n <= 0 || v > most {
		return -1
	}
	*body = (*body)[n:]
	return int64(v)
}

// parseOccurrence decodes an occurrence of a content.
func parseOccurrence(body []byte) (o index.Occurrence, err error) {
	if err := o.UnmarshalBinary(body); err != nil {
		return o, damaged("%w", err)
	}
	if o.Skipped != "" || len(o.Content) != 2*idBytes || !o.IsPortable() {
		return o, damaged("occurrence %q", o.Path)
	}
	return o, nil
}
