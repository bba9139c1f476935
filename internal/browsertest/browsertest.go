// Package browsertest opens HTML pages in a real browser, for tests. It records script errors,
// violations of a page's policy, dialogs and network requests.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Browser opens pages for one test. An operation that fails ends the test.
type Browser struct {
	t *testing.T
	*shared
}

// shared is the running browser with the complaints about its pages.
type shared struct {
	ctx        context.Context
	mu         sync.Mutex
	complaints []string
	opened     string // the only address that may be loaded, or the prefix of a server's addresses
	frames     []frame
	page       *Browser // of a frame
	few        bool     // whether only the subtests in always are tried
	always     []string // but not those that were
}

// frame is a frame with a process of its own. ctx is nil until it is attached.
type frame struct {
	session target.SessionID
	ctx     context.Context
}

// programs are the names of browsers to look for.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// New starts a browser that ends with the test. Without a browser, in a short run, and if the page
// is as recorded, the test is skipped. CHAFFINCH_BROWSER may be the path of a browser; if it is
// set, the test fails without one. If it is "none", no browser is started.
func New(t *testing.T) *Browser {
	t.Helper()
	skip(t)
	if few(t) {
		leave(t)
	}
	return start(t, &shared{})
}

// NewFew is New for a test that also runs if the page is as recorded. The test then has only the
// subtests of these names, or all if there are no names.
func NewFew(t *testing.T, always ...string) *Browser {
	t.Helper()
	skip(t)
	return start(t, &shared{few: few(t) && len(always) > 0, always: always})
}

// start starts a browser.
func start(t *testing.T, s *shared) *Browser {
	t.Helper()
	b := &Browser{t, s}
	program := find(t)
	t.Cleanup(func() {
		if len(b.always) > 0 && !selected() {
			t.Errorf("always to be tried, but no subtest: %q", b.always)
		}
	})
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
		chromedp.Flag("proxy-server", "socks5://"+newProxy(t, b.connects)),
		chromedp.Flag("proxy-bypass-list", "<-loopback>"),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// The error means that the browser has already ended.
		_ = chromedp.Cancel(ctx)
		cancel()
		stop()
	})
	b.ctx = ctx
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatalf("starting %s: %v", program, err)
	}
	Call(b, log.Enable, cdp.Empty{})
	Call(b, network.Enable, network.EnableParams{})
	Call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return b
}

// For returns the browser for a subtest. It skips the subtest if [NewFew] leaves it out.
func (b *Browser) For(t *testing.T) *Browser {
	t.Helper()
	at := slices.Index(b.always, strings.ReplaceAll(strings.TrimPrefix(t.Name(), b.t.Name()+"/"), "_", " "))
	if at >= 0 {
		b.always = slices.Delete(b.always, at, at+1)
	} else if b.few {
		leave(t)
	}
	return &Browser{t, b.shared}
}

// skip skips the test in a short run, and if no browser is wanted.
func skip(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	if os.Getenv("CHAFFINCH_BROWSER") == "none" {
		t.Skip("CHAFFINCH_BROWSER is none")
	}
}

func find(t *testing.T) string {
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

// listen records script errors, log entries such as policy violations, dialogs and requests.
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
		if !strings.HasPrefix(e.Entry.Text, "Blocked attempt to show a 'beforeunload'") { // nobody has clicked yet
			b.complaints = append(b.complaints, e.Entry.Text)
		}
	case *target.EventAttachedToTarget:
		if e.TargetInfo.Type == "iframe" {
			b.frames = append(b.frames, frame{session: e.SessionID})
			go b.attach(e.SessionID, e.TargetInfo.TargetID)
		}
	case *target.EventDetachedFromTarget:
		b.frames = slices.DeleteFunc(b.frames, func(f frame) bool { return f.session == e.SessionID })
	case *page.EventJavascriptDialogOpening:
		leaving := e.Type == page.DialogTypeBeforeunload // the browser asks whether to leave a page that does something
		if !leaving {
			b.complaints = append(b.complaints, "dialog: "+e.Message)
		}
		go b.answer(leaving)
	case *network.EventRequestWillBeSent:
		if address := e.Request.URL; address != b.opened && address != blank && !strings.HasPrefix(address, "blob:") && !isOf(address, b.opened) {
			b.complaints = append(b.complaints, "request: "+address)
		}
	}
}

// attach listens to a frame with a process of its own, such as a sandboxed frame. The browser
// repeats what the frame has said so far.
func (b *shared) attach(session target.SessionID, id target.ID) {
	ctx, _ := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id), chromedp.WithListener(b.listen)) // it ends with b.ctx
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("true")); err != nil {
		return // the frame is gone
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.frames {
		if b.frames[i].session == session {
			b.frames[i].ctx = ctx
		}
	}
}

// connects reports whether the browser may connect to a host and port, and records refused hosts.
func (b *shared) connects(destination string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opened == "http://"+destination {
		return true
	}
	if !ofMaker.MatchString(destination) {
		b.complaints = append(b.complaints, "connection: "+destination)
	}
	return false
}

// ofMaker matches services of the browser's maker, to which the browser itself connects. No page of
// a test names them.
var ofMaker = regexp.MustCompile(`\.(google|googleapis|gvt1|gstatic)\.com:\d+$`)

const blank = "about:blank"

// isOf reports whether an address is one of the opened server, or inside the page.
func isOf(address, server string) bool {
	return strings.HasPrefix(server, "http") && (strings.HasPrefix(address, server+"/") || address == "data:,")
}

// answer closes a dialog, which blocks the page.
func (b *shared) answer(yes bool) {
	// The error means that the dialog is already closed.
	_, _ = chromedp.Call(b.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: yes})
}

// Complaints returns and clears the complaints so far.
func (b *Browser) Complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.complaints
	b.complaints = nil
	return all
}

// ExpectNoComplaints checks that there are no complaints.
func (b *Browser) ExpectNoComplaints() {
	b.t.Helper()
	for _, c := range b.Complaints() {
		b.t.Error("the browser says: " + c)
	}
}

// Frame returns the visible frame of the page that has a process of its own. Actions run in it
// then. It fails without one.
func (b *Browser) Frame() *Browser {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	for ctx.Err() == nil {
		b.mu.Lock()
		frames := slices.Clone(b.frames)
		b.mu.Unlock()
		src := Value[string](b, `[...document.querySelectorAll("iframe")].find((frame) => frame.checkVisibility())?.src || ""`)
		for _, f := range frames {
			if f.ctx == nil {
				continue
			}
			if at, err := chromedp.Run(f.ctx, chromedp.Evaluate[string]("location.href")); err == nil && at == src {
				return &Browser{b.t, &shared{ctx: f.ctx, page: b}}
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.fatal(errors.New("the page has no frame"))
	return nil
}

// Click clicks an element with the mouse. In a frame, this is the visible one of the page.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	if b.page == nil {
		b.settle()
		b.Do(chromedp.Click(chromedp.CSS(selector)))
		return
	}
	b.Wait(fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", selector))
	type point struct{ X, Y float64 }
	at := Value[point](b, fmt.Sprintf(`{
		const element = document.querySelector(%q);
		element.scrollIntoView({ block: "center", behavior: "instant" });
		const [{ left, top, width, height }] = element.getClientRects();
		({ X: left + width / 2, Y: top + height / 2 });
	}`, selector))
	frame := Value[point](b.page, `{
		const { left, top } = [...document.querySelectorAll("iframe")].find((frame) => frame.checkVisibility()).getBoundingClientRect();
		({ X: left, Y: top });
	}`)
	b.page.settle()
	b.page.Do(chromedp.MouseClickXY(frame.X+at.X, frame.Y+at.Y))
}

// settle waits until the page was painted as it is. A click on a place that a frame had covered
// could otherwise go to it.
func (b *Browser) settle() {
	b.t.Helper()
	Run(b, chromedp.Evaluate[bool](`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 20))))`, chromedp.EvalAwaitPromise))
}

// within bounds a step, so that a page that hangs ends the test.
func (b *Browser) within() (context.Context, context.CancelFunc) {
	return context.WithTimeout(b.ctx, time.Minute)
}

// fatal ends the test. A step often fails because the script of the page did, so that is named.
func (b *Browser) fatal(err error) {
	b.t.Helper()
	b.ExpectNoComplaints()
	b.t.Fatal(err)
}

// Do runs actions.
func (b *Browser) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.fatal(err)
	}
}

// Run runs an action and returns its result.
func Run[T any](b *Browser, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	result, err := chromedp.Run(ctx, action)
	if err != nil {
		b.fatal(err)
	}
	return result
}

// Call runs a command of the browser's protocol.
func Call[P, R any](b *Browser, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		b.fatal(err)
	}
	return result
}

// Value evaluates a JavaScript expression in the page.
func Value[T any](b *Browser, expression string) T {
	b.t.Helper()
	return Run(b, chromedp.Evaluate[T](expression))
}

// Wait waits until an expression is true.
func (b *Browser) Wait(expression string) {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	for ctx.Err() == nil {
		if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression)); err == nil && ok {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.fatal(fmt.Errorf("it never became true that %s", expression))
}

// Media sets media features, such as prefers-color-scheme=dark.
func (b *Browser) Media(features ...string) {
	b.t.Helper()
	p := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	}
	for _, f := range features {
		name, value, _ := strings.Cut(f, "=")
		p.Features = append(p.Features, &emulation.MediaFeature{Name: name, Value: value})
	}
	Call(b, emulation.SetEmulatedMedia, p)
}

// Print turns the styles for print on or off.
func (b *Browser) Print(on bool) {
	b.t.Helper()
	p := emulation.SetEmulatedMediaParams{}
	if on {
		p.Media = "print"
	}
	Call(b, emulation.SetEmulatedMedia, p)
}

// Visit opens an address of a server, such as http://127.0.0.1:80, at a path. Pages may connect to
// the same server only.
func (b *Browser) Visit(server, path string) {
	b.t.Helper()
	b.mu.Lock()
	b.opened = server
	b.mu.Unlock()
	b.navigate(server + path)
}

// navigate leaves the page for another one. A page that is asked whether it may be left, or changes
// its own address at that moment, sometimes stops that: then it is left again.
func (b *Browser) navigate(address string) {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	const tries = 3
	for n := 1; ; n++ {
		err := chromedp.Do(ctx, chromedp.Navigate(blank), chromedp.Navigate(address))
		if err == nil {
			break
		}
		if n == tries || !strings.Contains(err.Error(), "net::ERR_ABORTED") {
			b.fatal(err)
		}
	}
	b.Wait(`document.readyState === "complete" && document.hasFocus()`)
	// A full history first drops steps without a click, such as the steps of this page.
	Call(b, page.ResetNavigationHistory, cdp.Empty{})
}

// Back goes back by one entry of the history. It uses the browser and not the page: a page's own
// history.back is lost if the browser has not heard yet where the page is.
func (b *Browser) Back() {
	b.t.Helper()
	ctx, cancel := b.within()
	defer cancel()
	for ctx.Err() == nil {
		history, err := chromedp.Call(ctx, page.GetNavigationHistory, cdp.Empty{})
		if err != nil {
			b.fatal(err)
		}
		at := history.CurrentIndex
		if at > 0 && history.Entries[at].URL == Value[string](b, "location.href") {
			Call(b, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: history.Entries[at-1].ID})
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.fatal(errors.New("the history has no entry to go back to"))
}

// Open opens a file at a fragment, such as "#pair=1".
func (b *Browser) Open(file, fragment string) {
	b.t.Helper()
	address := "file://" + filepath.ToSlash(file)
	b.mu.Lock()
	b.opened = address
	b.mu.Unlock()
	b.navigate(address + fragment)
}
