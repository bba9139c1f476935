package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// optionFlags are the flags for options that errors and warnings of the library name. Where there
// are several, the one that was given is meant, or else the first.
var optionFlags = map[string][]string{
	"ClonesOptions.Baseline":  {"baseline"},
	"ClonesOptions.MinTokens": {"min-match"},
	"ClonesOptions.Only":      {"only"},
	"ClonesOptions.Skipped":   {"list-skipped"},
	"Document.Language":       {"lang"},
	"ExportOptions.Append":    {"append"},
	"SearchOptions.Cover":     {"cover"},
	"SearchOptions.GroupBy":   {"group-by"},
	"SearchOptions.MaxTerms":  {"max-terms"},
	"SearchOptions.Measure":   {"measure"},
	"SearchOptions.MinScore":  {"min-score"},
	"SearchOptions.Sort":      {"sort"},
	"Options.Collection":      {"collection"},
	"Options.MinScore":        {"min-score"},
	"Options.Own":             {"own"},
	"Policy.Allow":            {"allow"},
	"Policy.Deny":             {"deny"},
	"Policy.Review":           {"review-license"},
	"PairsOptions.Base":       {"base"},
	"PairsOptions.Baseline":   {"baseline"},
	"PairsOptions.LinkScore":  {"link-score"},
	"PairsOptions.Linkage":    {"linkage"},
	"PairsOptions.MaxShare":   {"max-share", "base-from-corpus"},
	"PairsOptions.MinScore":   {"min-score"},
	"PairsOptions.Old":        {"archive"},
	"PairsOptions.Only":       {"only"},
	"PairsOptions.SketchSize": {"s"},
	"PairsOptions.Sort":       {"sort"},
	"PairsOptions.Skipped":    {"list-skipped"},
	"PairsOptions.Top":        {"top"},
	"PairsOptions.Unit":       {"unit"},
}

// advice is the advice at the end of texts of the library, and the command's in place of it.
var advice = []struct{ library, command string }{
	{"create one with Create", "create one with chaffinch index PATH"},
	{"use another folder", "use another --index"},
	{"wait for it with Options.Wait", "wait for it with --wait"},
	{"use a name such as Go or C++", "chaffinch languages lists them"},
	{"Index.Collections lists them", "chaffinch list --collections lists them"},
}

// advised returns a text of the library with the command's advice.
func advised(text string) string {
	for _, a := range advice {
		if before, ok := strings.CutSuffix(text, " "+a.library); ok {
			return before + " " + a.command
		}
	}
	return text
}

// errorText returns the text of an error. If the error is about an option, the text names flags.
func errorText(err error, flags *pflag.FlagSet) string {
	text := err.Error()
	if p := new(fs.PathError); errors.As(err, &p) {
		text = strings.Replace(text, p.Error(), pathText(p), 1)
	}
	var wrong interface {
		error
		Option() string
	}
	if errors.As(err, &wrong) {
		text = strings.Replace(text, wrong.Error(), withFlags(wrong.Error(), flags), 1)
	}
	text = advised(text)
	if flags != nil && flags.Changed("corpus") { // which decides where the index is
		text = strings.Replace(text, "use another --index", "set XDG_CACHE_HOME to use another folder", 1)
	}
	return onIndex(text, indexOf(flags))
}

// doing are the operations in errors of the system.
var doing = map[string]string{
	"open": "opening", "read": "reading", "readdirent": "reading", "stat": "reading",
	"lstat": "reading", "write": "writing", "mkdir": "creating", "remove": "removing",
}

// pathText returns the text of an error of the system in plain words.
func pathText(err *fs.PathError) string {
	verb, known := doing[err.Op]
	if !known {
		return err.Error()
	}
	name := err.Path
	if name == os.Stdout.Name() {
		name = "standard output"
	}
	return fmt.Sprintf("%s %s: %v", verb, name, err.Err)
}

// withFlags returns a text with flags in place of the options that they set. If flags is nil, the
// first of several is meant.
func withFlags(text string, flags *pflag.FlagSet) string {
	var pairs []string
	for _, option := range slices.Backward(slices.Sorted(maps.Keys(optionFlags))) { // Baseline, then Base
		names := optionFlags[option]
		name := names[0]
		for _, n := range names {
			if flags != nil && flags.Changed(n) {
				name = n
				break
			}
		}
		pairs = append(pairs, option, "--"+name)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// nameFlags puts flags in place of options in warnings, and the command's advice in place of the
// library's. index is the value of --index.
func nameFlags(warnings []string, index string) {
	for i, w := range warnings {
		warnings[i] = onIndex(advised(withFlags(w, nil)), index)
	}
}

// commandOnIndex matches the commands in advice that use an index and do not name it.
var commandOnIndex = lazyregexp.New(`(chaffinch (?:index|check|list|boilerplate list|boilerplate add))` +
	`( PATH| says what to do| --collections| shows it|$)`)

// onIndex adds --index to the commands in advice, which would otherwise use another index.
func onIndex(text, index string) string {
	if index == "" {
		return text
	}
	return commandOnIndex.ReplaceAllString(text, "$1 --index "+strings.ReplaceAll(shellWord(index), "$", "$$$$")+"$2")
}

// shellWord quotes a path for a shell if necessary.
func shellWord(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-+=:,./@%", r)
	}) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// indexOf returns the index that the flags name, or "".
func indexOf(flags *pflag.FlagSet) string {
	if flags == nil {
		return ""
	}
	if corpus, err := flags.GetString("corpus"); err == nil && corpus != "" {
		path, err := indexpath.Cached(corpus)
		if err != nil {
			return ""
		}
		return path
	}
	path, _ := flags.GetString("index")
	return path
}
