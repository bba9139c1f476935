package browsertest

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// Axe is the script axe-core, which checks pages for violations of WCAG.
type Axe string

// NewAxe reads the script that CHAFFINCH_AXE names, its axe.min.js: .ci/full gets it from npm.
// Without, the test is skipped.
func NewAxe(t *testing.T) Axe {
	t.Helper()
	name := os.Getenv("CHAFFINCH_AXE")
	if name == "" {
		t.Skip("CHAFFINCH_AXE is not set")
	}
	script, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return Axe(script)
}

// Violations names the violations in the open page or frame. It tries both themes, on a wide and a
// narrow screen, and returns an empty text if there are none. Of the dark theme it checks colours:
// the rest is the same in both.
func (a Axe) Violations(b *Browser) (found string) {
	b.t.Helper()
	Value[bool](b, "if (!self.axe) {"+string(a)+"}; true")
	page := cmp.Or(b.page, b)
	show := func(theme string, width int64) {
		page.Do(chromedp.EmulateViewport(width, 900))
		for _, shown := range slices.Compact([]*Browser{page, b}) {
			shown.Media("prefers-color-scheme=" + theme)
		}
		page.settle()
	}
	for _, width := range []int64{400, 1280} {
		for theme, rules := range map[string]struct {
			only  string
			least int
		}{"light": {"", 10}, "dark": {`runOnly: ["color-contrast"],`, 1}} {
			show(theme, width)
			if !Value[bool](b, fmt.Sprintf(`matchMedia("(prefers-color-scheme: %s)").matches`, theme)) {
				b.t.Errorf("the theme is not %s", theme)
			}
			said := Run(b, chromedp.Evaluate[string](fmt.Sprintf(`axe.run(document, { %s resultTypes: ["violations"], iframes: false }).then(({ violations, passes }) =>
				passes.length < %d ? "axe checked too little" : violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ": " + help + ": " + html)).join("\n"))`, rules.only, rules.least),
				chromedp.EvalAwaitPromise))
			if said != "" {
				found += fmt.Sprintf("%s, %d pixels: %s\n", theme, width, said)
			}
		}
	}
	show("light", 1280)
	return found
}
