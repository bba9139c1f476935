package browsertest

import (
	"os"
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

// Violations names the violations in the page that is open; it returns an empty text if there are
// none.
func (a Axe) Violations(b *Browser) string {
	b.t.Helper()
	Value[bool](b, string(a)+";true")
	return Run(b, chromedp.Evaluate[string](`axe.run(document, { resultTypes: ["violations"], iframes: false }).then(({ violations, passes }) =>
		passes.length < 10 ? "axe checked too little" : violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ": " + help + ": " + html)).join("\n"))`,
		chromedp.EvalAwaitPromise))
}
