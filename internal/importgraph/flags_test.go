package importgraph

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ownFlags are the folders whose texts may name flags: faces of the command, the words of package option, and command lines
// that readers can copy. Git, browsers and ScanCode have flags of their own.
var ownFlags = []string{
	"cmd", "internal/report", "internal/serve", "internal/indexpath", "web", "bench", "release", ".ci",
	"internal/option", "internal/command", "internal/git", "internal/browsertest", "internal/notice",
}

var flag = regexp.MustCompile(`(^|[^-\w])--[a-z][a-z-]+`)

// Texts below the faces name no flags: they use package option, which has the words of each face. The heads of files that
// the command writes begin with "# ".
func TestTexts_NameNoFlags(t *testing.T) {
	read := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, name)
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		dir := path.Dir(filepath.ToSlash(rel))
		if slices.ContainsFunc(ownFlags, func(at string) bool { return isBelow(dir, at) }) {
			return nil
		}
		read[dir] = true
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if x, ok := n.(*ast.BasicLit); ok && x.Kind == token.STRING {
				if text, err := strconv.Unquote(x.Value); err == nil && flag.MatchString(text) && !strings.HasPrefix(text, "# ") {
					t.Errorf("%s: %q names a flag: make a row in internal/option/messages.go", files.Position(x.Pos()), text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range allowed { // so that a folder that moves is not forgotten
		named := func(at string) bool { return isBelow(row.folder, at) }
		if !slices.ContainsFunc(ownFlags, named) && !slices.ContainsFunc(helpers, named) && !read[row.folder] && row.folder != "internal" && row.folder != "analyzer/internal" {
			t.Errorf("no file of %s was read", row.folder)
		}
	}
}
