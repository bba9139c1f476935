package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2/data"
)

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
	all := map[string]string{
		"aliases.txt":      table(aliases),
		"extensions.txt":   table(data.LanguagesByExtension),
		"filenames.txt":    table(data.LanguagesByFilename),
		"interpreters.txt": table(data.LanguagesByInterpreter),
		"primary.txt":      table(primary),
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
