package importgraph

import (
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// reasonLine is what follows the build tag of a file that browsers do not get.
var reasonLine = regexp.MustCompile(`^// Not in a browser: (.+\.)$`)

// importing says for reasons what a file with such a reason imports.
var importing = map[string][]string{
	"it imports Bleve.": {
		"github.com/blevesearch/", "github.com/RoaringBitmap/", "go.etcd.io/bbolt", module + "/index/segment",
	},
	"it imports scan, which the engine lacks.": {module + "/scan"},
}

// faultOfTag says what is wrong with the build tag of a file of Go, and whether the tag leaves
// browsers out.
func faultOfTag(t *testing.T, name string, text []byte) (fault string, tagged bool) {
	t.Helper()
	lines := strings.Split(string(text), "\n")
	if !constraint.IsGoBuild(lines[0]) || !strings.Contains(lines[0], "!js") {
		return "", false
	}
	if len(lines) < 3 || lines[1] != "" || !reasonLine.MatchString(lines[2]) {
		return `the third line is not "// Not in a browser: REASON."`, true
	}
	imports, needed := importing[reasonLine.FindStringSubmatch(lines[2])[1]]
	if !needed {
		return "", true
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(imports, func(begin string) bool { return strings.HasPrefix(imported, begin) }) {
			return "", true
		}
	}
	return "it does not import what it names as the reason: is the tag needed?", true
}

// Files that the browser edition lacks say why.
func TestBrowser_LacksFilesForAReason(t *testing.T) {
	found := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return filepath.SkipDir
		case filepath.Ext(name) != ".go":
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fault, tagged := faultOfTag(t, name, text)
		if tagged {
			found++
		}
		if fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 10 {
		t.Errorf("found only %d files", found)
	}
}

func TestBrowser_FindsMissingReasons(t *testing.T) {
	for text, want := range map[string][2]bool{ // a fault, and a tag
		"package p\n":                       {false, false},
		"//go:build unix\n\npackage p\n":    {false, false},
		"//go:build js\n\npackage p\n":      {false, false},
		"//go:build !js\n\npackage p\n":     {true, true},
		"//go:build !js && linux\n\n// x\n": {true, true},
		"//go:build !js\n\n// Not in a browser: it belongs to the index on disk.\n\npackage p\n":                                       {false, true},
		"//go:build !js\n\n// Not in a browser: it imports Bleve.\n\npackage p\n\nimport \"os\"\n":                                     {true, true},
		"//go:build !js\n\n// Not in a browser: it imports Bleve.\n\npackage p\n\nimport \"github.com/blevesearch/bleve/v2/search\"\n": {false, true},
	} {
		fault, tagged := faultOfTag(t, "p.go", []byte(text))
		if (fault != "") != want[0] || tagged != want[1] {
			t.Errorf("%q: fault %q, tagged %v", text, fault, tagged)
		}
	}
}
