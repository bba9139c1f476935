package importgraph

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// faces are the folders whose texts may name flags and commands: faces of the command, and the
// packages with their words.
var faces = []string{
	"cmd", "internal/report", "internal/serve", "internal/indexpath", "web", "bench", "release", ".ci",
	"internal/option", "internal/command",
}

// foreign are packages with flags of other programs: git, browsers, ScanCode.
var foreign = []string{"internal/git", "internal/packages", "internal/packages/lists", "internal/browsertest", "internal/notice"}

var (
	flag = regexp.MustCompile(`(^|[^-\w])--[a-z][a-z-]+`)
	// use is the first word of a command of ours.
	use = regexp.MustCompile(`Use: +"([a-z]+)`)
)

// commandLine matches the name of the program and a command.
func commandLine(t *testing.T) *regexp.Regexp {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "cmd/chaffinch/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range use.FindAllSubmatch(text, -1) {
			commands = append(commands, string(found[1]))
		}
	}
	if len(commands) < 20 || !slices.Contains(commands, "index") {
		t.Fatalf("found only the commands %q", commands)
	}
	return regexp.MustCompile(`\bchaffinch (` + strings.Join(commands, "|") + `)\b`)
}

// eachFile calls f with the files of the program, without tests, and their folders.
func eachFile(t *testing.T, f func(dir string, files *token.FileSet, parsed *ast.File)) {
	t.Helper()
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
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err == nil {
			f(path.Dir(filepath.ToSlash(rel)), files, parsed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Texts below the faces name no flags and no commands: they use package option, or a remedy, and
// each face has its words. Heads of files begin with "# ".
func TestTexts_NameNoFlags(t *testing.T) {
	line := commandLine(t)
	read := map[string]bool{}
	eachFile(t, func(dir string, files *token.FileSet, parsed *ast.File) {
		if slices.ContainsFunc(faces, func(at string) bool { return isBelow(dir, at) }) {
			return
		}
		others := slices.Contains(foreign, dir)
		read[dir] = true
		ast.Inspect(parsed, func(n ast.Node) bool {
			if x, ok := n.(*ast.BasicLit); ok && x.Kind == token.STRING {
				text, err := strconv.Unquote(x.Value)
				if err != nil || strings.HasPrefix(text, "# ") || text == "no chaffinch index" { // which is no command
					return true
				}
				if flag.MatchString(text) && !others || line.MatchString(text) {
					t.Errorf("%s: %q names a flag or a command: make a row in internal/option/messages.go", files.Position(x.Pos()), text)
				}
			}
			return true
		})
	})
	for _, row := range allowed { // so that a folder that moves is not forgotten
		named := func(at string) bool { return isBelow(row.folder, at) }
		if !slices.ContainsFunc(faces, named) && !slices.ContainsFunc(helpers, named) && !read[row.folder] && row.folder != "internal" && row.folder != "analyzer/internal" {
			t.Errorf("no file of %s was read", row.folder)
		}
	}
}
