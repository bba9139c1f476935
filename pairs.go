package chaffinch

import (
	"context"

	"github.com/chaffinch-search/chaffinch/internal/pairing"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Pairs compares all files or submissions below the paths with each other, according to o. It lists
// the similar pairs, best first, and groups the units by them. Paths are folders, files and
// archives. An info.csv at the top of a path gives the authors. It checks ctx once per file and per
// pair. Close the result.
func Pairs(ctx context.Context, paths []string, o pairs.Options) (*pairs.Report, error) {
	return pairing.Input{Paths: paths}.Pairs(ctx, o)
}

// Pairs compares the contents of a collection, or of all if it is empty. See [Pairs]. Contents are
// read from the indexed files or, if it stores them, from the index. The boilerplate of the index
// and of the options is ignored. The index must stay open until the result is closed.
func (x *Index) Pairs(ctx context.Context, collection string, o pairs.Options) (*pairs.Report, error) {
	return pairing.Input{Index: x.opened, Collection: collection}.Pairs(ctx, o)
}

// Clusters groups the files or submissions below the paths as [Pairs] does. It
// ignores MinScore and other pair-listing options. Groups of only old units are omitted. Close the
// result.
func Clusters(ctx context.Context, paths []string, o pairs.Options) (*pairs.Report, error) {
	return pairing.Input{Paths: paths}.Clusters(ctx, o)
}

// Clusters groups contents of the index, selected as by [Index.Pairs]. See [Clusters].
func (x *Index) Clusters(ctx context.Context, collection string, o pairs.Options) (*pairs.Report, error) {
	return pairing.Input{Index: x.opened, Collection: collection}.Clusters(ctx, o)
}

// Clones finds the blocks that occur twice or more in the files below the paths. A block has at
// least [pairs.CloneOptions].MinTokens tokens, and may repeat within one file. Names and literals
// may be changed, one to one. It lists the largest clones first. Paths are folders, files and
// archives. It checks ctx once per file.
func Clones(ctx context.Context, paths []string, o pairs.CloneOptions) (*pairs.CloneReport, error) {
	return pairing.Input{Paths: paths}.Clones(ctx, o)
}

// Clones finds the clones in a collection, or in all contents if it is empty. See the function
// [Clones]. The boilerplate of the index and of the options is ignored.
func (x *Index) Clones(ctx context.Context, collection string, o pairs.CloneOptions) (*pairs.CloneReport, error) {
	return pairing.Input{Index: x.opened, Collection: collection}.Clones(ctx, o)
}
