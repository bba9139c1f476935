package html

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// The page works in Firefox, too: what a reader does first, with real clicks and keys.
func TestPage_InFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	s := newSample(t)
	file := onDisk(t, s.result, Options{Title: "Exercise 4"})
	expect := func(expression string, want any) {
		t.Helper()
		f.Expect(expression, fmt.Sprint(want))
	}
	all := len(s.result.Pairs)

	f.Open(file, "")
	expect("document.querySelector('#graph .node').checkVisibility()", true)
	f.Type("#threshold", "\ue011") // Home: to the minimum
	expect(rows, all)
	f.Type("#threshold", "\ue010") // End
	expect(rows, 0)
	f.Type("#threshold", "\ue011")
	f.Type("#filter-text", "nobody has this name")
	expect(rows, 0)
	f.Click("#filter-reset")
	expect(rows, all)
	f.Click("#pair-table th[data-column='longest'] button")
	expect("document.querySelector(\"#pair-table th[data-column='longest']\").ariaSort", "descending")

	f.Click("#clusters a.button")
	expect("location.hash.startsWith('#group=')", true)
	expect("document.querySelectorAll('#group .heat').length > 1", true)
	f.Click("#group a.heat")
	expect("document.getElementById('pair').checkVisibility()", true)

	f.Open(file, "#pair=2")
	f.Click("#pair input[value='talk']")
	f.Type("#pair textarea", "Asked on Monday.\nAgain on Tuesday.")
	expect("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('#pair textarea'))", true)
	f.Evaluate("document.activeElement.blur()")
	f.Open(file, "#pair=2") // again
	expect("document.querySelector('#pair textarea').value", "Asked on Monday.\nAgain on Tuesday.")
	expect("document.querySelector(\"#pair input[value='talk']\").checked", true)
	f.Click("#pair .jump")
	expect("location.hash.includes('match=')", true)
	if pdf := string(f.Call("WebDriver:Print", map[string]any{})["value"]); !strings.HasPrefix(pdf, `"JVBER`) { // %PDF in base64
		t.Errorf("it prints %.20s", pdf)
	}

	c := compare(t, first, other)
	f.Open(c.onDisk(t), "")
	f.Click("#pair .jump")
	expect("location.hash.includes('match=')", true)
	if said := f.Complaints(); said != "" {
		t.Errorf("firefox says: %s", said)
	}
}

// So does the page of a scan: the map, the findings of a file, and both sources, one of them in
// parts.
func TestScanPage_InFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	s := newScanSample(t)
	d, _ := parsed(t, s.page(t))
	expect := func(expression string, want any) {
		t.Helper()
		f.Expect(expression, fmt.Sprint(want))
	}
	file := s.onDisk(t)
	f.Open(file, "")
	expect(findingRows, len(s.report.Findings))
	expect(tiles, 3)
	f.Click(".map-tile[aria-label^='src']")
	expect("location.hash", "#folder=src")
	f.Click(".map-tile[aria-label^='src/vendor']")
	f.Click(".map-tile[aria-label^='src/vendor/whole.py']")
	expect("location.hash", "#file=src%2Fvendor%2Fwhole.py")
	expect(findingRows, 1)
	f.Click("#filter-reset")
	f.Type("#filter-text", "jane doe")
	expect(findingRows+" > 0", true)
	f.Click("#filter-reset")
	expect(findingRows, len(s.report.Findings))

	f.Open(file, fmt.Sprintf("#finding=%d", s.find(t, d, "edited", scanOpen)))
	expect("document.querySelectorAll('.pane .line.match').length > 10", true)
	f.Click("#pair .jump")
	expect("location.hash.includes('match=')", true)

	page := s.tight(t, 40<<10)
	d, _ = parsed(t, page)
	f.Open(pageFile(t, page), fmt.Sprintf("#finding=%d", s.find(t, d, "verbatim", scanOpen)))
	expect("document.querySelector('.pane').querySelectorAll('.gap').length", 2)
	if said := f.Complaints(); said != "" {
		t.Errorf("firefox says: %s", said)
	}
}

// The page that compares in the browser works in Firefox, too, with its policy and its frame, in
// which links are clicked.
func TestWeb_InFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	file := webPage(t)
	f.Open(file, "#snippet")
	f.Type("#snippet", "x = 1")
	take := func() {
		f.Evaluate(`(() => {
			const chosen = new DataTransfer();
			chosen.items.add(new File(["x = 1"], "x.go"));
			const input = document.querySelectorAll(".zone input")[1];
			input.files = chosen.files;
			input.dispatchEvent(new Event("change"));
		})()`)
	}
	take()
	f.Click("#go")
	f.Expect(`document.getElementById("summary") && document.getElementById("summary").textContent.startsWith("4 files have it")`, "true")
	f.Click(".hit button")
	f.Expect(reportShown, "true")
	f.Click("#back")
	f.Expect(`document.getElementById("ask-view").checkVisibility()`, "true")

	f.Open(file, "#class")
	take()
	f.Click("#go")
	f.Expect(reportShown, "true")
	f.Frame("#report")
	f.Expect(rows+" > 2", "true")
	f.Click("#pair-table tbody td.score a")
	f.Expect(bothSources, "true")
	f.Click(`.pair-bar a[href="#pairs"]`)
	f.Expect(`document.getElementById("pair").hidden`, "true")
	f.Click("#clusters a.button")
	f.Expect(`document.querySelectorAll("#group .heat").length > 1`, "true")
	f.Evaluate("setTimeout(() => history.back())")
	f.Expect(`document.getElementById("group").hidden`, "true")
	f.Top()
	if said := f.Complaints(); said != "" {
		t.Error(said)
	}
}

// A file that was changed and is chosen again replaces the older choice, though Firefox still reads
// that.
func TestWeb_ChosenAgainInFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	f.Open(webPage(t), "#class")
	f.Evaluate(`(() => { const input = document.querySelectorAll(".zone input")[1]; input.hidden = false; input.id = "single"; })()`)
	name := filepath.Join(browsertest.Folder(t), "main.py")
	for _, c := range []struct{ text, zone string }{{"text", "1 file, 1 submission, 4 bytes"}, {"more text", "1 file, 1 submission, 9 bytes"}} {
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f.Choose("#single", name)
		f.Expect(fmt.Sprintf(`(document.querySelector(".zone strong") || document.body).parentNode.textContent.startsWith(%q)`, c.zone), "true")
	}
}
