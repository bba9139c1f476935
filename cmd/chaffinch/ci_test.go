package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readTop reads a file at the top of the repository, from the folder of this package.
func readTop(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// hook returns the command of a pre-commit hook, without the program.
func hook(t *testing.T, id string) []string {
	t.Helper()
	_, text, _ := strings.Cut(readTop(t, ".pre-commit-hooks.yaml"), "- id: "+id+"\n")
	entry := regexp.MustCompile(`(?m)^  entry: chaffinch (.+)$`).FindStringSubmatch(text)
	args := regexp.MustCompile(`(?m)^  args: \[(.+)\]$`).FindStringSubmatch(text)
	if entry == nil || args == nil {
		t.Fatalf("the hook has no command: %s", text)
	}
	return append(strings.Fields(entry[1]), strings.Split(args[1], ", ")...)
}

// pre-commit appends the files of a commit to the command, and fails if that exits with 1.
func TestHook_FailsForACopy(t *testing.T) {
	command := hook(t, "chaffinch")
	corpus := "../../testdata/ranking/corpus/c/"
	calc, maze := textOf(t, corpus+"calc.c"), textOf(t, corpus+"maze.c")
	c := newCommandLine(t)
	c.write("src/calc.c", calc)
	c.write("src/maze.c", maze)
	for _, step := range []struct {
		code  int
		files []string
		log   string
	}{
		{exitFound, []string{"src/maze.c"}, ""},
		{exitNothing, []string{"src/copy.c", "src/maze.c"}, "src/copy.c:9-"},
		{exitError, []string{"src/gone.c"}, "--only names no file that exists: the first is src/gone.c"},
		{exitFound, []string{"src/maze.c", "src/gone.c"}, "src/gone.c (does not exist)"},
	} {
		if slices.Contains(step.files, "src/copy.c") {
			c.write("src/copy.c", calc+"// a copy\n")
		}
		_, errOut := c.run(step.code, append(slices.Clone(command), step.files...)...)
		if !strings.Contains(errOut, step.log) || step.log == "" && errOut != "" {
			t.Errorf("%q: %s", step.files, errOut)
		}
	}
}

// The hook of scan fails for a copy in what changed since the last commit.
func TestHook_FailsForACopyFromTheIndex(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	command := hook(t, "chaffinch-scan")
	calc := textOf(t, "../../testdata/ranking/corpus/c/calc.c")
	c := newCommandLine(t)
	c.write("up/calc.c", calc)
	c.write("proj/known.c", calc)
	t.Setenv("CHAFFINCH_INDEX", filepath.Join(c.dir, "index"))
	c.run(exitFound, "index", "up")
	t.Chdir("proj")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	c.run(exitFound, command...)
	c.write("copy.c", "// new\n"+calc)
	if out, _ := c.run(exitNothing, command...); !strings.Contains(out, "copy.c:") || strings.Contains(out, "known.c") {
		t.Error(out)
	}
}

// Repositories of the same name, as forks are, are all in the corpus of the job for GitLab.
func TestGitLab_ClonesRepositoriesOfOneName(t *testing.T) {
	for _, program := range []string{"git", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is missing")
		}
	}
	clone := regexp.MustCompile(`(?m)^    - (for url in .+)$`).FindStringSubmatch(readTop(t, "ci/gitlab.yml"))
	if clone == nil {
		t.Fatal("the job clones nothing")
	}
	c := newCommandLine(t)
	c.write("ann/lib/a.c", "int a;\n")
	c.write("bob/lib/b.c", "int b;\n")
	c.write("corpus/empty", "")
	for _, owner := range []string{"ann", "bob"} {
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one"}} {
			git := exec.Command("git", args...)
			git.Dir = filepath.Join(c.dir, owner, "lib")
			if out, err := git.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
	script := exec.Command("bash", "-e", "-c", clone[1])
	script.Env = append(os.Environ(), "CHAFFINCH_CORPUS="+filepath.Join(c.dir, "corpus"),
		"CHAFFINCH_UPSTREAM=file://"+filepath.Join(c.dir, "ann/lib")+" file://"+filepath.Join(c.dir, "bob/lib"))
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, file := range []string{"a.c", "b.c"} {
		if found, _ := filepath.Glob(filepath.Join(c.dir, "corpus", "*", "lib", file)); len(found) != 1 {
			t.Errorf("%s is not in the corpus", file)
		}
	}
}

// GitHub makes annotations of the lines that the matcher matches: those that name a pair or a
// match, and no others.
func TestMatcher_FindsTheLinesOfTheLog(t *testing.T) {
	var file struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp              string
				File, Line, Message int
			}
		}
	}
	if err := json.Unmarshal([]byte(readTop(t, "ci/matcher.json")), &file); err != nil {
		t.Fatal(err)
	}
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.write("src/b.go", source(1))
	c.write("src/c.go", source(1)+"\nvar x = 1\n")
	var got, printed []string
	for _, check := range [][]string{{"--fail-over", "0.5"}, {"--fail-over-match", "200"}} {
		out, errOut := c.run(exitNothing, append([]string{"pairs", "."}, check...)...)
		printed = append(printed, out, errOut)
	}
	c.run(exitFound, "index", "--index", "ix", "src/c.go")
	c.write("proj/two words.go", source(1))
	out, _ := c.run(exitNothing, "scan", "--index", "ix", "proj")
	printed = append(printed, out)
	for line := range strings.Lines(strings.Join(printed, "")) {
		for _, matcher := range file.ProblemMatcher {
			p := matcher.Pattern[0]
			if m := regexp.MustCompile(p.Regexp).FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
				message, _, _ := strings.Cut(m[p.Message], " 0")
				got = append(got, strings.Join([]string{m[p.File], m[p.Line], message}, "|"))
			}
		}
	}
	if want := []string{
		"src/a.go|1|identical to src/b.go", "src/a.go|1|score",
		"src/b.go|5|416 tokens, verbatim, like src/a.go:5-67", "src/c.go|5|416 tokens, verbatim, like src/a.go:5-67",
		"proj/two words.go|1|unknown  src/c.go:1-67",
	}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q:\n%s", got, want, strings.Join(printed, ""))
	}
}
