package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/serve"
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

// The command and requests have every option of a question, but what only a program can use. Flags
// are named like keys.
func TestOptions_OfQuestionsAreInEveryFace(t *testing.T) {
	only := map[string]bool{"Select": true, "Likely": true, "Measures": true, "Alignments": true, "Filter": true}
	apart := map[string]string{"MinScore": "minScore", "Cover": "cover"} // of another type, or a path of its own
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, cmd := range newRoot().Commands() {
		if cmd.Name() == "search" || cmd.Name() == "similar" {
			flags.AddFlagSet(cmd.Flags())
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[chaffinch.SearchOptions]()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" {
			key = apart[f.Name]
		}
		flag := regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(key, func(c string) string { return "-" + strings.ToLower(c) })
		switch {
		case only[f.Name]:
		case key == "":
			t.Errorf("requests have no %s", f.Name)
		case flags.Lookup(flag) == nil:
			t.Errorf("the command has no --%s", flag)
		}
	}
	request := reflect.TypeFor[serve.SearchRequest]()
	if f, ok := request.FieldByName("SearchOptions"); !ok || !f.Anonymous {
		t.Errorf("%s does not embed the options of the library", request)
	}
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
