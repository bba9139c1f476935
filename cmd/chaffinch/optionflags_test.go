package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/serve/mcp"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A row of the table names a field of the library and, for each face that has the option, a flag or
// a key of it.
func TestOptions_HaveNamesThatExist(t *testing.T) {
	types := map[string]reflect.Type{
		"Document":           reflect.TypeFor[chaffinch.Document](),
		"SearchOptions":      reflect.TypeFor[chaffinch.SearchOptions](),
		"pairs.CloneOptions": reflect.TypeFor[pairs.CloneOptions](),
		"pairs.Options":      reflect.TypeFor[pairs.Options](),
		"Filter":             reflect.TypeFor[chaffinch.Filter](),
		"ExportOptions":      reflect.TypeFor[chaffinch.ExportOptions](),
		"index.Settings":     reflect.TypeFor[index.Settings](),
		"analyzer.Settings":  reflect.TypeFor[analyzer.Settings](),
		"index.Options":      reflect.TypeFor[index.Options](),
		"document.Options":   reflect.TypeFor[document.Options](),
		"scan.Options":       reflect.TypeFor[scan.Options](),
		"scan.Policy":        reflect.TypeFor[scan.Policy](),
		"dedup.Options":      reflect.TypeFor[dedup.Options](),
	}
	flags := map[string]bool{}
	newRoot().PersistentFlags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
	for _, cmd := range newRoot().Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
	}
	engine := ""
	sources, err := filepath.Glob("../../web/engine/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	for _, name := range sources {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		engine += strings.Join(regexp.MustCompile(`(?s)ptions struct \{.*?\n\}`).FindAllString(string(source), -1), "")
	}
	for _, embedded := range []reflect.Type{types["SearchOptions"], types["pairs.Options"]} {
		for _, f := range reflect.VisibleFields(embedded) {
			engine += string(f.Tag)
		}
	}
	inPage := func(key string) bool {
		return regexp.MustCompile(`json:"`+key+`[,"]`).MatchString(engine) || key == "onSkipped"
	} // a function
	api, err := os.ReadFile("../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range option.All() {
		at := strings.LastIndex(o.Field, ".")
		if kind := types[o.Field[:at]]; kind == nil {
			t.Errorf("%s: no such type", o)
		} else if _, ok := kind.FieldByName(o.Field[at+1:]); !ok {
			t.Errorf("%s: no such field", o)
		}
		for _, f := range o.Flags {
			if !flags[f] {
				t.Errorf("%s: no command has --%s", o, f)
			}
		}
		if o.Key != "" && !strings.Contains(string(api), `"`+o.Key+`"`) && !inPage(o.Key) {
			t.Errorf("%s: neither the API nor JavaScript has %s", o, o.Key)
		}
		field := o.Field[at+1:]
		if name := strings.ToLower(field[:1]) + field[1:]; o.Key+o.Call == "" && inPage(name) {
			t.Errorf("JavaScript has %s, and %s has no key", name, o)
		}
		if o.Call != "" && !inPage(o.Call) {
			t.Errorf("%s: JavaScript has no %s", o, o.Call)
		}
	}
}

// lacks has the options of a question that a face lacks, with the reason.
var lacks = map[string]map[string]string{
	"command": {"Filter": "its fields are flags", "Select": "a function", "Likely": "scan sets it",
		"Measures": "JSON has them", "Alignments": "--context has them"},
	"request": {"Select": "a function", "Likely": "scan sets it", "Measures": "answers have them", "Alignments": "answers have no sources"},
	"assistant": {
		"Measure": "the verdict is by evidence", "Sort": "it finds origins only", "MinScore": "the verdict is by the default",
		"Collection": "a server for one collection has one index", "Filter": "the answer has what a filter asks for",
		"Promising": "a verdict misses nothing", "Select": "a function", "GroupBy": "hits are few",
		"Cover": "check_changes sets it", "Likely": "check_changes sets it", "MaxTerms": "the verdict is by evidence",
		"Explain": "explain_match is a tool", "Measures": "the verdict is by evidence", "Alignments": "compare_lines shows lines",
	},
	"page": {
		"Measure": "pages explain evidence", "Top": "ten fit a page", "Sort": "pages explain scores",
		"Collection": "hits show it", "Filter": "hits show what a filter asks for", "Promising": "a page is asked once",
		"Select": "a function", "GroupBy": "ten fit a page", "Likely": "scan sets it", "MaxTerms": "pages explain evidence",
		"CountImports": "what is marked as imports is shown", "Explain": "always", "Measures": "pages explain evidence",
		"Alignments": "always",
	},
}

// otherNames are the names of options in a face that does not use their keys.
var otherNames = map[string]string{"command Language": "lang", "assistant Top": "limit", "page MinScore": "weak", "page Cover": "how", "request Cover": "/cover"}

// Every face has every option of a question, or lacks lists it. Flags and inputs are named like the
// keys of requests.
func TestOptions_OfQuestionsAreInEveryFace(t *testing.T) {
	form, api := readText(t, "../../internal/serve/page/ask.html"), readText(t, "../../docs/openapi.json")
	checkFaces(t, reflect.VisibleFields(reflect.TypeFor[chaffinch.SearchOptions]()), lacks, map[string]func(name string) bool{
		"command": hasFlag("search", "similar"),
		"request": func(name string) bool {
			return strings.HasPrefix(name, "/") && strings.Contains(api, name+`"`) || keys(reflect.TypeFor[serve.SearchRequest]())[name]
		},
		"assistant": func(name string) bool { return keys(reflect.TypeFor[mcp.FindOrigin]())[name] },
		"page":      func(name string) bool { return strings.Contains(form, ` name="`+name+`"`) },
	})
}

// lacksOfPairs has the options of pairs that a face lacks, with the reason.
var lacksOfPairs = map[string]map[string]string{
	"command": {"MinInstances": "clusters lists groups"},
	"browser edition": {
		"MinInstances": "the report groups", "MinTokens": "a report has no functions",
		"MaxShare": "half, if common is set", "CountCommon": "common is a choice", "Sort": "the report sorts",
		"Linkage": "the report groups", "LinkScore": "the report has a slider", "CountImports": "imports are marked",
	},
}

// The command and the browser edition have the options of pairs that a request has, or lacksOfPairs
// lists them.
func TestOptions_OfPairsAreInEveryFace(t *testing.T) {
	settings := html.PageForms().Jobs["class"].Settings
	requested := slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[pairs.Options]()), func(f reflect.StructField) bool { return f.Tag.Get("query") == "" })
	if len(requested) < 8 {
		t.Errorf("a request has %d options", len(requested))
	}
	checkFaces(t, requested, lacksOfPairs, map[string]func(name string) bool{
		"command":         hasFlag("pairs"),
		"browser edition": func(name string) bool { return slices.Contains(settings, name) },
	})
}

// checkFaces checks that each face has each option, or lacks it for a reason.
func checkFaces(t *testing.T, options []reflect.StructField, lacks map[string]map[string]string, faces map[string]func(name string) bool) {
	t.Helper()
	known := map[string]bool{}
	for _, f := range options {
		known[f.Name] = true
		for face, has := range faces {
			name := cmp.Or(otherNames[face+" "+f.Name], strings.ToLower(f.Name[:1])+f.Name[1:])
			if _, listed := lacks[face][f.Name]; has(name) == listed {
				t.Errorf("%s has %s: %v; lacks lists it: %v", face, name, has(name), listed)
			}
		}
	}
	for face, fields := range lacks {
		for name := range fields {
			if !known[name] {
				t.Errorf("%s lacks %s, which is no option", face, name)
			}
		}
	}
}

// hasFlag reports whether one of the commands has a flag of an option's name.
func hasFlag(commands ...string) func(name string) bool {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, cmd := range newRoot().Commands() {
		if slices.Contains(commands, cmd.Name()) {
			flags.AddFlagSet(cmd.Flags())
		}
	}
	return func(name string) bool {
		return flags.Lookup(regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(name, func(c string) string { return "-" + strings.ToLower(c) })) != nil
	}
}

// readText reads a file of the project.
func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// keys returns the JSON keys of a type.
func keys(of reflect.Type) map[string]bool {
	all := map[string]bool{}
	for _, f := range reflect.VisibleFields(of) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all[key] = true
	}
	return all
}

func TestErrorText_NamesTheFlagThatWasGiven(t *testing.T) {
	wrong := pairs.Options{MaxShare: 2}.Check()
	for flag, given := range map[string][]string{
		"--max-share":        {"--max-share=.5", "--base-from-corpus"},
		"--base-from-corpus": {"--base-from-corpus"},
	} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.Float64("max-share", 0, "")
		flags.Bool("base-from-corpus", false, "")
		if err := flags.Parse(given); err != nil {
			t.Fatal(err)
		}
		want := "pairs.Options.Old: " + flag + " is 2: use more than 0 and at most 1"
		if got := errorText(fmt.Errorf("pairs.Options.Old: %w", wrong), flags); got != want {
			t.Errorf("%q: %s", given, got)
		}
	}
	if got := errorText(errors.New("pairs.Options.Old: no such file"), nil); got != "pairs.Options.Old: no such file" {
		t.Errorf("a name of a file is taken for an option: %s", got)
	}
}

func TestErrorText_NamesNoSystemCall(t *testing.T) {
	const full = syscall.ENOSPC
	for want, err := range map[string]error{
		"writing standard output: " + full.Error():       &fs.PathError{Op: "write", Path: os.Stdout.Name(), Err: full},
		"indexing a: reading a/b: " + full.Error():       fmt.Errorf("indexing a: %w", &fs.PathError{Op: "lstat", Path: "a/b", Err: full}),
		"seek a: " + full.Error() + ": use another file": fmt.Errorf("%w: use another file", &fs.PathError{Op: "seek", Path: "a", Err: full}),
	} {
		if got := errorText(err, nil); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// The folder of a cached index depends on a variable, not on --index.
func TestErrorText_NamesTheVariableOfTheCache(t *testing.T) {
	flags := pflag.NewFlagSet("search", pflag.ContinueOnError)
	flags.String("corpus", "", "")
	if err := flags.Set("corpus", "src"); err != nil {
		t.Fatal(err)
	}
	err := fmt.Errorf("creating a: %w", option.Fail(option.NoPermission, fs.ErrPermission, option.Say(option.OtherFolder)))
	for want, flags := range map[string]*pflag.FlagSet{
		"or use another --index":                      nil,
		"or set XDG_CACHE_HOME to use another folder": flags,
	} {
		if got := errorText(err, flags); !strings.HasSuffix(got, want) {
			t.Errorf("%q does not end with %q", got, want)
		}
	}
}

func TestErrorText_GivesTheAdviceOfTheCommand(t *testing.T) {
	c := newCommandLine(t)
	c.write("folder/file", "mine")
	_, create := chaffinch.Create("folder", index.DefaultSettings())
	_, open := chaffinch.Open(t.Context(), "folder", index.Options{})
	for want, err := range map[string]error{
		": use another --index":                                 create,
		": create one with chaffinch index --index folder PATH": open,
		", or wait for it with --wait":                          &chaffinch.BusyError{},
		"\"klingon\": chaffinch languages lists them":           chaffinch.Document{Language: "klingon"}.Check(),
	} {
		if err == nil || strings.Contains(err.Error(), "--") {
			t.Fatalf("the library names flags: %v", err)
		}
		if got := errorText(fmt.Errorf("asking: %w", err), nil); !strings.HasSuffix(got, want) {
			t.Errorf("%q does not end with %q", got, want)
		}
	}
}
