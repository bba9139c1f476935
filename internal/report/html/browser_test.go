package html

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// browser opens pages for one test, with what these tests do in them.
type browser struct {
	t *testing.T
	*browsertest.Browser
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	return &browser{t, browsertest.New(t)}
}

// within returns the same browser for a test within the one that started it.
func (b *browser) within(t *testing.T) *browser { return &browser{t, b.For(t)} }

func run[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	return browsertest.Run(b.Browser, action)
}

func value[T any](b *browser, expression string) T {
	b.t.Helper()
	return browsertest.Value[T](b.Browser, expression)
}
