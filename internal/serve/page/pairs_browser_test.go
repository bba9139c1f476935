package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

const (
	reported = `location.pathname.endsWith("/report") && document.querySelectorAll("#pair-table tbody tr").length`
	told     = `document.getElementById("status")?.textContent`
)

func TestUpload_InBrowser(t *testing.T) {
	b := &browser{t, browsertest.NewFew(t, "a folder is chosen"), limited(t, func(l *serve.Limits) { l.Upload, l.Jobs = 4<<20, 100 }, makeIndex(t, "a", nil))}
	for _, test := range []struct {
		name string
		run  func(b *browser)
	}{
		{"a folder is chosen", testChosenFolder}, {"a folder is dropped", testDroppedFolder}, {"an archive, by keyboard", testUploadByKeyboard},
		{"cancel", testCancelJob}, {"cancel of the upload", testCancelUpload}, {"narrow", testNarrowUpload}, {"what is wrong", testWrongUpload},
		{"hostile names", testHostileUpload}, {"without scripts", testUploadWithoutScripts},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := b.within(t)
			test.run(b)
			b.ExpectNoComplaints()
		})
	}
}

func classFolder(t *testing.T) string {
	root := filetest.Folder(t, map[string]string{
		"class/ann/a.go": program("a"), "class/bob/b.go": program("b"), "class/cid/c.go": program("c"), "class/ann/.git/HEAD": "ref",
	})
	return filepath.Join(root, "class")
}

// chooseFolder chooses a folder, which the browser reads.
func chooseFolder(b *browser) {
	b.t.Helper()
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#folder"), []string{classFolder(b.t)}))
	b.Wait(told + `.startsWith("3 files to send")`)
}

func testChosenFolder(b *browser) {
	b.Visit(b.at, "/pairs")
	chooseFolder(b)
	b.expect(`document.getElementById("chosen").textContent === "class"`)
	b.Do(chromedp.Click(chromedp.CSS("#send")))
	b.Wait(reported + ` === 3`)
	b.expect(`document.title.includes("3 submissions")`)
	b.Back()
	b.Wait(`document.getElementById("finished")?.checkVisibility() && !document.getElementById("running")?.checkVisibility()`)
	value[bool](b, `document.getElementById("report").click(); true`)
	b.Wait(reported + ` === 3`)

	// The browser remembers the report for the form.
	b.Back()
	b.Wait(`document.getElementById("finished")?.checkVisibility()`)
	job := value[string](b, `location.pathname`)
	b.Visit(b.at, "/scan")
	b.Do(chromedp.Click(chromedp.CSS(fmt.Sprintf(`#my-jobs a[href="%s"]`, job))))
	b.Wait(fmt.Sprintf(`location.pathname === %q && document.getElementById("finished")?.checkVisibility()`, job))
}

func testDroppedFolder(b *browser) {
	b.Visit(b.at, "/pairs")
	folder := classFolder(b.t)
	file := filepath.Join(b.t.TempDir(), "dan.go")
	must(b.t, os.WriteFile(file, []byte(program("d")), 0o600))
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		browsertest.Call(b.Browser, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 200, Y: 200,
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{folder, file}, DragOperationsMask: 1}})
		if kind == "dragOver" {
			b.expect(`document.getElementById("upload").classList.contains("dropping")`)
		}
	}
	b.Wait(told + `.startsWith("4 files to send")`)
	b.expect(`document.getElementById("chosen").textContent === "classdan.go" && !document.querySelector(".dropping")`)
	b.Do(chromedp.Click(chromedp.CSS("#clear")))
	b.expect(told + ` === "" && document.getElementById("clear").hidden && document.activeElement.id === "folder"`)
	b.Do(chromedp.Click(chromedp.CSS("#send")))
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("nothing to send")`)
}

func testUploadByKeyboard(b *browser) {
	archive := filepath.Join(b.t.TempDir(), "class.zip")
	must(b.t, os.WriteFile(archive, []byte(class(b.t)), 0o600))
	b.Visit(b.at, "/pairs")
	reached := map[string]bool{}
	for range 40 {
		b.press(kb.Tab)
		id := value[string](b, `document.activeElement?.id || ""`)
		reached[id] = true
		switch {
		case id == "files" && !reached["base"]: // the dialog of the system is not of the page
			b.Do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{archive}))
		case id == "minScore":
			b.press("0.1")
		case id == "unit":
			b.press("f")
			b.expect(`document.activeElement.value === "file"`)
		}
		if id == "send" && reached["clear"] {
			b.press(kb.Enter)
			b.Wait(`location.pathname.includes("/pairs/") || ` + reported + ` > 0`) // asking for more may meet the navigation
			break
		}
	}
	b.Wait(reported + ` === 3`)
	for _, id := range []string{"skip", "unit", "language", "minScore", "folder", "files", "base", "send", "clear", "theme", "help-open"} {
		if !reached[id] {
			b.t.Errorf("Tab never reached %s: %v", id, reached)
		}
	}
	b.expect(`document.title.includes("3 files")`)
}

// many is an archive of files that all resemble each other, whose comparison takes long.
func many(t *testing.T) string {
	var files [][2]string
	for i := range 600 {
		files = append(files, [2]string{fmt.Sprintf("%d.go", i), program("a") + strings.Repeat(program(fmt.Sprint("b", i)), 3)})
	}
	return filetest.Zip(t, files...)
}

func testCancelJob(b *browser) {
	archive := filepath.Join(b.t.TempDir(), "many.zip")
	must(b.t, os.WriteFile(archive, []byte(many(b.t)), 0o600))
	b.Visit(b.at, "/pairs")
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{archive}), chromedp.Click(chromedp.CSS("#send")))
	b.Wait(`document.getElementById("progress")?.max > 1`)
	b.expect(`/^\w+: [\d,]+ of [\d,]+(, \d+ (s|min) left)?$/.test(document.getElementById("count").textContent)`)
	job := value[string](b, `location.pathname`)
	_, second, page := b.compare(part{"files", "class.zip", class(b.t)})
	if !strings.Contains(page, "Waiting for the previous job") {
		b.t.Error(page)
	}
	b.Do(chromedp.Click(chromedp.CSS("#job button")))
	b.Wait(`location.pathname === "/pairs" && document.querySelector("main .note")?.textContent.includes("were deleted")`)
	b.expect(fmt.Sprintf(`!document.querySelector('#my-jobs a[href="%s"]')`, job))
	if status, _, _ := b.get(job); status != 404 {
		b.t.Error(status)
	}
	b.ended(second)
	// A job that is deleted while its page is open.
	_, at, _ := b.compare(part{"files", "many.zip", many(b.t)})
	b.Visit(b.at, at)
	b.post(at+"/delete", nil)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("upload again")`)
	b.Complaints() // the browser notes the status
}

func testCancelUpload(b *browser) {
	b.Visit(b.at, "/pairs")
	value[bool](b, `XMLHttpRequest.prototype.send = function () { setTimeout(() => this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 1, total: 2 }))); }; true`)
	chooseFolder(b)
	b.Do(chromedp.Click(chromedp.CSS("#send")))
	b.Wait(told + ` === "Sending: 50%" && document.activeElement.id === "cancel" && document.getElementById("send").disabled`)
	value[bool](b, `XMLHttpRequest.prototype.abort = function () { this.dispatchEvent(new ProgressEvent("abort")); }; true`)
	b.press(kb.Enter)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("cancelled") && document.getElementById("sending").hidden`)
	b.expect(`document.activeElement.id === "send" && !document.getElementById("send").disabled`)
}

func testNarrowUpload(b *browser) {
	_, at, _ := b.compare(part{"files", "class.zip", class(b.t)})
	b.ended(at)
	b.Do(chromedp.EmulateViewport(320, 640))
	defer b.Do(chromedp.EmulateViewport(1280, 900))
	for _, path := range []string{"/pairs", "/pairs?deleted", at} {
		b.Visit(b.at, path)
		if n := value[int](b, wide); n > 0 {
			b.t.Errorf("%s is %d pixels too wide", path, n)
		}
	}
}

func testWrongUpload(b *browser) {
	large := filepath.Join(b.t.TempDir(), "large.txt")
	must(b.t, os.WriteFile(large, []byte(strings.Repeat("x", 5<<20)), 0o600))
	b.Visit(b.at, "/pairs")
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{large}), chromedp.Click(chromedp.CSS("#send")))
	b.Wait(`document.querySelector(".wrong")?.textContent === "These are more than the server's limit of 4.2 MB: choose fewer files."`)
	// The server also says so.
	value[bool](b, `{ document.getElementById("upload").dataset.most = 1e9; true }`)
	b.Do(chromedp.Click(chromedp.CSS("#send")))
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("--max-upload")`)
	b.Complaints() // the browser notes the status
	// Also for a form without JavaScript.
	value[bool](b, `{ document.getElementById("upload").submit(); true }`)
	b.Wait(`document.readyState === "complete" && document.querySelector(".wrong")?.textContent.includes("--max-upload")`)
	b.Complaints()
	b.Visit(b.at, "/pairs")
	chooseFolder(b)
	value[bool](b, `{ const o = document.querySelector("#language option"); o.value = "Klingon"; document.getElementById("send").click(); true }`)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("unknown language")`)
	b.expect(`document.activeElement.id === "send"`)
	b.Complaints()
}

// The page of a job whose server has stopped stays, says so, and goes on when the server is back.
func TestUpload_SurvivesTheEndOfItsServer(t *testing.T) {
	b := &browser{t, browsertest.New(t), run(t, makeIndex(t, "a", nil))}
	r := b.running
	_, at, _ := r.compare(part{"files", "many.zip", many(t)})
	b.Visit(r.at, at)
	r.stop()
	b.Wait(`document.getElementById("count")?.checkVisibility() && document.getElementById("count").textContent.startsWith("The server does not answer. Check that it runs.")`)
	b.expect(fmt.Sprintf(`location.pathname === %q`, at))
	started(t, func(o *serve.Options) { o.Listen = strings.TrimPrefix(r.at, "http://") }, makeIndex(t, "a", nil))
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("upload again")`)
	b.Complaints() // the browser notes that nothing answers, and the status
}

func testHostileUpload(b *browser) {
	var parts []part
	for i, attack := range browsertest.Attacks {
		name := strings.NewReplacer("\r", "_", "\n", "_", "\x00", "_", `"`, "%22").Replace(strings.ToValidUTF8(attack, "?"))
		parts = append(parts, part{"files", name + fmt.Sprint(i, ".go"), program("a") + "// " + attack + "\n"})
	}
	check := func() {
		b.t.Helper()
		if owned := value[string](b, "String(self.owned)"); owned != "undefined" {
			b.t.Errorf("an attack has run: %s", owned)
		}
		b.ExpectNoComplaints()
	}
	_, at, _ := b.compare(parts...)
	b.ended(at)
	for _, path := range []string{at, strings.Replace(at, "/pairs/", "/api/v1/jobs/", 1) + "/report"} {
		b.Visit(b.at, path)
		check()
	}
	b.expect(reported + ` > 0`)
	b.Visit(b.at, "/pairs?index=%3Cscript%3Eowned=1%3C/script%3E&deleted=%3Cscript%3E")
	root := filetest.Folder(b.t, map[string]string{"<img src=x onerror=owned=9>/a.go": program("a"), "<svg onload=owned=10>/b.go": program("b")})
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#folder"), []string{root}))
	b.Wait(told + `.startsWith("2 files")`)
	check()
	b.Do(chromedp.Click(chromedp.CSS("#send")))
	b.Wait(reported + ` === 1`)
	check()
}

func testUploadWithoutScripts(b *browser) {
	scripts := func(on bool) {
		browsertest.Call(b.Browser, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
	}
	_, before, _ := b.compare(part{"files", "many.zip", many(b.t)}) // so that the next one waits
	archive := filepath.Join(b.t.TempDir(), "class.zip")
	must(b.t, os.WriteFile(archive, []byte(class(b.t)), 0o600))
	scripts(false)
	b.Do(chromedp.Navigate(b.at + "/pairs"))
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{archive}), chromedp.Click(chromedp.CSS("#send")))
	b.Do(chromedp.WaitVisible(chromedp.CSS("#running")))
	b.post(before+"/delete", nil)
	b.Do(chromedp.WaitVisible(chromedp.CSS("#report"))) // the page was loaded again
	b.Do(chromedp.Click(chromedp.CSS("#report")))
	b.Do(chromedp.WaitVisible(chromedp.CSS("noscript, body")))
	scripts(true)
	b.expect(`location.pathname.endsWith("/report")`)
}
