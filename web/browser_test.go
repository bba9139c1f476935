package web

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// builtPage is the page that is made for the tests.
func builtPage(t *testing.T) []byte {
	t.Helper()
	programs(t)
	b, err := built()
	must(t, err)
	packed, err := os.ReadFile(b.page)
	must(t, err)
	page, err := io.ReadAll(Unpack(packed))
	must(t, err)
	return page
}

// choose gives files to a zone of the page, as a dialog does.
func choose(t *testing.T, b *browsertest.Browser, zone string, files map[string]string) {
	t.Helper()
	contents := map[string]string{}
	for path, content := range files {
		contents[path] = base64.StdEncoding.EncodeToString([]byte(content))
	}
	list, err := json.Marshal(contents)
	must(t, err)
	browsertest.Value[bool](b, fmt.Sprintf(`{
		const zone = [...document.querySelectorAll(".zone")].find((z) => z.querySelector("legend").textContent === %q);
		const chosen = new DataTransfer();
		for (const [path, content] of Object.entries(%s).sort()) {
			const file = new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], path.split("/").pop());
			Object.defineProperty(file, "webkitRelativePath", { value: path });
			chosen.items.add(file);
		}
		const input = zone.querySelectorAll("input")[1];
		Object.defineProperty(input, "files", { value: chosen.files, configurable: true });
		input.dispatchEvent(new Event("change"));
		true;
	}`, zone, list))
}

const (
	shown    = `!document.getElementById("report-view").hidden && document.getElementById("report").src.startsWith("blob:")`
	finished = `document.getElementById("run").hidden`
	outcome  = `document.getElementById("outcome").textContent`
)

func submit(t *testing.T, b *browsertest.Browser, want string) {
	t.Helper()
	browsertest.Value[bool](b, `document.getElementById("go").click(), true`)
	for range 1200 { // two minutes, in which the engine is compiled and runs
		if browsertest.Value[bool](b, finished) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.Wait(finished)
	if want == "" {
		if !browsertest.Value[bool](b, shown) {
			t.Fatalf("the page says %s", browsertest.Value[string](b, outcome))
		}
		return
	}
	if text := browsertest.Value[string](b, outcome); !strings.Contains(text, want) {
		t.Fatalf("the page says %q, not %q", text, want)
	}
}

// saved returns what a button of the report saves.
func saved(b *browsertest.Browser, format string) string {
	browsertest.Value[bool](b, fmt.Sprintf(`{
		window.text = null;
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			URL.createObjectURL = make;
			blob.text().then((text) => { window.text = text; });
			return make.call(URL, blob);
		};
		HTMLAnchorElement.prototype.click = () => {}; // saves nothing
		[...document.querySelectorAll("#exports button")].find((b) => b.textContent.toLowerCase() === %q).click();
		true;
	}`, format))
	b.Wait(`window.text !== null`)
	return browsertest.Value[string](b, `window.text`)
}

// openPair clicks the first pair of the report, and expects both of its sources.
func openPair(b *browsertest.Browser) {
	f := b.Frame()
	f.Click("#pair-table tbody td.score a, #relation-table tbody a")
	f.Wait(`[...document.querySelectorAll("#pair .pane")].filter((p) => p.querySelector(".line.match")).length === 2`)
}

// The page does its three jobs from a disk and from a server, and its reports can be read and opened again. It opens no
// connection: the browser and its proxy would complain.
func TestPage_DoesItsJobs(t *testing.T) {
	page := builtPage(t)
	b := browsertest.New(t)
	file := filepath.Join(t.TempDir(), "index.html")
	must(t, os.WriteFile(file, page, 0o644))
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			t.Errorf("the page asks for %s", r.URL)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8") // which the page overrides
		_, _ = w.Write(page)
	}))
	defer served.Close()
	class := map[string]string{}
	dir := newClass(t)
	for _, name := range []string{"ann/sort.c", "bob/work.c", "carl.zip"} {
		class["class/"+name] = read(t, filepath.Join(dir, "class", name))
	}
	class["class/damaged.zip"] = "PK\x03\x04 this is no archive"
	for name, open := range map[string]func(fragment string){
		"disk": func(fragment string) { b.Open(file, fragment) }, "server": func(fragment string) { b.Visit(served.URL, "/"+fragment) },
	} {
		t.Run(name, func(t *testing.T) {
			b := b.For(t)
			open("#class")
			choose(t, b, "Submissions", class)
			submit(t, b, "")
			openPair(b)
			if table := saved(b, "csv"); !strings.Contains(table, "ann") || !strings.Contains(table, "bob") {
				t.Errorf("the table has %q", table)
			}
			if text := browsertest.Value[string](b, outcome); !strings.Contains(text, "damaged.zip") {
				t.Errorf("what cannot be read is not named: %q", text)
			}
			page, err := json.Marshal(saved(b, "html"))
			must(t, err)
			browsertest.Value[bool](b, fmt.Sprintf(`{
				const chosen = new DataTransfer();
				chosen.items.add(new File([%s.replace('"use strict";', '"use strict"; // another version\n')], "old.html"));
				const input = document.getElementById("saved");
				Object.defineProperty(input, "files", { value: chosen.files });
				document.getElementById("back").click();
				input.dispatchEvent(new Event("change"));
				true;
			}`, page))
			b.Wait(shown + ` && document.getElementById("report-title").textContent === "old.html"`)
			openPair(b)
			b.ExpectNoComplaints()

			open("#two")
			choose(t, b, "The first project", map[string]string{"old/sort.c": class["class/ann/sort.c"]})
			choose(t, b, "The other project", map[string]string{"new/lib/work.c": class["class/bob/work.c"]})
			submit(t, b, "")
			openPair(b)
			if text := saved(b, "json"); !strings.Contains(text, `"relations"`) || !strings.Contains(text, "lib/work.c") {
				t.Errorf("two projects are %.200s", text)
			}
			b.ExpectNoComplaints()

			open("#snippet")
			choose(t, b, "Where to look", map[string]string{"lib/sort.c": class["class/ann/sort.c"], "lib/x.c": "int x;\n"})
			browsertest.Value[bool](b, fmt.Sprintf(`document.getElementById("snippet").value = %q; true`, class["class/bob/work.c"]))
			submit(t, b, "1 file has it")
			listed := browsertest.Value[string](b, `[...document.querySelectorAll(".hit dd")].slice(0, 2).map((d) => d.textContent).join(" ")`)
			browsertest.Value[bool](b, `document.querySelector(".hit button").click(), true`)
			b.Wait(shown)
			f := b.Frame()
			f.Wait(`document.getElementById("match-text").textContent.startsWith("Match 1:")`)
			if beside := browsertest.Value[string](f, `[...document.querySelectorAll(".figures dd")].slice(0, 2).map((d) => d.textContent).join(" ")`); beside != listed {
				t.Errorf("score and certainty are %s, and %s side by side", listed, beside)
			}
			b.ExpectNoComplaints()
		})
	}
}

// The engine runs in Firefox, too, from a disk and from a server.
func TestPage_InFirefox(t *testing.T) {
	page := builtPage(t)
	f := browsertest.NewFirefox(t)
	file := filepath.Join(t.TempDir(), "index.html")
	must(t, os.WriteFile(file, page, 0o644))
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8") // which the page overrides
		_, _ = w.Write(page)
	}))
	defer served.Close()
	for name, open := range map[string]func(){"disk": func() { f.Open(file, "#class") }, "server": func() { f.Visit(served.URL + "/#class") }} {
		open()
		f.Evaluate(fmt.Sprintf(`(() => {
			const chosen = new DataTransfer();
			const source = %q;
			for (const name of ["ann", "bob"]) chosen.items.add(new File([source.replaceAll("total", name)], name + ".py"));
			const input = document.querySelectorAll(".zone input")[1];
			input.files = chosen.files;
			input.dispatchEvent(new Event("change"));
			document.getElementById("set-unit").value = "file";
		})()`, "def total(items):\n    total = 0\n    for item in items:\n        if item.price > 3 and item.count < 9:\n"+
			"            total += item.price * item.count - item.discount\n    return total\n\n\nprint(total([1, 2, 3]))\n"))
		f.Click("#go")
		for range 1200 {
			if f.Evaluate(finished) == "true" {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		f.Expect(shown, "true")
		f.Frame("#report")
		f.Expect(`document.querySelectorAll("#pair-table tbody tr").length`, "1")
		f.Click("#pair-table tbody td.score a")
		f.Click(".note-form .mark-choice:nth-child(2)")
		f.Top()
		f.Expect(`document.getElementById("exports").textContent.includes("HTML with notes")`, "true") // the page knows of the note
		if said := f.Complaints(); said != "" {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// A class of 500 archives can be cancelled, is compared when it is asked for again, and a bomb among it is named.
func TestPage_ComparesALargeClass(t *testing.T) {
	page := builtPage(t)
	b := browsertest.New(t)
	file := filepath.Join(t.TempDir(), "index.html")
	must(t, os.WriteFile(file, page, 0o644))
	archive := func(name string, content io.Reader) string {
		var packed bytes.Buffer
		z := zip.NewWriter(&packed)
		w, err := z.Create(name)
		must(t, err)
		_, err = io.Copy(w, content)
		must(t, err)
		must(t, z.Close())
		return packed.String()
	}
	random := rand.New(rand.NewPCG(22, 5))
	class := map[string]string{"class/bomb.zip": archive("bomb.c", io.LimitReader(zeros{}, 2<<30))}
	for i := range 500 {
		var source strings.Builder
		for range 12 {
			fmt.Fprintf(&source, "int f%d(int a, int b) {\n\tif (a %% %d == b)\n\t\treturn a * %d - b;\n\treturn f%d(b, a + %d);\n}\n",
				random.IntN(1000), random.IntN(100), random.IntN(100), random.IntN(1000), random.IntN(100))
		}
		class[fmt.Sprintf("class/s%03d.zip", i)] = archive("main.c", strings.NewReader(source.String()))
	}
	b.Open(file, "#class")
	choose(t, b, "Submissions", class)
	browsertest.Value[bool](b, `document.getElementById("go").click(), true`)
	b.Wait(`!document.getElementById("run").hidden`)
	browsertest.Value[bool](b, `document.getElementById("cancel").click(), true`)
	b.Wait(outcome + `.includes("Cancelled.")`)
	submit(t, b, "")
	if text := browsertest.Value[string](b, outcome); !strings.Contains(text, "bomb") {
		t.Errorf("the bomb is not named: %.300s", text)
	}
	if title := browsertest.Value[string](b, `document.getElementById("report-title").textContent`); title != "Compare a class" {
		t.Error(title)
	}
	browsertest.Value[bool](b, `{
		const press = (text) => [...document.querySelectorAll("#exports button")].find((button) => button.textContent === text).click();
		press("JSON");
		setTimeout(() => press("Cancel"));
		true;
	}`)
	b.Wait(`document.getElementById("exports").textContent.startsWith("Cancelled: nothing was saved.")`)
	if table := saved(b, "csv"); strings.Count(table, "\n") < 100 {
		t.Errorf("after a cancelled file the table has %d bytes", len(table))
	}
	b.ExpectNoComplaints()
}

// zeros is a source of NUL bytes.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
