package chaffinch_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// commits makes a repository with a commit for each map of files, an hour after the other. Empty files are
// removed. It returns the ids of the commits.
func commits(t *testing.T, dir string, all ...map[string]string) (ids []string) {
	t.Helper()
	git := func(at int, arguments ...string) string {
		cmd := exec.Command("git", arguments...)
		date := fmt.Sprintf("%d +0000", 1_000_000_000+3600*at)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_DATE="+date,
			"GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", arguments, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git(0, "init", "-q")
	for i, files := range all {
		for name, content := range files {
			if content == "" {
				must(t, os.Remove(filepath.Join(dir, name)))
				continue
			}
			writeFile(t, filepath.Join(dir, name), content)
		}
		git(i, "add", "-A")
		git(i, "commit", "-q", "-m", "x")
		ids = append(ids, git(i, "rev-parse", "HEAD"))
	}
	return ids
}

// The versions of a file are one hit: the first that holds the question. A file that was moved is another one,
// and comes after the earlier one.
func TestSearch_NamesTheFirstCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := t.TempDir()
	var all []map[string]string
	text := code(1)
	for i := range 60 { // the question comes with the 21st, and stays
		if i == 20 {
			text += code(99)
		}
		text += fmt.Sprintf("\nvar extra%d = %d\n", i, i*i)
		all = append(all, map[string]string{"a.go": text})
	}
	all = append(all, map[string]string{"a.go": "", "moved.go": text})
	all = append(all, map[string]string{"other.go": code(5)})
	ids := commits(t, dir, all...)
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: corpus.Options{Git: corpus.GitOptions{History: true}}})
	must(t, err)
	for _, o := range []chaffinch.SearchOptions{{}, {Top: 1}, {Top: 50}, {Measure: "containment"}} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(code(99))}, o)
		must(t, err)
		paths := map[string]int{}
		for _, h := range a.Hits {
			paths[h.Occurrences[0].Path]++
		}
		for path, n := range paths {
			if n > 1 {
				t.Errorf("%+v: %d hits at %s", o, n, path)
			}
		}
		if len(a.Hits) == 0 || a.Hits[0].Occurrences[0].Path != "a.go" || a.Hits[0].Occurrences[0].Revision != ids[20] {
			t.Errorf("%+v: the first is %+v, not commit %s", o, a.Hits[:min(1, len(a.Hits))], ids[20])
			continue
		}
		if h := a.Hits[0]; h.Versions != 39 || h.Occurrences[0].Author != "a <a@b>" || h.Occurrences[0].Date.Unix() != 1_000_000_000+3600*20 {
			t.Errorf("%+v: %d versions, %+v", o, h.Versions, h.Occurrences[0])
		}
	} // Versions are no copies of each other: of each path, the last one is compared.
	pairs, err := x.Pairs(t.Context(), "", chaffinch.PairsOptions{})
	must(t, err)
	if len(pairs.Units) != 2 {
		t.Errorf("%d units: %v", len(pairs.Units), pairs.Units)
	}
}

// The versions of a file do not make its lines idioms: blocks of a file of 100 versions weigh as much as if there
// were one version, alone and within other code.
func TestSearch_VersionsCostNoEvidence(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := t.TempDir()
	var blocks []string
	var all []map[string]string
	for i := range 100 {
		if i < 20 {
			blocks = append(blocks, code(1000+i)+"\n")
		}
		all = append(all, map[string]string{"a.go": fmt.Sprintf("package a\n\nconst version = %d\n\n", i) + strings.Join(blocks, "\n")})
	}
	commits(t, dir, all...)
	for name, text := range all[len(all)-1] {
		writeFile(t, filepath.Join(dir, "last", name), text)
	}
	var indexes []*chaffinch.Index
	for i, root := range []string{dir, filepath.Join(dir, "last")} {
		x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
		must(t, err)
		defer x.Close()
		for n, o := range []corpus.Options{{Git: corpus.GitOptions{History: i == 0}}, {}} {
			source := index.Source{Root: root}
			if n == 1 { // other files
				source.Root = t.TempDir()
				for i := range 200 {
					writeFile(t, filepath.Join(source.Root, fmt.Sprint(i, ".go")), "package b\n\n"+code(5000+i)+"\n")
				}
			}
			_, err = x.Update(t.Context(), source, index.UpdateOptions{Corpus: o})
			must(t, err)
		}
		indexes = append(indexes, x)
	}
	foreign := make([]string, 60)
	for i := range foreign {
		foreign[i] = code(9000 + i)
	}
	for i, block := range blocks {
		within := strings.Join(foreign[:30], "\n") + "\n" + block + strings.Join(foreign[30:], "\n")
		for _, question := range []string{block, within} {
			var scores [2]float64
			for n, x := range indexes {
				a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(question)}, chaffinch.SearchOptions{})
				must(t, err)
				if len(a.Hits) > 0 && a.Hits[0].Occurrences[0].Path == "a.go" {
					scores[n] = a.Hits[0].Score
				}
			}
			if scores[0] < 0.95*scores[1] {
				t.Errorf("block %d, %d bytes: score %.3f, of one version %.3f", i, len(question), scores[0], scores[1])
			}
		}
	}
}

// Of documents with about the same score the earliest comes first, however many are asked for.
func TestSearch_EarliestFirstWithAnyTop(t *testing.T) {
	var all string
	for i := range 6 {
		all += code(i) + "\n"
	}
	early := strings.Replace(all, "return a", "return b", 1)
	lines := jsonLine(t, all, "late.go", "late", "", "", "2020-01-02") + jsonLine(t, early, "early.go", "early", "", "", "2010-01-02")
	x := lineIndex(t, lines)
	for _, top := range []int{1, 2, 10} {
		for _, group := range []string{"", "repository"} {
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(all)}, chaffinch.SearchOptions{Top: top, GroupBy: group})
			must(t, err)
			if len(a.Hits) == 0 || a.Hits[0].Occurrences[0].Origin.Date.Year() != 2010 {
				t.Errorf("top %d, by %q: %+v", top, group, paths(a))
			}
		}
	}
}

// A question about a repository says so if git is missing, and does not blame the repository.
func TestSearch_WithoutGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := t.TempDir()
	commits(t, dir, map[string]string{"a.go": code(1) + "\n" + code(2)})
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: corpus.Options{Git: corpus.GitOptions{History: true}}})
	must(t, err)
	corpus.Release()
	t.Setenv("PATH", t.TempDir())
	a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(code(2))}, chaffinch.SearchOptions{})
	must(t, err)
	if len(a.Hits) != 1 || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "the program git is missing: install it") {
		t.Errorf("%d hits, %q", len(a.Hits), a.Warnings)
	}
}

// A question from any version of a file finds the file, also if the versions that share most with it by the
// index, of which it has few fingerprints, do not all hold it.
func TestSearch_FindsCutsOfVersions(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	r := rand.New(rand.NewPCG(3, 1))
	var lines []string
	for i := range 12 {
		lines = append(lines, strings.Split(code(i), "\n")...)
	}
	dir := t.TempDir()
	var all []map[string]string
	for i := range 80 { // each version has some lines that the one before did not have
		for range 6 {
			lines[r.IntN(len(lines))] = "\t" + strings.Split(code(1000+i), "\n")[1+r.IntN(8)]
		}
		all = append(all, map[string]string{"a.go": strings.Join(lines, "\n")})
	}
	commits(t, dir, all...)
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: corpus.Options{Git: corpus.GitOptions{History: true}}})
	must(t, err)
	for at := 0; at < len(all); at++ {
		version := strings.Split(all[at]["a.go"], "\n")
		from := r.IntN(len(version) - 6)
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(strings.Join(version[from:from+6], "\n"))}, chaffinch.SearchOptions{MinScore: 0.07})
		must(t, err)
		if len(a.Hits) == 0 || a.Hits[0].Coverage < 0.9 {
			t.Errorf("version %d, lines %d-%d: %+v", at, from, from+6, a.Hits)
		}
	}
}
