package page

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser opens pages for one test.
type browser struct {
	t *testing.T
	*shared
}

// shared is the running browser, which keeps what is wrong with the pages.
type shared struct {
	ctx        context.Context
	mu         sync.Mutex
	complaints []string
}

// programs are the names under which a browser is looked for.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// newBrowser starts a browser. Where there is none the test is skipped, unless CHAFFINCH_BROWSER says
// that there is one, or is the path of one.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	program := findBrowser(t)
	options := append(
		chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag(
			"disable-quic",
			true,
		),
		chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// The error is that of a browser which has ended already.
		_ = chromedp.Cancel(ctx)
		cancel()
		stop()
	})
	b := &browser{t, &shared{ctx: ctx}}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatalf("starting %s: %v", program, err)
	}
	call(b, log.Enable, cdp.Empty{})
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return b
}

func findBrowser(t *testing.T) string {
	t.Helper()
	wanted := os.Getenv("CHAFFINCH_BROWSER")
	if filepath.IsAbs(wanted) {
		return wanted
	}
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	looked := "no browser found: none of " + strings.Join(programs, ", ")
	if wanted != "" {
		t.Fatal(looked + ", though CHAFFINCH_BROWSER is set")
	}
	t.Skip(looked + "; CHAFFINCH_BROWSER may be the path of one")
	return ""
}

// listen gathers errors of the script, and what is logged: violations of the page's policy are.
func (b *shared) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.complaints = append(b.complaints, text)
	case *runtime.EventConsoleAPICalled:
		b.complaints = append(b.complaints, fmt.Sprint("console: ", e.Type))
	case *log.EventEntryAdded:
		b.complaints = append(b.complaints, e.Entry.Text)
	}
}

// hearsNothing checks that nothing was wrong so far.
func (b *browser) hearsNothing() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Error("the browser says: " + c)
	}
	b.complaints = nil
}

// within bounds a step, only so that a page that hangs ends the test.
func (b *browser) within() (context.Context, context.CancelFunc) {
	return context.WithTimeout(b.ctx, time.Minute)
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

func run[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	result, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return result
}

func call[P, R any](b *browser, command cdp.Command[P, R], params P) {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		b.t.Fatal(err)
	}
}

// value returns what an expression of JavaScript is in the page.
func value[T any](b *browser, expression string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](expression))
}

// wait waits until an expression is true.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for range 200 {
		if ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression)); err == nil && ok {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("it never became true that %s", expression)
}

// media sets preferences of the reader, by the names of media features.
func (b *browser) media(features ...string) {
	b.t.Helper()
	p := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	}
	for _, f := range features {
		name, value, _ := strings.Cut(f, "=")
		p.Features = append(p.Features, &emulation.MediaFeature{Name: name, Value: value})
	}
	call(b, emulation.SetEmulatedMedia, p)
}

// print shows the page as it is printed, or as before.
func (b *browser) print(on bool) {
	b.t.Helper()
	p := emulation.SetEmulatedMediaParams{}
	if on {
		p.Media = "print"
	}
	call(b, emulation.SetEmulatedMedia, p)
}

// open shows a file at a fragment, as a reader would from the disk.
func (b *browser) open(file, fragment string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+filepath.ToSlash(file)+fragment))
	b.wait(`document.readyState === "complete" && document.hasFocus()`)
}
