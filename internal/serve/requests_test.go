package serve

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Only the error for an option names options. A file may be called like one.
func TestProblem_LeavesOtherNames(t *testing.T) {
	const text = "reading SearchOptions.Cover: it is a folder"
	if _, got := Problem(errors.New(text), option.API); got != text {
		t.Errorf("the text is %q", got)
	}
	if _, got := Problem(fmt.Errorf("asking: %w", option.Errorf(option.Cover, "is new")), option.API); got != "asking: cover is new" {
		t.Errorf("the text for the option is %q", got)
	}
}

// The library takes all values of a tag that it reads.
func TestOptions_TakeTheValuesOfTheirTags(t *testing.T) {
	for _, measure := range answer.Measures {
		for _, group := range append(answer.GroupKeys, "") {
			if err := (answer.Options{Measure: measure, GroupBy: group}).Check(); err != nil {
				t.Error(err)
			}
		}
	}
	if len(answer.Measures) < 4 || len(answer.GroupKeys) < 3 {
		t.Errorf("the tags have %q and %q", answer.Measures, answer.GroupKeys)
	}
}

// The tags of requests cannot name the values that the library has, so they repeat them.
func TestRequests_HaveTheValuesOfTheLibrary(t *testing.T) {
	for of, fields := range map[reflect.Type]map[string][]string{
		reflect.TypeFor[SearchRequest](): {"Sort": shares.Keys()},
		reflect.TypeFor[pairs.Options](): {"Unit": pairs.Units, "Sort": pairs.Orders, "Linkage": pairs.Linkages},
	} {
		for name, want := range fields {
			field, _ := of.FieldByName(name)
			if got := field.Tag.Get("enum"); got != strings.Join(want, ",") {
				t.Errorf("%s has %s, not %s", name, got, want)
			}
		}
	}
}
