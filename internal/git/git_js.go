package git

import "context"

// Repository is an open repository. There is none where no program runs: the type completes its callers.
type Repository struct{}

// Open returns [ErrNoGit]. The methods of a repository do, too.
func Open(string) (*Repository, error) { return nil, ErrNoGit }

// Close does nothing.
func (*Repository) Close() {}

// Irregular returns nothing.
func (*Repository) Irregular() []string { return nil }

// Resolve returns [ErrNoGit].
func (*Repository) Resolve(context.Context, string) (string, error) { return "", ErrNoGit }

// Tree returns [ErrNoGit].
func (*Repository) Tree(context.Context, string, func(Entry) error) error { return ErrNoGit }

// References returns [ErrNoGit].
func (*Repository) References(context.Context) (*References, error) { return nil, ErrNoGit }

// History returns [ErrNoGit].
func (*Repository) History(context.Context, *References, bool, func(string) bool, func(Entry) error) error {
	return ErrNoGit
}

// Read returns [ErrNoGit].
func (*Repository) Read(context.Context, string, int64, []byte) ([]byte, error) { return nil, ErrNoGit }

// ReadAtMost returns [ErrNoGit].
func (*Repository) ReadAtMost(context.Context, string, int64, []byte) ([]byte, error) {
	return nil, ErrNoGit
}
