package segment

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

const (
	// Type is the name by which scorch knows these segments.
	Type = "chaffinch"
	// Version is that of the format.
	Version = 1

	printsKey  = "fingerprints" // in the configuration of segments
	keysKey    = "keys"
	lookupsKey = "lookups"
)

func init() { scorch.RegisterSegmentPlugin(&plugin{}, false) }

// Config returns the configuration that makes bleve.NewUsing create an index with segments of this
// type. The fields prints hold fingerprints and nothing else. The fields keys hold terms of the
// same form, few in each document, which stand for something longer that the document stores.
// Bleve keeps the configuration with the index, so any program that imports this package can open
// it.
func Config(prints, keys []string) map[string]any {
	return map[string]any{
		"forceSegmentType":    Type,
		"forceSegmentVersion": Version,
		"segmentConfig":       fields(prints, keys),
	}
}

// Writing returns a configuration for bleve.OpenUsing, for writing to an index with those fields in
// batches of many documents, from so many goroutines at once. With it the ids of a batch are hashed
// and sorted once, and not for every segment. For each goroutine it keeps the ids of a batch and 48
// bytes for each id, as long as the index is open. It does not change the index.
func Writing(prints, keys []string, goroutines int) map[string]any {
	config := fields(prints, keys)
	config[lookupsKey] = newLookups(goroutines)
	return map[string]any{"segmentConfig": config}
}

func fields(prints, keys []string) map[string]any {
	return map[string]any{printsKey: prints, keysKey: keys}
}

// lookupsOf returns nil if the configuration is not that of [Writing].
func lookupsOf(config map[string]any) *lookups {
	l, _ := config[lookupsKey].(*lookups)
	return l
}

// kinds are the fields that zap does not get.
type kinds map[string]kind

func kindsOf(config map[string]any) kinds {
	k := kinds{}
	for _, n := range names(config[printsKey]) {
		k[n] = kindPrints
	}
	for _, n := range names(config[keysKey]) {
		k[n] = kindKeys
	}
	return k
}

// names reads names back; from JSON they come as values of any type.
func names(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	list, _ := v.([]any)
	var found []string
	for _, n := range list {
		if s, ok := n.(string); ok {
			found = append(found, s)
		}
	}
	return found
}

// plugin makes segments for scorch. It holds no state.
type plugin struct{ zap zap.ZapPlugin }

var _ scorch.SegmentPlugin = (*plugin)(nil)

// Type implements [scorch.SegmentPlugin].
func (*plugin) Type() string { return Type }

// Version implements [scorch.SegmentPlugin].
func (*plugin) Version() uint32 { return Version }

// New implements [scorch.SegmentPlugin]. Without a configuration no field holds fingerprints.
func (p *plugin) New(docs []bindex.Document) (api.Segment, uint64, error) {
	return p.NewUsing(docs, nil)
}

// NewUsing implements [scorch.SegmentPlugin].
func (p *plugin) NewUsing(docs []bindex.Document, config map[string]any) (api.Segment, uint64, error) {
	return p.build(docs, config)
}

// Open implements [scorch.SegmentPlugin].
func (p *plugin) Open(path string) (api.Segment, error) { return p.OpenUsing(path, nil) }

// verifiedSize is up to which size, in bytes, all checksums of a file are compared when it is
// opened, so that damage is found before it is met: that takes some milliseconds. To read all of a
// large one would take longer than a question does; of these every page is compared when it is
// read.
const verifiedSize = 32 << 20

// OpenUsing implements [scorch.SegmentPlugin]. Where a file cannot be opened, for whatever reason,
// it returns a [*Broken].
func (p *plugin) OpenUsing(path string, config map[string]any) (api.Segment, error) {
	s, err := openFile(path, config)
	if err == nil && len(s.mem) <= verifiedSize {
		if err = s.pages.compareAll(context.Background()); err != nil {
			s.Close()
		}
	}
	if err != nil {
		return &Broken{path: path, err: err}, nil
	}
	return s, nil
}

// Merge implements [scorch.SegmentPlugin].
func (p *plugin) Merge(segments []api.Segment, drops []*roaring.Bitmap, path string,
	closeCh chan struct{}, s api.StatsReporter) ([][]uint64, uint64, error) {
	return p.MergeUsing(segments, drops, path, closeCh, s, nil)
}

// MergeUsing implements [scorch.SegmentPlugin].
func (p *plugin) MergeUsing(segments []api.Segment, drops []*roaring.Bitmap, path string,
	closeCh chan struct{}, s api.StatsReporter, config map[string]any) ([][]uint64, uint64, error) {
	return p.merge(segments, drops, path, closeCh, s, config)
}

// fieldKinds returns the fields of all parts. Whether a field holds keys is a matter of the index,
// so parts agree.
func fieldKinds(parts []*part) kinds {
	k := kinds{}
	for _, p := range parts {
		for _, n := range p.names {
			k[n] = p.fields[n].kind
		}
	}
	return k
}
