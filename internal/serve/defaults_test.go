package serve

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/query/align"
)

// The page and the tags of requests cannot name constants, so they repeat them.
func TestDefaults_AreTheThresholds(t *testing.T) {
	field, _ := reflect.TypeFor[pairsUpload]().FieldByName("MinScore")
	if tag := field.Tag.Get("default"); tag != fmt.Sprint(align.ListedPair) {
		t.Errorf("the request has %s, not align.ListedPair", tag)
	}
	for file, want := range map[string]string{
		"82-settings.js": fmt.Sprintf("minScore: { text: \"Minimum score\", number: { min: 0, max: 1, step: 0.01, value: %g, ", align.ListedPair),
		"84-jobs.js":     fmt.Sprintf("maxShare: common ? %g : 0", align.CommonUnits),
	} {
		text, err := os.ReadFile("../report/html/assets/web/js/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", file, want)
		}
	}
}
