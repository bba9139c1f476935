package web

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
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

// pageFile writes the page to a file.
func pageFile(t *testing.T) string {
	t.Helper()
	page := builtPage(t)
	file := filepath.Join(t.TempDir(), "index.html")
	must(t, os.WriteFile(file, page, 0o644))
	return file
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

// saved returns the file that a button of the report saves.
func saved(b *browsertest.Browser, format string) string {
	return string(b.Download(func() { browsertest.Value[bool](b, fmt.Sprintf(exportButton, format)+".click(), true") }))
}

const exportButton = `[...document.querySelectorAll("#exports button")].find((b) => b.textContent.toLowerCase() === %q)`

// openPair clicks the first pair of the report, and expects both of its sources.
func openPair(b *browsertest.Browser) {
	f := b.Frame()
	f.Click("#pair-table tbody td.score a, #relation-table tbody a")
	f.Wait(`[...document.querySelectorAll("#pair .pane")].filter((p) => p.querySelector(".line.match")).length === 2`)
}

// The page does its three jobs from a disk and from a server, and its reports can be read and
// opened again. It opens no connection: the browser and its proxy would complain.
func TestPage_DoesItsJobs(t *testing.T) {
	b := browsertest.NewFew(t, "disk")
	page := builtPage(t)
	file := filepath.Join(t.TempDir(), "index.html")
	must(t, os.WriteFile(file, page, 0o644))
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/class" {
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
		"disk": func(fragment string) { b.Open(file, fragment) }, "server": func(fragment string) { b.Visit(served.URL, "/class"+fragment) },
	} {
		t.Run(name, func(t *testing.T) {
			b := b.For(t)
			open("#class")
			const ofServer = `document.querySelectorAll('.bar nav a[href="/"], .bar nav a[href="/corpus"], .bar nav a[href="/scan"], .private a[href="/pairs"]:not([hidden] a)').length`
			if have, want := browsertest.Value[int](b, ofServer), map[string]int{"server": 4}[name]; have != want {
				t.Errorf("%d links lead to the server, not %d", have, want)
			}
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
			if name == "server" && !ringtest.Full() {
				return // its page and worker are those of the disk
			}

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
			choose(t, b, "Where to look", map[string]string{"lib/sort.c": class["class/ann/sort.c"], "lib/copy/sort.c": class["class/ann/sort.c"], "lib/x.c": "int x;\n"})
			browsertest.Value[bool](b, fmt.Sprintf(`document.getElementById("snippet").value = %q; true`, class["class/bob/work.c"]))
			submit(t, b, "2 files have it")
			if names := browsertest.Value[string](b, `[...document.querySelectorAll(".hit h2, .copies li")].map((e) => e.textContent).sort().join()`); names != "copy/sort.c,sort.c" {
				t.Errorf("the snippet is in %s", names)
			}
			listed := browsertest.Value[string](b, `[...document.querySelectorAll(".hit dd")].slice(0, 2).map((d) => d.textContent).join(" ")`)
			if labels := browsertest.Value[string](b, `[...document.querySelectorAll(".hit dt")].map((d) => d.textContent).join()`); labels != "Score,Sure,Of the question,Kind,Question's lines,Language,Document's lines" {
				t.Errorf("the figures of the hit are %s", labels)
			}
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

// What a user should know of files that change or vanish after they were chosen is said, with their
// names as they were chosen.
func TestPage_FilesVanish(t *testing.T) {
	b := browsertest.New(t)
	file := pageFile(t)
	dir := filepath.Join(browsertest.Folder(t), "class")
	ann := read(t, filepath.Join(newClass(t), "class", "ann", "sort.c"))
	give := func(job string) {
		t.Helper()
		for _, name := range []string{"ann", "bob"} {
			must(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, name, "sort.c"), []byte(ann), 0o644))
		}
		b.Open(file, "#"+job)
		b.Choose(`document.querySelector(".zone input[webkitdirectory]")`, dir)
		b.Wait(`document.querySelector(".zone strong")?.textContent === "2 files"`)
	}
	remove := func() {
		for _, name := range []string{"ann", "bob"} {
			must(t, os.RemoveAll(filepath.Join(dir, name)))
		}
	}

	give("snippet")
	browsertest.Value[bool](b, fmt.Sprintf(`document.getElementById("snippet").value = %q; true`, ann))
	submit(t, b, "2 files have it")
	remove()
	browsertest.Value[bool](b, `document.querySelector(".hit button").click(), true`)
	b.Wait(outcome + `.includes("ann/sort.c was changed or deleted after you chose it. Remove the files")`)

	give("class")
	remove()
	submit(t, b, "There is nothing to compare")
	text := browsertest.Value[string](b, outcome)
	if !strings.Contains(text, "ann/sort.c: it was changed, moved or deleted after you chose it") || strings.Contains(text, "/class/") || strings.Contains(text, "options.") {
		t.Errorf("the page says %q", text)
	}
	if browsertest.Value[bool](b, shown) {
		t.Error("an empty report is shown")
	}

	give("class") // with starter code that is too short
	choose(t, b, "Starter code", map[string]string{"x.c": "int x;\n"})
	submit(t, b, "")
	if text := browsertest.Value[string](b, outcome); !strings.Contains(text, "“Starter code” is too short") {
		t.Errorf("the page says %q", text)
	}
	if report := saved(b, "html"); !strings.Contains(report, "the starter code is too short") || strings.Contains(report, "(--base)") || strings.Contains(report, "options.base") {
		t.Error("the report has words of the command or of JavaScript")
	}
	b.ExpectNoComplaints()
}

// The page that chaffinch serve offers does its job with the headers of the server.
func TestPage_OfServe(t *testing.T) {
	if _, err := Page(); err != nil {
		t.Skip(err)
	}
	b := browsertest.New(t)
	program, _ := programs(t)
	dir := newClass(t)
	command(t, program, dir, "--index", "x", "index", "base")
	serve := exec.Command(program, "serve", "--index", "x", "--listen", "127.0.0.1:0")
	serve.Dir = dir
	out, err := serve.StdoutPipe()
	must(t, err)
	must(t, serve.Start())
	t.Cleanup(func() {
		_ = serve.Process.Kill()
		_ = serve.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	_, address, _ := strings.Cut(strings.TrimSpace(line), " at ")
	b.Visit(strings.TrimSuffix(address, "/"), "/class")
	b.Choose(`document.querySelector(".zone input[webkitdirectory]")`, filepath.Join(dir, "class"))
	b.Wait(`document.querySelector(".zone strong") !== null`)
	submit(t, b, "")
	openPair(b)
	b.ExpectNoComplaints()
}

// The engine runs in Firefox, too, from a disk and from a server.
func TestPage_InFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	page := builtPage(t)
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
		awaitInFirefox(t, f, finished)
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

// awaitInFirefox waits for the engine, two minutes at most.
func awaitInFirefox(t *testing.T, f *browsertest.Firefox, expression string) {
	t.Helper()
	for range 1200 {
		if f.Evaluate(expression) == "true" {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("it never became true that %s; the page says %s", expression, f.Evaluate(outcome))
}

// wholeClass is a class with starter code and an earlier year, and the arguments of the command
// that compares it like the page.
func wholeClass(t *testing.T) (dir string, args []string) {
	t.Helper()
	return newClass(t), []string{"--unit", "dir", "--base", "base", "--archive", "archive/old", "class"}
}

// sameSaved compares what the page saves with what the command writes.
func sameSaved(t *testing.T, dir string, args []string, saved func(format string) string) {
	t.Helper()
	program, _ := programs(t)
	for _, format := range []string{"json", "csv"} {
		same(t, format, saved(format), command(t, program, dir, append([]string{"pairs", "--format", format}, args...)...))
	}
	report, native := filepath.Join(t.TempDir(), "saved.jplag"), filepath.Join(t.TempDir(), "native.jplag")
	must(t, os.WriteFile(report, []byte(saved("jplag")), 0o644))
	command(t, program, dir, append([]string{"pairs", "--output", native}, args...)...)
	same(t, "jplag", strings.Join(entries(t, report), "\n"), strings.Join(entries(t, native), "\n"))
}

// workersOf counts the workers of a page that sees three processors.
const workersOf = `{
	const start = Worker.prototype.postMessage;
	window.workers = new Set();
	Worker.prototype.postMessage = function (...message) { workers.add(this); return start.apply(this, message); };
	Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 });
	true;
}`

// The page writes what the command writes, to the byte, of folders that are really chosen, and in
// the full ring of a class so large that it starts several workers.
func TestPage_WritesAsCommand(t *testing.T) {
	b := browsertest.New(t)
	file := pageFile(t)
	dir, args := wholeClass(t)
	folder := func(zone int) string {
		return fmt.Sprintf(`document.querySelectorAll(".zone input[webkitdirectory]")[%d]`, zone)
	}
	b.Open(file, "#class")
	browsertest.Value[bool](b, `document.getElementById("more-files").open = true`)
	for zone, name := range []string{"class", "base", "archive/old"} {
		b.Choose(folder(zone), filepath.Join(dir, name))
		b.Wait(fmt.Sprintf(`document.querySelectorAll(".zone strong").length === %d`, zone+1))
	}
	submit(t, b, "")
	openPair(b) // one of the files has a script as its name
	sameSaved(t, dir, args, func(format string) string { return saved(b, format) })
	b.ExpectNoComplaints()

	if !ringtest.Full() {
		return // TestPairs_WriteAsCommand has several workers, TestPage_ComparesALargeClass those of a page
	}
	files := filepath.Join(dir, "files")
	must(t, os.CopyFS(files, os.DirFS(filepath.Join(ranking, "corpus"))))
	must(t, os.CopyFS(files, os.DirFS(filepath.Join(dir, "many"))))
	b.Open(file, "#class")
	browsertest.Value[bool](b, workersOf)
	browsertest.Value[bool](b, `document.getElementById("set-unit").value = "file", true`)
	b.Choose(folder(0), files)
	b.Wait(`document.querySelectorAll(".zone strong").length === 1`)
	submit(t, b, "")
	if n := browsertest.Value[int](b, "workers.size"); n != 3 {
		t.Errorf("%d workers", n)
	}
	sameSaved(t, dir, []string{"files"}, func(format string) string { return saved(b, format) })
	b.ExpectNoComplaints()
}

// In Firefox, the page writes what the command writes, too, and does its other jobs.
func TestPage_DoesItsJobsInFirefox(t *testing.T) {
	f := browsertest.NewFirefox(t)
	page := pageFile(t)
	dir, _ := wholeClass(t)
	must(t, os.MkdirAll(filepath.Join(dir, "packed"), 0o755))
	for name, from := range map[string]string{"ann.c": "class/ann/sort.c", "bob.c": "class/bob/work.c", "carl.zip": "class/carl.zip", "dora.zip": "class/dora.zip"} {
		must(t, os.Link(filepath.Join(dir, from), filepath.Join(dir, "packed", name)))
	}
	await := func(expression string) { t.Helper(); awaitInFirefox(t, f, expression) }
	choose := func(zone int, names ...string) {
		t.Helper()
		for i, name := range names {
			names[i] = filepath.Join(dir, name)
		}
		f.Evaluate(`document.querySelectorAll(".zone input:not([webkitdirectory])").forEach((input, i) => { input.id = "choose" + i; })`)
		f.Choose(fmt.Sprintf("#choose%d", zone), names...)
	}
	clicked := func() {
		t.Helper()
		f.Click("#go")
		await(finished)
	}
	saved := func(format string) string {
		return string(f.Download(func() { f.Evaluate(fmt.Sprintf(exportButton, format) + ".click()") }))
	}

	f.Open(page, "#class")
	choose(0, "packed/ann.c", "packed/bob.c", "packed/carl.zip", "packed/dora.zip")
	clicked()
	f.Expect(shown, "true")
	other := t.TempDir()
	must(t, os.CopyFS(filepath.Join(other, "class"), os.DirFS(filepath.Join(dir, "packed")))) // the page calls files without a folder a class
	sameSaved(t, other, []string{"--unit", "dir", "class"}, saved)
	if text := f.Evaluate(outcome); !strings.Contains(text, "dora.zip") {
		t.Errorf("what cannot be read is not named: %q", text)
	}
	report := filepath.Join(dir, "report.html")
	must(t, os.WriteFile(report, []byte(saved("html")), 0o644))
	f.Click("#back")
	f.Choose("#saved", report)
	await(shown + ` && document.getElementById("report-title").textContent === "report.html"`)
	f.Frame("#report")
	f.Click("#pair-table tbody td.score a")
	f.Expect(`[...document.querySelectorAll("#pair .pane")].filter((p) => p.querySelector(".line.match")).length`, "2")
	f.Top()
	f.Click("#back")

	f.Click("#go") // the files are still chosen
	await(`!document.getElementById("run").hidden`)
	f.Click("#cancel")
	await(outcome + `.includes("Cancelled.")`)

	f.Open(page, "#two")
	choose(0, "packed/ann.c")
	choose(1, "packed/bob.c")
	clicked()
	f.Expect(shown, "true")
	if text := saved("json"); !strings.Contains(text, `"relations"`) || !strings.Contains(text, "bob.c") {
		t.Errorf("two projects are %.200s", text)
	}

	f.Open(page, "#snippet")
	choose(0, "packed/ann.c", "packed/bob.c")
	f.Evaluate(fmt.Sprintf(`document.getElementById("snippet").value = %q`, read(t, filepath.Join(dir, "packed", "bob.c"))))
	clicked()
	f.Click(".hit button")
	f.Expect(shown, "true")
	if said := f.Complaints(); said != "" {
		t.Error(said)
	}
}

// A class of archives, 500 in the full ring, can be cancelled, is compared when it is asked for
// again, by as many workers as the page has processors, and a bomb among it is named.
func TestPage_ComparesALargeClass(t *testing.T) {
	b := browsertest.New(t)
	file := pageFile(t)
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
	class := map[string]string{"class/bomb.zip": archive("bomb.c", io.LimitReader(zeros{}, 64<<20))}
	for i := range ringtest.Of(120, 500) {
		var source strings.Builder
		for range 3 {
			fmt.Fprintf(&source, "int f%d(int a, int b) {\n\tif (a %% %d == b)\n\t\treturn a * %d - b;\n\treturn f%d(b, a + %d);\n}\n",
				random.IntN(1000), random.IntN(100), random.IntN(100), random.IntN(1000), random.IntN(100))
		}
		class[fmt.Sprintf("class/s%03d.zip", i)] = archive("main.c", strings.NewReader(source.String()))
	}
	b.Open(file, "#class")
	browsertest.Value[bool](b, workersOf)
	choose(t, b, "Submissions", class)
	browsertest.Value[bool](b, `document.getElementById("go").click(), true`)
	b.Wait(`!document.getElementById("run").hidden`)
	browsertest.Value[bool](b, `document.getElementById("cancel").click(), true`)
	b.Wait(outcome + `.includes("Cancelled.")`)
	browsertest.Value[bool](b, `workers.clear(), true`)
	submit(t, b, "")
	if n := browsertest.Value[int](b, "workers.size"); n != 3 {
		t.Errorf("%d workers", n)
	}
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

// A folder of 200 MB that is chosen, or dropped, is compared while the page goes on to react. It
// can be cancelled, its memory is shown and stays small, and every file that is not compared is
// named.
func TestPage_ReadsALargeFolder(t *testing.T) {
	b := browsertest.New(t)
	file := pageFile(t)
	dir := filepath.Join(browsertest.Folder(t), "class")
	want := map[string]string{ // by the path of what is not compared
		"s00/essay.txt": "it is larger than 4 MB", "s01/gone.c": "it was changed, moved or deleted after you chose it",
	}
	total := 0
	write := func(name string, content []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, content, 0o644))
		total += len(content)
	}
	random := rand.New(rand.NewPCG(22, 6))
	recording := make([]byte, 4<<20) // the largest size that is read
	for i := range 46 {
		var source strings.Builder
		for source.Len() < 10<<10 {
			fmt.Fprintf(&source, "int f%d(int a, int b) {\n\tif (a %% %d == b)\n\t\treturn a * %d - b;\n\treturn f%d(b, a + %d);\n}\n",
				random.IntN(1000), random.IntN(100), random.IntN(100), random.IntN(1000), random.IntN(100))
		}
		for at := range recording {
			recording[at] = byte(i * at >> 4)
		}
		write(fmt.Sprintf("s%02d/main.c", i), []byte(source.String()))
		write(fmt.Sprintf("s%02d/recording.wav", i), recording)
		want[fmt.Sprintf("s%02d/recording.wav", i)] = "it is not text"
	}
	write("s00/essay.txt", bytes.Repeat([]byte("It was a dark and stormy night.\n"), 9<<20/32))
	write("s01/gone.c", []byte("int gone(void);\n"))
	if total < 200e6 {
		t.Fatalf("the folder has %d bytes", total)
	}
	chosen := `document.querySelector(".zone strong")?.textContent === "94 files"`

	for way, give := range map[string]func(){
		"chosen":  func() { b.Choose(`document.querySelector(".zone input[webkitdirectory]")`, dir) },
		"dropped": func() { b.Drop(".zone", dir) },
	} {
		t.Run(way, func(t *testing.T) {
			b := b.For(t)
			write("s01/gone.c", []byte("int gone(void);\n"))
			b.Open(file, "#class")
			give()
			b.Wait(chosen)
			must(t, os.Remove(filepath.Join(dir, "s01", "gone.c")))
			browsertest.Value[bool](b, `{
				const painted = (window.painted = new Set()), used = (window.used = []);
				const look = () => {
					if (!document.getElementById("run").hidden) painted.add(document.getElementById("step").textContent);
					used.push(parseFloat(document.getElementById("usage").textContent) || 0);
					requestAnimationFrame(look);
				};
				look();
				document.getElementById("go").click();
				true;
			}`)
			b.Wait(`[...painted].some((step) => step.startsWith("Reading"))`)
			browsertest.Value[bool](b, `document.getElementById("cancel").click(), true`)
			b.Wait(outcome + `.includes("Cancelled.")`)
			if way == "dropped" && !ringtest.Full() {
				b.ExpectNoComplaints()
				return // the same files were read as of a folder that was chosen
			}
			browsertest.Value[bool](b, `painted.clear(), true`)
			submit(t, b, "")
			if n := browsertest.Value[int](b, `painted.size`); n < 5 {
				t.Errorf("%d steps were painted: %s", n, browsertest.Value[string](b, `[...painted].join()`))
			}
			if most := browsertest.Value[float64](b, `Math.max(...used)`); most < 10 || most > 500 {
				t.Errorf("%.1f MB are shown as the memory", most)
			}
			listed := browsertest.Value[[]string](b, `[...document.querySelectorAll("#skipped li")].map((li) => li.textContent)`)
			if len(listed) != len(want) {
				t.Errorf("%d files are listed as not compared, not %d", len(listed), len(want))
			}
			for _, line := range listed {
				path, reason, _ := strings.Cut(line, ": ")
				if want[path] == "" || !strings.Contains(reason, want[path]) {
					t.Errorf("%q is listed, not %q", line, want[path])
				}
			}
			b.ExpectNoComplaints()
		})
	}
}

// zeros is a source of NUL bytes.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
