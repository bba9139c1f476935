package html

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// attacked is a source with all attacks, in comments and in text, in numeric order.
func attacked(order []int) string {
	var b strings.Builder
	b.WriteString("package x\n")
	for _, i := range order {
		attack := browsertest.Attacks[i]
		fmt.Fprintf(&b, "// %s\nvar text%d = %q + `%s`\nfunc f%[2]d(a, b int) int { %s }\n", attack, i, attack, attack,
			strings.Repeat(fmt.Sprintf("a = a*%d + b; ", i), 3+i%5))
	}
	return b.String()
}

// hostilePair compares two such sources, with hostile names and warnings.
func hostilePair(t *testing.T) compared {
	t.Helper()
	var order []int
	for i := range browsertest.Attacks {
		order = append(order, i)
	}
	a := attacked(order)
	slices.Reverse(order)
	b := strings.ReplaceAll(attacked(order), "f1", "g1") + "\n" + strings.Repeat("long ", 20_000) + "\n"
	c := compare(t, a, b)
	if len(c.Matches) < 5 {
		t.Fatalf("%d matches: this tests little", len(c.Matches))
	}
	c.A.Name, c.B.Name = strings.Join(browsertest.Attacks, "/")+".go", "javascript:owned=30"
	c.A.Language = browsertest.Attacks[0]
	c.Warnings = warning.Said(browsertest.Attacks)
	for _, a := range browsertest.Attacks {
		c.Matches[0].Renames = append(c.Matches[0].Renames, answer.NamePair{A: a, B: "\">" + a, Count: 1})
	}
	return c
}

// Everything in sources, names and warnings is shown as text, completely.
func testHostilePair(t *testing.T, b *browser, _ *sample, _ string) {
	c := hostilePair(t)
	file := c.onDisk(t)
	for _, fragment := range []string{"", "#match=1", "#match=99", "#%22%3E%3Cscript%3Eowned=31%3C/script%3E"} {
		b.Open(file, fragment)
		b.expect(`typeof owned === "undefined" ? 1 : 0`, 1)
		b.ExpectNoComplaints()
	}
	b.Open(file, "")
	b.Wait(`document.getElementById("match-text").textContent.startsWith("Match ")`) // it opens at one
	for side, source := range c.sources {
		have := value[[]string](b, fmt.Sprintf(
			`[...document.querySelectorAll('.pane[data-side="%d"] .line code')].map((line) => line.textContent)`, side))
		if want := strings.Split(strings.TrimSuffix(newText(source).shown, "\n"), "\n"); !slices.Equal(have, want) {
			t.Errorf("of side %d %d lines are shown, not %d, or others", side, len(have), len(want))
		}
	}
	b.expect(`document.querySelectorAll(".warnings li").length`, len(c.Warnings))
	b.expect(`document.querySelectorAll("img, a[href^=javascript], [onerror], [onclick], iframe, object, base").length`, 0)
	for _, text := range []string{
		value[string](b, "document.body.textContent"),
		value[string](b, `[...document.querySelectorAll("[title]")].map((e) => e.title).join("")`),
	} {
		if strings.ContainsFunc(text, hides) || text == "" {
			t.Error("something in the page can hide or reorder what stands around it, or there is nothing")
		}
	}
	b.Do(chromedp.EmulateViewport(1000, 700))
	if wide := value[int](b, "document.documentElement.scrollWidth"); wide > 1000 {
		t.Errorf("it is %d pixels wide on a screen of 1000: %s", wide, value[string](b, widest))
	}
	b.CheckPolicy(compare(t, first, other).page(t), "</main>")
}

// allFigures are the figures of a pair, with those behind More.
const allFigures = `[...document.querySelectorAll(".figures dl")].map((dl) => dl.textContent).join("")`

// hides reports whether a rune can hide or reorder the text around it.
func hides(r rune) bool {
	return r != '\n' && r != '\t' && !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// rewritten is a source of some functions, and the same with functions moved, renamed, edited,
// removed and added.
func rewritten(r *rand.Rand) (a, b string) {
	names := []string{"near", "far", "left", "right", "most", "least", "sum", "step"}
	function := func(n int) string {
		var text strings.Builder
		fmt.Fprintf(&text, "func f%d(near, far int) int {\n", n)
		for range 4 + r.IntN(4) {
			x, y := names[r.IntN(len(names))], names[r.IntN(len(names))]
			fmt.Fprintf(&text, []string{"\t%s := %s*%d + near\n", "\tif %s > %s+%d {\n\t\treturn far\n\t}\n", "\tfor %s := range %s %% %d {\n\t\tfar += near\n\t}\n"}[r.IntN(3)], x, y, r.IntN(90))
		}
		return text.String() + "\treturn near - far // the rest\n}\n\n"
	}
	var all, after []string
	for n := range 2 + r.IntN(4) {
		all = append(all, function(n))
	}
	after = slices.Clone(all)
	if r.IntN(2) == 0 {
		r.Shuffle(len(after), func(i, j int) { after[i], after[j] = after[j], after[i] })
	}
	if r.IntN(2) == 0 {
		after = append(after[1:], function(9))
	}
	for i := range after {
		switch r.IntN(4) {
		case 0:
			after[i] = strings.NewReplacer("near", "close", "far", "wide").Replace(after[i])
		case 1:
			after[i] = strings.Replace(after[i], "\treturn near", "\tprint(far)\n\treturn near", 1)
		case 2:
			after[i] = strings.Replace(after[i], "// the rest", "/* what is left */", 1)
		}
	}
	return "package x\n\n" + strings.Join(all, ""), "package y\n" + strings.Join(after, "")
}

// A replay begins with the left source, ends with the right one, and can be undone.
func testReplay(t *testing.T, b *browser, _ *sample, _ string) {
	r := rand.New(rand.NewPCG(5, 6))
	const text = `[...document.querySelector(".replay code").childNodes].map((node) => node.nodeName === "DEL" ? "" : node.textContent).join("")`
	titles := map[string]bool{}
	same, _ := rewritten(r)
	b.Open(compare(t, same, same).onDisk(t), "")
	b.Wait(`document.querySelectorAll(".pane .line").length > 0`)
	b.expect(`document.querySelectorAll(".replay").length`, 0)
	for range 12 {
		a, z := rewritten(r)
		b.Open(compare(t, a, z).onDisk(t), "")
		b.Wait(`document.querySelectorAll(".pane .line").length > 0`)
		if value[bool](b, `document.querySelector(".replay") === null`) {
			t.Fatalf("no replay of\n%s\nand\n%s", a, z)
		}
		value[bool](b, `document.querySelector(".replay").open = true`)
		b.Wait(`document.querySelector(".replay [role=status]").textContent !== ""`)
		var states []string
		for {
			states = append(states, value[string](b, text))
			word, _, _ := strings.Cut(value[string](b, `document.querySelector(".replay [role=status]").textContent.split(". ")[1]`), " ")
			titles[word] = true
			if value[bool](b, `document.querySelectorAll(".replay button")[1].disabled`) {
				break
			}
			b.click(".replay button:nth-of-type(2)")
		}
		if states[0] != a || states[len(states)-1] != z || len(states) < 2 {
			t.Errorf("it leads in %d steps from\n%s\nto\n%s\nnot from\n%s\nto\n%s", len(states), states[0], states[len(states)-1], a, z)
		}
		for i := len(states) - 2; i >= 0; i-- {
			b.click(".replay button:nth-of-type(1)")
			if state := value[string](b, text); state != states[i] {
				t.Errorf("undone, step %d is\n%s\nnot\n%s", i+1, state, states[i])
			}
		}
	}
	for _, word := range []string{"The", "Remove", "Move", "Rename", "Change", "Add"} {
		if !titles[word] {
			t.Errorf("no step of %v begins with %s", titles, word)
		}
	}
}

// The page of one pair opens on it, and shows nothing that needs more pairs.
func testSinglePair(t *testing.T, b *browser, _ *sample, _ string) {
	code := swapped()
	c := compare(t, code[0], code[1])
	file := c.onDisk(t)
	b.Open(file, "")
	b.Wait(`document.querySelectorAll(".pane .line").length > 0`)
	b.expect(`document.querySelectorAll("#overview, #pairs, #graph, .pair-bar, nav a").length`, 0)
	b.expect(`document.querySelectorAll(".match-details tbody tr").length`, 2)
	figures := value[string](b, allFigures)
	for _, want := range []string{
		fmt.Sprintf("Score%.3f", c.Score), "Kindverbatim", fmt.Sprintf("In matches%.0f%%", 100*c.A.Coverage), fmt.Sprintf("Longest, in tokens%d", max(c.Matches[0].Tokens, c.Matches[1].Tokens)),
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("no %s in %s", want, figures)
		}
	}
	for _, absent := range []string{"Containment", "Cosine"} {
		if strings.Contains(figures, absent) {
			t.Errorf("%s is shown, which compare does not measure", absent)
		}
	}
	// A click in a match scrolls to its other side.
	b.Do(chromedp.EmulateViewport(1000, 500))
	for number := 1; number <= 2; number++ {
		for side := range 2 {
			text := fmt.Sprintf(`.pane[data-side="%d"] code .match[data-match="%d"]`, side, number)
			b.reveal(text)
			b.click(text)
			b.Wait(inView(1-side, number))
			b.Wait(fmt.Sprintf(`location.hash === "#match=%d"`, number))
		}
	}
	b.press("n")
	b.Wait(`location.hash === "#match=1"`)
	b.press("jk/" + kb.Escape) // keys of the overview
	b.Wait(`location.hash === "#match=1" && !document.getElementById("pair").hidden`)
	b.press("?")
	b.Wait(`document.getElementById("help").open`)
	if help := value[string](b, `document.getElementById("help").textContent`); strings.Contains(help, "all pairs") || strings.Contains(help, "open pair") {
		t.Errorf("the help is about pairs: %s", help)
	}
	b.press(kb.Escape)
	b.Open(file, "#match=2")
	b.Wait(inView(0, 2))
	b.Wait(inView(1, 2))
	b.Do(chromedp.EmulateViewport(360, 740))
	b.Open(file, "")
	b.expect("document.documentElement.scrollWidth", 360)
	value[bool](b, `dispatchEvent(new Event("beforeprint"))`)
	b.Print(true)
	b.expect(`document.querySelector(".match-details tbody tr").checkVisibility() ? 1 : 0`, 1)
	b.expect(`[...document.querySelectorAll(".code")].filter((code) => code.scrollHeight > code.clientHeight + 1).length`, 0)
	b.Print(false)
	b.Open(compare(t, "var a = 1\n", "").onDisk(t), "")
	b.Wait(`document.querySelector(".note:not(.warning)").textContent === "No matches."`)
	b.expect(`document.querySelectorAll(".pane .line").length`, 1)
}

// Without scripts the page shows the terminal output.
func testWithoutScript(t *testing.T, b *browser, _ *sample, _ string) {
	script := func(off bool) {
		browsertest.Call(b.Browser, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: off})
	}
	script(true)
	defer script(false)
	c := compare(t, first, other)
	b.Open(c.onDisk(t), "")
	text := value[string](b, `document.querySelector("noscript pre").textContent`)
	for _, want := range []string{fmt.Sprintf("score %.3f, sure %.0f%%: edited", c.Score, 100*c.Probability), "b -> c", `print("old")`, "! 5     return c + a + 7"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !value[bool](b, `document.querySelector("noscript pre").checkVisibility()`) {
		t.Error("the text is not shown")
	}
}

// panesShown is what both sides of a pair show, without the headings of the files.
const panesShown = `[...document.querySelectorAll(".pane .code")].map((code) => code.innerHTML.replace(/<h4>.*?<\/h4>/g, "")).join("")`

// The page of two files shows them as the report of pairs does.
func testSamePair(t *testing.T, b *browser, _ *sample, _ string) {
	r := rand.New(rand.NewPCG(8, 8))
	shared, renamed := own(r)+"\n\n"+own(r), functions["main.py"][1]
	a := shared + "\n\n" + named4(renamed, false) + own(r)
	other := named4(renamed, true) + "\n\n" + own(r) + "\n\n" + strings.Replace(shared, "    return", "    print(\"done\", 1, 2)\n    return", 1)
	folder := t.TempDir()
	for name, source := range map[string]string{"a.py": a, "b.py": other} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := chaffinch.Pairs(t.Context(), []string{folder}, pairs.Options{Matches: true, Edits: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b.Open(onDisk(t, faked{c, c.Source}, Options{}), "#pair=1&match=1")
	b.Wait(`document.querySelectorAll(".pane .line.on").length > 0`)
	report := value[string](b, panesShown)
	b.Open(compareAs(t, a, other, "Python").onDisk(t), "")
	b.Wait(`document.querySelectorAll(".pane .line.on").length > 0`)
	if page := value[string](b, panesShown); page != report || strings.Count(page, "<ins") == 0 || strings.Count(page, "renamed") == 0 {
		t.Errorf("the page shows\n%s\nand the report\n%s", page, report)
	}
}
