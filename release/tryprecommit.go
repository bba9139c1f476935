package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var downloads = regexp.MustCompile(regexp.QuoteMeta(homepage) + `/releases/download/[^/]+/`)

// tryPreCommit runs both hooks in a repository, with a copy and without. Its wheel is the one on
// this machine; setuptools comes from PyPI.
func tryPreCommit(t *trying) error {
	archive, err := t.find("chaffinch_*_pre-commit.tar.gz")
	if err != nil {
		return err
	}
	hooks, project := filepath.Join(t.work, "chaffinch-pre-commit"), filepath.Join(t.work, "project")
	if _, err := output(t.work, "tar", "xzf", archive); err != nil {
		return err
	}
	manifest := filepath.Join(hooks, "pyproject.toml")
	text, err := os.ReadFile(manifest)
	if err != nil {
		return err
	}
	if err := os.WriteFile(manifest, downloads.ReplaceAll(text, []byte("file://"+t.out+"/")), 0o644); err != nil {
		return err
	}
	git := func(folder string, args ...string) error {
		_, err := output(folder, "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		return err
	}
	settings := fmt.Sprintf("repos:\n- repo: %s\n  rev: v1.0\n  hooks:\n  - id: chaffinch\n    args: [--fail-over-match=50]\n"+
		"  - id: chaffinch-scan\n    args: [--since=HEAD, --index=../origins]\n", hooks)
	if err := writeTexts(t.work, map[string]string{"corpus/squares.go": original, "project/.pre-commit-config.yaml": settings}); err != nil {
		return err
	}
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"commit", "--quiet", "-m", "all"}, {"tag", "v1.0"}} {
		if err := git(hooks, args...); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"commit", "--quiet", "-m", "all"}} {
		if err := git(project, args...); err != nil {
			return err
		}
	}
	// The hooks check staged files.
	check := func(hook string) (string, error) {
		if err := git(project, "add", "."); err != nil {
			return "", err
		}
		return output(project, "env", "PRE_COMMIT_HOME="+filepath.Join(t.work, "home"), "pre-commit", "run", hook)
	}
	if err := writeTexts(project, map[string]string{"other.go": other}); err != nil {
		return err
	}
	if said, err := check("chaffinch"); err != nil || !strings.Contains(said, "Passed") {
		return fmt.Errorf("without a copy: %s %w", said, err)
	}
	program, err := filepath.Glob(filepath.Join(t.work, "home", "repo*", "py_env-*", "bin", "chaffinch"))
	if err != nil || len(program) != 1 {
		return fmt.Errorf("the wheel has installed %q: %w", program, err)
	}
	if _, err := output(t.work, program[0], "--index", "origins", "index", "corpus"); err != nil {
		return err
	}
	if err := writeTexts(project, map[string]string{"squares.go": original, "copy.go": renamed}); err != nil {
		return err
	}
	for _, hook := range []string{"chaffinch", "chaffinch-scan"} {
		if said, err := check(hook); err == nil || !strings.Contains(err.Error(), "copy.go") || !strings.Contains(err.Error(), "squares.go") {
			return fmt.Errorf("%s does not find a copy: %s %w", hook, said, err)
		}
	}
	return nil
}
