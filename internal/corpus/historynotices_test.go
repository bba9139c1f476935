package corpus

import (
	"fmt"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// noticesOf lists the licence and the package of each file of a source by its path and revision.
func noticesOf(t *testing.T, name string, g document.GitOptions) map[[2]string][2]string {
	t.Helper()
	s, err := Open(name, document.Options{Git: g})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := map[[2]string][2]string{}
	err = s.Each(t.Context(), Visitor{
		Visit: func(f File) error {
			all[[2]string{f.Path, f.Revision}] = [2]string{f.Origin.License, purl.WithoutVersion(f.Origin.Package)}
			return nil
		},
		License: func(text []byte) string { return strings.TrimSpace(string(text)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// In a history, and with branches and tags, a file has the licence that its commit says, as if only
// that commit were read.
func TestGit_LicensesOfCommits(t *testing.T) {
	ids := []string{"MIT", "ISC", "0BSD", "Zlib", "MPL-2.0", ""}
	license := func(text string) string { return text + "\n" }
	notices := []func(id string) (name, content string){
		func(id string) (string, string) { return "LICENSE", license(id) },
		func(id string) (string, string) { return "COPYING", license(id) },
		func(id string) (string, string) {
			return "package.json", fmt.Sprintf(`{"name": "p%s", "version": "1", "license": %q}`, strings.ToLower(id), id)
		},
		func(id string) (string, string) {
			return "debian/copyright", "Format: x\n\nFiles: *\nLicense: " + id + "\n\nFiles: a/*\nLicense: X11\n"
		},
		func(id string) (string, string) {
			return "x-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: x\nVersion: 1\nLicense: " + id + "\n"
		},
		func(id string) (string, string) { return "x-1.dist-info/RECORD", "a/0.go,,\n" },
		func(id string) (string, string) { return "x-1.dist-info/licenses/LICENSE", license(id) },
		func(id string) (string, string) {
			return "META-INF/maven/g/a/pom.xml", "<project><groupId>g</groupId><artifactId>a</artifactId><licenses><license><name>" + id + "</name></license></licenses></project>"
		},
		func(id string) (string, string) {
			return "usr/share/doc/y/copyright", "Format: x\n\nFiles: *\nLicense: " + id + "\n"
		},
		func(id string) (string, string) {
			return "Cargo.toml", fmt.Sprintf("[package]\nname = \"c\"\nlicense.workspace = true\n[workspace.package]\nlicense = %q\n", id)
		},
	}
	differ := 0
	for seed := range uint64(ringtest.Of(1, 3)) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := newWork(t)
		folders := []string{"", "a/", "a/b/", "c/", "usr/include/", "usr/share/doc/y/examples/"}
		for i := range 40 {
			files := map[string]string{}
			for range r.IntN(3) {
				name, content := notices[r.IntN(len(notices))](ids[r.IntN(len(ids))])
				if r.IntN(5) == 0 {
					content = "" // removed
				}
				files[folders[r.IntN(len(folders))]+name] = content
			}
			for n := range 1 + r.IntN(3) {
				files[fmt.Sprintf("%s%d.go", folders[r.IntN(len(folders))], n)] = fmt.Sprintf("text %d\n", r.IntN(60))
			}
			w.commit(files)
			if i%8 == 0 {
				w.git("tag", fmt.Sprintf("v%d", i))
			}
		}
		head := noticesOf(t, w.dir, document.GitOptions{Revision: "HEAD"})
		for _, g := range []document.GitOptions{{History: true}, {Branches: true}} {
			ofCommit := map[string]map[[2]string][2]string{}
			for at, got := range noticesOf(t, w.dir, g) {
				path, commit := at[0], at[1]
				if ofCommit[commit] == nil {
					ofCommit[commit] = noticesOf(t, w.dir, document.GitOptions{Revision: commit})
				}
				want := ofCommit[commit][[2]string{path, ""}]
				if got != want {
					t.Errorf("seed %d, %+v: %s of %.8s: %q, want %q", seed, g, path, commit, got, want)
				}
				if now, ok := head[[2]string{path, ""}]; ok && now != got {
					differ++
				}
			}
		}
	}
	if differ < ringtest.Of(15, 50) {
		t.Errorf("%d files differ from those of HEAD, too few", differ)
	}
}

// Documents of a repository say where it is published and, if the commit is a release, which one;
// in a work tree, too.
func TestGit_NamesWhereItIsPublished(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.c": "int a;\n", "pkg/package.json": `{"name": "p", "version": "1"}`, "pkg/b.js": "b();\n"})
	w.git("tag", "-a", "-m", "x", "v1.0")
	w.git("remote", "add", "origin", "git@github.com:redis/hiredis.git")
	read := func(name string, g document.GitOptions) (all []string) {
		s, err := Open(name, document.Options{Git: g})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Each(t.Context(), Visitor{
			Visit: func(f File) error {
				all = append(all, path.Base(f.Path)+" "+f.Origin.Repository+" "+f.Origin.Package)
				return nil
			},
			License: func([]byte) string { return "" },
		}); err != nil {
			t.Fatal(err)
		}
		slices.Sort(all)
		return all
	}
	at := " https://github.com/redis/hiredis.git "
	released := []string{"a.c" + at + "pkg:github/redis/hiredis@v1.0", "b.js" + at + "pkg:npm/p@1", "package.json" + at + "pkg:npm/p@1"}
	for _, folder := range []string{w.dir, filepath.Dir(w.dir)} { // also below the root
		if got := read(folder, document.GitOptions{}); !slices.Equal(got, released) {
			t.Errorf("%s: %q", folder, got)
		}
	}
	if got := read("git+file://"+filepath.ToSlash(w.dir), document.GitOptions{}); !slices.Equal(got, released) {
		t.Errorf("the commit: %q", got)
	}
	w.commit(map[string]string{"a.c": "int c;\n"})
	if got := read(w.dir, document.GitOptions{Revision: "HEAD"}); got[0] != "a.c"+at+"pkg:github/redis/hiredis" {
		t.Errorf("after the release: %q", got)
	}
	if got := read(w.dir, document.GitOptions{Revision: "v1.0"}); !slices.Equal(got, released) {
		t.Errorf("of the release: %q", got)
	}
	if got := read(w.dir, document.GitOptions{History: true}); !slices.Contains(got, "a.c"+at+"pkg:github/redis/hiredis") || !slices.Contains(got, "b.js"+at+"pkg:npm/p") {
		t.Errorf("the history: %q", got)
	}
}
