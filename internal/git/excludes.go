package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// excludes are the results of [UserExcludes], by the variables that decide.
var excludes sync.Map

// excludesVariables are the variables of the environment that decide which files are the user's
// configuration.
var excludesVariables = []string{
	"HOME", "USERPROFILE", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
}

// UserExcludes returns the path of the file with the user's ignore rules for all repositories. It
// is core.excludesFile of the user's or the system's configuration, or else git/ignore in the
// folder of configurations. The path may be relative to the top of a work tree, and the file need
// not exist; it is empty if there are no such rules. No repository is read.
func UserExcludes(ctx context.Context) string {
	key := ""
	for _, name := range excludesVariables {
		key += os.Getenv(name) + "\x00"
	}
	if known, ok := excludes.Load(key); ok {
		return known.(string)
	}
	cmd := exec.CommandContext(ctx, "git", "config", "--includes", "--type=path", "--get", "core.excludesFile")
	cmd.Env = append(os.Environ(), "GIT_DIR="+os.DevNull, "LC_ALL=C")
	text, err := cmd.Output()
	path := strings.TrimSuffix(string(text), "\n")
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: it is not set
		text, path = nil, ""
	}
	if len(text) == 0 {
		path = defaultExcludes()
	}
	if ctx.Err() == nil {
		excludes.Store(key, path)
	}
	return path
}

// defaultExcludes returns the path that gitignore(5) names.
func defaultExcludes() string {
	folder := os.Getenv("XDG_CONFIG_HOME")
	if folder == "" {
		home, err := os.UserHomeDir()
		if err != nil || home == "" {
			return ""
		}
		folder = filepath.Join(home, ".config")
	}
	return filepath.Join(folder, "git", "ignore")
}
