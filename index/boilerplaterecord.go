package index

import (
	"encoding/json"
	"fmt"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// boilerplateRecord is stored with the source. Names are byte slices, because a path may contain
// any bytes and a JSON string may not.
type boilerplateRecord struct {
	Language string             `json:"language"`
	Size     int64              `json:"size"`
	Tokens   int                `json:"tokens"`
	Names    []boilerplateNamed `json:"names"`
}

type boilerplateNamed struct {
	Name     []byte `json:"p"`
	Language string `json:"l"`
	Forced   bool   `json:"f,omitempty"`
}

// SetRecord decodes what Record has encoded. It leaves id and source.
func (b *Boilerplate) SetRecord(record []byte) error {
	var r boilerplateRecord
	if err := json.Unmarshal(record, &r); err != nil {
		return fmt.Errorf("boilerplate %s: reading its record: %w", b.ID, err)
	}
	if len(r.Names) == 0 || r.Tokens < 0 || r.Size < int64(r.Tokens) {
		return fmt.Errorf("boilerplate %s: %w", b.ID, document.ErrRecord)
	}
	b.Language, b.Size, b.Tokens = r.Language, r.Size, r.Tokens
	b.Names, b.choices = nil, map[string]document.LanguageChoice{}
	for _, n := range r.Names {
		b.Names = append(b.Names, string(n.Name))
		b.choices[string(n.Name)] = document.LanguageChoice{Language: n.Language, Forced: n.Forced}
	}
	return nil
}

// Record encodes all of the boilerplate but id and source.
func (b *Boilerplate) Record() ([]byte, error) {
	r := boilerplateRecord{Language: b.Language, Size: b.Size, Tokens: b.Tokens}
	for _, name := range b.Names {
		was := b.choices[name]
		r.Names = append(r.Names, boilerplateNamed{[]byte(name), was.Language, was.Forced})
	}
	record, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("boilerplate %s: %w", b.ID, err)
	}
	return record, nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]. It encodes all that an index keeps.
func (b *Boilerplate) MarshalBinary() ([]byte, error) {
	record, err := b.Record()
	if err != nil {
		return nil, err
	}
	return append(document.AppendText(document.AppendText(nil, b.ID), string(record)), b.Packed...), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler].
func (b *Boilerplate) UnmarshalBinary(data []byte) error {
	id, data, err := document.CutText(data)
	if err != nil {
		return fmt.Errorf("boilerplate: %w", err)
	}
	record, data, err := document.CutText(data)
	if err != nil {
		return fmt.Errorf("boilerplate: %w", err)
	}
	*b = Boilerplate{ID: id, Packed: data}
	return b.SetRecord([]byte(record))
}
