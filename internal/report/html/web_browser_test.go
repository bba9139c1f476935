package html

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// fakeEngine stands for the engine, so that the page is tested without it; package web tests both
// together. The score from which pairs are listed says what happens.
const fakeEngine = `
const calls = (window.calls = []);
const paths = (files = []) => files.map(({ path }) => path);
const evil = JSON.parse(document.getElementById("evil").textContent);
const page = (of) => new Blob([Uint8Array.from(atob(document.getElementById(of).textContent), (c) => c.charCodeAt(0))]);
const chaffinch = {
	async pairs(files, { onProgress, onSkipped, signal, base, archive, ...options }) {
		calls.push(["pairs", paths(files), paths(base), paths(archive), options]);
		onProgress({ doing: "aligning pairs", done: 5, whole: 10, memory: 5e7 });
		onSkipped({ path: evil, reason: evil });
		onSkipped({ path: "s01/__MACOSX/._a.py", reason: "metadata" });
		onSkipped({ path: "s01.zip/.DS_Store", reason: "binary" });
		if (options.minScore === 0.5) await new Promise((_, failed) => signal.addEventListener("abort", () => failed(new Error("ended"))));
		if (options.minScore === 0.6) throw new Error(evil + " cannot be read: choose another");
		const warnings = [evil, "raise options.minScore"], warningCodes = ["", "left-out"];
		// CSV takes until it is cancelled.
		async function write(format, { onProgress, signal, ...of }) {
			calls.push(["write", format, of]);
			onProgress({ doing: "writing", done: 2e6, whole: 0, memory: 5e7 });
			if (format === "csv") await new Promise((_, failed) => signal.addEventListener("abort", () => failed(new Error("ended"))));
			return page(options.minScore === 0.7 ? "empty-report" : "class-report");
		}
		if (options.minScore === 0.4) {
			onSkipped({ path: "base_/given/x.py", reason: "unreadable", error: "read /base_/given/x.py: I/O error" });
			onSkipped({ path: "s02.zip", reason: "damaged", error: "read /class/s02.zip: I/O error" });
			onSkipped({ path: "s03.zip", reason: "damaged", error: "open /class/s03.zip: not a zip" });
			return { summary: { units: 1, earlier: 0, warnings: [], warningCodes: [] }, close() {} };
		}
		return { summary: { units: 2, earlier: 0, warnings, warningCodes }, close() {}, write };
	},
	async reopen(file) {
		const text = await file.text();
		calls.push(["reopen", text.length]);
		if (!text.startsWith("<!DOCTYPE html>")) throw new Error(evil + " is not a report");
		return page("class-report");
	},
	async compare(a, b, { base, language, format, names, keep }) {
		calls.push(keep ? ["compare", names, paths(a), paths(b), paths(base), language] : ["compare", a, b, format]);
		return keep ? { summary: { warnings: [evil, "first has no files to compare"], warningCodes: ["", paths(a)[0] === "gone.c" ? "empty-folder" : "ignored"] }, close() {}, write: async () => page("trees-report") } : page("pair-report");
	},
	async corpus(files, { name, onSkipped }) {
		onSkipped({ path: "photo.png", reason: "binary" });
		return {
			close() {},
			async beside(question, content) {
				calls.push(["beside", question, content]);
				if (question.data === "gone") throw new Error("ann/x.go was changed or deleted after you chose it.");
				return page("pair-report");
			},
			async search(question, { language, words }) {
				calls.push(["search", question, name, paths(files), language]);
				const hit = { content: "c0ffee", occurrences: [{ path: evil }, { path: "bob/x.go" }, { path: "carl.zip/x.go" }], matches: [{ document: { from: 3, to: 9 } }] };
				const comments = { content: "decaf", occurrences: [{ path: "dan/y.go" }], matches: [] };
				const said = words && [{ figures: [{ label: "Score", text: "0.900" }, { label: "Language", text: evil }], sentences: ["It looks generated.", evil] }, { figures: [], sentences: ["Comments of both."] }];
				return { question: { language: "Go" }, warnings: [evil, "The snippet is read as Go. If it is in another language, set that.", "The snippet is too short to be found: paste more lines."], warningCodes: ["", "read-as", "too-few-tokens"], hits: question.data === "none" ? [] : [hit, comments], words: said };
			},
		};
	},
};
`

// webPage writes the page with the engine, whose reports are those of the samples, to a file.
func webPage(t *testing.T) string {
	t.Helper()
	s := newSample(t)
	report := written(t, s.result, Options{source: s.source})
	var page bytes.Buffer
	text, err := json.Marshal(strings.ToValidUTF8(strings.Join(browsertest.Attacks, " "), ""))
	if err != nil {
		t.Fatal(err)
	}
	blocks := []Block{{"evil", string(text)}, {"languages", `["Go","Python"]`}}
	for name, text := range map[string]string{
		"class-report": report, "empty-report": written(t, faked{Report: &pairs.Report{Unit: "dir", Histogram: make([]int, 100), MinScore: 0.7}}, Options{}),
		"trees-report": treesPage(t, comparedTrees(t, treesSample())), "pair-report": compare(t, first, other).page(t),
	} {
		blocks = append(blocks, Block{name, base64.StdEncoding.EncodeToString([]byte(text))})
	}
	err = WriteWeb(&page, fakeEngine, blocks...)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// take chooses files for a zone, as a dialog does. They were last changed at b.changed.
func (b *browser) take(zone string, paths ...string) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`{
		const zone = [...document.querySelectorAll(".zone")].find((z) => z.querySelector("legend").textContent === %q);
		const chosen = new DataTransfer();
		for (const path of %s) {
			const file = new File([path], path.split("/").pop(), { lastModified: %d });
			Object.defineProperty(file, "webkitRelativePath", { value: path.includes("/") ? path : "" });
			chosen.items.add(file);
		}
		const input = zone.querySelectorAll("input")[1];
		Object.defineProperty(input, "files", { value: chosen.files, configurable: true });
		input.dispatchEvent(new Event("change"));
		true;
	}`, zone, jsonOf(paths), b.changed))
}

func jsonOf(paths []string) string {
	quoted := make([]string, len(paths))
	for i, p := range paths {
		quoted[i] = fmt.Sprintf("%q", p)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

const (
	reportShown = `!document.getElementById("report-view").hidden && document.getElementById("report").src.startsWith("blob:")`
	lastCall    = `JSON.stringify(calls.filter(([name]) => !name.startsWith("write")).pop())`
	outcomeText = `document.getElementById("outcome").textContent`
)

func TestWeb_InBrowser(t *testing.T) {
	t.Parallel()
	b := newFew(t, "class", "two", "snippet")
	file := webPage(t)
	for name, test := range map[string]func(*testing.T, *browser, string){
		"class": testWebClass, "two": testWebTwo, "snippet": testWebSnippet, "cancel": testWebCancel, "saved": testWebSaved,
		"links": testWebLinks, "history": testWebHistory, "theme": testWebTheme, "keyboard": testWebKeyboard, "settings": testWebSettings, "phone": testWebPhone, "drop": testWebDrop, "real drop": testWebRealDrop, "same path": testWebSamePath, "same name": testWebSameName, "earlier": testWebEarlier,
		"from zero": testWebFromZero, "groups": testWebGroups, "notes": testWebNotes, "save": testWebSaveCancel,
	} {
		t.Run(name, func(t *testing.T) {
			b := b.within(t)
			b.Do(chromedp.EmulateViewport(1280, 900))
			b.Open(file, "")
			defer value[bool](b, `localStorage.clear(); true`)
			test(t, b, file)
			b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
			b.expect(`document.querySelectorAll("img, [onerror], [onclick], main script").length`, 0)
			b.ExpectNoComplaints()
		})
	}
}

func testWebClass(t *testing.T, b *browser, _ string) {
	b.click("#go")
	b.Wait(outcomeText + `.includes("Choose the submissions first")`)
	b.take("Submissions", "class/s01/a.py", "class/s02/b.py")
	b.take("Submissions", "class/s01/a.py", "class/s02/b.py", "class/info.csv")
	b.expectZone("3 files, 2 submissions")
	b.click("#more-files summary")
	b.take("Starter code", "given.py")
	b.take("Earlier years", "2024/s01/a.py")
	b.choose("set-unit", "file")
	b.choose("set-language", "Python")
	b.click("#set-common")
	b.click("#set-anonymous")
	b.click("#go")
	b.Wait(reportShown)
	want := `["pairs",["s01/a.py","s02/b.py","info.csv"],["given.py"],["2024/s01/a.py"],` +
		`{"deadline":"","language":"Python","minScore":0.25,"unit":"file","groups":false,"name":"class","maxShare":0.5}]`
	if have := value[string](b, lastCall); have != want {
		t.Errorf("the engine was asked\n%s, not\n%s", have, want)
	}
	b.expect(`calls.some(([name, format, { anonymous, title }]) => name === "write" && format === "html" && anonymous && title === "2 submissions of class") ? 1 : 0`, 1)
	for _, format := range []string{"html", "jplag"} {
		b.exportAs(format)
		b.Wait(fmt.Sprintf(`calls.some(([name, file]) => name === "saved file" && file === "chaffinch.%s")`, format))
	}
	if text := value[string](b, `document.getElementById("exports").textContent`); text != "Saved as chaffinch.jplag.Save asHTMLJPlagPrint" {
		t.Errorf("a report without names can be saved as %s", text)
	}
	b.click("#back")
	b.click("#more-files summary")
	if text := value[string](b, `document.querySelector("#more-files summary").textContent`); text != "Starter code and earlier years (2 files)" {
		t.Errorf("the closed fields say %s", text)
	}
	outdated := `document.getElementById("outdated").textContent`
	b.Wait(outdated + ` === ""`)
	b.click("#set-common")
	b.Wait(outdated + ` === "Files or settings were changed since it was made."`)
	b.click("#set-common")
	b.Wait(outdated + ` === ""`)
	text := value[string](b, outcomeText)
	for _, want := range []string{"1 file was not compared", `raise "Minimum score"`} {
		if !strings.Contains(text, want) || strings.Contains(text, "options.") {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	b.click("#set-anonymous")
	b.click("#go")
	b.Wait(reportShown)
	b.exportAs("json")
	b.Wait(`calls.some(([name, file]) => name === "saved file" && file === "chaffinch.json")`)
}

// A report can be read while it is saved, and stays if this is cancelled, which the form says if it
// is used meanwhile.
func testWebSaveCancel(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "a.py", "b.py")
	b.click("#go")
	b.Wait(reportShown)
	exports := `document.getElementById("exports").textContent`
	b.exportAs("csv")
	b.Wait(exports + ` === "Writing 2.0 MB…Cancel"`)
	b.expect(`document.getElementById("report").checkVisibility() ? 1 : 0`, 1)
	b.click("#exports button")
	b.Wait(exports + `.startsWith("Cancelled: nothing was saved.Save as")`)
	b.exportAs("csv")
	b.press(kb.Escape)
	b.Wait(exports + `.startsWith("Cancelled")`)
	b.exportAs("csv")
	b.click("#back")
	b.click("#go")
	b.Wait(outcomeText + `.includes("A report is being saved")`)
	b.click("#show-report")
	b.Wait(reportShown + " && " + exports + ` === "Writing 2.0 MB…Cancel"`)
	b.click("#exports button")
	b.exportAs("html")
	b.Wait(exports + `.startsWith("Saved as chaffinch.html.")`)
	b.expect(`calls.filter(([name]) => name === "pairs").length`, 1)
}

// A report without pairs compares again from a minimum score of 0.
func testWebFromZero(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "a.py", "b.py")
	b.choose("set-minScore", "0.7")
	b.click("#go")
	b.Wait(reportShown)
	f := &browser{t: t, Browser: b.Frame()}
	f.Wait(`document.getElementById("from-zero")?.checkVisibility() && !document.getElementById("pairs").innerText.includes("--min-score")`)
	f.click("#from-zero")
	b.Wait(`calls.filter(([name]) => name === "pairs").length === 2 && ` + reportShown)
	b.expect(`JSON.parse(`+lastCall+`)[4].minScore`, 0)
	f = &browser{t: t, Browser: b.Frame()}
	f.Wait(`document.querySelectorAll("#pair-table tbody tr").length > 0`)
}

// Notes that are made in the frame of a report can be saved in its file, where they can be read
// again, and are not lost unasked.
func testWebNotes(t *testing.T, b *browser, file string) {
	value[bool](b, `{
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => { window.made = text; }); return make.call(URL, blob); };
		window.confirm = (text) => { calls.push(["confirm", text]); return window.yes === true; };
		true;
	}`)
	b.take("Submissions", "a.py", "b.py")
	b.click("#go")
	b.Wait(reportShown)
	f := &browser{t: t, Browser: b.Frame()}
	f.click("#pair-table tbody td.score a")
	f.Wait(bothSources)
	exports := `document.getElementById("exports").textContent`
	if text := value[string](b, exports); strings.Contains(text, "notes") {
		t.Errorf("without notes there is %s", text)
	}
	f.click(`.note-form .mark-choice:nth-child(2) input`)
	value[bool](f, `{ const field = document.querySelector(".note-form textarea"); field.value = "ask them </script><img src=x onerror=owned=60> both"; field.dispatchEvent(new Event("input")); true }`)
	b.Wait(exports + `.includes("HTML with notes")`)
	const asks = `{ const event = new Event("beforeunload", { cancelable: true }); dispatchEvent(event); event.defaultPrevented ? 1 : 0; }`
	b.expect(asks, 1) // before the page is left
	asked := `calls.filter(([name]) => name === "confirm").length`
	b.click("#back")
	b.click("#go") // is asked, and declines
	b.Wait(asked + " === 1")
	b.expect(`calls.filter(([name]) => name === "pairs").length`, 1)
	b.click("#show-report")
	value[bool](b, `window.made = null; true`)
	b.exportAs("html with notes")
	b.Wait(`window.made !== null`)
	with := value[string](b, `window.made`)
	b.expect(asks, 0)
	value[bool](b, `window.made = null; true`)
	b.exportAs("html")
	b.Wait(`window.made !== null`)
	if without := value[string](b, `window.made`); strings.Contains(without, "ask them") || len(without) < 1000 {
		t.Errorf("notes are in a report that was saved without them: %d bytes, %.80s", len(without), without)
	}
	b.click("#back")
	b.click("#go") // they are saved
	b.Wait(reportShown)
	b.expect(asked, 1)
	b.expect(`calls.filter(([name]) => name === "pairs").length`, 2)

	saved := filepath.Join(t.TempDir(), "chaffinch.html")
	if err := os.WriteFile(saved, []byte(with), 0o600); err != nil {
		t.Fatal(err)
	}
	notes := `document.getElementById("notes-list").textContent`
	b.Open(saved, "")
	b.Wait(notes + `.includes("ask them </script><img")`)
	b.expect(`document.querySelectorAll("#notes-list li .copied").length`, 1)
	b.click("#notes-clear")
	b.click("#notes-clear")
	b.Open(saved, "")
	b.Wait(`document.getElementById("notes-list") !== null`)
	b.expect(`document.querySelectorAll("#notes-list li").length`, 0)
	value[bool](b, `localStorage.clear(); true`)
	b.Open(saved, "")
	b.expect(`document.querySelectorAll("#notes-list li").length`, 1)
	value[bool](b, `localStorage.clear(); true`)
	b.Open(file, "")
}

// exportAs presses a button of the report.
func (b *browser) exportAs(format string) {
	b.t.Helper()
	value[bool](b, `HTMLAnchorElement.prototype.click = function () { calls.push(["saved file", this.download]); }; true`)
	value[bool](b, fmt.Sprintf(`[...document.querySelectorAll("#exports button")].find((b) => b.textContent.toLowerCase() === %q).click(); true`, format))
}

// bothSources says that a report shows both sources of a pair, with matching lines.
const bothSources = `document.getElementById("pair").checkVisibility() && [...document.querySelectorAll("#pair .pane")].filter((p) => p.querySelectorAll(".line.match").length > 3).length === 2`

// All links of a report work in its frame, and so does the browser's Back. Clicks and keys are
// real.
func testWebLinks(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "a.py", "b.py")
	b.click("#go")
	b.Wait(reportShown)
	f := &browser{t: t, Browser: b.Frame()}
	f.Wait(rows + " > 2")
	overview := `document.getElementById("pair").hidden && !document.getElementById("overview").hidden`
	f.click("#pair-table tbody td.score a")
	f.Wait(bothSources)
	first := value[string](f, `document.querySelector(".position").textContent`)
	b.press("j")
	f.Wait(fmt.Sprintf(`document.querySelector(".position").textContent !== %q`, first))
	f.Wait(bothSources)
	b.Back()
	f.Wait(fmt.Sprintf(`document.querySelector(".position").textContent === %q`, first))
	b.press(kb.Escape)
	f.Wait(overview)
	f.click("#clusters a.button")
	f.Wait(`document.getElementById("group").checkVisibility()`)
	f.click("#group a.heat")
	f.Wait(bothSources)
	f.click("#pair-title a")
	f.Wait(`document.getElementById("unit").checkVisibility()`)
	b.press(kb.Escape)
	f.Wait(overview)
	for _, section := range []string{"overview", "pairs", "clusters", "units", "notes", "about"} {
		f.click(fmt.Sprintf(`#sections a[href="#%s"]`, section))
		f.Wait(overview)
		if section == "notes" || section == "about" {
			f.Wait(fmt.Sprintf(`document.getElementById(%q).getBoundingClientRect().top < innerHeight`, section))
		}
	}
	b.click("#back")
	b.Wait(`!document.getElementById("ask-view").hidden`)

	b.click(`.bar a[href="#two"]`)
	b.Wait(`document.getElementById("job-title").textContent === "Compare two projects"`)
	b.take("The first project", "a/a.py")
	b.take("The other project", "b/b.py")
	b.click("#go")
	b.Wait(reportShown)
	f = &browser{t: t, Browser: b.Frame()}
	f.click("#relation-table tbody a")
	f.Wait(bothSources)
	f.click(`.pair-bar a[href="#pairs"]`)
	f.Wait(overview)
}

func testWebTwo(t *testing.T, b *browser, _ string) {
	b.click(`.bar a[href="#two"]`)
	b.Wait(`document.getElementById("job-title").textContent === "Compare two projects"`)
	b.take("The first project", "one.zip")
	b.click("#go")
	b.Wait(outcomeText + `.includes("Choose both projects first")`)
	b.take("The other project", "two/a.c", "two/b.c")
	b.click("#go")
	b.Wait(reportShown)
	if have, want := value[string](b, lastCall), `["compare",["first","two"],["one.zip"],["a.c","b.c"],[],""]`; have != want {
		t.Errorf("the engine was asked %s, not %s", have, want)
	}
	b.click("#back")
	b.click(".zone .link")
	b.take("The first project", "gone.c")
	b.click("#go")
	b.Wait(outcomeText + `.includes("There is nothing to compare: no file of a project could be read.")`)
	b.expect(reportShown+" ? 1 : 0", 0)
}

func testWebSnippet(t *testing.T, b *browser, _ string) {
	b.click(`.bar a[href="#snippet"]`)
	b.Wait(`!document.getElementById("snippet-field").hidden`)
	b.click("#go")
	b.Wait(outcomeText + `.includes("Paste what to find first")`)
	value[bool](b, `document.getElementById("snippet").value = "x = 1"; true`)
	b.take("Where to look", "lib/x.go")
	b.click("#go")
	b.Wait(outcomeText + `.includes("4 files have it")`)
	b.expect(`[...document.querySelectorAll(".hit .copies li")].filter((li) => li.checkVisibility() && ["bob/x.go", "carl.zip/x.go"].includes(li.textContent)).length`, 2)
	if have, want := value[string](b, lastCall), `["search",{"name":"snippet","data":"x = 1"},"lib",["x.go"],""]`; have != want {
		t.Errorf("the engine was asked %s, not %s", have, want)
	}
	if text := value[string](b, outcomeText); !strings.Contains(text, "It looks generated.") || !strings.Contains(text, "0.900") || !strings.Contains(text, "Comments of both.") || strings.ContainsAny(text, "\u202e\u3164\x1b") {
		t.Errorf("%.200s", text)
	}
	b.expect(`document.querySelectorAll(".hit button").length`, 1) // a hit that only has the same comments has no matches
	b.expect(`document.querySelectorAll("#results .warning").length`, 2)
	b.Wait(outcomeText + `.includes("The snippet is too short to be found: paste more lines.")`)
	b.Wait(outcomeText + `.includes("photo.png: it is not text")`)
	b.Wait(outcomeText + `.includes("The snippet is read as Go.")`)
	b.click(".hit button")
	b.Wait(reportShown)
	if have, want := value[string](b, lastCall), `["beside",{"name":"snippet","data":"x = 1","language":"Go"},"c0ffee"]`; have != want {
		t.Errorf("the engine was asked %s, not %s", have, want)
	}
	b.click("#back")
	value[bool](b, `document.getElementById("snippet").value = "gone"; true`)
	b.click("#go")
	b.Wait(outcomeText + `.includes("4 files have it")`)
	b.click(".hit button")
	b.Wait(outcomeText + `.includes("ann/x.go was changed or deleted after you chose it.")`)
	value[bool](b, `document.getElementById("snippet").value = "none"; true`)
	b.click("#go")
	b.Wait(outcomeText + `.includes("Nothing was found in the files that were compared.")`) // one has a warning
}

func testWebCancel(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "a.py", "b.py")
	b.choose("set-minScore", "0.5") // runs until it is cancelled
	b.click("#go")
	b.Wait(`document.getElementById("step").textContent === "Aligning pairs 5 of 10…"`)
	if text := value[string](b, `document.getElementById("usage").textContent`); text != "50.0 MB of memory" {
		t.Error(text)
	}
	b.click("#cancel")
	b.Wait(outcomeText + `.includes("Cancelled.") && !document.getElementById("job").hidden`)
	b.click("#more-files summary")
	b.take("Starter code", "given/x.py")
	b.choose("set-minScore", "0.4") // nothing is left
	b.click("#go")
	b.Wait(outcomeText + `.includes("There is nothing to compare: only one submission could be read.") && !document.getElementById("job").hidden`)
	b.expect(reportShown+" ? 1 : 0", 0)
	gone := "it was changed, moved or deleted after you chose it"
	for _, want := range []string{"remove them from the form, and choose them again", "given/x.py: " + gone, "s02.zip: " + gone, "s03.zip: open s03.zip: not a zip"} {
		if text := value[string](b, outcomeText); !strings.Contains(text, want) || strings.Contains(text, "base_") || strings.Contains(text, "/class/") {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	b.choose("set-minScore", "0.6") // fails
	b.click("#go")
	b.Wait(outcomeText + `.includes("cannot be read: choose another")`)
	if text := value[string](b, `document.querySelector(".zone").textContent`); !strings.Contains(text, "2 files") {
		t.Errorf("the files are no longer chosen: %s", text)
	}
}

// open opens a saved report.
func (b *browser) openSaved(name, text string) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`{
		const chosen = new DataTransfer();
		chosen.items.add(new File([%q], %s));
		const input = document.getElementById("saved");
		Object.defineProperty(input, "files", { value: chosen.files, configurable: true });
		input.dispatchEvent(new Event("change"));
		true;
	}`, text, name))
}

// A report has the theme of the page, prints itself when the page is asked to, and settings that
// something else stored are left out. Nothing is stored unasked.
func testWebTheme(t *testing.T, b *browser, file string) {
	b.expect(`localStorage.length`, 0)
	b.take("Submissions", "a.py", "b.py")
	b.click("#theme")
	b.click("#theme")
	b.Wait(`document.documentElement.dataset.theme === "dark"`)
	b.click("#go")
	b.Wait(reportShown)
	f := &browser{t: t, Browser: b.Frame()}
	f.Wait(`document.documentElement.dataset.theme === "dark"`)
	value[bool](f, `window.print = () => { window.printed = true; }; true`)
	value[bool](b, `[...document.querySelectorAll("#exports button")].find((b) => b.textContent === "Print").click(); true`)
	f.Wait("window.printed")
	b.click("#back")
	b.click("#theme")
	b.Wait(`document.documentElement.dataset.theme === "auto"`)
	f.Wait(`document.documentElement.dataset.theme === "auto"`)
	value[bool](b, `localStorage.setItem("chaffinch-settings", JSON.stringify({ unit: "zz", minScore: "<b>", language: 7, common: "no", __proto__: { anonymous: true } })); true`)
	b.Open(file, "")
	have := value[string](b, `["unit", "minScore", "language", "common", "anonymous"].map((id) => document.getElementById("set-" + id)).map((f) => f.type === "checkbox" ? f.checked : f.value).join()`)
	if have != "dir,0.25,,false,false" {
		t.Errorf("the settings are %s", have)
	}
}

// A saved report is shown as the engine writes it. What is no report is refused, and the present
// result stays.
func testWebSaved(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "a.py", "b.py")
	b.click("#go")
	b.Wait(reportShown)
	f := &browser{t: t, Browser: b.Frame()}
	f.click("#pair-table tbody td.score a")
	f.Wait(bothSources)
	b.click("#back")
	b.openSaved(`"photo.png"`, "no report")
	b.Wait(outcomeText + `.includes("is not a report")`)
	b.click("#show-report")
	b.Wait(reportShown)
	f.Wait(bothSources) // as it was left
	b.click("#back")
	b.openSaved(`"old\u202e.html"`, "<!DOCTYPE html><p>A saved report<script>owned = 50</script><img src=x onerror='owned = 51'>")
	b.Wait(reportShown + ` && document.getElementById("report-title").textContent === "old\ufffd.html"`)
	saved := &browser{t: t, Browser: b.Frame()}
	saved.Wait(rows + " > 2")
	saved.click("#pair-table tbody td.score a")
	saved.Wait(bothSources)
	if text := value[string](b, `document.getElementById("exports").textContent`); text != "Save asHTMLPrint" {
		t.Error(text)
	}
	b.click("#back")
	b.expect(`document.getElementById("show-opened").textContent === "Show old\ufffd.html again" ? 1 : 0`, 1)
	b.click("#show-opened")
	b.Wait(reportShown + ` && document.getElementById("report-title").textContent === "old\ufffd.html"`)
	saved.Wait(bothSources) // as it was left
	b.click("#back")
	b.click("#show-report")
	b.Wait(reportShown + ` && document.getElementById("report-title").textContent === "Compare a class"`)
	f.Wait(bothSources)
	b.expect(`document.querySelectorAll("iframe").length`, 1)
	b.click("#back")
}

// Back, another job, and a link that is clicked while a job runs keep the result.
func testWebHistory(t *testing.T, b *browser, _ string) {
	back := b.Back
	title := func(want string) {
		b.Wait(fmt.Sprintf(`document.getElementById("job-title").textContent === %q`, want))
	}
	formShown := `!document.getElementById("ask-view").hidden`
	b.take("Submissions", "a.py", "b.py")
	b.click("#go")
	b.Wait(reportShown + ` && location.hash === "#report"`)
	back()
	b.Wait(formShown)
	title("Compare a class")
	b.click(`.bar a[href="#two"]`)
	title("Compare two projects")
	b.expect(`document.getElementById("show-report") === null ? 1 : 0`, 1)
	b.click("#go") // without files
	b.Wait(outcomeText + `.includes("Choose both projects first")`)
	back()
	title("Compare a class")
	b.click("#show-report")
	b.Wait(reportShown)
	b.click("#back")
	title("Compare a class")

	b.click(`.bar a[href="#snippet"]`) // has an outcome of its own
	title("Find a snippet")
	value[bool](b, `document.getElementById("snippet").value = "x = 1"; true`)
	b.take("Where to look", "lib/x.go")
	b.click("#go")
	b.Wait(outcomeText + `.includes("4 files have it")`)
	b.click(".hit button")
	b.Wait(reportShown)
	b.click("#back")
	b.Wait(`document.getElementById("show-opened").checkVisibility()`)
	b.click(`.bar a[href="#class"]`)
	title("Compare a class")
	b.expect(`document.querySelectorAll(".hit").length`, 0)
	b.Wait(`document.getElementById("outdated").textContent === ""`)
	b.click("#show-report")
	b.Wait(reportShown + ` && document.getElementById("report-title").textContent === "Compare a class"`)
	b.exportAs("json")
	b.Wait(`calls.some(([name, format]) => name === "write" && format === "json")`)
	b.click("#back")
	b.click(`.bar a[href="#snippet"]`)
	b.Wait(`document.querySelectorAll(".hit").length === 2`)
	b.click(`.bar a[href="#class"]`)
	title("Compare a class")
	b.click("#show-report")
	b.Wait(reportShown)
	b.click("#back")
	b.Back()
	b.Wait(reportShown)
	b.click("#back")
	b.Wait(formShown)

	b.choose("set-minScore", "0.5") // runs until it is cancelled
	b.click("#go")
	b.Wait(`!document.getElementById("run").hidden`)
	b.click(`.bar a[href="#snippet"]`)
	b.Wait(`location.hash === "#snippet"`)
	title("Compare a class")
	b.click("#cancel")
	title("Find a snippet")
	b.Wait(outcomeText + `.includes("Cancelled.")`)
	for _, name := range []string{"report", "nonsense", "constructor", "__proto__"} {
		value[bool](b, fmt.Sprintf(`location.hash = "snippet"; setTimeout(() => { location.hash = %q }); true`, name))
		b.Wait(fmt.Sprintf(`location.hash === "#%s"`, name))
		title(map[bool]string{true: "Find a snippet", false: "Compare a class"}[name == "report"])
	}
}

func testWebKeyboard(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "a.py", "b.py")
	for n := 0; !value[bool](b, `document.activeElement.id === "go"`); n++ {
		if n == 30 {
			t.Fatal("30 tabs do not lead to the button")
		}
		b.press(kb.Tab)
		if name := value[string](b, `{ const here = document.activeElement; here.textContent.trim() || (here.labels && here.labels.length && here.labels[0].textContent) || "" }`); name == "" {
			t.Errorf("a stop has no name: %s", value[string](b, "document.activeElement.outerHTML"))
		}
	}
	b.press(kb.Enter)
	b.Wait(reportShown + ` && document.activeElement.id === "report-title"`)
	b.click("#back")
	b.Wait(`document.activeElement.id === "go"`)
	b.choose("set-minScore", "0.5")
	b.press(kb.Enter)
	b.Wait(`!document.getElementById("run").hidden`)
	b.press(kb.Escape)
	b.Wait(outcomeText + `.includes("Cancelled.")`)
	b.press("?")
	b.Wait(`document.getElementById("help").open`)
	b.press(kb.Escape)
}

// Settings are kept only while the reader wishes, and go along between the jobs.
func testWebSettings(t *testing.T, b *browser, file string) {
	kept := func() int {
		return value[int](b, `Object.keys(localStorage).filter((key) => key !== "chaffinch-theme").length`)
	}
	b.choose("set-unit", "file")
	b.click(`.bar a[href="#two"]`)
	b.Wait(`document.getElementById("set-unit") === null`)
	b.click(`.bar a[href="#class"]`)
	b.Wait(`document.getElementById("set-unit").value === "file"`)
	b.take("Submissions", "a.py")
	b.click("#go")
	b.Wait(reportShown)
	if kept() != 0 {
		t.Error("settings are kept unasked")
	}
	b.click("#back")
	b.click("#remember")
	b.Open(file, "")
	if unit := value[string](b, `document.getElementById("set-unit").value`); unit != "file" || kept() != 1 {
		t.Errorf("a submission is a %s", unit)
	}
	b.click("#remember")
	if kept() != 0 {
		t.Error("settings are kept although this is no longer wished")
	}
}

func testWebPhone(t *testing.T, b *browser, file string) {
	b.Do(chromedp.EmulateViewport(360, 740))
	for _, job := range []string{"class", "two", "snippet"} {
		b.Open(file, "#"+job)
		b.expect("document.documentElement.scrollWidth", 360)
		b.expect(`document.querySelector(".bar nav").scrollWidth - document.querySelector(".bar nav").clientWidth`, 0) // all jobs are seen
	}
	b.Open(file, "")
	b.take("Submissions", strings.Repeat("long", 50)+".py")
	b.click("#go")
	b.Wait(reportShown)
	b.expect("document.documentElement.scrollWidth", 360)
	b.click("#back")
	b.expect("document.documentElement.scrollWidth", 360)
}

// Files and folders that are really dropped are read, also from a page on a disk.
func testWebRealDrop(t *testing.T, b *browser, _ string) {
	dir := browsertest.Folder(t)
	for _, name := range []string{"class/s1/lib/a.py", "class/s2/b.py", "class/.git/config", "c.zip"} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte("text"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "class/s3/none"), 0o700), os.WriteFile(filepath.Join(dir, "utf-16.txt"), []byte("\xff\xfet\x00"), 0o600)); err != nil {
		t.Fatal(err)
	}
	drop := func(selector, name string) { b.Drop(selector, filepath.Join(dir, name)) }
	drop(".bar", "class")
	b.Wait(outcomeText + `.includes("Drop files on one of the fields.")`)
	b.click(`.bar a[href="#snippet"]`)
	b.Wait(`!document.getElementById("snippet-field").hidden`)
	drop("#snippet", "class")
	b.Wait(outcomeText + `.includes("Drop one file here")`)
	drop("#snippet", "utf-16.txt")
	b.Wait(outcomeText + `.includes("not text in UTF-8")`)
	drop("#snippet", "class/s2/b.py")
	b.Wait(`document.getElementById("snippet").value === "text"`)
	if text := value[string](b, outcomeText); text != "" {
		t.Errorf("the page still says %s", text)
	}
	b.click(`.bar a[href="#class"]`)
	b.Wait(`document.getElementById("snippet-field").hidden`)
	drop(".zone", "c.zip")
	b.Wait(`document.querySelector(".zone").textContent.includes("1 file")`)
	b.click(".zone .link")
	drop(".zone", "class")
	b.Wait(`document.querySelector(".zone").textContent.includes("2 files, 2 submissions")`)
	b.click("#go")
	b.Wait(reportShown)
	if have, want := value[string](b, `JSON.stringify(calls[0][1].sort())`), `["s1/lib/a.py","s2/b.py"]`; have != want {
		t.Errorf("the engine gets %s, not %s", have, want)
	}
	b.click("#back")
	if text := value[string](b, outcomeText); !strings.Contains(text, "s3: the folder is empty") {
		t.Errorf("an empty submission is not named: %s", text)
	}
}

func (b *browser) expectZone(want string) {
	b.t.Helper()
	if text := value[string](b, `document.querySelector(".zone strong").parentNode.textContent`); !strings.HasPrefix(text, want) {
		b.t.Errorf("the zone says %q, not %q", text, want)
	}
}

// Of two files with the same path, none replaces the other, and what systems put beside files is
// left out.
func testWebSamePath(t *testing.T, b *browser, _ string) {
	b.take("Submissions", "main.py", "week1/ann/main.py", "week1/.DS_Store", "week1/.git/config", "week1/__MACOSX/main.py")
	b.changed++
	b.take("Submissions", "main.py", "week1/ann/main.py", "week1/bob/main.py")
	b.Wait(`document.querySelector(".zone strong").textContent === "5 files"`)
	b.take("Submissions", "main.py") // again
	b.Wait(`document.querySelector(".zone").textContent.includes("main (2).py: replaced by the newer choice.")`)
	b.expectZone("5 files, 4 submissions")
	b.choose("set-unit", "file")
	value[bool](b, `document.getElementById("set-unit").dispatchEvent(new Event("change", { bubbles: true }))`)
	b.expectZone("5 files, 65 bytes")
	b.click("#go")
	b.Wait(reportShown)
	want := `["main.py","week1/ann/main.py","main (2).py","week1 (2)/ann/main.py","week1 (2)/bob/main.py"]`
	if have := value[string](b, `JSON.stringify(calls[0][1])`); have != want {
		t.Errorf("the engine gets %s, not %s", have, want)
	}
}

// A folder with the name of another gets a number, even if no path is in both. The same folder
// after files of it were changed, deleted and added replaces the older choice, and so does a file.
func testWebSameName(t *testing.T, b *browser, _ string) {
	dir := browsertest.Folder(t)
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"s1/project/main.py", "s1/project/kept.py", "s2/project/app.py", "s3/project/main.py", "s3/project/more/kept.py"} {
		write(name, "text of "+name)
	}
	write("s1/project/empty.py", "")
	write("one.py", "text")
	drop := func(name, want string) {
		t.Helper()
		b.Drop(".zone", filepath.Join(dir, name))
		b.Wait(fmt.Sprintf(`(document.querySelector(".zone strong") || document.body).parentNode.textContent.startsWith(%q)`, want))
	}
	replaced := func(name string) {
		t.Helper()
		b.Wait(fmt.Sprintf(`document.querySelector(".zone").textContent.includes(%q)`, name+": replaced by the newer choice."))
	}
	drop("s1/project", "3 files, 3 submissions")
	drop("s2/project", "4 files, 2 submissions")
	drop("s3/project", "6 files, 3 submissions")
	drop("one.py", "7 files, 4 submissions")
	write("s1/project/main.py", "text that was changed")
	write("s1/project/empty.py", "text")
	write("s1/project/new.py", "text")
	drop("s1/project", "8 files, 4 submissions")
	replaced("project")
	if err := os.Remove(filepath.Join(dir, "s3/project/main.py")); err != nil {
		t.Fatal(err)
	}
	drop("s3/project", "7 files, 4 submissions")
	replaced("project (3)")
	write("one.py", "text that was changed")
	drop("one.py", "7 files, 4 submissions")
	replaced("one.py")
	b.click("#go")
	b.Wait(reportShown)
	want := `["one.py","project (2)/app.py","project (3)/more/kept.py","project/empty.py","project/kept.py","project/main.py","project/new.py"]`
	if have := value[string](b, `JSON.stringify(calls[0][1].sort())`); have != want {
		t.Errorf("the engine gets %s, not %s", have, want)
	}
}

// The field says how many submissions it sees, whatever is beside them, and that folders look like
// groups of submissions.
func testWebGroups(t *testing.T, b *browser, _ string) {
	hint := func() bool {
		return strings.Contains(value[string](b, `document.querySelector(".zone").textContent`), "If it is a group of submissions")
	}
	choose := func(paths ...string) {
		b.click(".zone .link")
		b.take("Submissions", paths...)
	}
	unit := func(name string) {
		b.choose("set-unit", name)
		value[bool](b, `document.getElementById("set-unit").dispatchEvent(new Event("change", { bubbles: true }))`)
	}
	b.take("Submissions", "class.zip", "info.csv", "x/.DS_Store", "x/__MACOSX/x.zip")
	b.expectZone("2 files, the submissions are in it")
	choose("class/Ann_1_assignsubmission_file_/main.py", "class/Ann_1_assignsubmission_onlinetext_/onlinetext.html", "class/Bob_2_assignsubmission_onlinetext_/onlinetext.html")
	b.expectZone("3 files, 2 submissions")
	choose("class/ann/main.py", "class/bob/src/main.py", "class/bob/test/a.py", "class/info.csv")
	b.expectZone("4 files, 2 submissions")
	if hint() {
		t.Error("a class looks like groups")
	}
	choose("1.zip", "2.zip", "3.zip", "4.zip", "5.zip", "6.zip", "7.zip", "8.zip", "9.zip", "10.zip")
	if hint() {
		t.Error("ten archives look like groups")
	}
	choose("one.zip", "two.tar.gz", "info.csv")
	b.expectZone("3 files, 2 submissions")
	if !hint() {
		t.Error("two archives may be groups, and nothing is said")
	}
	choose("one/ann/main.py", "one/bob.zip", "one/info.csv", "two/carl/main.py", "two/carl/more.py", "two/dora/main.py")
	b.expectZone("6 files, 2 submissions")
	if !hint() {
		t.Error("two groups are two submissions, and nothing is said")
	}
	unit("inner")
	b.expectZone("6 files, 4 submissions")
	if hint() {
		t.Error("the hint stays")
	}
	b.click("#go")
	b.Wait(reportShown)
	want := `["pairs",["one/ann/main.py","one/bob.zip","one/info.csv","two/carl/main.py","two/carl/more.py","two/dora/main.py"],[],[],` +
		`{"deadline":"","language":"","minScore":0.25,"unit":"dir","groups":true,"maxShare":0}]`
	if have := value[string](b, lastCall); have != want {
		t.Errorf("the engine was asked\n%s, not\n%s", have, want)
	}
}

// The field of earlier years says how many submissions it sees, and if these look like years or
// groups.
func testWebEarlier(t *testing.T, b *browser, _ string) {
	b.click("#more-files summary")
	zone := `[...document.querySelectorAll(".zone")].find((z) => z.querySelector("legend").textContent === "Earlier years")`
	expect := func(want string, hint bool, paths ...string) {
		t.Helper()
		b.take("Earlier years", paths...)
		text := value[string](b, zone+`.textContent`)
		if !strings.Contains(text, want) || strings.Contains(text, "choose each of these folders by itself") != hint {
			t.Errorf("of %s, the field says %s", paths, text)
		}
		value[bool](b, zone+`.querySelector(".link").click(); true`)
	}
	expect("5 files, 3 submissions, ", false, "2023/info.csv", "2023/ann/main.py", "2023/ann/src/a.py", "2023/bob.zip", "2023/carl/src/a.py")
	expect("3 files, 2 submissions, ", false, "one/ann_assignsubmission_file_/a.py", "one/ann_assignsubmission_onlinetext_/a.html", "two/bob/main.py")
	expect("2 files, 24 bytes", false, "2023/ann/main.py", "2022.zip")
	expect("3 files, 2 submissions, ", true, "years/2023/ann.zip", "years/2023/bob.zip", "years/2024/carl/a.py")
	expect("2 files, 2 submissions, ", false, "2023/ann/src/a.py", "2023/bob/code/a.py")
	expect("4 files, 3 submissions, ", true, "2023/ann/a.py", "groups/one/bob/a.py", "groups/one/dora/a.py", "groups/two/carl/a.py")
	b.take("Earlier years", "2023/ann/a.py")
	b.choose("set-unit", "file")
	value[bool](b, `document.getElementById("set-unit").dispatchEvent(new Event("change", { bubbles: true }))`)
	if text := value[string](b, zone+`.textContent`); strings.Contains(text, "1 submission,") {
		t.Errorf("every file is a submission, and the field says %s", text)
	}
}

// Folders that are dropped are read with all that is in them.
func testWebDrop(t *testing.T, b *browser, _ string) {
	value[bool](b, `{
		const named = (fullPath) => ({ fullPath, name: fullPath.split("/").pop() });
		const file = (fullPath) => ({ ...named(fullPath), isFile: true, file: (done) => done(new File(["x"], fullPath)) });
		const folder = (fullPath, inner) => ({ ...named(fullPath), isFile: false, createReader: () => { const parts = [inner.slice(0, 1), inner.slice(1), []]; return { readEntries: (done) => done(parts.shift()) }; } });
		const tree = folder("/class", [folder("/class/s1", [file("/class/s1/a.py")]), file("/class/b.py"), file("/class/c.py")]);
		const event = new Event("drop", { bubbles: true, cancelable: true });
		event.dataTransfer = { items: [{ kind: "string" }, { kind: "file", webkitGetAsEntry: () => tree, getAsFile() {} }, { kind: "file", webkitGetAsEntry: () => file("/d.py"), getAsFile: () => new File(["x"], "d.py") }] };
		document.querySelector(".zone").dispatchEvent(event);
		true;
	}`)
	b.Wait(`document.querySelector(".zone").textContent.includes("4 files")`)
	b.click("#go")
	b.Wait(reportShown)
	if have, want := value[string](b, `JSON.stringify(calls[0][1])`), `["class/s1/a.py","class/b.py","class/c.py","d.py"]`; have != want {
		t.Errorf("the engine gets %s, not %s", have, want)
	}
}

func TestWeb_Policy(t *testing.T) {
	text, err := os.ReadFile(webPage(t))
	if err != nil {
		t.Fatal(err)
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i]) | uint16(text[2*i+1])<<8
	}
	newBrowser(t).CheckPolicy(string(utf16.Decode(units)), "</main>") // in UTF-8, and still with the byte order mark
}
