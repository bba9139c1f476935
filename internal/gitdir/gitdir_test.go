package gitdir

import (
	"os"
	"path/filepath"
	"testing"
)

// A work tree points to its repository by a file, or a link to a file, whose path may end in a
// blank.
func TestFind_FollowsPointers(t *testing.T) {
	tree := repository(t, map[string]string{"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "", "worktrees/w /HEAD": "x", "worktrees/w /commondir": "../..\n"})
	git := filepath.Join(tree, ".git")
	second := t.TempDir()
	pointer := filepath.Join(second, "pointer")
	if err := os.WriteFile(pointer, []byte("gitdir: "+filepath.Join(git, "worktrees", "w ")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(pointer, filepath.Join(second, ".git")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{tree: git, git: git, second: filepath.Join(git, "worktrees", "w ")} {
		if dir, common, ok := Find(path); dir != want || common != git || !ok {
			t.Errorf("%s: %s, %s, %v", path, dir, common, ok)
		}
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, ".git"), []byte("gitdir: gone\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := Find(broken); ok {
		t.Error("a repository that is gone is found")
	}
	if _, _, ok := WorkTree(broken); !ok {
		t.Error("its work tree is none")
	}
}
