package html

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// docs/images/class.png shows the page that compares in the browser, with submissions chosen: see
// checkPicture.
func TestPicture_OfTheWebPage(t *testing.T) {
	checkPicture(t, "class.png", func(t *testing.T, b *browser) {
		b.Open(webPage(t), "")
		b.take("Submissions", "2025/info.csv", "2025/ann/sort.py", "2025/ann/test.py", "2025/bob.zip", "2025/carla.zip")
		b.click("#more-files summary")
		b.take("Starter code", "handout/sort.py")
	})
}

func TestWeb_HasNoViolationsOfAxe(t *testing.T) {
	axe := browsertest.NewAxe(t)
	b := newFew(t)
	file := webPage(t)
	b.Do(chromedp.EmulateViewport(1280, 900))
	check := func(what string, at *browser) {
		if found := axe.Violations(at.Browser); found != "" {
			t.Errorf("%s: %s", what, found)
		}
	}
	for _, job := range []string{"class", "two", "snippet"} {
		b.Open(file, "#"+job)
		value[bool](b, `document.querySelectorAll("details").forEach((d) => { d.open = true; }); true`)
		check(job, b)
	}
	value[bool](b, `document.getElementById("snippet").value = "x = 1"; true`)
	b.take("Where to look", "lib/x.go")
	b.click("#go")
	b.Wait(outcomeText + `.includes("4 files have it")`)
	check("hits", b)
	b.Open(file, "#class")
	b.take("Submissions", "a.py", "b.py")
	b.choose("set-minScore", "0.5") // runs until it is cancelled
	b.click("#go")
	b.Wait(`!document.getElementById("run").hidden`)
	check("progress", b)
	b.click("#cancel")
	b.Wait(outcomeText + `.includes("Cancelled.")`)
	check("cancelled", b)
	b.choose("set-minScore", "0.25")
	b.click("#go")
	b.Wait(reportShown)
	check("report", b)
	f := &browser{t: t, Browser: b.Frame()}
	check("report in the frame", f)
	for _, view := range []struct{ link, id string }{{"#pair-table tbody td.score a", "pair"}, {"#pair-title a", "unit"}} {
		f.click(view.link)
		f.Wait(fmt.Sprintf(`document.getElementById(%q).checkVisibility()`, view.id))
		check(view.id+" in the frame", f)
		if view.id == "pair" {
			f.click(`#pair input[value="copied"]`)
		}
	}
	b.press(kb.Escape)
	f.click("#clusters a.button")
	f.Wait(`document.getElementById("group").checkVisibility()`)
	check("group in the frame", f)
	b.press(kb.Escape)
	f.click("#notes-dossier")
	f.Wait(`document.getElementById("dossier").checkVisibility()`)
	check("dossier in the frame", f)
	b.Open(file, "#two")
	b.take("The first project", "a/a.py")
	b.take("The other project", "b/b.py")
	b.click("#go")
	b.Wait(reportShown)
	check("two projects in the frame", &browser{t: t, Browser: b.Frame()})
	b.ExpectNoComplaints()
}
