package index

import (
	"unsafe"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// The fields of the Bleve documents, beside "structure" and "exact" for the fingerprints, which
// are named by [analyzer.Representation].
const (
	// fieldKind tells the kinds of documents apart by one of the Kind terms.
	fieldKind = "kind"
	// fieldLanguage is the name of a content's language.
	fieldLanguage = "language"
	// fieldContent is, in an occurrence, the term of the first 8 bytes of its content's id.
	fieldContent = "content"
	// FieldCollection is, in an occurrence, the name of its collection.
	FieldCollection = "collection"

	fieldRecord = "record" // stored: what is not searched for
	fieldSource = "source" // stored: the compressed content, or boilerplate
)

// The terms of [fieldKind].
const (
	kindContent     = "content"
	kindOccurrence  = "occurrence"
	kindSkipped     = "skipped"     // a path that was read and found not worth indexing
	kindBoilerplate = "boilerplate" // see [Boilerplate]
)

// newMapping describes the fields to Bleve, so that the index can be opened and searched by any
// Bleve program. Nothing is stored, positioned or copied to _all but what is asked for: on
// fingerprints that would be most of the index.
func newMapping(s Settings) (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.StoreDynamic, m.IndexDynamic, m.DocValuesDynamic = false, false, false
	for r := range analyzer.Representation(analyzer.Representations) {
		name := analyzer.Name + "-" + r.String()
		err := m.AddCustomAnalyzer(name, map[string]any{
			"type": analyzer.Name, "representation": r.String(), "settings": s.Analyzer,
		})
		if err != nil {
			return nil, err
		}
		m.DefaultMapping.AddFieldMappingsAt(r.String(), bareField(name))
	}
	for _, name := range []string{fieldKind, fieldLanguage, fieldContent, FieldCollection} {
		m.DefaultMapping.AddFieldMappingsAt(name, bareField(keyword.Name))
	}
	return m, nil
}

func bareField(analyzerName string) *mapping.FieldMapping {
	f := bleve.NewTextFieldMapping()
	f.Analyzer = analyzerName
	f.Store, f.IncludeTermVectors, f.IncludeInAll, f.DocValues = false, false, false, false
	return f
}

// field is a field of a Bleve document whose terms are known already, so that Bleve analyses
// nothing: a map from term to frequency is what its segments are built from.
type field struct {
	name    string
	options bindex.FieldIndexingOptions
	value   []byte
	freqs   bindex.TokenFrequencies
}

var _ document.Field = (*field)(nil)

func (f *field) Name() string                                      { return f.name }
func (f *field) Value() []byte                                     { return f.value }
func (f *field) ArrayPositions() []uint64                          { return nil }
func (f *field) EncodedFieldType() byte                            { return 't' }
func (f *field) Analyze()                                          {}
func (f *field) Options() bindex.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedTokenFrequencies() bindex.TokenFrequencies { return f.freqs }
func (f *field) NumPlainTextBytes() uint64                         { return 0 }
func (f *field) Size() int                                         { return int(unsafe.Sizeof(*f)) + len(f.value) }

// AnalyzedLength is what Bleve's own scoring takes for the length of the field. No score of ours
// uses it, and a constant takes the least space in a posting.
func (f *field) AnalyzedLength() int { return 1 }

func termField(name, term string) *field {
	tf := &bindex.TokenFreq{Term: []byte(term)}
	tf.SetFrequency(1)
	return &field{name: name, options: bindex.IndexField, freqs: bindex.TokenFrequencies{term: tf}}
}

func storedField(name string, value []byte) *field {
	return &field{name: name, options: bindex.StoreField, value: value}
}

// hashField hands the fingerprints to the segment as they are: see [segment.Field].
type hashField struct {
	field
	hashes []uint64
	rank   uint64
}

var _ segment.Field = (*hashField)(nil)

func (f *hashField) Hashes() []uint64 { return f.hashes }
func (f *hashField) Rank() uint64     { return f.rank }
func (f *hashField) Size() int        { return f.field.Size() + 8*len(f.hashes) }

// newHashField takes the hashes over. rank orders the contents of a batch.
func newHashField(name string, hashes []uint64, rank uint64) *hashField {
	return &hashField{field{name: name, options: bindex.IndexField}, hashes, rank}
}

// newKeyField holds one key.
func newKeyField(name string, hash uint64) *hashField { return newHashField(name, []uint64{hash}, 0) }

// printFields and keyFields are the fields that package segment keeps, all others are zap's.
func printFields() (names []string) {
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
	}
	return names
}

func keyFields() []string { return []string{fieldContent} }
