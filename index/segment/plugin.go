// Package segment implements a scorch segment type for fingerprints. Scorch is Bleve's index. It
// still opens, searches, updates and merges the index, and recovers it after a crash.
//
// Importing the package registers the type. [Config] creates an index with it:
//
//	bleve.NewUsing(path, mapping, scorch.Name, scorch.Name,
//		segment.Config([]string{"structure"}, nil))
//
// The fields named there hold fingerprints. This package stores them as sorted numbers, in a
// fraction of the space and time of Bleve's own segment type, zap. Zap stores all other fields, in
// the front part of the same file. format.go describes the file, and why it is so.
//
// A fingerprint counts once in a document, however often it occurs, and has no positions and no
// norm: docs/decisions/segment-type.md and searcher.md say why. Every page of a file has a
// checksum, which is verified before the page is used: damaged bytes are an error ([ErrDamaged]),
// never part of an answer.
package segment

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

const (
	// Type is the name by which scorch knows these segments.
	Type = "chaffinch"
	// Version is the version of the format.
	Version = 1

	printsKey  = "fingerprints" // in the configuration of segments
	keysKey    = "keys"
	idCacheKey = "lookups"
	sumsKey    = "sums"
)

func init() { scorch.RegisterSegmentPlugin(&plugin{}, false) }

// Config returns the configuration that makes bleve.NewUsing create an index with segments of this
// type. The fields named in prints contain fingerprints only. The fields named in keys contain
// terms of the same form, a few in each document. Such a term is the hash of a longer key, which
// the document stores. The mapping of each must set IncludeInAll to false, as zap does not have
// these fields; otherwise indexing a document is an error. Bleve keeps the configuration in the
// index, so any program that imports this package can open it.
func Config(prints, keys []string) map[string]any {
	return map[string]any{
		"forceSegmentType":    Type,
		"forceSegmentVersion": Version,
		"segmentConfig":       fields(prints, keys),
	}
}

// Writing returns a configuration for bleve.OpenUsing. Use it to write large batches from the given
// number of goroutines. The ids of a batch are then hashed and sorted once, not once for each
// segment. While the index is open this takes the memory of the ids of one batch for each
// goroutine, and 48 bytes more for each id. The index on disk is the same.
func Writing(prints, keys []string, goroutines int) map[string]any {
	config := fields(prints, keys)
	config[idCacheKey] = newIDCache(goroutines)
	return map[string]any{"segmentConfig": config}
}

// Expect adds the expected checksums of segments to a configuration for bleve.OpenUsing. sums are
// the checksums of their files ([File.CRC]), by file name. A segment with another checksum counts
// as damaged, and if all is set, so does one that sums does not name. Call end once the index is
// open, since Bleve may give a new segment the name of one that is gone.
func Expect(config map[string]any, prints, keys []string, sums map[string]uint32, all bool) (end func()) {
	of, ok := config["segmentConfig"].(map[string]any)
	if !ok {
		of = fields(prints, keys)
		config["segmentConfig"] = of
	}
	e := &expected{sums: sums, all: all}
	of[sumsKey] = e
	return func() { e.ended.Store(true) }
}

// expected are the checksums that segments must have.
type expected struct {
	sums  map[string]uint32
	all   bool // there are no others
	ended atomic.Bool
}

// verifyExpected returns an error if the segment has other checksums than the configuration.
func verifyExpected(s *File, config map[string]any) error {
	e, ok := config[sumsKey].(*expected)
	if !ok || e.ended.Load() {
		return nil
	}
	if sum, ok := e.sums[filepath.Base(s.path)]; ok && sum != s.CRC() || !ok && e.all {
		return fmt.Errorf("segment %s: it is not the one that was published: %w", s.path, ErrDamaged)
	}
	return nil
}

func fields(prints, keys []string) map[string]any {
	return map[string]any{printsKey: prints, keysKey: keys}
}

// idCacheOf returns nil if the configuration does not come from [Writing].
func idCacheOf(config map[string]any) *idCache {
	l, _ := config[idCacheKey].(*idCache)
	return l
}

// kinds maps the fields that this package stores to their kinds. Zap stores all others.
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

// names reads a list of names, which JSON decodes as []any.
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

// Open implements [scorch.SegmentPlugin].
func (p *plugin) Open(path string) (api.Segment, error) { return p.OpenUsing(path, nil) }

// verifiedSize is up to which size a file is verified whole when opened. Pages of larger files are
// verified when they are read: a question reads few, and from a disk, all of a file takes longer
// than an answer.
const verifiedSize = 1 << 20

// OpenUsing implements [scorch.SegmentPlugin]. If the file cannot be opened, for whatever reason,
// it returns a [*Broken] and no error.
func (p *plugin) OpenUsing(path string, config map[string]any) (api.Segment, error) {
	s, err := openFile(path, config)
	if err != nil {
		return &Broken{path: path, err: err}, nil
	}
	if err := verifyExpected(s, config); err != nil {
		s.Close()
		return &Broken{path: path, err: err, foreign: true}, nil
	}
	if len(s.mem) <= verifiedSize {
		err = s.pages.verifyAll(context.Background())
	}
	if err != nil {
		s.Close()
		return &Broken{path: path, err: err}, nil
	}
	return s, nil
}

// Merge implements [scorch.SegmentPlugin].
func (p *plugin) Merge(segments []api.Segment, drops []*roaring.Bitmap, path string,
	closeCh chan struct{}, s api.StatsReporter) ([][]uint64, uint64, error) {
	return p.MergeUsing(segments, drops, path, closeCh, s, nil)
}
