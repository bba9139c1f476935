package page

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// axe-core finds no violation of WCAG on any page, in both themes and on a narrow screen.
// CHAFFINCH_AXE is the path of its axe.min.js, which .ci/full gets from npm.
func TestSite_HasNoViolationsOfAxe(t *testing.T) {
	axe := browsertest.NewAxe(t)
	b := &browser{t, browsertest.NewFew(t), sample(t)}
	_, answer := b.post("/", map[string]string{"source": program("q")})
	_, id, _ := strings.Cut(answer, `data-content="`)
	id, _, _ = strings.Cut(id, `"`)
	asked := "/#" + url.Values{"source": {twoSources}, "how": {"cover"}}.Encode()
	_, job, _ := b.compare(part{"files", "a.go", program("a")}, part{"files", "b.go", program("b")})
	b.ended(job)
	for path, ready := range map[string]string{
		"/": "true", "/corpus": "true", "/idioms": "true", "/contents/" + id: "true", "/contents/0": "true", "/pairs": "true", "/scan": "true", "/pairs?deleted": "true", job: "true", asked: answered,
		asked + "&hit=1": beside,
	} {
		b.Visit(b.at, path)
		b.Wait(ready)
		value[bool](b, `document.querySelectorAll("details").forEach((d) => { d.open = true; }); true`)
		if found := axe.Violations(b.Browser); found != "" {
			t.Errorf("%s: %s", path, found)
		}
	}
}
