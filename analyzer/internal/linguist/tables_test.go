package linguist

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	enry "github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
)

var update = flag.Bool("update", false, "write the tables")

// The tables are made from those of go-enry. After an update of go-enry, run
//
//	go test ./analyzer/internal/linguist -run UpToDate -update
func TestTables_AreUpToDate(t *testing.T) {
	all, err := tables()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range all {
		path := filepath.Join("data", name)
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s differs from go-enry: run this test with -update", name)
		}
	}
	files, err := os.ReadDir("data")
	if err != nil || len(files) != len(all) {
		t.Errorf("%d files for %d tables, %v", len(files), len(all), err)
	}
}

// tables returns the text of every table by the name of its file.
func tables() (map[string]string, error) {
	rules, err := ruleTable()
	if err != nil {
		return nil, err
	}
	aliases := map[string][]string{}
	for alias, language := range data.LanguageByAliasMap {
		aliases[alias] = []string{language}
	}
	primary := map[string][]string{}
	for language, all := range data.ExtensionsByLanguage {
		if len(all) > 0 {
			primary[language] = all[:1]
		}
	}
	programming := map[string][]string{}
	for language, kind := range data.LanguagesType {
		if enry.Type(kind) == enry.Programming {
			programming[language] = []string{"programming"}
		}
	}
	all := map[string]string{
		"aliases.txt":      table(aliases),
		"extensions.txt":   table(data.LanguagesByExtension),
		"filenames.txt":    table(data.LanguagesByFilename),
		"interpreters.txt": table(data.LanguagesByInterpreter),
		"primary.txt":      table(primary),
		"programming.txt":  table(programming),
		"rules.txt":        rules,
	}
	return all, nil
}

// table writes a line for each key, sorted.
func table(values map[string][]string) string {
	var text strings.Builder
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if len(values[key]) > 0 {
			text.WriteString(key + "\t" + strings.Join(values[key], "\t") + "\n")
		}
	}
	return text.String()
}
