package page

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// Firefox also shows the pages of a server with a token: the user enters it as a password.
func TestSite_InFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	const token = "0123456789abcdef"
	r := started(t, func(o *serve.Options) { o.Token = token }, makeIndex(t, "team", map[string]string{"lib/a.go": program("a"), "lib/b.go": other("b")}))
	f.Visit(strings.Replace(r.at, "http://", "http://user:"+token+"@", 1) + "/") // as typed into the dialog
	f.Visit(r.at + "/")
	f.Expect(`document.title`, "Where is this from? – chaffinch")
	f.Type("#source", strings.ReplaceAll(program("q"), "\t", " "))
	f.Click("button.ask")
	f.Expect(`document.querySelectorAll(".hit").length`, "1")
	f.Expect(`document.querySelector(".origin bdi").textContent.endsWith("lib/a.go")`, "true")
	f.Click(".beside")
	f.Expect(`document.querySelectorAll("#pair .pane").length`, "2")
	f.Expect(isChosen, "Match 1")
	f.Visit(r.at + "/#" + url.Values{"source": {twoSources}, "how": {"cover"}}.Encode())
	f.Expect(`[...document.querySelectorAll(".listing .jump")].map((a) => a.textContent).sort().join()`, "1,2")
	f.Click(".links .button:not(.beside)")
	f.Expect(`document.querySelectorAll(".listing .line").length > 8`, "true")
	f.Click(`nav a[href="/corpus"]`)
	f.Expect(`document.querySelectorAll(".df-plot rect").length > 0`, "true")

	archive := filepath.Join(t.TempDir(), "class.zip")
	must(t, os.WriteFile(archive, []byte(class(t)), 0o600))
	f.Visit(r.at + "/pairs")
	f.Type("#files", archive)
	f.Expect(`document.getElementById("status").textContent.startsWith("1 file to send")`, "true")
	f.Click("#send")
	f.Expect(`String(`+reported+`)`, "3")
	f.Evaluate(`setTimeout(() => history.back())`)
	f.Expect(`location.pathname.startsWith("/pairs/") && document.getElementById("report")?.checkVisibility()`, "true")
	f.Click("#job button")
	f.Expect(`document.querySelector("main .note")?.textContent`, "The result and its files were deleted.")
	for said := range strings.Lines(f.Complaints()) {
		if !strings.Contains(said, "/favicon.ico") { // which a report forbids to look for
			t.Errorf("firefox says: %s", said)
		}
	}
	if log := r.log.String(); strings.Contains(log, token) || strings.Contains(log, "source=") {
		t.Error("the log has the token or a question")
	}
}
