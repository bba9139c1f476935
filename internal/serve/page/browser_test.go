package page

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// browser opens the pages of a running server.
type browser struct {
	t *testing.T
	*browsertest.Browser
	*running
}

func (b *browser) within(t *testing.T) *browser {
	t.Helper()
	return &browser{t, b.For(t), b.running}
}

func value[T any](b *browser, expression string) T {
	b.t.Helper()
	return browsertest.Value[T](b.Browser, expression)
}

func (b *browser) expect(expression string) {
	b.t.Helper()
	if !value[bool](b, expression) {
		b.t.Errorf("it is not true that %s", expression)
	}
}

func (b *browser) press(keys string) {
	b.t.Helper()
	b.Do(chromedp.KeyEvent(keys))
}

// insert puts a text where the cursor is, as pasting does.
func (b *browser) insert(text string) {
	b.t.Helper()
	browsertest.Call(b.Browser, input.InsertText, input.InsertTextParams{Text: text})
}

// open opens the answers to a source, by a link.
func (b *browser) open(source, more string) {
	b.t.Helper()
	b.Visit(b.at, "/#"+url.Values{"source": {source}}.Encode()+more)
}

const (
	answered  = `document.querySelectorAll(".hit").length > 0`
	beside    = `!document.getElementById("pair").hidden && document.querySelectorAll("#pair .pane").length === 2`
	isChosen  = `document.querySelector("#match-text strong")?.textContent`
	noWarning = `!document.querySelector(".wrong")`
)

// sample has documents that share parts with a question of two sources, among others.
func sample(t *testing.T) *running {
	long := strings.Repeat("\n", 3)
	for i := range 40 {
		long += fmt.Sprintf("var before%d = \"%d\"\n", i, i)
	}
	return run(t, makeIndex(t, "team", map[string]string{
		"lib/a.go": long + program("a") + long, "lib/b.go": other("b"), "copy/a.go": long + program("a") + long, "both.go": other("c") + "var x = 1\n",
	}))
}

var twoSources = program("q") + "\n" + other("r")

// One browser serves all tests; each opens the page again.
func TestSite_InBrowser(t *testing.T) {
	b := &browser{t, browsertest.NewFew(t, "paste and ask", "side by side", "other pages"), sample(t)}
	for _, test := range []struct {
		name string
		run  func(b *browser)
	}{
		{"paste and ask", testPaste}, {"a link to an answer", testLink}, {"side by side", testBeside}, {"language is corrected", testLanguage},
		{"weaker documents", testWeak},
		{"several sources", testCover}, {"a file is dropped", testDrop}, {"keyboard only", testKeyboard}, {"narrow", testNarrow},
		{"a page with a script, twice", testTwice},
		{"print", testPrint}, {"both themes", testThemes}, {"other pages", testOtherPages}, {"errors", testErrors},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := b.within(t)
			test.run(b)
			b.ExpectNoComplaints()
		})
	}
	if log := b.log.String(); strings.Contains(log, "qTable") || strings.Contains(log, "source=") {
		t.Error("the log has a question")
	}
}

func testPaste(b *browser) {
	b.Visit(b.at, "/")
	b.expect(`document.getElementById("answers").childElementCount === 0`)
	b.Do(chromedp.Focus(chromedp.CSS("#source")))
	b.insert(program("q"))
	b.Do(chromedp.Click(chromedp.CSS("button.ask")))
	b.Wait(answered)
	b.expect(`document.querySelector(".origin bdi").textContent.endsWith("a.go")`)
	b.expect(`document.querySelector(".hit details ul").textContent.includes("a.go")`)
	b.expect(`document.querySelector(".why").textContent.includes("Names were changed, one for one")`)
	b.expect(`new URLSearchParams(location.hash.slice(1)).get("source").startsWith("func q1(") && location.search === ""`)
	b.expect(`document.activeElement.id === "answers"`)
	b.expect(`document.getElementById("status").textContent.startsWith("1 document has")`)
	b.expect(`document.title.endsWith("a.go – chaffinch")`)
}

func testLink(b *browser) {
	b.open(program("q"), "&hit=1&match=1")
	b.Wait(beside)
	b.Wait(isChosen + ` === "Match 1"`)
	b.expect(`document.getElementById("source").value.startsWith("func q1(")`)
	value[bool](b, `location.hash = "#"; true`)
	b.Wait(`document.getElementById("answers").childElementCount === 0 && document.getElementById("pair").hidden`)
	b.Back()
	b.Wait(beside)
	value[bool](b, `location.hash = "#unlinked=1"; true`)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("too long")`)
}

func testBeside(b *browser) {
	b.open(program("q"), "")
	b.Wait(answered)
	b.Do(chromedp.Click(chromedp.CSS(".beside")))
	b.Wait(beside)
	b.Wait(isChosen + ` === "Match 1"`)
	b.expect(`document.querySelectorAll("#pair .renamed").length > 10`)
	b.expect(`document.querySelectorAll('.pane[data-side="1"] .fold').length === 2 && document.querySelectorAll('.pane[data-side="0"] .fold').length === 0`)
	if folds := value[string](b, `[...document.querySelectorAll(".fold summary")].map((s) => s.textContent).join()`); folds != "lines 1–39,lines 57–95" {
		b.t.Error(folds)
	}
	b.Do(chromedp.Focus(chromedp.CSS(".fold summary")))
	b.press(kb.Enter)
	b.expect(`document.querySelector(".fold").open && document.querySelector(".fold .line code").offsetHeight > 0`)
	b.expect(`document.querySelector('.pane[data-side="1"] .line.on').dataset.line === "44"`)
	b.expect(`new URLSearchParams(location.hash.slice(1)).get("hit") === "1"`)
	b.Back()
	b.Wait(answered + ` && document.getElementById("pair").hidden`)
}

func testWeak(b *browser) {
	b.Visit(b.at, "/")
	value[bool](b, fmt.Sprintf(`{ const s = document.getElementById("source"); s.value = %q; s.form.requestSubmit(); true }`, weakQuestion()))
	b.Wait(`document.getElementById("summary")?.textContent.includes("choose to list them")`)
	b.expect(`document.title === "Where is this from? – chaffinch"`)
	value[bool](b, `{ const l = document.getElementById("weak"); l.value = "1"; l.dispatchEvent(new Event("change")); true }`)
	b.Wait(answered)
	b.expect(`document.querySelectorAll(".hit").length > 0 && new URLSearchParams(location.hash.slice(1)).get("weak") === "1"`)
}

func testLanguage(b *browser) {
	b.open(program("q"), "")
	b.Wait(answered)
	b.expect(`document.getElementById("language").options[0].textContent === "detected: Go"`)
	value[bool](b, `{ const l = document.getElementById("language"); l.value = "Python"; l.dispatchEvent(new Event("change")); true }`)
	b.Wait(`document.getElementById("summary")?.textContent.includes("Read as Python")`)
	b.expect(`new URLSearchParams(location.hash.slice(1)).get("language") === "Python"`)
}

func testCover(b *browser) {
	b.open(twoSources, "&how=cover")
	b.Wait(`document.querySelectorAll(".hit").length === 2`)
	b.expect(`[...document.querySelectorAll(".listing .jump")].map((a) => a.textContent).sort().join() === "1,2"`)
	b.expect(`document.querySelectorAll(".listing .line.match").length >= 18 && document.querySelectorAll(".listing .line.match.hue2").length > 5`)
	b.Do(chromedp.Click(chromedp.CSS(`.listing .jump[href="#hit-2"]`)))
	b.Wait(`document.activeElement.closest("#hit-2") !== null`)
	b.expect(`location.hash.includes("how=cover")`)
}

func testDrop(b *browser) {
	b.Visit(b.at, "/")
	drop := func(text string, name string) {
		value[bool](b, fmt.Sprintf(`{
			const transfer = new DataTransfer();
			transfer.items.add(new File([new Uint8Array(%s)], %q));
			document.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
			true;
		}`, text, name))
		b.Wait(fmt.Sprintf(`document.getElementById("name").value === %q`, name))
	}
	drop(fmt.Sprintf("[...new TextEncoder().encode(%q)]", program("q")), "dropped.go")
	b.expect(`document.getElementById("source").value.startsWith("func q1(") && document.getElementById("file").files.length === 0`)
	b.Do(chromedp.Click(chromedp.CSS("button.ask")))
	b.Wait(answered)
	// UTF-16 is decoded by the server, and not in the address.
	drop(fmt.Sprintf(`[0xff, 0xfe, ...[...%q].flatMap((c) => [c.charCodeAt(0), 0])]`, other("w")), "wide.go")
	b.expect(`document.getElementById("file").files.length === 1`)
	b.Do(chromedp.Click(chromedp.CSS("button.ask")))
	b.Wait(`location.hash === "#unlinked=1" && [...document.querySelectorAll(".origin bdi")].some((o) => o.textContent.endsWith("lib/b.go"))`)
	b.Do(chromedp.Click(chromedp.CSS(".beside")))
	b.Wait(beside)
	b.expect(`document.querySelector('.pane[data-side="0"]').textContent.includes("wLock.Unlock")`)
}

func testKeyboard(b *browser) {
	b.Visit(b.at, "/")
	b.press("/")
	b.expect(`document.activeElement.id === "source"`)
	b.insert(twoSources)
	b.Do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
	b.Wait(answered)
	b.press("j")
	b.expect(`document.activeElement.closest("#hit-1") !== null`)
	b.press("j")
	b.expect(`document.activeElement.closest("#hit-2") !== null`)
	b.press(kb.Enter)
	b.Wait(beside + ` && location.hash.includes("hit=2")`)
	b.Wait(isChosen + ` === "Match 1"`)
	b.press("k")
	b.Wait(`document.querySelector("#pair .position")?.textContent.startsWith("1 of")`)
	b.press("n")
	b.Wait(isChosen + ` === "Match 1"`)
	b.press("?")
	b.expect(`document.getElementById("help").open`)
	b.press(kb.Escape)
	b.Wait(`!document.getElementById("help").open`)
	b.press(kb.Escape)
	b.Wait(`document.getElementById("pair").hidden && document.activeElement.closest("#hit-1") !== null`)
	// Every control is reached by Tab.
	value[bool](b, `document.activeElement.blur(); true`)
	reached := map[string]bool{}
	for range 60 {
		b.press(kb.Tab)
		reached[value[string](b, `document.activeElement.id || document.activeElement.className || document.activeElement.tagName`)] = true
	}
	for _, id := range []string{"skip", "source", "file", "name", "language", "how", "ask", "theme", "help-open", "origin", "button beside scripted-only", "listing"} {
		if !reached[id] {
			b.t.Errorf("Tab never reached %s: %v", id, reached)
		}
	}
}

// wide is by how much the page is wider than its window.
const wide = `document.documentElement.scrollWidth - innerWidth`

func testNarrow(b *browser) {
	b.Do(chromedp.EmulateViewport(320, 640))
	defer b.Do(chromedp.EmulateViewport(1280, 900))
	for _, path := range []string{"/", "/corpus", "/idioms", "/#" + url.Values{"source": {twoSources}, "how": {"cover"}}.Encode(), "/#" + url.Values{"source": {twoSources}, "hit": {"1"}}.Encode()} {
		b.Visit(b.at, path)
		switch {
		case strings.Contains(path, "hit="):
			b.Wait(beside)
		case strings.Contains(path, "source="):
			b.Wait(answered)
		}
		if n := value[int](b, wide); n > 0 {
			b.t.Errorf("%s is %d pixels too wide", path, n)
		}
	}
}

func testPrint(b *browser) {
	b.open(twoSources, "&hit=1")
	b.Wait(beside)
	b.Print(true)
	defer b.Print(false)
	b.expect(`getComputedStyle(document.querySelector(".tools")).display === "none" && document.querySelector("#pair .pane").offsetHeight > 100`)
	value[bool](b, `location.hash = location.hash.replace(/&?hit=1.*/, ""); true`)
	b.Wait(`document.getElementById("pair").hidden`)
	b.expect(`document.getElementById("ask").offsetHeight === 0 && document.querySelector(".hit").offsetHeight > 50`)
	value[bool](b, `dispatchEvent(new Event("beforeprint")); true`)
	b.expect(`[...document.querySelectorAll("main details")].every((d) => d.open)`)
	value[bool](b, `dispatchEvent(new Event("afterprint")); true`)
}

func testThemes(b *browser) {
	b.Visit(b.at, "/corpus")
	ground := func() string { return value[string](b, `getComputedStyle(document.body).backgroundColor`) }
	b.Media("prefers-color-scheme=light")
	light := ground()
	b.Media("prefers-color-scheme=dark")
	dark := ground()
	b.Media("prefers-color-scheme=light")
	if light == dark {
		b.t.Errorf("both themes are %s", light)
	}
	b.Do(chromedp.Click(chromedp.CSS("#theme")), chromedp.Click(chromedp.CSS("#theme")))
	if ground() != dark {
		b.t.Error("the button does not choose the dark theme")
	}
	b.Do(chromedp.Click(chromedp.CSS("#theme")))
}

func testOtherPages(b *browser) {
	b.open(program("q"), "")
	b.Wait(answered)
	b.Do(chromedp.Click(chromedp.CSS(".links .button:not(.beside)")))
	b.Wait(`document.querySelectorAll(".listing .line").length > 8`)
	b.expect(`document.querySelector("#L44 .keyword").textContent === "func"`)
	b.Do(chromedp.Click(chromedp.CSS(`nav a[href="/corpus"]`)))
	b.Wait(`document.querySelectorAll(".df-plot rect").length > 0`)
	b.expect(`[...document.querySelectorAll(".df-plot rect")].some((r) => r.getBoundingClientRect().height > 20)`)
	b.Do(chromedp.Click(chromedp.CSS(`main a[href="/idioms"]`)))
	b.Wait(`document.querySelectorAll(".sample-code code").length > 3`)
}

// At the second visit the browser asks whether its page is up to date.
func testTwice(b *browser) {
	path := addClass(b.t, b.running)
	for range 2 {
		b.Visit(b.at, path)
		b.expect(`document.title === "ran"`)
	}
	if log := b.log.String(); !strings.Contains(log, "status=304") {
		b.t.Error("the page was not asked for again: " + log)
	}
}

func testErrors(b *browser) {
	b.Visit(b.at, "/")
	b.Do(chromedp.Click(chromedp.CSS("button.ask")))
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("there is nothing to search for")`)
	b.open("x", "&language=nope&how=nope")
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("unknown language")`)
	b.open(program("q"), "")
	b.Wait(answered)
	b.expect(noWarning)
	// A file above the limit of the server.
	value[bool](b, `{ const s = document.getElementById("source"); s.value = "word ".repeat(300000); s.form.requestSubmit(); true }`)
	b.Wait(`document.querySelector(".wrong")?.textContent.includes("fewer lines")`)
	b.Complaints() // the browser notes the status
}

// Sources, names and the fragment of the address stay text.
func TestSite_WithHostileContent(t *testing.T) {
	b := &browser{t: t, Browser: browsertest.New(t)}
	files, all := map[string]string{}, ""
	for i, attack := range browsertest.Attacks {
		all += attack + "\n"
		name := strings.Map(func(r rune) rune {
			if r == '/' || r == 0 || r == '\n' {
				return '_'
			}
			return r
		}, attack)
		files[fmt.Sprintf("d%d/%.80s.go", i, strings.ToValidUTF8(name, "?"))] = program(fmt.Sprintf("a%d", i)) + "/* " + attack + " */\nvar s = `" + attack + "`\n"
	}
	b.running = run(t, makeIndex(t, "a", files))
	source := program("a3") + "// " + strings.ReplaceAll(all, "\x00", "") + "\n" // with NUL it is refused as binary
	check := func() {
		t.Helper()
		if owned := value[string](b, "String(self.owned)"); owned != "undefined" {
			t.Errorf("an attack has run: %s", owned)
		}
		b.ExpectNoComplaints()
	}
	for _, how := range []string{"origins", "cover", "similar"} {
		b.open(source, "&name="+url.QueryEscape(browsertest.Attacks[0])+"&how="+how)
		b.Wait(`document.getElementById("summary") !== null`)
		check()
	}
	b.open(program("a3"), "&hit=1&name="+url.QueryEscape(browsertest.Attacks[0]))
	b.Wait(beside)
	check()
	links := value[[]string](b, `[...document.querySelectorAll(".links .button:not(.beside)")].map((a) => a.getAttribute("href"))`)
	if len(links) == 0 {
		t.Fatal("nothing was found")
	}
	for _, path := range append(links, "/corpus", "/idioms", "/?index=%3Cscript%3Eowned=1%3C/script%3E") {
		b.Visit(b.at, path)
		check()
	}
}

// The pages work without JavaScript, and hide what needs it.
func TestSite_WithoutScripts(t *testing.T) {
	b := &browser{t, browsertest.New(t), sample(t)}
	b.Visit(b.at, "/")
	browsertest.Call(b.Browser, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.Do(chromedp.Navigate(b.at + "/"))
	b.Do(chromedp.Focus(chromedp.CSS("#source")))
	b.insert(program("q"))
	b.Do(chromedp.Click(chromedp.CSS("button.ask")))
	b.Do(chromedp.WaitVisible(chromedp.CSS(".sources summary")))
	browsertest.Call(b.Browser, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: false})
	b.expect(`getComputedStyle(document.querySelector(".beside")).display === "none" && document.getElementById("theme").hidden`)
	b.expect(`document.querySelector(".origin").getAttribute("href").startsWith("/contents/")`)
}
