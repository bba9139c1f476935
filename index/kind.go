package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Opened is the part of an open index, of any kind, that questions need.
type Opened interface {
	Path() string
	Settings() Settings
	Analyzer() *analyzer.Analyzer
	ReadOnly() bool
	State() (State, error)
	// ExcludeFrom returns the patterns, and excludes the index itself if it is below root.
	ExcludeFrom(root string, patterns []string) []string
	Close() error
}

// Changeable is the part of an open index that changes need.
type Changeable interface {
	Opened
	Update(context.Context, Source, UpdateOptions) (Report, error)
	Remove(ctx context.Context, match func(Occurrence) bool) (int, error)
	AddBoilerplate(context.Context, []string, BoilerplateOptions) ([]BoilerplateReport, error)
	RemoveBoilerplate(ctx context.Context, match func(name string) bool) (int, error)
	CopyFrom(context.Context, Copied, Settings, CopyOptions) (CopyReport, error)
	Check(context.Context, CheckOptions) (CheckReport, error)
	Size(context.Context) (int64, error)
}

// Kind opens indexes at addresses of a scheme.
type Kind struct {
	Create func(ctx context.Context, address string, s Settings) (Changeable, error)
	Open   func(ctx context.Context, address string, o Options) (Changeable, error)
	Repair func(ctx context.Context, address string, o CheckOptions) (RepairReport, error)
}

// kinds are the registered kinds, by scheme.
var kinds = map[string]Kind{}

// Register adds the kind of indexes at addresses that begin with the scheme and "://". Call it in
// an init function: package cluster does.
func Register(scheme string, k Kind) { kinds[scheme] = k }

// IsAddress reports whether the name of an index is an address, not a folder. A name with an
// unregistered scheme, such as https://host/NAME, is an address, but [KindAt] rejects it.
func IsAddress(name string) bool {
	scheme, rest, ok := strings.Cut(name, ":")
	_, registered := kinds[strings.ToLower(scheme)]
	return ok && (registered || strings.HasPrefix(rest, "//"))
}

// KindAt returns the kind of the index at an address. The error names no part that may be a
// password.
func KindAt(address string) (Kind, error) {
	scheme, _, _ := strings.Cut(address, "://")
	k, ok := kinds[scheme]
	switch {
	case ok:
		return k, nil
	case len(kinds) == 0:
		return k, errors.New("no kind of index at addresses is registered: import github.com/chaffinch-search/chaffinch/index/cluster")
	}
	return k, fmt.Errorf("wrong address of an index: begin it with %s", strings.Join(slices.Sorted(maps.Keys(kinds)), ":// or ")+"://")
}
