package html

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// script returns a file of the page's script.
func script(t *testing.T, name string) string {
	t.Helper()
	text, err := assets.ReadFile("assets/js/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// randomEdges returns random edges of n items, best first. Many scores are equal.
func randomEdges(r *rand.Rand, n, m int) []cluster.Edge {
	var edges []cluster.Edge
	for range m {
		edges = append(edges, cluster.Edge{A: r.IntN(n), B: r.IntN(n), Score: float64(1+r.IntN(20)) / 20})
	}
	slices.SortFunc(edges, func(x, y cluster.Edge) int { return int(100 * (y.Score - x.Score)) })
	return edges
}

// The script groups as the library does.
func testAverageLinkage(t *testing.T, b *browser, _ *sample, _ string) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 60 {
		n := 2 + r.IntN(30)
		edges := randomEdges(r, n, 3*n)
		least := []float64{0.11, 0.33, 0.57, 0.86}[r.IntN(4)]
		joined := [][]int{}
		if n > 8 {
			joined = append(joined, r.Perm(n)[:4])
		}
		want, err := cluster.Average(t.Context(), n, edges, least, joined)
		if err != nil {
			t.Fatal(err)
		}
		given := make([][3]float64, len(edges))
		for i, e := range edges {
			given[i] = [3]float64{float64(e.A), float64(e.B), e.Score}
		}
		edgesJSON, _ := json.Marshal(given)
		joinedJSON, _ := json.Marshal(joined)
		have := value[[][]int](b, fmt.Sprintf(`(() => { %s
			return averageLinkage(%d, %s, %v, %s);
		})()`, script(t, "32-average.js"), n, edgesJSON, least, joinedJSON))
		for _, g := range have {
			slices.Sort(g)
		}
		slices.SortFunc(have, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if !slices.EqualFunc(have, want, slices.Equal) {
			t.Fatalf("%d items, %v: %v, not %v", n, least, have, want)
		}
	}
}

// shownClusters are the clusters as the page shows them.
const shownClusters = `[...document.querySelectorAll("#clusters .cluster")].map((item) => {
	for (const more of item.querySelectorAll("details")) more.open = true;
	return [item.querySelector("small").textContent, ...[...item.querySelectorAll("li bdi")].map((name) => name.textContent)].join("; ");
})`

func testRegrouping(t *testing.T, b *browser, s *sample, file string) {
	b.openAll(file)
	different := map[string]bool{}
	for hundredths := 15; hundredths <= 99; hundredths += 12 {
		b.slide(float64(hundredths) / 100)
		var want []string
		for _, c := range clusters(t, s.result.Report, float64(hundredths)/100) {
			names := []string{fmt.Sprintf("%d submissions, mean score %.3f", len(c.Units), c.Score)}
			for _, unit := range c.Units {
				names = append(names, s.result.Units[unit].Author)
			}
			want = append(want, strings.Join(names, "; "))
		}
		have := value[[]string](b, shownClusters)
		if !slices.Equal(have, want) {
			t.Errorf("at %d hundredths:\n%s\nnot\n%s", hundredths, strings.Join(have, "\n"), strings.Join(want, "\n"))
		}
		different[fmt.Sprint(have)] = true
	}
	b.slide(1)
	if len(different) < 3 {
		t.Errorf("the slider shows %d groupings", len(different))
	}
	if tile := value[string](b, `document.getElementById("cluster-tile").innerText`); !strings.Contains(tile, "\n2\n") {
		t.Error(tile) // the identical ones
	}
	// The chosen cluster stays chosen while it exists.
	b.click("#filter-reset")
	first := clusters(t, s.result.Report, 0.15)[0].Units[0]
	b.choose("filter-cluster", fmt.Sprint(first))
	listed := value[int](b, rows)
	b.slide(0.99)
	if value[int](b, rows) > listed {
		t.Error("a cluster that is gone is still chosen, or none was")
	}
}

// The clusters of the page are those of the library, also those of near-identical files, of which
// only pairs with the first are compared.
func testLibraryClusters(t *testing.T, b *browser, s *sample, _ string) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(2, 2))
	common := own(random) + own(random) + own(random) + own(random)
	write := func(name, source string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 56 {
		write(fmt.Sprintf("n%02d.py", i), fmt.Sprintf("%s\nlast = %d + %s\n", common, i, noun(random)))
	}
	write("same.py", common)
	write("again.py", common)
	for i := range 4 {
		write(fmt.Sprintf("other%d.py", i), functions["main.py"][0]+functions["main.py"][1]+own(random)+own(random))
	}
	r, err := chaffinch.Pairs(t.Context(), []string{dir}, pairs.Options{
		MinScore: 0.3, Linkage: "average", LinkScore: 0.5, Matches: true, Edits: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.NearIdentical) == 0 || len(r.Clusters) == 0 || len(r.Identical) == 0 {
		t.Fatalf("this tests little: %v, %v, %v", r.NearIdentical, r.Identical, r.Clusters)
	}
	for _, o := range []Options{{}, {Anonymous: true}} {
		b.Open(onDisk(t, faked{r, r.Source}, o), "")
		b.expect(`Math.round(100 * document.getElementById("threshold").value)`, 50) // as the program groups
		b.expect(`+document.getElementById("clusters-text").textContent.includes("as in the other formats")`, 1)
		b.expect(`document.querySelectorAll("#clusters .cluster").length`, len(r.Clusters))
		b.listAll()
		b.slide(0.5)
		b.expect(`Math.round(100 * document.getElementById("threshold").value)`, 50)
		have := value[[]string](b, `[...document.querySelectorAll(".cluster small")].map((small) => small.textContent)`)
		if len(have) != len(r.Clusters) {
			t.Fatalf("%q, not %+v", have, r.Clusters)
		}
		for i, c := range r.Clusters {
			var n int
			var score float64
			if _, err := fmt.Sscanf(have[i], "%d files, mean score %f", &n, &score); err != nil || n != len(c.Units) || math.Abs(score-c.Score) > 0.0011 {
				t.Errorf("%q, not %d files, mean score %.4f", have[i], len(c.Units), c.Score)
			}
		}
	}
}

// Pairs that are not listed count in the clusters by their scores.
func testUnlistedScores(t *testing.T, b *browser, s *sample, _ string) {
	r := *s.result.Report
	const listed = 4
	for _, p := range r.Pairs[listed:] {
		r.Unlisted = append(r.Unlisted, pairs.ScoredPair{A: p.A.Unit, B: p.B.Unit, Score: p.Score})
	}
	r.Pairs, r.More = r.Pairs[:listed], len(r.Pairs)-listed
	for _, o := range []Options{{}, {Anonymous: true}} {
		b.Open(onDisk(t, faked{&r, s.source}, o), "")
		b.Do(chromedp.Focus(chromedp.CSS("#threshold")))
		b.press(kb.Home)
		least := value[float64](b, `Number(document.getElementById("threshold").value)`)
		var want []string
		for _, c := range clusters(t, s.result.Report, least) {
			want = append(want, fmt.Sprintf("%d submissions, mean score %.3f", len(c.Units), c.Score))
		}
		have := value[[]string](b, `[...document.querySelectorAll(".cluster small")].map((small) => small.textContent)`)
		if !slices.Equal(have, want) || least > r.Unlisted[len(r.Unlisted)-1].Score {
			t.Errorf("at %v: %q, not %q", least, have, want)
		}
		b.expect(rows, listed)
	}
}

// scored returns units whose pairs have these scores: unit 2i with unit 2i+1.
func scored(scores ...float64) faked {
	r := &pairs.Report{Unit: "dir", MinScore: 0.3, Histogram: make([]int, 100)}
	slices.Sort(scores)
	slices.Reverse(scores)
	for i, score := range scores {
		for side := range 2 {
			r.Units = append(r.Units, pairs.Unit{Name: fmt.Sprintf("s%03d", 2*i+side)})
		}
		p := pairs.Pair{Score: score, Kind: "edited"}
		p.A.Unit, p.B.Unit = 2*i, 2*i+1
		p.Matches = []pairs.Match{{Weight: 100}}
		r.Pairs = append(r.Pairs, p)
	}
	for i := range r.Units {
		r.Units[i].Files = []pairs.File{{Path: r.Units[i].Name, Content: "x"}}
	}
	return faked{r, func(string) ([]byte, error) { return []byte("x\n"), nil }}
}

func repeated(n int, from, to float64) []float64 {
	var all []float64
	for i := range n {
		all = append(all, from+(to-from)*float64(i)/float64(n))
	}
	return all
}

func testSuggestion(t *testing.T, b *browser, _ *sample, _ string) {
	for stands, scores := range map[bool][]float64{true: append(repeated(20, 0.31, 0.45), repeated(6, 0.75, 0.95)...), false: repeated(20, 0.4, 0.6)} {
		r := scored(scores...)
		r.LinkScore = 0.5
		r.FindStandOut()
		b.Open(onDisk(t, r, Options{}), "")
		if text := value[string](b, `document.getElementById("suggestion").textContent`); strings.Contains(text, "12 submissions stand out: 0.750 or more with another, the others at most 0.443. Go to 0.75") != stands {
			t.Errorf("some stand out: %v: %s", stands, text)
		}
		if stands {
			b.click("#threshold-suggested")
		} else {
			b.Do(chromedp.Focus(chromedp.CSS("#threshold")))
			b.press(kb.End)
		}
		if at := value[float64](b, `Number(document.getElementById("threshold").value)`); stands && at != 0.75 || at == 0.5 {
			t.Errorf("the slider is at %v", at)
		}
		b.click("#threshold-back")
		if back := value[float64](b, `Number(document.getElementById("threshold").value)`); back != 0.5 {
			t.Errorf("%v, not back at 0.5", back)
		}
	}
}

// dense returns n units that all have a pair with each other.
func dense(n int) faked {
	r := scored(repeated(n/2, 0.5, 0.6)...)
	r.Pairs = nil
	random := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		for j := range i {
			p := pairs.Pair{Score: 0.4 + random.Float64()/2, Kind: "edited", Matches: []pairs.Match{{Weight: 100}}}
			p.A.Unit, p.B.Unit = j, i
			r.Pairs = append(r.Pairs, p)
		}
	}
	slices.SortFunc(r.Pairs, func(x, y pairs.Pair) int { return int(1e6 * (y.Score - x.Score)) })
	return r
}

func testDenseGraph(t *testing.T, b *browser, _ *sample, _ string) {
	const n = 30
	r := dense(n)
	b.openAll(onDisk(t, r, Options{}))
	b.Wait(drawn)
	b.expect(rows, 100)
	b.expect(namesAstray, 0)
	lines := value[int](b, edges)
	if lines < n-1 || lines > 6*n {
		t.Errorf("%d of %d edges are drawn for %d nodes", lines, len(r.Pairs), n)
	}
	b.expect(`document.querySelectorAll("#graph .node:not(.away)").length`, n)
	if text := value[string](b, `document.querySelector("#graph .legend").textContent`); !strings.Contains(text, fmt.Sprintf("%d of %d pairs are drawn", lines, len(r.Pairs))) {
		t.Error(text)
	}
}

func testHeatMap(t *testing.T, b *browser, s *sample, file string) {
	c := clusters(t, s.result.Report, 0.15)[0]
	b.Open(file, fmt.Sprintf("#group=%d&from=0.15", c.Units[0]+1))
	b.Wait(`document.activeElement.id === "group-title"`)
	labels := value[[]string](b, `[...document.querySelectorAll(".heat")].map((cell) => cell.ariaLabel + " " + cell.getAttribute("href"))`)
	want := 0
	for i, p := range s.result.Pairs {
		if slices.Contains(c.Units, p.A.Unit) && slices.Contains(c.Units, p.B.Unit) {
			names := []string{s.result.Units[p.A.Unit].Author, s.result.Units[p.B.Unit].Author}
			label := fmt.Sprintf("%s and %s: score ", names[0], names[1])
			if !slices.Contains(labels, label+fmt.Sprintf("%.3f #pair=%d", p.Score, i+1)) {
				t.Errorf("no cell for %q (pair %d)", label, i+1)
			}
			want++
		}
	}
	if want < 5 || len(labels) < 2*want {
		t.Errorf("%d pairs, %d cells", want, len(labels))
	}
	b.expect(`document.querySelectorAll(".heat-map tbody th[scope=row] bdi").length`, len(c.Units))
	b.expect(`document.querySelectorAll(".heat-map [tabindex='0']").length`, 1)
	b.Do(chromedp.Focus(chromedp.CSS(`.heat[tabindex="0"]`)))
	b.press(strings.Repeat(kb.ArrowDown, 3) + kb.ArrowRight)
	link := value[string](b, `document.activeElement.getAttribute("href")`)
	b.expect(`document.activeElement.closest("tr").rowIndex`, 5)
	b.expect(`document.querySelectorAll(".heat-map [tabindex='0']").length`, 1)
	b.press(kb.Enter)
	b.Wait(fmt.Sprintf(`location.hash === %q && !document.getElementById("pair").hidden`, link))
	b.Back()
	b.Wait(`!document.getElementById("group").hidden`)
	b.press(kb.Escape)
	b.Wait(`!document.getElementById("overview").hidden && document.getElementById("group").hidden`)
	// A large cluster shows its most similar ones.
	b.openAll(onDisk(t, dense(80), Options{}))
	b.Do(chromedp.Focus(chromedp.CSS("#threshold")))
	b.press(kb.Home)
	b.click(`#clusters .cluster a.button`)
	b.Wait(`document.querySelectorAll(".heat-map tbody tr").length === 60`)
	b.expect(`document.getElementById("group").textContent.includes("Shown are the 60") ? 1 : 0`, 1)
}

// lanes checks that the view of a unit has each match of its pairs, at its lines.
func (b *browser) lanes(r *pairs.Report, who int) {
	b.t.Helper()
	var parts []string
	listed := 0
	for i, p := range r.Pairs {
		if p.A.Unit != who && p.B.Unit != who {
			continue
		}
		listed++
		for j, m := range p.Matches {
			at := m.A
			if p.B.Unit == who {
				at = m.B
			}
			parts = append(parts, fmt.Sprintf("#pair=%d&match=%d %d %d", i+1, j+1, at.Lines.From-1, at.Lines.To-at.Lines.From+1))
		}
	}
	have := value[[]string](b, `[...document.querySelectorAll(".lane a")].map((link) => {
		const part = link.querySelector("rect");
		return [link.getAttribute("href"), part.getAttribute("x"), part.getAttribute("width")].join(" ");
	})`)
	slices.Sort(parts)
	slices.Sort(have)
	if len(parts) < 4 || !slices.Equal(have, parts) {
		b.t.Errorf("%q, not %q", have, parts)
	}
	b.expect(`document.querySelectorAll("#own-table tbody tr").length`, listed)
}

func testUnitView(t *testing.T, b *browser, s *sample, file string) {
	for _, who := range []int{4, 5, 15, 3} { // Tom Beech is the last
		b.Open(file, fmt.Sprintf("#unit=%d", who+1))
		b.Wait(`document.activeElement.id === "unit-title"`)
		if title := value[string](b, "document.title"); !strings.HasPrefix(title, s.result.Units[who].Author) {
			t.Error(title)
		}
		b.lanes(s.result.Report, who)
	}
	b.expect(`document.querySelectorAll("#unit .score-bar.above").length > 0 ? 1 : 0`, 1)
	b.expect(`document.querySelectorAll(".lanes").length`, 2) // its files
	b.Do(chromedp.Focus(chromedp.CSS(`.lane a[tabindex="0"]`)))
	link := value[string](b, `document.activeElement.getAttribute("href")`)
	b.press(kb.Enter)
	b.Wait(fmt.Sprintf(`location.hash === %q && !document.getElementById("pair").hidden`, link))
	b.click("#pair-title a")
	b.Wait(`!document.getElementById("unit").hidden && location.hash.startsWith("#unit=")`)
	b.press(kb.Escape)
	b.Wait(`!document.getElementById("overview").hidden`)
	// A unit that is identical to another one has its pairs, and one without pairs has a page.
	b.Open(file, "#unit=7")
	b.expect(`document.querySelectorAll(".lanes").length > 0 && document.getElementById("unit").textContent.includes("same contents as Maya Ash") ? 1 : 0`, 1)
	b.Open(file, "#unit=8")
	b.expect(`document.getElementById("unit").textContent.includes("in no listed pair") ? 1 : 0`, 1)
}

// exported returns what a button saves as a file.
func (b *browser) exported(button string) string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string](fmt.Sprintf(`new Promise((done) => {
		const make = URL.createObjectURL, click = HTMLAnchorElement.prototype.click;
		URL.createObjectURL = (blob) => { blob.text().then(done); return "blob:none"; };
		HTMLAnchorElement.prototype.click = () => {};
		document.getElementById(%q).click();
		URL.createObjectURL = make;
		HTMLAnchorElement.prototype.click = click;
	})`, button), chromedp.EvalAwaitPromise))
}

// imports gives the page a file of notes.
func (b *browser) imports(text string) {
	b.t.Helper()
	value[bool](b, fmt.Sprintf(`{
		const input = document.getElementById("notes-file"), given = new DataTransfer();
		document.getElementById("notes-status").textContent = "";
		given.items.add(new File([%q], "notes.json"));
		input.files = given.files;
		input.dispatchEvent(new Event("change"));
		true;
	}`, text))
	b.Wait(`document.getElementById("notes-status").textContent !== ""`)
}

const status = `document.getElementById("notes-status").textContent`

// What another tab with the report stores is neither lost nor hidden.
func testNotesOfTwoTabs(t *testing.T, b *browser, s *sample, file string) {
	b.Open(file, "#pair=2")
	defer value[bool](b, "localStorage.clear(); true")
	value[bool](b, "localStorage.clear(); true")
	const stored = `Object.keys(localStorage).find((key) => key.startsWith("chaffinch-notes"))`
	store := func(note string) {
		value[bool](b, fmt.Sprintf(`{
			const all = JSON.parse(localStorage[%s]);
			all[%s] = { mark: "copied", text: "of the other tab" };
			localStorage[%s] = JSON.stringify(all);
			true;
		}`, stored, note, stored))
	}
	b.click(`#pair input[value="talk"]`)
	store("0")
	b.click(`#pair input[value="fine"]`)
	b.expect(fmt.Sprintf(`Object.keys(JSON.parse(localStorage[%s])).length`, stored), 2)
	store("1")
	store(`document.querySelector("#pair .note-form").dataset.key`)
	value[bool](b, fmt.Sprintf(`dispatchEvent(new StorageEvent("storage", { key: %s })), true`, stored))
	b.expect(`document.querySelectorAll("#notes-list li").length`, 3)
	b.expect(`document.querySelector('#pair input[value="copied"]').checked ? 1 : 0`, 1)
	if text := value[string](b, `document.querySelector("#pair textarea").value`); text != "of the other tab" {
		t.Errorf("the form shows %q", text)
	}
}

func testNotes(t *testing.T, b *browser, s *sample, file string) {
	b.Open(file, "#pair=2")
	defer value[bool](b, "localStorage.clear(); true")
	value[bool](b, "localStorage.clear(); true")
	b.click(`#pair input[value="talk"]`)
	b.Do(chromedp.Focus(chromedp.CSS("#pair textarea")))
	b.press("=asked <b>\"on\" Monday")
	b.Open(file, "#unit=3")
	b.click(`#unit input[value="fine"]`)
	b.Open(file, "#pair=2")
	b.expect(`document.querySelector('#pair input[value="talk"]').checked ? 1 : 0`, 1)
	note := value[string](b, `document.querySelector("#pair textarea").value`)
	if !strings.Contains(note, "Monday") {
		t.Errorf("the note is %q", note)
	}
	stored := value[string](b, `JSON.stringify(localStorage)`)
	p := s.result.Pairs[1]
	for _, unit := range []int{p.A.Unit, p.B.Unit, 2} {
		if u := s.result.Units[unit]; strings.Contains(stored, u.Name) || strings.Contains(stored, u.Author) {
			t.Errorf("the browser stores the name of %s: %s", u.Name, stored)
		}
	}
	b.openAll(file)
	b.choose("filter-mark", "talk")
	b.expect(rows, 1)
	b.choose("filter-mark", "none")
	b.expect(rows, len(s.result.Pairs)-1)
	text, cells := b.exported("notes-json"), b.exported("notes-csv")
	if !strings.Contains(text, p.A.Name) || !strings.Contains(cells, s.result.Units[p.A.Unit].Author) ||
		!strings.Contains(cells, `"'=asked <b>""on"" Monday"`) {
		t.Errorf("exported:\n%s\n%s", text, cells)
	}
	b.click("#notes-clear")
	b.expect(`document.querySelectorAll("#notes-list li").length`, 2)
	b.click("#notes-clear")
	b.expect(`document.querySelectorAll("#notes-list li").length`, 0)
	b.expect(`Object.keys(localStorage).filter((key) => key.startsWith("chaffinch-notes")).length`, 0)
	b.imports(text)
	b.expect(`document.querySelectorAll("#notes-list li").length`, 2)
	if have := value[string](b, status); have != "2 notes were imported." {
		t.Error(have)
	}
	if again := b.exported("notes-json"); again != text {
		t.Errorf("imported and exported again:\n%s\nnot\n%s", again, text)
	}
	// An import replaces nothing: it adds what the file says otherwise.
	b.imports(strings.ReplaceAll(text, "Monday", "Tuesday"))
	if all := b.exported("notes-json"); !strings.Contains(all, "Monday") || !strings.Contains(all, "Tuesday") {
		t.Errorf("after the import of another text there is only\n%s", all)
	}
	// The mark of the reader stays, and the other one is not lost. The same file adds nothing
	// again.
	other := strings.ReplaceAll(strings.ReplaceAll(text, `"talk"`, `"copied"`), "Monday", "Mon")
	for range 2 {
		b.imports(other)
		if have := value[string](b, status); have != "2 notes were imported. 1 had another mark: yours is kept, and the text of the note names the other." {
			t.Error(have)
		}
		all := b.exported("notes-json")
		if !strings.Contains(all, `"mark": "talk"`) || strings.Count(all, `imported mark: copied`) != 1 || strings.Count(all, `Mon\n`) != 1 {
			t.Errorf("after the import of another mark there is\n%s", all)
		}
	}
	// No text is cut.
	b.imports(strings.ReplaceAll(text, "Monday", strings.Repeat("long ", 2000)+"end"))
	if all := b.exported("notes-json"); !strings.Contains(all, "long end") {
		t.Errorf("a long text is cut: %d bytes are left", len(all))
	}
	for given, want := range map[string]string{
		"{}": "not a file of notes", "<": "not a file of notes",
		`{"chaffinchNotes":1,"notes":[{"names":["nobody"],"mark":"fine","text":""},{"names":["ash"],"mark":"<b>","text":""},7]}`: "0 notes were imported. 3 could not be",
		`{"chaffinchNotes":1,"anonymous":true,"report":"other","notes":[]}`:                                                      "of another report",
	} {
		b.imports(given)
		if have := value[string](b, status); !strings.Contains(have, want) {
			t.Errorf("%s: %s", given, have)
		}
	}
	// Marking a pair does not take the reader out of the order of the list.
	b.openAll(file)
	b.choose("filter-mark", "none")
	first, second := b.order()[0], b.order()[1]
	b.click("#pair-table tbody tr .names")
	b.Wait(fmt.Sprintf(`location.hash === "#pair=%d"`, first))
	b.click(`#pair input[value="copied"]`)
	value[bool](b, "document.activeElement.blur(); true")
	b.press("j")
	b.Wait(fmt.Sprintf(`location.hash === "#pair=%d"`, second))
}

// All lines of a note are shown and printed.
func testLongNotes(t *testing.T, b *browser, _ *sample, file string) {
	defer value[bool](b, "localStorage.clear(); true")
	b.Open(file, "#pair=2")
	for _, lines := range []int{5, 50} {
		value[bool](b, fmt.Sprintf(`{
			const text = document.querySelector("#pair textarea");
			text.value = "a line\n".repeat(%d);
			text.dispatchEvent(new Event("input"));
			true;
		}`, lines))
		b.Print(lines == 50)
		if !value[bool](b, `{ const text = document.querySelector("#pair textarea"); text.scrollHeight <= text.clientHeight; }`) {
			t.Errorf("a note of %d lines is cut", lines)
		}
	}
	b.Print(false)
}

// A pair that shares little evidence comes after those that share more, whatever its score.
func testLittleEvidence(t *testing.T, b *browser, _ *sample, _ string) {
	r := scored(0.999, 0.998, 0.9, 0.8)
	r.Pairs[0].Matches[0].Weight = 3
	r.Pairs[1].Matches[0].Weight = 11.9
	b.openAll(onDisk(t, r, Options{}))
	if have := b.order(); !slices.Equal(have, []int{2, 3, 4, 1}) {
		t.Errorf("the order is %v", have)
	}
	b.expect(`[...document.querySelectorAll("#pair-table .badge")].filter((badge) => badge.textContent === "little evidence").length`, 2)
	// No arrow at a column contradicts this order: the column sorts by scores alone, and a button
	// leads back.
	const sorted = `[...document.querySelectorAll("#pair-table [aria-sort]")].map((th) => th.dataset.column + " " + th.ariaSort).join()`
	const pressed = `document.getElementById("order-unusual").ariaPressed`
	for _, step := range []struct {
		button, sorted, pressed string
		order                   []int
	}{
		{"", "", "true", []int{2, 3, 4, 1}}, {`[data-column="score"] button`, "score descending", "false", []int{1, 2, 3, 4}},
		{`[data-column="score"] button`, "score ascending", "false", []int{4, 3, 2, 1}}, {"#order-unusual", "", "true", []int{2, 3, 4, 1}},
	} {
		if step.button != "" {
			b.click("#pairs " + step.button)
		}
		if have, is, on := b.order(), value[string](b, sorted), value[string](b, pressed); !slices.Equal(have, step.order) || is != step.sorted || on != step.pressed {
			t.Errorf("after %q the order is %v, sorted by %q, the button is pressed: %s", step.button, have, is, on)
		}
	}
	equal := scored(0.9, 0.9, 0.9)
	for i, weight := range []float64{20, 60, 40} {
		equal.Pairs[i].Matches[0].Weight = weight
	}
	b.openAll(onDisk(t, equal, Options{}))
	if have := b.order(); !slices.Equal(have, []int{2, 3, 1}) {
		t.Errorf("the order of equal scores is %v", have)
	}
}

// Authors who have several submissions are told apart by what differs in their names.
func testSameAuthor(t *testing.T, b *browser, _ *sample, _ string) {
	r := scored(0.9, 0.8)
	for i, author := range []string{"Ann", "Bob", "Ann", ""} {
		r.Units[i].Author = author
	}
	r.Units[0].Name, r.Units[2].Name = "Ann_12_assignsubmission_file", "Ann_13_assignsubmission_file"
	b.openAll(onDisk(t, r, Options{}))
	have := value[[]string](b, `[...document.querySelectorAll("#pair-table .unit-name > bdi")].map((name) => name.textContent)`)
	if want := []string{"Ann (12)", "Bob", "Ann (13)", "s003"}; !slices.Equal(have, want) {
		t.Errorf("%q, not %q", have, want)
	}
}

func testPrintViews(t *testing.T, b *browser, _ *sample, file string) {
	for fragment, selector := range map[string]string{"#unit=4": ".lane-part", "#group=3&from=0.15": ".heat"} {
		b.Open(file, fragment)
		value[bool](b, `dispatchEvent(new Event("beforeprint"))`)
		b.Print(true)
		if !value[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)) ||
			value[bool](b, `document.getElementById("overview").checkVisibility() || document.querySelector(".pair-bar .button").checkVisibility()`) {
			t.Errorf("%s is not printed as it is shown", fragment)
		}
		b.expect(`[...document.querySelectorAll(".note-form")].filter((form) => form.checkVisibility()).length`, 0) // no note
		b.Print(false)
	}
}

// No view of an anonymous page shows a name.
func testAnonymousViews(t *testing.T, b *browser, _ *sample, _ string) {
	b.Open(onDisk(t, newSample(t).result, Options{Anonymous: true}), "")
	for i := range len(course) {
		if ringtest.Skips(i, 3) {
			continue
		}
		b.visit(fmt.Sprintf("#unit=%d", i+1))
		text := value[string](b, "document.title + document.getElementById('unit').innerHTML")
		b.visit(fmt.Sprintf("#group=%d&from=0.15", i+1))
		text += value[string](b, "document.title + document.getElementById('group').innerHTML")
		for _, u := range course {
			if strings.Contains(text, u.author) || strings.Contains(text, u.name+"/") {
				t.Errorf("view %d names %s", i+1, u.author)
			}
		}
		if !strings.Contains(text, "Submission ") {
			t.Errorf("view %d has no pseudonym", i+1)
		}
	}
}
