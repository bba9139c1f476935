//go:build !js

// Not in a browser: a browser runs no program, such as git.

package corpus

import (
	"context"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/internal/git"
)

// trackedIn returns what git tracks in the work tree with that top, or nil if git cannot tell: then it is as without a
// repository, and ignore files decide.
func trackedIn(ctx context.Context, top string) *trackedFiles {
	all := trackedFiles{}
	err := git.Tracked(ctx, filepath.FromSlash(top), func(path string) error {
		all = append(all, path)
		return nil
	})
	if err != nil {
		return nil
	}
	return &all
}
