package serve

import (
	"errors"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
)

// Document is a document that a client sends.
type Document struct {
	Name     string       `json:"name,omitempty" maxLength:"4096" doc:"file name; helps to detect the language"`
	Source   string       `json:"source,omitempty" doc:"the text"`
	Bytes    []byte       `json:"bytes,omitempty" doc:"instead of source: the file in base64, in any encoding that chaffinch reads"`
	Language string       `json:"language,omitempty" doc:"name or alias of a language; detected if absent"`
	Lines    answer.Lines `json:"lines,omitzero" doc:"use only these lines; to 0 means the last line"`
}

// Document returns the document of the library.
func (d Document) Document() (chaffinch.Document, error) {
	r := chaffinch.Document{Name: d.Name, Source: []byte(d.Source), Language: d.Language, Lines: d.Lines}
	if len(d.Bytes) > 0 {
		if d.Source != "" {
			return r, errors.New("source and bytes exclude each other: set one of them")
		}
		r.Source = d.Bytes
	}
	return r, nil
}

// SearchRequest is a query of an index. The defaults are the command's.
type SearchRequest struct {
	Document
	chaffinch.SearchOptions
	Content  string   `json:"content,omitempty" pattern:"^[0-9a-f]{40}$" doc:"instead of source: git blob id of a content of the index"`
	Top      int      `json:"top,omitempty" minimum:"1" maximum:"1000" doc:"maximum number of hits; 10 if absent"`
	MinScore *float64 `json:"minScore,omitempty" minimum:"0" maximum:"1" doc:"minimum score; the default of the command if absent"`
}

// Question returns the document and the options for the library.
func (r SearchRequest) Question(whole bool) (chaffinch.Document, chaffinch.SearchOptions, error) {
	d, err := r.Document.Document()
	if err != nil {
		return d, chaffinch.SearchOptions{}, err
	}
	d.Content = r.Content
	o := r.SearchOptions
	o.Top, o.Measures, o.MinScore = r.Top, true, chaffinch.DefaultMinScore(r.Measure, whole)
	if r.MinScore != nil {
		o.MinScore = *r.MinScore
	}
	return d, o, nil
}

// CompareRequest names two documents.
type CompareRequest struct {
	A Document `json:"a"`
	B Document `json:"b"`
}

// FingerprintRequest is a document to analyse.
type FingerprintRequest struct {
	Document
	Index string `json:"index,omitempty" doc:"use the settings of this index; if absent, of a new index"`
}
