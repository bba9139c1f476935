package main

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
)

func TestOptionFlags_NameFieldsOfTheLibrary(t *testing.T) {
	types := map[string]reflect.Type{
		"Document":      reflect.TypeFor[chaffinch.Document](),
		"SearchOptions": reflect.TypeFor[chaffinch.SearchOptions](),
		"PairsOptions":  reflect.TypeFor[chaffinch.PairsOptions](),
	}
	for option := range optionFlags {
		kind, field, _ := strings.Cut(option, ".")
		if types[kind] == nil {
			t.Errorf("%s: no such type", option)
		} else if _, ok := types[kind].FieldByName(field); !ok {
			t.Errorf("%s: no such field", option)
		}
	}
}

func TestErrorText_NamesTheFlagThatWasGiven(t *testing.T) {
	wrong := chaffinch.PairsOptions{Linkage: "sketch", MaxShare: .5}.Check()
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
		want := "PairsOptions.Old: --linkage sketch does not support " + flag +
			": omit it, or specify the shared code with --base"
		if got := errorText(fmt.Errorf("PairsOptions.Old: %w", wrong), flags); got != want {
			t.Errorf("%q: %s", given, got)
		}
	}
	if got := errorText(errors.New("PairsOptions.Old: no such file"), nil); got != "PairsOptions.Old: no such file" {
		t.Errorf("a name of a file is taken for an option: %s", got)
	}
}
