package filetest

import (
	"os"
	"path/filepath"
)

// Tests that start git or the program must not see their user's configuration and ignore rules.
// Importing this package hides them; a test of package importgraph says which tests must import it.
// HOME stays, where go keeps its caches.
func init() {
	if config, err := os.UserConfigDir(); err == nil && os.Getenv("GOENV") == "" {
		os.Setenv("GOENV", filepath.Join(config, "go", "env"))
	}
	none := filepath.Join(os.TempDir(), "chaffinch-tests-have-no-configuration")
	os.Setenv("XDG_CONFIG_HOME", none)
	os.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(none, "git")) // root who writes to os.DevNull by git replaces the device
	os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, name := range []string{"GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		os.Unsetenv(name)
	}
}
