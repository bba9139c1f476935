package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Index is an index on a cluster.
type Index struct {
	client   *Client
	path     string // as it was opened
	name     string // of the index of contents
	meta     meta
	analyzer *analyzer.Analyzer
	options  Options
	created  bool // by this process
	clauses  int  // the most terms of a boolean query
}

// Options specify how to open an index.
type Options struct {
	ReadOnly    bool
	Unpublished bool // with ReadOnly: even if the first update has not ended
	Credentials Credentials
}

// Open opens the index at an address. The error is [index.ErrNotIndex] if there is none, an
// [*index.MismatchError], or for readers [index.ErrUnfinished].
func Open(ctx context.Context, address string, o Options) (*Index, error) {
	x, err := connect(address, o)
	if err != nil {
		return nil, err
	}
	if err := x.open(ctx); err != nil {
		x.Close()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	return x, nil
}

func connect(address string, o Options) (*Index, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	return &Index{client: NewClient(a, o.Credentials), path: address, name: a.Index, options: o}, nil
}

// Create creates an empty index with the settings and opens it.
func Create(ctx context.Context, address string, s index.Settings, o Options) (*Index, error) {
	x, err := connect(address, o)
	if err != nil {
		return nil, err
	}
	if err := x.create(ctx, s); err != nil {
		x.Close()
		return nil, fmt.Errorf("creating %s: %w", address, err)
	}
	return x, nil
}

func (x *Index) create(ctx context.Context, s index.Settings) error {
	if _, err := s.NewAnalyzer(); err != nil {
		return err
	}
	s.Format, s.Fingerprints, s.Segments = formatVersion, analyzer.Version, segments
	if s.Shards < 1 {
		nodes, err := x.nodes(ctx)
		if err != nil {
			return err
		}
		s.Shards = nodes
	}
	if _, err := x.readMeta(ctx); !errors.Is(err, errAbsent) {
		return cmp.Or(err, x.open(ctx)) // another writer was faster
	}
	x.created = true
	// The contents come last: an index that has them is complete.
	for _, part := range []struct {
		name    string
		mapping any
	}{{x.files(), filesMapping(s.Shards)}, {x.name, contentsMapping(s)}} {
		err := x.client.do(ctx, request{method: http.MethodPut, path: pathOf(part.name), body: encoded(part.mapping)}, new(object))
		if err != nil && !isThere(err) {
			return err
		}
	}
	if err := x.open(ctx); err != nil {
		return err
	}
	return x.change(ctx, func(m *meta) { m.Routes = x.meta.Routes })
}

// isThere reports whether an index could not be created because it is there. Another writer may
// have been faster, or the answer to the first request was lost.
func isThere(err error) bool {
	status := new(StatusError)
	return errors.As(err, &status) && status.Type == "resource_already_exists_exception"
}

// nodes returns the number of nodes that hold data.
func (x *Index) nodes(ctx context.Context) (int, error) {
	var health struct {
		Nodes int `json:"number_of_data_nodes"`
	}
	err := x.client.do(ctx, request{method: http.MethodGet, path: "/_cluster/health", patience: opening, hedged: true}, &health)
	return max(1, health.Nodes), err
}

// files returns the name of the index of files.
func (x *Index) files() string { return x.name + filesSuffix }

func (x *Index) open(ctx context.Context) (err error) {
	if x.meta, err = x.readMeta(ctx); err != nil {
		return err
	}
	if x.meta.Unpublished && x.options.ReadOnly && !x.options.Unpublished {
		return errUnpublished
	}
	a, err := x.Settings().NewAnalyzer()
	if err != nil {
		return err
	}
	x.analyzer = a
	if err := x.findRoutes(ctx); err != nil {
		return err
	}
	x.findLimit(ctx)
	return nil
}

// errAbsent means that a cluster has no index of that name.
var errAbsent = fmt.Errorf("%w of that name is on the cluster", index.ErrNotIndex)

// rerun is how to complete an index that is loaded in part.
var rerun = index.Remedy{Kind: index.RemedyRerun}

// errUnpublished is the error for questions to an index that is loaded in part.
var errUnpublished = option.Fail(option.Advised, index.ErrUnfinished, rerun)

// meta is kept with a mapping.
type meta struct {
	Chaffinch *index.Settings `json:"chaffinch,omitempty"`
	Files     bool            `json:"files,omitempty"` // it is the index of files, and has no more
	// Loading means that no update has ended: until then there are no copies of shards.
	Loading bool `json:"loading,omitempty"`
	// Unpublished means that no update has published. Questions are refused.
	Unpublished bool `json:"unpublished,omitempty"`
	// Routes are routing values, one for each shard. Finding them takes many requests.
	Routes []string `json:"routes,omitempty"`
}

// readMeta reads the metadata of the mappings of both indexes, in one request.
func (x *Index) readMeta(ctx context.Context) (meta, error) {
	var mappings map[string]struct { // by the name of the index, not of an alias
		Mappings struct {
			Meta meta `json:"_meta"`
		} `json:"mappings"`
	}
	path := pathOf(x.name+","+x.files(), "_mapping") + "?ignore_unavailable=true"
	err := x.client.do(ctx, request{method: http.MethodGet, path: path, patience: opening, hedged: true}, &mappings)
	if err != nil {
		return meta{}, err
	}
	var contents []meta
	files := 0
	for name, m := range mappings {
		switch own := m.Mappings.Meta; {
		case own.Chaffinch != nil:
			contents = append(contents, own)
		case own.Files && name != x.name:
			files++
		default:
			return meta{}, fmt.Errorf("%w: %s is an index of another program", index.ErrNotIndex, name)
		}
	}
	switch {
	case len(contents) == 0: // the files come first
		return meta{}, option.Fail(option.Advised, errAbsent, index.Remedy{Kind: index.RemedyCreate, Index: x.path})
	case len(contents) > 1 || files > 1:
		return meta{}, fmt.Errorf("%w: %s names %d indexes", index.ErrNotIndex, x.name, len(mappings))
	case files == 0:
		return meta{}, fmt.Errorf("%w: %s is there, but not %s, which belongs to it: restore it from a snapshot, "+
			"or remove %s and index again", index.ErrNotIndex, x.name, x.files(), x.name)
	}
	return contents[0], contents[0].Chaffinch.Fit(x.path, formatVersion, segments)
}

// change changes the metadata of the mapping. Another writer may do so at the same time: what one
// of them takes back is of no harm, and is noted again at the end of the next update.
func (x *Index) change(ctx context.Context, f func(*meta)) error {
	m, err := x.readMeta(ctx)
	if err != nil {
		return err
	}
	f(&m)
	body := encoded(object{"_meta": m})
	return x.client.do(ctx, request{method: http.MethodPut, path: pathOf(x.name, "_mapping"), body: body}, new(object))
}

// mostRoutes bounds the routing values that are tried to reach every shard.
const mostRoutes = 100_000

// findRoutes finds a routing value for each shard of the contents.
func (x *Index) findRoutes(ctx context.Context) error {
	var settings map[string]struct {
		Settings struct {
			Index struct {
				Shards string `json:"number_of_shards"`
			} `json:"index"`
		} `json:"settings"`
	}
	err := x.client.do(ctx, request{method: http.MethodGet, path: pathOf(x.name, "_settings", "index.number_of_shards"), patience: opening, hedged: true}, &settings)
	if err != nil {
		return err
	}
	total := 0
	for _, s := range settings {
		total, _ = strconv.Atoi(s.Settings.Index.Shards)
	}
	x.meta.Chaffinch.Shards = total               // they may have been split since
	if total > 0 && len(x.meta.Routes) == total { // as they were when it was created
		return nil
	}
	x.meta.Routes = nil
	found := map[int]bool{}
	for route := 0; len(found) < total && route < mostRoutes; route++ {
		shard, err := x.shardOf(ctx, strconv.Itoa(route))
		if err != nil {
			return err
		}
		if !found[shard] {
			found[shard] = true
			x.meta.Routes = append(x.meta.Routes, strconv.Itoa(route))
		}
	}
	if len(found) < max(1, total) {
		return fmt.Errorf("%w: %d shards of %d were found", errLies, len(found), total)
	}
	return nil
}

// shardOf returns the number of the shard that a routing value reaches.
func (x *Index) shardOf(ctx context.Context, route string) (int, error) {
	var answer struct {
		Shards [][]struct {
			Shard int `json:"shard"`
		} `json:"shards"`
	}
	path := pathOf(x.name, "_search_shards") + "?routing=" + route
	if err := x.client.do(ctx, request{method: http.MethodGet, path: path, patience: opening, hedged: true}, &answer); err != nil {
		return 0, err
	}
	if len(answer.Shards) != 1 || len(answer.Shards[0]) < 1 {
		return 0, fmt.Errorf("%w: a routing value reaches %d shards", errLies, len(answer.Shards))
	}
	return answer.Shards[0][0].Shard, nil
}

// usualClauses is the limit of a cluster that says nothing of it.
const usualClauses = 1024

// findLimit reads the maximum number of clauses of a query. A user without this permission has the
// usual limit.
func (x *Index) findLimit(ctx context.Context) {
	const setting = "indices.query.bool.max_clause_count"
	var settings map[string]map[string]any
	path := "/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=**." + setting
	x.clauses = usualClauses
	if x.client.do(ctx, request{method: http.MethodGet, path: path, patience: opening, hedged: true}, &settings) != nil {
		return
	}
	for _, level := range []string{"transient", "persistent", "defaults"} {
		text, _ := settings[level][setting].(string)
		if n, err := strconv.Atoi(text); err == nil {
			x.clauses = n
			return
		}
	}
}

// Path returns the address.
func (x *Index) Path() string { return x.path }

// Settings returns the settings that the index was created with.
func (x *Index) Settings() index.Settings { return *x.meta.Chaffinch }

// Analyzer returns the analyzer of the index.
func (x *Index) Analyzer() *analyzer.Analyzer { return x.analyzer }

// ReadOnly reports whether the index was opened for questions only.
func (x *Index) ReadOnly() bool { return x.options.ReadOnly }

// Follows reports that others may publish. A state does not see that in what it has looked up.
func (x *Index) Follows() bool { return true }

// ExcludeFrom returns the patterns: an index on a cluster is in no folder.
func (x *Index) ExcludeFrom(_ string, patterns []string) []string { return patterns }

// Close closes the connections.
func (x *Index) Close() error {
	x.client.Close()
	return nil
}

// refresh makes written documents visible to questions: contents before their occurrences.
func (x *Index) refresh(ctx context.Context, names ...string) error {
	for _, name := range names {
		var answer struct {
			Shards shards `json:"_shards"`
		}
		if err := x.client.do(ctx, request{method: http.MethodPost, path: pathOf(name, "_refresh")}, &answer); err != nil {
			return err
		}
		if answer.Shards.Failed > 0 { // copies that are missing do not count
			return fmt.Errorf("refreshing %s: %w", name, answer.Shards.complete())
		}
	}
	return nil
}

// counted is the number of documents that all shards have.
type counted struct {
	Count  int    `json:"count"`
	Shards shards `json:"_shards"`
}

// check implements [checked].
func (c *counted) check() error { return c.Shards.complete() }

// count returns the number of documents of an index that questions see.
func (x *Index) count(ctx context.Context, name string) (int, error) {
	var answer counted
	err := x.client.do(ctx, request{method: http.MethodGet, path: pathOf(name, "_count"), patience: reading, hedged: true}, &answer)
	return answer.Count, err
}

// deletions are the segments of the copies of shards that are there.
type deletions struct {
	Indices map[string]struct {
		Shards map[string][]struct {
			Segments map[string]struct {
				Deleted int  `json:"deleted_docs"`
				Search  bool `json:"search"` // questions see it
			} `json:"segments"`
		} `json:"shards"`
	} `json:"indices"`
	Shards shards `json:"_shards"`
	least  int    // shards that have a copy
}

// check implements [checked].
func (d *deletions) check() error {
	if d.Shards.Failed > 0 || d.Shards.Successful < d.least {
		return d.Shards.complete()
	}
	return nil
}

// deleted returns the number of deleted documents that df still counts in a copy of a shard. The
// statistics of an index are of another reader, which may have dropped them.
func (x *Index) deleted(ctx context.Context) (n int, err error) {
	answer := deletions{least: len(x.meta.Routes)}
	path := pathOf(x.name, "_segments") + "?filter_path=_shards,**.deleted_docs,**.search"
	err = x.client.do(ctx, request{method: http.MethodGet, path: path, patience: reading, hedged: true}, &answer)
	for _, one := range answer.Indices {
		for _, copies := range one.Shards {
			for _, c := range copies {
				for _, s := range c.Segments {
					if s.Search {
						n += s.Deleted
					}
				}
			}
		}
	}
	return n, err
}
