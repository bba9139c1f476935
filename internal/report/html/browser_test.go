package html

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// browser opens pages for one test, with the actions of these tests.
type browser struct {
	t *testing.T
	*browsertest.Browser
	changed int // when the files that take chooses were last changed
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	return &browser{t: t, Browser: browsertest.New(t)}
}

// newFew is newBrowser for a test that is always tried: see [browsertest.NewFew].
func newFew(t *testing.T, always ...string) *browser {
	t.Helper()
	return &browser{t: t, Browser: browsertest.NewFew(t, always...)}
}

// within returns the browser for a subtest.
func (b *browser) within(t *testing.T) *browser {
	t.Helper()
	return &browser{t: t, Browser: b.For(t)}
}

func run[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	return browsertest.Run(b.Browser, action)
}

func value[T any](b *browser, expression string) T {
	b.t.Helper()
	return browsertest.Value[T](b.Browser, expression)
}

// onDisk writes a page to a file for the browser.
func onDisk(t *testing.T, r faked, o Options) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, []byte(written(t, r, o)), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	rows  = `document.querySelectorAll("#pair-table tbody tr").length`
	edges = `document.querySelectorAll("#graph .edge:not(.away)").length`
	count = `document.getElementById("pair-count").textContent`
)

// order is the numbers of the pairs in the order of the table.
func (b *browser) order() []int {
	b.t.Helper()
	return value[[]int](
		b,
		`[...document.querySelectorAll("#pair-table tbody tr")].map((row) => Number(row.dataset.pair))`,
	)
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.Click(selector)
}

// reveal scrolls to an element, and waits until the layout is stable.
func (b *browser) reveal(selector string) {
	b.t.Helper()
	b.Do(chromedp.ScrollIntoView(chromedp.CSS(selector)))
	run(
		b,
		chromedp.Evaluate[bool](
			`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`,
			chromedp.EvalAwaitPromise,
		),
	)
}

// openAll opens a page, and lists the pairs below the suggested threshold, too.
func (b *browser) openAll(file string) {
	b.t.Helper()
	b.Open(file, "")
	b.listAll()
}

// listAll lists the pairs below the suggested threshold, too.
func (b *browser) listAll() {
	b.t.Helper()
	value[bool](b, `{
		const all = document.getElementById("filter-reset");
		if (all && !all.hidden) all.click();
		true;
	}`)
}

func (b *browser) press(keys string) {
	b.t.Helper()
	b.Do(chromedp.KeyEvent(keys))
}

// visit leads to another view of the open page.
func (b *browser) visit(fragment string) {
	b.t.Helper()
	run(b, chromedp.Evaluate[bool](fmt.Sprintf(`new Promise((done) => {
		addEventListener("hashchange", () => done(true), { once: true });
		location.hash = %q;
	})`, fragment), chromedp.EvalAwaitPromise))
}

// slide sets the minimum score. Each step that a key makes would draw all again.
func (b *browser) slide(to float64) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`{
		const slider = document.getElementById("threshold");
		slider.value = %v;
		slider.dispatchEvent(new Event("input"));
		true;
	}`, to))
}

// choose sets a control as a user does.
func (b *browser) choose(id, to string) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`{
		const control = document.getElementById(%q);
		control.value = %q;
		control.dispatchEvent(new Event(control.type === "search" ? "input" : "change"));
		true;
	}`, id, to))
}

func (b *browser) expect(expression string, want int) {
	b.t.Helper()
	if have := value[int](b, expression); have != want {
		b.t.Errorf("%s is %d, not %d", expression, have, want)
	}
}

// One browser serves all tests; each opens the page again.
func TestPage_InBrowser(t *testing.T) {
	t.Parallel()
	b := newFew(t, "graph", "linked matches", "heat map", "unit view", "dossier", "single pair")
	s := newSample(t)
	file := onDisk(t, s.result, Options{Title: "Exercise 4"})
	for _, test := range []struct {
		name string
		run  func(t *testing.T, b *browser, s *sample, file string)
	}{
		{"sorting", testSorting},
		{"filtering", testFiltering},
		{"threshold", testThreshold},
		{"list cut short", testListCutShort},
		{"answer", testAnswer},
		{"axes", testAxes},
		{"one pair listed", testOnePairListed},
		{"figures", testFigures},
		{"graph", testGraph},
		{"identical units in graph", testIdenticalInGraph},
		{"highlighted lines", testHighlightedLines},
		{"linked matches", testLinkedMatches},
		{"files", testFiles},
		{"pair opens", testPairOpens},
		{"folds", testFolds},
		{"long names of files", testLongNamesOfFiles},
		{"keyboard", testKeyboard},
		{"tab stops", testTabStops},
		{"history", testHistory},
		{"themes", testThemes},
		{"phone", testPhone},
		{"print", testPrint},
		{"anonymous", testAnonymous},
		{"hostile", testHostile},
		{"policy", testPolicy},
		{"empty", testEmpty},
		{"rows of one line", testRowsOfOneLine},
		{"many rows", testManyRows},
		{"average linkage", testAverageLinkage},
		{"regrouping", testRegrouping},
		{"unlisted scores", testUnlistedScores},
		{"library clusters", testLibraryClusters},
		{"suggestion", testSuggestion},
		{"dense graph", testDenseGraph},
		{"heat map", testHeatMap},
		{"unit view", testUnitView},
		{"notes", testNotes},
		{"dossier", testDossier},
		{"notes of two tabs", testNotesOfTwoTabs},
		{"long notes", testLongNotes},
		{"little evidence", testLittleEvidence},
		{"same author", testSameAuthor},
		{"print views", testPrintViews},
		{"anonymous views", testAnonymousViews},
		{"single pair", testSinglePair},
		{"replay", testReplay},
		{"hostile pair", testHostilePair},
		{"same pair", testSamePair},
		{"without script", testWithoutScript},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := b.within(t)
			b.Do(chromedp.EmulateViewport(1400, 900))
			b.Media("prefers-color-scheme=light")
			test.run(t, b, s, file)
			b.ExpectNoComplaints()
		})
	}
}

// coverageOf returns the share of the smaller unit of a pair, or with 1 of the larger one, as the
// page has it.
func coverageOf(s *sample, p *pairs.Pair, other int) int {
	shares := [2]float64{p.A.Coverage, p.B.Coverage}
	return int(1e4*report.FourDecimals(shares[report.SmallerSide(s.result.Report, p)^other]) + .5)
}

// longestLines is the length of a pair's longest match, in lines of the shorter side.
func longestLines(p pairs.Pair) (longest int) {
	for _, m := range p.Matches {
		longest = max(longest, 1+min(m.A.Lines.To-m.A.Lines.From, m.B.Lines.To-m.B.Lines.From))
	}
	return longest
}

func testSorting(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	if have := b.order(); !slices.IsSorted(have) || len(have) != len(s.result.Pairs) {
		t.Errorf("at first the order is %v", have)
	}
	b.click("#rare-columns")
	for column, key := range map[string]func(pairs.Pair) int{
		"lines":   longestLines,
		"sure":    func(p pairs.Pair) int { return int(1e4*report.FourDecimals(p.Probability) + .5) },
		"longest": func(p pairs.Pair) int { return p.Longest },
		"tokens":  func(p pairs.Pair) int { return p.Tokens },
		"matches": func(p pairs.Pair) int { return len(p.Matches) },
		"smaller": func(p pairs.Pair) int { return coverageOf(s, &p, 0) },
		"larger":  func(p pairs.Pair) int { return coverageOf(s, &p, 1) },
	} {
		head := `#pair-table th[data-column="` + column + `"]`
		for _, sorted := range []string{"descending", "ascending"} {
			b.click(head + " button")
			var values []int
			for _, number := range b.order() {
				values = append(values, key(s.result.Pairs[number-1]))
			}
			if sorted == "descending" {
				slices.Reverse(values)
			}
			if have := value[string](b, `document.querySelector('`+head+`').ariaSort`); have != sorted ||
				!slices.IsSorted(values) {
				t.Errorf("by %s: %s, %v", column, have, values)
			}
		}
	}
	b.click(`#pair-table th[data-column="smaller"] button`)
	b.click(`#pair-table th[data-column="smaller"] button`)
	want := b.order()
	b.Do(chromedp.Reload())
	b.Wait(`document.querySelector("#pair-table tbody tr") !== null`)
	if have := b.order(); !slices.Equal(have, want) {
		t.Errorf("after a reload the order is %v, not %v", have, want)
	}
	b.click(`#unit-table th[data-column="unit"] button`)
	if have := value[string](b, `document.querySelector("#unit-table tbody th").textContent`); !strings.HasPrefix(
		have,
		"Amy Rowan", // names of people first
	) {
		t.Errorf("the first submission is %q", have)
	}
}

func testFiltering(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	with := func(has func(pairs.Pair) bool) int {
		return len(slices.DeleteFunc(slices.Clone(s.result.Pairs), func(p pairs.Pair) bool { return !has(p) }))
	}
	b.choose("filter-text", "CYPRESS")
	b.expect(rows, with(func(p pairs.Pair) bool { return p.A.Name == "cypress" || p.B.Name == "cypress" }))
	b.choose("filter-text", "elm") // identical to ash, which represents it
	b.expect(rows, with(func(p pairs.Pair) bool { return p.A.Name == "ash" || p.B.Name == "ash" }))
	b.choose("filter-text", "")
	b.choose("filter-label", "group B")
	b.expect(rows, with(func(p pairs.Pair) bool {
		return s.result.Units[p.A.Unit].Label == "group B" || s.result.Units[p.B.Unit].Label == "group B"
	}))
	b.choose("filter-label", "")
	members := clusters(t, s.result.Report, 0.15)[1].Units
	b.choose("filter-cluster", fmt.Sprint(members[0]))
	b.expect(rows, with(func(p pairs.Pair) bool {
		return slices.Contains(members, p.A.Unit) || slices.Contains(members, p.B.Unit)
	}))
	b.click("#filter-reset")
	b.click("#filter-fresh")
	b.expect(rows, with(func(p pairs.Pair) bool { return p.New }))
	b.choose("filter-text", "nobody has this name")
	b.expect(rows, 0)
	if have := value[string](b, count); have != fmt.Sprintf("0 of %d listed pairs.", len(s.result.Pairs)) {
		t.Error(have)
	}
	b.click("#filter-reset")
	b.expect(rows, len(s.result.Pairs))
}

func testThreshold(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	b.Wait(edges + " > 0")
	least := func(score float64) int {
		return len(
			slices.DeleteFunc(slices.Clone(s.result.Pairs), func(p pairs.Pair) bool { return p.Score < score }),
		)
	}
	b.Do(chromedp.Focus(chromedp.CSS("#threshold")))
	b.press(strings.Repeat(kb.ArrowRight, 15))
	b.expect(`Math.round(100 * document.getElementById("threshold").value)`, 30)
	b.expect(rows, least(0.30))
	b.expect(edges, least(0.30))
	b.press(kb.Home)
	b.expect(rows, len(s.result.Pairs)) // not below the listed ones
	drag := value[[]float64](b, `{
		const box = document.querySelector("#scores .plot").getBoundingClientRect();
		const at = (score) => box.left + (40 + score * 588) / 640 * box.width;
		[at(0.2), at(0.5), box.top + box.height / 2];
	}`)
	b.Do(chromedp.DragAndDropXY(drag[0], drag[2], drag[1], drag[2]))
	b.expect(`Math.round(100 * document.getElementById("threshold").value)`, 50)
	b.expect(rows, least(0.50))
	b.expect(edges, least(0.50))
	if shown := value[string](b, `document.getElementById("threshold-text").textContent`); !strings.HasPrefix(
		shown,
		fmt.Sprintf("Minimum score: 0.50, %d pairs.", least(0.50)),
	) {
		t.Error(shown)
	}
}

// Every axis has a title, days begin at midnight, and an unknown score is in a band, not at 0.
func testAxes(t *testing.T, b *browser, s *sample, file string) {
	r, deadline := *s.result.Report, time.Date(2026, 3, 6, 12, 0, 0, 0, time.UTC)
	r.Deadline = &deadline
	b.openAll(onDisk(t, faked{&r, s.source}, Options{}))
	later := len(slices.DeleteFunc(slices.Clone(r.Units), func(u pairs.Unit) bool { return u.Date == nil || !u.Date.After(deadline) }))
	if have := value[string](b, `document.querySelector("#timeline .caption").textContent`); !strings.Contains(have, fmt.Sprintf("The deadline was 2026-03-06 12:00 UTC: %d submissions are later.", later)) {
		t.Error(have)
	}
	// The line stands between those in time and those that are late.
	b.expect(`{
		const at = document.querySelector(".deadline").getBoundingClientRect().left;
		[...document.querySelectorAll("#timeline .node")].filter((node) => { const box = node.getBoundingClientRect(); return box.left + box.width / 2 > at; }).length;
	}`, later)
	for plot, want := range map[string]string{"#scores": "pairs (logarithmic), score", "#timeline": "below 0.15, highest score, handed in, UTC, deadline"} {
		if have := value[string](b, `[...document.querySelectorAll("`+plot+` .axis-title")].map((text) => text.textContent).join(", ")`); have != want {
			t.Errorf("the titles of %s are %q, not %q", plot, have, want)
		}
	}
	b.expect(`[...document.querySelectorAll("#timeline .axis text")].filter((text) => /^\d{4}-\d\d-\d\d$/.test(text.textContent)).length >= 4 ? 1 : 0`, 1)
	b.expect(`{
		const zero = document.querySelector("#timeline .unlisted").getBoundingClientRect().bottom;
		[...document.querySelectorAll("#timeline .node")].filter((node) => { const box = node.getBoundingClientRect(); return Math.abs(box.top + box.height / 2 - zero) < 3; }).length;
	}`, 0)
	b.expect(`[...document.querySelectorAll("#timeline .node")].filter((node) => node.ariaLabel.endsWith("highest score below 0.15")).length > 0 ? 1 : 0`, 1)
	b.Open(file, fmt.Sprintf("#group=%d&from=0.15", clusters(t, s.result.Report, 0.15)[0].Units[0]+1))
	b.Wait(`document.querySelectorAll(".heat-scale .heat").length === 5`)
}

// If only the best pairs are listed, the threshold begins at the last of them.
func testListCutShort(t *testing.T, b *browser, s *sample, _ string) {
	const listed = 4
	r := *s.result.Report
	r.Pairs, r.More = r.Pairs[:listed], len(r.Pairs)-listed
	last := r.Pairs[listed-1].Score
	b.openAll(onDisk(t, faked{&r, s.source}, Options{}))
	b.expect(`Math.floor(100 * document.getElementById("threshold").value + 1e-6)`, int(100*last))
	b.expect(rows, listed)
	end := fmt.Sprintf(" The list has the best %d, and ends at %.3f: %d pairs down to 0.15 are not in it.", listed, last, r.More)
	want := fmt.Sprintf("Minimum score: %.2f, %d pairs.%s", math.Floor(100*last)/100, listed, end)
	if have := value[string](b, `document.getElementById("threshold-text").textContent`); have != want {
		t.Errorf("%q, not %q", have, want)
	}
	// Bars of pairs that are not all listed are not drawn as listed.
	b.expect(`Math.min(...[...document.querySelectorAll(".score-bar.above")].map((bar) => Number(bar.dataset.bin)))
		> Math.floor(100 * `+fmt.Sprint(last)+`) ? 1 : 0`, 1)
	b.Do(chromedp.Focus(chromedp.CSS("#threshold")))
	b.press(kb.Home)
	b.expect(rows, listed)
	b.expect(`Math.floor(100 * document.getElementById("threshold").value + 1e-6)`, int(100*last))
	// The table says so where it ends, unless the slider ends it.
	if have := value[string](b, `document.getElementById("list-end").innerText`); have != "The list ends here."+end {
		t.Error(have)
	}
	b.press(kb.ArrowRight)
	b.expect(`document.getElementById("list-end").checkVisibility() ? 1 : 0`, 0)
}

// The answer comes first: the five highest pairs, in the order of the table, on the first screen.
func testAnswer(t *testing.T, b *browser, s *sample, file string) {
	b.Do(chromedp.EmulateViewport(1280, 860))
	const title = `document.getElementById("answer-title").textContent`
	for want, scores := range map[string][]float64{
		"6 pairs stand out": append(repeated(20, 0.31, 0.45), repeated(6, 0.75, 0.95)...), "The highest pairs": repeated(20, 0.4, 0.6),
	} {
		r := scored(scores...)
		r.FindStandOut()
		r.Unread = []pairs.Unread{{Path: "gone/a.py", Unit: "gone", Whole: true, Reason: "damaged"}}
		r.Skipped = map[document.Reason]int{"damaged": 1}
		b.openAll(onDisk(t, r, Options{}))
		if have := value[string](b, title); have != want {
			t.Errorf("the title is %q, not %q", have, want)
		}
		// What was not read is a badge that opens, once.
		b.expect(`document.querySelectorAll(".badge-box").length`, 1)
		b.expect(`document.querySelector(".badge-box ul").checkVisibility() ? 1 : 0`, 0)
		b.click(".badge-box summary")
		if have := value[string](b, `document.querySelector(".badge-box").innerText`); have != "1 submission not read\ngone: damaged" {
			t.Errorf("%q", have)
		}
		// Warnings are a badge below the pairs.
		r.Warnings = []answer.Warning{{Text: "first"}, {Text: "second"}}
		b.openAll(onDisk(t, r, Options{}))
		b.expect(`document.querySelectorAll(".warning").length`, 0)
		b.expect(`document.querySelector(".best").getBoundingClientRect().bottom < document.querySelector("#answer .warnings summary").getBoundingClientRect().top ? 1 : 0`, 1)
		b.click(".warnings summary")
		if have := value[string](b, `document.querySelector(".warnings").innerText`); have != "2 warnings\nfirst\nsecond" {
			t.Errorf("%q", have)
		}
		if have := value[string](b, `document.querySelector(".tiles").innerText`); !strings.Contains(have, "none byte for byte the same") {
			t.Error(have)
		}
	}
	b.openAll(file)
	if have := value[string](b, `document.querySelector(".tiles").innerText`); !strings.Contains(have, fmt.Sprintf("%d groups byte for byte the same", len(s.result.Identical))) {
		t.Error(have)
	}
	if best := value[[]string](b, `[...document.querySelectorAll(".best .score a")].map((a) => a.hash.slice(6))`); strings.Join(best, " ") != strings.Trim(fmt.Sprint(b.order()[:5]), "[]") {
		t.Errorf("the highest pairs are %v, and the table begins with %v", best, b.order()[:5])
	}
	b.expect(`document.getElementById("answer").getBoundingClientRect().bottom <= innerHeight ? 1 : 0`, 1)
	b.expect(`document.getElementById("answer").getBoundingClientRect().bottom <= document.getElementById("scores").getBoundingClientRect().top ? 1 : 0`, 1)
	first := b.order()[0]
	b.click(".best li .both")
	b.Wait(fmt.Sprintf(`location.hash === "#pair=%d" && !document.getElementById("pair").hidden`, first))
}

func testOnePairListed(t *testing.T, b *browser, s *sample, _ string) {
	r := *s.result.Report
	r.Pairs = r.Pairs[:1]
	b.openAll(onDisk(t, faked{&r, s.source}, Options{}))
	if have := value[string](b, count); have != "1 listed pair." {
		t.Error(have)
	}
}

// The script rounds figures as the terminal output does.
func testFigures(t *testing.T, b *browser, _ *sample, _ string) {
	vectors, err := os.ReadFile("../testdata/figures.json")
	if err != nil {
		t.Fatal(err)
	}
	script, err := assets.ReadFile("assets/shared/js/20-format.js")
	if err != nil {
		t.Fatal(err)
	}
	wrong := value[[]string](b, `(() => {
		`+string(script)+`
		const four = (x) => Math.floor(x * 1e4 + 1e-6) / 1e4;
		return `+string(vectors)+`.flatMap((v) => [v.value, four(v.value)].map((x) => [x, score(x), percent(x), v]))
			.filter(([, s, p, v]) => s !== v.score || p !== v.percent)
			.map(([x, s, p]) => x + " is shown as " + s + " and " + p);
	})()`)
	for _, text := range wrong {
		t.Error(text)
	}
}

// nodesAt returns the positions of the nodes of the graph.
const nodesAt = `[...document.querySelectorAll("#graph .node")].map((node) => node.getAttribute("transform")).join()`

// namesAstray counts the names in the graph that cover each other, or are not in the picture.
const namesAstray = `{
	const box = document.querySelector(".graph").getBoundingClientRect();
	const at = [...document.querySelectorAll("#graph .name:not(.hidden)")].map((name) => name.getBoundingClientRect());
	at.length === 0 ? -1 : at.filter((a, i) => a.left < box.left - 1 || a.right > box.right + 1 || a.bottom > box.bottom + 1 ||
		at.some((b, j) => i !== j && a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)).length;
}`

// drawn reports whether the graph fits its area.
const drawn = `{
	const picture = document.querySelector(".graph");
	const box = picture && picture.getBoundingClientRect();
	picture !== null && Number(picture.dataset.from) === Number(document.getElementById("threshold").value) &&
		picture.getAttribute("viewBox") === "0 0 " + box.width + " " + box.height;
}`

func testGraph(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	b.Wait(drawn)
	b.expect(edges, len(s.result.Pairs))
	b.expect(`document.querySelectorAll("#graph .node rect").length`, 1) // 2025/alder is an earlier one
	originals := 0
	for _, c := range clusters(t, s.result.Report, 0.15) {
		if s.result.Units[c.Units[0]].Date != nil {
			originals++
		}
	}
	b.expect(`document.querySelectorAll("#graph .node .halo").length`, originals)
	const apart = `{
		const at = [...document.querySelectorAll("#graph .node")].map((node) => node.getBoundingClientRect());
		const box = document.querySelector(".graph").getBoundingClientRect();
		const inside = at.every((a) => 
			a.left >= box.left && a.right <= box.right && a.top >= box.top && a.bottom <= box.bottom);
		inside && at.every((a, i) => at.every((b, j) => i === j || Math.hypot(a.x - b.x, a.y - b.y) > 10));
	}`
	if !value[bool](b, apart) {
		t.Error("nodes of the graph cover each other, or are not in the picture")
	}
	b.expect(namesAstray, 0)
	places := value[string](b, nodesAt)
	b.openAll(file)
	b.Wait(drawn)
	if again := value[string](b, nodesAt); again != places {
		t.Error("the graph looks different the second time")
	}
	b.Do(chromedp.Focus(chromedp.CSS(`#graph .node[tabindex="0"]`)))
	b.press(kb.ArrowRight + kb.Enter)
	name := value[string](b, `document.activeElement.getAttribute("aria-label").split(",")[0]`)
	if chosen := value[string](b, `document.getElementById("filter-unit").textContent`); !strings.Contains(
		chosen,
		name,
	) {
		t.Errorf("%s was chosen, and %q is shown", name, chosen)
	}
}

// A group of identical units is in the graph, even if it has no pair with another unit.
func testIdenticalInGraph(t *testing.T, b *browser, s *sample, _ string) {
	r := *s.result.Report
	isTwin := func(p pairs.Pair) bool { return slices.Contains([]int{0, 17}, p.A.Unit) || p.B.Unit == 17 }
	r.Identical = [][]int{{0, 17}} // an earlier one and a new one
	const (
		nodes  = `document.querySelectorAll("#graph .node:not(.away)").length`
		twin   = `document.querySelector('#graph .node[aria-label^="Ida Alder, "]')`
		inTwin = twin + `.querySelector(".count").textContent`
	)
	for _, allPairs := range [][]pairs.Pair{slices.DeleteFunc(slices.Clone(r.Pairs), isTwin), {}} {
		r.Pairs = allPairs
		b.openAll(onDisk(t, faked{&r, s.source}, Options{}))
		b.Wait(drawn)
		b.expect(edges, len(allPairs))
		if have := value[string](b, inTwin); have != "2" {
			t.Errorf("the node is labelled %q", have)
		}
		if label := value[string](b, twin+".ariaLabel"); !strings.Contains(label, "identical to Amy Rowan") {
			t.Error(label)
		}
		b.Do(chromedp.Focus(chromedp.CSS("#threshold")))
		b.press(kb.End)
		b.expect(nodes, 1) // at a score of 1
		b.expect(`document.querySelectorAll('#graph .node:not(.away)[tabindex="0"]').length`, 1)
		value[bool](b, twin+`.dispatchEvent(new MouseEvent("click"))`)
		b.Wait(`location.hash === "#identical"`)
		b.expect(`document.querySelectorAll(".cluster > button").length`, 0) // it has no pair to show
	}
	if text := value[string](b, `document.getElementById("pairs").textContent`); !strings.Contains(text, "No other pair") {
		t.Error(text)
	}
}

func testHighlightedLines(t *testing.T, b *browser, s *sample, file string) {
	edits := 0
	b.Open(file, "")
	for i, p := range s.result.Pairs {
		if ringtest.Skips(i, 2) {
			continue
		}
		b.visit(fmt.Sprintf("#pair=%d", i+1))
		for j, m := range p.Matches {
			for side, at := range []answer.Place{m.A, m.B} {
				unit := []int{p.A.Unit, p.B.Unit}[side]
				source := s.sources[s.result.Units[unit].Files[at.File].Content]
				b.highlights(side, j+1, at, string(source[at.Bytes.Start:at.Bytes.End]))
				edits += b.edits(side, j+1, m, source)
			}
		}
	}
	if edits == 0 {
		t.Error("the sample has no edits")
	}
}

// edits checks the marks of differences in a match, and returns their length.
func (b *browser) edits(side, number int, m pairs.Match, source []byte) (n int) {
	b.t.Helper()
	var want strings.Builder
	for _, e := range m.Edits {
		at := []answer.Span{e.A.Bytes, e.B.Bytes}[side]
		want.Write(source[at.Start:at.End])
		n += at.End - at.Start
	}
	have := value[string](
		b,
		fmt.Sprintf(
			`[...document.querySelectorAll('.pane[data-side="%d"] .match[data-match="%d"] :is(mark, ins)')]
				.map((part) => part.textContent).join("")`,
			side,
			number,
		),
	)
	if have != strings.ReplaceAll(want.String(), "\n", "") {
		b.t.Errorf("side %d, match %d: the edits\n%s\nare marked, not\n%s", side, number, have, want.String())
	}
	return n
}

// highlights checks that exactly the lines of a match are marked.
func (b *browser) highlights(side, number int, at answer.Place, text string) {
	b.t.Helper()
	have := value[struct {
		Text     string
		From, To int
		File     string
	}](b, fmt.Sprintf(`{
		const lines = [...document.querySelectorAll('.pane[data-side="%d"] .line')];
		const match = '[data-match="%[2]d"]';
		const marked = lines.filter((line) => line.querySelector("code .match" + match) || line.matches(match));
		const text = (line) => [...line.querySelectorAll("code .match" + match)].map((part) => part.textContent).join("");
		({ Text: marked.map(text).join("\n"),
			From: Number(marked[0].dataset.line), To: Number(marked.at(-1).dataset.line),
			File: marked[0].closest(".file").querySelector("h4 bdi").title });
	}`, side, number))
	if have.Text != text || have.From != at.Lines.From || have.To != at.Lines.To || have.File != at.Path {
		b.t.Errorf(
			"side %d, match %d: %s, lines %d to %d, are marked, not %s, %s\n%s\n%s",
			side,
			number,
			have.File,
			have.From,
			have.To,
			at.Path,
			at.Lines,
			have.Text,
			text,
		)
	}
}

// inView reports whether the start of a match is visible in its pane.
func inView(side, number int) string {
	return fmt.Sprintf(`{
		const pane = document.querySelector('.pane[data-side="%d"] .code');
		const line = pane.querySelector('[data-match="%d"]').closest(".line");
		const y = line.getBoundingClientRect().top - pane.getBoundingClientRect().top;
		y >= -1 && y < pane.clientHeight;
	}`, side, number)
}

func testLinkedMatches(t *testing.T, b *browser, s *sample, file string) {
	longest := slices.MaxFunc(s.result.Pairs, func(x, y pairs.Pair) int { return len(x.Matches) - len(y.Matches) })
	last := len(longest.Matches)
	b.Open(
		file,
		fmt.Sprintf(
			"#pair=%d",
			1+slices.IndexFunc(
				s.result.Pairs,
				func(p pairs.Pair) bool { return p.A == longest.A && p.B == longest.B },
			),
		),
	)
	b.reveal(fmt.Sprintf(`.pane[data-side="1"] .jumps [data-match="%d"]`, last))
	b.click(fmt.Sprintf(`.pane[data-side="1"] .jumps [data-match="%d"]`, last))
	b.Wait(inView(0, last))
	b.Wait(inView(1, last))
	if text := value[string](b, `document.getElementById("match-text").textContent`); !strings.HasPrefix(
		text,
		fmt.Sprintf("Match %d: %s, ", last, longest.Matches[last-1].Kind),
	) {
		t.Error(text)
	}
	if hash := value[string](b, "location.hash"); !strings.HasSuffix(hash, fmt.Sprintf("&match=%d", last)) {
		t.Error(hash)
	}
	b.expect(`document.querySelectorAll(".tick").length`, 2*last)
	b.expect(`document.querySelectorAll(".match-details tbody tr").length`, last)
	// A click in the text of the first match, on the left, scrolls to it on the right.
	b.click(`.match-chips [data-match="1"]`)
	b.Wait(inView(0, 1))
	b.click(`.match-chips [data-match="` + fmt.Sprint(last) + `"]`)
	b.Wait(inView(0, last))
	b.reveal(`.pane[data-side="0"] code .match[data-match="1"]`)
	b.click(`.pane[data-side="0"] code .match[data-match="1"]`)
	b.Wait(inView(1, 1))
	// Both begin at the same height.
	b.expect(`{
		const line = (side) => document.querySelector('.pane[data-side="' + side + '"] [data-match="1"]').closest(".line");
		const top = (side) => line(side).getBoundingClientRect().top;
		Math.abs(top(0) - top(1)) <= 2 ? 1 : 0;
	}`, 1)
}

// startOf returns the number of the match that a pair opens at.
func startOf(p *pairs.Pair) int {
	heaviest := slices.MaxFunc(p.Matches, func(x, y pairs.Match) int { return cmp.Compare(math.Round(10*x.Weight), math.Round(10*y.Weight)) })
	return 1 + slices.IndexFunc(p.Matches, func(m pairs.Match) bool { return m.A == heaviest.A && m.B == heaviest.B })
}

// A pair opens at its longest rare match, below a short header, with its files in the order of
// their matches.
func testPairOpens(t *testing.T, b *browser, s *sample, _ string) {
	r := *s.result.Report
	r.Units, r.Pairs = slices.Clone(r.Units), slices.Clone(r.Pairs)
	at := slices.IndexFunc(r.Pairs, func(p pairs.Pair) bool {
		return len(p.Matches) > 1 && p.Matches[0].A.File != p.Matches[len(p.Matches)-1].A.File
	})
	p := &r.Pairs[at]
	p.Matches = slices.Clone(p.Matches)
	last := len(p.Matches)
	p.Matches[last-1].Weight, p.Matches[last-1].Tokens = 999, 9999
	p.Rank = 7
	for i := range r.Units {
		r.Units[i].Author += strings.Repeat(" of Thanarattanakornchai", 6)
	}
	b.Do(chromedp.EmulateViewport(1280, 860))
	b.Open(onDisk(t, faked{&r, s.source}, Options{}), fmt.Sprintf("#pair=%d", at+1))
	b.Wait(fmt.Sprintf(`document.getElementById("match-text").textContent.startsWith("Match %d:")`, last))
	b.Wait(inView(0, last))
	b.Wait(inView(1, last))
	if hash := value[string](b, "location.hash"); hash != fmt.Sprintf("#pair=%d", at+1) {
		t.Errorf("the address became %s", hash)
	}
	if have := value[string](b, firstFile); have != p.Matches[last-1].A.Path {
		t.Errorf("%s comes first, not %s", have, p.Matches[last-1].A.Path)
	}
	const header = `document.querySelector(".panes").getBoundingClientRect().top - document.getElementById("pair").getBoundingClientRect().top`
	if have := value[float64](b, header); have > 140 {
		t.Errorf("the header has %v pixels", have)
	}
	if have := value[string](b, `document.querySelector(".figures dl").textContent`); !strings.Contains(have, fmt.Sprintf("Rank7 of %s", terminal.Thousands(int(r.Stats.Comparable)))) {
		t.Errorf("its rank is not in %s", have)
	}
	// All matches have one tint, and the chosen one another.
	b.expect(`new Set([...document.querySelectorAll(".tick:not(.on)")].map((tick) => getComputedStyle(tick).backgroundColor)).size`, 1)
	b.expect(`new Set([...document.querySelectorAll(".tick")].map((tick) => getComputedStyle(tick).backgroundColor)).size`, 2)
	if !value[bool](b, `[...document.querySelectorAll("#pair-title bdi")].every((name) => name.textContent.includes("…") && name.title.length > name.textContent.length)`) {
		t.Error("long names are not shortened in the middle")
	}
}

// Lines far from matches are folded.
func testFolds(t *testing.T, b *browser, s *sample, file string) {
	folds := 0
	for i, p := range s.result.Pairs {
		b.Open(file, fmt.Sprintf("#pair=%d", i+1))
		b.expect(`[...document.querySelectorAll(".fold:not([open]) .match")].length`, 0)
		folds += value[int](b, `document.querySelectorAll(".fold").length`)
		if len(p.Matches) > 0 && folds > 0 {
			return
		}
	}
	t.Error("nothing is folded")
}

// firstFile is the path of the first visible file on the left.
const firstFile = `document.querySelector('.pane[data-side="0"] h4 bdi').title`

func testFiles(t *testing.T, b *browser, s *sample, file string) {
	b.Open(file, "#pair=1")
	b.expect(`document.querySelectorAll('.pane[data-side="0"] .file').length`, 2)
	value[bool](b, `{
		const select = document.querySelector('.pane[data-side="0"] select');
		select.value = "1";
		select.dispatchEvent(new Event("change"));
		true;
	}`)
	p := s.result.Pairs[0]
	if have := value[string](b, firstFile); have != s.result.Units[p.A.Unit].Files[1].Path {
		t.Errorf("%s is shown", have)
	}
	b.click(`.match-chips [data-match="1"]`) // in the other file
	if have := value[string](b, firstFile); have != p.Matches[0].A.Path {
		t.Errorf("%s is shown", have)
	}
	b.Wait(inView(0, 1))
}

// reads reports whether the pair of that number is shown.
func reads(number int) string {
	return fmt.Sprintf(
		`!document.getElementById("pair").hidden && location.hash === "#pair=%d" &&
			document.querySelector(".position").textContent.startsWith("%[1]d of")`,
		number,
	)
}

func testKeyboard(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	b.press("jj" + kb.Enter)
	b.Wait(reads(2))
	b.press("j")
	b.Wait(reads(3))
	b.press("k")
	b.Wait(reads(2))
	b.Wait(`document.activeElement.id === "pair-title"`)
	start := startOf(&s.result.Pairs[1])
	b.press("n")
	b.Wait(fmt.Sprintf(`location.hash === "#pair=2&match=%d"`, start%len(s.result.Pairs[1].Matches)+1))
	b.press("p")
	b.Wait(fmt.Sprintf(`location.hash === "#pair=2&match=%d"`, start))
	b.press("?")
	b.Wait(`document.getElementById("help").open`)
	b.press("j" + kb.Escape)
	b.Wait(`!document.getElementById("help").open && location.hash.startsWith("#pair=2")`)
	b.press(kb.Escape)
	b.Wait(`!document.getElementById("overview").hidden && document.activeElement.getAttribute("href") === "#pair=2"`)
	b.press("/")
	b.press("jk?")
	// The driver also sends the slash as a letter, although the page handled its key.
	if text := value[string](b, `document.getElementById("filter-text").value`); !strings.HasSuffix(text, "jk?") ||
		value[bool](b, `document.getElementById("help").open`) {
		t.Errorf("%q was written", text)
	}
}

// A picture is at most one tab stop, every stop has a name, and the table of pairs is near, behind
// the five highest.
func testTabStops(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	b.Wait(drawn)
	const most = 48
	for n := 0; ; n++ {
		if n == most {
			t.Fatalf("%d tabs do not lead to the table of pairs", most)
		}
		b.press(kb.Tab)
		name := value[string](b, `{
			const here = document.activeElement;
			here.ariaLabel || here.textContent.trim() || (here.labels && here.labels.length > 0 && here.labels[0].textContent) || "";
		}`)
		if name == "" {
			t.Errorf("a stop has no name: %s", value[string](b, "document.activeElement.outerHTML"))
		}
		if value[bool](b, `document.activeElement.closest("#pair-table tbody") !== null`) {
			break
		}
	}
	b.expect(`{
		const stops = (picture) => [...picture.querySelectorAll("*")].filter((part) => part.tabIndex >= 0).length;
		Math.max(...[...document.querySelectorAll("svg")].map(stops));
	}`, 1)
	// The stop of the graph moves if its node is hidden.
	b.choose("filter-cluster", fmt.Sprint(clusters(t, s.result.Report, 0.15)[2].Units[0]))
	b.expect(`document.querySelectorAll('#graph .node:not(.away)[tabindex="0"]').length`, 1)
}

func testHistory(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	b.choose("filter-text", "cypress")
	b.expect(rows, 4)
	first := b.order()[0]
	b.click("#pair-table tbody tr .names")
	b.Wait(fmt.Sprintf(`location.hash === "#pair=%d" && !document.getElementById("pair").hidden`, first))
	if title := value[string](b, "document.title"); !strings.Contains(title, "Noor Cypress") {
		t.Error(title)
	}
	if text := value[string](b, `document.querySelector(".position").textContent`); text != "1 of 4" {
		t.Error(text)
	}
	b.press("j")
	second := b.order()[1]
	b.Wait(fmt.Sprintf(`location.hash === "#pair=%d"`, second))
	b.Back()
	b.Wait(
		fmt.Sprintf(`document.querySelector("#pair-title").textContent.includes(%q)`, s.result.Units[s.result.Pairs[first-1].A.Unit].Author),
	)
	b.Back()
	b.Wait(`document.getElementById("pair").hidden`)
	b.expect(rows, 4)
	value[bool](b, "history.forward(); true")
	b.Wait(`!document.getElementById("pair").hidden`)
}

func testThemes(t *testing.T, b *browser, _ *sample, file string) {
	const background = "getComputedStyle(document.body).backgroundColor"
	b.Open(file, "")
	light := value[string](b, background)
	b.Media("prefers-color-scheme=dark")
	dark := value[string](b, background)
	if light == dark {
		t.Errorf("light and dark are both %s", light)
	}
	for _, want := range []string{light, dark, dark} { // light, dark, and dark by the system setting
		b.click("#theme")
		if have := value[string](b, background); have != want {
			t.Errorf(
				"%s: the background is %s, not %s",
				value[string](b, `document.getElementById("theme").textContent`),
				have,
				want,
			)
		}
	}
}

// widest names the elements that extend furthest to the right.
const widest = `{
	const right = (element) => element.getBoundingClientRect().right;
	[...document.body.querySelectorAll("*")].filter((element) => right(element) > innerWidth)
		.sort((x, y) => right(y) - right(x)).slice(0, 5)
		.map((element) => element.tagName + "#" + element.id + "." + element.getAttribute("class")).join(", ");
}`

func testPhone(t *testing.T, b *browser, s *sample, file string) {
	hostile := onDisk(t, hostile(), Options{})
	b.Do(chromedp.EmulateViewport(360, 740))
	for _, page := range []struct{ file, fragment string }{
		{file, ""}, {file, "#pair=1"}, {file, "#pair=2&match=1"}, {file, "#unit=3"}, {file, "#group=3"},
		{hostile, ""}, {hostile, "#pair=1"}, {hostile, "#unit=1"}, {hostile, "#group=1"},
	} {
		if page.fragment == "" {
			b.Open(page.file, "")
		} else {
			b.visit(page.fragment)
		}
		b.Wait(`document.querySelector("#graph svg") !== null`)
		if wide := value[int](b, "document.documentElement.scrollWidth"); wide > 360 {
			t.Errorf(
				"%s%s is %d pixels wide on a screen of 360: %s",
				filepath.Base(filepath.Dir(page.file)),
				page.fragment,
				wide,
				value[string](b, widest),
			)
		}
	}
	b.openAll(file)
	b.expect(rows, len(s.result.Pairs))
	if have := value[int](b, `Math.round(document.querySelector("#pair-table").getBoundingClientRect().right)`); have > 360 {
		t.Errorf("the table of pairs reaches to %d of 360", have)
	}
}

func testPrint(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	shown := func(selector string) bool {
		return value[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector))
	}
	b.Wait(drawn)
	value[bool](b, `dispatchEvent(new Event("beforeprint"))`)
	b.Print(true)
	if !shown("#pair-table") || shown(".filters") || shown("#theme") || shown(".graph-tools") {
		t.Error("the overview is not printed as its table")
	}
	if !shown("#graph .node") || !shown("#timeline .node") {
		t.Error("the graph or the timeline is not printed")
	}
	members, identical := 0, 0
	for _, c := range clusters(t, s.result.Report, 0.15) {
		members += len(c.Units)
	}
	for _, g := range s.result.Identical {
		identical += len(g)
	}
	b.expect(`[...document.querySelectorAll(".cluster li bdi")].filter((name) => name.checkVisibility()).length`, members)
	b.expect(`[...document.querySelectorAll(".group li bdi")].filter((name) => name.checkVisibility()).length`, identical)
	b.Print(false)
	value[bool](b, `dispatchEvent(new Event("afterprint"))`)
	b.expect(`document.querySelectorAll(".group[open]").length`, 0)
	b.Open(file, "#pair=1")
	b.Print(true)
	if shown("#pair-table") || !shown(".pane .line") || shown(".steps") {
		t.Error("a pair is not printed as its sources")
	}
	if cut := value[bool](b, `[...document.querySelectorAll(".code")].some((code) => code.scrollHeight > code.clientHeight + 1)`); cut {
		t.Error("a source is cut off where it is printed")
	}
	b.Print(false)
}

func testAnonymous(t *testing.T, b *browser, s *sample, _ string) {
	b.Open(onDisk(t, s.result, Options{Anonymous: true}), "")
	text := value[string](b, "document.body.innerText")
	for _, u := range course {
		if strings.Contains(text, strings.Fields(u.author)[1]) || strings.Contains(text, u.name+"\n") {
			t.Errorf("%s is named", u.author)
		}
	}
	if !strings.Contains(text, "Submission 17") || !strings.Contains(text, "Sources are unchanged") {
		t.Error("there are no pseudonyms, or it is not said that sources are kept")
	}
}

func testHostile(t *testing.T, b *browser, _ *sample, _ string) {
	file := onDisk(t, hostile(), Options{Title: evil})
	for i, fragment := range []string{"", "#pair=1&match=1", "#%00<img>", "#pair=99", "#pair=1&match=-3", "#pair=1&match=7", "#unit=1", "#unit=99", "#group=1&from=0.5", "#group=1&from=x"} {
		if i < 3 {
			b.Open(file, fragment)
		} else {
			b.visit(fragment)
		}
		b.expect(`document.querySelectorAll("img, script:not([type]) ~ script, [onerror], [onclick]").length`, 0)
		b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
	}
	testAttacks(t, b)
	b.Open(onDisk(t, hostile(), Options{}), "#pair=1")
	code := value[string](b, `document.querySelector(".line code").textContent`)
	if want := `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&\u2028\u2029\x1b[31m\u202e\x00\xff`; code != want {
		t.Errorf("the source is shown as\n%s, not\n%s", code, want)
	}
	b.expect(`document.querySelectorAll('.pane[data-side="0"] .line:first-child .escape').length > 0 ? 1 : 0`, 1)
}

// testAttacks checks that possible attacks are shown as text in names, warnings and sources.
func testAttacks(t *testing.T, b *browser) {
	r := hostile()
	lines := strings.NewReplacer("\r", "", "\n", "").Replace(strings.Join(browsertest.Attacks, "\f"))
	r.source = func(string) ([]byte, error) { return []byte(strings.ReplaceAll(lines, "\f", "\n")), nil }
	r.Warnings = warning.Said(browsertest.Attacks)
	for i := range r.Units {
		u := &r.Units[i]
		u.Name, u.Author, u.Label = u.Name+lines, lines, lines
		u.Files[0].Path, u.Files[0].Language = lines, lines
	}
	file := onDisk(t, r, Options{Title: lines})
	b.Open(file, "")
	for _, fragment := range []string{"#pair=1&match=1", "#unit=<img src=x onerror=owned=40>", "#javascript:owned=41", "#pair=1"} {
		b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
		b.ExpectNoComplaints()
		b.visit(fragment)
	}
	b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
	shown := value[[]string](b, `[...document.querySelectorAll('.pane[data-side="0"] .line code')].map((line) => line.textContent)`)
	want := strings.Split(newText([]byte(strings.ReplaceAll(lines, "\f", "\n"))).shown, "\n")
	if !slices.Equal(shown, want) {
		t.Errorf("the source is shown as\n%q, not\n%q", shown, want)
	}
	if text := value[string](b, "document.body.textContent"); strings.ContainsFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
	}) {
		t.Error("something in the page can hide or reorder what stands around it")
	}
}

func testPolicy(t *testing.T, b *browser, s *sample, _ string) {
	b.CheckPolicy(written(t, s.result, Options{}), "</main>")
}

func testEmpty(t *testing.T, b *browser, _ *sample, _ string) {
	b.Open(onDisk(t, faked{Report: &pairs.Report{Unit: "dir", Histogram: make([]int, 100), MinScore: 0.5}}, Options{}), "")
	b.Wait(`document.getElementById("graph").textContent.includes("No pair reaches the minimum score")`)
	if text := value[string](b, `document.getElementById("pairs").textContent`); !strings.Contains(
		text,
		"the minimum score, 0.5.",
	) {
		t.Error(text)
	}
	if text := value[string](b, `document.getElementById("pairs").innerText`); !strings.Contains(text, "--min-score 0") || strings.Contains(text, "Compare again") {
		t.Errorf("it does not say how to compare from 0: %s", text)
	}
	b.expect(`document.querySelectorAll("#answer").length`, 0)
	b.press("j/?")
}

// A pair has one line, however long its names are, and a screen has 20 of them.
func testRowsOfOneLine(t *testing.T, b *browser, _ *sample, _ string) {
	r := large()
	r.Units = r.Units[:100]
	r.Pairs = slices.DeleteFunc(r.Pairs, func(p pairs.Pair) bool { return max(p.A.Unit, p.B.Unit) >= len(r.Units) })
	for i := range r.Units {
		u := &r.Units[i]
		u.Author = fmt.Sprintf("Friedrich-Wilhelm Thanarattanakornchai-Featherstonehaugh %d", i)
		u.Name = fmt.Sprintf("%s_12034%d_assignsubmission_file", u.Author, i)
		u.Label = "group of the second semester"
	}
	b.Do(chromedp.EmulateViewport(1280, 860))
	b.openAll(onDisk(t, r, Options{}))
	const row = `[...document.querySelectorAll("#pair-table tbody tr")]`
	b.expect(`document.getElementById("pairs").scrollIntoView() || `+row+`.filter((tr) => tr.getBoundingClientRect().bottom <= innerHeight).length >= 20 ? 1 : 0`, 1)
	b.expect(`Math.round(100 * document.querySelector("#pair-table .names").offsetWidth / document.getElementById("pair-table").offsetWidth) >= 45 ? 1 : 0`, 1)
	b.expect(`document.documentElement.scrollWidth`, 1280)
	b.expect(row+`.filter((tr) => [...tr.querySelectorAll(".unit-name")].every((name) => /_assignsubmission_file\n/.test(name.title))).length`, 100)
	// Rare columns come on demand, and with a link that sorts by one.
	b.expect(`document.querySelector('[data-column="sure"]').checkVisibility() ? 1 : 0`, 0)
	b.click("#rare-columns")
	b.expect(`document.querySelector('[data-column="sure"]').checkVisibility() && document.getElementById("rare-columns").ariaPressed === "true" ? 1 : 0`, 1)
	b.click(`#pair-table [data-column="sure"] button`)
	b.Do(chromedp.Reload())
	b.Wait(`document.querySelector('#pair-table [aria-sort][data-column="sure"]')?.checkVisibility()`)
}

func testManyRows(t *testing.T, b *browser, _ *sample, _ string) {
	b.openAll(onDisk(t, large(), Options{}))
	b.expect(rows, 100)
	b.click("#pairs .more-rows")
	b.expect(rows, 600)
	value[bool](b, `dispatchEvent(new Event("beforeprint"))`)
	b.expect(rows, 600) // printing draws no more rows, and prints 500
	b.Print(true)
	b.expect(`[...document.querySelectorAll("#pair-table tbody tr")].filter((row) => row.checkVisibility()).length`, 500)
	if text := value[string](b, `document.querySelector("#pairs .print-only").innerText`); text != "The first 500 of 4,000 rows are printed." {
		t.Error(text)
	}
	b.Print(false)
	b.Wait(`document.querySelectorAll("#graph .node").length === 500`)
}

// The longest name in a list of files takes no room from the code.
func testLongNamesOfFiles(t *testing.T, b *browser, s *sample, file string) {
	b.Open(file, "#pair=1")
	b.Wait(`document.querySelectorAll(".pane select").length > 0`)
	value[bool](b, `document.querySelectorAll(".pane select option").forEach((o) => { o.textContent = "a/long/path/".repeat(20) + o.textContent; }); true`)
	b.expect(`[...document.querySelectorAll(".pane")].filter((pane) => pane.scrollWidth > pane.clientWidth).length`, 0)
	b.expect(`[...document.querySelectorAll(".pane .ruler")].filter((r) => r.getBoundingClientRect().right > r.closest(".pane").getBoundingClientRect().right).length`, 0)
}
