package disk

import (
	"unsafe"

	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// The fields of Bleve documents. The fields of fingerprints, "structure" and "exact", have the
// names of [analyzer.Representation].
const (
	// fieldKind is the kind of the document, one of the terms below.
	fieldKind = "kind"
	// fieldLanguage is the name of a content's language.
	fieldLanguage = "language"
	// fieldContent is the contentKey of an occurrence.
	fieldContent = "content"
	// fieldCollection is the name of an occurrence's collection.
	fieldCollection = "collection"
	// fieldRoot is the rootKey of an occurrence.
	fieldRoot = "root"

	fieldRecord = "record" // stored: all that is not searched
	fieldSource = "source" // stored: the compressed source of a content or boilerplate

	// With SCANOSS fingerprints: their hashes, the MD5 of a content (its first 8 bytes as a key),
	// and stored, both as of wfp.Pack.
	fieldWFP, fieldMD5, fieldPacked = "wfp", "md5", "packed"
)

// The terms of fieldKind.
const (
	kindContent     = "content"
	kindOccurrence  = "occurrence"
	kindSkipped     = "skipped"     // a file that was read and not indexed
	kindBoilerplate = "boilerplate" // see [index.Boilerplate]
)

// newMapping describes the fields, so that any Bleve program can search the index. It turns off
// positions and the field _all, which would be most of the index.
func newMapping(s index.Settings) (*mapping.IndexMappingImpl, error) {
	m := mapping.NewIndexMapping()
	m.DefaultMapping = mapping.NewDocumentStaticMapping()
	m.StoreDynamic, m.IndexDynamic, m.DocValuesDynamic = false, false, false
	for r := range analyzer.Representation(analyzer.Representations) {
		name := bleveanalyzer.Name + "-" + r.String()
		err := m.AddCustomAnalyzer(name, map[string]any{
			"type": bleveanalyzer.Name, "representation": r.String(), "settings": s.Analyzer,
		})
		if err != nil {
			return nil, err
		}
		m.DefaultMapping.AddFieldMappingsAt(r.String(), bareField(name))
	}
	for _, name := range []string{fieldKind, fieldLanguage, fieldContent, fieldCollection, fieldRoot} {
		m.DefaultMapping.AddFieldMappingsAt(name, bareField(keyword.Name))
	}
	return m, nil
}

func bareField(analyzerName string) *mapping.FieldMapping {
	f := mapping.NewTextFieldMapping()
	f.Analyzer = analyzerName
	f.Store, f.IncludeTermVectors, f.IncludeInAll, f.DocValues = false, false, false, false
	return f
}

// field is a field of a Bleve document with its terms. Bleve analyses nothing.
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

// AnalyzedLength is the field's length for Bleve's own scoring, which we ignore. A constant takes
// the least space in a posting.
func (f *field) AnalyzedLength() int { return 1 }

func termField(name, term string) *field {
	tf := &bindex.TokenFreq{Term: []byte(term)}
	tf.SetFrequency(1)
	return &field{name: name, options: bindex.IndexField, freqs: bindex.TokenFrequencies{term: tf}}
}

func storedField(name string, value []byte) *field {
	return &field{name: name, options: bindex.StoreField, value: value}
}

// hashField passes hashes to package segment: see [segment.Field].
type hashField struct {
	field
	hashes []uint64
	rank   uint64
}

var _ segment.Field = (*hashField)(nil)

func (f *hashField) Hashes() []uint64 { return f.hashes }
func (f *hashField) Rank() uint64     { return f.rank }
func (f *hashField) Size() int        { return f.field.Size() + 8*len(f.hashes) }

// newHashField keeps hashes. rank orders the contents of a batch.
func newHashField(name string, hashes []uint64, rank uint64) *hashField {
	return &hashField{field{name: name, options: bindex.IndexField}, hashes, rank}
}

// newKeyField returns a field with one key.
func newKeyField(name string, hash uint64) *hashField { return newHashField(name, []uint64{hash}, 0) }

// printFields and keyFields are the fields that package segment stores in every index. Zap stores
// the others.
func printFields() (names []string) {
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
	}
	return names
}

func keyFields() []string { return []string{fieldContent} }

// allPrintFields and allKeyFields also have the fields of an index with SCANOSS fingerprints. Bleve
// reads the fields of an index from the segments, so the configuration of any index may name them.
func allPrintFields() []string { return append(printFields(), fieldWFP) }

func allKeyFields() []string { return append(keyFields(), fieldMD5) }
