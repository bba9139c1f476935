package corpus

import (
	"context"
	"errors"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// A browser runs no program, so repositories are not read there, and packages are not fetched.

// ErrNoGit means that repositories are not read.
var ErrNoGit = errors.New("git repositories are not read in a browser")

var errNoPackages = errors.New("packages are not fetched in a browser")

type sharedRepository struct{}

func openPackage(string, document.Options) (Source, error) { return nil, errNoPackages }

func rootOfPackage(string) (string, error) { return "", errNoPackages }

func packageNamed(string) (names, left []string, err error) { return nil, nil, errNoPackages }

func packagesListed(string) (names, left []string, err error) { return nil, nil, errNoPackages }

func openGit(string, document.Options) (Source, error) { return nil, ErrNoGit }

func (File) readBlob(_ document.Options, buf []byte) ([]byte, document.Reason, error) {
	return buf[:0], document.Missing, ErrNoGit
}

// readGitAgain returns an error: repositories are not read.
func readGitAgain(_ context.Context, root, _ string, _ int64, buf []byte) ([]byte, error) {
	if document.IsRepositoryAddress(root) {
		return buf[:0], ErrNoGit
	}
	return buf[:0], ErrOnceOnly
}

// userExcludes returns nothing: a browser has no user's settings.
func userExcludes(context.Context) string { return "" }

// trackedIn returns no files: ignore files decide.
func trackedIn(context.Context, string) (*trackedFiles, error) { return new(trackedFiles), nil }

// Release does nothing.
func Release() {}
