// Package cluster opens indexes on an OpenSearch cluster. Import it for its effect:
//
//	import _ "github.com/chaffinch-search/chaffinch/index/cluster"
//
// Then chaffinch.Open takes addresses such as opensearch://HOST:9200,HOST2:9200/NAME, with the
// credentials in the environment: docs/cluster.md names the variables. Of the options only ReadOnly
// and Unpublished apply: several writers may change such an index at the same time.
package cluster

import (
	"context"
	"os"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/remote"
)

func init() {
	for _, scheme := range remote.Schemes {
		index.Register(scheme, index.Kind{Create: create, Open: open, Repair: repair})
	}
}

func create(ctx context.Context, address string, s index.Settings) (index.Changeable, error) {
	if s.Scanoss && s.Key == "" {
		return nil, option.Fail(option.ClusterNoScanoss, option.Scanoss)
	}
	o, err := options(s.Key != "", index.Options{})
	if err != nil {
		return nil, err
	}
	return remote.Create(ctx, address, s, o)
}

func open(ctx context.Context, address string, o index.Options) (index.Changeable, error) {
	to, err := options(o.Key != nil, o)
	if err != nil {
		return nil, err
	}
	return remote.Open(ctx, address, to)
}

func repair(ctx context.Context, address string, c index.CheckOptions) (index.RepairReport, error) {
	o, err := options(false, index.Options{})
	if err != nil {
		return index.RepairReport{}, err
	}
	return remote.Repair(ctx, address, o, c)
}

// options returns the options of the client, with the credentials in the environment.
func options(keyed bool, o index.Options) (remote.Options, error) {
	if keyed {
		return remote.Options{}, option.Fail(option.ClusterNoKey, option.Key)
	}
	credentials, err := remote.FromEnvironment(os.Getenv)
	return remote.Options{ReadOnly: o.ReadOnly, Unpublished: o.Unpublished, Credentials: credentials}, err
}
