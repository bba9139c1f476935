package serve

import (
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
)

// The tags of requests cannot name the values that the library has, so they repeat them.
func TestRequests_HaveTheValuesOfTheLibrary(t *testing.T) {
	for name, want := range map[string][]string{"Measure": chaffinch.Measures, "GroupBy": chaffinch.GroupKeys} {
		field, _ := reflect.TypeFor[SearchRequest]().FieldByName(name)
		if got := field.Tag.Get("enum"); got != strings.Join(want, ",") {
			t.Errorf("%s has %s, not %s", name, got, want)
		}
	}
}
