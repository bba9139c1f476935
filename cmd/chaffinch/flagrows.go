package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// flagRow is what the command knows of flags besides their values.
type flagRow struct {
	class     inFile
	topics    string // the [topics] of help that describe them
	pairsOnly bool   // matches have no use for them
	flags     string
}

// flagRows have all flags. A settings file cannot set a flag without a row.
var flagRows = []flagRow{
	{refused, "", false, "attribution ask config help html kept out output remove-stale version"},
	{refused, "", true, "open"},
	{byName, "", false, "against append behind-proxy corpus host listen prune repair tls-cert tls-key token-file"},
	{narrowing, "filters submissions", false, "collection"},
	{narrowing, "filters", false, "in-path in-lang license repository author after before"},
	{narrowing, "files", false, "include exclude max-size skip-generated revision lang"},
	{narrowing, "submissions", false, "unit archive base"},
	{narrowing, "submissions", true, "base-from-corpus max-share link-score linkage deadline dossier"},
	{narrowing, "", true, "anonymous fail-over min-score sort title"},
	{narrowing, "", false, "collections check-config context copies cover fail-over-match fingerprints grams group-by hash-only in " +
		"index k keep-jobs licenses lines max-job-time max-jobs max-memory max-question max-questions max-queue max-time " +
		"max-terms max-upload measure min-match only overlap part prefer promising reference representation reuse " +
		"scanoss selection sha256 shards shingle side-by-side since skipped store term-bits threshold tokens w"},
	{harmless, "files", false, "no-ignore generated minified history branches archives strict list-skipped count-imports"},
	{harmless, "submissions", false, "count-common"},
	{harmless, "", true, "explain"},
	{harmless, "", false, "all allow baseline by decisions deny format json key-file own review review-license top wait"},
}

// inFiles are the classes of all flags.
var inFiles = func() map[string]inFile {
	classes := map[string]inFile{}
	for _, row := range flagRows {
		for _, name := range strings.Fields(row.flags) {
			classes[name] = row.class
		}
	}
	return classes
}()

// Flags whose values have paths, which a settings file gives relative to its folder: sources,
// files, and several indexes, which may have names.
var (
	sourceNames = strings.Fields("against archive base corpus in reference")
	pathNames   = strings.Fields("baseline decisions dossier fingerprints index key-file reuse tls-cert tls-key token-file")
)

// moved returns the value of a flag with move of its path.
func moved(f *pflag.Flag, value string, move func(path string) string) string {
	_, isList := f.Value.(pflag.SliceValue)
	name, path, isNamed := strings.Cut(value, "=")
	switch {
	case slices.Contains(sourceNames, f.Name):
		return corpus.Move(value, move)
	case f.Name == "index" && isList && isNamed:
		return name + "=" + move(path)
	case slices.Contains(pathNames, f.Name):
		return move(value)
	}
	return value
}

// pairFlags are the flags that matches have no use for.
var pairFlags = flagsOf(func(r flagRow) bool { return r.pairsOnly })

// filterNames are the flags that restrict answers.
var filterNames = flagsIn("filters")

// flagsIn returns the flags of a topic.
func flagsIn(topic string) []string {
	return flagsOf(func(r flagRow) bool { return strings.Contains(r.topics, topic) })
}

// flagsOf returns the flags of the rows that is selects.
func flagsOf(is func(flagRow) bool) (all []string) {
	for _, row := range flagRows {
		if is(row) {
			all = append(all, strings.Fields(row.flags)...)
		}
	}
	return all
}
