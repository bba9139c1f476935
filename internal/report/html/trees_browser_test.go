package html

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/trees"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

const (
	bands     = `document.querySelectorAll(".band").length`
	relations = `document.querySelectorAll("#relation-table tbody tr").length`
)

// row returns the expression of a row of the picture.
func row(side int, text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.flow-side[data-side="%d"] .flow-row')].find((row) => row.textContent.includes(%q))`, side, text)
}

// One browser serves all tests of the picture of two trees.
func TestTreesPage_InBrowser(t *testing.T) {
	t.Parallel()
	b := newFew(t, "bands", "pair")
	r := comparedTrees(t, treesSample())
	file := treesOnDisk(t, r)
	for name, run := range map[string]func(t *testing.T, b *browser, r *trees.Result, file string){
		"bands": testBands, "folding": testFolding, "keyboard": testFlowKeyboard, "pair": testFlowPair, "kinds": testFlowKinds,
		"table": testRelations, "shapes": testFlowShapes, "hostile": testHostileTrees, "many": testManyFiles,
	} {
		t.Run(name, func(t *testing.T) {
			b := b.within(t)
			b.Do(chromedp.EmulateViewport(1400, 900))
			b.Media("prefers-color-scheme=light")
			run(t, b, r, file)
			b.ExpectNoComplaints()
		})
	}
}

// A band is as thick as its tokens, and says what it joins: both files, the kind and the lines.
func testBands(t *testing.T, b *browser, r *trees.Result, file string) {
	b.Open(file, "")
	b.expect(bands, 7) // edited, moved, two of the split file, gone, new, and the unchanged files as one
	labels := value[[]string](b, `[...document.querySelectorAll(".band")].map((band) => band.ariaLabel)`)
	for _, want := range []string{
		"lib/edited.py → lib/edited.py, edited, ", "lib/both.py → lib/first.py, split, ", "gone.py, gone, ",
		"same/ → same/, unchanged, ",
	} {
		if !slices.ContainsFunc(labels, func(have string) bool { return strings.HasPrefix(have, want) }) {
			t.Errorf("no band %q in %q", want, labels)
		}
	}
	for _, label := range labels {
		if named := strings.Contains(label, "split") || strings.Contains(label, "edited, "); named && !strings.Contains(label, ", lines ") {
			t.Errorf("%q does not name the lines", label)
		}
	}
	type band struct{ Tokens, Thick float64 }
	all := value[[]band](b, `[...document.querySelectorAll(".band")].map((band) => ({
		Tokens: Number(band.ariaLabel.match(/([0-9,]+) tokens/)[1].replace(",", "")), Thick: band.getBBox().height }))`)
	for _, x := range all {
		if x.Thick < x.Tokens*460/float64(max(r.A.Tokens, r.B.Tokens))-0.3 {
			t.Errorf("a band of %.0f tokens is %.1f thick", x.Tokens, x.Thick)
		}
	}
	value[bool](b, `document.querySelector(".band.split").dispatchEvent(new PointerEvent("pointermove", { clientX: 500, clientY: 300 }))`)
	if tip := value[string](b, `document.getElementById("tip").textContent`); !strings.Contains(tip, "lib/both.py → lib/") {
		t.Errorf("the tip is %q", tip)
	}
}

func testFolding(t *testing.T, b *browser, _ *trees.Result, file string) {
	b.Open(file, "")
	b.expect(bands, 7)
	value[bool](b, row(0, "same/")+`.click(), true`)
	b.expect(bands, 9)
	if have := value[string](b, row(0, "same/")+`.ariaExpanded + document.activeElement.textContent`); have != "true▾same/3" {
		t.Errorf("after unfolding: %q", have)
	}
	value[bool](b, row(0, "lib/")+`.click(), true`)
	b.expect(`[...document.querySelectorAll('.flow-side[data-side="0"] .flow-row')].filter((row) => row.textContent.includes("both.py")).length`, 0)
	labels := value[string](b, `[...document.querySelectorAll(".band.split")].map((band) => band.ariaLabel).join("; ")`)
	if !strings.Contains(labels, "lib/both.py → lib/first.py") {
		t.Errorf("a band of one file in a folded folder is called %q", labels)
	}
}

func testFlowKeyboard(t *testing.T, b *browser, _ *trees.Result, file string) {
	b.Open(file, "")
	for _, area := range []string{`.flow-side[data-side="0"] .flow-row`, `.flow-side[data-side="1"] .flow-row`, ".band"} {
		b.expect(`document.querySelectorAll('`+area+`[tabindex="0"]').length`, 1)
	}
	b.Do(chromedp.Focus(chromedp.CSS(`.flow-side[data-side="0"] .flow-row[tabindex="0"]`)))
	const active = `document.activeElement.textContent`
	if have := value[string](b, active); have != "▾lib/2" {
		t.Fatalf("the first row is %q", have)
	}
	b.press(kb.ArrowLeft)
	b.Wait(active + ` === "▸lib/2"`)
	b.press(kb.ArrowRight)
	b.Wait(active + ` === "▾lib/2"`)
	b.press(kb.ArrowDown)
	b.Wait(active + ` === "both.py"`)
	b.expect(`document.querySelectorAll(".band.on").length`, 2)
	b.Wait(`!document.getElementById("tip").hidden`)
	b.press(kb.Enter) // two bands
	b.Wait(`document.activeElement.matches(".band.split")`)
	b.press(kb.Enter)
	b.Wait(`location.hash.startsWith("#pair=") && !document.getElementById("pair").hidden`)
	b.press(kb.Escape)
	b.Wait(`!document.getElementById("overview").hidden`)
}

// A pair opens side by side, as a page of these two files alone shows it.
func testFlowPair(t *testing.T, b *browser, r *trees.Result, file string) {
	b.Open(file, "")
	b.click(".band.edited")
	b.Wait(`!document.getElementById("pair").hidden`)
	first := `document.getElementById("match-text").textContent.startsWith("Match 1:")`
	b.click(".match-chips button") // which a page of two files does
	b.Wait(first)
	here := value[string](b, panesShown)
	if text := value[string](b, allFigures); strings.Contains(text, "Cosine") {
		t.Errorf("a figure is shown that was not measured: %s", text)
	}
	i := slices.IndexFunc(r.Relations, func(r trees.Relation) bool { return r.Kind == trees.Edited })
	x, y := r.Relations[i].A[0], r.Relations[i].B[0]
	b.Open(compareAs(t, string(r.Sources[x.Content]), string(r.Sources[y.Content]), "Python").onDisk(t), "")
	b.Wait(first)
	if alone := value[string](b, panesShown); alone != here || !strings.Contains(alone, "data-match") {
		t.Errorf("the page of two files shows\n%s\nand that of two trees\n%s", alone, here)
	}
}

func testFlowKinds(t *testing.T, b *browser, r *trees.Result, file string) {
	b.Open(file, "")
	b.expect(relations, len(r.Relations))
	b.click(`.flow-legend [data-kind="unchanged"]`)
	b.expect(bands, 6)
	b.expect(relations, len(r.Relations)-3)
	if text := value[string](b, `document.querySelector(".flow-legend").textContent`); text != "unchanged 3edited 1moved 1split 1gone 1new 1" {
		t.Errorf("the legend is %q", text)
	}
	b.click(`.flow-legend [data-kind="unchanged"]`)
	b.expect(bands, 7)
}

func testRelations(t *testing.T, b *browser, r *trees.Result, file string) {
	r2 := *r
	for range 2 { // a filter is shown for more than ten
		r2.Relations = append(r2.Relations, r.Relations...)
	}
	b.Open(treesOnDisk(t, &r2), "")
	b.choose("filter-text", "PLACE/moved")
	b.expect(relations, 3)
	b.Open(file, "")
	text := value[string](b, `document.querySelector("#relation-table tbody tr").textContent`)
	if !strings.HasPrefix(text, " splitverbatim") || !strings.Contains(text, "lib/both.py") || !strings.Contains(text, "lib/second.py") {
		t.Errorf("the first row is %q", text)
	}
	b.click(`#relation-table tbody tr:nth-child(2) a`)
	b.Wait(`document.querySelectorAll(".pane .line.match").length > 0`)
}

// The picture fits a phone, and is printed with its table.
func testFlowShapes(t *testing.T, b *browser, _ *trees.Result, file string) {
	b.Do(chromedp.EmulateViewport(360, 740))
	b.Open(file, "")
	if wide := value[int](b, "document.documentElement.scrollWidth"); wide > 360 {
		t.Errorf("it is %d pixels wide on a screen of 360: %s", wide, value[string](b, widest))
	}
	b.expect(`[...document.querySelectorAll(".flow-row")].filter((row) => row.scrollHeight > row.clientHeight + 1).length`, 0)
	b.Print(true)
	b.expect(`["#flow .band", "#relation-table td", ".flow-row"].filter((s) => document.querySelector(s).checkVisibility()).length`, 3)
	b.expect(`["#theme", ".on-screen"].filter((s) => document.querySelector(s).checkVisibility()).length`, 0)
	b.expect(`getComputedStyle(document.querySelector(".tiles")).gridTemplateColumns.split(" ").length`, 2)
	b.Print(false)
}

// Hostile names and sources are text.
func testHostileTrees(t *testing.T, b *browser, r *trees.Result, _ string) {
	h := *r
	h.A.Name, h.B.Name, h.Warnings = strings.Join(browsertest.Attacks, ""), browsertest.Attacks[0], warning.Said(browsertest.Attacks)
	h.Relations = slices.Clone(r.Relations)
	h.Sources = map[string][]byte{}
	for content, source := range r.Sources {
		h.Sources[content] = append(slices.Clone(source), strings.Join(browsertest.Attacks, "\n")...)
	}
	for i := range h.Relations {
		h.Relations[i].A, h.Relations[i].B = slices.Clone(r.Relations[i].A), slices.Clone(r.Relations[i].B)
		for _, files := range [][]trees.Related{h.Relations[i].A, h.Relations[i].B} {
			for j := range files {
				files[j].Path = browsertest.Attacks[(i+j)%len(browsertest.Attacks)] + "/" + files[j].Path
			}
		}
	}
	file := treesOnDisk(t, &h)
	for _, fragment := range []string{"", "#pair=1", "#pair=1&match=1", "#%22%3E%3Cscript%3Eowned=31%3C/script%3E"} {
		b.Open(file, fragment)
		b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
		b.ExpectNoComplaints()
	}
	b.Open(file, "")
	b.expect(`document.querySelectorAll("img, a[href^=javascript], [onerror], [onclick], iframe, object, base").length`, 0)
	b.expect(`[...document.body.textContent].length > 1000 ? 1 : 0`, 1)
	if text := value[string](b, `document.getElementById("overview").textContent`); strings.ContainsFunc(text, hides) {
		t.Error("something in the page can hide or reorder what stands around it")
	}
	b.CheckPolicy(treesPage(t, r), "</main>")
}

// Thousands of files are folded, and the number of bands is bounded; the rest is counted.
func testManyFiles(t *testing.T, b *browser, _ *trees.Result, _ string) {
	many := &trees.Result{A: trees.Tree{Name: "a", Files: 6000}, B: trees.Tree{Name: "b", Files: 6000}, Counts: map[string]int{}}
	for i := range 6000 {
		path := fmt.Sprintf("d%d/f%d.c", i/600, i)
		many.Relations = append(many.Relations, trees.Relation{
			Kind: trees.Edited, Copy: "edited", Score: .9,
			A: []trees.Related{{Path: path, Content: fmt.Sprint("a", i), Tokens: 100 + i, Found: .8, Matching: 80 + i}},
			B: []trees.Related{{Path: path, Content: fmt.Sprint("b", i), Tokens: 100 + i, Found: .8, Matching: 80 + i}},
		})
	}
	b.Open(treesOnDisk(t, many), "")
	b.expect(`document.querySelectorAll(".flow-row").length`, 20)
	b.expect(bands, 10)
	for _, folder := range []string{"d3/", "d4/"} {
		for side := range 2 {
			value[bool](b, row(side, folder)+`.click(), true`)
		}
	}
	b.expect(`document.querySelectorAll(".flow-row").length`, 820)
	b.expect(bands, 250)
	text := value[string](b, `document.getElementById("flow-text").textContent`)
	if !strings.HasPrefix(text, "The 250 widest bands are drawn. Not drawn: 158 bands of ") {
		t.Errorf("%q", text)
	}
	b.expect(relations, 100)
}
