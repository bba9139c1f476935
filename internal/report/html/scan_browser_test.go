package html

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/scan"
)

const (
	tiles       = `document.querySelectorAll(".map-tile").length`
	findingRows = `document.querySelectorAll("#finding-table tbody tr").length`
)

// tileOf returns the expression of a tile of the map.
func tileOf(name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".map-tile")].find((tile) => tile.ariaLabel.startsWith(%q))`, name)
}

// One browser serves all tests of the page of a scan.
func TestScanPage_InBrowser(t *testing.T) {
	t.Parallel()
	b := newFew(t, "map", "finding")
	s := newScanSample(t)
	d, _ := parsed(t, s.page(t))
	file := s.onDisk(t)
	for name, run := range map[string]func(t *testing.T, b *browser, s scanSample, d *data, file string){
		"summary": testScanSummary, "map": testMap, "map keys": testMapKeys, "filters": testFindingFilters, "finding": testFinding, "decisions": testDecisions,
		"links": testFindingLinks, "shapes": testScanShapes, "hostile": testHostileScan, "nothing": testScanOfNothing, "many": testScanOfMany,
		"folded": testFoldedSources,
	} {
		t.Run(name, func(t *testing.T) {
			b := b.within(t)
			b.Do(chromedp.EmulateViewport(1400, 900))
			b.Media("prefers-color-scheme=light")
			run(t, b, s, d, file)
			b.ExpectNoComplaints()
		})
	}
}

func testScanSummary(t *testing.T, b *browser, s scanSample, d *data, file string) {
	b.Open(file, "")
	text := value[string](b, `document.getElementById("summary").textContent`)
	for _, want := range []string{
		fmt.Sprintf("open finding%s%d", map[bool]string{true: "s"}[s.report.Totals.Open != 1], s.report.Totals.Open), "permissive licence",
		fmt.Sprintf("of %d lines in %d files", s.report.Totals.Lines, s.report.Totals.Files),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	b.expect(`document.querySelectorAll("#origin-table tbody tr").length`, len(d.Scan.Origins))
	if strings.Contains(text, "Decided, but") {
		t.Errorf("a decision without a finding in %s", text)
	}
	b.expect(`document.querySelectorAll(".trend").length`, 0)
	s.trend = []scans.Point{{Lines: 100, Copied: 8, Open: 4}, {Lines: 200, Copied: 4, Open: 2}}
	b.Open(s.onDisk(t), "")
	if text := value[string](b, `document.querySelector(".trends").textContent`); !strings.Contains(text, "Copied lines: 8% → 2%") || !strings.Contains(text, "Open findings: 4 → 2") {
		t.Error(text)
	}
	b.expect(`document.querySelectorAll(".trend polyline").length`, 2)
	r := *s.report
	r.Stale, r.Unseen = make([]scan.Decision, 1), make([]scan.Decision, 2)
	s.report = &r
	b.Open(s.onDisk(t), "")
	if text := value[string](b, `document.getElementById("summary").textContent`); !strings.Contains(text, "no longer there: 1 copy.") || !strings.Contains(text, "not checked: 2 copies.") {
		t.Errorf("no decisions without findings in %s", text)
	}
	b.Open(file, "")
	origin := value[string](b, `document.querySelector("#origin-table tbody tr").textContent`)
	for _, want := range []string{"MIT permissive", "pkg:pypi/larix", "Jane Doe <jane@example.org>", "example.org"} {
		if !strings.Contains(origin, want) {
			t.Errorf("no %q in %s", want, origin)
		}
	}
}

// The area of a tile is its share of the lines, and its label says what explains them.
func testMap(t *testing.T, b *browser, s scanSample, d *data, file string) {
	b.Open(file, "")
	b.expect(tiles, 3) // src, tools, README.md
	lines := map[string]int{}
	for _, f := range d.Scan.Files {
		first, _, _ := strings.Cut(f.Path, "/")
		lines[first] += f.Lines
	}
	for name, n := range lines {
		share := value[float64](b, tileOf(name)+`.getBoundingClientRect().width * `+tileOf(name)+`.getBoundingClientRect().height /
			(document.querySelector(".map").clientWidth * document.querySelector(".map").clientHeight)`)
		if want := float64(n) / float64(s.report.Totals.Lines); share < want-.02 || share > want+.02 {
			t.Errorf("%s has %.3f of the area, and %.3f of the lines", name, share, want)
		}
	}
	if label := value[string](b, tileOf("src")+`.ariaLabel`); !strings.Contains(label, "3 files") || !strings.Contains(label, "open copies, permissive licence ") ||
		!strings.Contains(label, "decided or allowed copies, permissive licence ") || !strings.Contains(label, "own ") {
		t.Error(label)
	}
	// What a tile shows is in its name for assistive technology.
	b.expect(`document.querySelectorAll(".map-part[data-name]").length > 0 ? 1 : 0`, 1)
	b.expect(`[...document.querySelectorAll(".map-tile")].filter((tile) => !tile.ariaLabel.includes(tile.textContent)).length`, 0)
	value[bool](b, tileOf("src")+`.click(), true`)
	b.Wait(tileOf("src/vendor") + ` !== undefined`) // after the address: the map follows it, and has as many tiles before
	b.Wait(`location.hash === "#folder=src" && ` + tiles + ` === 3`)
	b.expect(`document.querySelectorAll("#map-table tbody tr").length`, 3)
	value[bool](b, tileOf("src/vendor")+`.click(), true`)
	b.Wait(`location.hash === "#folder=src%2Fvendor" && ` + tiles + ` === 1`)
	if have := value[string](b, `document.querySelector(".map-tile").dataset.origin`); !slices.ContainsFunc(d.Scan.Origins, func(o scanOrigin) bool { return o.Name == have }) {
		t.Errorf("the tile names %q as its origin", have)
	}
	b.expect(`{ const tile = document.querySelector(".map-tile"); tile.ariaLabel.endsWith("from " + tile.dataset.origin) ? 1 : 0; }`, 1)
	value[bool](b, tileOf("src/vendor/whole.py")+`.click(), true`)
	b.Wait(`location.hash === "#file=src%2Fvendor%2Fwhole.py" && ` + findingRows + ` === 1`)
	b.Back()
	b.Wait(`location.hash === "#folder=src%2Fvendor"`)
	b.Back()
	b.Wait(`location.hash === "#folder=src" && ` + tiles + ` === 3`)
	b.click(".map-crumbs a")
	b.Wait(`document.querySelectorAll(".map-crumbs a").length === 0`)
	b.click("#map-details summary")
	b.expect(`[...document.querySelectorAll("#map-table tbody tr")].find((row) => row.textContent.startsWith("src/")).children.length`, 8)
}

// All of the map can be done by keyboard.
func testMapKeys(t *testing.T, b *browser, _ scanSample, _ *data, file string) {
	b.Open(file, "")
	b.expect(`document.querySelectorAll('.map-tile[tabindex="0"]').length`, 1)
	b.Do(chromedp.Focus(chromedp.CSS(`.map-tile[tabindex="0"]`)))
	const active = `document.activeElement.ariaLabel`
	first := value[string](b, active)
	b.press(kb.ArrowRight)
	b.Wait(fmt.Sprintf(active+" !== %q", first))
	b.press(kb.ArrowLeft)
	b.Wait(fmt.Sprintf(active+" === %q", first))
	b.Wait(`!document.getElementById("tip").hidden`)
	folder, _, _ := strings.Cut(first, "/")
	b.press(kb.Enter)
	b.Wait(fmt.Sprintf(`location.hash === "#folder=%s"`, folder))
	b.Wait(fmt.Sprintf(`document.activeElement.matches(".map-tile") && `+active+`.startsWith("%s/") && `+active+` !== %q`, folder, first))
	value[bool](b, `dispatchEvent(new Event("resize"))`) // the focus stays
	b.Wait(`document.activeElement.matches(".map-tile")`)
	b.press(kb.Backspace)
	b.Wait(fmt.Sprintf(`location.hash === "#folder=" && `+active+` === %q`, first))
	b.press("/")
	b.Wait(`document.activeElement.id === "filter-text"`)
	value[bool](b, `document.activeElement.blur(), true`)
	b.press("j")
	b.Wait(`document.activeElement.matches("#finding-table td.score a")`)
	b.press(kb.Enter)
	b.Wait(`location.hash === "#finding=1" && document.activeElement.id === "pair-title"`)
	b.press("j")
	b.Wait(`document.querySelector(".position").textContent.startsWith("2 of ")`)
	b.press("k")
	b.Wait(`document.querySelector(".position").textContent.startsWith("1 of ")`)
	b.press("n")
	b.Wait(`location.hash === "#finding=1&match=1"`)
	b.press(kb.Escape)
	b.Wait(`!document.getElementById("overview").hidden && document.activeElement.matches('tr[data-pair="1"] a')`)
}

// A long source is shown in parts, whose lines have their numbers in the file.
func testFoldedSources(t *testing.T, b *browser, s scanSample, _ *data, _ string) {
	page := s.tight(t, 40<<10)
	file := pageFile(t, page)
	d, contents := parsed(t, page)
	n := s.find(t, d, "verbatim", scanOpen)
	pair := d.Pairs[n-1]
	gaps := contents[d.Units[pair.Units[0]].Files[0].Text].Gaps
	if len(gaps) != 2 {
		t.Fatalf("the gaps are %v", gaps)
	}
	b.Open(file, fmt.Sprintf("#finding=%d", n))
	const left = `document.querySelector(".pane")`
	b.Wait(left + `.querySelectorAll(".gap").length === 2`)
	for i, gap := range gaps {
		b.Wait(fmt.Sprintf(left+`.querySelectorAll(".gap")[%d].textContent.replace(",", "").includes("%d lines")`, i, gap[1]))
	}
	b.Wait(fmt.Sprintf(left+`.querySelector(".line-number").textContent === "%d"`, gaps[0][1]+1))
	b.Wait(fmt.Sprintf(left+`.querySelector('[data-line="%d"]').matches(".match")`, pair.Matches[0].Places[0][1]+1))
	b.press("n")
	b.Wait(`document.querySelectorAll(".pane .line.match.on").length > 10`)
}

func testFindingFilters(t *testing.T, b *browser, s scanSample, d *data, file string) {
	count := func(has func(f scanFinding, p pair) bool) (n int) {
		for i, f := range d.Scan.Findings {
			if has(f, d.Pairs[i]) {
				n++
			}
		}
		return n
	}
	b.Open(file, "")
	b.expect(findingRows, len(s.report.Findings))
	for _, group := range scanGroups {
		b.choose("filter-group", group)
		b.expect(findingRows, count(func(f scanFinding, _ pair) bool { return f.Group == group }))
	}
	b.choose("filter-group", "")
	if value[bool](b, `document.getElementById("filter-license") !== null`) {
		b.choose("filter-license", "permissive")
		b.expect(findingRows, count(func(f scanFinding, _ pair) bool { return f.Class == "permissive" }))
		b.choose("filter-license", "")
	}
	b.choose("filter-text", "JANE DOE")
	b.expect(findingRows, count(func(f scanFinding, _ pair) bool {
		texts := slices.Concat(d.Scan.Documents[f.Document].Facts...)
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "Jane Doe") })
	}))
	b.click("#filter-reset")
	b.expect(findingRows, len(s.report.Findings))
	b.click("#origin-table tbody a")
	b.Wait(`location.hash === "#origin=1" && document.activeElement.id === "findings-title"`)
	b.expect(findingRows, count(func(f scanFinding, _ pair) bool { return f.Origin == 0 }))
	b.click("#filter-origin")
	b.expect(findingRows, len(s.report.Findings))
}

// A finding shows both sources, what differs, where it is from, and what was decided.
func testFinding(t *testing.T, b *browser, s scanSample, d *data, file string) {
	n := s.find(t, d, "edited", scanOpen)
	b.Open(file, fmt.Sprintf("#finding=%d", n))
	b.Wait(`document.querySelectorAll(".pane .line.match").length > 0`)
	b.expect(`document.querySelectorAll(".pane").length`, 2)
	b.expect(`Math.min(1, document.querySelectorAll(".pane mark, .pane ins").length)`, 1)
	facts := value[string](b, `document.querySelector(".finding-facts").textContent`)
	for _, want := range []string{"undecided", "MIT permissive", "Copyright 2019 Jane Doe", "AuthorJane Doe", "pkg:pypi/larix@1.0", "swh:1:cnt:", "https://example.org/lib/edited.py"} {
		if !strings.Contains(facts, want) {
			t.Errorf("no %q in %s", want, facts)
		}
	}
	if figures := value[string](b, allFigures); !strings.Contains(figures, "Sure") || strings.Contains(figures, "Cosine") {
		t.Errorf("the figures are %s", figures)
	}
	b.Open(file, fmt.Sprintf("#finding=%d", s.find(t, d, "", scanDecided)))
	b.expect(`[...document.querySelectorAll(".finding-facts dd")].filter((dd) => !dd.textContent.trim()).length`, 0)
	if facts := value[string](b, `document.querySelector(".finding-facts").textContent`); !strings.Contains(facts, "permitted by contract – jane, 2026-11-24") {
		t.Error(facts)
	}
	b.expect(`[...document.querySelectorAll(".finding-facts a")].filter((a) => a.rel === "noopener noreferrer").length`, 1)
}

// Decisions that are made in the page close their copies, once the project's file has them.
func testDecisions(t *testing.T, b *browser, s scanSample, d *data, file string) {
	b.Open(file, fmt.Sprintf("#finding=%d", s.find(t, d, "", scanDecided)))
	b.expect(`document.querySelectorAll(".note-form").length`, 0)
	n := s.find(t, d, "edited", scanOpen)
	b.Open(file, fmt.Sprintf("#finding=%d", n))
	b.click(`.note-form input[value="attributed"]`)
	reason := "in THIRD-PARTY, \"as it demands\" \\ 'so'\x7f\n[[decision]]\u2028"
	quoted, err := json.Marshal(reason)
	if err != nil {
		t.Fatal(err)
	}
	value[bool](b, fmt.Sprintf(`{ const text = document.querySelector(".note-form textarea"); text.value = %s; text.dispatchEvent(new Event("input")); }`, quoted))
	b.Open(file, "") // they outlive the visit
	b.Wait(`document.getElementById("decisions-text").textContent.startsWith("1 copy of ")`)
	b.expect(`document.querySelectorAll("#finding-table .marked").length`, 1)
	b.choose("decisions-by", "jane")
	name := filepath.Join(t.TempDir(), "decisions.toml")
	if err := os.WriteFile(name, []byte(b.exported("decisions-save")), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := scan.ReadDecisions(name)
	if err != nil || len(all) != 1 {
		t.Fatalf("%v, %v", all, err)
	}
	f := s.report.Findings[slices.IndexFunc(s.report.Findings, func(f scan.Finding) bool { return f.Open && f.Kind == "edited" })]
	want := s.report.Undecided(&f)
	want.Decision, want.Reason, want.By, want.Date = scan.Attributed, strings.TrimSpace(reason), "jane", all[0].Date
	if !reflect.DeepEqual(all[0], want) || len(all[0].Date) != len(time.DateOnly) {
		t.Errorf("the page decided\n%+v, want\n%+v", all[0], want)
	}

	// One answer for all copies of an origin.
	b.Open(file, fmt.Sprintf("#finding=%d", n))
	b.click(`.note-form input[value="own"]`)
	open, same := 0, 0
	for _, f := range d.Scan.Findings {
		if f.Decide != nil {
			open++
			if f.Origin == d.Scan.Findings[n-1].Origin {
				same++
			}
		}
	}
	if same > 1 {
		b.click("#decide-all")
	}
	b.Open(file, "")
	if text := b.exported("decisions-save"); strings.Count(text, "\ndecision = \"own\"\n") != max(1, same) {
		t.Errorf("not %d decisions in\n%s", max(1, same), text)
	}
	b.click("#notes-clear")
	b.click("#notes-clear")
	b.expect(fmt.Sprintf(`document.getElementById("decisions-text").textContent.includes("of %d open cop") ? 1 : 0`, open), 1)
}

func testFindingLinks(t *testing.T, b *browser, s scanSample, _ *data, file string) {
	for fragment, want := range map[string]string{
		"#finding=1&match=1": `document.querySelector('.match-bar [data-match="1"]').ariaPressed === "true"`, "#folder=tools": tiles + " === 2",
		"#file=src": findingRows + " > 1", "#finding=99": `!document.getElementById("overview").hidden`,
		"#folder=nothing": tiles + " === 3", "#origin=99": findingRows + fmt.Sprint(" === ", len(s.report.Findings)),
	} {
		b.Open(file, fragment)
		b.Wait(want)
	}
}

// The page fits a phone, has both themes, and is printed with its tables.
func testScanShapes(t *testing.T, b *browser, _ scanSample, _ *data, file string) {
	b.Do(chromedp.EmulateViewport(360, 740))
	for _, fragment := range []string{"", "#finding=1"} {
		b.Open(file, fragment)
		if wide := value[int](b, "document.documentElement.scrollWidth"); wide > 360 {
			t.Errorf("%q is %d pixels wide on a screen of 360: %s", fragment, wide, value[string](b, widest))
		}
	}
	b.Do(chromedp.EmulateViewport(1400, 900))
	b.Media("prefers-color-scheme=dark")
	b.Open(file, "")
	const ground = `getComputedStyle(document.body).backgroundColor`
	dark := value[string](b, ground)
	b.Media("prefers-color-scheme=light")
	if light := value[string](b, ground); light == dark {
		t.Errorf("both themes have the ground %s", dark)
	}
	b.Print(true)
	b.expect(`["#map .map-tile", "#origin-table td", "#finding-table td"].filter((s) => document.querySelector(s).checkVisibility()).length`, 3)
	b.expect(`["#theme", "#findings .filters"].filter((s) => document.querySelector(s).checkVisibility()).length`, 0)
	b.Print(false)
}

// Hostile names, licences, addresses and sources are text.
func testHostileScan(t *testing.T, b *browser, s scanSample, _ *data, _ string) {
	h := *s.report
	bad := browsertest.Attacks
	all := strings.Join(bad, "\n")
	h.Tree, h.Since, h.Warnings = all, all, warning.Said(bad)
	h.Unread = []scan.Unread{{Path: all, Error: all}}
	h.Files, h.Findings = slices.Clone(h.Files), slices.Clone(h.Findings)
	for i := range h.Files {
		h.Files[i].Path = bad[i%len(bad)] + "/" + h.Files[i].Path
	}
	for i := range h.Findings {
		f := &h.Findings[i]
		j := slices.IndexFunc(s.report.Files, func(g scan.File) bool { return g.Path == s.report.Findings[i].File })
		f.File, f.Why, f.DF = h.Files[j].Path, all, 2
		f.Decision = &scan.Decision{Decision: scan.Verdict(bad[i%len(bad)]), Reason: all, By: all, Date: all}
		o := &f.Origin
		o.License, o.Author, o.Package, o.Repository, o.Path, o.Collection, o.Root = bad[i%len(bad)], all, all, all, all, all, "/"+all
		o.URL, o.Copyright, o.SWHID = bad[(i+15)%len(bad)], bad, all
	}
	hostile := scanSample{report: &h, source: s.source}
	file := hostile.onDisk(t)
	for _, fragment := range []string{"", "#finding=1", "#finding=1&match=1", "#origin=1", "#folder=%3Cscript%3E", "#%22%3E%3Cscript%3Eowned=31%3C/script%3E", "#file=%E0%A4%A"} {
		b.Open(file, fragment)
		b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
		b.ExpectNoComplaints()
	}
	b.Open(file, "#finding=1")
	b.expect(`document.querySelectorAll("img, a[href^=javascript], a[href^=data], [onerror], [onclick], iframe, object, base").length`, 0)
	if text := value[string](b, `document.body.textContent`); strings.ContainsFunc(text, hides) || len(text) < 1000 {
		t.Error("something in the page can hide or reorder what stands around it, or there is nothing")
	}
	b.CheckPolicy(s.page(t), "</main>")
}

func testScanOfNothing(t *testing.T, b *browser, _ scanSample, _ *data, _ string) {
	empty := scanSample{report: &scan.Report{Tree: "x"}}
	b.Open(empty.onDisk(t), "")
	b.expect(tiles, 0)
	if text := value[string](b, `document.getElementById("overview").textContent`); !strings.Contains(text, "Nothing was found.") || !strings.Contains(text, "No copy was found.") {
		t.Error(text)
	}
}

// Small files have a tile together, and the page says what it does not list.
func testScanOfMany(t *testing.T, b *browser, s scanSample, _ *data, _ string) {
	many := *s.report
	for i := range 3000 {
		many.Files = append(many.Files, scan.File{Path: fmt.Sprintf("many/f%d.c", i), Lines: 10 + i})
		many.Totals.Lines += 10 + i
	}
	b.Open(scanSample{report: &many, source: s.source}.onDisk(t), "#folder=many")
	b.Wait(tiles + " === 150")
	b.expect(`[...document.querySelectorAll(".map-tile")].filter((tile) => tile.ariaLabel.includes("2,851 smaller ones")).length`, 1)
	b.expect(`document.querySelectorAll("#map-table tbody tr").length`, 100)
}
