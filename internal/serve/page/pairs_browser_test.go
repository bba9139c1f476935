package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

const (
	reported = `document.querySelector(".frame") && document.querySelectorAll("#pair-table tbody tr").length`
	told     = `document.getElementById("status")?.textContent`
	chosen   = `document.querySelector(".zone strong")?.textContent`
	folderOf = ".zone input[webkitdirectory]"
	filesOf  = ".zone input:not([webkitdirectory])"
)

func TestUpload_InBrowser(t *testing.T) {
	b := &browser{t, browsertest.NewFew(t, "a folder is chosen"), limited(t, func(l *serve.Limits) { l.Upload, l.Jobs = 4<<20, 100 }, makeIndex(t, "a", nil))}
	for _, test := range []struct {
		name string
		run  func(b *browser)
	}{
		{"a folder is chosen", testChosenFolder}, {"a folder is dropped", testDroppedFolder}, {"an archive, by keyboard", testUploadByKeyboard},
		{"cancel", testCancelJob}, {"cancel of the upload", testCancelUpload}, {"narrow", testNarrowUpload}, {"what is wrong", testWrongUpload},
		{"settings", testKeptSettings}, {"states", testJobStates}, {"hostile names", testHostileUpload}, {"without scripts", testUploadWithoutScripts},
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
	b.Do(chromedp.SetUploadFiles(chromedp.CSS(folderOf), []string{classFolder(b.t)}))
	b.Wait(chosen + ` === "3 files"`)
}

func testChosenFolder(b *browser) {
	b.Visit(b.at, "/pairs")
	chooseFolder(b)
	b.expect(`document.querySelector(".zone li").textContent === "class" && document.querySelector(".zone p:has(strong)").textContent.includes("3 submissions")`)
	b.Do(chromedp.Click(chromedp.CSS("#go")))
	b.Wait(reported + ` === 3`)
	b.expect(`document.title.includes("3 submissions")`)
	job := value[string](b, `location.pathname`)
	// Back leads over the views of the report to the form.
	b.Do(chromedp.EmulateViewport(1280, 900), chromedp.Click(chromedp.CSS("#pair-table tbody a")))
	b.Wait(`!document.getElementById("pair").hidden && location.hash.startsWith("#pair=")`)
	b.expect(`document.querySelector(".frame nav").checkVisibility() && document.documentElement.scrollHeight <= innerHeight`)
	b.Back()
	b.Wait(`document.getElementById("pair").hidden`)
	b.Back()
	b.Wait(`location.pathname === "/pairs" && Boolean(document.getElementById("upload"))`)

	// The browser remembers the report for the forms, by the folder's name, and says when it ends.
	b.Visit(b.at, "/scan")
	b.Wait(`/^class comparison, sent .*; will be deleted on \d/.test(document.querySelector("#my-jobs li")?.textContent)`)
	b.Do(chromedp.Click(chromedp.CSS(fmt.Sprintf(`#my-jobs a[href="%s"]`, job))))
	b.Wait(fmt.Sprintf(`location.pathname === %q && `, job) + reported + ` === 3`)
	// It is saved, and deleted, in the frame.
	_, saved, _ := b.get(value[string](b, `document.querySelector(".of-job a[download$=html]").pathname`))
	if !strings.Contains(saved, `<div id="overview"`) || strings.Contains(saved, `"bar frame"`) {
		b.t.Errorf("the saved report is %.3000s", saved)
	}
	b.Do(chromedp.Click(chromedp.CSS(".of-job summary")), chromedp.Click(chromedp.CSS(".of-job button")))
	b.Wait(`location.pathname === "/pairs" && document.querySelector("main .note")?.textContent.includes("were deleted")`)
	b.expect(`!document.getElementById("my-jobs")`)
}

// The address chooses the index, also after another one was scanned, or stored by an older version.
func testKeptSettings(b *browser) {
	r := run(b.t, makeIndex(b.t, "ix", nil), makeIndex(b.t, "iy", nil))
	stored := func() string { return value[string](b, `localStorage.getItem("chaffinch-settings") ?? ""`) }
	b.Visit(r.at, "/scan?index=ix")
	b.Do(chromedp.Click(chromedp.CSS("#remember")))
	b.Wait(`localStorage.getItem("chaffinch-settings") !== null`)
	value[bool](b, `{ const f = document.getElementById("set-language"); f.value = "Go"; f.dispatchEvent(new Event("change", { bubbles: true })); true }`)
	if text := stored(); strings.Contains(text, "ix") || !strings.Contains(text, `"language":"Go"`) {
		b.t.Error("stored are", text)
	}
	for _, text := range []string{stored(), `{ "index": "ix", "language": "Go" }`} {
		value[bool](b, fmt.Sprintf(`{ localStorage.setItem("chaffinch-settings", %q); true }`, text))
		b.Visit(r.at, "/scan?index=iy")
		b.expect(`document.getElementById("set-index").value === "iy" && document.getElementById("set-language").value === "Go" && document.getElementById("remember").checked`)
	}
	value[bool](b, `{ const f = document.getElementById("set-language"); f.dispatchEvent(new Event("change", { bubbles: true })); true }`)
	if text := stored(); strings.Contains(text, "ix") || strings.Contains(text, "iy") {
		b.t.Error("stored are", text)
	}
	b.Do(chromedp.Click(chromedp.CSS("#remember")))
}

// The list of jobs shows no state if the server tells none, and keeps the job.
func testJobStates(b *browser) {
	b.Visit(b.at, "/pairs")
	value[bool](b, `{ localStorage.setItem("chaffinch-jobs", JSON.stringify([{ path: "/pairs/known", title: "class", time: 1, until: Date.now() + 1e9 }])); true }`)
	for _, status := range []int{401, 500, 503} {
		script := browsertest.Call(b.Browser, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: fmt.Sprintf(`fetch = async () => { setTimeout(() => self.asked = true, 100); return new Response('{"title":"a problem"}', { status: %d }); };`, status)})
		b.Visit(b.at, "/pairs")
		b.Wait(`self.asked`)
		browsertest.Call(b.Browser, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams(script))
		b.expect(`document.querySelector("#my-jobs .caption").textContent === "" && localStorage.getItem("chaffinch-jobs").includes("known")`)
	}
	value[bool](b, `{ localStorage.removeItem("chaffinch-jobs"); true }`)
}

func testDroppedFolder(b *browser) {
	b.Visit(b.at, "/pairs")
	folder := classFolder(b.t)
	file := filepath.Join(b.t.TempDir(), "dan.go")
	must(b.t, os.WriteFile(file, []byte(program("d")), 0o600))
	at := value[[2]float64](b, `(({ x, y }) => [x + 20, y + 20])(document.querySelector(".zone").getBoundingClientRect())`)
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		browsertest.Call(b.Browser, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at[0], Y: at[1],
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{folder, file}, DragOperationsMask: 1}})
		if kind == "dragOver" {
			b.expect(`document.querySelector(".zone").classList.contains("dropping")`)
		}
	}
	b.Wait(chosen + ` === "4 files"`)
	b.expect(`[...document.querySelectorAll(".zone li")].map((li) => li.textContent).join() === "class,dan.go" && !document.querySelector(".dropping")`)
	b.Do(chromedp.Click(chromedp.CSS(".zone .link")))
	b.Wait(`!document.querySelector(".zone strong")`)
	b.Do(chromedp.Click(chromedp.CSS("#go")))
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("nothing to send")`)
}

func testUploadByKeyboard(b *browser) {
	archive := filepath.Join(b.t.TempDir(), "class.zip")
	must(b.t, os.WriteFile(archive, []byte(class(b.t)), 0o600))
	b.Visit(b.at, "/pairs")
	reached := map[string]bool{}
	for range 40 {
		b.press(kb.Tab)
		id := value[string](b, `document.activeElement?.id || document.activeElement?.textContent || ""`)
		reached[id] = true
		switch {
		case strings.HasPrefix(id, "Choose files for: Submissions"): // the dialog of the system is not of the page
			b.Do(chromedp.SetUploadFiles(chromedp.CSS(filesOf), []string{archive}))
			b.Wait(chosen + ` === "1 file"`)
		case id == "set-minScore":
			b.press("0.1")
		case id == "set-unit":
			b.press("a file")
			b.expect(`document.activeElement.value === "file"`)
		}
		if id == "go" {
			b.press(kb.Enter)
			b.Wait(`location.pathname.includes("/pairs/") || ` + reported + ` > 0`) // asking for more may meet the navigation
			break
		}
	}
	b.Wait(reported + ` === 3`)
	for _, id := range []string{"skip", "set-unit", "set-language", "set-minScore", "set-deadline", "set-common", "set-anonymous", "Choose a folder for: Submissions", "go", "theme", "help-open"} {
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
	b.Do(chromedp.SetUploadFiles(chromedp.CSS(filesOf), []string{archive}), chromedp.Click(chromedp.CSS("#go")))
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
	b.Do(chromedp.Click(chromedp.CSS("#go")))
	b.Wait(told + ` === "Sending: 50%" && document.activeElement.id === "cancel" && document.getElementById("go").disabled`)
	value[bool](b, `XMLHttpRequest.prototype.abort = function () { this.dispatchEvent(new ProgressEvent("abort")); }; true`)
	b.press(kb.Enter)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("cancelled") && document.getElementById("sending").hidden`)
	b.expect(`document.activeElement.id === "go" && !document.getElementById("go").disabled`)
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
	b.Do(chromedp.SetUploadFiles(chromedp.CSS(filesOf), []string{large}), chromedp.Click(chromedp.CSS("#go")))
	b.Wait(`document.querySelector(".wrong")?.textContent === "These are more than the server's limit of 4.2 MB: choose fewer files."`)
	// The server also says so.
	value[bool](b, `{ document.getElementById("upload").dataset.most = 1e9; true }`)
	b.Do(chromedp.Click(chromedp.CSS("#go")))
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("--max-upload")`)
	b.Complaints() // the browser notes the status
	b.Visit(b.at, "/pairs")
	chooseFolder(b)
	value[bool](b, `{ const o = document.querySelector("#set-language option"); o.value = "Klingon"; document.getElementById("go").click(); true }`)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("unknown language")`)
	b.expect(`document.activeElement.id === "go"`)
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
	b.expect(`document.querySelectorAll("#pair-table tbody tr").length > 0`)
	b.Visit(b.at, "/pairs?index=%3Cscript%3Eowned=1%3C/script%3E&deleted=%3Cscript%3E")
	root := filetest.Folder(b.t, map[string]string{"<img src=x onerror=owned=9>/a.go": program("a"), "<svg onload=owned=10>/b.go": program("b")})
	b.Do(chromedp.SetUploadFiles(chromedp.CSS(folderOf), []string{root}))
	b.Wait(chosen + ` === "2 files"`)
	check()
	b.Do(chromedp.Click(chromedp.CSS("#go")))
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
	b.Do(chromedp.SetUploadFiles(chromedp.CSS(filesOf), []string{archive}), chromedp.Click(chromedp.CSS("#go")))
	b.Do(chromedp.WaitVisible(chromedp.CSS("#running")))
	b.post(before+"/delete", nil)
	b.Do(chromedp.WaitVisible(chromedp.CSS(".frame nav"))) // the page was loaded again
	b.Do(chromedp.WaitVisible(chromedp.CSS("noscript .note")))
	scripts(true)
	b.expect(`location.pathname.startsWith("/pairs/")`)
}
