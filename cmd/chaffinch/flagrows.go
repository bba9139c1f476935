package main

import (
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
		"max-terms max-upload measure min-instances min-match min-tokens only overlap pairs part prefer promising reference representation reuse " +
		"scanoss selection sha256 shards shingle side-by-side since skipped store term-bits terms threshold tokens w"},
	{harmless, "files", false, "no-ignore generated minified history branches archives strict list-skipped count-imports"},
	{harmless, "submissions", false, "count-common"},
	{harmless, "", true, "explain"},
	{harmless, "", false, "all allow baseline by decisions deny format json key-file no-marks own review review-license top wait"},
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

// moved returns the value of a flag with move of its path. The usage of a flag says what its value
// is. A settings file gives paths relative to its folder.
func moved(f *pflag.Flag, value string, move func(path string) string) string {
	switch what, _ := pflag.UnquoteUsage(f); what {
	case "PATH", "SOURCE":
		return corpus.Move(value, move)
	case "[NAME=]FOLDER":
		if name, path, isNamed := strings.Cut(value, "="); isNamed {
			return name + "=" + move(path)
		}
		return move(value)
	case "FILE", "FOLDER":
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
