package formats

import (
	"os"
	"strings"
	"testing"
)

// JavaScript knows the type of each format, and the page offers no other ones.
func TestPairs_AreKnownToJavaScript(t *testing.T) {
	script, err := os.ReadFile("../../../web/index.js")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../html/assets/web/js/84-jobs.js")
	if err != nil {
		t.Fatal(err)
	}
	_, types, found := strings.Cut(string(script), "const types = {")
	types, _, _ = strings.Cut(types, "};")
	for _, f := range Pairs {
		if !found || !strings.Contains(types, "\t"+f.Name+": \"") && !strings.Contains(types, " "+f.Name+": \"") {
			t.Errorf("web/index.js has no type of %s", f.Name)
		}
	}
	offered := 0
	for _, list := range strings.Split(string(page), "formats: ")[1:] {
		list, _, _ = strings.Cut(list, "\n")
		for i, name := range strings.Split(list, `"`) {
			if i%2 == 1 {
				offered++
				if _, err := Named("format", name); err != nil && name != "text" {
					t.Errorf("the page offers %s: %v", name, err)
				}
			}
		}
	}
	if offered < 6 {
		t.Errorf("%d formats found in the page", offered)
	}
}
