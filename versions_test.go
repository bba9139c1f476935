package chaffinch_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/memory"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// commits makes a repository with a commit for each map of files, an hour after the other. Empty
// files are removed. It returns the ids of the commits.
func commits(t *testing.T, dir string, all ...map[string]string) (ids []string) {
	t.Helper()
	return commitsAt(t, dir, func(i int) int { return 1_000_000_000 + 3600*i }, all...)
}

// commitsAt is commits with the dates of the commits, in seconds since 1970.
func commitsAt(t *testing.T, dir string, at func(int) int, all ...map[string]string) (ids []string) {
	t.Helper()
	git := func(i int, arguments ...string) string {
		cmd := exec.Command("git", arguments...)
		date := fmt.Sprintf("@%d +0000", at(i))
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
				asktest.Must(t, os.Remove(filepath.Join(dir, name)))
				continue
			}
			asktest.WriteFile(t, filepath.Join(dir, name), content)
		}
		git(i, "add", "-A")
		git(i, "commit", "-q", "-m", "x")
		ids = append(ids, git(i, "rev-parse", "HEAD"))
	}
	return ids
}

// The versions of a file are one hit: the first that holds the question. A file that was moved is
// another one, and comes after the earlier one.
func TestSearch_NamesTheFirstCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := t.TempDir()
	var all []map[string]string
	text := asktest.Code(1)
	for i := range 60 { // the question comes with the 21st, and stays
		if i == 20 {
			text += asktest.Code(99)
		}
		text += fmt.Sprintf("\nvar extra%d = %d\n", i, i*i)
		all = append(all, map[string]string{"a.go": text})
	}
	all = append(all, map[string]string{"a.go": "", "moved.go": text})
	all = append(all, map[string]string{"other.go": asktest.Code(5)})
	ids := commits(t, dir, all...)
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: document.Options{Git: document.GitOptions{History: true}}})
	asktest.Must(t, err)
	for _, o := range []chaffinch.SearchOptions{{}, {Top: 1}, {Top: 50}, {Measure: "containment"}} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(99))}, o)
		asktest.Must(t, err)
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
	allPairs, err := x.Pairs(t.Context(), "", pairs.Options{})
	asktest.Must(t, err)
	if len(allPairs.Units) != 2 {
		t.Errorf("%d units: %v", len(allPairs.Units), allPairs.Units)
	}
}

// histories returns an index on disk and one in memory of the histories of repositories.
func histories(t *testing.T, dirs ...string) map[string]*chaffinch.Index {
	t.Helper()
	o := index.UpdateOptions{Corpus: document.Options{Git: document.GitOptions{History: true}}}
	disk, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	asktest.Must(t, err)
	t.Cleanup(func() { disk.Close() })
	x, err := memory.New(index.DefaultSettings())
	asktest.Must(t, err)
	a, err := analyzer.New(index.DefaultSettings().Analyzer)
	asktest.Must(t, err)
	for _, dir := range dirs {
		_, err := disk.Update(t.Context(), index.Source{Root: dir}, o)
		asktest.Must(t, err)
		_, err = index.Update(t.Context(), x, index.Source{Root: dir}, o)
		asktest.Must(t, err)
	}
	return map[string]*chaffinch.Index{"disk": disk, "memory": chaffinch.IndexOf(inMemory{x, a})}
}

// Within a repository the ancestor comes first, whatever the clocks of its commits say: after a
// rebase all have one date. The code of the question changes, then it moves from file to file.
func TestSearch_AncestryDecidesWithinRepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	const since, versions, moves = 5, 30, 4 // commits
	text := asktest.Code(1)
	var all []map[string]string
	for i := range versions {
		if i == since {
			text += asktest.Code(99)
		}
		text += fmt.Sprintf("\nvar extra%d = %d\n", i, i*i)
		all = append(all, map[string]string{"0.go": text})
	}
	for i := range moves {
		text += fmt.Sprintf("\nvar moved%d = %d\n", i, i*i)
		all = append(all, map[string]string{fmt.Sprint(i, ".go"): "", fmt.Sprint(i+1, ".go"): text})
	}
	for name, at := range map[string]func(int) int{
		"one second":  func(int) int { return 1_000_000_000 },
		"clock back":  func(i int) int { return 1_000_000_000 - 3600*i },
		"no dates":    func(int) int { return 0 },
		"clock ahead": func(i int) int { return 1_000_000_000 + (i+1)%3*1_000_000_000 },
	} {
		dir := t.TempDir()
		ids := commitsAt(t, dir, at, all...)
		var want []string
		for i := range moves + 1 {
			want = append(want, fmt.Sprint(i, ".go@", ids[max(since, versions-1+i)]))
		}
		want[0] = "0.go@" + ids[since]
		for where, x := range histories(t, dir) {
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(99))}, chaffinch.SearchOptions{})
			asktest.Must(t, err)
			var got, later []string
			for _, h := range a.Hits {
				got = append(got, h.Occurrences[0].Path+"@"+h.Occurrences[0].Revision)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %q, not %q", name, where, got, want)
				continue
			}
			for _, v := range a.Hits[0].LaterVersions {
				if v.Date.Unix() != int64(at(slices.Index(ids, v.Revision))) && name != "no dates" || v.Author != "a <a@b>" || len(v.Content) != 40 {
					t.Errorf("%s, %s: %+v", name, where, v)
				}
				later = append(later, v.Revision)
			}
			if !slices.Equal(later, ids[since+1:since+1+20]) || a.Hits[0].Versions != versions-since-1 {
				t.Errorf("%s, %s: of %d versions %q", name, where, a.Hits[0].Versions, later)
			}
			allPairs, err := x.Pairs(t.Context(), "", pairs.Options{Unit: "file"})
			asktest.Must(t, err)
			for _, u := range allPairs.Units { // of each path the last version
				for _, f := range u.Files {
					if strings.HasSuffix(f.Path, "0.go") && f.Content != index.BlobID([]byte(all[versions-1]["0.go"])) {
						t.Errorf("%s, %s: %+v is compared", name, where, f)
					}
				}
			}
		}
	}
}

// Between repositories dates decide, whatever the ancestry in each.
func TestSearch_DatesDecideBetweenRepositories(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	early, late := t.TempDir(), t.TempDir()
	fork := asktest.Code(99) + "\nvar y = 2\n"
	commitsAt(t, late, func(i int) int { return 1_500_000_000 - i }, map[string]string{"a.go": asktest.Code(1)}, map[string]string{"late.go": asktest.Code(99)},
		map[string]string{"later.go": asktest.Code(99) + "\nvar x = 1\n"})
	// The first commit of the earlier repository is dated years too late: its corrected dates are,
	// too.
	commitsAt(t, early, func(i int) int { return 1_900_000_000 - i*500_000_000 }, map[string]string{"b.go": asktest.Code(2)}, map[string]string{"early.go": fork})
	for where, x := range histories(t, late, early) {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(99))}, chaffinch.SearchOptions{})
		asktest.Must(t, err)
		var got []string
		for _, h := range a.Hits[:min(3, len(a.Hits))] {
			got = append(got, h.Occurrences[0].Path)
		}
		if want := []string{"early.go", "late.go", "later.go"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", where, got, want)
		}
	}
}

// The versions of a file do not make its lines idioms: blocks of a file of 100 versions weigh as
// much as if there were one version, alone and within other code.
func TestSearch_VersionsCostNoEvidence(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := t.TempDir()
	var blocks []string
	var all []map[string]string
	for i := range 100 {
		if i < 20 {
			blocks = append(blocks, asktest.Code(1000+i)+"\n")
		}
		all = append(all, map[string]string{"a.go": fmt.Sprintf("package a\n\nconst version = %d\n\n", i) + strings.Join(blocks, "\n")})
	}
	commits(t, dir, all...)
	for name, text := range all[len(all)-1] {
		asktest.WriteFile(t, filepath.Join(dir, "last", name), text)
	}
	var indexes []*chaffinch.Index
	for i, root := range []string{dir, filepath.Join(dir, "last")} {
		x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
		asktest.Must(t, err)
		defer x.Close()
		for n, o := range []document.Options{{Git: document.GitOptions{History: i == 0}}, {}} {
			source := index.Source{Root: root}
			if n == 1 { // other files
				source.Root = t.TempDir()
				for i := range 200 {
					asktest.WriteFile(t, filepath.Join(source.Root, fmt.Sprint(i, ".go")), "package b\n\n"+asktest.Code(5000+i)+"\n")
				}
			}
			_, err = x.Update(t.Context(), source, index.UpdateOptions{Corpus: o})
			asktest.Must(t, err)
		}
		indexes = append(indexes, x)
	}
	foreign := make([]string, 60)
	for i := range foreign {
		foreign[i] = asktest.Code(9000 + i)
	}
	for i := 0; i < len(blocks); i += ringtest.Of(4, 2) {
		block := blocks[i]
		within := strings.Join(foreign[:30], "\n") + "\n" + block + strings.Join(foreign[30:], "\n")
		for _, question := range []string{block, within} {
			var scores [2]float64
			for n, x := range indexes {
				a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(question)}, chaffinch.SearchOptions{})
				asktest.Must(t, err)
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
		all += asktest.Code(i) + "\n"
	}
	early := strings.Replace(all, "return a", "return b", 1)
	lines := asktest.JSONLine(t, all, "late.go", "late", "", "", "2020-01-02") + asktest.JSONLine(t, early, "early.go", "early", "", "", "2010-01-02")
	x := asktest.LineIndex(t, lines)
	for _, top := range []int{1, 2, 10} {
		for _, group := range []string{"", "repository"} {
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(all)}, chaffinch.SearchOptions{Top: top, GroupBy: group})
			asktest.Must(t, err)
			if len(a.Hits) == 0 || a.Hits[0].Occurrences[0].Origin.Date.Year() != 2010 {
				t.Errorf("top %d, by %q: %+v", top, group, asktest.Paths(a))
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
	commits(t, dir, map[string]string{"a.go": asktest.Code(1) + "\n" + asktest.Code(2)})
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: document.Options{Git: document.GitOptions{History: true}}})
	asktest.Must(t, err)
	corpus.Release()
	t.Setenv("PATH", t.TempDir())
	a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(2))}, chaffinch.SearchOptions{})
	asktest.Must(t, err)
	if len(a.Hits) != 1 || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0].Text, "the program git is missing: install it") {
		t.Errorf("%d hits, %q", len(a.Hits), a.Warnings)
	}
}

// A question from any version of a file finds the file, also if the versions that share most with
// it by the index, of which it has few fingerprints, do not all hold it.
func TestSearch_FindsCutsOfVersions(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	r := rand.New(rand.NewPCG(3, 1))
	var lines []string
	for i := range 12 {
		lines = append(lines, strings.Split(asktest.Code(i), "\n")...)
	}
	dir := t.TempDir()
	var all []map[string]string
	for i := range 80 { // each version has some lines that the one before did not have
		for range 6 {
			lines[r.IntN(len(lines))] = "\t" + strings.Split(asktest.Code(1000+i), "\n")[1+r.IntN(8)]
		}
		all = append(all, map[string]string{"a.go": strings.Join(lines, "\n")})
	}
	commits(t, dir, all...)
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: document.Options{Git: document.GitOptions{History: true}}})
	asktest.Must(t, err)
	for at := 0; at < len(all); at++ {
		version := strings.Split(all[at]["a.go"], "\n")
		from := r.IntN(len(version) - 6)
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(strings.Join(version[from:from+6], "\n"))}, chaffinch.SearchOptions{MinScore: 0.07})
		asktest.Must(t, err)
		if len(a.Hits) == 0 || a.Hits[0].Coverage < 0.9 {
			t.Errorf("version %d, lines %d-%d: %+v", at, from, from+6, a.Hits)
		}
	}
}
