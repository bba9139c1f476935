// Package importgraph holds no code, only the tests that imports between our packages point one
// way, and that files which the browser edition lacks say why.
package importgraph

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/chaffinch-search/chaffinch"
)

// allowed lists, for the packages in a folder and below, the packages of ours that they may import.
// The longest matching folder decides. An import is allowed if it equals a listed path or lies
// below one. The order is that of the layers: a folder imports only folders above it.
var allowed = []struct {
	folder  string
	imports string
}{
	{"internal/lazyregexp", ""}, // which every package may import
	{"internal/threshold", ""},  // likewise
	{"internal/order", ""},      // likewise
	{"internal/tomltext", ""},
	{"internal/escapes", ""},
	{"analyzer/winnow", ""},
	{"analyzer/internal", ""},
	{"analyzer/lex", "analyzer/internal"},
	{"analyzer/detect", "analyzer/internal analyzer/lex"},
	{"internal/parts", "analyzer/detect analyzer/lex internal/escapes"},
	{"analyzer", "analyzer/detect analyzer/lex analyzer/winnow internal/parts"},
	{"analyzer/bleveanalyzer", "analyzer"},
	{"internal/mapped", ""},
	{"query", "analyzer"},
	{"query/blevequery", "analyzer internal/mapped query"},
	{"query/align", "analyzer"},
	{"internal/gitdir", ""},
	{"internal/git", "internal/gitdir"},
	{"internal/purl", ""},
	{"internal/license", "internal/spdx"},
	{"internal/spdx", ""},
	{"internal/notice/textname", ""},
	{"internal/notice", "internal/notice/textname internal/license internal/purl internal/spdx internal/tomltext"},
	{"index/document", "analyzer"},
	{"internal/office", ""},
	{"internal/pdf", ""},
	{"internal/plainfile", "analyzer/detect"},
	{"internal/packages", "index/document internal/packages internal/purl internal/tomltext"},
	{"internal/corpus", "index/document analyzer/detect analyzer/lex internal/escapes internal/parts internal/git internal/gitdir internal/notice/textname internal/notice internal/office internal/packages internal/pdf internal/plainfile internal/purl"},
	{"internal/durable", ""},
	{"index/segment", "analyzer internal/durable internal/mapped"},
	{"internal/saved", ""},
	{"index", "analyzer internal/corpus index/document internal/notice internal/saved internal/spdx query"},
	{"index/cluster", "index internal/remote"},
	{"index/disk", "analyzer index internal/corpus index/document index/segment internal/durable internal/newfile query"},
	{"internal/shares", ""},
	{"answer", "analyzer index/document internal/shares internal/spdx query"},
	{"internal/indextest", "analyzer index query"},
	{"internal/hittest", "answer index"},
	{"internal/memory", "analyzer index query"},
	{"internal/settings", "internal/plainfile"},
	{"internal/remote", "analyzer index internal/plainfile query internal/corpus"},
	{"internal/hashfile", "analyzer index"},
	{"internal/printfile", "analyzer internal/textlines query"},
	{"internal", ""}, // helpers that know nothing of the rest
	{"internal/boilerplate", "analyzer index internal/corpus"},
	{"internal/originname", "index"},
	{"internal/evidence", "analyzer answer index query internal/warning internal/boilerplate internal/originname internal/textlines internal/mapped internal/purl internal/shares internal/corpus internal/parts"},
	{"internal/collection/clones", "analyzer query/align"},
	{"internal/collection/cluster", ""},
	{"internal/warning", "answer"},
	{"internal/collection/infocsv", "answer internal/corpus internal/warning"},
	{"internal/collection/platform", ""},
	{"internal/collection/candidates", "analyzer query"},
	{"internal/collection/split", ""},
	{"internal/skips", "analyzer index internal/terminal internal/corpus internal/parts"},
	{"internal/option", ""}, // which every package may import
	{"pairs", "analyzer answer index/document internal/collection/cluster internal/saved internal/shares query/align"},
	{"internal/collection/units", "analyzer answer internal/warning index query internal/boilerplate internal/collection internal/skips pairs internal/corpus internal/parts"},
	{"internal/pairing", "analyzer answer internal/warning index query internal/collection internal/shares internal/skips internal/terminal pairs internal/corpus internal/parts"},
	{".", "analyzer answer pairs index query internal/collection/units internal/evidence internal/pairing internal/hashfile internal/mapped internal/memory internal/textlines internal/newfile internal/notice internal/ordered internal/originname internal/printfile internal/saved internal/shares internal/skips internal/spdx internal/terminal internal/warning internal/corpus internal/parts"},
	{"scan", ". answer pairs internal/evidence internal/warning analyzer index query internal/git internal/gitdir internal/newfile internal/notice internal/originname internal/plainfile internal/purl internal/saved internal/skips internal/spdx internal/terminal internal/textlines internal/corpus internal/parts internal/tomltext"},
	{"dedup", "answer analyzer/lex index internal/corpus"},
	{"internal/termtable", ". analyzer index/document internal/corpus internal/ordered"},
	{"internal/command", "index"}, // of faces
	{"internal/inspect", "analyzer index internal/textlines query internal/corpus"},
	{"internal/trees", "analyzer answer internal/warning index query internal/collection internal/shares internal/terminal"},
	{"internal/report", ". answer pairs internal/warning analyzer index query internal/collection/units internal/inspect internal/notice internal/purl internal/report internal/shares internal/skips internal/spdx internal/stamp internal/terminal internal/textlines internal/trees scan internal/corpus internal/parts"},
	{"internal/report/duplicates", "dedup internal/report internal/skips internal/terminal"},
	{"internal/serve", ". answer pairs internal/warning analyzer index query internal/command internal/evidence internal/inspect internal/mapped internal/notice internal/originname internal/pairing internal/purl internal/report internal/skips internal/terminal scan internal/corpus"},
	{"internal/serve/page", ". answer pairs internal/warning analyzer index query/align internal/inspect internal/report internal/serve internal/terminal web internal/corpus"},
	{"internal/serve/mcp", ". answer pairs internal/warning internal/parts index query/align internal/inspect internal/notice internal/report internal/serve internal/skips internal/terminal scan"},
	{"web", ""},
	{"web/internal/build", "internal/inspect internal/newfile internal/report/html web/internal/build"},
	{"web/engine", ". answer pairs internal/warning analyzer index query/align internal/collection/split internal/inspect internal/report internal/stamp internal/trees web/engine"},
	{"cmd", ". answer dedup pairs analyzer index query internal scan web"},
	{"bench", ". answer dedup pairs analyzer index query internal scan bench"},
	{"release", "internal release"},
	{".ci", ""},
}

// everywhere are the packages that all others may import.
var everywhere = []string{"internal/lazyregexp", "internal/option", "internal/order", "internal/threshold"}

// onlyBy lists packages that need Bleve, or open connections, by the folders that may import them.
// So only who imports the root links Bleve, and only who imports index/cluster the client of a
// cluster.
var onlyBy = map[string]string{
	"github.com/blevesearch":     "analyzer/bleveanalyzer index/disk index/segment query/blevequery bench",
	"go.etcd.io/bbolt":           "index/disk bench",
	module + "/index/disk":       ". cmd bench",
	module + "/index/cluster":    "cmd bench",
	module + "/" + connects:      "index/cluster bench",
	module + "/index/segment":    "index/disk bench",
	module + "/query/blevequery": "index/disk bench",
}

// shipped lists the folders of the program and the library. Nothing there opens a connection or
// runs a program, as SECURITY.md promises, except that connects asks the cluster that the user
// names, and runners start a browser, and git.
var shipped = []string{".", "analyzer", "answer", "dedup", "pairs", "cmd", "index", "internal", "query", "scan", "web"}

// builds compiles the browser edition. It is not shipped.
const builds = "web/internal/build"

// connects opens connections, to the cluster that an address names.
const connects = "internal/remote"

// listens waits for connections, for chaffinch serve, with the packages below it. Only cmd imports
// these.
const listens = "internal/serve"

// forbidden lists the packages that would do so.
var forbidden = []string{"net", "net/http", "net/rpc", "os/exec", "plugin"}

// runners open a page, read repositories and PDF files, and fetch packages.
var runners = []string{"internal/openpage", "internal/git", "internal/packages", "internal/pdf"}

// helpers only help tests: nothing else imports them.
var helpers = []string{"internal/asktest", "internal/browsertest", "internal/filetest", "internal/hittest", "internal/ringtest"}

func isShipped(dir string) bool {
	return !slices.Contains(helpers, dir) && dir != builds && dir != connects && !isBelow(dir, listens) && slices.ContainsFunc(shipped, func(at string) bool { return isBelow(dir, at) })
}

// A test file may import other packages to set up its case, so only the others count.
func TestImports_PointOneWay(t *testing.T) {
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		checkImports(t, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Fatalf("found only %d files: is %s still the root?", files, root)
	}
}

// plain are packages for who hands in bytes, and the package with the results.
var plain = []string{"answer", "pairs", "query/align", "query", "index/document"}

// heavy are packages that plain ones must not link: they read sources, licences and indexes.
var heavy = []string{"index", "internal/corpus", "internal/git", "internal/license", "internal/notice", connects}

func TestPlain_LinksNoReaderOfSources(t *testing.T) {
	for _, folder := range plain {
		linked := map[string]bool{}
		link(t, folder, linked)
		if !linked["analyzer"] && folder != "analyzer" {
			t.Errorf("%s does not link the analyzer: is it still there?", folder)
		}
		for _, name := range heavy {
			if linked[name] {
				t.Errorf("%s links %s", folder, name)
			}
		}
	}
}

// link adds a package of ours, and all packages that it imports.
func link(t *testing.T, folder string, linked map[string]bool) {
	t.Helper()
	if linked[folder] {
		return
	}
	linked[folder] = true
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if ours, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module+"/"); ok {
				link(t, ours, linked)
			}
		}
	}
}

func checkImports(t *testing.T, file string) {
	t.Helper()
	if slices.Contains(helpers, path.Dir(file)) {
		return // as a test file
	}
	folder, imports, ok := ruleFor(path.Dir(file))
	if !ok {
		t.Errorf("no rule for %s: add its folder to the table in this file", file)
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		for name, may := range onlyBy {
			allowed := slices.ContainsFunc(strings.Fields(may), func(at string) bool { return isBelow(path.Dir(file), at) })
			if isBelow(imported, name) && !allowed {
				t.Errorf("%s imports %s: only %s may", file, imported, may)
			}
		}
		if imported == "github.com/blevesearch/bleve/v2" && isShipped(path.Dir(file)) {
			t.Errorf("%s imports package bleve, which links 2.6 MB that nobody uses: see index/disk/scorch.go", file)
		}
		if slices.Contains(forbidden, imported) && isShipped(path.Dir(file)) && (imported != "os/exec" || !slices.Contains(runners, path.Dir(file))) {
			t.Errorf("%s imports %s: the program opens no connection and runs no program", file, imported)
		}
		ours, ok := strings.CutPrefix(imported, module+"/")
		if !ok {
			ours, ok = ".", imported == module
		}
		if ok && !slices.Contains(everywhere, ours) && !slices.ContainsFunc(imports, func(may string) bool { return isBelow(ours, may) }) {
			t.Errorf("%s imports %s, which %s must not", file, ours, folder)
		}
	}
}

// ruleFor returns the row that decides for a folder, and whether there is one.
func ruleFor(dir string) (folder string, imports []string, ok bool) {
	for _, row := range allowed {
		if (!ok || len(row.folder) > len(folder)) && isBelow(dir, row.folder) {
			folder, imports, ok = row.folder, strings.Fields(row.imports), true
		}
	}
	return folder, imports, ok
}

// isBelow reports whether a folder is another one or lies below it. The root, ".", is only itself.
func isBelow(dir, folder string) bool {
	return dir == folder || strings.HasPrefix(dir, folder+"/")
}

func TestAllowed_NamesExistingFolders(t *testing.T) {
	for _, row := range allowed {
		for _, name := range append(strings.Fields(row.imports), row.folder) {
			if info, err := os.Stat(filepath.Join(root, name)); err != nil || !info.IsDir() {
				t.Errorf("the table names %s, which is no folder: remove it", name)
			}
		}
	}
}
