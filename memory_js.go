package chaffinch

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/memory"
)

// Memory indexes a source in memory, for questions. In a browser there is no other index. It looks
// at every posting of a question, so it is meant for some thousand contents.
func Memory(ctx context.Context, s index.Settings, from index.Source, o index.UpdateOptions) (*Index, error) {
	x, err := memory.New(s)
	if err != nil {
		return nil, err
	}
	if _, err := index.Update(ctx, x, from, o); err != nil {
		return nil, err
	}
	a, err := s.NewAnalyzer()
	if err != nil {
		return nil, err
	}
	return &Index{opened: inMemory{x, a}}, nil
}

// inMemory is an index in memory, as it was published.
type inMemory struct {
	*memory.Index
	analyzer *analyzer.Analyzer
}

func (x inMemory) Path() string                 { return "memory" }
func (x inMemory) Analyzer() *analyzer.Analyzer { return x.analyzer }
func (x inMemory) ReadOnly() bool               { return true }
func (x inMemory) State() (index.State, error)  { return x.Published(), nil }
func (x inMemory) Close() error                 { return nil }

func (x inMemory) ExcludeFrom(_ string, patterns []string) []string { return patterns }

// warnings returns nothing: the engine has no list of licences.
func licenseWarnings(Filter) []answer.Warning { return nil }
